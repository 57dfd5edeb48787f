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
		for _, l := range s.jobNumbers(s.View.Lanes[0]) {
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

// A job on two nodes has its number on both. Where demand is shown the blocks do not tell the
// jobs apart: a plate with the job's name does, but not on the job whose shadows are marked.
func TestEveryBlockIsNumbered(t *testing.T) {
	s := demandOf(onNodes(), 800, 80)
	s.CharWidth, s.Number = 7, func(job int32) int64 { return int64(job) + 1 }
	numbers := func() string {
		var texts []string
		for _, l := range s.jobNumbers(s.View.Lanes[0]) {
			texts = append(texts, l.Text)
		}
		return strings.Join(texts, " | ")
	}
	s.ShadowsOf = engine.NoJob
	if got, want := numbers(), "job 1 | job 1 | job 2 | job 3"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	s.ShadowsOf = 0
	if got, want := numbers(), "job 2 | job 3"; got != want {
		t.Errorf("with the shadows of job 1: %q, want %q", got, want)
	}
	s.Groups[0].Heat = nil
	if got, want := numbers(), "1 | 1 | 2 | 3"; got != want {
		t.Errorf("of jobs: %q, want %q", got, want)
	}
}
