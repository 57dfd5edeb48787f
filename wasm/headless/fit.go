package main

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"backfill/engine"
	"backfill/engine/agreement"
	"backfill/engine/experiment"
	"backfill/engine/param"
	"backfill/ui/explain"
	"backfill/ui/fit"
	"backfill/wasm/headless/tables"
)

// showFit says how well the policies that model a scheduler fit the log.
func showFit(args []string, stdout, stderr io.Writer) error {
	n, parallel, by := usualDrawings, -1, ""
	file, err := parse("fit", args, func(f *flag.FlagSet) { drawingFlags(f, &n, &parallel, &by) })
	if err != nil {
		return err
	}
	plan, _, err := load("fit", file)
	if err != nil {
		return err
	}
	if parallel < 0 {
		parallel = plan.Workers
	}
	task, err := experiment.Prepare(plan, 0, 0, openIn(filepath.Dir(file)))
	if err != nil {
		return inScenario(file, err)
	}
	groups, err := groupsBy(task, by)
	if err != nil {
		return err
	}
	progress := newProgress(stderr)
	told := 0
	for i, policy := range plan.Policies {
		if !task.Models(i) {
			continue
		}
		told++
		a, err := task.Agreement(i, nil)
		if err != nil {
			return err
		}
		all, err := drawWaits(task, i, n, parallel, progress)
		progress.clear()
		if err != nil {
			return err
		}
		w := task.Workload
		f := &agreement.Fit{Findings: *a.Findings(w), All: agreement.Everybody(w, all)}
		fmt.Fprintf(stdout, "%s\n\n", policy.Label)
		for _, sentence := range fit.Sentences(f) {
			fmt.Fprintln(stdout, sentence)
		}
		names := fit.Names{
			Job:    func(j int32) explain.Words { return explain.JobWords("job "+strconv.FormatInt(w.JobNumber(j), 10), j) },
			Column: func(of agreement.Column, number int32) string { return of.String() + " " + strconv.Itoa(int(number)) },
			When:   func(t engine.Time) explain.Words { return explain.Words{Text: w.When(t), Job: engine.NoJob, At: t} },
		}
		if len(f.Departures) > 0 {
			fmt.Fprintln(stdout, "\nWhere it departs, and the likely reason:")
		}
		for k := range f.Departures {
			fmt.Fprintln(stdout, "- "+fit.Reason(&f.Departures[k], names).String())
		}
		table := tables.Grid{{"mean wait (s) of", "jobs", "in the log", "median", "5 %", "95 %", "within"}}
		for _, g := range groups {
			one := agreement.Of(w, all, g.rows)
			values := []float64{one.Recorded, one.Simulated.Median, one.Simulated.Low, one.Simulated.High}
			cells := []string{g.name, strconv.Itoa(one.Jobs)}
			for _, v := range values {
				cells = append(cells, tables.Number(v, tables.Digits(values)))
			}
			sign, _ := fit.Mark(&one)
			table.Add(append(cells, sign)...)
		}
		fmt.Fprintln(stdout)
		if err := table.Write(stdout); err != nil {
			return err
		}
	}
	if told == 0 {
		return fmt.Errorf("%s: %w", file, &param.Error{Path: "/policies",
			Reason: "nothing can be compared; a scenario with a policy of the kind slurm, whose jobs come from a log with recorded waits, is accepted"})
	}
	return nil
}
