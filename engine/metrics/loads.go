package metrics

import "backfill/engine"

// loads is what the running jobs of an outcome with a Sharing ask for on each lane, MB/s, of
// those jobs that run at any time from from to to.
type loads struct {
	outcome            *engine.Outcome
	from, to           engine.Time
	bandwidth, network []int64
}

func newLoads(o *engine.Outcome, from, to engine.Time) *loads {
	return &loads{o, from, to, make([]int64, len(o.Lanes)), make([]int64, len(o.Lanes))}
}

// follow goes through the starts and ends of jobs in the order of time and calls changed for
// each of their pieces, after that has come to its lane or left it. O(jobs, and pieces of those that run then).
func (l *loads) follow(changed func(lane int32, at engine.Time)) {
	o := l.outcome
	place := make([]int32, len(o.Start)) // in the order of starts
	for i, j := range o.StartOrder {
		place[j] = int32(i)
	}
	change := func(j int32, at engine.Time, sign int64) {
		if end := o.End[j]; o.Start[j] >= l.to || end >= 0 && end <= l.from {
			return
		}
		for _, p := range o.PiecesOf(int(place[j])) {
			l.bandwidth[p.Lane] += sign * int64(p.Processors) * asked(o.Workload.Bandwidth, j)
			l.network[p.Lane] += sign * int64(p.Processors) * asked(o.Workload.Network, j)
			changed(p.Lane, at)
		}
	}
	started := 0
	start := func(before engine.Time) {
		for ; started < len(o.StartOrder) && o.Start[o.StartOrder[started]] < before; started++ {
			j := o.StartOrder[started]
			change(j, o.Start[j], 1)
		}
	}
	for _, j := range o.EndOrder {
		start(o.End[j])
		change(j, o.End[j], -1)
	}
	start(engine.Never)
}

// asked is what a process of job j asks for, by a column that may say nothing of it.
func asked(column []int32, j int32) int64 {
	if column == nil {
		return 0
	}
	return int64(max(column[j], 0))
}

// conflicts counts at each of the instants, among which are all starts and ends, the lanes on
// which processes ask for more than there is.
func conflicts(o *engine.Outcome, at []engine.Time) []int32 {
	l := newLoads(o, 0, engine.Never)
	over, counts := make([]bool, len(o.Lanes)), make([]int32, len(at))
	i, n := 0, int32(0)
	l.follow(func(lane int32, t engine.Time) {
		for ; at[i] < t; i++ {
			counts[i] = n
		}
		if now := o.Sharing.Penalty(l.bandwidth[lane], l.network[lane]) > 0; now != over[lane] {
			over[lane] = now
			if n--; now {
				n += 2
			}
		}
	})
	for ; i < len(at); i++ {
		counts[i] = n
	}
	return counts
}
