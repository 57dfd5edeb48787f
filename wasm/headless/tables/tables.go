// Package tables prints the results of experiments for people, as tables of text. It knows neither files nor flags.
package tables

import (
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/engine/metrics/stats"
	"backfill/engine/scenario"
	"backfill/engine/workload"
	"backfill/policies"
)

// FewReasons is how many lines of a log have their reason told unless all are wanted.
const FewReasons = 20

// Report says how a log was read and what was made of it, the first one of several
// workloads; one without a file may have nothing to say. Of lines that have a reason of their own it
// tells so many.
func Report(r *workload.Report, several bool, reasons int) string {
	var b strings.Builder
	if r.File != "" {
		fmt.Fprintf(&b, "%s: %s, %d of them %s; %s taken\n", OneLine(r.File), workload.Plural(r.Lines, "line"), r.JobLines, workload.Verb(r.JobLines, "a job", "jobs"), workload.Plural(r.Jobs, "job"))
	}
	for _, remark := range r.Remarks {
		fmt.Fprintf(&b, "  %s\n", remark)
		for _, reason := range remark.Each(reasons) {
			fmt.Fprintf(&b, "    %s\n", reason)
		}
	}
	for _, note := range r.Notes {
		fmt.Fprintf(&b, "  %s\n", note)
	}
	if several && b.Len() > 0 {
		return "the first workload:\n" + b.String()
	}
	return b.String()
}

// place is where a table finds a mean or a comparison: a point, as text, a policy and a
// metric.
type place struct{ point, policy, metric string }

// table is a result as its tables look things up.
type table struct {
	result      *experiment.Result
	points      []string // as text, in their order
	policies    []string
	baseline    string
	means       map[place]stats.Interval
	comparisons map[place]experiment.Comparison // ratios where these have intervals
}

func newTable(r *experiment.Result) *table {
	t := &table{result: r, means: map[place]stats.Interval{}, comparisons: map[place]experiment.Comparison{}}
	for _, run := range r.Runs {
		if at := Point(run.Point); len(t.points) == 0 || t.points[len(t.points)-1] != at {
			t.points = append(t.points, at)
		}
		if !slices.Contains(t.policies, run.Policy) {
			t.policies = append(t.policies, run.Policy)
		}
	}
	for _, m := range r.Summary {
		t.means[place{Point(m.Point), m.Policy, m.Metric}] = m.Interval
	}
	for _, c := range r.Comparisons {
		t.baseline = c.Baseline
		t.comparisons[place{Point(c.Point), c.Policy, c.Metric}] = c // the ratio comes last
	}
	return t
}

// Point is a point of a sweep in words, "" without a sweep.
func Point(point map[string]any) string {
	var values []string
	for _, path := range slices.Sorted(maps.Keys(point)) {
		values = append(values, fmt.Sprintf("%s %v", path, point[path]))
	}
	return strings.Join(values, ", ")
}

// WriteResult prints a result: of one point every metric, of a sweep the most important
// ones at each point; then claims, refused commands, warnings and groups.
func WriteResult(w io.Writer, r *experiment.Result) error {
	t := newTable(r)
	write := t.writePoint
	if len(t.points) > 1 {
		write = t.writeSweep
	}
	if err := write(w); err != nil {
		return err
	}
	t.writeIntervals(w)
	t.writeOtherJobs(w)
	if err := t.writeClosedForms(w); err != nil {
		return err
	}
	if err := writeClaims(w, r.Claims); err != nil {
		return err
	}
	t.writeRefused(w)
	t.writeWarnings(w)
	writeOmitted(w, r)
	return writeGroups(w, r)
}

// writeOmitted prints what policies do not model of the schedulers for which they stand.
func writeOmitted(w io.Writer, r *experiment.Result) {
	for _, kind := range policies.Catalogs().Policies {
		if kind.Omits != nil && slices.ContainsFunc(r.Scenario.Policies, func(p scenario.Policy) bool { return p.Kind == kind.Kind }) {
			fmt.Fprintf(w, "not modelled of %s: %s\n", kind.Name, strings.Join(kind.Omits, "; "))
		}
	}
}

// writePoint prints all metrics of the only point, one column a policy, with the
// difference to the baseline beside it.
func (t *table) writePoint(w io.Writer) error {
	at := t.points[0]
	if at != "" {
		fmt.Fprintf(w, "%s\n", at)
	}
	g := Grid{t.header("metric")}
	for _, d := range metrics.Descriptions {
		if row := t.row(d.Name+inUnit(d.Unit), at, d.Name, t.digits(d.Name)); row != nil {
			g.Add(row...)
		}
	}
	return g.Write(w)
}

