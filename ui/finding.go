package ui

import (
	"fmt"
	"slices"
	"time"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
)

// finding is what the page says about a measurement: the metrics at one point, one
// metric at all points, and the claims.
//
// Intervals of ratios cost milliseconds each. A finding is therefore made in steps, each
// short enough for the page to answer in between, and the last one stays on the page
// until the next one is complete.
type finding struct {
	of       *measurement
	plan     *scenario.Plan // of the measurement, with the baseline that is wanted
	point    int            // of table
	metric   string         // of curves
	all      bool           // table has all metrics
	cells    int            // that had been measured
	table    numbers
	curves   []numbers             // by point
	restless []experiment.Unstable // of curves
	growth   experiment.Growth
	widest   experiment.Width // where the wanted precision is furthest away
	claims   []experiment.Judged
	points   []experiment.Judged // see pointClaims
}

// numbers are means and differences, with their intervals.
type numbers struct {
	means       []experiment.Mean
	comparisons []experiment.Comparison
	unstable    []experiment.Unstable
}

// addCurves enters the numbers of whole points.
func (f *finding) addCurves(r *experiment.Result) {
	places := map[string]int{}
	for i := range f.plan.Points {
		places[f.pointKey(f.plan.Points[i].Values)] = i
	}
	for _, m := range r.Summary {
		n := &f.curves[places[f.pointKey(m.Point)]]
		n.means = append(n.means, m)
	}
	for _, c := range r.Comparisons {
		n := &f.curves[places[f.pointKey(c.Point)]]
		n.comparisons = append(n.comparisons, c)
	}
	f.restless = append(f.restless, r.Unstable...)
}

// pointKey tells points of the plan apart.
func (f *finding) pointKey(values map[string]any) string {
	key := ""
	for _, axis := range f.plan.Scenario.Sweep {
		key += fmt.Sprintln(values[axis.Path])
	}
	return key
}

func (n *numbers) add(r *experiment.Result) {
	n.means, n.comparisons = append(n.means, r.Summary...), append(n.comparisons, r.Comparisons...)
	n.unstable = r.Unstable
}

// isUnstable says whether the system has no steady state under the policy.
func (n *numbers) isUnstable(policy string) bool {
	return slices.ContainsFunc(n.unstable, func(u experiment.Unstable) bool { return u.Policy == policy })
}

// digesting is how the next finding is made.
type digesting struct {
	current int // counts those that were begun
	busy    bool
	again   bool      // it will be out of date
	began   time.Time // the last one
	cost    time.Duration
}

const (
	// digestPause is how long the page waits, while cells come in, between findings;
	// digestShare is the least multiple of a finding's own cost.
	digestPause = 800 * time.Millisecond
	digestShare = 4
	// digestStep is how many values of runs are resampled in a step.
	digestStep = 3000
)

// digest makes the next finding: at once, or if that was long enough ago, since it only
// takes in more cells.
func (s *Session) digest(atOnce bool) {
	m, d := s.measured, &s.digesting
	if m == nil {
		s.finding = finding{}
		d.current++
		d.busy, d.again = false, false
		return
	}
	switch {
	case atOnce:
	case d.busy || d.again:
		d.again = true
		return
	default:
		if wait := max(digestPause, digestShare*d.cost) - time.Since(d.began); wait > 0 && s.finding.of == m {
			d.again = true
			s.browser.Proceed(wait, func() bool {
				if !d.again || d.busy {
					return false
				}
				d.again = false
				s.digest(true)
				return !d.busy
			})
			return
		}
	}
	d.current++
	d.busy, d.again, d.began = true, false, time.Now()
	current := d.current
	s.inSteps(s.findingSteps(), func() bool { return current == d.current }, func() {
		d.busy, d.cost = false, time.Since(d.began)
		if d.again {
			d.again = false
			s.digest(false)
		}
	})
}

// settling says whether everything has been measured and the last finding is being made.
func (s *Session) settling() bool {
	m := s.measured
	return m != nil && m == s.ongoing && !m.running && s.digesting.busy && (s.finding.of != m || s.finding.cells < m.done)
}

