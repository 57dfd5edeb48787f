package experiment

import (
	"math"

	"backfill/engine/metrics"
	"backfill/engine/scenario"
)

// blockSize is how many replications are simulated before the precision is looked at
// again.
const blockSize = 10

// firstBlock is how many replications each point gets at first, and whether that is all.
func firstBlock(p *scenario.Plan) (replications int, all bool) {
	if p.Precision == nil {
		return p.Replications, true
	}
	n := min(max(p.Replications, blockSize), p.Precision.MaxReplications)
	return n, false
}

// nextBlock is how many replications a point gets in all when those of r, whole blocks,
// are done, and whether that is all.
func nextBlock(p *scenario.Plan, r *record) (replications int, all bool) {
	if r.planned >= p.Precision.MaxReplications || precise(p, r) {
		return r.planned, true
	}
	return min(r.planned+blockSize, p.Precision.MaxReplications), false
}

// precise says whether the interval of the metric is narrow enough under every policy.
func precise(p *scenario.Plan, r *record) bool {
	metric := metrics.Index(p.Precision.Metric)
	for i := range p.Policies {
		var summaries []metrics.Summary
		for _, e := range r.cells {
			if e.runs != nil {
				summaries = append(summaries, e.runs[i].Metrics)
			}
		}
		interval := metrics.MeanOver(summaries, metric, p.Level)
		if interval.Low == nil || (*interval.High-*interval.Low)/2 > p.Precision.RelativeHalfWidth*math.Abs(interval.Mean) {
			return false
		}
	}
	return true
}
