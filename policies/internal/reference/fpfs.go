package reference

import "backfill/engine"

// FPFS is the published listing, from the head of the queue again after every start.
type FPFS struct {
	Most, jumps int
	Head        int32
}

func (p *FPFS) Schedule(s *engine.State) {
	for again := true; again; {
		again = false
		for j := s.First(); j != engine.NoJob; j = s.Next(j) {
			head := j == s.First()
			if head && j != p.Head {
				p.Head, p.jumps = j, 0
			}
			if !head && p.jumps == p.Most {
				return
			}
			if place, ok := s.Fits(j); ok {
				if !head {
					p.jumps++
				}
				s.Start(j, place)
				again = true
				break
			}
		}
	}
}
