package running

import (
	"slices"

	"backfill/engine/machine/bitset"
)

// WhenAndWhere is when job j could start on some of the nodes, and where: as the last trial says. If there is no room now, running jobs are
// taken away in the order in which they reach their limits, several of them together, until there is: all that end within a window, which
// grows from try to try. The job could start when the last one has ended that was taken away, needed or not. It does not look further than
// to the instant latest: if the job has no room by then, at is some instant after it, and if it never has, Never. Instants are in seconds.
//
// Source: plugins/select/cons_tres/job_test.c, _will_run_test; bf_window_linear of slurm.conf(5).
func (r *Runs) WhenAndWhere(j, partition int32, avail bitset.Set, latest int64) (at int64) {
	if r.config.MatteringEnds {
		latest = Never // jobs that are taken away last need not matter
	}
	o := r.outlookOn(avail)
	class := r.machine.Class(j)
	a := o.answer(class, partition)
	if a == nil {
		a = o.newAnswer(class, partition)
	}
	return r.lookFor(j, o, a, latest)
}

// lookFor is WhenAndWhere by an outlook, from what an answer has so far.
func (r *Runs) lookFor(j int32, o *outlook, a *answer, latest int64) (at int64) {
	if a.ok {
		r.trial.Recall(j, a.room)
		return max(a.at, r.now)
	}
	needs := r.machine.Needs(j)
	released := -1
	for ; ; a.tried++ {
		if a.tried == len(o.tries) {
			if o.next < len(r.List) && r.List[o.next].End > latest {
				return r.List[o.next].End
			}
			if !r.further(o) {
				return Never
			}
		}
		t := &o.tries[a.tried]
		if t.end > latest {
			return t.end
		}
		if t.idle < needs {
			continue
		}
		if released < 0 {
			r.trial.Begin(j, a.partition, o.nodes)
			for _, k := range r.gone {
				r.trial.Release(k)
			}
			released = 0
		}
		for ; released < t.released; released++ {
			r.trial.Release(r.List[o.touching[released]].Job)
		}
		fits := r.trial.Fits
		if r.config.BfBusyNodes && t.released > 0 {
			fits = r.trial.FitsLater
		}
		if fits() {
			if a.at = 0; t.released > 0 {
				a.at = r.lastEnd(&r.List[o.touching[t.released-1]])
			}
			a.ok, a.room = true, r.trial.Room(a.room)
			return max(a.at, r.now)
		}
	}
}

// lastEnd is when a job can start on the nodes of the last trial, for which jobs were taken away, last of all the given one.
func (r *Runs) lastEnd(last *Run) int64 {
	if !r.config.MatteringEnds {
		return r.GoneBy(last)
	}
	r.nodes = r.trial.Nodes(r.nodes[:0])
	clear(r.chosen)
	r.chosen.AddEach(r.nodes)
	end := r.now + 1
	for i := range r.List {
		if run := &r.List[i]; run.End <= last.End && run.Nodes.Intersects(r.chosen) {
			end = max(end, r.GoneBy(run))
		}
	}
	return end
}

// widen makes the window larger, until the next end falls into it.
func (r *Runs) widen(window *int64, next int64) {
	for {
		if r.config.BfWindowLinear > 0 {
			*window += r.config.BfWindowLinear
		} else {
			*window *= 2
		}
		if next <= *window {
			return
		}
	}
}

// RoomBeside is WhenAndWhere for a job for which others make room: if it does not find room beside them, they count as gone, and if there is
// room then, it is now. It looks as far as it takes.
func (r *Runs) RoomBeside(others []Run, j, partition int32, avail bitset.Set) (at int64) {
	if r.trial.Begin(j, partition, avail); r.trial.Fits() {
		return r.now
	}
	all := r.List
	r.List = slices.DeleteFunc(slices.Clone(all), func(run Run) bool {
		return slices.ContainsFunc(others, func(other Run) bool { return other.Job == run.Job })
	})
	for i := range others {
		r.gone = append(r.gone, others[i].Job)
	}
	var o outlook
	r.look(&o, avail)
	at = r.lookFor(j, &o, &answer{partition: partition}, Never)
	r.List, r.gone = all, r.gone[:0]
	return at
}
