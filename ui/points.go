package ui

import (
	"backfill/ui/phrase"
)

// pointsSentence compares the metric of the curves at the points of a single policy, such as "Under EASY,
// compared with load 0.5, a job waits 20.0 % more (18.0 to 22.1 %) at 0.6.". It is empty
// while nothing is known.
func (p *Page) pointsSentence() string {
	f := p.Estimates()
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
