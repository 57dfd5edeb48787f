package timeline

import (
	"testing"

	"backfill/engine"
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