// inSteps does the steps with pauses in which the browser takes its turn, as long as
// they are wanted, and then what is to be done in the end: only then there is something
// new to show, and it returns true if that is now.
func (s *Session) inSteps(steps []func(), wanted func() bool, end func()) bool {
	if !wanted() {
		return false
	}
	for begin := time.Now(); len(steps) > 0 && time.Since(begin) < slice; steps = steps[1:] {
		steps[0]()
	}
	if len(steps) > 0 {
		s.browser.Proceed(pause, func() bool { return s.inSteps(steps, wanted, end) })
		return false
	}
	end()
	return true
}

// findingSteps is what it takes to make a finding, in order.
func (s *Session) findingSteps() []func() {
	m := s.measured
	plan := *m.plan
	plan.Baseline, plan.Claims = s.baselineOf(m.plan), nil
	f := finding{of: m, plan: &plan, point: s.cell.Point, metric: s.curveMetric(&plan), all: s.allMetrics, cells: m.done}
	f.curves = make([]numbers, len(plan.Points))
	runs := m.book.Runs()
	var here []*experiment.Run
	for _, r := range runs {
		if r.PointIndex == f.point {
			here = append(here, r)
		}
	}
	var steps []func()
	// Metrics that are taken together share the draws of a resampling.
	shown := tableMetrics(here, f.all, askedMetrics(m.plan))
	for chunk := max(1, digestStep/max(1, len(here))); len(shown) > 0; {
		names := shown[:min(chunk, len(shown))]
		shown = shown[len(names):]
		steps = append(steps, func() { f.table.add(experiment.Collect(&plan, here, names...)) })
	}
	for _, at := range wholePoints(runs, digestStep) {
		steps = append(steps, func() { f.addCurves(experiment.Collect(&plan, at, f.metric)) })
	}
	steps = append(steps, func() { f.growth = experiment.GrowthOf(&plan, here, f.point, metrics.Index(f.metric)) })
	for _, c := range pointClaims(&plan, f.metric) {
		one := plan
		one.Claims = []scenario.PlannedClaim{c}
		steps = append(steps, func() {
			f.points = append(f.points, experiment.Collect(&one, runs, nothing).Claims...)
		})
	}
	for i := range m.plan.Claims {
		one := plan
		one.Claims = m.plan.Claims[i : i+1]
		steps = append(steps, func() {
			f.claims = append(f.claims, experiment.Collect(&one, runs, nothing).Claims...)
		})
	}
	if plan.Precision != nil {
		steps = append(steps, func() { f.widest = m.book.Furthest() })
	}
	return append(steps, func() {
		s.finding = f
		// Before MeasureFinished it may lack what came while it was made, and nothing is announced.
		last := !m.running && m.book.Done() && !m.announced
		m.announced = m.announced || last
		s.watcher.Estimated(last)
	})
}

// wholePoints divides runs, in the order of their points, into parts of at least so many
// in which points stay whole.
func wholePoints(runs []*experiment.Run, least int) [][]*experiment.Run {
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

// nothing is the name of no metric.
const nothing = "-"

// baselineOf is the policy of a plan that the others are compared with.
func (s *Session) baselineOf(plan *scenario.Plan) int {
	for i, policy := range plan.Policies {
		if policy.Label == s.draft.Settings.Texts["baseline"] {
			return i
		}
	}
	return plan.Baseline
}

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

// curveMetric is the metric of the curves: no share, which only a group has.
func (s *Session) curveMetric(plan *scenario.Plan) string {
	if s.metric != "" {
		return s.metric
	}
	for i := range plan.Scenario.Claims {
		if name := plan.Scenario.Claims[i].Metric; !counts(name) && name != shareOfLoad {
			return name
		}
	}
	return wantedMetric(plan)
}

// wantedMetric is the one that is to be known precisely, else the mean wait.
func wantedMetric(plan *scenario.Plan) string {
	if plan.Precision != nil {
		return plan.Precision.Metric
	}
	return "meanWait"
}

// ShowMetric chooses the metric of the curves.
func (s *Session) ShowMetric(name string) {
	s.metric = name
	s.digest(true)
}

// SwitchAllMetrics has intervals of all metrics computed, or of the usual ones.
func (s *Session) SwitchAllMetrics() {
	s.allMetrics = !s.allMetrics
	s.digest(true)
}
