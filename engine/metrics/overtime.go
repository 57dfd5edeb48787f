package metrics

import (
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/metrics/resources"
	"backfill/engine/steps"
)

// Series are step functions of time: entry i holds from instant i until the next one, after the
// decisions at that instant. Before the first entry nothing runs or waits, nor after the last
// unless jobs are unfinished. 6 bytes per instant, more if much changes at once.
type Series struct {
	At    steps.Instants // every instant at which a job began to wait, started, was interrupted, stopped or cancelled, or ended
	Busy  steps.Counts   // processors taken by running jobs, rounded up to the allocation unit, with all of nodes that a job has for itself
	Queue steps.Counts   // waiting jobs; a dedicated job waits from its requested start on
	// Memory that running jobs hold, in MB; absent if the machine has no lanes with memory of
	// their own.
	Memory steps.Counts
	// GPUs that running jobs have asked for; absent if the machine has none.
	GPUs steps.Counts
	// Conflicts counts the lanes whose processes ask for more of a resource than there is;
	// absent unless jobs slow each other down by that.
	Conflicts steps.Counts
}

// Size is how many bytes of memory the series take.
func (s *Series) Size() int {
	return s.At.Size() + s.Busy.Size() + s.Queue.Size() + s.Memory.Size() + s.GPUs.Size() + s.Conflicts.Size()
}

// OverTime is what the machine and the queue did in a run, in linear time, and sorting if
// there are dedicated jobs or runs that were stopped. There are at most three instants per job, and two each time that one is interrupted
// or stopped.
func OverTime(o *engine.Outcome) Series {
	s := newSweep(o)
	n := mostInstants(o)
	w := seriesWriter{at: steps.NewInstants(n), busy: steps.NewWriter(n), queue: steps.NewWriter(n)}
	s.watchPieces()
	s.remembers = slices.ContainsFunc(o.Lanes, func(l engine.Lane) bool { return l.Memory > 0 })
	if s.remembers {
		w.memory = steps.NewWriter(n)
	}
	if s.counts {
		w.gpus = steps.NewWriter(n)
	}
	for w.addSome(s) {
	}
	series := Series{At: w.at, Busy: w.busy.Counts(), Queue: w.queue.Counts()}
	if s.remembers {
		series.Memory = w.memory.Counts()
	}
	if s.counts {
		series.GPUs = w.gpus.Counts()
	}
	if o.Sharing != nil {
		series.Conflicts = resources.Conflicts(o, &series.At)
	}
	return series
}

// seriesWriter makes Series.
type seriesWriter struct {
	at          steps.Instants
	busy, queue *steps.Writer
	memory      *steps.Writer // nil if it is not wanted
	gpus        *steps.Writer // the same
}

// addSome takes in the next instants of a sweep and says whether there may be more.
//
//go:noinline
func (w *seriesWriter) addSome(s *sweep) (more bool) {
	for range perCall {
		if !s.next() {
			return false
		}
		w.at.Append(s.at)
		w.busy.Append(int32(s.occupied))
		w.queue.Append(s.waiting)
		if w.memory != nil {
			w.memory.Append(int32(min(s.memory, math.MaxInt32)))
		}
		if w.gpus != nil {
			w.gpus.Append(s.gpusInUse)
		}
	}
	return true
}

// BusyOn is how many processors of some lanes, which are ascending, jobs take over time, on a machine with partitions. O(pieces), and what
// Runs takes.
func BusyOn(o *engine.Outcome, lanes []int32) (steps.Instants, steps.Counts) {
	runs := o.Runs()
	begun, ended := runs.Begun, runs.Ended
	n := len(begun) + len(ended)
	at, busy, now := steps.NewInstants(n), steps.NewWriter(n), int32(0)
	taken := func(run engine.Run) (processors int32) {
		for _, piece := range run.Pieces {
			if _, in := slices.BinarySearch(lanes, piece.Lane); in {
				processors += piece.Processors
			}
		}
		return processors
	}
	for len(begun)+len(ended) > 0 {
		t := engine.Never
		if len(begun) > 0 {
			t = runs.At(begun[0]).From
		}
		if len(ended) > 0 {
			t = min(t, runs.At(ended[0]).To)
		}
		for ; len(begun) > 0 && runs.At(begun[0]).From == t; begun = begun[1:] {
			now += taken(runs.At(begun[0]))
		}
		for ; len(ended) > 0 && runs.At(ended[0]).To == t; ended = ended[1:] {
			now -= taken(runs.At(ended[0]))
		}
		at.Append(t)
		busy.Append(now)
	}
	return at, busy.Counts()
}
