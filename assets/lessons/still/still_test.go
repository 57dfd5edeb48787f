package still

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/assets/lessons/figures"
	"backfill/ui/result"
)

// Job 1 has 2 of 4 processors for an hour, job 2 the others for the first half of it. Job 3 gets the lower one of these, until minute 40, and then job 4
// both. In minute 45 jobs 1 and 4 run: they asked for 60 and 30 minutes.
func TestAScheduleIsDrawn(t *testing.T) {
	job := func(id int64, start, end float64, processors int32, requested float64) result.Job {
		return result.Job{Job: id, Start: &start, End: &end, Processors: processors, Requested: requested}
	}
	run := &figures.RunResult{Processors: 4, Jobs: []result.Job{job(1, 0, 3600, 2, 3600), job(2, 0, 1800, 2, 1800), job(3, 1800, 2400, 1, 600), job(4, 2400, 3000, 2, 1800)}}
	rects := func(until float64) []string {
		s, ok := Of(run, until)
		if !ok {
			t.Fatal("there is no drawing")
		}
		return regexp.MustCompile(`<rect [^>]*stroke="#333"[^>]*>`).FindAllString(s.SVG("T"), -1)
	}
	// An hour is 640 units wide, from 34 on; 4 processors are 150 units high, downwards from the top.
	if diff := cmp.Diff([]string{
		`<rect x="34.0" y="75.0" width="640.0" height="75.0" fill="#e4e8ee" stroke="#333"/>`,
		`<rect x="34.0" y="0.0" width="320.0" height="75.0" fill="#e4e8ee" stroke="#333"/>`,
		`<rect x="354.0" y="37.5" width="106.7" height="37.5" fill="#e4e8ee" stroke="#333"/>`,
		`<rect x="460.7" y="0.0" width="106.7" height="75.0" fill="#e4e8ee" stroke="#333"/>`,
	}, rects(math.Inf(1))); diff != "" {
		t.Error(diff)
	}
	// At 45 min, 2700 s: job 4 would go on until 4200 s, so that 70 minutes are 640 units wide.
	if diff := cmp.Diff([]string{
		`<rect x="34.0" y="75.0" width="411.4" height="75.0" fill="#e4e8ee" stroke="#333"/>`,
		`<rect x="445.4" y="75.0" width="137.1" height="75.0" fill="none" stroke="#333" stroke-dasharray="3 2"/>`,
		`<rect x="34.0" y="0.0" width="274.3" height="75.0" fill="#e4e8ee" stroke="#333"/>`,
		`<rect x="308.3" y="37.5" width="91.4" height="37.5" fill="#e4e8ee" stroke="#333"/>`,
		`<rect x="399.7" y="0.0" width="45.7" height="75.0" fill="#e4e8ee" stroke="#333"/>`,
		`<rect x="445.4" y="0.0" width="228.6" height="75.0" fill="none" stroke="#333" stroke-dasharray="3 2"/>`,
	}, rects(2700)); diff != "" {
		t.Error(diff)
	}
	// A job that nobody has started by then is not there, and a machine of several parts is not drawn.
	if n := len(rects(1000)); n != 4 {
		t.Errorf("in minute 16 there are %d bars, want those of two jobs, each in two parts", n)
	}
	run.Processors = 0
	if _, ok := Of(run, math.Inf(1)); ok {
		t.Error("a machine of several parts is drawn")
	}
	// Where no processors side by side are free, a job gets those that are: the first and the third of three.
	split := &figures.RunResult{Processors: 3, Jobs: []result.Job{job(1, 0, 60, 1, 60), job(2, 0, 180, 1, 180), job(3, 0, 60, 1, 60), job(4, 60, 120, 2, 60)}}
	s, ok := Of(split, math.Inf(1))
	if drawn := s.SVG("T"); !ok || strings.Count(drawn, `stroke="#333"`) != 5 || strings.Count(drawn, ">4</text>") != 1 {
		t.Errorf("job 4 is not drawn in two parts, with its number once:\n%s", drawn)
	}
}
