package drawings

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
)

const second = engine.Second

func near(a, b float64) bool {
	return math.Abs(a-b) <= 1e-9*max(1, math.Abs(b)) || math.IsNaN(a) && math.IsNaN(b)
}

// Six jobs: 0 waits 5 s, 1 is refused, 2 is cancelled while it waits, 3 still waits, 4 is a test run, which 5 continues: it waits
// from 4's submission at 0 to its own start at 9 s.
func TestOf(t *testing.T) {
	o := &engine.Outcome{
		Workload: &engine.Workload{
			Jobs:      make([]engine.Job, 6),
			After:     []int32{engine.NoJob, engine.NoJob, engine.NoJob, engine.NoJob, engine.NoJob, 4},
			Continues: []bool{false, false, false, false, false, true},
		},
		Start: []engine.Time{5 * second, -1, -1, -1, 2 * second, 9 * second},
		End:   []engine.Time{-1, -1, 3 * second, -1, 4 * second, 12 * second},
		State: []engine.JobState{engine.Unfinished, engine.Refused, engine.Cancelled, engine.Unfinished, engine.Completed, engine.Completed},
	}
	want := Waits{5 * second, Unknown, Unknown, Unknown, Unknown, 9 * second}
	if diff := cmp.Diff(want, Of(o)); diff != "" {
		t.Error(diff)
	}
}

// Three drawings of four jobs. Job 2 does not start in the second one, so that the means are of jobs 0 and 1 (and 3): (0+10)/2, (2+20)/2
// and (4+30)/2 s.
var three = []Waits{
	{0, 10 * second, 100 * second, 1 * second},
	{2 * second, 20 * second, Unknown, 1 * second},
	{4 * second, 30 * second, 300 * second, 1 * second},
}

func TestSummarize(t *testing.T) {
	s := Summarize(three, []int32{0, 1, 2})
	if !slices.Equal(s.Means, []float64{5, 11, 17}) || s.Jobs != 2 || s.LeftOut != 1 || s.Range != (Range{11, 5, 17, 3}) {
		t.Errorf("%+v", s)
	}
	if !s.Holds(5) || !s.Holds(17) || s.Holds(17.1) || s.Holds(4.9) || s.Holds(math.NaN()) {
		t.Error("5 to 17 holds other values")
	}
	if s := Summarize(three, []int32{2}); s.Jobs != 0 || s.LeftOut != 1 || !math.IsNaN(s.Median) || s.Range.N != 0 {
		t.Errorf("of no job: %+v", s)
	}
	if s := Summarize(nil, Rows(nil)); s.Jobs != 0 || !math.IsNaN(s.Median) {
		t.Errorf("of no drawing: %+v", s)
	}
}

// Old means of jobs 0 and 1 are 5, 11, 17; new ones, in rows 3 and 2, are 4, 11, 12: differences -1, 0, -5, with mean -2 and variance
// (1 + 4 + 9) / 2 = 7. t of 2 degrees of freedom is 4.30265273, times √(7/3) 6.572483. The old mean is 11. A fourth drawing of one of
// them alone does not count, nor does the job in row 2, of which the other has row 0: it does not start in all.
func TestCompare(t *testing.T) {
	new := []Waits{
		{7 * second, 0, 3 * second, 5 * second},
		{7 * second, 0, 20 * second, 2 * second},
		{7 * second, 0, 20 * second, 4 * second},
		{Unknown, Unknown, Unknown, Unknown},
	}
	c := Compare(three, new, []Pair{{0, 3}, {1, 2}, {2, 0}}, 0.95)
	if c.Jobs != 2 || c.LeftOut != 1 || c.Better != 2 || c.Worse != 0 || c.Difference.N != 3 {
		t.Errorf("%+v", c)
	}
	half := 4.302652730 * math.Sqrt(7.0/3)
	for _, v := range []struct{ got, want float64 }{
		{c.Difference.Mean, -2}, {*c.Difference.Low, -2 - half}, {*c.Difference.High, -2 + half},
		{c.Relative.Mean, -2.0 / 11}, {*c.Relative.Low, (-2 - half) / 11}, {*c.Relative.High, (-2 + half) / 11},
		{c.Old.Median, 11}, {c.New.Low, 4}, {c.New.High, 12},
	} {
		if !near(v.got, v.want) {
			t.Errorf("%.9f, want %.9f", v.got, v.want)
		}
	}
}

// One drawing has no interval, a wait of nobody no relative one, and no job neither.
func TestCompareLittle(t *testing.T) {
	if c := Compare(three[:1], three[:1], SameRows([]int32{1}), 0.95); c.Difference.Mean != 0 || c.Difference.Low != nil || c.Relative.Mean != 0 || c.Relative.Low != nil {
		t.Errorf("one drawing: %+v", c)
	}
	idle := []Waits{{0}, {0}}
	if c := Compare(idle, []Waits{{second}, {second}}, SameRows(Rows(idle)), 0.95); c.Difference.Mean != 1 || c.Worse != 2 || !math.IsNaN(c.Relative.Mean) || c.Relative.Low != nil {
		t.Errorf("nobody waited: %+v", c)
	}
	if c := Compare(three, three, SameRows([]int32{2}), 0.95); c.Jobs != 0 || c.LeftOut != 1 || !math.IsNaN(c.Difference.Mean) || !math.IsNaN(c.Relative.Mean) || c.Better+c.Worse != 0 {
		t.Errorf("no job: %+v", c)
	}
}

// Job 2 waits 100 and 300 s and once does not start: its median is 200 s, and half of the waits are at most 100 s.
func TestOfJob(t *testing.T) {
	j := OfJob(three, 2)
	if j.Drawings != 3 || !slices.Equal(j.Waits, []float64{100, 300}) || j.Percentile(0.5) != 200 || j.Range() != (Range{200, 100, 300, 2}) {
		t.Errorf("%+v", j)
	}
	if d := j.Distribution(10); !slices.Equal(d.Value, []float64{100, 300}) || !slices.Equal(d.Share, []float64{0.5, 1}) {
		t.Errorf("%+v", d)
	}
	if j := OfJob([]Waits{{Unknown}}, 0); !math.IsNaN(j.Percentile(0.5)) || j.Drawings != 1 || len(j.Distribution(2).Value) != 0 {
		t.Errorf("never started: %+v", j)
	}
}
