package experiment

import (
	"math"
	"slices"

	"backfill/engine/metrics"
	"backfill/engine/metrics/stats"
	"backfill/engine/scenario"
)

// Best is the best point of a sweep under one policy by the mean of one metric, beside all others.
type Best struct {
	Point int              // index of Plan.Points; -1: there is none
	Means []stats.Interval // by point, over the samples that all points have; of an unstable point there is none
	// Differences are, by point, what is there more than at the best one: Student's t over pairs of samples. Of the best one itself, or if there is no
	// best one, N is 0.
	Differences []stats.Interval
}

// Apart says whether a point is known to be another one than the best, by the interval of its difference alone.
func (b *Best) Apart(point int) bool {
	d := &b.Differences[point]
	return d.Low != nil && (*d.Low > 0 || *d.High < 0)
}

// BestOf finds the best point under each policy by one metric, given by its place in metrics.Descriptions. Of several with the same mean it is
// the first one. A metric of which neither less nor more is better has none.
func BestOf(p *scenario.Plan, runs []*Run, metric int) []Best {
	points := collect(p, runs)
	list := make([]Best, len(p.Policies))
	for k := range list {
		list[k] = bestUnder(p, points, k, metric)
	}
	return list
}

// bestUnder finds the best point under one policy.
func bestUnder(p *scenario.Plan, points []samples, policy, metric int) Best {
	b := Best{Point: -1, Means: make([]stats.Interval, len(points)), Differences: make([]stats.Interval, len(points))}
	values := make([]map[int]float64, len(points)) // by point and place; nil: unstable
	count := map[int]int{}                         // of points that have a place
	known := 0
	for i := range points {
		if points[i].unstable[policy] {
			continue
		}
		values[i] = map[int]float64{}
		for at, v := range (series{&points[i], policy, metric, -1}).values() {
			if !math.IsNaN(v) {
				values[i][points[i].places[at]] = v
				count[points[i].places[at]]++
			}
		}
		known++
	}
	var common []int // a point is compared with others on the same workloads only
	for place, n := range count {
		if n == known {
			common = append(common, place)
		}
	}
	slices.Sort(common)
	at := func(i int) (list []float64) {
		for _, place := range common {
			list = append(list, values[i][place])
		}
		return list
	}
	better := metrics.Descriptions[metric].Better
	for i := range points {
		b.Means[i] = stats.Interval{Mean: math.NaN(), Level: p.Level}
		b.Differences[i] = b.Means[i]
		if values[i] == nil || len(common) == 0 {
			continue
		}
		b.Means[i] = stats.MeanInterval(at(i), p.Level)
		if better == metrics.Neither {
			continue
		}
		if b.Point < 0 || better == metrics.Lower && b.Means[i].Mean < b.Means[b.Point].Mean || better == metrics.Higher && b.Means[i].Mean > b.Means[b.Point].Mean {
			b.Point = i
		}
	}
	for i := range points {
		if b.Point >= 0 && i != b.Point && b.Means[i].N > 0 {
			b.Differences[i] = stats.PairedDifference(at(b.Point), at(i), p.Level)
		}
	}
	return b
}
