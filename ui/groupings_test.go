package ui

import (
	"strings"
	"testing"

	"backfill/ui/draft"
)

// Groupings are edited in fields; every mistake stands beside its own.
func TestGroupingsAreEdited(t *testing.T) {
	p, b := firstVisit(t)
	p.RemoveGrouping(0)
	p.AddGrouping("runTime")
	p.Edit("/groups/0/classes", "60, 600")
	p.Edit("/groups/0/each", "size")
	p.Edit("/groups/0/where", "Run time ≤ 3600; kind is batch jobs")
	p.AddGrouping("queue")
	b.pass()
	const want = `"groups":[{"by":"runTime","bounds":[60,600],"each":{"by":"size","quantiles":4},"where":[{"by":"runTime","most":3600},{"by":"kind","in":["batch jobs"]}]},{"by":"queue"}]`
	if got := b.lastScenario(); !strings.Contains(got, want) {
		t.Errorf("run is %s, want %s in it", got, want)
	}
	if got, want := p.Editor.GroupsSentence(), "By run time in each class of size; Run time ≤ 3600; kind is batch jobs; by queue"; got != want {
		t.Errorf("the card says %q, want %q", got, want)
	}
	for _, c := range []struct{ path, text, says string }{
		{"/groups/0/classes", "many", "number of classes"},
		{"/groups/0/classes", "600, 60", "increasing positive numbers of seconds"},
		{"/groups/0/classes", "", "number of classes"},
		{"/groups/0/eachClasses", "1", "from 2 to 20"},
		{"/groups/0/where", "colour above 3", "conditions such as"},
		{"/groups/0/where", "run time", "conditions such as"},
		{"/groups/0/where", "size above 0.5", "whole numbers"},
		{"/groups/0/where", "month in Brumaire", "a month such as"},
	} {
		p.Edit(c.path, c.text)
		if !strings.Contains(p.Wrong[c.path], c.says) || len(p.Wrong) != 1 {
			t.Errorf("%s = %q: mistakes are %v, want %q at it", c.path, c.text, p.Wrong, c.says)
		}
		p.Undo()
	}
	for _, c := range []struct{ path, text, written string }{
		// What the message about a condition proposes.
		{"/groups/0/where", "run time at most 180,000; month in Jan 2001, Feb 2001",
			`"where":[{"by":"runTime","most":180000},{"by":"month","in":["Jan 2001","Feb 2001"]}]`},
		{"/groups/0/where", "run time above 1 h, at most 2 d", `"where":[{"by":"runTime","above":3600,"most":172800}]`},
		{"/groups/0/classes", "1 h, 50 h; 1 d 2.5 h", ""},
		{"/groups/0/classes", "1 h, 1 d 2.5 h; 50 h", `"bounds":[3600,95400,180000]`},
		{"/groups/0/classes", "10min", `"bounds":[600]`},
		{"/groups/0/classes", "60 600, 3600", `"bounds":[60,600,3600]`},
		{"/groups/0/classes", "60,90", `"bounds":[60,90]`},
		{"/groups/0/classes", "3,600", ""}, // one bound or two?
		{"/groups/0/classes", "1h 4h", ""},
	} {
		p.Edit(c.path, c.text)
		if refused := p.Wrong[c.path] != ""; refused != (c.written == "") || !strings.Contains(string(p.Valid), c.written) {
			t.Errorf("%s = %q: the mistakes are %v, the scenario %s; want %s", c.path, c.text, p.Wrong, p.Valid, c.written)
		}
		p.Undo()
	}
	// Bounds of another attribute would mean something else.
	p.Edit("/groups/0/kind", "memory")
	p.Edit("/groups/0/each", "month")
	if c := p.Draft.Groups[0].Texts; c["classes"] != "4" || c["eachClasses"] != "" || len(p.Wrong) > 0 {
		t.Errorf("by memory the grouping is %v, the mistakes %v", c, p.Wrong)
	}
	// One group of all jobs needs a condition, and begins with one.
	p.Edit("/groups/0/where", "")
	p.Edit("/groups/0/kind", draft.AllJobs)
	if len(p.Wrong) > 0 {
		t.Errorf("all jobs together: the mistakes are %v", p.Wrong)
	}
	p.Edit("/groups/0/where", "")
	if got := p.Wrong["/groups/0/where"]; len(p.Wrong) != 1 || !strings.Contains(got, "conditions such as") {
		t.Errorf("all jobs without a condition: the mistakes are %v", p.Wrong)
	}
	p.Edit("/groups/0/where", "queue in nonsense")
	b.pass()
	b.answer()
	if list := (p.Answers).Warnings(); len(list) != 1 || !strings.Contains(list[0], "no job that ended meets") {
		t.Errorf("of jobs that nobody submitted it is said %q", list)
	}
	p.RemoveGrouping(0)
	if b.focused != "groupings-0" || p.Editor.GroupsSentence() != "By queue" {
		t.Errorf("the focus is on %s, the card says %q", b.focused, p.Editor.GroupsSentence())
	}
}
