package metrics

import "backfill/engine"

// Series are step functions of time: entry i holds from At[i] until At[i+1], after the
// decisions at At[i]. Before the first entry and after the last all are as if nothing
// ran or waited, unless jobs are unfinished. 16 bytes per instant.
type Series struct {
	At    []engine.Time // strictly increasing: every instant at which a job arrived, started or ended
	Busy  []int32       // processors taken by running jobs, rounded up to the allocation unit
	Queue []int32       // waiting jobs
}

// OverTime is what the machine and the queue did in a run, in linear time. There are at
// most three instants per job.
func OverTime(o *engine.Outcome) Series {
	n := instants(o)
	series := Series{make([]engine.Time, 0, n), make([]int32, 0, n), make([]int32, 0, n)}
	for s := newSweep(o); s.next(); {
		series.At = append(series.At, s.at)
		series.Busy = append(series.Busy, int32(s.occupied))
		series.Queue = append(series.Queue, s.waiting)
	}
	return series
}

// WaitingProcessors is the number of processors that the waiting jobs ask for, at the
// instants of OverTime.
func WaitingProcessors(o *engine.Outcome) []int64 {
	demand := make([]int64, 0, instants(o))
	for s := newSweep(o); s.next(); {
		demand = append(demand, s.waitingProcessors)
	}
	return demand
}

// instants counts first, since columns that grow would need twice the memory for a
// moment, and a browser's memory never shrinks.
func instants(o *engine.Outcome) int {
	n := 0
	for s := newSweep(o); s.next(); {
		n++
	}
	return n
}
