package main

import (
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"backfill/engine/experiment"
)

// showFit says how well the policies that model a scheduler agree with the log.
func showFit(args []string, stdout, _ io.Writer) error {
	file, err := parse("fit", args, func(f *flag.FlagSet) {})
	if err != nil {
		return err
	}
	plan, _, err := load("fit", file)
	if err != nil {
		return err
	}
	task, err := experiment.Prepare(plan, 0, 0, openIn(filepath.Dir(file)))
	if err != nil {
		return err
	}
	a, err := task.Agreement(0, nil)
	if err != nil {
		return err
	}
	fmt.Fprintf(stdout, "passes %d/%d starts %d/%d nodes %d/%d later %d sooner %d noroom %d idle %d\n", a.SamePasses, a.Passes, a.SameStarts, a.Starts, a.SameNodes, a.Placed, len(a.Later), len(a.Sooner), len(a.NoRoom), len(a.Idle))
	w := task.Workload
	for _, l := range a.Later {
		fmt.Fprintln(stdout, "later", w.JobNumber(l.Job), l.At.Seconds(), l.Reason.Rule, l.Reason.Plan, l.Reason.Shadow.Seconds())
	}
	for _, l := range a.Sooner {
		fmt.Fprintln(stdout, "sooner", w.JobNumber(l.Job), l.At.Seconds(), l.Until.Seconds(), l.Passes)
	}
	for _, l := range a.Idle {
		fmt.Fprintln(stdout, "idle", l.Node, l.From.Seconds(), l.To.Seconds(), l.Passes, l.Jobs)
	}
	return nil
}
