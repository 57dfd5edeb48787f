package ui

import (
	"math"
	"slices"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/ui/phrase"
)

// Numbers that carry intervals, in words and tables.

// scale is how values of one metric are written beside each other: divided by per,
// with so many digits behind the point, and a unit.
type scale struct {
	per    float64
	digits int
	unit   string // with the blank before it
}

// scaleFor writes values about as large as v with three digits that say something.
func scaleFor(d *metrics.Description, v float64) scale {
	s := scale{per: 1}
	switch {
	case d.Unit == "s":
		s = timeScale(v)
	case d.Unit == "jobs/s":
		s = scale{per: 1.0 / 3600, unit: " /h"}
	case isShare(d.Name):
		return scale{per: 0.01, digits: 1, unit: " %"}
	}
	s.digits = significant(v / s.per)
	return s
}

// timeScale has the largest unit of which there are at least two.
func timeScale(seconds float64) scale {
	a := math.Abs(seconds)
	switch {
	case a >= 2*86400:
		return scale{per: 86400, unit: " d"}
	case a >= 2*3600:
		return scale{per: 3600, unit: " h"}
	case a >= 2*60:
		return scale{per: 60, unit: " min"}
	case 0 < a && a < 0.1: // as value has it
		return scale{per: 0.001, unit: " ms"}
	}
	return scale{per: 1, unit: " s"}
}

// significant is how many digits behind the point make three in all.
func significant(v float64) int {
	a := math.Abs(v)
	switch {
	case a >= 100 || a == 0:
		return 0
	case a >= 10:
		return 1
	case a >= 1:
		return 2
	}
	return 3
}

// mostDigits is how many digits behind the point a number gets so as not to look like zero.
const mostDigits = 3

// telling is s with as many digits more as it takes that no value but zero is written as
// zero: what is marked as different from zero must not look the same.
func (s scale) telling(values ...float64) scale {
	for _, v := range values {
		for v != 0 && s.digits < mostDigits && strings.Trim(phrase.Decimals(v/s.per, s.digits), "−0.") == "" {
			s.digits++
		}
	}
	return s
}

func (s scale) number(v float64) string { return phrase.Decimals(v/s.per, s.digits) }

func (s scale) text(v float64) string { return s.telling(v).number(v) + s.unit }

// bounds is "2.4 to 2.6", "" if there is no interval.
func (s scale) bounds(low, high *float64) string {
	if low == nil || high == nil {
		return ""
	}
	s = s.telling(*low, *high)
	return s.number(*low) + " to " + s.number(*high)
}

// shares writes relative differences: one digit of a per cent, two if it is small.
func shares(v float64) scale {
	s := scale{per: 0.01, digits: 1, unit: " %"}
	if math.Abs(v) < 0.001 {
		s.digits = 2
	}
	return s
}

// mean is the mean of a metric under a policy, nil if it is not known.
func (n *numbers) mean(metric, policy string) *experiment.Mean {
	i := slices.IndexFunc(n.means, func(m experiment.Mean) bool { return m.Metric == metric && m.Policy == policy })
	if i < 0 {
		return nil
	}
	return &n.means[i]
}

// comparison is one metric of a policy against the baseline: of that kind, or nil.
func (n *numbers) comparison(metric, policy, kind string) *experiment.Comparison {
	i := slices.IndexFunc(n.comparisons, func(c experiment.Comparison) bool {
		return c.Metric == metric && c.Policy == policy && c.Kind == kind
	})
	if i < 0 {
		return nil
	}
	return &n.comparisons[i]
}

// tells is the comparison that tells most: relative where that is known, absolute for
// shares, which are relative already.
func (n *numbers) tells(d *metrics.Description, policy string) *experiment.Comparison {
	if !isShare(d.Name) {
		if c := n.comparison(d.Name, policy, "ratio"); c != nil {
			return c
		}
	}
	return n.comparison(d.Name, policy, "difference")
}

