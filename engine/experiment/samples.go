package experiment

import (
	"math"
	"slices"

	"backfill/engine/metrics"
	"backfill/engine/metrics/stats"
	"backfill/engine/scenario"
)

// samples are what the intervals at one point are computed from: the measures of each replication
// or, of a single steady run, of each batch. The measures at one place are of the same workload
// under every policy.
type samples struct {
	places   []int         // numbers of the replications, or of the batches
	policies [][]*Measures // by policy and place; nil: missing
	unstable []bool        // by policy: its measures are left out
	whole    []*Measures   // by policy: of the run that places are batches of; nil: places are runs
}

// collect arranges the runs of each point.
func collect(p *scenario.Plan, runs []*Run) []samples {
	labels := map[string]int{}
	for i, policy := range p.Policies {
		labels[policy.Label] = i
	}
	points := make([][][]*Run, len(p.Points)) // by point and policy
	for i := range points {
		points[i] = make([][]*Run, len(p.Policies))
	}
	for _, run := range runs {
		own := &points[run.PointIndex][labels[run.Policy]]
		*own = append(*own, run)
	}
	all := make([]samples, len(points))
	for i := range points {
		all[i] = samplesOf(p, points[i])
	}
	return all
}

// samplesOf are the samples from the runs of each policy at one point.
func samplesOf(p *scenario.Plan, policies [][]*Run) samples {
	s := samples{policies: make([][]*Measures, len(policies)), unstable: make([]bool, len(policies))}
	batches := 0
	for k, runs := range policies {
		s.unstable[k] = unstable(p, runs)
		for _, run := range runs {
			s.places = append(s.places, run.Replication)
			batches = max(batches, len(run.Batches))
		}
	}
	slices.Sort(s.places)
	s.places = slices.Compact(s.places)
	inBatches := p.InBatches() && batches > 1
	if inBatches {
		s.whole = make([]*Measures, len(policies))
		s.places = s.places[:0]
		for place := range batches {
			s.places = append(s.places, place)
		}
	}
	for k, runs := range policies {
		s.policies[k] = make([]*Measures, len(s.places))
		if s.unstable[k] {
			continue
		}
		for _, run := range runs {
			if inBatches {
				s.whole[k] = &run.Measures
				for place := range run.Batches {
					s.policies[k][place] = &run.Batches[place]
				}
				continue
			}
			place, _ := slices.BinarySearch(s.places, run.Replication)
			s.policies[k][place] = &run.Measures
		}
	}
	return s
}

// unstable says whether the system has no steady state under a policy at a point, by the
// batches of the only run or the trends of several.
func unstable(p *scenario.Plan, runs []*Run) bool {
	if p.Steady == nil {
		return false
	}
	var trends []metrics.Trend
	for _, run := range runs {
		batches := make([]metrics.Summary, len(run.Batches))
		for i := range batches {
			batches[i] = run.Batches[i].Metrics
		}
		if p.InBatches() {
			return metrics.Rises(batches)
		}
		trends = append(trends, metrics.TrendOf(batches, p.Steady.Warmup, p.Steady.Batch))
	}
	return metrics.GrowsLikely(trends, p.Level)
}

// mean is the interval of the mean of one metric under a policy, over the values that are
// defined: Student's t. With batches it holds if they are so long that they are nearly
// independent. Each sample has the same weight. So for a metric that is no mean over jobs (such
// as a percentile, a maximum or a ratio of means) the mean differs from the value over all jobs.
// What batches do not have, such as how many jobs were refused, is taken from their run.
func (s *samples) mean(policy, metric int, level float64) stats.Interval {
	mean := stats.MeanInterval(defined(series{s, policy, metric, -1}.values()), level)
	if mean.N == 0 && s.whole != nil && s.whole[policy] != nil && !math.IsNaN(s.whole[policy].Metrics[metric]) {
		mean.N, mean.Mean = 1, s.whole[policy].Metrics[metric]
	}
	return mean
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
	for i, m := range s.samples.policies[s.policy] {
		switch {
		case m == nil:
			values[i] = math.NaN()
		case s.group < 0:
			values[i] = m.Metrics[s.metric]
		case s.group < len(m.Groups) && m.Groups[s.group].Len() > 0:
			values[i] = m.Groups[s.group].Value(0, s.metric)
		default:
			values[i] = math.NaN()
		}
	}
	return values
}

// pairing is two series whose values at one place are of the same workload, or of the
// same replication of two of them.
type pairing struct{ base, other series }

// values are the values of both series at the places that both have.
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

// bootstraps keeps the ratios of means of a result, since comparisons and claims share many.
type bootstraps struct {
	seed  uint64
	level float64
	draws map[int]*stats.Resampling // by the number of samples
	known map[pairing]stats.Interval
}

func newBootstraps(p *scenario.Plan) *bootstraps {
	return &bootstraps{seed: p.Seed, level: p.Level, draws: map[int]*stats.Resampling{}, known: map[pairing]stats.Interval{}}
}

// ratio is the ratio of the mean of the other series to that of the base.
func (b *bootstraps) ratio(p pairing) stats.Interval {
	if ratio, known := b.known[p]; known {
		return ratio
	}
	base, other := p.values()
	n := len(base)
	if b.draws[n] == nil {
		b.draws[n] = stats.NewResampling(n, b.seed)
	}
	ratio := b.draws[n].Ratio(base, other, b.level)
	b.known[p] = ratio
	return ratio
}
