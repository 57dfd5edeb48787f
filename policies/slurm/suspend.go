package slurm

import (
	"slices"

	"backfill/engine"
	"backfill/engine/machine/bitset"
	"backfill/engine/machine/partitions"
)

// suspended is a job that has made room and goes on, where it ran, when there is room again. Nobody else starts on its nodes but those for
// whom it makes room. It holds neither licences nor memory meanwhile, and counts for no limit.
type suspended struct {
	record
	room  partitions.Room
	nodes bitset.Set
}

// suspend notes that running job j is suspended now.
func (c *controller) suspend(j int32) {
	at := slices.IndexFunc(c.running, func(run running) bool { return run.job == j })
	in := c.machine.RunsIn(j)
	c.suspended = append(c.suspended, suspended{record{job: j, partition: in, tier: c.machine.Partitions[in].Tier}, c.trial.RoomOf(j), c.running[at].nodes})
	c.ended(j, 0)
}

// withoutSuspended takes the nodes out of a set on which jobs are suspended that would not make room for that of a record.
func (c *controller) withoutSuspended(set bitset.Set, r *record) {
	for i := range c.suspended {
		if s := &c.suspended[i]; !c.preempts(r, &s.record) {
			set.Subtract(s.nodes)
		}
	}
}

// resume has suspended jobs go on for which there is room again, those first that have been suspended longest.
func (c *controller) resume() {
	for i := 0; i < len(c.suspended); {
		s := c.suspended[i]
		if c.trial.Recall(s.job, s.room); !c.trial.FitsNow() || !c.licences.enough(s.job) {
			i++
			continue
		}
		c.suspended = slices.Delete(c.suspended, i, i+1)
		c.begin(s.job, s.partition)
	}
}

// forgetSuspended takes job j off the suspended ones, and says whether it was one.
func (c *controller) forgetSuspended(j int32) bool {
	before := len(c.suspended)
	c.suspended = slices.DeleteFunc(c.suspended, func(s suspended) bool { return s.job == j })
	if len(c.suspended) == before {
		return false
	}
	c.changed()
	return true
}

// suspend stops running job j for another one; what it has done is kept.
func (p *Slurm) suspend(s *engine.State, j int32, why engine.Reason) {
	p.c.suspend(j)
	p.ranks.requeue(s.Now(), s.Now(), j)
	s.Note(j, why)
	s.Suspend(j)
}
