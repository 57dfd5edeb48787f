package timeline

import (
	"fmt"
	"strings"
	"testing"

	"backfill/engine"
)

// Two jobs of 2 of 4 processors arrive at 0 and run from 0 to 100 s and from 100 to 200 s; under B as under A. Two processors are busy
// from 0 on, which the second start does not change, none from 200 s on; one job waits until 100 s. A reader goes down through both charts, up again, and from lane to lane.
func TestArrowsReadEveryLane(t *testing.T) {
	o := outcome(4, 1, span{0, 100, 2, false, false}, span{100, 200, 2, true, true})
	s := whole(o, ByKind)
	s.Groups[0].Name = "A"
	s.Groups = append(s.Groups, s.Groups[0])
	s.Groups[1].Name = "B"
	s.View = NewView(0, 250*engine.Second, 400, 1).Stack(DefaultHeights, s.Groups)

	tell := func(at Hit) string {
		what := fmt.Sprintf("%g", at.Value)
		if at.Job != engine.NoJob {
			what = fmt.Sprint("job ", at.Job)
		}
		return fmt.Sprintf("%s, %v: %s", s.LaneName(at.Lane), at.Time.Seconds(), what)
	}
	walk := func(next func(Hit, int, int) Hit, at Hit, by, most int) (told []string, last Hit) {
		for range most {
			to := next(at, 0, by)
			if to == at {
				break
			}
			told, at = append(told, tell(to)), to
		}
		return told, at
	}
	down, bottom := walk(s.NextInLane, Nowhere, 1, 100)
	const jobs = ", jobs in the order of their starts, "
	if len(down) != 2*(2+2+2) {
		t.Errorf("%d places: %q", len(down), down)
	}
	for _, want := range []string{"A" + jobs + "0: job 0|A" + jobs + "100: job 1|A, busy processors, 0: 2|", "B" + jobs + "0: job 0|B" + jobs + "100: job 1|B, busy processors, 0: 2|", "|B, busy processors, 200: 0|B, jobs waiting, 0: 1|B, jobs waiting, 100: 0|"} {
		if got := strings.Join(down, "|") + "|"; !strings.Contains(got, want) {
			t.Errorf("going down tells %s, want %s", got, want)
		}
	}
	up, top := walk(s.NextInLane, bottom, -1, 100)
	if len(up) != len(down)-1 || tell(top) != down[0] || up[0] != down[len(down)-2] {
		t.Errorf("going up tells %q", up)
	}

	// At 100 s, lane by lane: two are still busy.
	second := s.NextInLane(top, 0, 1)
	lanes, _ := walk(s.NextLane, second, 1, 100)
	if want := "A, busy processors, 100: 2|A, jobs waiting, 100: 0|B" + jobs + "100: job 1|B, busy processors, 100: 2|B, jobs waiting, 100: 0"; strings.Join(lanes, "|") != want {
		t.Errorf("lane by lane: %q, want %s", lanes, want)
	}

	// In the middle of a run that is played the future is not read, and what another scene had is nowhere.
	s.Play = &Play{Now: 50 * engine.Second}
	played, _ := walk(s.NextInLane, Nowhere, 1, 100)
	for _, told := range played {
		if strings.Contains(told, "100: ") || strings.Contains(told, "200: ") {
			t.Errorf("at 50 s the reader is told %s", told)
		}
	}
	s.Play = nil
	if got := s.NextInLane(Hit{Lane: 99, Group: 1, Job: 7}, 1, 1); tell(got) != "B"+jobs+"0: job 0" {
		t.Errorf("from another scene: %s", tell(got))
	}
	s.Groups[0].Layout, s.Groups[1].Layout = nil, nil
	if got := s.NextInLane(Nowhere, 0, 1); got != Nowhere {
		t.Errorf("without jobs: %+v", got)
	}
}
