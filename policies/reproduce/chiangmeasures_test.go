package reproduce

import (
	"fmt"
	"slices"
	"time"

	"backfill/engine"
	"backfill/engine/experiment"
)

// chiangMonths are the months whose jobs are measured, by submission. The first three are
// those of heavy load.
var chiangMonths = []string{"Jan01", "Feb01", "Mar01", "Jun01", "Jul01"}

const heavyMonths = 3

// monthFigures are measured of a month's jobs: mean, 95th percentile (nearest rank) and
// maximum of the waits (h), and mean slowdown, with run times of at least one minute and
// as they are.
var monthFigures = []string{"mean", "p95", "max", "slowdown", "unbounded"}

// Groups of jobs that are measured apart: all; those with a run time below 50 h; of these
// the approximately accurate ones, with a simulated request of at most twice the run
// time, and the others.
var monthGroups = []string{"", "below 50 h", "accurate", "inaccurate"}

// Upper bounds of the run times and sizes of groups of the jobs of the heavy months
// together, of which the mean wait (h) is measured.
var (
	chiangRunTimes = []engine.Time{engine.Minute, 10 * engine.Minute, engine.Hour, 10 * engine.Hour, 50 * engine.Hour, 100 * engine.Hour, engine.MaxTime}
	chiangSizes    = []int32{1, 8, 16, 32, 64}
)

// chiangMeasures are those of ten months in a row.
var chiangMeasures = measures{
	names: chiangNames(),
	of: func(t *experiment.Task, policy int) ([]float64, error) {
		run, err := t.Simulate(policy, nil)
		if err != nil {
			return nil, err
		}
		return chiangRow(run.Outcome), nil
	},
	source: "chiangmeasures_test.go",
}

// monthMetric is the name of a figure of a group of a month's jobs.
func monthMetric(month, group, figure string) string {
	if group != "" {
		group += " "
	}
	return month + " " + group + figure
}

func runTimeMetric(class int) string { return fmt.Sprintf("run time %d", class) }
func sizeMetric(class int) string    { return fmt.Sprintf("size %d", class) }

// chiangNames are those of the values of chiangRow, in their order.
func chiangNames() []string {
	var names []string
	for _, month := range chiangMonths {
		for _, group := range monthGroups {
			for _, figure := range monthFigures {
				names = append(names, monthMetric(month, group, figure))
			}
		}
	}
	for class := range chiangRunTimes {
		names = append(names, runTimeMetric(class))
	}
	for class := range chiangSizes {
		names = append(names, sizeMetric(class))
	}
	return names
}

// waited is what became of some jobs.
type waited struct {
	waits               []engine.Time
	wait                float64 // sum, h
	slowdown, unbounded float64 // sums
}

func (s *waited) add(wait, run engine.Time) {
	s.waits = append(s.waits, wait)
	s.wait += wait.Seconds() / 3600
	s.slowdown += float64(wait+run) / float64(max(run, engine.Minute))
	s.unbounded += float64(wait+run) / float64(run)
}

// figures are the monthFigures.
func (s *waited) figures() []float64 {
	n := len(s.waits)
	if n == 0 {
		return make([]float64, len(monthFigures))
	}
	slices.Sort(s.waits)
	hours := func(t engine.Time) float64 { return t.Seconds() / 3600 }
	return []float64{s.wait / float64(n), hours(s.waits[(95*n+99)/100-1]), hours(s.waits[n-1]), s.slowdown / float64(n), s.unbounded / float64(n)}
}

// mean wait in hours.
func (s *waited) mean() float64 {
	if len(s.waits) == 0 {
		return 0
	}
	return s.wait / float64(len(s.waits))
}

// chiangRow measures a schedule. The wait of a job with a test run lasts from its first
// submission to the start of its full run.
func chiangRow(o *engine.Outcome) []float64 {
	w := o.Workload
	start := time.Unix(w.Calendar.UnixStart, 0).UTC()
	begins := make([]engine.Time, len(chiangMonths))
	ends := make([]engine.Time, len(chiangMonths))
	for m, name := range chiangMonths {
		first, err := time.Parse("Jan06", name)
		if err != nil {
			panic(err)
		}
		begins[m] = engine.Time(first.Sub(start).Milliseconds())
		ends[m] = engine.Time(first.AddDate(0, 1, 0).Sub(start).Milliseconds())
	}
	months := make([][]waited, len(chiangMonths))
	for m := range months {
		months[m] = make([]waited, len(monthGroups))
	}
	runTimes := make([]waited, len(chiangRunTimes))
	sizes := make([]waited, len(chiangSizes))
	for j := range w.Jobs {
		job := &w.Jobs[j]
		m := slices.IndexFunc(ends, func(end engine.Time) bool { return job.Submit < end })
		if m < 0 || job.Submit < begins[m] || w.Continued(int32(j)) {
			continue
		}
		wait, run := o.WaitInAll(int32(j)), job.Run
		months[m][0].add(wait, run)
		if run < 50*engine.Hour {
			months[m][1].add(wait, run)
			if job.Estimate <= 2*run {
				months[m][2].add(wait, run)
			} else {
				months[m][3].add(wait, run)
			}
		}
		if m < heavyMonths {
			runTimes[slices.IndexFunc(chiangRunTimes, func(t engine.Time) bool { return run < t })].add(wait, run)
			sizes[slices.IndexFunc(chiangSizes, func(n int32) bool { return job.Processors <= n })].add(wait, run)
		}
	}
	var row []float64
	for m := range months {
		for g := range months[m] {
			row = append(row, months[m][g].figures()...)
		}
	}
	for i := range runTimes {
		row = append(row, runTimes[i].mean())
	}
	for i := range sizes {
		row = append(row, sizes[i].mean())
	}
	return row
}
