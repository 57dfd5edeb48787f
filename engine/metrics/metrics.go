// Package metrics says what came of the jobs of one simulation: per run (Of), per
// group of jobs (Groups), in steady state (Steady, SteadyGroups, TrendOf), over time
// (OverTime). All this is read from an engine.Outcome in linear time, sorting apart. It
// knows no policy and no screen.
//
// Other packages have what it computes with, package stats, which also compares several
// runs; which jobs are in a group, package grouping; and what jobs ask for of resources that
// they share, package resources.
//
// The notation is that of the field: a job is submitted at a, ready at b, starts at s
// and ends at c; its run time is r = c - s, its wait w = s - b, its response time
// T = c - b = w + r, its size n processors; the machine has M processors. A batch job
// is ready when it is submitted, a dedicated job from its requested start on if that
// is later.
//
// Where elastic commands change a job, run time and size are those of the job as executed; its
// group is that of the job as submitted.
//
// A job that is interrupted runs in several segments: r is their total length, lost work
// included, and w = T - r.
//
// # Which jobs count
//
// A job that ended, completed or killed, counts in every mean, percentile and share.
// A refused job is only counted as such: it never waits. A job that was still waiting
// or running when the simulation stopped is counted as unfinished; it is in no mean
// of jobs, but what it did to the machine and the queue until the last end is part of
// the quantities over time.
//
// # Arithmetic
//
// Times and areas are integers and are added exactly; ratios are added with compensation, in the
// order in which the jobs ended. A result is therefore the same on every platform to more digits
// than are ever printed.
package metrics

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"

	"backfill/engine"
	"backfill/engine/metrics/stats"
)

// Summary holds one value per entry of Descriptions, in that order. NaN stands for a
// metric that is undefined, such as the mean wait of no jobs or, in a group of jobs,
// the utilization; in JSON such a metric is absent. Infinities do not occur.
type Summary []float64

// Of computes every metric of a run, in linear time; it allocates 8 bytes per job. If
// there are dedicated jobs it sorts, and allocates 4 more.
func Of(o *engine.Outcome) Summary {
	ended := o.EndedJobs()
	t := totals{
		jobs:    jobTotalsOf(o, ended, make([]int64, len(ended)), preemptions(o)),
		machine: machineTotalsOf(o),
		run:     runTotalsOf(o),
	}
	return t.summary()
}

// OfJobs computes the metrics that groups have for some of the jobs that ended, listed in the order of their ends. The others are
// undefined, as are loads and shares of a whole. O(rows).
func OfJobs(o *engine.Outcome, rows []int32) Summary {
	t := totals{jobs: jobTotalsOf(o, rows, make([]int64, len(rows)), preemptions(o)), run: noRun()}
	s := undefined()
	for i := range Descriptions {
		if Descriptions[i].Group {
			s[i] = Descriptions[i].value(&t)
		}
	}
	return s
}

// Value is the metric of that name, NaN if undefined. It panics if there is no such
// metric: a programmer's mistake.
func (s Summary) Value(name string) float64 {
	i := Index(name)
	if i < 0 {
		panic("metrics: no metric " + name)
	}
	return s[i]
}

// MarshalJSON writes an object with the metrics that are defined, in the order of
// Descriptions.
func (s Summary) MarshalJSON() ([]byte, error) {
	if len(s) != len(Descriptions) {
		return nil, fmt.Errorf("metrics: a summary of %d metrics, want %d", len(s), len(Descriptions))
	}
	var b bytes.Buffer
	for i, v := range s {
		if math.IsNaN(v) {
			continue
		}
		value, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", Descriptions[i].Name, value)
	}
	return []byte("{" + b.String() + "}"), nil
}

// UnmarshalJSON reads what MarshalJSON wrote. A name that is no metric is an error.
func (s *Summary) UnmarshalJSON(data []byte) error {
	var values map[string]float64
	if err := json.Unmarshal(data, &values); err != nil {
		return err
	}
	*s = undefined()
	for name, v := range values {
		i := Index(name)
		if i < 0 {
			return fmt.Errorf("metrics: no metric %q", name)
		}
		(*s)[i] = v
	}
	return nil
}

// offeredMemory is NaN where the machine or the jobs have no memory.
func (t *totals) offeredMemory() float64 {
	if t.machine.memory == 0 || !t.jobs.memoryKnown {
		return math.NaN()
	}
	return stats.Ratio(t.jobs.memory.Float(), float64(float64(t.machine.memory)*float64(t.run.offered.Span)))
}

func undefined() Summary {
	s := make(Summary, len(Descriptions))
	for i := range s {
		s[i] = math.NaN()
	}
	return s
}

// totals are the quantities that metrics are computed from.
type totals struct {
	jobs    jobTotals
	machine machineTotals
	run     runTotals
	whole   partTotals // that a group is part of
}

func (t *totals) summary() Summary {
	s := make(Summary, len(Descriptions))
	for i := range Descriptions {
		s[i] = Descriptions[i].value(t)
	}
	return s
}