// rows are the rows of the table of metrics.
func (f *finding) rows() []Row {
	var table []Row
	for i := range metrics.Descriptions {
		d := &metrics.Descriptions[i]
		row := Row{About: d}
		known := false
		var unit scale // of all means, so that they can be compared
		if m := f.table.mean(d.Name, f.plan.Policies[f.plan.Baseline].Label); m != nil {
			unit = scaleFor(d, m.Mean)
		}
		for k, policy := range f.plan.Policies {
			c := Cell{Text: "–"}
			if f.table.isUnstable(policy.Label) {
				c.Text = "unstable"
			}
			if m := f.table.mean(d.Name, policy.Label); m != nil {
				known = true
				s := scaleFor(d, m.Mean)
				if unit.per != 0 && unit.per != s.per {
					s.per, s.unit = unit.per, unit.unit
					s.digits = significant(m.Mean / s.per)
				}
				c.Text, c.Interval = s.text(m.Mean), s.bounds(m.Low, m.High)
			}
			base := f.plan.Policies[f.plan.Baseline]
			if k != f.plan.Baseline && (d.Name != "killed" || (policy.Kind.Kind == "recorded") == (base.Kind.Kind == "recorded")) {
				if t := f.table.tells(d, policy.Label); t != nil {
					c.Difference, c.Bounds, c.Verdict = measuredDifference(d, t)
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

// measuredDifference words a difference with its interval. It is marked as better or
// worse only if the interval excludes zero.
func measuredDifference(d *metrics.Description, c *experiment.Comparison) (text, bounds, verdict string) {
	v := c.Difference.Difference
	if v == 0 && (c.Low == nil || *c.Low == 0 && *c.High == 0) {
		return "same", "", ""
	}
	s := scaleFor(d, v)
	switch {
	case c.Kind == "ratio":
		v = *c.Relative
		s = shares(v)
	case isShare(d.Name):
		s.unit = " points"
	}
	text, bounds = s.text(v), s.bounds(c.Low, c.High)
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

// measuredSentence is the answer of a measurement in words.
func (p *Page) measuredSentence() string {
	f := &p.finding
	if f.of != p.measured {
		return "Simulating; the first answers are on their way."
	}
	text := phrase.Join(" ", p.pointsSentence(), phrase.UpperFirst(phrase.Join(": ", p.placeWords(), f.answer())))
	if n, all := f.cells, p.measured.planned; n < all {
		// The same words as those of the progress, which may be ahead.
		policies := len(p.measured.plan.Policies)
		text = phrase.Join(" ", text, "From the first "+phrase.Grouped(int64(n*policies))+" of "+phrase.Plural(int64(all*policies), "simulation")+".")
	}
	return text
}

// placeWords is the point of the table: "at load 0.9".
func (p *Page) placeWords() string {
	if words := p.pointOf(p.finding.plan, p.finding.point); words != "" {
		return "at " + words
	}
	return ""
}

// topic is what the answer is about: the metric of the curves.
func (f *finding) topic() *metrics.Description { return &metrics.Descriptions[metrics.Index(f.metric)] }

// aboutWaits says whether the answer is about waits, for which there are words.
func (f *finding) aboutWaits() bool { return f.metric == "meanWait" }

// answer says what jobs have of the metric under each policy, and how that compares.
func (f *finding) answer() string {
	d, here := f.topic(), &f.curves[f.point]
	base := f.plan.Policies[f.plan.Baseline].Label
	mean := here.mean(f.metric, base)
	if mean == nil && f.table.isUnstable(base) {
		return base + unstableWords + ", so that there is nothing to compare with."
	}
	if mean == nil && len(here.means) == 0 {
		return "nothing has been simulated here yet."
	}
	if mean == nil {
		return base + " has no " + phrase.LowerFirst(d.Title) + " to compare with."
	}
	level := atLevel(f.plan.Level)
	if len(f.plan.Policies) == 1 {
		s := scaleFor(d, mean.Mean)
		text := phrase.LowerFirst(d.Title) + " " + phrase.Unbroken(s.text(mean.Mean)) + " under " + base
		if f.aboutWaits() {
			text = "under " + base + " a job waits " + phrase.Unbroken(s.text(mean.Mean)) + " on average"
		}
		if bounds := s.bounds(mean.Low, mean.High); bounds != "" {
			return text + "; " + level + " interval " + phrase.Unbroken(bounds+s.unit) + "; " + f.count(mean.N, "") + "."
		}
		return text + single
	}
	var clauses []string
	bounded, n := 0, 0
	var bounds string
	for k, policy := range f.plan.Policies {
		if k == f.plan.Baseline {
			continue
		}
		clause, interval, pairs := f.clause(policy.Label, base, len(clauses) == 0)
		if interval != "" {
			bounded++
			bounds, n = phrase.Unbroken(interval), max(n, pairs)
			if len(f.plan.Policies) > 2 {
				clause += " (" + bounds + ")"
			}
		}
		clauses = append(clauses, clause)
	}
	switch {
	case bounded == 0:
		return phrase.List(clauses) + single
	case len(f.plan.Policies) == 2:
		return clauses[0] + "; " + level + " interval " + bounds + "; " + f.count(n, "paired ") + "."
	}
	return phrase.List(clauses) + "; " + level + " intervals; " + f.count(n, "paired ") + "."
}

// unstableWords follow the name of a policy.
const unstableWords = " is unstable: its queue grows without end"

// single ends a sentence about a single run.
const single = "; one run of one workload: no interval."

// count is "200 paired workloads" or, of a single steady run, "20 paired batches".
func (f *finding) count(n int, paired string) string { return samplesText(f.plan, n, paired) }

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
func (f *finding) clause(policy, base string, first bool) (clause, interval string, n int) {
	d, here := f.topic(), &f.curves[f.point]
	subject := phrase.LowerFirst(d.Title)
	c := here.tells(d, policy)
	if c == nil && f.table.isUnstable(policy) {
		return policy + unstableWords, "", 0
	}
	if c == nil {
		return policy + " has no " + subject + " to compare", "", 0
	}
	// say puts what was found into words.
	say := func(what string) string {
		switch {
		case f.aboutWaits() && first:
			return policy + " waits " + what + " than " + base
		case f.aboutWaits():
			return policy + " waits " + what
		case first:
			return subject + " " + what + " under " + policy + " than under " + base
		}
		return what + " under " + policy
	}
	same := subject + " the same under " + policy + " and " + base
	if f.aboutWaits() {
		same = policy + " waits as long as " + base
	}
	if c.Low == nil {
		mean, other := here.mean(d.Name, base), here.mean(d.Name, policy)
		switch {
		case mean.Mean == other.Mean:
			return same, "", c.N
		case f.aboutWaits():
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
	case low <= 0 && high >= 0 && f.aboutWaits():
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

// tableRemark says what the numbers of the table are.
func (p *Page) tableRemark() string {
	if p.measured == nil {
		if len(p.runLabels()) < 2 {
			return ""
		}
		return "✓ better, ✗ worse than the policy compared with; no sign: neither."
	}
	f := &p.finding
	if f.of != p.measured || len(f.table.means) == 0 {
		return ""
	}
	n, bounded := 0, false
	for _, m := range f.table.means {
		n = max(n, m.N)
		bounded = bounded || m.Low != nil
	}
	text := "Means over " + f.count(n, "")
	if !bounded {
		return text + ": no intervals."
	}
	text += ", below them " + atLevel(f.plan.Level) + " intervals from low to high"
	if len(f.plan.Policies) > 1 {
		text += "; then the difference to " + f.plan.Policies[f.plan.Baseline].Label + " on the same workloads, with its interval. ✓ better, ✗ worse: only where that interval excludes zero"
	}
	return text + "."
}

// atLevel is "95 %".
func atLevel(level float64) string { return phrase.Number(math.Round(1e4*level)/100) + " %" }
