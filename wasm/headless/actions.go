package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/machine/partitions"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload/actions"
	"backfill/engine/workload/textfile"
	"backfill/policies/written"
	"backfill/ui/timeline"
)

// mostActions is the size of the largest table of actions, in bytes.
const mostActions = 16 << 20

// giveActions prints a scenario in which every policy slurm has the actions of a table.
func giveActions(args []string, stdout, _ io.Writer) error {
	rest, err := parseAll("actions", args, func(*flag.FlagSet) {})
	if err != nil {
		return err
	}
	if len(rest) != 2 {
		return &usageError{fmt.Sprintf("actions: %q: a table of actions and a scenario are accepted", rest)}
	}
	name, file := rest[0], rest[1]
	plan, text, err := load("actions", file)
	if err != nil {
		return err
	}
	s, err := scenario.Read(text)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(plan.Policies, func(p scenario.PlannedPolicy) bool { return p.Kind.Kind == "slurm" })
	if at < 0 {
		return fmt.Errorf("%s: %w", file, &param.Error{Path: "/policies", Reason: "no policy is of the kind slurm, which alone knows actions; a scenario with one is accepted"})
	}
	table, err := readActions(name, plan, at, openIn(filepath.Dir(file)))
	if err != nil {
		return err
	}
	for i := range s.Policies {
		if s.Policies[i].Kind == "slurm" {
			s.Policies[i].Label = plan.Policies[i].Label // without one of its own it would change
			s.Policies[i].Fields["actions"] = table.JSON()
		}
	}
	if _, err := scenario.Compile(s, written.Catalogs()); err != nil {
		return table.In(err)
	}
	raw, err := json.Marshal(s)
	if err != nil {
		return err
	}
	var lines bytes.Buffer
	if err := json.Indent(&lines, raw, "", " "); err != nil {
		return err
	}
	_, err = fmt.Fprintln(stdout, lines.String())
	return err
}

// readActions reads a table about the first point of a plan, with the columns of policy at.
func readActions(name string, plan *scenario.Plan, at int, open func(string) (io.ReadCloser, error)) (*actions.Table, error) {
	packed, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%w; a table of actions is accepted", err)
	}
	text, err := textfile.Content(packed, name, mostActions)
	if err != nil {
		return nil, err
	}
	var clock *timeline.Clock // of the jobs, which take long to read: only if there is a date
	names := &actions.Names{Instant: func(text string) (engine.Time, error) {
		if clock == nil {
			task, err := experiment.Prepare(plan, 0, 0, open)
			if err != nil {
				return 0, err
			}
			clock = &timeline.Clock{Calendar: task.Workload.Calendar}
			if clock.Calendar != nil {
				clock.Zone, _ = timeline.LoadZone(clock.Calendar.Zone) // UTC if it is not known, as elsewhere
			}
		}
		return clock.Read(text)
	}}
	if m, is := plan.Points[0].Machine().(*partitions.Machine); is {
		names.Number = func(column, name string) (int64, bool) {
			k := slices.IndexFunc(m.Partitions, func(p partitions.Partition) bool { return p.Name == name })
			if column != "partition" || k < 0 {
				return 0, false
			}
			return int64(m.Partitions[k].Number), true
		}
		has := map[string]bool{}
		for i := range m.Nodes {
			has[m.Nodes[i].Name] = true
		}
		names.Node = func(name string) (string, error) {
			if !has[name] {
				return "", errors.New("the machine has no node " + name + "; names of its nodes are accepted")
			}
			return name, nil
		}
	}
	params := plan.Policies[at].Kind.Params
	for i := range params {
		if params[i].Name == "actions" {
			return actions.Read(name, text, params[i].Columns, names)
		}
	}
	panic("the policy has no table of actions")
}
