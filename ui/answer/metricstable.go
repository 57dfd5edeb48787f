package answer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/ui/compare"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// MainMetrics are the rows of the table at first sight.
var MainMetrics = []string{
	"meanWait", "p95Wait", "maxWait", "meanBoundedSlowdown", "p95BoundedSlowdown",
	"utilization", "lossOfCapacity", "makespan", "backfilledShare", "killed",
}

// occasionalMetrics are those that join them where there is something to tell.
var occasionalMetrics = []string{"refused", "unfinished", "cancelled", "dedicatedOnTime", "dedicatedDelay", "penalizedRuntime", "late", "machineUsage", "licenceUsage", "strandedProcessors", "strandedMemory", "strandedGpus", "preemptions", "requeues", "lostWork", "planTime", "commandsAccepted", "commandsRefused"}

// occurs says whether value v of an occasional metric tells something: a count above 0, or
// how those fared, of jobs or machines, that there may be none of.
func occurs(d *metrics.Description, v float64) bool {
	return v > 0 || !math.IsNaN(v) && d.Unit != "jobs" && d.Unit != "commands" && d.Unit != "runs"
}

// inTable says whether metric d, the one at place i, has a row: at first sight the main
// ones, those that are asked for by name, and those that tell something; otherwise all. What
// is undefined in every run has one only if it is among the main ones.
func inTable(d *metrics.Description, i int, summaries []metrics.Summary, all bool, asked []string) bool {
	if slices.Contains(MainMetrics, d.Name) {
		return true
	}
	defined := func(s metrics.Summary) bool { return !math.IsNaN(s[i]) }
	tells := func(s metrics.Summary) bool { return occurs(d, s[i]) }
	return (all || slices.Contains(asked, d.Name)) && slices.ContainsFunc(summaries, defined) ||
		slices.Contains(occasionalMetrics, d.Name) && slices.ContainsFunc(summaries, tells)
}

// AskedMetrics are those that the claims of a plan and its precision are about.
func AskedMetrics(plan *scenario.Plan) []string {
	var names []string
	for i := range plan.Claims {
		names = append(names, metrics.Descriptions[plan.Claims[i].Metric].Name)
	}
	if plan.Precision != nil {
		names = append(names, plan.Precision.Metric)
	}
	return names
}

// Row is one metric of all policies.
type Row struct {
	About *metrics.Description
	Cells []Cell
}

// Cell is one metric of one policy and how it compares with the baseline.
type Cell struct {
	Text       string
	Interval   string // "2.4 to 2.6", "" of a single run
	ClosedForm string // what theory says: "M/M/4: 74.6 s", "" if it says nothing
	Difference string // "−82 % ✓", "" for the baseline or where nothing compares
	Bounds     string // of the difference, "" of a single run
	Verdict    string // "better", "worse" or ""
}

// SideBySide are single runs with the one that the others are compared with. Where Contrasts has what a run and that one have in
// common, because other jobs ended or were killed, only the jobs that ended under both are compared, and nothing is called better.
type SideBySide struct {
	Runs      []*result.Run
	Baseline  int
	Contrasts []*compare.Common // by run; nil: the run left every job in the same state as the baseline
	Logged    []*compare.Common // by run: what the log and it have in common; nil if the same jobs ended in both, or there is no log
	Drawn     []*Drawn          // by run; nil: its policy draws nothing, so that another run would be the same
}

// Drawn is how far the mean wait of a run changes with what its policy draws: the middle nine tenths of N drawings, in seconds. N is 0 if there are
// not enough of them.
type Drawn struct {
	Low, High float64
	N         int
}

// Log is the first run that is the log itself; -1: none is.
func (t SideBySide) Log() int {
	return slices.IndexFunc(t.Runs, (*result.Run).Recorded)
}

// isLog says whether run i is the log itself.
func (t SideBySide) isLog(i int) bool { return t.Runs[i].Recorded() }

// drawn is how run i changes with what is drawn, nil if it does not.
func (t SideBySide) drawn(i int) *Drawn {
	if t.Drawn == nil {
		return nil
	}
	return t.Drawn[i]
}

// OneDrawing says whether the difference between run i and the baseline is of one drawing, which another drawing may turn round.
func (t SideBySide) OneDrawing(i int) bool { return t.drawn(i) != nil || t.drawn(t.Baseline) != nil }

// bounds are "38.0 s to 45.0 s".
func (d *Drawn) bounds() string {
	return ScaleFor(&metrics.Descriptions[metrics.Index("meanWait")], d.High).Bounds(&d.Low, &d.High)
}

