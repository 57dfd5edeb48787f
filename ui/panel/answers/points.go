package answers

import (
	"backfill/ui/answer"
	"backfill/ui/phrase"
)

// pointsSentence compares the metric of the curves at the points of a single policy, such as "Under EASY,
// compared with load 0.5, a job waits 20.0 % more (18.0 to 22.1 %) at 0.6.". It is empty
// while nothing is known.
func (c *Answers) pointsSentence() string {
	f := c.Estimates()
	axis := answer.ComparedAxis(f.Plan)
	if axis < 0 {
		return ""
	}
	path := f.Plan.Scenario.Sweep[axis].Path
	var clauses []string
	n, bounded := 0, false
	for i := range f.Points {
		e := &f.Points[i].Estimate
		if e.Measured == nil {
			continue
		}
		n, bounded = max(n, e.N), bounded || e.Low != nil
		clauses = append(clauses, answer.PointClause(e)+" at "+c.AxisValue(f.Plan, path, i+1))
	}
	if clauses == nil {
		return ""
	}
	subject := "a job waits "
	if !f.AboutWaits() {
		subject = phrase.LowerFirst(f.Topic().Title) + " "
	}
	text := "Under " + f.Plan.Policies[0].Label + ", compared with " + c.AxisName(path) + " " + c.AxisValue(f.Plan, path, 0) + ", " + subject + phrase.List(clauses)
	if !bounded {
		return text + answer.OneRun
	}
	return text + "; " + answer.AtLevel(f.Plan.Level) + " intervals; " + f.Count(n, "paired ") + "."
}
