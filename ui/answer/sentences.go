package answer

import (
	"math"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// Topic is what the answer is about: the metric of the curves.
func (e *Estimates) Topic() *metrics.Description {
	return &metrics.Descriptions[metrics.Index(e.Metric)]
}

// AboutWaits says whether the answer is about waits, for which there are words.
func (e *Estimates) AboutWaits() bool { return e.Metric == "meanWait" }

// Sentence says what jobs have of the metric under each policy, and how that compares.
func (e *Estimates) Sentence() string {
	d, here := e.Topic(), &e.Curves[e.Point]
	base := e.Plan.Policies[e.Plan.Baseline].Label
	mean := here.Mean(e.Metric, base)
	if mean == nil && e.Table.isUnstable(base) {
		return base + unstableWords + ", so that there is nothing to compare with."
	}
	if mean == nil && len(here.Means) == 0 {
		return "nothing has been simulated here yet."
	}
	if mean == nil {
		return base + " has no " + phrase.LowerFirst(d.Title) + " to compare with."
	}
	level := AtLevel(e.Plan.Level)
	if len(e.Plan.Policies) == 1 {
		s := ScaleFor(d, mean.Mean)
		text := phrase.LowerFirst(d.Title) + " " + phrase.Unbroken(s.Text(mean.Mean)) + " under " + base
		if e.AboutWaits() {
			text = "under " + base + " a job waits " + phrase.Unbroken(s.Text(mean.Mean)) + " on average"
		}
		if bounds := s.Bounds(mean.Low, mean.High); bounds != "" {
			return text + "; " + level + " interval " + phrase.Unbroken(bounds+s.Unit) + "; " + e.Count(mean.N, "") + "."
		}
		return text + OneRun
	}
	var clauses []string
	bounded, n := 0, 0
	var bounds string
	for k, policy := range e.Plan.Policies {
		if k == e.Plan.Baseline {
			continue
		}
		clause, interval, pairs := e.clause(policy.Label, base, len(clauses) == 0)
		if interval != "" {
			bounded++
			bounds, n = phrase.Unbroken(interval), max(n, pairs)
			if len(e.Plan.Policies) > 2 {
				clause += " (" + bounds + ")"
			}
		}
		clauses = append(clauses, clause)
	}
	switch {
	case bounded == 0:
		return phrase.List(clauses) + OneRun
	case len(e.Plan.Policies) == 2:
		return clauses[0] + "; " + level + " interval " + bounds + "; " + e.Count(n, "paired ") + "."
	}
	return phrase.List(clauses) + "; " + level + " intervals; " + e.Count(n, "paired ") + "."
}

// unstableWords follow the name of a policy.
const unstableWords = " is unstable: its queue grows without end"

// OneRun ends a sentence about a single run.
const OneRun = "; one run of one workload: no interval."

// Count is "200 paired workloads" or, of a single steady run, "20 paired batches".
func (e *Estimates) Count(n int, paired string) string { return SamplesText(e.Plan, n, paired) }

// SamplesText is Estimates.Count of any plan.
func SamplesText(plan *scenario.Plan, n int, paired string) string {
	return phrase.Grouped(int64(n)) + " " + paired + SampleNoun(plan, n)
}

// SampleNoun is what n means are over: "workload", "batches".
func SampleNoun(plan *scenario.Plan, n int) string {
	switch {
	case plan.InBatches() && n == 1:
		return "batch"
	case plan.InBatches():
		return "batches"
	case n == 1:
		return "workload"
	}
	return "workloads"
}

// clause compares a policy with the base: "EASY waits 20.0 % less than FCFS" or, of another
// metric, "mean response time 20.0 % less under EASY than under FCFS". Only the first one says
// the metric and the base. The interval is in the terms of the clause.
func (e *Estimates) clause(policy, base string, first bool) (clause, interval string, n int) {
	d, here := e.Topic(), &e.Curves[e.Point]
	subject := phrase.LowerFirst(d.Title)
	c := here.BestComparison(d, policy, e.Absolute)
	if c == nil && e.Table.isUnstable(policy) {
		return policy + unstableWords, "", 0
	}
	if c == nil {
		return policy + " has no " + subject + " to compare", "", 0
	}
	// say puts what was found into words.
	say := func(what string) string {
		switch {
		case e.AboutWaits() && first:
			return policy + " waits " + what + " than " + base
		case e.AboutWaits():
			return policy + " waits " + what
		case first:
			return subject + " " + what + " under " + policy + " than under " + base
		}
		return what + " under " + policy
	}
	same := subject + " the same under " + policy + " and " + base
	if e.AboutWaits() {
		same = policy + " waits as long as " + base
	}
	if c.Low == nil {
		mean, other := here.Mean(d.Name, base), here.Mean(d.Name, policy)
		switch {
		case mean.Mean == other.Mean:
			return same, "", c.N
		case e.AboutWaits():
			return say(strings.TrimPrefix(Compared(mean.Mean, other.Mean), "waits ")), "", c.N
		}
		s := ScaleFor(d, mean.Mean)
		text := phrase.Unbroken(s.Text(other.Mean)) + " under " + policy
		if first {
			text = subject + " " + text + " against " + phrase.Unbroken(s.Text(mean.Mean)) + " under " + base
		}
		return text, "", c.N
	}
	v := c.Difference.Difference
	s := ScaleFor(d, v)
	switch {
	case c.Kind == "ratio":
		v = *c.Relative
		s = ShareScale(v)
	case IsShare(d.Name):
		s.Unit = " points"
	}
	low, high := *c.Low, *c.High
	switch {
	case low == 0 && high == 0:
		return same, s.Bounds(&low, &high) + s.Unit, c.N
	case low <= 0 && high >= 0 && e.AboutWaits():
		return "no difference between " + policy + " and " + base + " is shown", s.Bounds(&low, &high) + s.Unit, c.N
	case low <= 0 && high >= 0:
		return subject + ": no difference between " + policy + " and " + base + " is shown", s.Bounds(&low, &high) + s.Unit, c.N
	}
	word := " more"
	if v < 0 {
		word = " less"
		v, low, high = -v, -high, -low
	}
	return say(phrase.Unbroken(s.Text(v)) + word), s.Bounds(&low, &high) + s.Unit, c.N
}

// PointClause is such as "20.0 % more (18.0 to 22.1 %)". It takes no side where the interval
// contains zero.
func PointClause(e *experiment.Estimate) string {
	v, low, high, word := *e.Measured, e.Low, e.High, " less"
	switch {
	case v == 0:
		return "the same"
	case low != nil && *low <= 0 && *high >= 0:
		return "not clearly less or more (" + phrase.Unbroken(ShareScale(v).Bounds(Negative(high), Negative(low))+" %") + ")"
	case v < 0:
		v, low, high, word = -v, Negative(e.High), Negative(e.Low), " more"
	}
	s := ShareScale(v)
	text := phrase.Unbroken(s.Text(v)) + word
	if bounds := s.Bounds(low, high); bounds != "" {
		text += " (" + phrase.Unbroken(bounds+s.Unit) + ")"
	}
	return text
}

// LateWords say how many jobs miss their deadlines under each policy; "" if there are no deadlines.
func LateWords(runs []*result.Run) string {
	var clauses []string
	for _, r := range runs {
		if late := r.Metrics.Value("late"); !math.IsNaN(late) {
			clauses = append(clauses, phrase.Unbroken(phrase.Percent(late))+" under "+r.Label)
		}
	}
	if len(clauses) == 0 {
		return ""
	}
	return "Late, of the jobs with a deadline: " + phrase.List(clauses) + "."
}

// Sentence says how long jobs wait under each policy and how that compares.
func Sentence(runs []*result.Run, baseline int) string {
	base := runs[baseline]
	wait := base.Metrics.Value("meanWait")
	if math.IsNaN(wait) {
		return "No job ended, so there is nothing to compare."
	}
	if len(runs) == 1 {
		return "Under " + base.Label + " a job waits " + phrase.Unbroken(phrase.Seconds(wait)) + " on average" + OneRun
	}
	var clauses []string
	for i, r := range runs {
		if i == baseline {
			continue
		}
		other := r.Metrics.Value("meanWait")
		clause := r.Label + " " + Compared(wait, other)
		switch {
		case len(clauses) > 0:
			clause += " (" + phrase.Unbroken(phrase.Seconds(other)) + ")"
		case wait == other:
			clause += " as " + base.Label + " (mean " + phrase.Unbroken(phrase.Seconds(other)) + ")"
		default:
			clause += " than " + base.Label + " (mean " + phrase.Unbroken(phrase.Seconds(other)) + " against " + phrase.Unbroken(phrase.Seconds(wait)) + ")"
		}
		clauses = append(clauses, clause)
	}
	return phrase.List(clauses) + OneRun
}

// Compared says how a mean wait compares with that of the base: "waits 20.0 % less".
func Compared(base, other float64) string {
	switch {
	case math.IsNaN(other):
		return "has no mean wait"
	case base == other:
		return "waits as long"
	case base == 0:
		return "waits longer"
	case other < base:
		return "waits " + phrase.Unbroken(phrase.Percent((base-other)/base)) + " less"
	}
	return "waits " + phrase.Unbroken(phrase.Percent((other-base)/base)) + " more"
}

// Negative is -v; nil stays nil.
func Negative(v *float64) *float64 {
	if v == nil {
		return nil
	}
	n := -*v
	return &n
}
