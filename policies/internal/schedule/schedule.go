// Package schedule says what is wrong with schedules, from outcomes alone: what has to be true of all of them, and what policies promise to the
// head of the queue. It knows no policy and nothing of how simulations are made.
package schedule

import (
	"cmp"
	"fmt"
	"slices"

	"backfill/engine"
)

// stretch is a time in which a job has processors, in one lane or, with lane NoLane, of the machine as a whole.
type stretch struct {
	job        int32
	lane       int32
	processors int32
	memory     int32 // MB
	from, to   engine.Time
}

// Check says what is wrong with a schedule, from the outcome and the jobs alone; nil: nothing is. Each job that is not refused runs
// once, not before it is ready, for its run time or until its limit; nothing is in use twice, and the orders of starts and ends are right.
//
// The simulation ran to its end, without commands, and not under KillAtSweep. Jobs that were stopped or interrupted may run several times:
// how long in all is not checked then. waits says that jobs may be left waiting.
func Check(o *engine.Outcome, options engine.Options, waits bool) error {
	if err := checkOrders(o); err != nil {
		return err
	}
	for i := range o.Start {
		if err := checkRun(o, options, int32(i), waits); err != nil {
			return fmt.Errorf("job %d: %w", i, err)
		}
	}
	list, err := stretches(o)
	if err != nil {
		return err
	}
	if err := checkUse(list, engine.NoLane, o.Processors, 0); err != nil {
		return fmt.Errorf("the machine: %w", err)
	}
	for l, lane := range o.Lanes {
		if err := checkUse(list, int32(l), lane.Processors, lane.Memory); err != nil {
			return fmt.Errorf("%s %d: %w", lane.Kind, l, err)
		}
	}
	return nil
}

// checkOrders makes sure that both orders have each job once that started or ended, by time.
func checkOrders(o *engine.Outcome) error {
	for _, order := range []struct {
		what string
		jobs []int32
		at   []engine.Time
		has  func(j int) bool
	}{
		{"starts", o.StartOrder, o.Start, func(j int) bool { return o.Start[j] >= 0 }},
		{"ends", o.EndOrder, o.End, func(j int) bool { return o.Start[j] >= 0 && o.End[j] >= 0 }},
	} {
		in := make([]int, len(order.at))
		for _, j := range order.jobs {
			in[j]++
		}
		for j, n := range in {
			if want := map[bool]int{true: 1}[order.has(j)]; n != want {
				return fmt.Errorf("job %d is %d times in the order of %s, want %d", j, n, order.what, want)
			}
		}
		if !slices.IsSortedFunc(order.jobs, func(a, b int32) int { return cmp.Compare(order.at[a], order.at[b]) }) {
			return fmt.Errorf("the order of %s is %v, of the instants %v", order.what, order.jobs, order.at)
		}
	}
	return nil
}

// checkRun makes sure that job j ran when and as long as it had to.
func checkRun(o *engine.Outcome, options engine.Options, j int32, waits bool) error {
	job, start, end := &o.Workload.Jobs[j], o.Start[j], o.End[j]
	switch o.State[j] {
	case engine.Refused:
		if start != -1 || end != -1 {
			return fmt.Errorf("it is refused and runs from %d to %d", start, end)
		}
		return nil
	case engine.Unfinished:
		if !waits || start != -1 || end != -1 {
			return fmt.Errorf("it is left unfinished, from %d to %d", start, end)
		}
		return nil
	case engine.Cancelled:
		return nil
	}
	if ready := o.Ready(j); start < ready {
		return fmt.Errorf("it starts at %d and is ready at %d", start, ready)
	}
	if o.Segments != nil || o.Stopped != nil {
		return nil
	}
	limit := engine.Never
	switch options.Kill {
	case engine.KillAtEstimate:
		limit = job.Estimate
	case engine.KillAfterGrace:
		limit = job.Estimate + options.Grace
	}
	least, length, killed := min(job.Run, limit), end-start, o.State[j] == engine.Killed
	switch {
	case length < least || length > limit || !o.VariableRate && length != least:
		return fmt.Errorf("it runs for %d, want %d, and at most %d", length, least, limit)
	case killed && length != limit:
		return fmt.Errorf("it is stopped after %d, its limit is %d", length, limit)
	case !o.VariableRate && killed != (job.Run > limit):
		return fmt.Errorf("it runs for %d of %d, its limit is %d, and is %v", length, job.Run, limit, o.State[j])
	}
	return nil
}

// stretches lists what jobs had, once for the machine and once for each lane.
func stretches(o *engine.Outcome) (list []stretch, err error) {
	add := func(j int32, pieces []engine.Piece, lane int32, from, to engine.Time) {
		all := stretch{job: j, lane: engine.NoLane, from: from, to: to}
		for _, p := range pieces {
			all.processors += p.Processors
			list = append(list, stretch{j, p.Lane, p.Processors, 0, from, to})
		}
		if pieces == nil {
			all.processors = o.Occupied(j)
		}
		if lane != engine.NoLane {
			list = append(list, stretch{j, lane, o.Occupied(j), o.Memory(j), from, to})
		}
		if all.processors < o.Size(j) {
			err = fmt.Errorf("job %d of %d processors has %d", j, o.Size(j), all.processors)
		}
		list = append(list, all)
	}
	for _, s := range o.Segments {
		add(s.Job, nil, s.Lane, s.From, s.To)
	}
	for _, run := range o.Stopped {
		add(run.Job, run.Pieces, engine.NoLane, run.From, run.To)
	}
	for i, j := range o.StartOrder {
		switch {
		case o.Segments != nil:
		case o.PieceEnd != nil:
			add(j, o.PiecesOf(i), engine.NoLane, o.Start[j], o.End[j])
		case o.Lane != nil:
			add(j, nil, o.Lane[j], o.Start[j], o.End[j])
		default:
			add(j, nil, engine.NoLane, o.Start[j], o.End[j])
		}
	}
	return list, err
}

// checkUse makes sure that of a lane never more is in use than there is; memory 0 is not counted. At an instant ends come before starts.
func checkUse(list []stretch, lane, processors, memory int32) error {
	type change struct {
		at                 engine.Time
		processors, memory int32
	}
	var changes []change
	for _, s := range list {
		if s.lane == lane && s.from < s.to {
			changes = append(changes, change{s.from, s.processors, s.memory}, change{s.to, -s.processors, -s.memory})
		}
	}
	slices.SortFunc(changes, func(a, b change) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.processors, b.processors)) })
	used := change{}
	for _, c := range changes {
		used.processors += c.processors
		used.memory += c.memory
		if used.processors > processors || memory > 0 && used.memory > memory {
			return fmt.Errorf("at %d %d of %d processors and %d of %d MB are in use", c.at, used.processors, processors, used.memory, memory)
		}
	}
	return nil
}
