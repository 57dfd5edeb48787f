package reference

import (
	"cmp"
	"slices"

	"backfill/engine"
)

// Priority is priority backfilling as it is described: every pass sorts the whole
// queue and looks at all jobs in that order.
type Priority struct {
	Value        func(s *engine.State, j int32) float64
	Reservations int
	Fixed        bool

	held []int32
}

func (p *Priority) Schedule(s *engine.State) {
	var queue []int32
	values := map[int32]float64{}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		queue = append(queue, j)
		values[j] = p.Value(s, j)
	}
	slices.SortStableFunc(queue, func(a, b int32) int { return cmp.Compare(values[b], values[a]) })
	order := []int32{}
	if p.Fixed {
		order = append(order, p.held...)
	}
	for _, j := range queue {
		if !slices.Contains(order, j) {
			order = append(order, j)
		}
	}
	s.DropAll()
	p.held = nil
	for _, j := range order {
		if place, ok := s.StartsNow(j); ok {
			s.Start(j, place)
		} else if len(p.held) < p.Reservations {
			s.Reserve(j)
			p.held = append(p.held, j)
		}
	}
	if !p.Fixed {
		s.DropAll()
	}
}
