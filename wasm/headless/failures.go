package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/wasm/headless/tables"
)

// failures are the runs of cells in which a policy failed, all runs of each such cell. The other policies and cells go on.
type failures map[experiment.Cell][]*experiment.Run

// note keeps the runs of a cell if one of them failed.
func (f failures) note(c experiment.Cell, runs []*experiment.Run) {
	for _, run := range runs {
		if run.Failed != "" {
			f[c] = runs
			return
		}
	}
}

// tell says on w which policies failed, at which points and in which workloads, and why in the first of these. Of runs that failed it
// returns an error, which says how many did.
func (f failures) tell(w io.Writer, cells *experiment.Cells) error {
	p := cells.Plan
	others := map[int]int{} // by point: cells of other shards
	lost, _ := cells.Lost()
	for _, c := range lost {
		others[c.Point]++
	}
	failed, all := 0, 0
	var last string
	for i, policy := range p.Policies {
		for point := range p.Points {
			n, _ := cells.Replications(point)
			here := n - others[point]
			all += here
			var workloads []int
			reason := ""
			for r := range n {
				runs := f[experiment.Cell{Point: point, Replication: r}]
				if runs == nil || runs[i].Failed == "" {
					continue
				}
				if workloads = append(workloads, r+1); len(workloads) == 1 {
					reason = runs[i].Failed
				}
			}
			if len(workloads) == 0 {
				continue
			}
			failed += len(workloads)
			if last != "" {
				fmt.Fprintf(w, "backfill: %s\n", tables.OneLine(last))
			}
			last = policy.Label + failedIn(p, point, here, workloads) + ": " + reason
		}
	}
	switch {
	case failed == 0:
		return nil
	case all == 1: // that is all there is to say
		return errors.New(last)
	}
	fmt.Fprintf(w, "backfill: %s\n", tables.OneLine(last))
	if failed == all {
		return fmt.Errorf("all %d runs failed: there are no results", all)
	}
	return fmt.Errorf("%d of %d runs failed; the means of a policy are of the workloads in which it did not fail", failed, all)
}

// failedIn says in which of n workloads at a point a policy failed; "" if there is only one cell.
func failedIn(p *scenario.Plan, point, n int, workloads []int) string {
	at := ""
	if len(p.Points) > 1 {
		at = " at " + tables.Point(p.Points[point].Values)
	}
	switch {
	case p.Replications == 1 && p.Precision == nil && at == "":
		return ""
	case p.Replications == 1 && p.Precision == nil:
		return " failed" + at
	case len(workloads) == 1:
		return fmt.Sprintf(" failed%s in workload %d", at, workloads[0])
	}
	return fmt.Sprintf(" failed%s in %d of %d workloads (%s); in workload %d", at, len(workloads), n, strings.ReplaceAll(ranges(workloads), ",", ", "), workloads[0])
}
