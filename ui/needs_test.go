package ui

import (
	"strings"
	"testing"

	"backfill/engine"
)

// needsOf is what the inspector says under a policy that the pinned job would have needed.
func needsOf(p *Page, policy int) string { return lined(p.Inspector.Fates()[policy].Needs) }

// In the textbook case job 4 asks for 5 of 8 processors for 300 s, which is its run time, and comes at
// 60 s, when 1 is free.
//
// FCFS lets it pass nobody: job 3 takes 6 at 600 s, which leaves 2. Under EASY 4 are free at 240 s and job 3
// is not due before 600 s. Under conservative backfilling it starts at 240 s anyhow, and with 1 at once.
func TestNeedsInWords(t *testing.T) {
	p, b := firstVisit(t)
	p.Pin(3)
	b.explain()
	b.need()
	for i, want := range []string{
		"With 2 processors instead of 5 for the same run time it would have started at 10 min; with 3 it would have started no earlier.",
		"With 4 processors instead of 5 for the same run time it would have started at 4 min, backfilled to end by the shadow time.",
		"With 1 processor instead of 5 for the same run time it would have started at 1 min, backfilled to end no later than a reservation begins; with 2 it would have started no earlier.",
	} {
		if got := needsOf(p, i); got != want {
			t.Errorf("job 4 under policy %d:\n%s\nwant\n%s", i, got, want)
		}
	}
	// Job 7 asks for 3 processors and 240 s, and runs for 180 s: at 420 s, when 4 are free and 2 extra.
	p.Pin(6)
	b.explain()
	b.need()
	if got, want := needsOf(p, 1), "With 2 processors instead of 3 for the same run time it would have started at 7 min, backfilled on the extra processors.\n"+
		"With a requested time of 3 min instead of 4 min it would have started at 7 min, backfilled to end by the shadow time; with 3 min 1 s it would have started no earlier."; got != want {
		t.Errorf("job 7 under EASY:\n%s\nwant\n%s", got, want)
	}
	if got, want := needsOf(p, 0), "With 1 processor instead of 3 for the same run time it would have started no earlier.\n"+
		"With a requested time of 3 min, the least that its run time allows, it would have started no earlier."; got != want {
		t.Errorf("job 7 under FCFS:\n%s\nwant\n%s", got, want)
	}
	// Job 1 did not wait.
	p.Pin(0)
	b.explain()
	if len(b.wanting) > 0 {
		t.Error("it is asked what a job would have needed that did not wait")
	}
}

// What takes long is asked when somebody wants to know, and given up with the job.
func TestNeedsThatTakeLongAreOffered(t *testing.T) {
	p, b := firstVisit(t)
	for _, r := range p.Shown.Results.Runs {
		r.Seconds = 10
	}
	p.Pin(3)
	b.explain()
	if len(b.wanting) > 0 {
		t.Fatal("minutes of work began unasked")
	}
	text := render(t, p).ids["inspector"].text()
	if want := "What would it have needed? (about "; !strings.Contains(text, want) {
		t.Fatalf("the inspector says %s", text)
	}
	p.Inspector.Needs.Agreed = true
	p.Inspector.AskNeeds()
	if len(b.wanting) != 1 || b.wanting[0].before != 14*engine.Minute {
		t.Fatalf("asked is %+v", b.wanting)
	}
	p.Pin(4)
	if len(b.wanting) > 0 || p.Inspector.Needs.Agreed {
		t.Error("what the job before would have needed is still asked")
	}
}
