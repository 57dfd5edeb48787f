package lessons

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/assets/lessons/figures"
)

// tiny is a lesson with an experiment that can be done by hand: job 2 waits for job 1.
const tiny = `+++
title = "Tiny"
sentence = "Two jobs."
minutes = 5
sources = ["*Somebody*"]
+++

One & *two*.

~~~backfill
id = "two"
title = "Two jobs"
view = ["timeline"]
after = "when"
jobs = true
scenario = '''
{"version": 1, "name": "</script><b>", "machine": {"kind": "cluster", "processors": 2}, "policies": [{"kind": "fcfs", "label": "FCFS"}],
 "workload": {"kind": "jobs", "jobs": [{"submit": 0, "run": 60, "processors": 2}, {"submit": 0, "run": 60, "request": 90}]}}
'''
~~~

~~~question
id = "when"
about = "two"
kind = "number"
ask = "When?"
answer = "start of job 2 under FCFS"
unit = "s"
tolerance = "5 %"
because = "After {wait of job 2 under FCFS}."
~~~

Job 2 waits {wait of job 2 under FCFS in two}. Open [it](lab:two).

~~~teacher
Ask *why*.
~~~
`

func TestATinyLesson(t *testing.T) {
	l, err := Read("tiny", []byte(tiny))
	if err != nil {
		t.Fatal(err)
	}
	body := l.Body
	for _, cut := range [][2]string{{`<script type="application/json">`, "</script>"}, {`href="./#`, `"`}} {
		before, rest, _ := strings.Cut(body, cut[0])
		_, after, _ := strings.Cut(rest, cut[1])
		body = before + cut[0] + "…" + cut[1] + after
	}
	want := `<p>One &amp; <em>two</em>.</p>
<div class="jobs" role="region" aria-label="Jobs: Two jobs" tabindex="0"><table>
<thead><tr><th scope="col">Job</th><th scope="col">Arrives</th><th scope="col">Processors</th><th scope="col">Requests</th><th scope="col">Really runs</th></tr></thead>
<tbody>
<tr><th scope="row">1</th><td>0 min</td><td>2</td><td>1 min</td><td>1 min</td></tr>
<tr><th scope="row">2</th><td>0 min</td><td>1</td><td>1.5 min</td><td>1 min</td></tr>
</tbody>
</table></div>
<form class="question" id="question-when" data-question="when">
<fieldset>
<legend><span class="number">Question 1</span> When?</legend>
<p class="typed"><label>Your answer: <input type="text" name="answer-when" inputmode="decimal" autocomplete="off" size="12"></label> s</p>
</fieldset>
<p class="actions"><button type="submit">Check</button>
<button type="button" data-do="tell" hidden>Show me</button></p>
<div class="feedback" role="status"></div>
<template data-told="because"><p>After <b data-figure="0"></b>.</p>
</template>
</form>
<figure class="lab veiled" id="lab-two" data-lab="two" data-after="when">
<figcaption>Two jobs</figcaption>
<div class="stage">
<backfill-lab title="Two jobs" view="timeline"><script type="application/json">…</script></backfill-lab>
<p class="cover">You see this when you have answered the question<span class="in-text"> above</span>, or had the answer shown.</p>
</div>
<noscript><p>The experiment needs JavaScript and WebAssembly.</p></noscript>
</figure>
<p>Job 2 waits 1 min. Open <a href="./#…">it</a>.</p>
<details class="teacher">
<summary>For teachers</summary>
<p>Ask <em>why</em>.</p>
</details>
`
	if diff := cmp.Diff(want, body); diff != "" {
		t.Errorf("the lesson is not as wanted (- wanted, + is):\n%s", diff)
	}
	if strings.Contains(l.Body, "<b>") || strings.Count(l.Body, "</script>") != 1 {
		t.Error("the name of the experiment got out of its JSON")
	}
	if len(l.Sources) != 1 || l.Sources[0] != "<em>Somebody</em>" {
		t.Errorf("sources %q", l.Sources)
	}
	data, err := l.Data()
	wantData := `{"lesson":"tiny","title":"Tiny","digest":"` + l.Digest + `","questions":[{"id":"when","digest":"39457d789be4f822","about":"two","kind":"number",` +
		`"answer":{"is":"job","which":"start","policy":"FCFS","job":2,"unit":"s"},"scale":1,"within":{"is":"number","number":0.05,"unit":"%"},` +
		`"figures":[{"phrase":{"is":"job","which":"wait","policy":"FCFS","job":2,"unit":"s"}}]}]}`
	if string(data) != wantData || err != nil {
		t.Errorf("data\n%s, want\n%s (error %v)", data, wantData, err)
	}
}