// rangeWords are "38.0 s to 45.0 s in nine tenths of 20 drawings".
func (d *Drawn) rangeWords() string {
	return fmt.Sprintf("%s in nine tenths of %d drawings", d.bounds(), d.N)
}

// Rows are the rows of the table of metrics; see inTable. Differences are relative to the baseline, or absolute: in the
// metric's unit. There is none of one drawing, and none of a log, which is not called better or worse as a baseline either.
func (t SideBySide) Rows(all bool, asked []string, absolute bool) []Row {
	runs, baseline := t.Runs, t.Baseline
	var table []Row
	var summaries []metrics.Summary
	for _, r := range runs {
		summaries = append(summaries, r.Metrics)
	}
	for i := range metrics.Descriptions {
		d := &metrics.Descriptions[i]
		if !inTable(d, i, summaries, all, asked) {
			continue
		}
		row := Row{About: d}
		for k, r := range runs {
			c := Cell{Text: Value(d, r.Metrics[i])}
			if drawn := t.drawn(k); drawn != nil && drawn.N > 0 && d.Name == "meanWait" {
				c.Interval = drawn.bounds()
			}
			base, contrast := runs[baseline].Metrics[i], t.Contrasts[k]
			switch {
			case k == baseline || t.isLog(k) || t.OneDrawing(k) || t.Unplaced(k) || t.Unplaced(baseline) || !comparable(d, runs[baseline], r):
			case t.isLog(baseline) && contrast == nil:
				c.Difference = DifferenceText(d, base, r.Metrics[i], absolute)
			case contrast == nil:
				c.Difference, c.Verdict = Difference(d, base, r.Metrics[i], absolute)
			case d.Group && comparedOverJobs(d):
				c.Difference = DifferenceText(d, contrast.Of[0][i], contrast.Of[1][i], absolute)
			default:
				c.Difference = DifferenceText(d, base, r.Metrics[i], absolute)
			}
			row.Cells = append(row.Cells, c)
		}
		table = append(table, row)
	}
	return lateFirst(table)
}

// lateFirst moves the share of late jobs to the head of a table of metrics that has it: where jobs
// have deadlines it is what counts.
func lateFirst(table []Row) []Row {
	for i, row := range table {
		if row.About.Name == "late" {
			copy(table[1:], table[:i])
			table[0] = row
		}
	}
	return table
}

// comparable says whether a metric means the same for both runs: what a log recorded
// was not subject to the scenario's rule for killing.
func comparable(d *metrics.Description, a, b *result.Run) bool {
	return d.Name != "killed" || a.Recorded() == b.Recorded()
}

// comparedOverJobs says whether a metric of jobs is to be compared over those that two runs have in common: it is no count of them.
func comparedOverJobs(d *metrics.Description) bool { return d.Unit != "jobs" }

// Difference is DifferenceText with a sign for better or worse, for those who do not see the colour, and that as a word. Values that
// are alike are neither.
func Difference(d *metrics.Description, base, v float64, absolute bool) (text, verdict string) {
	text = DifferenceText(d, base, v, absolute)
	switch {
	case math.IsNaN(base) || math.IsNaN(v) || base == v || text == aboutTheSame || text == noPoints || d.Better == metrics.Neither:
		return text, ""
	case (v < base) == (d.Better == metrics.Lower):
		return text + " ✓", "better"
	}
	return text + " ✗", "worse"
}

// Differences that are too small to be seen; the second is one of shares.
const (
	aboutTheSame = "about the same"
	noPoints     = "±0.0 points"
)

// alike says whether values differ by less than can be read: by half a percent where they read the same, by 0.05 % where they do not.
func alike(a, b float64, textA, textB string) bool {
	apart := math.Abs(b-a) / math.Abs(a)
	return apart < 0.0005 || apart < 0.005 && textA == textB
}

// DifferenceText words by how much v differs from base, relative to it or absolute; "" where one of them is undefined.
func DifferenceText(d *metrics.Description, base, v float64, absolute bool) string {
	var text string
	switch {
	case math.IsNaN(base) || math.IsNaN(v):
		return ""
	case base == v:
		return "same"
	case alike(base, v, Value(d, base), Value(d, v)):
		return aboutTheSame
	case IsShare(d.Name):
		points := 100 * (v - base)
		switch {
		case math.Abs(points) < 0.05:
			return noPoints
		case math.Abs(points) < 9.95:
			text = phrase.Decimals(points, 1) + " points"
		default:
			text = phrase.Decimals(points, 0) + " points"
		}
	case absolute:
		text = ScaleFor(d, v-base).Text(v - base)
	case base == 0:
		text = Value(d, v-base)
	default:
		text = phrase.Percent((v - base) / base)
	}
	if v > base {
		text = "+" + text
	}
	return text
}

