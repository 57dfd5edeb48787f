package slurm

import (
	"slices"

	"backfill/engine"
	"backfill/engine/machine/bitset"
)

// reservation is an advance reservation of nodes.
type reservation struct {
	number     int32 // by which jobs name it that run in it; 0: none does
	begin, end int64 // s
	nodes      bitset.Set
	closed     bool // to further jobs, in a pass of the main scheduler
}

// reservationOf is the one in which job j is to run, nil if that is none or does not last now.
func (c *controller) reservationOf(j int32) *reservation {
	number := c.workload.DemandOf(j).Reservation
	if number == 0 {
		return nil
	}
	for i := range c.reserved {
		if r := &c.reserved[i]; r.number == number && r.begin <= c.now && c.now < r.end {
			return r
		}
	}
	return nil
}

// withoutReserved takes the nodes out of a set that the job of a record may not have in [from, to): those on which jobs are suspended, those of
// reservations that concern that time or, if the job is to run in a reservation, all others. It says whether there are any reservations then.
func (c *controller) withoutReserved(set bitset.Set, r *record, from, to int64) (any bool) {
	c.withoutSuspended(set, r)
	own := c.reservationOf(r.job)
	for i := range c.reserved {
		if other := &c.reserved[i]; other != own && other.begin < to && other.end > from {
			set.Subtract(other.nodes)
			any = true
		}
	}
	if own != nil {
		set.Intersect(own.nodes)
	}
	return any
}

// endOfReserved is a second behind the end of the first reservation that ends at an instant or later, forEver if there is none. It is tried
// again there to place jobs.
//
// Source: slurmctld/reservation.c, find_resv_end.
func (c *controller) endOfReserved(from int64) int64 {
	end := int64(forEver)
	for i := range c.reserved {
		if r := &c.reserved[i]; r.end >= from {
			end = min(end, r.end)
		}
	}
	if end == forEver {
		return forEver
	}
	return (end+c.BfResolution-1)/c.BfResolution*c.BfResolution + 1
}

// reserve adds a reservation.
func (c *controller) reserve(r reservation) {
	c.changed()
	at, _ := slices.BinarySearchFunc(c.reserved, r.begin, func(other reservation, begin int64) int {
		if other.begin <= begin {
			return -1
		}
		return 1
	})
	c.reserved = slices.Insert(c.reserved, at, r)
	c.nextBoundary = min(c.nextBoundary, r.begin)
}

// passBoundaries notes that reservations have begun or ended, and says whether any has. Jobs that still run in one that has ended are to be
// killed at the next sweep.
func (c *controller) passBoundaries() bool {
	if c.nextBoundary > c.now {
		return false
	}
	c.changed()
	for i := range c.reserved {
		r := &c.reserved[i]
		if r.end > c.now || r.number == 0 {
			continue
		}
		for k := range c.running.List {
			if j := c.running.List[k].Job; c.workload.DemandOf(j).Reservation == r.number {
				c.tellToStop(stopping{j, engine.NoJob, c.nextSweep(c.clock)})
			}
		}
	}
	c.reserved = slices.DeleteFunc(c.reserved, func(r reservation) bool { return r.end <= c.now })
	c.nextBoundary = forEver
	for i := range c.reserved {
		next := c.reserved[i].end
		if begin := c.reserved[i].begin; begin > c.now {
			next = begin
		}
		c.nextBoundary = min(c.nextBoundary, next)
	}
	return true
}
