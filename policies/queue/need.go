package queue

import (
	"backfill/engine"
	"backfill/engine/profile"
)

// need is what a job takes.
type need struct {
	processors int32
	memory     int32 // MB
}

// within says whether one of the holes holds a job with this need and request.
func (n need) within(holes []profile.Hole, request engine.Time) bool {
	for i := range holes {
		if holes[i].Holds(n.processors, n.memory, request) {
			return true
		}
	}
	return false
}
