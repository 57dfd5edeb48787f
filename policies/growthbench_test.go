package policies

import (
	"fmt"
	"testing"

	"backfill/engine"
	"backfill/policies/internal/cost"
	"backfill/policies/los"
)

// walkingEASY is EASY with one reservation that asks every waiting job whether it may start.
type walkingEASY struct{}

func (walkingEASY) Schedule(s *engine.State) {
	reserved := false
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if place, ok := s.StartsNow(j); ok {
			s.Start(j, place)
		} else if !reserved {
			s.Reserve(j)
			reserved = true
		}
	}
	s.DropAll()
}

// What an arrival or a completion costs on a cluster of 256 processors against the number of
// waiting jobs, which stays the same, in time of a processor. The jobs are those of workload
// lublin.
func BenchmarkGrowth(b *testing.B) {
	w := deepQueue(b, 140_000, "")
	for _, c := range []struct {
		name     string
		policy   func() engine.Policy
		deepest  int
		measured int // jobs
	}{
		{"easy-walk", func() engine.Policy { return walkingEASY{} }, 100_000, 1000},
		{"los", func() engine.Policy { return &los.LOS{Reading: los.Faithful} }, 10_000, 200},
		{"delayed-los", func() engine.Policy { return &los.Delayed{MaxSkip: 7, Reading: los.Faithful} }, 10_000, 200},
	} {
		for _, depth := range []int{10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000} {
			if depth > c.deepest {
				break
			}
			b.Run(fmt.Sprintf("%s/depth=%d", c.name, depth), func(b *testing.B) {
				cost.AtDepth(b, w, func() engine.Machine { return engine.NewCluster(256, 1) }, c.policy, depth, c.measured)
			})
		}
	}
}
