package schedule

import (
	"cmp"
	"fmt"
	"slices"

	"backfill/engine"
)

// Heads are the jobs of a schedule on one pool of processors, in the order in which they came, and when each became the first of those that
// waited. All is found from the outcome alone, of a run in batches in which every job ran once or was refused.
type Heads struct {
	o     *engine.Outcome
	order []int32
	since []engine.Time // by job: when all before it had started, and it had come
}

// HeadsOf finds them.
func HeadsOf(o *engine.Outcome) *Heads {
	h := &Heads{o: o, since: make([]engine.Time, len(o.Start))}
	for j := range o.Start {
		if o.Start[j] >= 0 {
			h.order = append(h.order, int32(j))
		}
	}
	slices.SortStableFunc(h.order, func(a, b int32) int { return cmp.Compare(o.Ready(a), o.Ready(b)) })
	latest := engine.Time(0)
	for _, j := range h.order {
		h.since[j] = max(latest, o.Ready(j))
		latest = max(latest, o.Start[j])
	}
	return h
}

// free is what is free at an instant, when all who start then have, but for those that are left out.
func (h *Heads) free(at engine.Time, without func(j int32) bool) int32 {
	free := h.o.Processors
	for _, j := range h.order {
		if h.o.Start[j] <= at && at < h.o.End[j] && !without(j) {
			free -= h.o.Occupied(j)
		}
	}
	return free
}

func nobody(int32) bool { return false }

// InOrder says whether no job starts before one that came before it.
func (h *Heads) InOrder() error {
	for i, j := range h.order[min(1, len(h.order)):] {
		if before := h.order[i]; h.o.Start[j] < h.o.Start[before] {
			return fmt.Errorf("job %d starts at %d, before job %d, which came first and starts at %d", j, h.o.Start[j], before, h.o.Start[before])
		}
	}
	return nil
}

// NeverIdle says whether no head waits though enough is free for it.
func (h *Heads) NeverIdle() error {
	for _, j := range h.order {
		instants := []engine.Time{h.since[j]}
		for _, k := range h.order {
			instants = append(instants, h.o.End[k])
		}
		for _, at := range instants {
			if free := h.free(at, nobody); h.since[j] <= at && at < h.o.Start[j] && free >= h.o.Occupied(j) {
				return fmt.Errorf("job %d is first from %d on and starts at %d, but %d processors are free at %d", j, h.since[j], h.o.Start[j], free, at)
			}
		}
	}
	return nil
}

// Shadow is the shadow time of job j when it became the first, by the requests of those that ran then: of those that came later and started at
// that instant none counts, who may not delay it. It is its start if it never waited as the first. Jobs end by their requests.
func (h *Heads) Shadow(j int32) engine.Time {
	o, now := h.o, h.since[j]
	if o.Start[j] == now {
		return now
	}
	place := slices.Index(h.order, j)
	later := func(k int32) bool { return o.Start[k] == now && slices.Index(h.order, k) > place }
	type end struct {
		at   engine.Time
		size int32
	}
	var ends []end
	for _, k := range h.order {
		if o.Start[k] <= now && now < o.End[k] && !later(k) {
			ends = append(ends, end{o.Start[k] + o.Workload.Jobs[k].Estimate, o.Occupied(k)})
		}
	}
	slices.SortFunc(ends, func(a, b end) int { return cmp.Compare(a.at, b.at) })
	free, shadow := h.free(now, later), now
	for _, e := range ends {
		if free >= o.Occupied(j) {
			break
		}
		free += e.size
		shadow = e.at
	}
	return shadow
}

// Delayed says whether a head starts later than its shadow time and a share of what it will have waited by then, 0 for EASY.
func (h *Heads) Delayed(share float64) error {
	for _, j := range h.order {
		shadow := h.Shadow(j)
		latest := shadow + engine.Time(share*float64(shadow-h.o.Ready(j)))
		if h.o.Start[j] > latest {
			return fmt.Errorf("job %d is first from %d on, its shadow time is %d, and it starts at %d, later than %d", j, h.since[j], shadow, h.o.Start[j], latest)
		}
	}
	return nil
}

// Jumped says whether more than so many jobs start past a head, behind the instant at which it becomes that.
func (h *Heads) Jumped(most int) error {
	for i, j := range h.order {
		jumps := 0
		for _, k := range h.order[i+1:] {
			if h.since[j] < h.o.Start[k] && h.o.Start[k] < h.o.Start[j] {
				jumps++
			}
		}
		if jumps > most {
			return fmt.Errorf("%d jobs start past job %d, which is first from %d on and starts at %d", jumps, j, h.since[j], h.o.Start[j])
		}
	}
	return nil
}

// PromisesKept says whether the first slot that each job was promised is kept: it starts no later or, if exactly, then. The run recorded all
// decisions, and jobs end by their requests.
func PromisesKept(o *engine.Outcome, exactly bool) error {
	promised := map[int32]bool{}
	for _, d := range o.Decisions {
		if d.Rule != engine.HeadBlocked && d.Rule != engine.Reserved || promised[d.Job] {
			continue
		}
		promised[d.Job] = true
		if o.Start[d.Job] > d.Shadow || exactly && o.Start[d.Job] != d.Shadow {
			return fmt.Errorf("job %d was promised %d at %d and starts at %d", d.Job, d.Shadow, d.At, o.Start[d.Job])
		}
	}
	return nil
}

// Earliest are the starts of conservative backfilling where requests are right: each job in the order in which it came has the earliest time at
// which enough is free beside those before it, for good.
func Earliest(w *engine.Workload, processors, unit int32) []engine.Time {
	starts := make([]engine.Time, len(w.Jobs))
	size := func(j int) int32 { return (w.Jobs[j].Processors + unit - 1) / unit * unit }
	for j := range w.Jobs {
		starts[j] = -1
		if size(j) > processors {
			continue
		}
		instants := []engine.Time{w.Jobs[j].Submit}
		for k := range j {
			if end := starts[k] + w.Jobs[k].Run; starts[k] >= 0 && end > w.Jobs[j].Submit {
				instants = append(instants, end)
			}
		}
		slices.Sort(instants)
		holds := func(at engine.Time) bool {
			for _, t := range append(slices.Clone(starts[:j]), at) { // less is free only where a job starts
				if t < at || t >= at+w.Jobs[j].Run {
					continue
				}
				free := processors
				for k := range j {
					if starts[k] >= 0 && starts[k] <= t && t < starts[k]+w.Jobs[k].Run {
						free -= size(k)
					}
				}
				if free < size(j) {
					return false
				}
			}
			return true
		}
		starts[j] = instants[slices.IndexFunc(instants, holds)]
	}
	return starts
}
