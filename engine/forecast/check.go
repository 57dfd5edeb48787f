package forecast

import (
	"errors"
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/metrics/stats"
	"backfill/engine/workload/transform/forecast"
)

// Try is one job of the past, asked about when it came.
type Try struct {
	Job      int32       // row in the log
	At       engine.Time // when it came
	Recorded engine.Time // wait, by the log
	Low      engine.Time // wait
	Median   engine.Time
	High     engine.Time
}

// Check is how often recorded waits lie within the range of a forecast.
type Check struct {
	Tries    []Try // in the order in which the jobs came
	Drawings int   // of each
	Later    bool  // with later arrivals
	Within   int   // recorded waits in the range
	Below    int   // shorter
	Above    int   // longer
	// Coverage is the share of Within with Wilson's interval for Level 0.95. It takes the tries to be independent; those of jobs that came at the
	// same time are not, so that it may be too narrow.
	Coverage stats.Interval
	// Error is the median of the differences between the recorded wait and the median of the forecast. Never: in half of the tries the job does not start.
	Error engine.Time
	// Waited are the same of the jobs that waited, for more than a minute.
	Waited       int
	WaitedWithin int
}

// LongWait is how long a job has to have waited to count among those that did.
const LongWait = engine.Minute

// Sample is up to n jobs of the second half of a log, spread evenly over all those of which the start is known. Of a heterogeneous job the first
// component stands for all.
func Sample(w *engine.Workload, n int) []int32 {
	var known []int32
	for j := len(w.Jobs) / 2; j < len(w.Jobs); j++ {
		if w.Wait != nil && w.Wait[j] >= 0 && (w.Leader == nil || w.Leader[j] == engine.NoJob || w.Leader[j] == int32(j)) {
			known = append(known, int32(j))
		}
	}
	if len(known) <= n {
		return known
	}
	sample := make([]int32, n)
	for i := range sample {
		sample[i] = known[(2*i+1)*len(known)/(2*n)]
	}
	return sample
}

// Check asks about jobs of a log when they came, with what q says of later arrivals and of the past that is simulated; each is drawn drawings times.
// Nothing that the log tells later is used.
//
// A log in whole seconds leaves the parts of a second away from submissions and starts. So is it done with those of the drawings: nobody knows when in its second
// a job came, and each drawing has another part of it.
func (m *Model) Check(log *forecast.Log, jobs []int32, q forecast.Question, drawings int) (*Check, error) {
	return m.check(log, jobs, q, Question{Drawings: drawings})
}

// check is Check of a part of the jobs: of drawings and parts as asked. Each job has the drawings that it has when all are asked about at once.
func (m *Model) check(log *forecast.Log, jobs []int32, q forecast.Question, asked Question) (*Check, error) {
	if _, err := m.Remembers(); err != nil {
		return nil, err
	}
	if len(jobs) == 0 {
		return nil, errors.New("there is no job to try whose start the log tells")
	}
	drawings, parts := asked.Drawings, max(asked.Parts, 1)
	c := &Check{Tries: make([]Try, (len(jobs)-asked.Part+parts-1)/parts), Drawings: drawings, Later: q.Redrawn}
	coarse := resolution(log.Workload)
	alone := *m
	alone.Parallel, alone.Progress = 1, nil
	err := m.each(len(c.Tries), func(try int) error {
		of, i := q, asked.Part+try*parts
		of.At, of.Job, of.Like = engine.Never, nil, jobs[i]
		p, err := log.Until(of)
		if err != nil {
			return fmt.Errorf("job %d: %w", log.JobNumber(jobs[i]), err)
		}
		list, err := alone.draw(p, i*drawings, drawings)
		if err != nil {
			return err
		}
		waits := startsOf(list)
		for n, start := range waits {
			if start < engine.Never {
				part := engine.Time(n*617%1000) * coarse / 1000 // all over the second
				waits[n] = (start - p.At() + part) / coarse * coarse
			}
		}
		slices.Sort(waits)
		floor := func(wait engine.Time) engine.Time {
			if wait == engine.Never {
				return wait
			}
			return wait / coarse * coarse
		}
		c.Tries[try] = Try{jobs[i], p.At(), log.Wait[jobs[i]], floor(waits.Low()), floor(waits.Median()), floor(waits.High())}
		return nil
	})
	if err != nil {
		return nil, err
	}
	c.count()
	return c, nil
}

// Whole is the check that all of its parts, in their order, make up. Where there are fewer jobs than parts, some parts have no tries.
func Whole(parts []*Check) *Check {
	c := &Check{Drawings: parts[0].Drawings, Later: parts[0].Later}
	for try := 0; try < len(parts[0].Tries); try++ {
		for _, part := range parts {
			if try < len(part.Tries) {
				c.Tries = append(c.Tries, part.Tries[try])
			}
		}
	}
	c.count()
	return c
}

// resolution is how coarsely a log tells times.
func resolution(w *engine.Workload) engine.Time {
	for j := range w.Jobs {
		if w.Jobs[j].Submit%engine.Second != 0 || w.Wait[j] >= 0 && w.Wait[j]%engine.Second != 0 {
			return engine.Millisecond
		}
	}
	return engine.Second
}

// count counts the tries.
func (c *Check) count() {
	errs := make([]int64, len(c.Tries))
	for i, t := range c.Tries {
		within := false
		switch {
		case t.Recorded < t.Low:
			c.Below++
		case t.Recorded > t.High:
			c.Above++
		default:
			c.Within++
			within = true
		}
		if t.Recorded > LongWait {
			c.Waited++
			if within {
				c.WaitedWithin++
			}
		}
		errs[i] = int64(max(t.Median-t.Recorded, t.Recorded-t.Median))
		if t.Median == engine.Never {
			errs[i] = int64(engine.Never)
		}
	}
	if len(errs) == 0 {
		return // of a part of few jobs
	}
	slices.Sort(errs)
	c.Error = engine.Time(errs[(len(errs)-1)/2])
	c.Coverage = stats.Proportion(c.Within, len(c.Tries), 0.95)
}