// The table has the columns that the jobs differ in, and hours where they come over days.
func TestTableOfJobs(t *testing.T) {
	const start, end = `{"version": 1, "machine": {"kind": "cluster", "processors": 2}, "policies": [{"kind": "fcfs"}], "workload": {"kind": "jobs", "jobs": [`, `]}}`
	for jobs, want := range map[string]table{
		`{"run": 60}, {"run": 90, "processors": 2}`: {
			Columns: []string{"Job", "Arrives", "Processors", "Runs"},
			Rows:    [][]string{{"1", "0 min", "1", "1 min"}, {"2", "0 min", "2", "1.5 min"}}},
		`{"id": 7, "run": 3600, "request": 7200, "user": 3, "nodes": 2}, {"id": 8, "submit": 90000, "run": 1800, "user": 4, "afterSuccess": [7]}`: {
			Columns: []string{"Job", "User", "Arrives", "After job", "Nodes", "Processors", "Requests", "Really runs"},
			Rows:    [][]string{{"7", "3", "0 h", "", "2", "1", "2 h", "1 h"}, {"8", "4", "25 h", "7", "any", "1", "0.5 h", "0.5 h"}}},
	} {
		l := &Lab{Jobs: true, Scenario: start + jobs + end}
		if err := l.compile(experiments{}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, *l.Table()); diff != "" {
			t.Error(diff)
		}
	}
}

