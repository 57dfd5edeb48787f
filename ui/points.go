package ui

import (
	"slices"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/ui/phrase"
)

// mostPoints is how many points of a sweep a sentence compares.
const mostPoints = 6

// comparedAxis is the place of the axis whose values a sentence compares: of a single
// policy, the only one with several values, if these are not too many; else -1.
func comparedAxis(plan *scenario.Plan) int {
	several := func(a scenario.Axis) bool { return len(a.Values) > 1 }
	if len(plan.Policies) > 1 || len(plan.Points) > mostPoints {
		return -1
	}
	axis := slices.IndexFunc(plan.Scenario.Sweep, several)
	if axis < 0 || slices.ContainsFunc(plan.Scenario.Sweep[axis+1:], several) {
		return -1
	}
	return axis
}

// pointClaims ask by how much less there is of a metric at each point than at the first.
func pointClaims(plan *scenario.Plan, metric string) []scenario.PlannedClaim {
	if comparedAxis(plan) < 0 {
		return nil
	}
	var claims []scenario.PlannedClaim
	label := plan.Policies[0].Label
	for at := 1; at < len(plan.Points); at++ {
		claims = append(claims, scenario.PlannedClaim{
			Claim:  &scenario.Claim{Metric: metric, Policy: label, Versus: label, Direction: "lower"},
			Metric: metrics.Index(metric), At: at, Group: -1, VersusGroup: -1,
		})
	}
	return claims
}

// pointsSentence compares the metric of the curves at the points of a single policy, such as "Under EASY,
// compared with load 0.5, a job waits 20.0 % more (18.0 to 22.1 %) at 0.6.". It is empty
// while nothing is known.
func (p *Page) pointsSentence() string {
	f := &p.finding
	axis := comparedAxis(f.plan)
	if axis < 0 {
		return ""
	}
	path := f.plan.Scenario.Sweep[axis].Path
	var clauses []string
	n, bounded := 0, false
	for i := range f.points {
		e := &f.points[i].Estimate
		if e.Measured == nil {
			continue
		}
		n, bounded = max(n, e.N), bounded || e.Low != nil
		clauses = append(clauses, pointClause(e)+" at "+p.axisValue(f.plan, path, i+1))
	}
	if clauses == nil {
		return ""
	}
	subject := "a job waits "
	if !f.aboutWaits() {
		subject = phrase.LowerFirst(f.topic().Title) + " "
	}
	text := "Under " + f.plan.Policies[0].Label + ", compared with " + p.axisName(path) + " " + p.axisValue(f.plan, path, 0) + ", " + subject + phrase.List(clauses)
	if !bounded {
		return text + single
	}
	return text + "; " + atLevel(f.plan.Level) + " intervals; " + f.count(n, "paired ") + "."
}

// pointClause is such as "20.0 % more (18.0 to 22.1 %)". It takes no side where the interval
// contains zero.
func pointClause(e *experiment.Estimate) string {
	v, low, high, word := *e.Measured, e.Low, e.High, " less"
	switch {
	case v == 0:
		return "the same"
	case low != nil && *low <= 0 && *high >= 0:
		return "not clearly less or more (" + phrase.Unbroken(shares(v).bounds(negative(high), negative(low))+" %") + ")"
	case v < 0:
		v, low, high, word = -v, negative(e.High), negative(e.Low), " more"
	}
	s := shares(v)
	text := phrase.Unbroken(s.text(v)) + word
	if bounds := s.bounds(low, high); bounds != "" {
		text += " (" + phrase.Unbroken(bounds+s.unit) + ")"
	}
	return text
}
