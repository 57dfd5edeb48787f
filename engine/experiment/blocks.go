package experiment

import (
	"math"
	"slices"

	"backfill/engine/metrics"
	"backfill/engine/metrics/stats"
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

// nextBlock is how many replications a point gets in all once the whole blocks of r are done, and
// whether that is all.
func nextBlock(p *scenario.Plan, r *record) (replications int, all bool) {
	if r.planned >= p.Precision.MaxReplications || precise(p, r) {
		return r.planned, true
	}
	return min(r.planned+blockSize, p.Precision.MaxReplications), false
}

// precise says whether every interval that the precision is about is narrow enough.
func precise(p *scenario.Plan, r *record) bool {
	return widest(p, r).Relative <= p.Precision.RelativeHalfWidth
}

// Width is half the width of a confidence interval, relative to the magnitude of the mean, of the
// metric of the wanted precision under a policy at a point.
type Width struct {
	Point    int
	Policy   int    // index into Plan.Policies
	Group    string // in words, such as "8 processors and more"; "" for all jobs
	Relative float64
	N        int // values from which the interval is computed
}

// Widest is the interval at a point that is furthest from the wanted precision, over all
// cells that have been added: of every policy that is stable and, if that is wanted, of
// each group. Relative is infinite where there are too few values for an interval, and -1
// if there is no interval to wait for. There has to be a wanted precision. Linear time in
// the number of runs and groups.
func (cs *Cells) Widest(point int) Width {
	w := widest(cs.Plan, &cs.points[point])
	w.Point = point
	return w
}

// Furthest is the widest interval of all points that may still get replications; if there are none, of all
// points.
func (cs *Cells) Furthest() Width {
	furthest := Width{Relative: -1}
	grows := slices.ContainsFunc(cs.points, func(r record) bool { return !r.settled })
	for i := range cs.points {
		if grows && cs.points[i].settled {
			continue
		}
		if w := cs.Widest(i); w.Relative > furthest.Relative {
			furthest = w
		}
	}
	return furthest
}

func widest(p *scenario.Plan, r *record) Width {
	metric := metrics.Index(p.Precision.Metric)
	runs := make([][]*Run, len(p.Policies))
	for _, e := range r.cells {
		for k, run := range e.runs {
			if run != nil {
				runs[k] = append(runs[k], run)
			}
		}
	}
	s := samplesOf(p, runs)
	width := Width{Relative: -1}
	look := func(policy int, group string, i stats.Interval) {
		relative := math.Inf(1)
		switch {
		case i.Low == nil:
		case *i.Low == *i.High:
			relative = 0
		default:
			relative = (*i.High - *i.Low) / 2 / math.Abs(i.Mean)
		}
		if relative > width.Relative {
			width = Width{Policy: policy, Group: group, Relative: relative, N: i.N}
		}
	}
	for k := range p.Policies {
		if len(runs[k]) == 0 && len(r.cells) > 0 {
			continue // it failed in all of them
		}
		if s.unstable[k] {
			continue // more replications would not make the means of an unstable policy any surer
		}
		look(k, "", s.mean(k, metric, p.Level))
		if !p.Precision.Groups {
			continue
		}
		for g := range p.Scenario.Groups {
			t := gather(s.policies[k], &p.Scenario.Groups[g], g)
			for row := range t.Len() {
				look(k, t.name(row), stats.MeanInterval(defined(t.values(row, metric)), p.Level))
			}
		}
	}
	return width
}
