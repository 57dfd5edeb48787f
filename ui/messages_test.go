package ui

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/ui/answer"
	"backfill/ui/opened"
	"backfill/ui/panel/editor"
	"backfill/ui/panel/play"
	"backfill/ui/result"
)

// newFrame is the page as a frame with that query, before it is opened.
func newFrame(t *testing.T, query string) (*Page, *fake) {
	t.Helper()
	p, b := newPage(t)
	p.Embed(readQuery(t, query))
	return p, b
}

// openedFrame is a frame that shows the textbook case.
func openedFrame(t *testing.T, query string) (*Page, *fake) {
	t.Helper()
	p, b := newFrame(t, query+"&gallery=textbook&origin=https://around.example")
	p.Open("", "")
	p.Sized(900, 1)
	b.answer()
	return p, b
}

// last is the last message of a type that the frame has sent.
func (b *fake) last(kind string) map[string]any {
	b.t.Helper()
	for i := len(b.posted) - 1; i >= 0; i-- {
		var m map[string]any
		if err := json.Unmarshal([]byte(b.posted[i]), &m); err != nil {
			b.t.Fatal(err)
		}
		if m["backfill"] != 1.0 {
			b.t.Errorf("a message without the word that tells it from others: %s", b.posted[i])
		}
		if m["type"] == kind {
			return m
		}
	}
	b.t.Fatalf("the frame has sent no %s, but %.300s", kind, b.posted)
	return nil
}

func TestFrameTellsAndHears(t *testing.T) {
	p, b := openedFrame(t, "view=timeline")
	if m := b.last("results"); len(m["runs"].([]any)) != 3 || m["seed"] != 1.0 || m["id"] != nil {
		t.Errorf("results: %.300v", m)
	}
	if link := fmt.Sprint(b.last("scenario")["link"]); !strings.HasPrefix(link, "http://127.0.0.1/#s=1.") {
		t.Errorf("the link is %s", link)
	}
	if b.entries > 0 || b.address != "" {
		t.Errorf("a frame has changed the address to %s", b.address)
	}

	p.Hear([]byte(`{"backfill": 1, "type": "set", "id": "a", "path": "/machine/processors", "value": 16}`))
	if !strings.Contains(b.lastScenario(), `"processors":16`) {
		t.Errorf("set has run %s", b.lastScenario())
	}
	b.answer()
	if m := b.last("results"); m["id"] != "a" {
		t.Errorf("the answer to a message has the id %v", m["id"])
	}
	b.pass()
	asked := len(b.asked)
	p.Hear([]byte(`{"backfill": 1, "type": "set", "id": 2, "path": "/machine/processors", "value": 16}`))
	if m := b.last("results"); m["id"] != 2.0 || len(b.asked) != asked {
		t.Errorf("setting what is there already: %d runs, id %v", len(b.asked)-asked, m["id"])
	}

	for message, want := range map[string]string{
		`"type": "set", "path": "/machine/processors", "value": "many"`: `Machine, Processors: "many": a whole number`,
		`"type": "set", "path": "/policies/9/reservations", "value": 1`: "no such parameter",
		`"type": "set", "path": "/machine/kind", "value": "abacus"`:     "abacus: cluster, ",
		`"type": "scenario", "scenario": {"version": 2}`:                "/version: 2: only version 1",
		`"type": "scenario", "scenario": "nonsense"`:                    "JSON",
		`"type": "scenario"`:                 "JSON",
		`"type": "select", "job": 99`:        "no job 99",
		`"type": "jobs", "policy": "Random"`: "no run of policy Random",
		`"type": "theme", "theme": "blue"`:   "blue: light, dark and auto are accepted",
		`"type": "dance"`:                    "dance: no type of message",
	} {
		p, b := openedFrame(t, "view=timeline")
		p.Hear([]byte(`{"backfill": 1, "id": 7, ` + message + `}`))
		if m := b.last("error"); m["id"] != 7.0 || !strings.Contains(fmt.Sprint(m["message"]), want) {
			t.Errorf("%s is answered with %v, want something with %q", message, m, want)
		}
	}

	posted := len(b.posted)
	for _, message := range []string{`{"type": "run"}`, `{"backfill": 2, "type": "run"}`, `[1]`, `null`, `"run"`, `{`, ``} {
		p.Hear([]byte(message))
	}
	if len(b.posted) != posted {
		t.Errorf("what is no message of ours is answered with %s", b.posted[posted:])
	}
	p.Hear([]byte(`{"backfill": 1, "type": "` + strings.Repeat("x", MaxMessage) + `"}`))
	if m := b.last("error"); !strings.Contains(fmt.Sprint(m["message"]), "at most 8,388,608 are accepted") {
		t.Errorf("a message that is too long: %v", m)
	}
}

