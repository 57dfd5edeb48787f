package figures_test

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"backfill/assets/lessons"
	"backfill/assets/lessons/figures"
)

// A question has phrases, as the page gets them.
type question struct {
	ID      string
	About   string // the lab
	Answer  *figures.Phrase
	Now     *figures.Phrase
	Seek    *figures.Phrase
	Select  *figures.Phrase
	Figures []figures.Figure
	Options []figures.Condition
	Goal    figures.Condition
}

// The page evaluates phrases and writes values as this package does: those of all questions of all lessons, as the page gets them, and some more.
func TestThePageReckonsAlike(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no Node.js is installed")
	}
	type asked struct {
		Phrase *figures.Phrase `json:"phrase"`
		As     string          `json:"as"`
		Text   string          `json:"text"`
		Source string          `json:"source"`
	}
	type experiment struct {
		Results    *figures.Results    `json:"results"`
		Phrases    []asked             `json:"phrases"`
		Conditions []figures.Condition `json:"conditions"`
		Hold       []any               `json:"hold"`
	}
	var cases []experiment
	add := func(e *experiment, source string, p *figures.Phrase, as string) {
		text := "?"
		if v, ok := e.Results.Evaluate(p); ok {
			text = figures.Format(v, p.Unit, as)
		}
		e.Phrases = append(e.Phrases, asked{Phrase: p, As: as, Text: text, Source: source})
	}
	condition := func(e *experiment, c figures.Condition) {
		if c == nil {
			return
		}
		var want any
		if holds, known := e.Results.Holds(c); known {
			want = holds
		}
		e.Conditions, e.Hold = append(e.Conditions, c), append(e.Hold, want)
	}
	all, err := lessons.All()
	if err != nil {
		t.Fatal(err)
	}
	var r *figures.Results // of the textbook's jobs
	for _, l := range all {
		data, err := l.Data()
		if err != nil {
			t.Fatal(err)
		}
		var page struct{ Questions []question }
		if err := json.Unmarshal(data, &page); err != nil {
			t.Fatal(err)
		}
		for _, q := range page.Questions {
			of := l.Labs[slices.IndexFunc(l.Labs, func(lab *lessons.Lab) bool { return lab.ID == q.About })]
			e := experiment{}
			if e.Results, err = of.Results(); err != nil {
				t.Fatal(err)
			}
			for _, p := range []*figures.Phrase{q.Answer, q.Now, q.Seek, q.Select} {
				if p != nil {
					add(&e, q.ID, p, "")
				}
			}
			for _, f := range q.Figures {
				add(&e, q.ID, f.Phrase, f.As)
			}
			for _, c := range append(q.Options, q.Goal) {
				condition(&e, c)
			}
			cases = append(cases, e)
			if q.ID == "who-pays" {
				r = e.Results
			}
		}
	}
	if r == nil {
		t.Fatal("no lesson asks who-pays")
	}
	e := experiment{Results: r}
	for _, source := range []string{"longest wait under EASY", "longest wait under FCFS", "waiting under EASY at 10 min", "running under Conservative at 600",
		"starts under EASY from 2 min to 20 min", "first start under FCFS after 1 d", "overtakers of job 4 under EASY", "overtakers of job 1 under EASY",
		"most meanWait", "least killed", "meanWait of EASY * 0.123", "meanWait of FCFS / meanWait of EASY", "low meanWait of EASY", "parameter /machine/processors",
		"utilization of EASY - 5 %", "request of job 1", "run of job 7 under EASY", "processors of job 10", "0 - 1234.5 s", "12.25", "0.125", "99.96", "3 d", "47 h", "7199 s"} {
		p, err := figures.ParsePhrase(source)
		if err != nil {
			t.Fatal(err)
		}
		add(&e, source, p, "")
	}
	for _, source := range []string{"waiting under EASY at 0 s = running under FCFS at 10 h", "least meanWait = least meanResponse", "start of job 3 under EASY <= 10 min and end of job 3 under EASY > 10 min", "low meanWait of EASY > 0"} {
		c, err := figures.ParseCondition(source)
		if err != nil {
			t.Fatal(err)
		}
		condition(&e, c)
	}
	// With replications the one run whose schedule is drawn stands for none of them.
	part := experiment{Results: &figures.Results{Scenario: r.Scenario, Runs: r.Runs, Summary: []figures.Mean{{Policy: "EASY", Metric: "meanWait", Mean: 60}}}}
	for _, source := range []string{"meanWait of EASY", "meanWait of FCFS", "meanResponse of EASY", "least meanResponse"} {
		p, err := figures.ParsePhrase(source)
		if err != nil {
			t.Fatal(err)
		}
		add(&part, source, p, "")
	}
	if got := []string{part.Phrases[0].Text, part.Phrases[1].Text, part.Phrases[2].Text, part.Phrases[3].Text}; !slices.Equal(got, []string{"1 min", "?", "?", "?"}) {
		t.Errorf("of a summary that lacks metrics is told %q", got)
	}
	input, err := json.Marshal(append(cases, e, part))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "--input-type=module", "--eval", `
import { evaluate, format, holds } from "../../figures.js";
let text = "";
for await (const part of process.stdin.setEncoding("utf8")) text += part;
for (const { results, phrases, conditions, hold } of JSON.parse(text)) {
  for (const { phrase, as, text, source } of phrases ?? []) {
    const value = evaluate(results, phrase);
    const is = value === undefined ? "?" : format(value, phrase.unit, as);
    if (is !== text) console.log(source, JSON.stringify(phrase), "is", is, "in the page, want", text);
  }
  conditions?.forEach((condition, i) => {
    const is = holds(results, condition) ?? null;
    if (is !== hold[i]) console.log(JSON.stringify(condition), "is", is, "in the page, want", hold[i]);
  });
}`)
	cmd.Stdin = strings.NewReader(string(input))
	out, err := cmd.CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%s (error %v)", out, err)
	}
}
