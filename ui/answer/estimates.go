package answer

import (
	"fmt"
	"slices"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
)

// Estimates are the metrics of a measurement at one point, one metric at all points, and its claims, with intervals.
type Estimates struct {
	Plan     *scenario.Plan // of the measurement, with the baseline that is wanted
	Point    int            // of Table
	Metric   string         // of Curves
	all      bool           // Table has all metrics
	Absolute bool           // differences are told in the metric's unit
	Cells    int            // that had been measured
	Table    Numbers
	Curves   []Numbers             // by point
	Unstable []experiment.Unstable // of Curves
	Growth   experiment.Growth
	Map      *SweepMap        // nil: there is none
	Widest   experiment.Width // where the wanted precision is furthest away
	Claims   []experiment.Judged
	Points   []experiment.Judged // see pointClaims

	Unfit []string // labels of policies that model the scheduler of the log and were found not to fit it

	LeftOut []int // by point: cells that are in no number, as a policy has no results in them that has in others

	never        map[at]never // jobs that never run
	growthUntold bool         // at the point of Table it cannot be told whether the queue grows without end
	OtherFates   []int        // points of Points at which not as many jobs were refused, killed, cancelled or left unfinished as at the first one
}

// Wanted is what is to be estimated.
type Wanted struct {
	Baseline   int      // index of the plan's policies
	Point      int      // of the table
	AllMetrics bool     // the table has all metrics, not only the usual ones
	Asked      []string // metrics that the table has besides those and those of AskedMetrics
	Metric     string   // of the curves
	Absolute   bool     // differences are told in the metric's unit, not relative to the baseline
}

// resampled is how many values of runs are resampled in a step.
const resampled = 3000

// Estimate returns estimates that are complete once all steps have been done, in order. Intervals of ratios cost
// milliseconds each: a step is short enough for the page to answer in between.
func Estimate(p *scenario.Plan, cells *experiment.Cells, w Wanted) (e *Estimates, steps []func()) {
	plan := *p
	plan.Baseline, plan.Claims = w.Baseline, nil
	e = &Estimates{Plan: &plan, Point: w.Point, Metric: w.Metric, all: w.AllMetrics, Absolute: w.Absolute, Curves: make([]Numbers, len(plan.Points))}
	runs, left := cells.Common()
	e.LeftOut = left
	var here []*experiment.Run
	for _, r := range runs {
		if r.PointIndex == e.Point {
			here = append(here, r)
			e.growthUntold = e.growthUntold || slices.ContainsFunc(r.Warnings, experiment.TellsGrowthUntold)
		}
	}
	e.never = neverRun(&plan, runs)
	// Metrics that are taken together share the draws of a resampling.
	shown := tableMetrics(here, e.all, append(AskedMetrics(p), w.Asked...))
	for chunk := max(1, resampled/max(1, len(here))); len(shown) > 0; {
		names := shown[:min(chunk, len(shown))]
		shown = shown[len(names):]
		steps = append(steps, func() { e.Table.add(experiment.Collect(&plan, here, names...)) })
	}
	for _, at := range WholePoints(runs, resampled) {
		steps = append(steps, func() { e.addCurves(experiment.Collect(&plan, at, e.Metric)) })
	}
	steps = append(steps, func() { e.Growth = experiment.GrowthOf(&plan, here, e.Point, metrics.Index(e.Metric)) })
	steps = append(steps, func() { e.Map = sweepMap(&plan, runs, e.Metric) })
	judge := func(c scenario.PlannedClaim, judged *[]experiment.Judged) {
		one := plan
		one.Claims = []scenario.PlannedClaim{c}
		steps = append(steps, func() { *judged = append(*judged, experiment.Collect(&one, runs, NoMetric).Claims...) })
	}
	for _, c := range pointClaims(&plan, e.Metric) {
		judge(c, &e.Points)
		if !sameFates(runs, 0, c.At) {
			e.OtherFates = append(e.OtherFates, c.At)
		}
	}
	for _, c := range p.Claims {
		judge(c, &e.Claims)
	}
	if plan.Precision != nil {
		steps = append(steps, func() { e.Widest = cells.Furthest() })
	}
	return e, steps
}

