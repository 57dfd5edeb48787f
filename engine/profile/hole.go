package profile

import "backfill/engine/clock"

// Hole is room for jobs that start now and end in time: processors and memory that
// are free from now on for a length of time, clock.Never if nothing is planned behind it.
type Hole struct {
	Processors int32
	Memory     int32 // MB; math.MaxInt32 where memory does not count
	Length     clock.Time
}

// Holds says whether a job that needs processors and memory in MB for length fits into the hole.
func (h Hole) Holds(processors, memory int32, length clock.Time) bool {
	// Without a branch for each: this is asked very often, mostly with the answer no.
	return (int64(h.Processors)-int64(processors))|(int64(h.Memory)-int64(memory))|int64(h.Length-length) >= 0
}
