package main

import (
	"fmt"
	"io"
	"math"
	"slices"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/workload"
)

// writeReport says how a log was read; a workload without a file has nothing to say.
func writeReport(w io.Writer, r *workload.Report) {
	if r.File != "" {
		fmt.Fprintf(w, "%s: %d lines, %d of them jobs; %d jobs taken\n", oneLine(r.File), r.Lines, r.JobLines, r.Jobs)
	}
	for _, remark := range r.Remarks {
		fmt.Fprintf(w, "  %s\n", remark)
	}
	for _, note := range r.Notes {
		fmt.Fprintf(w, "  %s\n", note)
	}
}

// writeTable prints the metrics, one column a policy, with the difference to the
// baseline beside it.
func writeTable(w io.Writer, r *experiment.Result) error {
	differences := map[[2]string]metrics.Difference{}
	for _, c := range r.Comparisons {
		differences[[2]string{c.Policy, c.Metric}] = c.Difference
	}
	header := []string{"metric"}
	for _, run := range r.Runs {
		header = append(header, run.Policy)
		if baseline, ok := comparedWith(r, run.Policy); ok {
			header = append(header, "vs "+baseline)
		}
	}
	table := grid{header}
	for i, d := range metrics.Descriptions {
		var values []float64
		for _, run := range r.Runs {
			values = append(values, run.Metrics[i])
		}
		if undefined(values) {
			continue
		}
		row := []string{d.Name + inUnit(d.Unit)}
		for k, run := range r.Runs {
			row = append(row, number(values[k], digits(values)))
			if _, ok := comparedWith(r, run.Policy); ok {
				row = append(row, percent(differences[[2]string{run.Policy, d.Name}]))
			}
		}
		table.add(row...)
	}
	if err := table.write(w); err != nil {
		return err
	}
	fmt.Fprintln(w, "\none run of one workload: no confidence intervals")
	for _, run := range r.Runs {
		for _, warning := range run.Warnings {
			fmt.Fprintf(w, "%s: warning: %s\n", run.Policy, warning)
		}
	}
	for _, run := range r.Runs {
		for _, b := range run.Groups {
			if err := writeGroups(w, run.Policy, b); err != nil {
				return err
			}
		}
	}
	return nil
}

// comparedWith is the baseline that the policy is compared with; false for itself.
func comparedWith(r *experiment.Result, policy string) (baseline string, ok bool) {
	for _, c := range r.Comparisons {
		if c.Policy == policy {
			return c.Baseline, true
		}
	}
	return "", false
}

func undefined(values []float64) bool {
	return !slices.ContainsFunc(values, func(v float64) bool { return !math.IsNaN(v) })
}

// groupColumns are the metrics of groups that a terminal has room for; -json has all.
var groupColumns = []string{"meanWait", "p95Wait", "maxWait", "meanResponse", "meanBoundedSlowdown"}

// writeGroups prints one breakdown of one run.
func writeGroups(w io.Writer, policy string, b metrics.Breakdown) error {
	fmt.Fprintf(w, "\n%s by %s\n", policy, b.By)
	table := grid{{"group", "jobs", "of all jobs", "of the load"}}
	for _, g := range b.Groups {
		table.add(g.Label, number(g.Metrics.Value("jobs"), 0), share(g.ShareOfJobs), share(g.ShareOfLoad))
	}
	for _, name := range groupColumns {
		table[0] = append(table[0], name+inUnit(metrics.Descriptions[metrics.Index(name)].Unit))
		var values []float64
		for _, g := range b.Groups {
			values = append(values, g.Metrics.Value(name))
		}
		for i, v := range values {
			table[i+1] = append(table[i+1], number(v, digits(values)))
		}
	}
	return table.write(w)
}

func share(v float64) string { return fmt.Sprintf("%.1f %%", 100*v) }

// percent prints a difference relative to the baseline; there is none to 0.
func percent(d metrics.Difference) string {
	switch {
	case d.Relative != nil && d.Difference != 0:
		return fmt.Sprintf("%+.1f %%", 100**d.Relative)
	case d.N > 0 && d.Difference == 0:
		return "same"
	}
	return ""
}

func inUnit(unit string) string {
	if unit == "" {
		return ""
	}
	return " (" + unit + ")"
}
