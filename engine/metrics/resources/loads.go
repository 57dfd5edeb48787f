package resources

import (
	"math"

	"backfill/engine"
	"backfill/engine/steps"
)

// loads is what running jobs ask for on each lane, MB/s, in an outcome with a Sharing. It counts
// the jobs that run at any time from from to to.
type loads struct {
	outcome            *engine.Outcome
	from, to           engine.Time
	bandwidth, network []int64

	place          []int32 // of jobs in the order of starts
	started, ended int     // jobs so far
}

func newLoads(o *engine.Outcome, from, to engine.Time) *loads {
	l := &loads{outcome: o, from: from, to: to, bandwidth: make([]int64, len(o.Lanes)), network: make([]int64, len(o.Lanes)), place: make([]int32, len(o.Start))}
	for i, j := range o.StartOrder {
		l.place[j] = int32(i)
	}
	return l
}

// follow goes on through the starts and ends of jobs in the order of time, up to so many ends,
// and calls changed for each of their pieces, after that has come to its lane or left it. It
// says whether there are others. O(jobs, and pieces of those that run then).
func (l *loads) follow(ends int, changed func(lane int32, at engine.Time)) bool {
	o := l.outcome
	for ; ends > 0 && l.ended < len(o.EndOrder); ends-- {
		j := o.EndOrder[l.ended]
		l.start(o.End[j], changed)
		l.change(j, o.End[j], -1, changed)
		l.ended++
	}
	if l.ended < len(o.EndOrder) {
		return true
	}
	l.start(engine.Never, changed)
	return false
}

// start lets the jobs begin that started before an instant.
func (l *loads) start(before engine.Time, changed func(lane int32, at engine.Time)) {
	o := l.outcome
	for ; l.started < len(o.StartOrder) && o.Start[o.StartOrder[l.started]] < before; l.started++ {
		j := o.StartOrder[l.started]
		l.change(j, o.Start[j], 1, changed)
	}
}

func (l *loads) change(j int32, at engine.Time, sign int64, changed func(lane int32, at engine.Time)) {
	o := l.outcome
	if end := o.End[j]; o.Start[j] >= l.to || end >= 0 && end <= l.from {
		return
	}
	for _, p := range o.PiecesOf(int(l.place[j])) {
		l.bandwidth[p.Lane] += sign * int64(p.Processors) * asked(o.Workload.Bandwidth, j)
		l.network[p.Lane] += sign * int64(p.Processors) * asked(o.Workload.Network, j)
		changed(p.Lane, at)
	}
}

// asked is what a process of job j asks for, by a column that may say nothing of it.
func asked(column []int32, j int32) int64 {
	if column == nil {
		return 0
	}
	return int64(max(column[j], 0))
}

// Conflicts counts at each of the instants, among which are all starts and ends, the lanes on
// which processes ask for more than there is.
func Conflicts(o *engine.Outcome, at *steps.Instants) steps.Counts {
	l := newLoads(o, 0, engine.Never)
	over, counts := make([]bool, len(o.Lanes)), steps.NewWriter(at.Len())
	i, n := 0, int32(0)
	l.follow(math.MaxInt, func(lane int32, t engine.Time) {
		for ; at.At(i) < t; i++ {
			counts.Append(n)
		}
		if now := o.Sharing.Penalty(l.bandwidth[lane], l.network[lane]) > 0; now != over[lane] {
			over[lane] = now
			if n--; now {
				n += 2
			}
		}
	})
	for ; i < at.Len(); i++ {
		counts.Append(n)
	}
	return counts.Counts()
}
