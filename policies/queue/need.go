package queue

import "backfill/engine"

// need is what a job takes.
type need struct {
	processors int32
	memory     int32 // MB
}

// within says whether one of the openings holds a job with this need and request.
func (n need) within(openings []engine.Opening, request engine.Time) bool {
	for i := range openings {
		if openings[i].Holds(n.processors, n.memory, request) {
			return true
		}
	}
	return false
}
