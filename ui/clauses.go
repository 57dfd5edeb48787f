package ui

import (
	"math"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// topic is what the answer is about: the metric of the curves.
func (e *Estimates) topic() *metrics.Description {
	return &metrics.Descriptions[metrics.Index(e.metric)]
}

// aboutWaits says whether the answer is about waits, for which there are words.
func (e *Estimates) aboutWaits() bool { return e.metric == "meanWait" }

// answer says what jobs have of the metric under each policy, and how that compares.
func (e *Estimates) answer() string {
	d, here := e.topic(), &e.curves[e.point]
	base := e.plan.Policies[e.plan.Baseline].Label
	mean := here.mean(e.metric, base)
	if mean == nil && e.table.isUnstable(base) {
		return base + unstableWords + ", so that there is nothing to compare with."
	}
	if mean == nil && len(here.means) == 0 {
		return "nothing has been simulated here yet."
	}
	if mean == nil {
		return base + " has no " + phrase.LowerFirst(d.Title) + " to compare with."
	}
	level := atLevel(e.plan.Level)
	if len(e.plan.Policies) == 1 {
		s := scaleFor(d, mean.Mean)
		text := phrase.LowerFirst(d.Title) + " " + phrase.Unbroken(s.text(mean.Mean)) + " under " + base
		if e.aboutWaits() {
			text = "under " + base + " a job waits " + phrase.Unbroken(s.text(mean.Mean)) + " on average"
		}
		if bounds := s.bounds(mean.Low, mean.High); bounds != "" {
			return text + "; " + level + " interval " + phrase.Unbroken(bounds+s.unit) + "; " + e.count(mean.N, "") + "."
		}
		return text + single
	}
	var clauses []string
	bounded, n := 0, 0
	var bounds string
	for k, policy := range e.plan.Policies {
		if k == e.plan.Baseline {
			continue
		}
		clause, interval, pairs := e.clause(policy.Label, base, len(clauses) == 0)
		if interval != "" {
			bounded++
			bounds, n = phrase.Unbroken(interval), max(n, pairs)
			if len(e.plan.Policies) > 2 {
				clause += " (" + bounds + ")"
			}
		}
		clauses = append(clauses, clause)
	}
	switch {
	case bounded == 0:
		return phrase.List(clauses) + single
	case len(e.plan.Policies) == 2:
		return clauses[0] + "; " + level + " interval " + bounds + "; " + e.count(n, "paired ") + "."
	}
	return phrase.List(clauses) + "; " + level + " intervals; " + e.count(n, "paired ") + "."
}

// unstableWords follow the name of a policy.
const unstableWords = " is unstable: its queue grows without end"

// single ends a sentence about a single run.
const single = "; one run of one workload: no interval."

// count is "200 paired workloads" or, of a single steady run, "20 paired batches".
func (e *Estimates) count(n int, paired string) string { return samplesText(e.plan, n, paired) }

func samplesText(plan *scenario.Plan, n int, paired string) string {
	return phrase.Grouped(int64(n)) + " " + paired + sampleNoun(plan, n)
}

// sampleNoun is what n means are over: "workload", "batches".
func sampleNoun(plan *scenario.Plan, n int) string {
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
	d, here := e.topic(), &e.curves[e.point]
	subject := phrase.LowerFirst(d.Title)
	c := here.tells(d, policy)
	if c == nil && e.table.isUnstable(policy) {
		return policy + unstableWords, "", 0
	}
	if c == nil {
		return policy + " has no " + subject + " to compare", "", 0
	}
	// say puts what was found into words.
	say := func(what string) string {
		switch {
		case e.aboutWaits() && first:
			return policy + " waits " + what + " than " + base
		case e.aboutWaits():
			return policy + " waits " + what
		case first:
			return subject + " " + what + " under " + policy + " than under " + base
		}
		return what + " under " + policy
	}
	same := subject + " the same under " + policy + " and " + base
	if e.aboutWaits() {
		same = policy + " waits as long as " + base
	}
	if c.Low == nil {
		mean, other := here.mean(d.Name, base), here.mean(d.Name, policy)
		switch {
		case mean.Mean == other.Mean:
			return same, "", c.N
		case e.aboutWaits():
			return say(strings.TrimPrefix(compared(mean.Mean, other.Mean), "waits ")), "", c.N
		}
		s := scaleFor(d, mean.Mean)
		text := phrase.Unbroken(s.text(other.Mean)) + " under " + policy
		if first {
			text = subject + " " + text + " against " + phrase.Unbroken(s.text(mean.Mean)) + " under " + base
		}
		return text, "", c.N
	}
	v := c.Difference.Difference
	s := scaleFor(d, v)
	switch {
	case c.Kind == "ratio":
		v = *c.Relative
		s = shares(v)
	case isShare(d.Name):
		s.unit = " points"
	}
	low, high := *c.Low, *c.High
	switch {
	case low == 0 && high == 0:
		return same, s.bounds(&low, &high) + s.unit, c.N
	case low <= 0 && high >= 0 && e.aboutWaits():
		return "no difference between " + policy + " and " + base + " is shown", s.bounds(&low, &high) + s.unit, c.N
	case low <= 0 && high >= 0:
		return subject + ": no difference between " + policy + " and " + base + " is shown", s.bounds(&low, &high) + s.unit, c.N
	}
	word := " more"
	if v < 0 {
		word = " less"
		v, low, high = -v, -high, -low
	}
	return say(phrase.Unbroken(s.text(v)) + word), s.bounds(&low, &high) + s.unit, c.N
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

// lateWords say how many jobs miss their deadlines under each policy; "" if there are no deadlines.
func lateWords(runs []*result.Run) string {
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

// answer says how long jobs wait under each policy and how that compares.
func answer(runs []*result.Run, baseline int) string {
	base := runs[baseline]
	wait := base.Metrics.Value("meanWait")
	if math.IsNaN(wait) {
		return "No job ended, so there is nothing to compare."
	}
	const once = "; one run of one workload: no interval."
	if len(runs) == 1 {
		return "Under " + base.Label + " a job waits " + phrase.Unbroken(phrase.Seconds(wait)) + " on average" + once
	}
	var clauses []string
	for i, r := range runs {
		if i == baseline {
			continue
		}
		other := r.Metrics.Value("meanWait")
		clause := r.Label + " " + compared(wait, other)
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
	return phrase.List(clauses) + once
}

func compared(base, other float64) string {
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
