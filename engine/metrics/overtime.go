package metrics

import (
	"math"
	"slices"

	"backfill/engine"
)

// Series are step functions of time: entry i holds from At[i] until At[i+1], after the
// decisions at At[i]. Before the first entry and after the last all are as if nothing
// ran or waited, unless jobs are unfinished. 16 to 24 bytes per instant.
type Series struct {
	At    []engine.Time // strictly increasing: every instant at which a job began to wait, started, was interrupted or ended
	Busy  []int32       // processors taken by running jobs, rounded up to the allocation unit
	Queue []int32       // waiting jobs; a dedicated job waits from its requested start on
	// Memory that running jobs hold, in MB; nil if the machine has no lanes with memory of
	// their own.
	Memory []int32
	// Conflicts counts the lanes whose processes ask for more of a resource than there is;
	// nil unless jobs slow each other down by that.
	Conflicts []int32
}

// OverTime is what the machine and the queue did in a run, in linear time, and sorting if
// there are dedicated jobs. There are at most three instants per job, and two each time that one is interrupted.
func OverTime(o *engine.Outcome) Series {
	s := newSweep(o)
	n := s.instants()
	series := Series{At: make([]engine.Time, 0, n), Busy: make([]int32, 0, n), Queue: make([]int32, 0, n)}
	s.remembers = slices.ContainsFunc(o.Lanes, func(l engine.Lane) bool { return l.Memory > 0 })
	if s.remembers {
		series.Memory = make([]int32, 0, n)
	}
	for s.next() {
		series.At = append(series.At, s.at)
		series.Busy = append(series.Busy, int32(s.occupied))
		series.Queue = append(series.Queue, s.waiting)
		if s.remembers {
			series.Memory = append(series.Memory, int32(min(s.memory, math.MaxInt32)))
		}
	}
	if o.Sharing != nil {
		series.Conflicts = conflicts(o, series.At)
	}
	return series
}

// WaitingProcessors is the number of processors that the waiting jobs ask for, at the
// instants of OverTime. A job whose size is changed counts with its last size.
func WaitingProcessors(o *engine.Outcome) []int64 {
	s := newSweep(o)
	demand := make([]int64, 0, s.instants())
	for s.next() {
		demand = append(demand, s.waitingProcessors)
	}
	return demand
}