// The page around is told of the whole of a measurement also if estimates take in the last runs before the page knows that
// there are no more.
func TestFrameTellsOfManyRuns(t *testing.T) {
	p, b := openedFrame(t, "view=answers")
	p.Hear([]byte(`{"backfill": 1, "type": "scenario", "id": "many", "scenario": {"version": 1, "machine": {"kind": "cluster", "processors": 32},
		"workload": {"kind": "lublin", "jobs": 50, "load": 0.8}, "policies": [{"kind": "fcfs"}, {"kind": "easy"}], "replications": 3}}`))
	b.answer()
	b.pass()
	m := b.enter(3)
	p.Measured(m.run)
	b.pass()
	posted := len(b.posted)
	p.MeasureFinished(m.run, 1)
	b.pass()
	if n := len(b.posted) - posted; n != 1 {
		t.Fatalf("the end is told in %d messages, want one", n)
	}
	if results := b.last("results"); results["id"] != "many" || len(results["comparisons"].([]any)) == 0 {
		t.Errorf("the results have the id %v and the differences %v", results["id"], results["comparisons"])
	}
}

// Who has cancelled a run leaves the page around without results, and with the answer that there are none.
func TestFrameTellsOfACancelledRun(t *testing.T) {
	p, b := openedFrame(t, "view=all&allow=*")
	b.pass()
	p.Hear([]byte(`{"backfill": 1, "type": "set", "id": "a", "path": "/machine/processors", "value": 16}`))
	p.pressCancel()
	if m := b.last("error"); m["id"] != "a" || m["message"] != "The reader has cancelled the run." {
		t.Errorf("the answer is %v", m)
	}
	posted := len(b.posted)
	p.Undo()
	p.pressCancel()
	if n := len(b.posted); strings.Contains(strings.Join(b.posted[posted:n], " "), "error") {
		t.Error("an error is told to a page that awaits nothing")
	}
}

func TestFrameSelects(t *testing.T) {
	p, b := openedFrame(t, "view=timeline")
	p.Hear([]byte(`{"backfill": 1, "type": "select", "job": 3}`))
	m := b.last("selected")
	// Job 3 asks at 60 s for six of eight processors and gets them when job 2 has ended at 600 s.
	fcfs := m["jobs"].([]any)[0].(map[string]any)
	if m["job"] != 3.0 || fcfs["policy"] != "FCFS" || fcfs["wait"] != 540.0 || fcfs["start"] != 600.0 || fcfs["end"] != 840.0 {
		t.Errorf("selected: %v", m)
	}
	if b.focused != "" {
		t.Errorf("a message has moved the focus to %s", b.focused)
	}
	if v := p.Timeline.View; v.Span() != v.Last-v.First {
		t.Errorf("the timeline, which shows job 3, has moved to %v to %v", v.T0, v.T1)
	}
	p.SetView(p.Timeline.View.Fit(0, engine.Minute))
	p.Hear([]byte(`{"backfill": 1, "type": "select", "job": 3}`))
	if v := p.Timeline.View; v.T0 > engine.Minute || v.T1 < 14*engine.Minute {
		t.Errorf("the timeline shows %v to %v, want job 3 from its submission to its end", v.T0, v.T1)
	}
	p.Pin(engine.NoJob)
	if m := b.last("selected"); m["job"] != nil {
		t.Errorf("the reader has let go, but %v is selected", m["job"])
	}
}

func TestFrameSeeks(t *testing.T) {
	p, b := newFrame(t, "view=timeline&origin=https://around.example")
	p.Open("", "")
	p.Sized(900, 1)
	p.Hear([]byte(`{"backfill": 1, "type": "seek", "at": 60}`)) // before there is a run
	p.Hear([]byte(`{"backfill": 1, "type": "words", "id": 0}`))
	p.Hear([]byte(`{"backfill": 1, "type": "gallery", "name": "textbook"}`))
	b.answer()
	if words := b.last("words"); words["id"] != 0.0 || len(words["words"].([]any)) != 3 {
		t.Errorf("with the first picture the page around is told %v", words)
	}
	if now, on := p.Play.PlayedTo(); !on || now != engine.FromSeconds(60) {
		t.Errorf("played to %v, %v, want 60 s", now, on)
	}
	p.Hear([]byte(`{"backfill": 1, "type": "seek", "at": 120.5, "id": 1}`))
	if m := b.last("time"); m["at"] != 120.5 || m["id"] != 1.0 || m["playing"] != false {
		t.Errorf("the answer is %v", m)
	}
	p.Hear([]byte(`{"backfill": 1, "type": "words", "id": 2}`))
	easy := b.last("words")["words"].([]any)[1].(map[string]any)
	if easy["policy"] != "EASY" || len(easy["jobs"].([]any)) != 5 || !strings.HasPrefix(easy["summary"].(string), "EASY at 2 min: 8 of 8 processors are busy.") {
		t.Errorf("in words: %v", easy)
	}
	b.watch()
	if !p.Play.Focused().Knows(p.Play.Now) {
		t.Error("the policy is not asked what it decided")
	}
	p.Hear([]byte(`{"backfill": 1, "type": "play", "on": true}`))
	for i := 0; i < 20 && !p.Play.Tick(play.LongestFrame); i++ {
	}
	if m := b.last("time"); m["at"].(float64) <= 120.5 || m["playing"] != true {
		t.Errorf("while time goes by the page around is told %v", m)
	}
	p.Hear([]byte(`{"backfill": 1, "type": "seek", "at": null}`))
	if m := b.last("time"); m["at"] != nil || m["playing"] != false {
		t.Errorf("the whole run again: %v", m)
	}
}

