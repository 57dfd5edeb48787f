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
	places   []int               // numbers of the replications, or of the batches
	policies [][]metrics.Summary // by policy and place; nil: missing
	runs     [][]*Run            // by policy and replication, whose numbers are places unless those are batches; nil: missing
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
		s := samples{places: replications, policies: make([][]metrics.Summary, len(p.Policies)), runs: make([][]*Run, len(p.Policies))}
		batches := 0
		if len(replications) == 1 {
			for _, run := range runs {
				batches = max(batches, len(run.Batches))
			}
		}
		if batches > 1 {
			s.places = nil
			for place := range batches {
				s.places = append(s.places, place)
			}
		}
		for k := range s.policies {
			s.policies[k], s.runs[k] = make([]metrics.Summary, len(s.places)), make([]*Run, len(replications))
		}
		for _, run := range runs {
			k := labels[run.Policy]
			place, _ := slices.BinarySearch(replications, run.Replication)
			s.runs[k][place] = run
			if batches > 1 {
				copy(s.policies[k], run.Batches)
			} else {
				s.policies[k][place] = run.Metrics
			}
		}
		all[i] = s
	}
	return all
}

// mean is the interval of the mean of one metric under a policy, over the values that
// are defined.
func (s *samples) mean(policy, metric int, level float64) metrics.Interval {
	return metrics.MeanOver(s.policies[policy], metric, level)
}

// series is one metric in all samples of a point, under one policy.
type series struct {
	samples        *samples
	policy, metric int
	group          int // of jobs: the only one of Plan.Groupings with this index; -1: all jobs
}

// values are NaN where the metric is undefined or missing.
func (s series) values() []float64 {
	values := make([]float64, len(s.samples.places))
	for i := range values {
		values[i] = math.NaN()
		if s.group < 0 {
			if summary := s.samples.policies[s.policy][i]; summary != nil {
				values[i] = summary[s.metric]
			}
		} else if run := s.samples.runs[s.policy][i]; run != nil && s.group < len(run.Groups) && run.Groups[s.group].Len() > 0 {
			values[i] = run.Groups[s.group].Value(0, s.metric)
		}
	}
	return values
}

// pairing is two series whose values at one place are of the same workload, or of the
// same replication of two of them.
type pairing struct{ base, other series }

// values are those of both at the places that both have.
func (p pairing) values() (base, other []float64) {
	base, other = p.base.values(), p.other.values()
	a, b := p.base.samples.places, p.other.samples.places
	if p.base.samples == p.other.samples || slices.Equal(a, b) {
		return base, other
	}
	n := 0
	for i, place := range a {
		if k, both := slices.BinarySearch(b, place); both {
			base[n], other[n] = base[i], other[k]
			n++
		}
	}
	return base[:n], other[:n]
}

// equal says whether both have the same values, all of them defined.
func (p pairing) equal() bool {
	base, other := p.values()
	return len(base) > 0 && slices.Equal(base, other) // no NaN equals itself
}

// bootstraps are the ratios of means of a result: comparisons and claims have many in
// common.
type bootstraps struct {
	seed  uint64
	level float64
	draws map[int]*metrics.Resampling // by the number of samples
	known map[pairing]metrics.Interval
}

func newBootstraps(p *scenario.Plan) *bootstraps {
	return &bootstraps{seed: p.Seed, level: p.Level, draws: map[int]*metrics.Resampling{}, known: map[pairing]metrics.Interval{}}
}

// ratio is the ratio of the mean of the other series to that of the base.
func (b *bootstraps) ratio(p pairing) metrics.Interval {
	if ratio, known := b.known[p]; known {
		return ratio
	}
	base, other := p.values()
	n := len(base)
	if b.draws[n] == nil {
		b.draws[n] = metrics.NewResampling(n, b.seed)
	}
	ratio := b.draws[n].Ratio(base, other, b.level)
	b.known[p] = ratio
	return ratio
}
