package ui

import (
	"strings"
	"testing"
)

// A job of 10,000 s that asks for 100,000 s runs for a test of an hour first, and then
// again: two rows that lead to each other.
func TestTestRunsLeadToFullRuns(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":8},"policies":[{"kind":"easy","label":"EASY"}],
		"workload":{"kind":"jobs","jobs":[{"id":7,"run":10000,"request":100000,"processors":2}],"transform":[{"kind":"estimates","model":"testRuns","share":1}]}}`)
	b.answer()
	p.Pin(0)
	if got, want := p.Inspector.Relation().String(), "If this test run is stopped, the full run follows."; got != want {
		t.Errorf("the inspector says %q, want %q", got, want)
	}
	for _, part := range p.Inspector.Relation() {
		if part.NamesJob() {
			p.ShowJob(part.Job)
			break
		}
	}
	if got, want := p.Inspector.Relation().String(), "A test run came first."; p.Pinned != 1 || got != want {
		t.Errorf("job %d says %q, want %q", p.Pinned, got, want)
	}
	if got, want := p.InspectedName(), "Job 7, full run"; got != want {
		t.Errorf("the heading is %q, want %q", got, want)
	}
	// It waited for nothing but its test.
	if got, want := p.Inspector.Fates()[0].Summary.String(), "With the test run and its wait, the job waited 1 h."; !strings.HasSuffix(got, want) {
		t.Errorf("the inspector says %q, want at its end %q", got, want)
	}
	if got, want := (p.Answers).Effort(), "1 job and 1 test run under 1 policy"; !strings.HasPrefix(got, want) {
		t.Errorf("below the table stands %q, want %q", got, want)
	}
	if got, want := p.Jobs.RowsRemark(), "one job, whose wait is both waits"; !strings.Contains(got, want) {
		t.Errorf("above the rows stands %q", got)
	}
	if text := render(t, p).ids["inspector"].text(); !strings.Contains(text, "came first.") {
		t.Errorf("the page says %s", text)
	}
}
