// Package agenda keeps when something is expected to happen to jobs, such as that they end, in the order of time.
package agenda

import (
	"slices"

	"backfill/engine"
)

// Agenda is when something happens to jobs, in the order of time.
type Agenda []Appointment

// Appointment is when something happens to a job.
type Appointment struct {
	At  engine.Time
	Job int32
}

// By is how many are due at t or before. O(log n).
func (a Agenda) By(t engine.Time) int {
	n, _ := slices.BinarySearchFunc(a, t, func(e Appointment, t engine.Time) int {
		if e.At <= t {
			return -1
		}
		return 1
	})
	return n
}

// Add notes when something happens to a job. O(log n), beside moving the later ones.
func (a *Agenda) Add(at engine.Time, job int32) {
	*a = slices.Insert(*a, a.By(at), Appointment{at, job})
}

// Remove takes back what Add noted. O(log n + those of the same instant), beside moving the later ones.
func (a *Agenda) Remove(at engine.Time, job int32) {
	i := a.By(at) - 1
	for (*a)[i].Job != job {
		i--
	}
	*a = slices.Delete(*a, i, i+1)
}
