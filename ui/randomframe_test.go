package ui

import (
	"encoding/json"
	"fmt"
	"strings"
)

// frameQueries are addresses of frames.
var frameQueries = []string{
	"view=timeline&origin=https://around.example", "view=answers&gallery=textbook&allow=/machine/processors:8..64,/policies/1/kind,/seed&origin=https://around.example",
	"embed=1&gallery=textbook&allow=*&origin=https://around.example", "view=play&gallery=textbook&run=always&times=minutes&origin=https://around.example",
	"view=timeline+answers&fit=1&metrics=meanResponse&differences=absolute&allow=*&origin=https://around.example", "view=experiment&gallery=textbook&allow=*&rows=meanWait&run=always&origin=https://around.example",
	"view=answers", "view=timeline&theme=blue&color=user&nodes=n[1-2]&gallery=textbook&origin=https://around.example",
}

// says sends a message to the frame.
func (r *reader) says() string {
	quoted := func(text string) string { b, _ := json.Marshal(text); return string(b) }
	all := experiments()
	job, text := r.IntN(9), quoted(texts[r.IntN(len(texts))])
	paths := []string{"/machine/processors", "/workload/load", "/policies/0/kind", "/policies/1/kind", "/seed", "/replications", "/workload/jobs", "/name", "/nothing"}
	kinds := []string{
		`"type":"scenario","scenario":` + all[r.IntN(len(all))], `"type":"scenario","scenario":` + quoted(all[r.IntN(len(all))]), `"type":"scenario","scenario":{"version":2}`,
		`"type":"gallery","name":"textbook"`, `"type":"set","path":"/machine/processors","value":16`, `"type":"set","path":"/machine/processors","value":8`,
		`"type":"set","path":` + quoted(paths[r.IntN(len(paths))]) + `,"value":` + text, `"type":"run"`, `"type":"results"`, fmt.Sprintf(`"type":"select","job":%d`, job), `"type":"select"`,
		`"type":"jobs","policy":"EASY"`, fmt.Sprintf(`"type":"seek","at":%d`, 100*job), `"type":"seek"`, `"type":"play","on":true`, `"type":"play"`, `"type":"words"`,
		`"type":"fit","on":true`, `"type":"fit"`, `"type":"theme","theme":"dark"`, `"type":"dance"`,
	}
	kind := kinds[r.IntN(len(kinds))]
	r.asked++
	r.p.Hear(fmt.Appendf(nil, `{"backfill":1,"id":%d,%s}`, r.asked, kind))
	return fmt.Sprintf("the page around says %d: %.80s", r.asked, kind)
}

// unanswered says which messages to a frame at rest have no answer, or several. While the reader is asked something, or whether the experiment
// is to be run, or a log is missing, results may still come.
func (r *reader) unanswered() error {
	p := r.p
	if p.frame == nil || p.frame.Origin == "" {
		return nil
	}
	answers := map[int]int{}
	for _, text := range r.b.posted {
		var m struct {
			ID   int    `json:"id"`
			Type string `json:"type"`
		}
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			return r.wrong("the frame says %.200s (%v)", text, err)
		}
		answers[m.ID]++
	}
	waits := p.Question.Text != "" || p.Missing != nil || p.Shown.Results == nil || p.AsksToRun()
	var list []string
	for id := 1; id <= r.asked; id++ {
		if n := answers[id]; n > 1 || n == 0 && !waits {
			list = append(list, fmt.Sprintf("message %d has %d answers", id, n))
		}
	}
	if list != nil {
		return r.wrong("%s (wrong %v, stale %v, partial %v, notice %q),", strings.Join(list, ", "), p.Wrong, p.Stale(), p.Partial(), p.Notice.Text)
	}
	return nil
}

// lastLink is the address that the frame has told of last, "" if it has told of none.
func (r *reader) lastLink() string {
	for i := len(r.b.posted) - 1; i >= 0; i-- {
		var m struct{ Link string }
		if json.Unmarshal([]byte(r.b.posted[i]), &m) == nil && m.Link != "" {
			_, fragment, _ := strings.Cut(m.Link, "#")
			return fragment
		}
	}
	return ""
}
