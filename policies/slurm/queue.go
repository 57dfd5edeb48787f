package slurm

import (
	"cmp"
	"slices"
)

// record is a waiting job in one of the partitions in which it may run. A job that names several has a record for each.
type record struct {
	job, partition int32
	tier           int32
	priority       int64
	submit         int64 // s
}

// sortQueue lists the records of the waiting jobs in the order in which both schedulers go through them: by the tier of the partition, by
// priority, by submission.
func (c *controller) sortQueue() {
	c.queue = c.queue[:0]
	c.waiting = slices.DeleteFunc(c.waiting, func(j int32) bool { return !c.pending[j] })
	for _, j := range c.waiting {
		for _, p := range c.machine.MayRunIn(j) {
			if c.down[p] {
				continue
			}
			r := record{job: j, partition: int32(p), tier: c.machine.Partitions[p].Tier, submit: c.unix(c.workload.Jobs[j].Submit)}
			r.priority = c.priority(j, r.partition)
			c.queue = append(c.queue, r)
		}
	}
	slices.SortStableFunc(c.queue, func(a, b record) int {
		return cmp.Or(cmp.Compare(b.tier, a.tier), cmp.Compare(b.priority, a.priority), cmp.Compare(a.submit, b.submit), cmp.Compare(a.job, b.job))
	})
}