// Nobody is told of the experiment and nobody heard where the page around is not known.
func TestFrameOfNobody(t *testing.T) {
	p, b := newFrame(t, "view=timeline")
	p.Open("", "")
	b.answer()
	for _, message := range b.posted {
		if strings.Contains(message, "textbook") || strings.Contains(message, "runs") {
			t.Errorf("everybody is told %s", message)
		}
	}
	if p.Shown.Results == nil {
		t.Error("without anybody to send an experiment it shows none")
	}
}

func TestWhatTheReaderMayChange(t *testing.T) {
	p, b := openedFrame(t, "view=answers")
	b.pass()
	before := p.Fragment()
	p.Shortcut("z", true, false, false)
	p.FileCame(droppedLog(t, "a.swf"))
	p.FileCame(opened.File{FileRef: result.FileRef{Name: "a.json"}, Scenario: []byte(sweptScenario)})
	if p.Fragment() != before {
		t.Error("the reader has changed a frame that allows no change")
	}
	if r := render(t, p); r.ids["controls"].attr("hidden") == "" || r.ids["experiment"] != nil || r.ids["share-button"] != nil {
		t.Error("the frame shows controls that it should not")
	}

	p, _ = openedFrame(t, "view=answers&allow=/machine/procesors,/policies/1/maxSkip,/policies/9/kind")
	if want := "allow in this frame's address: the experiment has no parameter /machine/procesors, /policies/9/kind."; p.Notice.Text != want {
		t.Errorf("of parameters that are not there the page says %q, want %q", p.Notice.Text, want)
	}

	p, b = openedFrame(t, "view=answers&allow=/machine/processors:8..16,/policies/1/kind,/seed")
	b.pass()
	if p.Notice.Text != "" {
		t.Errorf("of parameters that are there the page says %q", p.Notice.Text)
	}
	r := render(t, p)
	slider := r.ids["field-machine-processors-slider"]
	if slider == nil || slider.attr("min") != "8" || slider.attr("max") != "16" || slider.attr("step") != "1" || slider.attr("aria-label") != "Processors" {
		t.Fatalf("the slider is %+v", slider)
	}
	if r.ids["field-policies-1-kind"] == nil || r.ids["field-seed"] == nil {
		t.Error("there is no control for a policy's kind or the seed")
	}
	r.do("field-machine-processors-slider", "input", "12")
	b.pass()
	if !strings.Contains(b.lastScenario(), `"processors":12`) {
		t.Errorf("the slider has run %s", b.lastScenario())
	}
	b.answer()
	if m := b.last("results"); m["scenario"].(map[string]any)["machine"].(map[string]any)["processors"] != 12.0 {
		t.Errorf("the page around is told of %v", m["scenario"])
	}
	r = render(t, p)
	r.do("field-machine-processors", "input", "17")
	if got := render(t, p).ids["field-machine-processors-mistake"].text(); got != "17: 8 to 16 is accepted here" {
		t.Errorf("beyond the range: %q", got)
	}
}

func TestSteps(t *testing.T) {
	// 100 steps of 0.01, 100 of 1, 75 of 2, 120 of 0.5, 90 of 0.005, 96 of 5, 100 of 10.
	for length, want := range map[float64]float64{1: 0.01, 100: 1, 150: 2, 60: 0.5, 0.45: 0.005, 480: 5, 1000: 10} {
		if got := editor.SuitableStep(length); got < want*0.999 || got > want*1.001 {
			t.Errorf("a range of %v has steps of %v, want %v", length, got, want)
		}
	}
}

