package answer

import (
	"math"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
)

// SweepMap is one metric over a sweep of two parameters: at every point its mean under each policy, and which point is the best.
type SweepMap struct {
	Policies []experiment.Best // by policy
	// OtherJobs: the points do not have the same jobs. OtherFates: by policy, not as many jobs were refused, killed, cancelled or left unfinished at
	// all points. In both cases no point is better than another by its mean.
	OtherJobs  bool
	OtherFates []bool
}

// MostMapped is how many points a map has at most: more would make the page slow.
const MostMapped = 400

// Maps says whether a sweep is over two parameters with several values each, of which a map can be made.
func Maps(plan *scenario.Plan) bool {
	sweep := plan.Scenario.Sweep
	return len(sweep) == 2 && len(sweep[0].Values) > 1 && len(sweep[1].Values) > 1 && len(plan.Points) <= MostMapped
}

// sweepMap is the map of one metric; nil if there is none.
func sweepMap(plan *scenario.Plan, runs []*experiment.Run, metric string) *SweepMap {
	if !Maps(plan) {
		return nil
	}
	m := &SweepMap{Policies: experiment.BestOf(plan, runs, metrics.Index(metric))}
	for i := range plan.Points {
		m.OtherJobs = m.OtherJobs || !plan.SameWorkload(0, i)
	}
	for _, policy := range plan.Policies {
		m.OtherFates = append(m.OtherFates, otherFates(runs, policy.Label))
	}
	return m
}

// otherFates says whether, in some replication, not as many jobs were refused, killed, cancelled or left unfinished under a policy at all points.
func otherFates(runs []*experiment.Run, policy string) bool {
	first := map[int][4]float64{} // by replication
	for _, r := range runs {
		if r.Policy != policy {
			continue
		}
		fates := fatesOf(r)
		if was, known := first[r.Replication]; known && was != fates {
			return true
		}
		first[r.Replication] = fates
	}
	return false
}

// fatesOf are how many jobs of a run were refused, killed, cancelled and left unfinished.
func fatesOf(r *experiment.Run) (fates [4]float64) {
	for i, name := range []string{"refused", "killed", "cancelled", "unfinished"} {
		if v := r.Metrics.Value(name); !math.IsNaN(v) {
			fates[i] = v
		}
	}
	return fates
}