// sweepMetrics are those that a sweep prints at least, where they are defined; -json has all.
var sweepMetrics = []string{"meanWait", "p95Wait", "slowdownOfMeans", "meanBoundedSlowdown", "utilization", "utilizationToLastArrival", "penalizedRuntime"}

// writeSweep prints a table for each of the most important metrics, one line a point.
func (t *table) writeSweep(w io.Writer) error {
	for _, d := range metrics.Descriptions {
		if !t.prints(d.Name) {
			continue
		}
		g := Grid{t.header(d.Name + inUnit(d.Unit))}
		for _, at := range t.points {
			if row := t.row(at, at, d.Name, t.digits(d.Name)); row != nil {
				g.Add(row...)
			}
		}
		if len(g) == 1 {
			continue
		}
		if err := g.Write(w); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintln(w, "-json has all metrics")
	return nil
}

// prints says whether a sweep prints the metric: some always, and those that the
// scenario names.
func (t *table) prints(metric string) bool {
	if p := t.result.Scenario.Precision; p != nil && p.Metric == metric {
		return true
	}
	for i := range t.result.Claims {
		if c := &t.result.Claims[i]; c.Metric == metric && c.Where == nil {
			return true
		}
	}
	return slices.Contains(sweepMetrics, metric)
}

func (t *table) header(first string) []string {
	header := []string{first}
	for _, policy := range t.policies {
		header = append(header, policy)
		if t.compared(policy) {
			header = append(header, "vs "+t.baseline)
		}
	}
	return header
}

// compared says whether there is a baseline that the policy is compared with.
func (t *table) compared(policy string) bool { return t.baseline != "" && policy != t.baseline }

// digits is how the means of a metric are printed, so that they stand below each other.
func (t *table) digits(metric string) int {
	var values []float64
	for _, at := range t.points {
		for _, policy := range t.policies {
			if m, there := t.means[place{at, policy, metric}]; there {
				values = append(values, m.Mean)
			}
		}
	}
	return Digits(values)
}

// row is one metric at one point under all policies, nil if it is undefined there.
func (t *table) row(first, at, metric string, digits int) []string {
	row := []string{first}
	defined := false
	for _, policy := range t.policies {
		m, there := t.means[place{at, policy, metric}]
		switch {
		case !there:
			row = append(row, Number(math.NaN(), 0))
		case m.Low != nil:
			row = append(row, Number(m.Mean, digits)+" ± "+Number((*m.High-*m.Low)/2, digits))
		default:
			row = append(row, Number(m.Mean, digits))
		}
		defined = defined || there
		if t.compared(policy) {
			row = append(row, difference(t.comparisons[place{at, policy, metric}], digits))
		}
	}
	if !defined {
		return nil
	}
	return row
}

// writeIntervals says what the intervals are.
func (t *table) writeIntervals(w io.Writer) {
	least, most, level := math.MaxInt, 0, 0.0
	for _, u := range t.result.Unstable {
		policy := u.Policy
		if at := Point(u.Point); at != "" {
			policy += " at " + at
		}
		fmt.Fprintf(w, "\n%s is unstable: its queue grows without end, so that there are no means\n", policy)
	}
	for _, at := range t.points {
		for _, policy := range t.policies {
			m, there := t.means[place{at, policy, "jobs"}]
			if !there && t.unstable(at, policy) {
				continue
			}
			least, most, level = min(least, m.N), max(most, m.N), max(level, m.Level)
		}
	}
	if most == 0 {
		if len(t.result.Unstable) > 0 {
			return
		}
		fmt.Fprintf(w, "\nno run has a steady state\n")
		return
	}
	if most < 2 {
		at := ""
		if len(t.points) > 1 {
			at = " at each point"
		}
		fmt.Fprintf(w, "\none run of one workload%s: no confidence intervals\n", at)
		return
	}
	what := "replications"
	if t.result.Scenario.Steady != nil && !slices.ContainsFunc(t.result.Runs, func(r *experiment.Run) bool { return r.Replication > 0 }) {
		what = "batches of one run"
	}
	n := fmt.Sprint(most)
	if least < most {
		n = fmt.Sprintf("%d to %d", least, most)
	}
	fmt.Fprintf(w, "\n%s %s; ± is half of the %g %% confidence interval of a mean (Student's t)", n, what, 100*level)
	if t.baseline != "" {
		fmt.Fprint(w, ",\n[ ] that of a difference on the same workloads: without %, of the mean difference (Student's t)")
		if slices.ContainsFunc(t.result.Comparisons, func(c experiment.Comparison) bool { return c.Kind == "ratio" }) {
			fmt.Fprint(w, ",\nwith %, of a ratio of means (paired bootstrap)")
			if least < 10 {
				fmt.Fprint(w, ", too narrow for so few")
			}
		}
	}
	fmt.Fprintln(w)
	t.writePrecision(w)
}

// unstable says whether the policy is at that point.
func (t *table) unstable(at, policy string) bool {
	return slices.ContainsFunc(t.result.Unstable, func(u experiment.Unstable) bool {
		return u.Policy == policy && Point(u.Point) == at
	})
}

// writePrecision says where the wanted precision was not reached.
func (t *table) writePrecision(w io.Writer) {
	p := t.result.Scenario.Precision
	if p == nil {
		return
	}
	say := func(n int, half, mean float64, policy, at, group string) {
		if !(half > p.RelativeHalfWidth*math.Abs(mean)) {
			return
		}
		if at != "" {
			policy += " at " + at
		}
		if group != "" {
			group = " of " + group
		}
		fmt.Fprintf(w, "%s: after %d replications ± is still %.2g %% of %s%s, not %.2g %%\n",
			policy, n, 100*half/math.Abs(mean), p.Metric, group, 100*p.RelativeHalfWidth)
	}
	for _, at := range t.points {
		for _, policy := range t.policies {
			if m := t.means[place{at, policy, p.Metric}]; m.Low != nil {
				say(m.N, (*m.High-*m.Low)/2, m.Mean, policy, at, "")
			}
		}
	}
	if !p.Groups {
		return
	}
	metric := metrics.Index(p.Metric)
	for i := range t.result.GroupSummary {
		m := &t.result.GroupSummary[i]
		for row, label := range m.Label {
			if m.Panel != nil {
				label = m.PanelLabel[row] + ": " + label
			}
			say(int(m.N.At(row, metric)), (m.High.At(row, metric)-m.Low.At(row, metric))/2, m.Mean.At(row, metric), m.Policy, Point(m.Point), label)
		}
	}
}

// writeOtherJobs says which differences to the baseline are not over the same jobs, as not as many ended.
func (t *table) writeOtherJobs(w io.Writer) {
	for _, policy := range t.policies {
		if !t.compared(policy) {
			continue
		}
		var points []string // where that is so
		var ended, there float64
		for _, at := range t.points {
			jobs, known := t.means[place{at, policy, "jobs"}]
			base, baseKnown := t.means[place{at, t.baseline, "jobs"}]
			if !known || !baseKnown || jobs.Mean == base.Mean {
				continue
			}
			if points = append(points, at); len(points) == 1 {
				ended, there = jobs.Mean, base.Mean
			}
		}
		if len(points) == 0 {
			continue
		}
		at := ""
		if len(t.points) > 1 {
			at = fmt.Sprintf(" at %d of %d points, the first: %s", len(points), len(t.points), points[0])
		}
		fmt.Fprintf(w, "%s: not compared over the same jobs as %s%s: %s ended, %s there\n", policy, t.baseline, at, Number(ended, Digits([]float64{ended})), Number(there, Digits([]float64{there})))
	}
}

// writeClosedForms prints what queueing theory says beside what was measured.
func (t *table) writeClosedForms(w io.Writer) error {
	if len(t.result.ClosedForms) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	g := Grid{{"closed form in steady state", "formula", "measured"}}
	for _, f := range t.result.ClosedForms {
		text := fmt.Sprintf("%s is %s (%s): %s", f.Policy, f.Queue, f.Formula, f.Metric)
		at := Point(f.Point)
		if at != "" {
			text += " at " + at
		}
		digits, measured := Digits([]float64{f.Value}), "-"
		if m, there := t.means[place{at, f.Policy, f.Metric}]; there {
			if measured = Number(m.Mean, digits); m.Low != nil {
				measured += fmt.Sprintf(" [%s, %s]", Number(*m.Low, digits), Number(*m.High, digits))
			}
		}
		g.Add(text, Number(f.Value, digits), measured)
	}
	if err := g.Write(w); err != nil {
		return err
	}
	if t.result.Scenario.Steady == nil {
		fmt.Fprintln(w, "a simulation begins with an empty machine, so that a short one waits less than in steady state; steady leaves the beginning out")
	}
	return nil
}

// writeClaims prints published claims with what was measured and their verdicts.
func writeClaims(w io.Writer, claims []experiment.Judged) error {
	if len(claims) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	g := Grid{{"claim", "published", "measured", "verdict"}}
	for i := range claims {
		c := &claims[i]
		g.Add(claimText(c), published(c), estimated(c, &c.Estimate), string(c.Verdict))
		if c.Deciding != nil {
			g.Add("  decided at "+Point(c.Deciding.Point), "", estimated(c, c.Deciding), "")
		}
	}
	return g.Write(w)
}

// claimText is a claim in words, with the point that its value is held against.
func claimText(c *experiment.Judged) string {
	text := fmt.Sprintf("%s: %s", c.Policy, c.Metric)
	if c.Where != nil {
		text += " of jobs " + grouping.Words(c.Where)
	}
	text += " " + c.Direction
	switch {
	case c.Versus != "" && c.Direction == "same":
		text += " as " + c.Versus
	case c.Versus != "":
		text += " than " + c.Versus
	}
	if c.VersusWhere != nil {
		text += " of jobs " + grouping.Words(c.VersusWhere)
	}
	if c.VersusAt != nil {
		text += " at " + Point(c.VersusAt)
	}
	if at := Point(c.Point); at != "" && c.VersusAt != nil {
		text += ", measured at " + at
	} else if at != "" && c.Best {
		text += ", best at " + at
	} else if at != "" {
		text += " at " + at
	}
	if c.Source != "" {
		text += " (" + OneLine(c.Source) + ")"
	}
	return text
}

func published(c *experiment.Judged) string {
	switch {
	case c.Published != "":
		return OneLine(c.Published)
	case c.Value == nil:
		return ""
	case c.Versus != "":
		return fmt.Sprintf("%.2f %%", 100**c.Value)
	}
	return fmt.Sprint(*c.Value)
}

// estimated is what was measured: a share in per cent, or a figure.
func estimated(c *experiment.Judged, e *experiment.Estimate) string {
	if e.Measured == nil {
		return "-"
	}
	show, unit := func(v float64) string { return fmt.Sprintf("%+.2f", 100*v) }, " %"
	if c.Versus == "" {
		show, unit = func(v float64) string { return Number(v, Digits([]float64{*e.Measured})) }, ""
	}
	if e.Low == nil {
		return show(*e.Measured) + unit
	}
	return fmt.Sprintf("%s [%s, %s]%s", show(*e.Measured), show(*e.Low), show(*e.High), unit)
}

// single says whether there is but one run of each policy.
func (t *table) single() bool { return len(t.result.Runs) == len(t.policies) }

// writeRefused says how many elastic commands were refused under each policy.
func (t *table) writeRefused(w io.Writer) {
	for _, policy := range t.policies {
		refused, runs := 0.0, 0
		for _, run := range t.result.Runs {
			if v := run.Metrics.Value("commandsRefused"); run.Policy == policy && v > 0 {
				refused += v
				runs++
			}
		}
		switch {
		case runs == 0:
		case t.single():
			fmt.Fprintf(w, "%s: %.0f elastic commands were refused; -json lists them\n", policy, refused)
		default:
			fmt.Fprintf(w, "%s: %.0f elastic commands were refused in %d runs; -json lists them\n", policy, refused, runs)
		}
	}
}

// digitRuns are the numbers in a text.
var digitRuns = regexp.MustCompile(`[0-9]+`)

// writeWarnings prints each warning of a policy once, with the number of its runs, those
// that differ in numbers only as one.
func (t *table) writeWarnings(w io.Writer) {
	for _, policy := range t.policies {
		var texts []string
		count := map[string]int{}
		runs := 0
		for _, run := range t.result.Runs {
			if run.Policy != policy {
				continue
			}
			runs++
			for _, warning := range run.Warnings {
				kind := digitRuns.ReplaceAllString(warning, "0")
				if count[kind]++; count[kind] == 1 {
					texts = append(texts, warning)
				}
			}
		}
		for _, text := range texts {
			n := count[digitRuns.ReplaceAllString(text, "0")]
			if t.single() {
				fmt.Fprintf(w, "%s: warning: %s\n", policy, text)
			} else {
				fmt.Fprintf(w, "%s: warning in %d of %d runs, the first: %s\n", policy, n, runs, text)
			}
		}
	}
}

// percent prints a difference relative to the baseline, with its interval if there is
// one; there is none to 0.
// difference is a comparison: relative if that has an interval or nothing has, else in the metric's unit, with so many digits behind the point.
func difference(c experiment.Comparison, digits int) string {
	switch {
	case c.N == 0:
		return ""
	case c.Difference.Difference == 0 && (c.Low == nil || *c.Low == *c.High):
		return "same"
	case c.Kind == "ratio":
		return fmt.Sprintf("%+.2f [%+.2f, %+.2f] %%", 100**c.Relative, 100**c.Low, 100**c.High)
	case c.Low != nil:
		return fmt.Sprintf("%s [%s, %s]", signed(c.Difference.Difference, digits), signed(*c.Low, digits), signed(*c.High, digits))
	case c.Relative == nil:
		return ""
	}
	return fmt.Sprintf("%+.1f %%", 100**c.Relative)
}

// signed is a number with its sign, unless it is shown as zero.
func signed(x float64, digits int) string {
	text := Number(x, digits)
	if x > 0 && strings.ContainsAny(text, "123456789") {
		return "+" + text
	}
	return text
}

func inUnit(unit string) string {
	if unit == "" {
		return ""
	}
	return " (" + unit + ")"
}