func FuzzHear(f *testing.F) {
	for _, seed := range []string{
		`{"backfill": 1, "type": "set", "id": "a", "path": "/machine/processors", "value": 16}`,
		`{"backfill": 1, "type": "set", "path": "/policies/1/kind", "value": "fcfs"}`,
		`{"backfill": 1, "type": "scenario", "scenario": {"version": 1}}`, `{"backfill": 1, "type": "select", "job": 3}`,
		`{"backfill": 1, "type": "set", "path": "/workload/jobs", "value": [{"submit": 0}]}`, `{"backfill": 1, "type": "jobs", "policy": "EASY"}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, _ := openedFrame(t, "view=timeline")
		p.Hear([]byte(text))
	})
}

func FuzzReadFrame(f *testing.F) {
	for _, seed := range []string{"", "/machine/processors", "/workload/load:0.5..0.9:0.05,*", "/a:..,/b:1..2:0", "/policies/1/reservations:1..8"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, allow string) {
		frame := ReadFrame(func(name string) string {
			return map[string]string{"view": "all", "allow": allow, "origin": allow, "color": allow}[name]
		})
		for _, a := range frame.allowed {
			if r := a.Ranged; r != nil && !(r.From < r.To && r.Step >= 0) {
				t.Errorf("%q allows %+v", allow, *r)
			}
		}
		if strings.ContainsAny(frame.Origin, "*/ ") && !strings.HasPrefix(frame.Origin, "http") {
			t.Errorf("the origin is %q", frame.Origin)
		}
	})
}

// A frame shows the metrics that the page around asks for, tells of them over all workloads, and compares in their unit if it is to.
func TestFrameOfAMetric(t *testing.T) {
	const scenario = `{"version":1,"machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":150,"processors":32,"load":0.9},
		"policies":[{"kind":"fcfs","label":"FCFS"},{"kind":"easy","label":"EASY"}],"replications":%d,"seed":1}`
	cell := func(rows []answer.Row, metric string) *answer.Cell {
		i := slices.IndexFunc(rows, func(r answer.Row) bool { return r.About.Name == metric })
		if i < 0 {
			return nil
		}
		return &rows[i].Cells[1]
	}
	for _, wanted := range []bool{false, true} {
		query := "view=answers"
		if wanted {
			query += "&metrics=meanResponse&differences=absolute"
		}
		p, b := openedFrame(t, query)
		p.Hear(fmt.Appendf(nil, `{"backfill": 1, "type": "scenario", "scenario": %s}`, fmt.Sprintf(scenario, 5)))
		whole(p, b)
		// The mean of the differences, of the cells themselves.
		sum := map[string]float64{}
		for _, r := range p.Measurement.Cells.Runs() {
			sum[r.Policy] += r.Metrics.Value("meanResponse")
		}
		mean, difference := sum["EASY"]/5, (sum["EASY"]-sum["FCFS"])/5
		c := cell(p.Answers.Rows(), "meanResponse")
		if (c != nil) != wanted {
			t.Fatalf("%s: the table has the mean response time: %v", query, c != nil)
		}
		told := slices.ContainsFunc(b.last("results")["summary"].([]any), func(m any) bool {
			one := m.(map[string]any)
			return one["metric"] == "meanResponse" && one["policy"] == "EASY" && math.Abs(one["mean"].(float64)-mean) < 1e-6
		})
		if told != wanted {
			t.Errorf("%s: the message has the mean over all workloads: %v", query, told)
		}
		if !wanted {
			if c := cell(p.Answers.Rows(), "meanWait"); !strings.Contains(c.Difference, " %") {
				t.Errorf("%s: the difference is %+v", query, c)
			}
			continue
		}
		d := &metrics.Descriptions[metrics.Index("meanResponse")]
		if want := answer.ScaleFor(d, difference).Text(difference); !strings.HasPrefix(c.Difference, want) || strings.Contains(c.Difference, "%") {
			t.Errorf("the difference is %+v, want %s", c, want)
		}
		if p.Estimates().Metric != "meanResponse" || !strings.Contains(plain(p), "ean response time ") || strings.Contains(strings.Split(plain(p), ";")[0], "%") {
			t.Errorf("the sentence is %q", plain(p))
		}

		// A single run, too.
		p.Hear(fmt.Appendf(nil, `{"backfill": 1, "type": "scenario", "scenario": %s}`, fmt.Sprintf(scenario, 1)))
		b.answer()
		single, baseline := p.Runs()
		difference = single[1].Metrics.Value("meanResponse") - single[baseline].Metrics.Value("meanResponse")
		c = cell(p.Answers.Rows(), "meanResponse")
		if want := answer.ScaleFor(d, difference).Text(difference); c == nil || !strings.HasPrefix(c.Difference, want) {
			t.Errorf("of a single run: %+v, want %s", c, want)
		}
	}
}
