package engine

import "math/bits"

// Licences is a set of the licences that computers of a farm share: bit l stands for licence l+1.
type Licences uint64

// MaxLicences is how many different licences a farm may have.
const MaxLicences = 64

// Each goes through the licences of the set, numbered from 0, in ascending order.
func (set Licences) Each(yield func(l int) bool) {
	for ; set != 0; set &= set - 1 {
		if !yield(bits.TrailingZeros64(uint64(set))) {
			return
		}
	}
}

// Count is the number of licences in the set.
func (set Licences) Count() int { return bits.OnesCount64(uint64(set)) }
