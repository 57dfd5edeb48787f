package ui

import (
	"fmt"
	"strings"
	"testing"

	"backfill/engine"
)

// In the textbook case, under EASY: job 5 arrives at 2 min, needs 1 processor for 8 min and so ends at 10 min, when job 3 is promised to
// start. In words that is told of each job, once the policy has been asked; at 2 min 30 s nothing that comes later.
func TestWordsTellWhoStartedAndWhy(t *testing.T) {
	p, b := firstVisit(t)
	const five = "Job 5 (1 processor, requests 8 min) arrived at 2 min."
	if got := p.Schedules.Words(false)[1].Jobs; len(got) != 12 || got[4] != five+" Started at once, at 2 min, ended at 10 min. It started past a job that had arrived earlier." {
		t.Errorf("without the reasons: %q", got)
	}
	button := func() *element {
		for _, e := range render(t, p).all {
			if e.Data == "button" && e.text() == "In words" {
				return e
			}
		}
		t.Fatal("there is no button")
		return nil
	}
	button().hear("click", "")
	if words := p.Schedules.Words(true); !words[0].Asked {
		t.Error("the policies are not asked why")
	}
	b.explain()
	const backfilled = five + " Backfilled at 2 min: by its requested time it ended by 10 min, when job 3 was due (shadow time)."
	easy := p.Schedules.Words(true)[1]
	if len(easy.Jobs) != 12 || easy.Jobs[4] != backfilled+" Ended at 10 min." || easy.Asked {
		t.Errorf("under EASY: %+v", easy)
	}
	if text := render(t, p).root.text(); !strings.Contains(text, backfilled) {
		t.Error("the page does not say so")
	}

	p.Play.ShowAt(150 * engine.Second)
	easy = p.Schedules.Words(true)[1]
	if want := "EASY at 2 min 30 s: 8 of 8 processors are busy. Job 1 (4 processors), job 2 (3 processors) and job 5 (1 processor) run. Job 3 (6 processors) and job 4 (5 processors) wait."; !strings.HasPrefix(easy.Summary, want) {
		t.Errorf("at 2 min 30 s: %s", easy.Summary)
	}
	if len(easy.Jobs) != 5 || easy.Jobs[4] != backfilled+" It has not ended yet." || !strings.HasSuffix(easy.Jobs[3], "it needs 5 processors, at most 1 was free. It still waits.") {
		t.Errorf("at 2 min 30 s: %q", easy.Jobs)
	}
	p.Play.StopPlaying()

	// Other results are told of anew, many jobs not one by one.
	p.Edit("/machine/processors", "16")
	b.pass()
	b.answer()
	b.explain()
	if easy = p.Schedules.Words(true)[1]; easy.Asked || !strings.Contains(easy.Jobs[2], "Started at 1 min; nobody who had arrived earlier was waiting. Ended at 5 min.") {
		t.Errorf("on 16 processors: %+v", easy)
	}
	open(p, fmt.Sprintf(`{"version":1,"machine":{"kind":"cluster","processors":8},"policies":[{"kind":"easy"}],"workload":{"kind":"jobs","jobs":[%s{"run":1,"processors":1}]}}`,
		strings.Repeat(`{"run":1,"processors":1},`, 30)))
	b.answer()
	if got := p.Schedules.Words(true)[0]; got.Jobs != nil || got.Asked || !strings.Contains(got.Summary, "31 jobs ran") {
		t.Errorf("of many jobs: %+v", got)
	}
}
