package answers

import (
	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// Sentence is the answer in words.
func (c *Answers) Sentence() string {
	if c.Measurement != nil {
		return c.measuredSentence()
	}
	t := c.SideBySide()
	if len(t.Runs) == 0 {
		return ""
	}
	return phrase.Join(" ", t.Sentence(), answer.LateWords(t.Runs), c.Refusals())
}

// measuredSentence is the answer of a measurement in words.
func (c *Answers) measuredSentence() string {
	e := c.Estimates()
	if e == nil {
		return "Simulating; the first answers are on their way."
	}
	points, here := c.pointsSentence(), e.Sentence()
	if e.Empty() && !c.Measurement.Running {
		here = c.neverMeasured()
	}
	text := phrase.Join(" ", points, phrase.UpperFirst(phrase.Join(": ", c.placeWords(), here)))
	if n, all := e.Cells, c.Measurement.Planned; n < all && (points != "" || !e.Empty()) {
		// The same words as those of the progress, which may be ahead.
		policies := len(c.Measurement.Plan.Policies)
		text = phrase.Join(" ", text, "From the first "+phrase.Grouped(int64(n*policies))+" of "+phrase.Plural(int64(all*policies), "simulation")+".")
	}
	return text
}

// neverMeasured says that nothing is known of the point of the table and nothing more will come, and of what the timeline is: its workload is
// simulated by itself, so that it counts only when it is measured with the others.
func (c *Answers) neverMeasured() string {
	if !c.Unfinished() {
		return "no simulation gave a result."
	}
	text := "nothing was measured before the simulations were stopped."
	if c.Shown.Results != nil && c.Shown.Cell.Point == c.Estimates().Point {
		text += " The timeline shows one workload, which is not counted."
	}
	return text
}

// placeWords is the point of the table: "at load 0.9".
func (c *Answers) placeWords() string {
	if words := c.PointOf(c.Estimates().Plan, c.Estimates().Point); words != "" {
		return "at " + words
	}
	return ""
}

// pointsSentence compares the metric of the curves at the points of a single policy, such as "Under EASY,
// compared with load 0.5, a job waits 20.0 % more (18.0 to 22.1 %) at 0.6.". It is empty
// while nothing is known.
func (c *Answers) pointsSentence() string {
	e := c.Estimates()
	axis := answer.ComparedAxis(e.Plan)
	if axis < 0 {
		return ""
	}
	path := e.Plan.Scenario.Sweep[axis].Path
	var points []*experiment.Estimate
	var at []string
	if one := c.pointsOfOneDrawing(axis); one != "" {
		return one
	}
	n, bounded := 0, false
	for i := range e.Points {
		one := &e.Points[i].Estimate
		if one.Measured == nil {
			continue
		}
		n, bounded = max(n, one.N), bounded || one.Low != nil
		points, at = append(points, one), append(at, draft.AxisValue(e.Plan.Scenario.Sweep, path, i+1))
	}
	if points == nil {
		return ""
	}
	text := "Under " + e.Plan.Policies[0].Label + ", compared with " + c.AxisName(path) + " " + draft.AxisValue(e.Plan.Scenario.Sweep, path, 0) + ", " + e.PointWords(points, at)
	if bounded {
		text += "; " + answer.AtLevel(e.Plan.Level) + " intervals; " + e.Count(n, "paired ") + "."
	} else {
		text += answer.OneRunOf(e.Plan)
	}
	var places []string
	for _, at := range e.OtherFates {
		places = append(places, draft.AxisValue(e.Plan.Scenario.Sweep, path, at))
	}
	if places == nil {
		return text
	}
	return text + " But at " + phrase.List(places) + " other jobs " + otherFates(e.Plan) + " than at " + draft.AxisValue(e.Plan.Scenario.Sweep, path, 0) + ": these means are not over the same jobs."
}

// pointsOfOneDrawing says what a policy that draws gives at each point in one drawing, which has no differences: another may turn them round. It is ""
// where there are more, or the policy draws nothing.
func (c *Answers) pointsOfOneDrawing(axis int) string {
	e := c.Estimates()
	policy := &e.Plan.Policies[0]
	if !policy.Kind.Draws || e.Plan.InBatches() {
		return ""
	}
	path := e.Plan.Scenario.Sweep[axis].Path
	var clauses []string
	for i := range e.Curves {
		mean := e.Curves[i].Mean(e.Metric, policy.Label)
		switch {
		case mean == nil:
			continue
		case mean.N > 1:
			return ""
		}
		clauses = append(clauses, phrase.Unbroken(answer.ScaleFor(e.Topic(), mean.Mean).Text(mean.Mean))+" at "+draft.AxisValue(e.Plan.Scenario.Sweep, path, i))
	}
	if len(clauses) < 2 {
		return ""
	}
	return "By " + c.AxisName(path) + ", in one drawing of when Slurm's loops begin, the " + phrase.LowerFirst(e.Topic().Title) + " under " + policy.Label + " is " +
		phrase.List(clauses) + ": another drawing may reverse a difference, so none is told."
}

// otherFates are those of jobs over which means are not taken.
func otherFates(plan *scenario.Plan) string {
	if plan.LetsWait() {
		return "never ran, were killed, cancelled or left unfinished"
	}
	return "were refused, killed, cancelled or left unfinished"
}
