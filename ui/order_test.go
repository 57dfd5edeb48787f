package ui

import (
	"strings"
	"testing"
)

// Job 1 takes the whole machine for an hour. Under SJF, with M = 400 h, job 3 of one hour
// (400) goes before job 2 of two hours (200), which arrived first.
func TestPrioritiesAreSaid(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":4},"policies":[{"kind":"priority-backfill","priority":"sjf"}],
		"workload":{"kind":"jobs","jobs":[{"submit":0,"run":3600,"processors":4},{"submit":1,"run":7200,"processors":4},{"submit":2,"run":3600,"processors":4}]}}`)
	b.answer()
	for _, c := range []struct {
		job         int32
		order, last string
	}{
		{2, "Its priority after a wait of 59 min 58 s for a requested time of 1 h was 400: number 1 of the 2 jobs that waited.", "by its priority it was next."},
		{1, "Its priority after a wait of 2 h for a requested time of 2 h was 200: no other job waited.", "by its priority it was next."},
	} {
		p.Pin(c.job)
		b.explain()
		f := p.Inspector.Fates()[0]
		if f.Order != c.order {
			t.Errorf("job %d: %q, want %q", c.job+1, f.Order, c.order)
		}
		if n := len(f.Reasons); n == 0 || !strings.HasSuffix(f.Reasons[n-1].String(), c.last) {
			t.Errorf("job %d: the reasons are %v", c.job+1, f.Reasons)
		}
		for _, reason := range f.Reasons {
			if strings.Contains(reason.String(), "head of the queue") {
				t.Errorf("job %d: %v", c.job+1, reason)
			}
		}
	}
}
