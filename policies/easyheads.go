package policies

import (
	"backfill/engine"
	"backfill/policies/queue"
)

// scheduleByPartition is EASY where every partition has heads of its own. In the order of the queue, a job starts if it can run for its
// whole estimate without delaying the reservations made so far. If it cannot, it gets one if one of the partitions in which it may run has
// fewer than Reservations heads, and is a head of all of them.
//
// Jobs whose partitions have all their heads are the others. By arrival they are tried in their places in the queue; in another order they
// are tried when all reservations have been made.
//
// A call costs O(q) for q waiting jobs, beside looking for nodes. Reservations are made only for heads ahead of a job that may start.
func (p *EASY) scheduleByPartition(s *engine.State) {
	p.heads.begin(s)
	p.others = p.others[:0]
	// If all is said of every job, or jobs that start make room for others, none is passed over.
	all := s.Recording() || s.Machine().Offers()&engine.Monotone == 0
	j := s.First()
	for {
		candidate := j
		if !all {
			candidate, _ = s.Startable(j)
		}
		if candidate == engine.NoJob {
			break
		}
		for ; j != candidate; j = s.Next(j) {
			p.reserveAsHead(s, j)
		}
		p.tryInTurn(s, candidate)
		j = s.Next(candidate)
	}
	if len(p.others) > 0 {
		for ; j != engine.NoJob; j = s.Next(j) {
			p.reserveAsHead(s, j)
		}
		p.tryOthers(s)
	}
	s.DropAll()
}

// tryInTurn starts job j, to which the walk along the queue has come, or gives it a reservation if it is a head. One that is neither waits,
// or is one of the others.
func (p *EASY) tryInTurn(s *engine.State, j int32) {
	wanted := p.heads.wants(s, j, p.Reservations)
	switch {
	case wanted:
		if !s.StartOrReserve(j) {
			p.heads.add(s, j)
		}
	case p.Others != queue.ByArrival:
		p.others = append(p.others, j)
	default:
		s.NoteStartsNow(j)
		if place, ok := s.StartsNow(j); ok {
			s.Start(j, place)
		}
	}
}

// reserveAsHead gives job j, which cannot start, a reservation if it is a head.
func (p *EASY) reserveAsHead(s *engine.State, j int32) {
	if p.heads.wants(s, j, p.Reservations) {
		s.Reserve(j)
		p.heads.add(s, j)
	}
}
