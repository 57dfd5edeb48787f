package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/export"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/engine/workload/accounting/sacct"
	"backfill/engine/workload/logs"
	"backfill/ui/timeline"
	"backfill/wasm/headless/tables"
	"backfill/wasm/headless/wholefile"
)

// scheduleFiles are the files of simulated schedules that are wanted: logs, accounting logs and tables of jobs in Batsim's
// columns, one for each policy, traces that hold all, and the workloads before any simulation. What there are several of, policies, points or
// replications, stands in the files' names before the extension.
type scheduleFiles struct {
	swf, sacct, batsim, trace, cwf string // names of files, "": not wanted
	plan                           *scenario.Plan
	origin                         string
	labels                         []string // of the policies, as parts of names of files
}

func (f *scheduleFiles) wanted() bool { return f.swf+f.sacct+f.batsim+f.trace+f.cwf != "" }

// output is a file that a flag names.
type output struct{ flag, name string }

// prepare finds out whether the files can be written, before anything is simulated, beside the job table, if there is one.
func (f *scheduleFiles) prepare(plan *scenario.Plan, scenarioFile, jobs string) error {
	f.plan = plan
	text, err := json.Marshal(plan.Scenario)
	if err != nil {
		return err
	}
	f.origin = experiment.Origin(experiment.Version, int64(plan.Seed), text)
	for _, p := range plan.Policies {
		label := cmp.Or(fileWords(p.Label), "policy")
		for i, other := range f.labels {
			if other == label {
				label = fmt.Sprintf("%s-%d", label, i+2)
			}
		}
		f.labels = append(f.labels, label)
	}
	all := []output{{"-jobs", jobs}}
	for _, wanted := range []output{{"-swf", f.swf}, {"-sacct", f.sacct}, {"-batsim", f.batsim}, {"-trace", f.trace}, {"-cwf", f.cwf}} {
		if wanted.name == "" {
			continue
		}
		if isSame(wanted.name, scenarioFile) {
			return &usageError{fmt.Sprintf("run: %s %s: is the scenario itself; another file is accepted", wanted.flag, wanted.name)}
		}
		if err := wholefile.Writable(wanted.flag, wanted.name); err != nil {
			return err
		}
		policy := 0
		if wanted.flag == "-trace" || wanted.flag == "-cwf" {
			policy = -1
		}
		file := f.nameOf(wanted.name, policy, experiment.Cell{})
		for _, other := range all {
			if sharesFile(file, other.name) {
				return &usageError{fmt.Sprintf("run: %s %s: is the file of %s, too; another file is accepted", wanted.flag, wanted.name, other.flag)}
			}
		}
		all = append(all, output{wanted.flag, file})
	}
	return nil
}

// sharesFile says whether what is written under two names, "" for none, would be one file; a device takes both.
func sharesFile(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	info, err := os.Stat(a)
	return err != nil && filepath.Clean(a) == filepath.Clean(b) || err == nil && info.Mode().IsRegular() && isSame(a, b)
}

// fileWords is a label as a part of a file's name: its letters, digits and points.
func fileWords(label string) string {
	keeps := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '_'
	}
	return strings.Trim(strings.Join(strings.FieldsFunc(label, func(r rune) bool { return !keeps(r) }), "-"), ".-")
}

// nameOf is the name of a file for a policy, -1 for one that holds all, and a cell: what there is only one of is not named.
func (f *scheduleFiles) nameOf(name string, policy int, c experiment.Cell) string {
	extension := filepath.Ext(name)
	name = strings.TrimSuffix(name, extension)
	if policy >= 0 && len(f.labels) > 1 {
		name += "-" + f.labels[policy]
	}
	if len(f.plan.Points) > 1 {
		name += fmt.Sprintf("-point%d", c.Point+1)
	}
	if f.plan.Replications > 1 || f.plan.Precision != nil {
		name += fmt.Sprintf("-replication%d", c.Replication+1)
	}
	return name + extension
}

// originOf says where the files of a cell come from: at which point and in which replication, as their names count them, and of what.
func (f *scheduleFiles) originOf(c experiment.Cell) string {
	text := ""
	if len(f.plan.Points) > 1 {
		text += fmt.Sprintf("point: %d (%s)\n", c.Point+1, tables.Point(f.plan.Points[c.Point].Values))
	}
	if f.plan.Replications > 1 || f.plan.Precision != nil {
		text += fmt.Sprintf("replication: %d\n", c.Replication+1)
	}
	return text + f.origin
}

// write writes the files of the runs of a cell, by policy, and of its workload. Of a policy that failed there is no schedule.
func (f *scheduleFiles) write(c experiment.Cell, workload *engine.Workload, runs []*experiment.Run) error {
	var traced []export.Traced
	origin := f.originOf(c)
	for i, run := range runs {
		if run.Failed != "" {
			continue
		}
		o := run.Outcome
		if f.swf != "" {
			notes := append([]string{"policy: " + run.Policy}, strings.Split(origin, "\n")...)
			if err := wholefile.Write(f.nameOf(f.swf, i, c), func(w io.Writer) error { return logs.WriteSWF(w, o, notes) }); err != nil {
				return err
			}
		}
		if f.sacct != "" {
			if err := wholefile.Write(f.nameOf(f.sacct, i, c), func(w io.Writer) error { return sacct.Write(w, o) }); err != nil {
				return err
			}
		}
		if f.batsim+f.trace == "" {
			continue
		}
		blocks := timeline.Place(o).Blocks()
		if f.batsim != "" {
			if err := wholefile.Write(f.nameOf(f.batsim, i, c), func(w io.Writer) error {
				return export.WriteBatsim(w, o, blocks, f.plan.Scenario.Name, "Backfill, "+run.Policy+"; "+origin)
			}); err != nil {
				return err
			}
		}
		if f.trace != "" {
			traced = append(traced, export.Traced{Name: run.Policy, Outcome: o, Blocks: blocks, Series: metrics.OverTime(o)})
		}
	}
	if f.cwf != "" {
		if err := wholefile.Write(f.nameOf(f.cwf, -1, c), func(w io.Writer) error {
			return logs.WriteCWF(w, workload, strings.Split(origin, "\n"))
		}); err != nil {
			return err
		}
	}
	if f.trace == "" {
		return nil
	}
	return wholefile.Write(f.nameOf(f.trace, -1, c), func(w io.Writer) error { return export.WriteTrace(w, traced, origin) })
}