// A part that would give an answer away waits for its question, with the labs and numbers in it.
func TestAPartWaitsForItsQuestion(t *testing.T) {
	text := strings.Replace(tiny, "Job 2 waits {wait of job 2 under FCFS in two}.", "~~~~after when\nJob 2 waits {wait of job 2 under FCFS in two}.\n\n"+
		"~~~backfill\nid = \"again\"\ntitle = \"Again\"\nview = [\"answers\"]\nmetrics = [\"meanResponse\", \"killed\"]\ndifferences = \"absolute\"\nlike = \"two\"\nscenario = \"{}\"\n~~~\n~~~~\n", 1)
	l, err := Read("tiny", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(l.Body, `<div class="later veiled" data-after="when">
<p class="cover">The lesson goes on here when you have answered question 1, or had the answer shown.</p>
<div class="rest">
<p>Job 2 waits 1 min.</p>
<figure class="lab" id="lab-again" data-lab="again">
<figcaption>Again</figcaption>
<div class="stage">
<backfill-lab title="Again" view="answers" metrics="meanResponse,killed" differences="absolute">`)
	if _, after, closed := strings.Cut(rest, "</figure>\n</div>\n</div>\n"); !ok || !closed || !strings.HasPrefix(after, "<p>Open <a") {
		t.Errorf("the part is not as wanted:\n%s", l.Body)
	}
	if gates := l.Labs[1].gates; len(gates) != 1 || gates[0] != "when" {
		t.Errorf("the lab in it waits for %v", gates)
	}
	if len(l.figures) != 1 || len(l.figures[0].gates) != 1 {
		t.Errorf("the number in it waits for %+v", l.figures)
	}
}

// A unit stands behind the phrase or behind the name of the experiment, on the screen and in print.
func TestAUnitStandsBeforeOrBehindTheExperiment(t *testing.T) {
	for _, figure := range []string{"{start of job 2 under FCFS as h in two}", "{start of job 2 under FCFS in two as h}"} {
		l, err := Read("tiny", []byte(strings.Replace(tiny, "{wait of job 2 under FCFS in two}", figure, 1)))
		if err != nil {
			t.Fatal(err)
		}
		sheet, err := Sheet(l)
		if want := "Job 2 waits 0.02 h."; err != nil || !strings.Contains(l.Body, want) || !strings.Contains(sheet, want) {
			t.Errorf("%s is not as wanted (error %v):\n%s\n%s", figure, err, l.Body, sheet)
		}
	}
}

// The front matter may end with the file.
func TestALessonWithoutText(t *testing.T) {
	matter, _, _ := strings.Cut(tiny, "\n\n")
	if l, err := Read("tiny", []byte(matter)); err != nil || l.Title != "Tiny" {
		t.Errorf("the lesson is %+v (error %v)", l, err)
	}
}

// Mistakes are told with their line, and nothing of what follows from them. In the tiny lesson the front matter begins in line 2, the text in 7, the experiment
// in 11, the question in 23.
func TestMistakesAreRefused(t *testing.T) {
	for _, c := range []struct {
		old, new string
		line     int
		want     string
	}{
		{"One &", "<b>One</b> &", 8, "markup is not accepted"},
		{"One & *two*.", "a\nb <img src=x onerror=alert(1)> c", 9, "markup is not accepted"},
		{"One &", "<script>alert(1)</script>\n\nOne &", 8, "markup is not accepted"},
		{"One &", "<!-- a -->\n\nOne &", 8, "markup is not accepted"},
		{"*two*", "![two](two.png)", 8, "pictures are not accepted"},
		{"*two*", "[two](javascript:alert(1))", 8, `"javascript:alert(1)" is not accepted`},
		{"*two*", "[two](data:text/html,x)", 8, "is not accepted"},
		{"*two*", "[two](//example.com)", 8, "is not accepted"},
		{"*two*", "[two](lab:two)", 8, `no experiment "two" above, nor any other; what is about an experiment stands below it`},
		{"One &", "{start of job 2 under FCFS in two} One &", 8, `no experiment "two" above, nor any other; what is about`},
		{"One &", "{start of job 2 under FCFS in two as min} One &", 8, `no experiment "two" above, nor any other; what is about`},
		{"*two*.", "two\n\n~~~bash\nls\n~~~", 11, `"bash" is no kind of block`},
		{`"*Somebody*"`, `"<i>Somebody</i>"`, 5, "markup is not accepted"},
		{"minutes = 5", "minutes = five", 4, "five"},
		{"minutes = 5", "minutes = \"five\"", 4, "minutes: the value is a text; a number is accepted"},
		{"minutes = 5", "minutes = 5\nchecks = \"x\"", 5, "checks: the value is a text; a list is accepted"},
		{`view = ["timeline"]`, `view = "timeline"`, 13, "view: the value is a text; a list is accepted"},
		{"minutes = 5", "hours = 1", 4, "unknown key"},
		{"minutes = 5", "minutes = 0", 4, "1 to 600"},
		{"title = \"Tiny\"", "", 2, "title: missing"},
		{"+++\n\nOne", "\n\nOne", 1, `the front matter that begins here has no end: a line "+++" is missing`},
		{"+++\ntitle", "title", 1, "the front matter is missing: title"},
		{`view = ["timeline"]`, `view = ["map"]`, 13, `"map": one of play`},
		{`after = "when"`, `after = "who"`, 11, `no question "who"`},
		{`after = "when"`, `at = 5`, 14, "view play"},
		{`"processors": 2}, "policies"`, `"processors": -2}, "policies"`, 17, "/machine/processors"},
		{`about = "two"`, `about = "three"`, 24, `no experiment "three" above; "two" is accepted`},
		{`kind = "number"`, `kind = "essay"`, 25, `"essay"`},
		{`ask = "When?"`, `ask = "<script>x</script>"`, 26, "markup is not accepted"},
		{`ask = "When?"`, `ask = """a

b"""`, 26, "one paragraph"},
		{"start of job 2 under FCFS\"", "start of job 3 under FCFS\"", 27, "no job 3"},
		{"start of job 2 under FCFS\"", "start of job 2 under EASY\"", 27, `"EASY" is no policy of the experiment two; FCFS is accepted`},
		{"start of job 2 under FCFS\"", "running under FCFS at 5 s\"", 27, "jobs are not accepted here; a time such as 30 s or a number such as 12 or a share such as 5 % is"},
		{`unit = "s"`, `unit = "%"`, 28, `unit: "%": the answer is a time; s, min, h or d is accepted`},
		{"answer = \"start of job 2 under FCFS\"", "answer = \"meanWait of FCFS / 1 s\"", 28, `unit: "s": the answer is a number without a unit; none is accepted`},
		{"answer = \"start of job 2 under FCFS\"", "answer = \"utilization of FCFS\"", 28, `unit: "s": the answer is a share; % is accepted`},
		{"{wait of job 2 under FCFS}", "{wait of job 2}", 30, "needs a policy"},
		{"{wait of job 2 under FCFS}", "{wait}", 30, `"of" is accepted`},
		{"{wait of job 2 under FCFS in two}", "{wait of job 2 under FCFS}", 33, `the experiment is missing; a phrase with "in" and the name of an experiment above is accepted`},
		{"{wait of job 2 under FCFS in two}", "{wait of job 2 under FCFS as min in two as h}", 33, `"as" is not understood here`},
		{"Ask *why*.", "Ask <b>why</b>.", 36, "markup is not accepted"},
		{`view = ["timeline"]`, "view = [\"timeline\"]\nmetrics = [\"speed\"]", 14, `metrics: "speed"`},
		{`view = ["timeline"]`, "view = [\"timeline\"]\ndifferences = \"some\"", 14, `"some": one of relative, absolute`},
		{`view = ["timeline"]`, "view = [\"timeline\"]\ntimes = \"days\"", 14, `"days": one of clock, minutes`},
		{`view = ["timeline"]`, "view = [\"timeline\"]\nrows = [\"speed\"]", 14, `"speed": names of metrics`},
		{"~~~teacher", "~~~after who\nx\n~~~\n\n~~~teacher", 35, `no question "who" above`},
		{"~~~teacher", "~~~after\nx\n~~~\n\n~~~teacher", 35, "names of questions above"},
		// What has to be typed is told, in the line where it is missing.
		{`title = "Two jobs"`, `title = "Two jobs`, 12, `title: the quotation mark at the end is missing: type "`},
		{`kind = "number"`, `kind = number`, 25, `"number" is neither a number nor a text in quotation marks`},
		{"{wait of job 2 under FCFS}.\"\n~~~", "{wait of job 2 under FCFS}.\"", 32, "its closing line (``` or ~~~) is missing"},
		{"}]}}\n'''\n~~~", "}]}}\n'''", 21, "the block above is not closed"},
		// The scenario's text begins in line 17, its second line is 18.
		{"\"FCFS\"}],\n", "\"FCFS\"}]\n", 17, `scenario: not JSON: a comma is missing behind … `},
		{`2}, {"submit"`, `2} {"submit"`, 18, `not JSON: a comma is missing behind … 60, "processors": 2}`},
		{`"request": 90}]`, `"request": 90},]`, 18, "not JSON: there is a comma too many before ]"},
		{`"request": 90}]`, `"request": }]`, 18, "not JSON: column "},
		{`"request": 90}]`, `"reqest": 90}]`, 18, "scenario: job 2 of the list: reqest: unknown key; the nearest known is request"},
		{`"kind": "cluster", "processors"`, `"kind": "cluster", "zzzzzzzz": 1, "processors"`, 17, "/machine/zzzzzzzz: 1: unknown key; known are "},
		{"\"start of job 2 under FCFS\"", "\"begin of job 2 under FCFS\"", 27, `"begin" is no field of a job; one of submit, start, end, wait, run, processors, request is accepted`},
		{"\"start of job 2 under FCFS\"", "\"minute 20\"", 27, `"minute 20" is no time; a number and its unit, such as 20 min, is accepted`},
		{"\"start of job 2 under FCFS\"", "\"20 minutes\"", 27, `"minutes" is no unit; min is accepted, as in 20 min`},
		{"~~~teacher", "~~~after when\n<b>x</b>\n~~~\n\n~~~teacher", 36, "markup is not accepted"},
	} {
		if !strings.Contains(tiny, c.old) {
			t.Fatalf("the tiny lesson has no %q", c.old)
		}
		_, err := Read("tiny", []byte(strings.Replace(tiny, c.old, c.new, 1)))
		var all Mistakes
		if !errors.As(err, &all) || len(all) != 1 || all[0].File != "tiny.md" || all[0].Line != c.line || !strings.Contains(all[0].Reason, c.want) {
			t.Errorf("%q: error %v, want line %d, %q, alone", c.new, err, c.line, c.want)
		}
	}
}

func FuzzQuestion(f *testing.F) {
	lab, err := parseLab(block{text: `id = "l"
title = "L"
view = ["timeline"]
gallery = "textbook"`}, experiments{})
	if err != nil {
		f.Fatal(err)
	}
	r, err := lab.Results()
	if err != nil {
		f.Fatal(err)
	}
	for _, l := range Names {
		text, err := Files.ReadFile(l + ".md")
		if err != nil {
			f.Fatal(err)
		}
		for _, part := range strings.Split(string(text), "```question\n")[1:] {
			question, _, _ := strings.Cut(part, "```")
			f.Add(question)
		}
	}
	f.Add("id = \"a\"\nabout = \"l\"\nkind = \"jobs\"\nask = \"?\"\nanswer = \"starts under EASY from 0 to start of job 3 under EASY\"\namong = [1, 2, 5]\norder = true\nbecause = \"{busy under EASY at 5 min} {least meanWait} {overtakers of job 4 under EASY}\"")
	f.Fuzz(func(t *testing.T, text string) {
		q, err := parseQuestion(block{text: text, line: 1}, experiments{list: []*Lab{lab}}, func(string) bool { return false })
		if err != nil {
			return
		}
		shown, err := q.show(1, block{text: text, line: 1})
		if err != nil {
			return
		}
		if _, err := render("question", shown); err != nil {
			t.Fatal(err)
		}
		// Whatever was accepted can be evaluated, and told to the page.
		for _, p := range []*figures.Phrase{q.parsed.Answer, q.parsed.Now, q.parsed.Seek} {
			if p != nil {
				r.Evaluate(p)
			}
		}
		for _, f := range q.parsed.Figures {
			r.Evaluate(f.Phrase)
		}
		if _, err := json.Marshal(q.parsed); err != nil {
			t.Fatal(err)
		}
	})
}
