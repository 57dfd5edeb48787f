package answer

import (
	"fmt"
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
	var clauses, unstable []string
	bounded, n, said := 0, 0, false
	var bounds string
	for k, policy := range e.Plan.Policies {
		if k == e.Plan.Baseline {
			continue
		}
		if e.Table.isUnstable(policy.Label) && here.BestComparison(d, policy.Label, e.Absolute) == nil {
			unstable = append(unstable, policy.Label)
			continue
		}
		c := e.clause(policy.Label, base, !said)
		said = said || c.saysBase
		if c.interval != "" {
			bounded++
			bounds, n = phrase.Unbroken(c.interval), max(n, c.pairs)
			if len(e.Plan.Policies) > 2 {
				c.text += " (" + bounds + ")"
			}
		}
		clauses = append(clauses, c.text)
	}
	var text string
	switch {
	case len(clauses) == 0:
	case bounded == 0 && mean.Low != nil:
		text = phrase.List(clauses) + "."
	case bounded == 0:
		text = phrase.List(clauses) + OneRun
	case len(e.Plan.Policies) == 2:
		text = clauses[0] + "; " + level + " interval " + bounds + "; " + e.Count(n, "paired ") + "."
	default:
		text = phrase.List(clauses) + "; " + level + " intervals; " + e.Count(n, "paired ") + "."
	}
	switch len(unstable) {
	case 0:
		return text
	case 1:
		return phrase.Join(" ", text, unstable[0]+unstableWords+".")
	}
	return phrase.Join(" ", text, phrase.List(unstable)+" are unstable: their queues grow without end.")
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

// clause compares a policy with the base.
type clause struct {
	text     string
	interval string // in the terms of the text, "" if there is none
	pairs    int
	saysBase bool // the text names the metric and the base, so that the next one need not
}

// clause is such as "jobs wait 20.0 % less under EASY than under FCFS" or, where an earlier one has said what of, "20.0 % less under
// EASY".
func (e *Estimates) clause(policy, base string, whole bool) clause {
	d, here := e.Topic(), &e.Curves[e.Point]
	subject := phrase.LowerFirst(d.Title)
	c := here.BestComparison(d, policy, e.Absolute)
	if c == nil {
		return clause{text: policy + " has no " + subject + " to compare"}
	}
	if e.AboutWaits() {
		subject = "jobs wait"
	}
	// say puts what was found into words.
	say := func(what string) string {
		text := what + " under " + policy
		if whole {
			text = subject + " " + text + than(what) + base
		}
		return text
	}
	same := say("the same")
	if e.AboutWaits() {
		same = say("as long")
	}
	if c.Low == nil {
		mean, other := here.Mean(d.Name, base), here.Mean(d.Name, policy)
		switch {
		case mean.Mean == other.Mean:
			return clause{text: same, pairs: c.N, saysBase: true}
		case e.AboutWaits():
			return clause{text: say(Compared(mean.Mean, other.Mean)), pairs: c.N, saysBase: true}
		}
		s := ScaleFor(d, mean.Mean)
		text := phrase.Unbroken(s.Text(other.Mean)) + " under " + policy
		if whole {
			text = subject + " " + text + " against " + phrase.Unbroken(s.Text(mean.Mean)) + " under " + base
		}
		return clause{text: text, pairs: c.N, saysBase: true}
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
	interval := s.Bounds(&low, &high) + s.Unit
	switch {
	case low == 0 && high == 0:
		return clause{same, interval, c.N, true}
	case low <= 0 && high >= 0 && e.AboutWaits():
		return clause{"no difference between " + policy + " and " + base + " is shown", interval, c.N, false}
	case low <= 0 && high >= 0:
		return clause{subject + ": no difference between " + policy + " and " + base + " is shown", interval, c.N, false}
	}
	word := " more"
	if v < 0 {
		word = " less"
		v, low, high = -v, -high, -low
	}
	return clause{say(phrase.Unbroken(s.Text(v)) + word), s.Bounds(&low, &high) + s.Unit, c.N, true}
}

// than follows what was found of a policy and precedes the base: "less under EASY than under FCFS", "as long under EASY as under FCFS".
func than(what string) string {
	if strings.HasSuffix(what, "as long") || what == "the same" {
		return " as under "
	}
	return " than under "
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
func (t SideBySide) Sentence() string {
	runs, baseline := t.Runs, t.Baseline
	base := runs[baseline]
	wait := base.Metrics.Value("meanWait")
	if math.IsNaN(wait) {
		return "No job ended, so there is nothing to compare."
	}
	if len(runs) == 1 {
		return "Under " + base.Label + " a job waits " + phrase.Unbroken(phrase.Seconds(wait)) + " on average" + OneRun
	}
	var clauses, idle []string
	said := "" // of the baseline
	for i, r := range runs {
		if i == baseline {
			continue
		}
		was, other, jobs := wait, r.Metrics.Value("meanWait"), ""
		if c := t.Contrasts[i]; c != nil {
			was, other = c.Of[0].Value("meanWait"), c.Of[1].Value("meanWait")
			if !c.All {
				jobs = ", over the " + phrase.Plural(int64(c.Jobs), "job") + " that ended under both"
			}
		}
		if math.IsNaN(other) {
			idle = append(idle, r.Label)
			continue
		}
		how, mean := Compared(was, other), phrase.Unbroken(phrase.Seconds(other))
		clause := how + " under " + r.Label
		against := " against " + phrase.Unbroken(phrase.Seconds(was)) + jobs
		if how == "as long" {
			against = jobs
		}
		switch {
		case len(clauses) == 0:
			clause += than(how) + base.Label + " (mean " + mean + against + ")"
		case said == fmt.Sprint(was, jobs):
			clause += " (" + mean + ")"
		default:
			clause += " (" + mean + against + ")"
		}
		said = fmt.Sprint(was, jobs)
		clauses = append(clauses, clause)
	}
	var text string
	if len(clauses) > 0 {
		text = "Jobs wait " + phrase.List(clauses) + OneRun
	}
	if len(idle) > 0 {
		text = phrase.Join(" ", text, "No job that ended under "+base.Label+" ended under "+phrase.List(idle)+".")
	}
	return text
}

// Compared says how a mean wait compares with another one: "20.0 % less", "as long", or "about as long" where they are alike.
func Compared(base, other float64) string {
	switch {
	case base == other:
		return "as long"
	case alike(base, other, phrase.Seconds(base), phrase.Seconds(other)):
		return "about as long"
	case base == 0:
		return "longer"
	case other < base:
		return phrase.Unbroken(phrase.Percent((base-other)/base)) + " less"
	}
	return phrase.Unbroken(phrase.Percent((other-base)/base)) + " more"
}

// Negative is -v; nil stays nil.
func Negative(v *float64) *float64 {
	if v == nil {
		return nil
	}
	n := -*v
	return &n
}
