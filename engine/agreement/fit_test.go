package agreement

import (
	"fmt"
	"math"
	"testing"

	"backfill/engine"
	"backfill/engine/drawings"
)

const s = engine.Second

// Job 0 waits 10 s and runs for 90 s, to 100 s. Job 1 is submitted at 0, may start when job 0 has ended, and starts at 130 s: in the log it waits 30 s
// from then on, not 130 s. Job 2 has no recorded wait; job 3 does not start in the second drawing. In the drawings jobs 0 and 1 wait 4 and 36 s, then
// 10 and 50 s: 20 and 30 s in the mean, which the recorded 20 s lies at the edge of.
func TestGroups(t *testing.T) {
	w := &engine.Workload{
		Jobs:         []engine.Job{{Run: 90 * s}, {Run: 5 * s}, {Run: 5 * s}, {Submit: 7 * s, Run: 5 * s}},
		Wait:         []engine.Time{10 * s, 130 * s, -1, 1 * s},
		Group:        []int32{1, 2, 2, 1},
		Dependencies: []engine.Dependency{{Job: 1, On: 0}},
	}
	all := []drawings.Waits{{4 * s, 36 * s, 9 * s, 1 * s}, {10 * s, 50 * s, 9 * s, drawings.Unknown}}
	told := func(g Group) string {
		return fmt.Sprintf("%d: %d jobs, %g in the log, %g to %g, off %.2f", g.Number, g.Jobs, g.Recorded, g.Simulated.Low, g.Simulated.High, g.Off())
	}
	if got, want := told(Everybody(w, all)), "-1: 2 jobs, 20 in the log, 20 to 30, off 0.00"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	var got []string
	for _, g := range Groups(w, all, w.Group) {
		got = append(got, told(g))
	}
	// Those of account 2 waited longest in all. 30 s are 6 s less than the least: a fifth of the 30.
	if want := "[2: 1 jobs, 30 in the log, 36 to 50, off 0.20 1: 1 jobs, 10 in the log, 4 to 10, off 0.00]"; fmt.Sprint(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
	if g := Of(w, all, []int32{2}); g.Jobs != 0 || !math.IsNaN(g.Off()) {
		t.Errorf("of a job without a recorded wait: %+v", g)
	}
}

func TestTrust(t *testing.T) {
	group := func(recorded, low, high float64) Group {
		return Group{Jobs: 5, Recorded: recorded, Simulated: drawings.Range{Median: low, Low: low, High: high, N: 20}}
	}
	for _, c := range []struct {
		starts, same, passes, samePasses int
		all                              Group
		want                             Trust
	}{
		{29, 29, 29, 29, group(10, 9, 11), TooFew},
		{100, 90, 100, 80, group(100, 80, 90), Close},  // 10 of 100 outside
		{100, 89, 100, 100, group(100, 90, 110), Fair}, // starts
		{100, 100, 100, 79, group(100, 90, 110), Fair}, // passes
		{100, 100, 100, 100, group(100, 80, 89), Fair}, // 11 of 100 outside
		{100, 70, 100, 60, group(100, 130, 140), Fair},
		{100, 69, 100, 100, group(100, 90, 110), Poor},
		{100, 100, 100, 59, group(100, 90, 110), Poor},
		{100, 100, 100, 100, group(100, 131, 140), Poor},
		{100, 100, 100, 100, Group{}, Poor}, // nothing to compare
	} {
		f := &Fit{Findings{Counts: Counts{Starts: c.starts, SameStarts: c.same, Passes: c.passes, SamePasses: c.samePasses}}, c.all}
		if got := f.Trust(); got != c.want {
			t.Errorf("%+v: %d, want %d", c, got, c.want)
		}
	}
}

// 2 March 2026 is a Monday. The log begins on the Sunday before, at 23:59:50: jobs from 10 s on are of the next week.
func TestWeeks(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{}, {Submit: 9 * s}, {Submit: 10 * s}, {Submit: 8 * engine.Day}}}
	if got := fmt.Sprint(Weeks(w)); got != "[0 0 0 1]" {
		t.Errorf("without dates %s", got)
	}
	w.Calendar = &engine.Calendar{UnixStart: 1772409590}
	if got := fmt.Sprint(Weeks(w)); got != "[0 0 1 2]" {
		t.Errorf("with dates %s", got)
	}
}
