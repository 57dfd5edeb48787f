package slurm

import (
	"cmp"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/machine/bitset"
	"backfill/policies/slurm/limits"
)

// why is why jobs wait, for observers: what the last passes said of each of them. As in squeue, a reason comes from the main scheduler and
// an expected start from the backfill scheduler, and both stay until the next pass that comes to the job. Nothing is done while nobody
// observes.
type why struct {
	state    *engine.State   // of a call that is observed; nil: it is not
	reasons  []engine.Reason // by job; a Rule of 0: no pass has come to it
	pass     []int32         // by job: the last pass that came to it
	passes   int32           // so far
	backfill bool            // the pass at hand is of the backfill scheduler
	closer   []int32         // by partition: the job that closed it in this pass
	promises []promise       // of the last pass of the backfill scheduler
	place    []int32         // buffer
	open     bitset.Set      // buffer
}

// promise is one that the backfill scheduler made.
type promise struct {
	job   int32
	slot  engine.Slot
	nodes []int32
}

// observe begins a call.
func (w *why) observe(s *engine.State, nodes int32) {
	w.state = nil
	if s.Recording() {
		w.record(s, nodes)
	}
}

// record has the reasons kept until the next call is observed.
func (w *why) record(s *engine.State, nodes int32) {
	w.state = s
	if w.reasons == nil {
		jobs := len(s.Workload().Jobs)
		w.reasons, w.pass, w.place, w.open = make([]engine.Reason, jobs), make([]int32, jobs), make([]int32, jobs), bitset.New(nodes)
	}
}

// observed says whether the call is.
func (w *why) observed() bool { return w.state != nil }

// begin begins a pass of a scheduler over so many partitions.
func (w *why) begin(backfill bool, partitions int) {
	if w.state == nil {
		return
	}
	w.passes++
	w.backfill = backfill
	if backfill {
		w.promises = w.promises[:0]
		return
	}
	w.closer = w.closer[:0]
	for range partitions {
		w.closer = append(w.closer, engine.NoJob)
	}
}

// starts notes that a job is going to start in the pass at hand.
func (w *why) starts(j int32) {
	if w.state == nil {
		return
	}
	reason := engine.Reason{Rule: engine.StartedByMain, Blocker: engine.NoJob, Free: w.state.Free()}
	if w.backfill {
		reason.Rule, reason.Others = engine.StartedByBackfill, int32(len(w.promises))
	}
	w.state.Note(j, reason)
	w.reasons[j] = engine.Reason{}
}

// goesOn notes that a suspended job has gone on.
func (w *why) goesOn(j int32) {
	if w.state != nil {
		w.state.Note(j, engine.Reason{Rule: engine.GoesOn, Blocker: engine.NoJob, Free: w.state.Free()})
	}
}

// waits is what the main scheduler says of a record. Of a job in several partitions, the first counts that it closes, or else the first.
func (w *why) waits(r *record, rule engine.Rule, blocker int32) {
	if w.state == nil {
		return
	}
	if w.pass[r.job] == w.passes && (rule == engine.BehindPriority || w.reasons[r.job].Rule != engine.BehindPriority) {
		return
	}
	w.pass[r.job] = w.passes
	reason := &w.reasons[r.job]
	reason.Rule, reason.Blocker, reason.Partition = rule, blocker, r.partition
	forgetLimit(reason)
}

// forgetLimit clears a limit that neither scheduler names any more.
func forgetLimit(reason *engine.Reason) {
	if reason.Rule != engine.OverLimit && reason.Plan != engine.KeptByLimit {
		reason.Limit, reason.LimitUsed, reason.LimitAsked, reason.LimitBound = 0, 0, 0, 0
	}
}

// entersQueue forgets why the job of a record was kept out of the queue, in which a pass of the backfill scheduler has found it.
func entersQueue(reason *engine.Reason) {
	switch reason.Rule {
	case engine.IsHeld, engine.AwaitsReservation, engine.BeforeBegin, engine.PartitionDown, engine.OverTasks:
		reason.Rule, reason.Blocker, reason.Shadow = engine.BeforePass, engine.NoJob, 0
	}
}

// isBehind notes that the partition of a record has been closed.
func (w *why) isBehind(r *record) {
	if w.state != nil {
		w.waits(r, engine.BehindPriority, w.closer[r.partition])
	}
}

