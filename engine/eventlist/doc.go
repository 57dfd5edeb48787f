// Package eventlist keeps what is to happen to jobs in the order in which it will: the future
// event list of a simulation. It knows instants and numbers of jobs, not what happens.
package eventlist

import "backfill/engine/clock"

// Entry is an instant that is planned for a job. Seq, not negative, decides between entries at one
// instant, the smaller first.
type Entry struct {
	At  clock.Time
	Seq int32
	Job int32
}
