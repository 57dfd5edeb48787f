package policies

import "backfill/engine"

// PartitionFCFS is FCFS where every partition has a head of its own. In the order of the queue, a job starts if it fits in any of the
// partitions in which it may run. If it does not, it is their head: nobody starts past it who may run in no other ones.
//
// A call costs O(q) for q waiting jobs, beside looking for nodes for those that start and for the heads.
type PartitionFCFS struct {
	head []int32 // by partition; NoJob if it has none
}

func (p *PartitionFCFS) Schedule(s *engine.State) {
	if s.Partitions() == 0 {
		FCFS{}.Schedule(s)
		return
	}
	p.head = p.head[:0]
	open := s.Partitions() // how many have no head
	for range open {
		p.head = append(p.head, engine.NoJob)
	}
	for j := s.First(); j != engine.NoJob && (open > 0 || s.Recording()); j = s.Next(j) {
		if p.isBehind(s, j) {
			s.Note(j, engine.Reason{Rule: engine.BehindHeads, Blocker: p.head[s.MayRunIn(j)[0]], Free: s.Free()})
			continue
		}
		if place, ok := s.Fits(j); ok {
			s.Note(j, engine.Reason{Rule: engine.StartedInOrder, Blocker: engine.NoJob, Free: s.Free()})
			s.Start(j, place)
			continue
		}
		s.Note(j, engine.Reason{Rule: engine.PartitionHead, Blocker: engine.NoJob, Shadow: engine.Never, Free: s.Free()})
		for _, at := range s.MayRunIn(j) {
			if p.head[at] == engine.NoJob {
				p.head[at] = j
				open--
			}
		}
	}
}

// isBehind says whether every partition in which job j may run has a head.
func (p *PartitionFCFS) isBehind(s *engine.State, j int32) bool {
	for _, at := range s.MayRunIn(j) {
		if p.head[at] == engine.NoJob {
			return false
		}
	}
	return true
}
