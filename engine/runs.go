package engine

import (
	"cmp"
	"slices"
)

// Runs are all runs of an outcome, of a machine that is not Preemptive. A run has a place: i is the one of StartOrder[i], ^i is Stopped[i].
type Runs struct {
	Begun []int32 // places, by when the runs began
	Ended []int32 // places of those that ended, by when they did
	of    *Outcome
}

// Runs lists them. At one instant stopped runs come first. O(jobs + stopped runs log stopped runs).
func (o *Outcome) Runs() Runs {
	r := Runs{Begun: make([]int32, 0, len(o.StartOrder)+len(o.Stopped)), Ended: make([]int32, 0, len(o.EndOrder)+len(o.Stopped)), of: o}
	begun := make([]int32, len(o.Stopped))
	for i := range begun {
		begun[i] = int32(i)
	}
	slices.SortFunc(begun, func(a, b int32) int {
		return cmp.Or(cmp.Compare(o.Stopped[a].From, o.Stopped[b].From), cmp.Compare(a, b))
	})
	place := make([]int32, len(o.Start))
	for i, j := range o.StartOrder {
		for ; len(begun) > 0 && o.Stopped[begun[0]].From <= o.Start[j]; begun = begun[1:] {
			r.Begun = append(r.Begun, ^begun[0])
		}
		r.Begun = append(r.Begun, int32(i))
		place[j] = int32(i)
	}
	for _, i := range begun {
		r.Begun = append(r.Begun, ^i)
	}
	stopped := 0
	for _, j := range o.EndOrder {
		for ; stopped < len(o.Stopped) && o.Stopped[stopped].To <= o.End[j]; stopped++ {
			r.Ended = append(r.Ended, ^int32(stopped))
		}
		r.Ended = append(r.Ended, place[j])
	}
	for ; stopped < len(o.Stopped); stopped++ {
		r.Ended = append(r.Ended, ^int32(stopped))
	}
	return r
}

// At is the run of a place. To is -1 if it had not ended when the simulation stopped.
func (r Runs) At(place int32) Run {
	if place < 0 {
		return r.of.Stopped[^place]
	}
	return r.of.lastRun(int(place))
}

// lastRun is the run of the i-th job of StartOrder.
func (o *Outcome) lastRun(i int) Run {
	j := o.StartOrder[i]
	run := Run{Job: j, From: o.Start[j], To: o.End[j], Partition: NoPartition}
	if o.PieceEnd != nil {
		run.Pieces = o.PiecesOf(i)
	}
	if o.Partition != nil {
		run.Partition = o.Partition[j]
	}
	return run
}

// RunsOf are the runs of job j, in the order of time: those that were stopped, and the last one if it has started. The machine is not
// Preemptive. O(jobs + stopped runs).
func (o *Outcome) RunsOf(j int32) (list []Run) {
	for _, run := range o.Stopped {
		if run.Job == j {
			list = append(list, run)
		}
	}
	if i := slices.Index(o.StartOrder, j); i >= 0 {
		list = append(list, o.lastRun(i))
	}
	return list
}

// Begun is a run by its job and its start.
type Begun struct {
	Job int32
	At  Time
}

// StoppedByStart are the runs that were stopped, by their jobs and starts. They must not be changed. O(stopped runs).
func (o *Outcome) StoppedByStart() map[Begun]*Run {
	runs := make(map[Begun]*Run, len(o.Stopped))
	for i := range o.Stopped {
		run := &o.Stopped[i]
		runs[Begun{run.Job, run.From}] = run
	}
	return runs
}

// RanLast is how long job j, which has ended, ran in its last run, and in those before of which the work was kept; on a Preemptive machine in
// all its segments.
func (o *Outcome) RanLast(j int32) Time {
	if o.Stopped != nil {
		return o.Held[j] - o.Lost[j]
	}
	return o.Ran(j)
}

// FirstStart is when job j started first, -1 if it never did. O(stopped runs).
func (o *Outcome) FirstStart(j int32) Time {
	first := o.Start[j]
	for i := range o.Stopped {
		if run := &o.Stopped[i]; run.Job == j && (first < 0 || run.From < first) {
			first = run.From
		}
	}
	return first
}

// FirstStarts are those of all jobs. They must not be changed. O(jobs) if runs were stopped.
func (o *Outcome) FirstStarts() []Time {
	if o.Stopped == nil {
		return o.Start
	}
	first := slices.Clone(o.Start)
	for _, run := range o.Stopped {
		if first[run.Job] < 0 || run.From < first[run.Job] {
			first[run.Job] = run.From
		}
	}
	return first
}

// FirstStartOrder lists the jobs that have started by their first starts. It must not be changed. O(jobs log jobs) if runs were stopped.
func (o *Outcome) FirstStartOrder() []int32 {
	if o.Stopped == nil {
		return o.StartOrder
	}
	var order []int32
	first := o.FirstStarts()
	for j, start := range first {
		if start >= 0 {
			order = append(order, int32(j))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(first[a], first[b]) })
	return order
}

// Reruns says whether some job ran in more than one go.
func (o *Outcome) Reruns() bool { return o.Segments != nil || o.Stopped != nil }

// Ended says whether job j ran and ended: it completed, was killed, or was cancelled while it ran.
func (o *Outcome) Ended(j int32) bool { return o.Start[j] >= 0 && o.End[j] >= 0 }

// Withdrawn lists the jobs that were cancelled while they waited, by when they were. O(jobs).
func (o *Outcome) Withdrawn() (list []int32) {
	for j, state := range o.State {
		if state == Cancelled && o.Start[j] < 0 && o.End[j] >= 0 {
			list = append(list, int32(j))
		}
	}
	slices.SortStableFunc(list, func(a, b int32) int { return cmp.Compare(o.End[a], o.End[b]) })
	return list
}
