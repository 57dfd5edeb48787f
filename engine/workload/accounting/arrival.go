package accounting

import (
	"math"
	"sort"

	"backfill/engine"
	"backfill/engine/workload/accounting/command"
)

// awaited is what a log tells of what a job waited for.
type awaited struct {
	any    bool  // it says of some jobs that it waits for them
	others bool  // but also for something that is not simulated
	lost   bool  // or for a job that is not
	never  bool  // that can never come any more
	met    int64 // when the last of all came; unmet: one is still to come when the log ends
}

const (
	// unmet is later than all times.
	unmet = math.MaxInt64
	// tolerance is how long after what it waited for a job may be found to be able to start, in s: a scheduler that has much to do looks again
	// in a minute or two.
	tolerance = 120
)

// arrival is when a job comes in simulations.
type arrival struct {
	at      int64      // Unknown: never, as far as the log tells
	depends bool       // it waits for the jobs that it depends on then; what the log found of that does not count
	why     remarkKind // what is remarked, remarkKinds: nothing
}

// arrivalOf decides when the job of a run comes.
//
//  1. A job that says of others that it waits for them comes when it was submitted and they have started or ended in the simulation,
//     if the log bears that out: it could start when the last of what it waited for had come, or soon after.
//  2. It comes when it could start, by the log, and depends on nobody, if some of that is not simulated, or if it could start well
//     after all had come, as it was held or had asked for a time, or before, as somebody had changed it.
//  3. One that could not start when the log ends comes if it waits for jobs that may still start or end, and else never.
//  4. All others come when they could start: after holds, at times asked for or, of an array of which only so many tasks run at once, when it was
//     their turn.
func arrivalOf(r *Record, w awaited) arrival {
	switch {
	case r.Eligible < 0 && w.any && !w.others && !w.lost && !w.never && w.met == unmet:
		return arrival{r.Submit, true, remarkKinds}
	case r.Eligible < 0:
		return arrival{Unknown, false, neverEligible}
	}
	could := max(w.met, r.Submit)
	switch {
	case !w.any:
		return arrival{r.Eligible, false, remarkKinds}
	case w.others:
		return arrival{r.Eligible, false, otherDependency}
	case w.lost:
		return arrival{r.Eligible, false, lostDependency}
	case w.never || r.Eligible < could || r.Eligible-could > tolerance:
		return arrival{r.Eligible, false, heldDependent}
	}
	return arrival{r.Submit, true, remarkKinds}
}

// runsOf are the places in Log.Records of the runs of all tasks and components of a job, or of one task; also of the task that has a number
// of its own. Empty if there are none.
func (m *maker) runsOf(d command.Dependency) (from, to int) {
	records := m.log.Records
	find := func(job int64, task int32) (from, to int) {
		from = sort.Search(len(records), func(i int) bool {
			id := &records[i].ID
			return id.Job > job || id.Job == job && (task == Unknown || id.Task >= task)
		})
		for to = from; to < len(records) && records[to].ID.Job == job && (task == Unknown || records[to].ID.Task == task); to++ {
		}
		return from, to
	}
	if from, to = find(d.Job, d.Task); from < to || d.Task != Unknown {
		return from, to
	}
	if m.raw == nil {
		m.raw = map[int64]int{}
		for i := range records {
			if r := &records[i]; r.Raw > 0 && r.Raw != r.ID.Job {
				m.raw[r.Raw] = i
			}
		}
	}
	if at, known := m.raw[d.Job]; known {
		return find(records[at].ID.Job, records[at].ID.Task)
	}
	return 0, 0
}

// await finds out what the log tells of what a job waits for, and on which rows it depends.
func (m *maker) await(r *Record) (w awaited, on []engine.Dependency) {
	if r.Depends == 0 {
		return w, nil
	}
	w.any = true
	if m.looked > mostLooked {
		w.lost = true
		return w, nil
	}
	for _, d := range m.log.DependencyLists[r.Depends-1] {
		if d.Kind == command.Other {
			w.others = true
			continue
		}
		if d.Kind == command.Corresponding {
			if d.Task = r.ID.Task; d.Task == Unknown {
				w.lost = true
				continue
			}
		}
		from, to := m.runsOf(d)
		w.lost = w.lost || from == to
		for from < to {
			runs := m.runs(from)
			from += len(runs)
			row := m.rows[from-1]
			if row == engine.NoJob {
				w.lost = true
				continue
			}
			came, ever := came(d, runs)
			w.met, w.never = max(w.met, came), w.never || !ever
			on = append(on, engine.Dependency{On: row, Started: d.Kind == command.Started, Completed: d.Kind == command.Completed || d.Kind == command.Corresponding,
				Delay: engine.Time(d.Delay) * engine.Second})
			if m.looked++; m.looked > mostLooked {
				w.lost = true
				return w, nil
			}
		}
	}
	return w, on
}

// mostLooked bounds the dependencies of a workload: where each task of an array waits for all of another one, there are many.
const mostLooked = 2_000_000

// came is when that which d waits for came, by the runs of the other job; unmet if it is to come, and whether it can.
func came(d command.Dependency, runs []Record) (at int64, ever bool) {
	last := &runs[len(runs)-1]
	if d.Kind == command.Started {
		if runs[0].Started() {
			return runs[0].Start + int64(d.Delay), true
		}
		return unmet, true
	}
	if last.End < 0 {
		return unmet, true
	}
	switch wanted := d.Kind != command.Failed; {
	case d.Kind == command.Ended, wanted == (last.State == Completed):
		return last.End, true
	}
	return unmet, false
}
