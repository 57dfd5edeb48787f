package priority

import "backfill/engine"

// Names are those of the published priorities.
var Names = priorityNames()

// Few is how many jobs are sooner compared with each other than found by priority.
const Few = few

// Of is the priority of waiting job j.
func (p *Backfill) Of(s *engine.State, j int32) float64 {
	p.find()
	return p.of(s, j)
}

// Held are the jobs that hold reservations.
func (p *Backfill) Held() []int32 { return p.held }