// addCurves enters the numbers of whole points.
func (e *Estimates) addCurves(r *experiment.Result) {
	places := map[string]int{}
	for i := range e.Plan.Points {
		places[e.PointKey(e.Plan.Points[i].Values)] = i
	}
	for _, m := range r.Summary {
		n := &e.Curves[places[e.PointKey(m.Point)]]
		n.Means = append(n.Means, m)
	}
	for _, c := range r.Comparisons {
		n := &e.Curves[places[e.PointKey(c.Point)]]
		n.Comparisons = append(n.Comparisons, c)
	}
	e.Unstable = append(e.Unstable, r.Unstable...)
}

// PointKey tells points of the plan apart.
func (e *Estimates) PointKey(values map[string]any) string {
	key := ""
	for _, axis := range e.Plan.Scenario.Sweep {
		key += fmt.Sprintln(values[axis.Path])
	}
	return key
}

// WholePoints divides runs, in the order of their points, into parts of at least so many
// in which points stay whole.
func WholePoints(runs []*experiment.Run, least int) [][]*experiment.Run {
	var parts [][]*experiment.Run
	for len(runs) > 0 {
		end := min(least, len(runs))
		for end < len(runs) && runs[end].PointIndex == runs[end-1].PointIndex {
			end++
		}
		parts = append(parts, runs[:end])
		runs = runs[end:]
	}
	return parts
}

// NoMetric is the name of none.
const NoMetric = "-"

// tableMetrics are the rows of the table of metrics; see inTable.
func tableMetrics(runs []*experiment.Run, all bool, asked []string) []string {
	var summaries []metrics.Summary
	for _, r := range runs {
		summaries = append(summaries, r.Metrics)
	}
	var names []string
	for i := range metrics.Descriptions {
		if d := &metrics.Descriptions[i]; inTable(d, i, summaries, all, asked) {
			names = append(names, d.Name)
		}
	}
	return names
}

// WantedMetric is the one that is to be known precisely, else the mean wait.
func WantedMetric(plan *scenario.Plan) string {
	if plan.Precision != nil {
		return plan.Precision.Metric
	}
	return "meanWait"
}

// MostReplications is how many workloads there are at most at each point.
func MostReplications(p *scenario.Plan) int {
	if p.Precision != nil {
		return p.Precision.MaxReplications
	}
	return p.Replications
}

// CountsJobs says whether a metric only tells how many jobs there are.
func CountsJobs(metric string) bool { return metric == "jobs" || metric == ShareOfJobs }

// Metrics that are shown of classes of jobs beside the chosen one.
const (
	ShareOfJobs = "shareOfJobs"
	ShareOfLoad = "shareOfLoad"
)

// mostPoints is how many points of a sweep a sentence compares.
const mostPoints = 6

// ComparedAxis is the place of the axis whose values a sentence compares: of a single
// policy, the only one with several values, if these are not too many; else -1.
func ComparedAxis(plan *scenario.Plan) int {
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
	if ComparedAxis(plan) < 0 {
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

// sameFates says whether as many jobs were refused, killed, cancelled and left unfinished in the runs at two points, replication by replication.
func sameFates(runs []*experiment.Run, a, b int) bool {
	counts := func(point int) map[int][4]float64 {
		of := map[int][4]float64{}
		for _, r := range runs {
			if r.PointIndex == point {
				of[r.Replication] = fatesOf(r)
			}
		}
		return of
	}
	was := counts(a)
	for replication, is := range counts(b) {
		if other, ok := was[replication]; ok && other != is {
			return false
		}
	}
	return true
}

// HasGrowth says whether means can come to rest while workloads, or batches, come in.
func (e *Estimates) HasGrowth() bool { return MostReplications(e.Plan) > 1 || e.Plan.Steady != nil }