// Rows are the rows of the table of metrics.
func (e *Estimates) Rows() []Row {
	var table []Row
	for i := range metrics.Descriptions {
		d := &metrics.Descriptions[i]
		row := Row{About: d}
		known := false
		var unit Scale // of all means, so that they can be compared
		if m := e.Table.Mean(d.Name, e.Plan.Policies[e.Plan.Baseline].Label); m != nil {
			unit = ScaleFor(d, m.Mean)
		}
		for k, policy := range e.Plan.Policies {
			c := Cell{Text: "–"}
			if e.Table.isUnstable(policy.Label) {
				c.Text = "unstable"
			}
			if m := e.Table.Mean(d.Name, policy.Label); m != nil {
				known = true
				s := ScaleFor(d, m.Mean)
				if unit.Per != 0 && unit.Per != s.Per {
					s.Per, s.Unit = unit.Per, unit.Unit
					s.Digits = significant(m.Mean / s.Per)
				}
				c.Text, c.Interval = s.Text(m.Mean), s.Bounds(m.Low, m.High)
			}
			base := e.Plan.Policies[e.Plan.Baseline]
			if k != e.Plan.Baseline && policy.Kind.Kind != scenario.Recorded && (d.Name != "killed" || base.Kind.Kind != scenario.Recorded) {
				if t := e.Table.BestComparison(d, policy.Label, e.Absolute); t != nil && !e.Unlike(e.Point, d, policy.Label) && !(t.N < 2 && e.Draws(policy.Label)) {
					c.Difference, c.Bounds, c.Verdict = measuredDifference(d, t)
					if c.Verdict != "" && (e.Unjudged(policy.Label) != "" || base.Kind.Kind == scenario.Recorded) {
						c.Difference, c.Verdict = strings.TrimRight(c.Difference, " ✓✗"), ""
					}
				}
			}
			row.Cells = append(row.Cells, c)
		}
		if known {
			table = append(table, row)
		}
	}
	return lateFirst(table)
}

// Unjudged says why no difference between a policy and the baseline is called better or worse: it is not known whether the systems
// are stable, or they did not do the same work. It is "" where differences may be.
func (e *Estimates) Unjudged(policy string) string {
	base := e.Plan.Policies[e.Plan.Baseline].Label
	for _, label := range []string{base, policy} {
		if slices.Contains(e.Unfit, label) {
			return label + " does not fit the log"
		}
	}
	if e.growthUntold {
		return "it cannot be told whether the queue grows without end"
	}
	for _, fate := range []struct{ metric, words string }{{"refused", "refused"}, {"killed", "killed"}, {"unfinished", "left unfinished"}, {"cancelled", "cancelled"}} {
		a, b := e.Table.Mean(fate.metric, base), e.Table.Mean(fate.metric, policy)
		if a != nil && b != nil && a.Mean != b.Mean && fate.metric == "refused" && e.Plan.LetsWait() {
			return "other jobs can never start under " + policy + " than under " + base
		}
		if a != nil && b != nil && a.Mean != b.Mean {
			return "other jobs are " + fate.words + " under " + policy + " than under " + base
		}
	}
	return ""
}

// measuredDifference words a difference with its interval. It is marked as better or
// worse only if the interval excludes zero.
func measuredDifference(d *metrics.Description, c *experiment.Comparison) (text, bounds, verdict string) {
	v := c.Difference.Difference
	if v == 0 && (c.Low == nil || *c.Low == 0 && *c.High == 0) {
		return "same", "", ""
	}
	s := ScaleFor(d, v)
	switch {
	case c.Kind == "ratio":
		v = *c.Relative
		s = ShareScale(v)
	case IsShare(d.Name):
		s.Unit = " points"
	}
	text, bounds = s.Text(v), s.Bounds(c.Low, c.High)
	if v > 0 {
		text = "+" + text
	}
	if bounds == "" || *c.Low <= 0 && *c.High >= 0 || d.Better == metrics.Neither {
		return text, bounds, ""
	}
	if (v < 0) == (d.Better == metrics.Lower) {
		return text + " ✓", bounds, "better"
	}
	return text + " ✗", bounds, "worse"
}
