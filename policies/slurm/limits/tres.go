package limits

import "backfill/engine/machine/slurmconf"

// TRES is what limits are about: a trackable resource.
type TRES uint8

// The TRES that are counted, in the order of slurmconf.CountedTRES.
const (
	CPU    TRES = iota
	Memory      // MB
	Node
	GPU
	kinds
)

func (t TRES) String() string { return slurmconf.CountedTRES[t] }

// Amounts are one for each TRES.
type Amounts [kinds]int64

// Unlimited is a limit that there is not.
const Unlimited = -1

// NoLimit has none for any TRES.
var NoLimit = Amounts{Unlimited, Unlimited, Unlimited, Unlimited}

// times is so many of each.
func (a Amounts) times(n int64) Amounts {
	for t := range a {
		a[t] *= n
	}
	return a
}

// Allocation is what a job gets.
type Allocation struct {
	Amounts
	Nodes []int32 // which ones, by numbers from 0; nil if none are chosen. Of those that a group uses already no further ones count.
}
