package experiment

import (
	"slices"

	"backfill/engine/metrics/stats"
	"backfill/engine/scenario"
)

// mostStages is how many stages a Growth has at most.
const mostStages = 60

// Growth is how the interval of a mean became narrower at one point: the interval from the first
// N[i] samples, which are replications or batches.
type Growth struct {
	N        []int              // from 2 on; increasing
	Policies [][]stats.Interval // by policy, one for each N; nil if the policy is unstable
}

// GrowthOf is the growth of one metric, given by its place in metrics.Descriptions, at a point. Its cost grows
// with the number of samples times the number of stages.
func GrowthOf(p *scenario.Plan, runs []*Run, point, metric int) Growth {
	s := collect(p, runs)[point]
	g := Growth{Policies: make([][]stats.Interval, len(p.Policies))}
	for n := 2; n <= len(s.places); n++ {
		g.N = append(g.N, n)
	}
	if n := len(g.N); n > mostStages {
		some := make([]int, mostStages)
		for i := range some {
			some[i] = g.N[i*(n-1)/(mostStages-1)]
		}
		g.N = some
	}
	for k := range g.Policies {
		if s.unstable[k] {
			continue
		}
		values := series{&s, k, metric, -1}.values()
		for _, n := range g.N {
			g.Policies[k] = append(g.Policies[k], stats.MeanInterval(defined(slices.Clone(values[:n])), p.Level))
		}
	}
	return g
}
