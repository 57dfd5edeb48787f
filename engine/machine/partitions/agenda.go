package partitions

import (
	"slices"

	"backfill/engine"
)

// agenda is when something happens to jobs, in the order of time.
type agenda []appointment

type appointment struct {
	at  engine.Time
	job int32
}

// by is how many are due at t or before. O(log n).
func (a agenda) by(t engine.Time) int {
	n, _ := slices.BinarySearchFunc(a, t, func(e appointment, t engine.Time) int {
		if e.at <= t {
			return -1
		}
		return 1
	})
	return n
}

// add notes when something happens to a job. O(log n), beside moving the later ones.
func (a *agenda) add(at engine.Time, job int32) {
	*a = slices.Insert(*a, a.by(at), appointment{at, job})
}

// remove takes back what add noted. O(log n + those of the same instant), beside moving the later ones.
func (a *agenda) remove(at engine.Time, job int32) {
	i := a.by(at) - 1
	for (*a)[i].job != job {
		i--
	}
	*a = slices.Delete(*a, i, i+1)
}
