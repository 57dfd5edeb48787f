// Package eventlist is the future event list of a simulation: what is going to happen to jobs, in
// order of time. It knows instants and numbers of jobs, not what happens.
package eventlist

import "backfill/engine/clock"

// Entry is an instant that is planned for a job. Of two entries at one instant the one with the
// smaller Seq comes first; Seq is not negative.
type Entry struct {
	At  clock.Time
	Seq int32
	Job int32
}