// closes notes that a record has found no room on the nodes that are usable, and closes its partition: for want of room, as nodes are
// COMPLETING, reserved or down, or as a job has closed another partition that has some of the nodes.
func (w *why) closes(c *controller, r *record, usable bitset.Set) {
	if w.state == nil {
		return
	}
	w.closer[r.partition] = r.job
	fits := func(nodes bitset.Set) bool {
		c.trial.Begin(r.job, r.partition, nodes)
		return c.trial.Fits()
	}
	rule, blocker := engine.LacksResources, engine.NoJob
	open := w.open
	copy(open, usable)
	c.withoutReserved(open, r, c.now, c.now+c.limit(r.job))
	switch {
	case fits(open):
		rule = engine.WhileCompleting
	case fits(usable):
		rule = engine.ReservedForOthers
	default:
		copy(open, c.up)
		open.Intersect(c.clean)
		if fits(open) {
			blocker = w.overlapping(c, r.partition)
		} else if open.Add(0, int32(len(c.cleaned))); c.up.Count() < open.Count() && fits(open) {
			rule = engine.NodesDown
		}
	}
	w.waits(r, rule, blocker)
}

// makesRoom notes that others have been told to stop for the job of a record.
func (w *why) makesRoom(r *record) {
	if w.state != nil {
		w.pass[r.job] = w.passes
		w.reasons[r.job].Rule = engine.Preempts
	}
}

// overlapping is the job that has closed another partition with nodes of this one.
func (w *why) overlapping(c *controller, partition int32) int32 {
	for p, closer := range w.closer {
		if int32(p) != partition && closer != engine.NoJob && slices.ContainsFunc(c.machine.Partitions[p].Nodes, func(n int32) bool {
			return slices.Contains(c.machine.Partitions[partition].Nodes, n)
		}) {
			return closer
		}
	}
	return engine.NoJob
}

// isOver notes a limit that the job of a record is over: in a pass of the main scheduler as its reason, in one of the backfill scheduler as
// what keeps it from a promise.
func (w *why) isOver(r *record, over *limits.Over) {
	if w.state == nil {
		return
	}
	if w.backfill {
		w.plans(r, engine.KeptByLimit)
	} else if w.waits(r, engine.OverLimit, engine.NoJob); w.reasons[r.job].Rule != engine.OverLimit {
		return
	}
	short := func(n int64) int32 { return int32(min(n, math.MaxInt32)) }
	reason := &w.reasons[r.job]
	reason.Limit = engine.LimitNamed(over.Reason())
	reason.LimitUsed, reason.LimitAsked, reason.LimitBound = short(over.Used), short(over.Asked), short(over.Bound)
}

// plans is what the backfill scheduler says of a record that it promises nothing.
func (w *why) plans(r *record, plan engine.Plan) {
	if w.state == nil || w.pass[r.job] == w.passes {
		return
	}
	w.pass[r.job] = w.passes
	reason := &w.reasons[r.job]
	entersQueue(reason)
	reason.Plan, reason.Shadow = plan, 0
	reason.Lane, reason.LastLane, reason.Nodes = 0, 0, 0
	forgetLimit(reason)
}

// promise notes that nodes, ascending, are promised to a record from a second on for as long as its limit. Of a job in several partitions,
// the earliest promise counts.
func (w *why) promise(c *controller, r *record, at int64, nodes []int32) {
	if w.state == nil {
		return
	}
	slot := engine.Slot{At: engine.Time(at-c.epoch) * engine.Second, Length: engine.Time(c.limit(r.job)) * engine.Second}
	w.promises = append(w.promises, promise{r.job, slot, slices.Clone(nodes)})
	reason := &w.reasons[r.job]
	if w.pass[r.job] == w.passes && reason.Plan == engine.Promised && reason.Shadow <= slot.At {
		return
	}
	w.pass[r.job] = w.passes
	entersQueue(reason)
	reason.Plan, reason.Shadow = engine.Promised, slot.At
	reason.Lane, reason.LastLane, reason.Nodes = nodes[0], nodes[len(nodes)-1], int32(len(nodes))
	forgetLimit(reason)
}

// end tells the observers of everybody who waits when a pass is over: in the order of the queue, then those who are not in it.
func (w *why) end(c *controller) {
	if w.state == nil {
		return
	}
	told := -w.passes // marks a job that has been told of in this pass
	tell := func(j int32) {
		reason := &w.reasons[j]
		if reason.Rule == 0 {
			reason.Rule, reason.Blocker = engine.BeforePass, engine.NoJob
		}
		w.pass[j] = told
		reason.Free = w.state.Free()
		w.state.Note(j, *reason)
	}
	for i := range c.queue {
		r := &c.queue[i]
		if of := c.arrays.arrayOf(r.job); of != nil {
			w.endArray(c, r, of, tell)
			continue
		}
		if !c.pending[r.job] || w.pass[r.job] == told {
			continue
		}
		if w.pass[r.job] != w.passes {
			w.passesBy(r, &w.reasons[r.job])
		}
		tell(r.job)
	}
	for _, j := range c.waiting {
		if c.pending[j] && w.pass[j] != told {
			w.keptOut(c, j)
			tell(j)
		}
	}
	for i := range c.suspended {
		j := c.suspended[i].job
		w.reasons[j] = engine.Reason{Rule: engine.IsSuspended, Blocker: engine.NoJob}
		tell(j)
	}
}

