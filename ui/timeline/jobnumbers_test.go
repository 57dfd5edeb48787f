package timeline

import (
	"strings"
	"testing"

	"backfill/engine"
)

// A number stands where it has room: in the middle of the visible part of its job,
// in the colour of higher contrast.
func TestJobNumbers(t *testing.T) {
	o := outcome(4, 1, span{0, 20, 3, false, false}, span{20, 21, 4, false, false}, span{21, 30, 4, false, false})
	o.Workload.Number = []int64{11, 12, 13}
	s := sceneOf(o, 300, 100)
	s.Number = o.Workload.JobNumber
	s.CharWidth = 7
	numbers := func() string {
		var texts []string
		for _, l := range s.jobNumbers(nil, s.View.Lanes[0]) {
			texts = append(texts, l.Text)
			hit := s.Hit(int(l.X), int(l.Y))
			if hit.Job == engine.NoJob || o.Workload.JobNumber(hit.Job) != map[string]int64{"11": 11, "12": 12, "13": 13}[l.Text] {
				t.Errorf("number %s lies on job %d", l.Text, hit.Job)
			}
			fill := s.Colors.Color(s.Groups[0].Paint[hit.Job], s.Theme)
			if Contrast(l.Color, fill) < 4.5 {
				t.Errorf("number %s has a contrast of %.1f", l.Text, Contrast(l.Color, fill))
			}
		}
		return strings.Join(texts, " ")
	}
	if got, want := numbers(), "11 13"; got != want { // job 12 is 10 pixels wide
		t.Errorf("numbers %q, want %q", got, want)
	}
	s.View.T0, s.View.T1 = 15*engine.Second, 22*engine.Second
	if got, want := numbers(), "11 12 13"; got != want {
		t.Errorf("zoomed in, numbers %q, want %q", got, want)
	}
	s.Number = nil
	if got := numbers(); got != "" {
		t.Errorf("numbers %q without names", got)
	}
}
