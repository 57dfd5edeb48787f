package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/workload"
)

// writeReport says how a log was read; a workload without a file has nothing to say.
func writeReport(w io.Writer, r *workload.Report) {
	if r.File != "" {
		fmt.Fprintf(w, "%s: %d lines, %d of them jobs; %d jobs taken\n", r.File, r.Lines, r.JobLines, r.Jobs)
	}
	for _, remark := range r.Remarks {
		fmt.Fprintf(w, "  %s\n", remark)
	}
	for _, note := range r.Notes {
		fmt.Fprintf(w, "  %s\n", note)
	}
}

// writeTable prints the metrics, one column a policy, with the difference to the
// baseline where there is one.
func writeTable(w io.Writer, r *experiment.Result) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	relative := map[[2]string]*float64{}
	for _, c := range r.Comparisons {
		relative[[2]string{c.Policy, c.Metric}] = c.Relative
	}
	fmt.Fprint(t, "metric\t")
	for _, run := range r.Runs {
		fmt.Fprintf(t, "%s\t", run.Policy)
		if hasDifferences(r, run.Policy) {
			fmt.Fprint(t, "\t")
		}
	}
	fmt.Fprintln(t)
	for i, d := range metrics.Descriptions {
		if undefinedEverywhere(r, i) {
			continue
		}
		fmt.Fprintf(t, "%s%s\t", d.Name, inUnit(d.Unit))
		for _, run := range r.Runs {
			fmt.Fprintf(t, "%s\t", number(run.Metrics[i]))
			if hasDifferences(r, run.Policy) {
				fmt.Fprintf(t, "%s\t", percent(relative[[2]string{run.Policy, d.Name}]))
			}
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w, "one run of one workload: no confidence intervals")
	for _, run := range r.Runs {
		for _, b := range run.Groups {
			if err := writeGroups(w, run.Policy, b); err != nil {
				return err
			}
		}
		for _, warning := range run.Warnings {
			fmt.Fprintf(w, "%s: warning: %s\n", run.Policy, warning)
		}
	}
	return nil
}

func hasDifferences(r *experiment.Result, policy string) bool {
	for _, c := range r.Comparisons {
		if c.Policy == policy {
			return true
		}
	}
	return false
}

func undefinedEverywhere(r *experiment.Result, metric int) bool {
	for _, run := range r.Runs {
		if !math.IsNaN(run.Metrics[metric]) {
			return false
		}
	}
	return true
}

// groupColumns are the metrics of groups that a terminal has room for; -json has all.
var groupColumns = []string{"jobs", "meanWait", "p95Wait", "maxWait", "meanResponse", "meanBoundedSlowdown"}

// writeGroups prints one breakdown of one run.
func writeGroups(w io.Writer, policy string, b metrics.Breakdown) error {
	fmt.Fprintf(w, "\n%s by %s\n", policy, b.By)
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "group\tjobs\tload\t")
	for _, name := range groupColumns {
		fmt.Fprintf(t, "%s\t", name)
	}
	fmt.Fprintln(t)
	for _, g := range b.Groups {
		fmt.Fprintf(t, "%s\t%.1f %%\t%.1f %%\t", g.Label, 100*g.ShareOfJobs, 100*g.ShareOfLoad)
		for _, name := range groupColumns {
			fmt.Fprintf(t, "%s\t", number(g.Metrics.Value(name)))
		}
		fmt.Fprintln(t)
	}
	return t.Flush()
}

// number prints v with digits for reading; -json has all of them.
func number(v float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	if math.Abs(v) < 1e15 && v == math.Trunc(v) {
		return fmt.Sprintf("%.0f", v)
	}
	if math.Abs(v) >= 100 {
		return fmt.Sprintf("%.2f", v)
	}
	return strings.TrimRight(fmt.Sprintf("%.4f", v), "0")
}

func percent(relative *float64) string {
	if relative == nil {
		return ""
	}
	return fmt.Sprintf("%+.1f %%", 100**relative)
}

func inUnit(unit string) string {
	if unit == "" {
		return ""
	}
	return " (" + unit + ")"
}
