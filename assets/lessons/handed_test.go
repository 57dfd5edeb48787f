package lessons

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"backfill/assets/lessons/figures"
	"backfill/policies/scripting"
	"backfill/ui/placing"
)

// What was handed in may change of an experiment what the lab lets a reader change, and nothing else. Job 2 of the lab waits for job 1, which runs 60 s;
// with 120 s it waits 120 s.
func TestOnlyWhatALabAllowsIsChanged(t *testing.T) {
	const scenario = `{"version": 1, "machine": {"kind": "cluster", "processors": 4}, "workload": {"kind": "jobs", "jobs": [{"run": 60, "processors": 4}, {"run": 60, "processors": 4}]}, "policies": [{"kind": "by-hand", "label": "Mine", "rule": "easy"}, {"kind": "script", "label": "Script"}, {"kind": "easy", "label": "EASY"}]}`
	l, err := parseLab(block{text: `id = "l"
title = "L"
view = ["play"]
allow = ["/workload/jobs/0/run:60..180:30", "/seed:1..3:1", "/policies/1/source"]
scenario = '` + scenario + `'`}, experiments{})
	if err != nil {
		t.Fatal(err)
	}
	const range60 = "60 to 180 in steps of 30 are accepted"
	for _, c := range []struct{ changes, want string }{
		{``, ""},
		{`{"path": "/workload/jobs/0/run", "value": 120}`, ""},
		{`{"path": "/seed", "value": null}`, ""}, // its default, 1
		{`{"path": "/seed", "value": 2}, {"path": "/workload/jobs/0/run", "value": 90}`, ""},
		{`{"path": "/policies/1/source", "value": "def schedule():\n    start_in_order()\n"}`, ""},
		{`{"path": "/policies/0/moves", "value": "0:1; 60:2"}`, ""},
		{`{"path": "/policies/0/moves", "value": null}`, ""},
		{`{"path": "/policies/0/moves", "value": "0"}`, "/policies/0/moves"},
		{`{"path": "/policies/0/moves", "value": 1}`, "/policies/0/moves"},
		{`{"path": "/policies/1/source", "value": "def schedule(:\n"}`, "/policies/1/source"},
		{`{"path": "/policies/1/source", "value": {"a": 1}}`, "/policies/1/source"},
		{`{"path": "/workload/jobs/0/run", "value": 100}`, range60},
		{`{"path": "/workload/jobs/0/run", "value": 30}`, range60},
		{`{"path": "/workload/jobs/0/run", "value": "120"}`, range60},
		{`{"path": "/workload/jobs/0/run", "value": 1e400}`, range60},
		{`{"path": "/workload/jobs/0/run", "value": null}`, range60}, // it has no default
		{`{"path": "/workload/jobs/0/run", "value": "` + strings.Repeat("1", 200) + `"}`, `111" …: 60 to`},
		{`{"path": "/seed", "value": 2}, {"path": "/seed", "value": 3}`, "/seed: changed twice"},
		{`{"path": "/workload/jobs/1/run", "value": 30}`, "/workload/jobs/1/run: the experiment l does not let a reader change it"},
		{`{"path": "", "value": {}}`, "does not let a reader change it"},
		{`{"path": "/policies/2", "value": {"kind": "fcfs", "label": "EASY"}}`, "does not let a reader change it"},
		{`{"path": "/policies/1/source/0", "value": 1}`, "does not let a reader change it"},
		{`{"path": "/policies/0/rule", "value": "fcfs"}`, "does not let a reader change it"},
	} {
		var changes []Change
		if err := json.Unmarshal([]byte("["+c.changes+"]"), &changes); err != nil {
			t.Fatal(err)
		}
		text, err := l.With(changes)
		if err == nil {
			_, err = figures.Simulate(text)
		}
		switch {
		case c.want == "" && err != nil, c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: error %v, want %q", c.changes, err, c.want)
		}
	}
	text, err := l.With([]Change{{"/workload/jobs/0/run", json.RawMessage("120")}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := figures.Simulate(text)
	if err != nil {
		t.Fatal(err)
	}
	if wait := told(t, r, "wait of job 2 under EASY"); wait != 120 {
		t.Errorf("job 2 waits %v s, want 120 s", wait)
	}
}

// A placement that was handed in is judged by where it departs from its rule.
func TestPlacementsAreJudgedAnew(t *testing.T) {
	l, err := Read("t", fmt.Appendf(nil, placements, `{"kind": "by-hand", "label": "Mine", "rule": "easy"}`, ""))
	if err != nil {
		t.Fatal(err)
	}
	for moves, want := range map[string]placing.Report{
		"":          {Placed: 0, Jobs: 2},
		"0:1":       {Placed: 1, Jobs: 2},
		"0:1; 60:2": {Placed: 2, Jobs: 2, Complete: true},
		"0:2; 60:1": {Placed: 2, Jobs: 2, Complete: true, Departs: &placing.Depart{At: 0}},
	} {
		value, err := json.Marshal(moves)
		if err != nil {
			t.Fatal(err)
		}
		text, err := l.Labs[0].With([]Change{{"/policies/0/moves", value}})
		if err != nil {
			t.Fatal(err)
		}
		r, err := figures.Simulate(text)
		if err != nil {
			t.Fatal(err)
		}
		h := r.ByHand
		if h == nil || h.Placed != want.Placed || h.Jobs != want.Jobs || h.Complete != want.Complete || h.Policy != "Mine" || h.Rule != "EASY backfilling" ||
			(h.Departs == nil) != (want.Departs == nil) {
			t.Errorf("%q: %+v, want %+v", moves, h, want)
			continue
		}
		if h.Departs != nil && (h.Departs.At != 0 || !strings.Contains(h.Departs.Text, "you start job 2 instead")) {
			t.Errorf("%q departs with %+v", moves, h.Departs)
		}
	}
}

// A try that was handed in is simulated as it was in the lesson: on the workloads of its seed, as many as the lab has, against its rival.
func TestTriesAreSimulatedAnew(t *testing.T) {
	l, err := Read("t", fmt.Appendf(nil, contests, contestLab(drawn+rivals, both), asks))
	if err != nil {
		t.Fatal(err)
	}
	q := l.Questions[0]
	script := json.RawMessage(`"def schedule():\n    start_in_order()\n"`)
	text, err := q.Tried([]Change{{"/policies/1/source", script}}, 7)
	if err != nil {
		t.Fatal(err)
	}
	var made struct {
		Seed, Replications int
		Baseline           string
		Policies           []struct{ Source string }
	}
	if err := json.Unmarshal(text, &made); err != nil {
		t.Fatal(err)
	}
	if made.Seed != 7 || made.Replications != 10 || made.Baseline != "EASY" || !strings.Contains(made.Policies[1].Source, "in_order") {
		t.Errorf("the try is %+v", made)
	}
	r, err := figures.Simulate(text)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.ContainsFunc(r.Comparisons, func(d figures.Difference) bool {
		return d.Policy == "Mine" && d.Baseline == "EASY" && d.Metric == "meanWait" && d.Low != nil
	}) {
		t.Error("the results have no interval of the difference to the rival")
	}
	for seed, want := range map[int64]string{-1: "0 to 2147483647", 1 << 31: "0 to 2147483647"} {
		if _, err := q.Tried(nil, seed); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	number, err := Read("tiny", []byte(tiny))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := number.Questions[0].Tried(nil, 1); err == nil || !strings.Contains(err.Error(), "kind number") {
		t.Errorf("a seed for a question that is no contest: %v", err)
	}
}

// The digest of a question is another one when its text, its numbers, its options or its experiment change, and the same when something else does.
func TestDigestOfAQuestion(t *testing.T) {
	digest := func(old, changed string) string {
		t.Helper()
		text := strings.Replace(versioned, old, changed, 1)
		if old != "" && text == versioned {
			t.Fatalf("%q is not in the lesson", old)
		}
		l, err := Read("t", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return l.Questions[0].parsed.Digest
	}
	first := digest("", "")
	if len(first) != 16 {
		t.Errorf("the digest is %q", first)
	}
	for old, changed := range map[string]string{
		"How long":                        "For how long",
		`{"run": 60}`:                     `{"run": 61}`,
		"Up to a minute":                  "At most a minute",
		"< 2 min":                         "< 3 min",
		`allow = ["/machine/processors"]`: "",
	} {
		if digest(old, changed) == first {
			t.Errorf("with %q for %q the digest is the same", changed, old)
		}
	}
	for old, changed := range map[string]string{
		`title = "T"`:                     `title = "Another"`,
		"Before it.":                      "Before the question.",
		`because = "It waits`:             `because = "So it waits`,
		`, because = "Too short."`:        "",
		`"kind": "cluster", "processors"`: `"kind":  "cluster",   "processors"`,
	} {
		if digest(old, changed) != first {
			t.Errorf("with %q for %q the digest is another one", changed, old)
		}
	}

	// Drawn numbers are in the experiment: those of some of the seeds differ.
	drawn := strings.NewReplacer("minutes = 5\n", "minutes = 5\ndraw = [\"t in 60..61\"]\n", `{"run": 60}`, `{"run": $t}`).Replace(versioned)
	of := map[string]bool{}
	for _, seed := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		l, err := ReadVariant("t", []byte(drawn), seed)
		if err != nil {
			t.Fatal(err)
		}
		of[l.Questions[0].parsed.Digest] = true
	}
	if len(of) != 2 || !of[first] {
		t.Errorf("of two experiments there are %d digests", len(of))
	}
}

// versioned is a lesson with one question, in which job 2 waits 60 s.
const versioned = `+++
title = "T"
sentence = "S."
minutes = 5
sources = ["X"]
+++

Before it.

~~~backfill
id = "two"
title = "Two jobs"
view = ["timeline"]
allow = ["/machine/processors"]
scenario = '{"version": 1, "machine": {"kind": "cluster", "processors": 1}, "policies": [{"kind": "fcfs", "label": "FCFS"}], "workload": {"kind": "jobs", "jobs": [{"run": 60}, {"run": 30}]}}'
~~~

~~~question
id = "long"
about = "two"
kind = "one"
ask = "How long does job 2 wait?"
options = [{text = "Up to a minute", when = "wait of job 2 under FCFS < 2 min"}, {text = "Longer", when = "wait of job 2 under FCFS >= 4 min", because = "Too short."}]
because = "It waits {wait of job 2 under FCFS}."
~~~
`

// The seeds with which scripts are judged are those of the question: always the same, all different, none of them the lab's own, and others for another question.
func TestSeedsOfAContest(t *testing.T) {
	seeds := func(more string) []int64 {
		t.Helper()
		l, err := Read("t", fmt.Appendf(nil, contests, contestLab(drawn+rivals, both), asks+more))
		if err != nil {
			t.Fatal(err)
		}
		return l.Questions[0].parsed.Beat.Seeds
	}
	first, again, other := seeds(""), seeds(""), seeds(`by = "5 %"`)
	if len(first) != 10 || !slices.Equal(first, again) {
		t.Fatalf("the seeds are %v, then %v", first, again)
	}
	for i, seed := range first {
		if seed < 0 || seed > math.MaxInt32 || seed == 1 || slices.Contains(first[:i], seed) || slices.Contains(other, seed) {
			t.Errorf("the seed %d of %v (of the other question: %v)", seed, first, other)
		}
	}
}

// With the seeds of the lesson its model answers beat EASY with more than half of them, and EASY itself with none.
func TestScriptsAreJudgedWithTheSeedsOfTheLesson(t *testing.T) {
	if testing.Short() {
		t.Skip("it simulates 1,200 workloads")
	}
	text, err := Files.ReadFile("write-your-own-scheduler.md")
	if err != nil {
		t.Fatal(err)
	}
	l, err := Read("write-your-own-scheduler", text)
	if err != nil {
		t.Fatal(err)
	}
	easy, patient := scripting.Examples[1].Source, scripting.Examples[2].Source
	for _, c := range []struct {
		question, source string
		least, most      int
	}{
		{"beat-wait", easy, 0, 0},
		{"beat-wait", strings.Replace(easy, "backfill()", `backfill(waiting("shortest"))`, 1), 6, 10},
		{"beat-slowdown", patient, 6, 10},
	} {
		q := l.Question(c.question)
		source, err := json.Marshal(c.source)
		if err != nil {
			t.Fatal(err)
		}
		won := 0
		for _, seed := range q.parsed.Beat.Seeds {
			text, err := q.Tried([]Change{{q.parsed.Beat.Path, source}}, seed)
			if err != nil {
				t.Fatal(err)
			}
			r, err := figures.Simulate(text)
			if err != nil {
				t.Fatal(err)
			}
			if q.Beats(r) {
				won++
			}
		}
		t.Logf("%s: %d of %d seeds", c.question, won, len(q.parsed.Beat.Seeds))
		if won < c.least || won > c.most {
			t.Errorf("%s: a script wins with %d seeds, want %d to %d:\n%s", c.question, won, c.least, c.most, c.source)
		}
	}
}

// The digest is another one for any other text, and the same whatever the ends of lines.
func TestDigest(t *testing.T) {
	of := func(text string) string {
		l, err := Read("tiny", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		return l.Digest
	}
	if a, b := of(tiny), of(strings.ReplaceAll(tiny, "\n", "\r\n")); a != b || len(a) != 16 {
		t.Errorf("digests %q and %q", a, b)
	}
	if of(tiny) == of(strings.Replace(tiny, "One &", "Two &", 1)) {
		t.Error("another text has the same digest")
	}
	if _, err := Read("tiny", nil); !errors.As(err, new(*Mistake)) {
		t.Errorf("no text: %v", err)
	}
}
