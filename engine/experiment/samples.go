package experiment

import (
	"math"
	"slices"

	"backfill/engine/metrics"
	"backfill/engine/scenario"
)

// samples are the values from which the intervals at one point are computed: one for
// each replication or, of a single steady run, one for each batch. Those of one place
// are of the same workload under every policy.
type samples struct {
	n        int
	policies [][]metrics.Summary // by policy and place; nil: missing
}

// collect arranges the runs of each point.
func collect(p *scenario.Plan, runs []*Run) []samples {
	labels := map[string]int{}
	for i, policy := range p.Policies {
		labels[policy.Label] = i
	}
	points := make([][]*Run, len(p.Points))
	for _, run := range runs {
		points[run.PointIndex] = append(points[run.PointIndex], run)
	}
	all := make([]samples, len(points))
	for i, runs := range points {
		var replications []int
		for _, run := range runs {
			replications = append(replications, run.Replication)
		}
		slices.Sort(replications)
		replications = slices.Compact(replications)
		s := samples{n: len(replications), policies: make([][]metrics.Summary, len(p.Policies))}
		if s.n == 1 {
			for _, run := range runs {
				s.n = max(s.n, len(run.Batches))
			}
		}
		for k := range s.policies {
			s.policies[k] = make([]metrics.Summary, s.n)
		}
		for _, run := range runs {
			column := s.policies[labels[run.Policy]]
			if len(replications) == 1 && s.n > 1 {
				copy(column, run.Batches)
				continue
			}
			place, _ := slices.BinarySearch(replications, run.Replication)
			column[place] = run.Metrics
		}
		all[i] = s
	}
	return all
}

// values are those of one metric under a policy, NaN where it is undefined or missing.
func (s *samples) values(policy, metric int) []float64 {
	values := make([]float64, s.n)
	for i, summary := range s.policies[policy] {
		values[i] = math.NaN()
		if summary != nil {
			values[i] = summary[metric]
		}
	}
	return values
}

// mean is the interval of the mean of one metric under a policy, over the values that
// are defined.
func (s *samples) mean(policy, metric int, level float64) metrics.Interval {
	return metrics.MeanOver(s.policies[policy], metric, level)
}

// equal says whether one metric is defined and the same under two policies in every sample.
func (s *samples) equal(policy, other, metric int) bool {
	return s.n > 0 && slices.Equal(s.values(policy, metric), s.values(other, metric)) // no NaN equals itself
}

// bootstraps are the ratios of means of a result: comparisons and claims have many in
// common.
type bootstraps struct {
	seed  uint64
	level float64
	draws map[int]*metrics.Resampling // by the number of samples
	known map[pairing]metrics.Interval
}

// pairing is one metric under two policies on the same samples.
type pairing struct {
	samples             *samples
	base, other, metric int
}

func newBootstraps(p *scenario.Plan) *bootstraps {
	return &bootstraps{seed: p.Seed, level: p.Level, draws: map[int]*metrics.Resampling{}, known: map[pairing]metrics.Interval{}}
}

// ratio is the ratio of the mean under the policy other to that under the policy base.
func (b *bootstraps) ratio(p pairing) metrics.Interval {
	if ratio, known := b.known[p]; known {
		return ratio
	}
	n := p.samples.n
	if b.draws[n] == nil {
		b.draws[n] = metrics.NewResampling(n, b.seed)
	}
	ratio := b.draws[n].Ratio(p.samples.values(p.base, p.metric), p.samples.values(p.other, p.metric), b.level)
	b.known[p] = ratio
	return ratio
}
