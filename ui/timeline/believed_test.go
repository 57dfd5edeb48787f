package timeline

import (
	"testing"

	"backfill/engine"
	"backfill/engine/snapshot"
)

// A pixel is a second. Job 0 ran 100 s and was believed to run 200 s; job 1 was believed to run 60 s, then 120 s, then 300 s, and did so.
func TestBelievedRunTimesAreDrawn(t *testing.T) {
	o := outcome(8, 1, span{0, 100, 4, false, false}, span{0, 300, 4, false, false})
	o.Belief = []engine.Time{200 * engine.Second, 60 * engine.Second}
	o.Corrections = []engine.Correction{{Job: 1, At: 60 * engine.Second, Belief: 120 * engine.Second}, {Job: 1, At: 120 * engine.Second, Belief: 300 * engine.Second}}
	s := sceneOf(o, 300, 80)
	s.Groups[0].Outcome, s.Pinned = o, 0
	lane := s.View.Lanes[0]
	marks := s.believedMarks(lane)
	if len(marks) == 0 {
		t.Fatal("nothing is drawn of job 0")
	}
	for i, m := range marks {
		if m.area.X0 < 100 || m.area.X1 > 200 || m.color != s.Theme.Pinned {
			t.Errorf("part %d is %+v, not between the end of the job and the believed one", i, m)
		}
	}
	if last := marks[len(marks)-1].area; last.X1 != 200 || last.Y1-last.Y0 < 20 {
		t.Errorf("the believed end is at %+v", last)
	}
	s.Pinned, s.Hover = engine.NoJob, 1
	marks = s.believedMarks(lane)
	if len(marks) != 2 || marks[0].area.X0 != 60 || marks[1].area.X0 != 120 || marks[0].color != s.Theme.Hover {
		t.Errorf("of job 1, which was corrected twice, is drawn %+v", marks)
	}
	// They are in the picture.
	var r Raster
	r.Resize(300, 80)
	s.Draw(&r)
	if got, want := r.Pix[(lane.Top+lane.Height/4)*r.Width+60], s.Theme.Hover.pixel(); got != want {
		other := r.Pix[(lane.Top+3*lane.Height/4)*r.Width+60]
		if other != want {
			t.Errorf("at 60 s there is %x and %x, want %x", got, other, want)
		}
	}
}

// Of a run that is played, at 6 s: job 1, from 4 to 20 s, was believed to end at 5 s when the policy was called last. At 5 s that was
// corrected to 8 s after its start. Nothing tells that job 0, which was believed to run 20 s, will have ended at 10 s.
func TestBeliefsThatChangeWhileARunIsPlayed(t *testing.T) {
	s := played()
	o := s.Groups[0].Outcome
	o.Belief = []engine.Time{20 * engine.Second, engine.Second, engine.Second, engine.Second}
	o.Corrections = []engine.Correction{{Job: 1, At: 5 * engine.Second, Belief: 8 * engine.Second}, {Job: 1, At: 12 * engine.Second, Belief: 30 * engine.Second}}
	s.Play.Known[0].Running = []snapshot.Expectation{{Job: 0, End: 20 * engine.Second}, {Job: 1, End: 5 * engine.Second}}
	ends := map[int32]engine.Time{}
	for g := range s.ghosts(0) {
		ends[g.job] = g.to
	}
	if ends[0] != 20*engine.Second || ends[1] != 12*engine.Second {
		t.Errorf("the jobs are expected to end at %v", ends)
	}
	lane := s.View.Lanes[0]
	if s.Pinned = 0; len(s.believedMarks(lane)) > 0 {
		t.Errorf("of job 0, whose end is not known, is drawn %+v", s.believedMarks(lane))
	}
	if s.Pinned = 1; len(s.believedMarks(lane)) != 1 || s.believedMarks(lane)[0].area.X0 != 5 {
		t.Errorf("of job 1, corrected once so far, is drawn %+v", s.believedMarks(lane))
	}
	s.Play.Now = 11 * engine.Second
	if s.Pinned = 0; len(s.believedMarks(lane)) == 0 {
		t.Error("of job 0, which has ended, nothing is drawn")
	}
}
