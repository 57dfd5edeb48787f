package slurm

import "backfill/engine/machine/bitset"

// reservation is an advance reservation, in which none of the jobs is.
type reservation struct {
	begin, end int64 // s
	nodes      bitset.Set
}

// withoutReserved takes the nodes of the reservations that concern [from, to) out of a set. It says whether there are any.
func (c *controller) withoutReserved(set bitset.Set, from, to int64) (any bool) {
	for i := range c.reserved {
		if r := &c.reserved[i]; r.begin < to && r.end > from {
			set.Subtract(r.nodes)
			any = true
		}
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