// endArray tells of the waiting tasks of an array. One that the pass did not come to waits as enough others run, or for the reason of the one
// before.
func (w *why) endArray(c *controller, r *record, of *array, tell func(j int32)) {
	before := engine.NoJob
	for _, j := range of.tasks {
		if !c.pending[j] || !c.mayStart(j) || w.pass[j] == -w.passes {
			continue
		}
		switch {
		case w.pass[j] == w.passes:
			before = j
		case c.arrays.full(j):
			w.keptOut(c, j)
		case before != engine.NoJob:
			w.reasons[j] = w.reasons[before]
		default:
			task := *r
			task.job = j
			w.passesBy(&task, &w.reasons[j])
		}
		tell(j)
	}
}

// keptOut notes why waiting job j is not in the queue.
func (w *why) keptOut(c *controller, j int32) {
	r := &w.reasons[j]
	*r = engine.Reason{Blocker: engine.NoJob, Rule: engine.BeforePass}
	if in := c.machine.MayRunIn(j); len(in) > 0 {
		r.Partition = int32(in[0])
	}
	switch {
	case c.held[j]:
		r.Rule = engine.IsHeld
	case c.workload.DemandOf(j).Reservation > 0 && c.reservationOf(j) == nil:
		r.Rule = engine.AwaitsReservation
	case c.begins[j] > c.now:
		r.Rule, r.Shadow = engine.BeforeBegin, engine.Time(c.begins[j]-c.epoch)*engine.Second
	case c.down[r.Partition]:
		r.Rule = engine.PartitionDown
	case c.arrays.full(j):
		r.Rule = engine.OverTasks
	}
}

// passesBy notes that the pass at hand has ended before a record. What earlier ones of the main scheduler said of it stays.
func (w *why) passesBy(r *record, reason *engine.Reason) {
	switch {
	case w.backfill:
		w.plans(r, engine.NotTested)
	case reason.Rule == 0 || reason.Rule == engine.BeforePass:
		w.waits(r, engine.BehindDepth, engine.NoJob)
	}
}

// untilPass tells that the next pass is at an instant: of those who have just come, and of those who lacked room in the last pass and would
// have some now.
func (w *why) untilPass(c *controller, at engine.Time) {
	s := w.state
	if s == nil {
		return
	}
	note := func(j int32) {
		s.Note(j, engine.Reason{Rule: engine.BeforePass, Blocker: engine.NoJob, Shadow: at, Free: s.Free()})
	}
	for _, e := range s.Events() {
		if e.Kind == engine.Arrival && c.pending[e.Job] && w.reasons[e.Job].Rule == 0 {
			note(e.Job)
		}
	}
	if !s.Saw(engine.Completion) {
		return
	}
	for i := range c.queue {
		r := &c.queue[i]
		if why := &w.reasons[r.job]; c.pending[r.job] && why.Rule == engine.LacksResources && why.Blocker == engine.NoJob && s.HasRoom(r.job) {
			note(r.job)
		}
	}
}

// EachPromise yields the promises of the last pass of the backfill scheduler to jobs that still wait, in its order: of whole nodes, though
// the job may need a part of them.
func (p *Slurm) EachPromise(yield func(j int32, slot engine.Slot, pieces []engine.Piece)) {
	for _, made := range p.c.why.promises {
		if !p.c.pending[made.job] {
			continue
		}
		pieces := make([]engine.Piece, len(made.nodes))
		for i, n := range made.nodes {
			pieces[i] = engine.Piece{Lane: n, Processors: p.c.machine.Nodes[n].Processors, First: -1}
		}
		yield(made.job, made.slot, pieces)
	}
}

// Passes are the schedulers that made passes in this call.
func (p *Slurm) Passes() engine.Passes { return p.passes }

// InOrder puts jobs into the order in which the schedulers look at them.
func (p *Slurm) InOrder(_ *engine.State, waiting []int32) {
	p.c.sortQueue()
	place := p.c.why.place
	for j := range place {
		place[j] = math.MaxInt32 // those that are not in the queue stand behind it
	}
	for i := range p.c.queue {
		j := p.c.queue[i].job
		tasks := []int32{j}
		if of := p.c.arrays.arrayOf(j); of != nil {
			tasks = of.tasks
		}
		for _, task := range tasks {
			place[task] = min(place[task], int32(i))
		}
	}
	slices.SortStableFunc(waiting, func(a, b int32) int { return cmp.Compare(place[a], place[b]) })
}
