package ui

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/ui/panel/inspector"
)

// pastOf is what the inspector says under a policy of the jobs that overtook the pinned one.
func pastOf(p *Page, policy int) string { return lined(p.Inspector.Fates()[policy].Past) }

// In the textbook case job 4 waits from 60 s for its 5 of 8 processors.
//
// EASY promises job 3 its 6 at 600 s, when job 2 ends, beside which 2 are extra. Job 5 fits at
// 120 s and ends at 600 s; job 6 at 300 s, when job 1 has ended, and ends at 420 s; job 8 needs 2
// at 480 s and runs on: it takes the extra ones. Job 7, of 3 and 240 s at 420 s, does not. At 600 s
// job 3 starts, which came before job 4, and both it and job 8 leave nothing before 840 s.
//
// FCFS lets nobody pass. Under conservative backfilling job 1 ends at 240 s, a minute early, so
// that job 4 moves to the front of job 3, and job 5 to its end at 540 s, at the side of job 3.
func TestOvertakersAndTheirRights(t *testing.T) {
	p, b := firstVisit(t)
	p.Pin(3)
	b.explain()
	for i, want := range []string{
		"",
		"3 jobs that came later started while it waited.\n2 were backfilled: by their requested times they ended by the shadow time: job 5 and job 6.\nJob 8 was backfilled on the extra processors.",
		"",
	} {
		if got := pastOf(p, i); got != want {
			t.Errorf("job 4 under policy %d:\n%s\nwant\n%s", i, got, want)
		}
	}
	p.Pin(2)
	b.explain()
	if got, want := pastOf(p, 2), "2 jobs that came later started while it waited.\n2 started when their reservations came due: job 4 and job 5."; got != want {
		t.Errorf("job 3 under conservative backfilling:\n%s\nwant\n%s", got, want)
	}
	named := 0
	for _, part := range p.Inspector.Fates()[2].Past[1] {
		if part.NamesJob() {
			named++
		}
	}
	if named != 2 {
		t.Errorf("%d jobs can be pressed, want 2", named)
	}
}

// By a priority later jobs start because theirs is higher. Job 2 needs all processors for long,
// job 3 asks for little: at 100 s, when job 1 ends, (wait + request) / request is 1.1 for job 2
// and 10.8 for job 3.
func TestOvertakersByPriority(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":4},"workload":{"kind":"jobs","jobs":[
		{"run":100,"processors":4},{"submit":1,"run":1000,"processors":4},{"submit":2,"run":10,"processors":4}]},
		"policies":[{"kind":"priority-backfill","priority":"lxf"}]}`)
	if p.Notice.Problem || len(p.Wrong) > 0 {
		t.Fatal(p.Notice.Text, p.Wrong)
	}
	b.answer()
	p.Pin(1)
	b.explain()
	if got, want := pastOf(p, 0), "One job that came later started while it waited.\nJob 3 had a higher priority."; got != want {
		t.Errorf("the inspector says\n%s\nwant\n%s", got, want)
	}
}

// The looks of a policy at a job, one by one: job 3 under EASY heads the queue from 60 s to 600 s and
// is looked at whenever a job comes or ends: at 60, 120 (job 5), 240 (job 1 ends), 300 (job 6), 360 (7),
// 420 (6 ends), 480 (8) and 600 s (2 and 5 end). Before what then starts, 1 processor is free, 4 from
// 240 s on, none at 360 s, 4 again from 420 s on.
func TestLooks(t *testing.T) {
	p, b := firstVisit(t)
	p.Pin(2)
	b.explain()
	p.Toggle(inspector.LooksKey(1))
	var got []string
	for _, l := range p.Inspector.Fates()[1].Looks {
		got = append(got, strings.Join([]string{l.When.String(), l.Times, l.Rule, l.Free, l.Due.String(), l.By.String()}, "; "))
	}
	want := []string{
		"1 min to 2 min; 2; waits at the head of the queue; 1; 10 min; ",
		"4 min to 5 min; 2; waits at the head of the queue; 4; 10 min; ",
		"6 min; 1; waits at the head of the queue; 0; 10 min; ",
		"7 min to 8 min; 2; waits at the head of the queue; 4; 10 min; ",
		"10 min; 1; started in order; 6; ; ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("looks (-want +got):\n%s", diff)
	}
	p.Inspector.SaveLooks(1)
	if text := string(b.saved["backfill-a-textbook-case-looks.csv"]); !strings.Contains(text, "EASY,3,60,") {
		t.Errorf("saved is\n%s", text)
	}
}
