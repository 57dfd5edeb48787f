package slurm

import (
	"slices"

	"backfill/engine"
	"backfill/engine/machine/bitset"
	"backfill/engine/machine/partitions"
)

// suspended is a job that goes on where it ran. One that has made room does so when there is room again, and nobody else starts on its nodes but
// those for whom it makes room. One that somebody has suspended goes on when there is room after that one has resumed it; its nodes are free for
// others. Meanwhile either counts as a task of its array, but holds neither licences nor memory, and counts for no other limit.
type suspended struct {
	record
	room   partitions.Room
	nodes  bitset.Set
	byHand bool
}

// suspend notes that running job j is suspended now.
func (c *controller) suspend(j int32, byHand bool) {
	in := c.machine.RunsIn(j)
	c.suspended = append(c.suspended, suspended{record{job: j, partition: in, tier: c.machine.Partitions[in].Tier}, c.trial.RoomOf(j), c.running.Of(j).Nodes, byHand})
	c.ended(j, 0)
	c.arrays.runs(j, 1)
}

// withoutSuspended takes the nodes out of a set on which jobs are suspended that would not make room for that of a record.
func (c *controller) withoutSuspended(set bitset.Set, r *record) {
	for i := range c.suspended {
		if s := &c.suspended[i]; !s.byHand && !c.preempts(r, &s.record) {
			set.Subtract(s.nodes)
		}
	}
}

// resume has suspended jobs go on for which there is room again, those first that have been suspended longest.
func (c *controller) resume() {
	for i := 0; i < len(c.suspended); {
		s := c.suspended[i]
		if c.trial.Recall(s.job, s.room); s.byHand || !c.trial.FitsNow() || !c.licences.enough(s.job) {
			i++
			continue
		}
		c.suspended = slices.Delete(c.suspended, i, i+1)
		c.why.goesOn(s.job)
		c.arrays.runs(s.job, -1)
		c.occupy(s.job, s.partition)
	}
}

// forgetSuspended takes job j off the suspended ones, and says whether it was one.
func (c *controller) forgetSuspended(j int32) bool {
	before := len(c.suspended)
	c.suspended = slices.DeleteFunc(c.suspended, func(s suspended) bool { return s.job == j })
	if len(c.suspended) == before {
		return false
	}
	c.arrays.runs(j, -1)
	c.changed()
	return true
}

// suspend stops running job j; what it has done is kept.
func (p *Slurm) suspend(s *engine.State, j int32, why engine.Reason) {
	preempted := why.Rule == engine.PreemptedFor
	p.c.suspend(j, !preempted)
	p.ranks.Requeue(s.Now(), j, s.Now())
	s.Note(j, why)
	s.Suspend(j, preempted)
}

// suspendByHand and resumeJob are actions.
func (p *Slurm) suspendByHand(s *engine.State, a *planned) string {
	if !s.Runs(a.job) {
		return isNotRun
	}
	p.suspend(s, a.job, engine.Reason{Rule: engine.SuspendedByHand, Blocker: engine.NoJob})
	p.table.Ask(s.Now(), false)
	return ""
}

func (p *Slurm) resumeJob(_ *engine.State, a *planned) string {
	for i := range p.c.suspended {
		if one := &p.c.suspended[i]; one.job == a.job && one.byHand {
			one.byHand = false
			return ""
		}
	}
	return "the job was not suspended by hand"
}
