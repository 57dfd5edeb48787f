package slurm

import (
	"cmp"
	"slices"

	"backfill/policies/slurm/settings"
)

// record is a waiting job in one of the partitions in which it may run. A job that names several has a record for each, the waiting tasks of
// an array have one together.
type record struct {
	job, partition int32
	reserved       bool // is to run in a reservation
	tier           int32
	priority       int64
	submit         int64 // s
}

// mayStart says whether waiting job j is neither held nor has asked for a later time or a reservation that does not last now.
func (c *controller) mayStart(j int32) bool {
	return !c.held[j] && c.begins[j] <= c.now && (c.workload.DemandOf(j).Reservation == 0 || c.reservationOf(j) != nil)
}

// sortQueue lists the records of the waiting jobs in the order in which both schedulers go through them: those in
// reservations first, then by the tier of the partition, by
// priority, by submission.
func (c *controller) sortQueue() {
	c.queue = c.queue[:0]
	c.waiting = slices.DeleteFunc(c.waiting, func(j int32) bool { return !c.pending[j] })
	c.findFirstTasks()
	for _, j := range c.waiting {
		if !c.mayStart(j) || c.arrays.of != nil && c.arrays.of[j] >= 0 && (c.arrays.first[c.arrays.of[j]] != j || c.arrays.full(j)) {
			continue
		}
		for _, p := range c.machine.MayRunIn(j) {
			if c.down[p] {
				continue
			}
			c.queue = append(c.queue, c.recordOf(j, int32(p)))
		}
	}
	if c.Preemption.By == settings.NoPreemption {
		slices.SortStableFunc(c.queue, func(a, b record) int { return before(&a, &b) })
		return
	}
	sortByHalves(c.queue, make([]record, 0, len(c.queue)), c.compare)
}

// recordOf is that of a waiting job in a partition.
func (c *controller) recordOf(j, partition int32) record {
	return record{job: j, partition: partition, tier: c.machine.Partitions[partition].Tier, submit: c.submitted[j],
		reserved: len(c.reserved) > 0 && c.reservationOf(j) != nil, priority: c.priority(j, partition)}
}

// compare says by a number below 0 that the first goes before the second: also because its job preempts the other.
func (c *controller) compare(a, b *record) int {
	switch {
	case c.Preemption.By == settings.NoPreemption:
	case c.preempts(a, b):
		return -1
	case c.preempts(b, a):
		return 1
	}
	return before(a, b)
}

// before is the order of records whose jobs do not preempt each other.
func before(a, b *record) int {
	if a.reserved != b.reserved {
		if a.reserved {
			return -1
		}
		return 1
	}
	return cmp.Or(cmp.Compare(b.tier, a.tier), cmp.Compare(b.priority, a.priority), cmp.Compare(a.submit, b.submit), cmp.Compare(a.job, b.job))
}

// sortByHalves sorts where some go before others without regard to the order of the rest. That is no order for more than two of them, so that it
// counts which are compared: by merging halves, as qsort of the GNU C library does.
func sortByHalves(list, buffer []record, compare func(a, b *record) int) {
	if len(list) < 2 {
		return
	}
	half := len(list) / 2
	sortByHalves(list[:half], buffer, compare)
	sortByHalves(list[half:], buffer, compare)
	first, second := append(buffer[:0], list[:half]...), list[half:]
	for i := 0; len(first) > 0; i++ {
		if len(second) > 0 && compare(&first[0], &second[0]) > 0 {
			list[i], second = second[0], second[1:]
		} else {
			list[i], first = first[0], first[1:]
		}
	}
}

// findFirstTasks finds the first waiting task of each array that may start.
func (c *controller) findFirstTasks() {
	first := c.arrays.first
	for i := range first {
		first[i] = -1
	}
	for _, j := range c.waiting {
		if of := c.arrays.of; of != nil && of[j] >= 0 && c.mayStart(j) && (first[of[j]] < 0 || j < first[of[j]]) {
			first[of[j]] = j
		}
	}
}
