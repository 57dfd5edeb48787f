package multifactor

import "math"

// Basic is priority/basic: each job has a priority one below the lowest so far, so that jobs start in the order of submission. The zero Basic
// has seen none.
type Basic struct{ below uint32 }

// firstBelow is Slurm's: room above the highest priority for jobs whose priority an administrator sets.
const firstBelow = 1<<32 - 1<<16

// Submit is the priority of the next job, 1 to 2^32 - 1.
func (b *Basic) Submit(nice int32) uint32 {
	if b.below == 0 {
		b.below = firstBelow
	}
	// Below 1 there is none: such jobs share it.
	p := uint32(min(max(int64(b.below)-1-int64(nice), 1), math.MaxUint32))
	b.below = min(b.below, p)
	return p
}
