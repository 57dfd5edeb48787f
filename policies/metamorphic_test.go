//go:build campaign

package policies

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/byhand"
	"backfill/engine/campaign"
	"backfill/engine/experiment"
	"backfill/engine/export"
	"backfill/engine/scenario"
	"backfill/engine/snapshot"
	"backfill/engine/workload/logs"
	"backfill/policies/internal/reference"
)

// relations hold between two runs, whatever the right schedule is, on any of these machines. nil: the relation draws what it needs by itself.
var relations = []struct {
	name, about string
	machines    []string
	check       func(x *simulated) error
}{
	{"scaled", "all times multiplied by a power of two: so are the starts", []string{"cluster", "hosts"}, (*simulated).scaled},
	{"doubled", "all sizes, the machine and its unit doubled: the same starts", []string{"cluster"}, (*simulated).doubled},
	{"renumbered", "other numbers of jobs and users: the same starts", reference.MachineKinds, (*simulated).renumbered},
	{"in-parts", "calls of the policy noted all at once or in parts: the same, and the same starts", reference.MachineKinds, (*simulated).inParts},
	{"swf", "the schedule written as SWF, read, and replayed as recorded: the same starts and ends of jobs that ran", []string{"cluster"}, (*simulated).throughSWF},
	{"tables", "starts and ends in the tables of jobs and of Batsim, read again; the trace is JSON", []string{"cluster"}, (*simulated).throughTables},
	{"scenario", "jobs, machine and policy as a scenario, written and read twice: the same starts", []string{"cluster"}, (*simulated).throughScenario},
	{"shards", "cells of an experiment simulated in a random order, some given back: the same result", nil, (*simulated).inShards},
}

// TestCampaignMetamorphic changes random runs in ways that are known to change nothing, or everything alike.
func TestCampaignMetamorphic(t *testing.T) {
	for _, relation := range relations {
		t.Run(relation.name, func(t *testing.T) {
			plan := campaign.Plan{Name: "metamorphic/" + relation.name, About: relation.about, Cases: int64(100_000/len(relations) + 1)}
			campaign.Run(t, plan, func(n int64) error {
				x := &simulated{Rand: campaign.Rand(plan.Name, n)}
				err := errOther
				for tries := 0; err == errOther && tries < 1000; tries++ {
					if err = x.drawAny(relation.machines); err == nil {
						err = relation.check(x)
					}
				}
				if w := x.trial.Workload; err != nil && w != nil {
					return fmt.Errorf("%s on %s, %v, after %v by %v, users %v: %w", x.what, x.machineIs, x.trial, w.After, w.Think, w.User, err)
				}
				return err
			})
		})
	}
}

// errOther says that what was drawn is nothing for a relation.
var errOther = errors.New("something else is to be drawn")

// drawAny draws a policy and one of these machines, nothing if there are none.
func (x *simulated) drawAny(machines []string) error {
	if machines == nil {
		return nil
	}
	var kinds []*scenario.PolicyKind
	for i := range Catalog {
		if k := &Catalog[i]; !slices.Contains([]string{"slurm", "script", "recorded", byhand.Kind}, k.Kind) {
			kinds = append(kinds, k)
		}
	}
	x.kind = kinds[x.IntN(len(kinds))]
	v, what, err := reference.DrawValues(x.Rand, x.kind)
	if err != nil {
		return err
	}
	needs := x.kind.NeedsWith(v) &^ (engine.Users | engine.Groups | engine.Queues)
	x.what, x.values, x.policy = what, v, func() engine.Policy { return x.kind.New(v) }
	x.on = machines[x.IntN(len(machines))]
	if x.draw(); needs.Missing(x.machine.Offers()) != nil {
		return errOther
	}
	w := x.trial.Workload
	if w.Group == nil {
		for range w.Jobs {
			w.Group = append(w.Group, x.Int32N(3)-1)
		}
	}
	return nil
}

// by is the value of a parameter that is a text, "" if there is none of that name.
func (x *simulated) by(name string) string {
	text, _ := x.values[name].(string)
	return text
}

func (x *simulated) scaled() error {
	switch {
	case x.by("waits") == "untilNoStart", // from an instant to -1 s
		slices.Contains([]string{"slack", "relaxed", "multiple-queue", "flexible-backfill", "convergent"}, x.kind.Kind), // times are rounded, or bounds given in seconds
		x.by("rule") == "adaptive", x.by("belief") == "userLastTwo", // so are slowdowns and beliefs
		x.trial.Options.Kill == engine.KillNever, // an overdue job is expected to end in a millisecond
		x.by("priority") != "" && !slices.Contains([]string{"fcfs", "sjf", "lxf", "ljf", "saf", "laf", "srf", "lrf", "wfp3", "unicef"}, x.by("priority")):
		return errOther
	}
	want, err := x.run(x.machine, x.policy())
	if err != nil {
		return err
	}
	factor := engine.Time(1) << (1 + x.IntN(10))
	x.trial = x.trial.Scaled(factor)
	got, err := x.run(x.machine, x.policy())
	if err != nil {
		return err
	}
	for j, start := range want.Start {
		if start > 0 {
			start *= factor
		}
		if got.Start[j] != start {
			return fmt.Errorf("times %d starts %v, before %v", factor, got.Start, want.Start)
		}
	}
	return nil
}

func (x *simulated) doubled() error {
	if slices.Contains([]string{"f1", "f2", "f3", "f4", "unicef", "unicep"}, x.by("priority")) { // not in proportion to the size
		return errOther
	}
	want, err := x.run(x.machine, x.policy())
	if err != nil {
		return err
	}
	w := *x.trial.Workload
	w.Jobs = slices.Clone(w.Jobs)
	for j := range w.Jobs {
		w.Jobs[j].Processors *= 2
	}
	got, err := engine.Simulate(&w, engine.NewCluster(2*x.trial.Processors, 2*x.trial.Unit), x.policy(), x.trial.Options)
	if err != nil {
		return err
	}
	inParts := func(s string) bool { return strings.Contains(s, "packed in parts") } // by how much there is to choose from
	if slices.ContainsFunc(slices.Concat(got.Warnings, want.Warnings), inParts) {
		return errOther
	}
	if !slices.Equal(got.Start, want.Start) {
		return fmt.Errorf("doubled starts %v, before %v", got.Start, want.Start)
	}
	return nil
}

func (x *simulated) renumbered() error {
	want, err := x.run(x.machine, x.policy())
	if err != nil {
		return err
	}
	w := *x.trial.Workload
	w.Number = nil
	for _, place := range x.Perm(len(w.Jobs)) {
		w.Number = append(w.Number, 1000+3*int64(place))
	}
	w.User = slices.Clone(w.User)
	names := x.Perm(100)
	for j, user := range w.User {
		if user >= 0 {
			w.User[j] = int32(names[user])
		}
	}
	x.trial.Workload = &w
	got, err := x.run(x.machine, x.policy())
	if err == nil && (!slices.Equal(got.Start, want.Start) || !slices.Equal(got.End, want.End) || !slices.Equal(got.Lane, want.Lane) || !slices.Equal(got.Pieces, want.Pieces)) {
		err = fmt.Errorf("renumbered starts %v, before %v", got.Start, want.Start)
	}
	return err
}

// noted are the calls from an instant on, at most so many, and what came of the run if that was all.
func (x *simulated) noted(wanted snapshot.Series) (*snapshot.Series, *engine.Outcome, error) {
	options := x.trial.Options
	options.Observers = []engine.Observer{wanted.Observer()}
	o, err := engine.Simulate(x.trial.Workload, x.machine, x.policy(), options)
	if errors.Is(err, snapshot.ErrEnough) {
		err = nil
	}
	return &wanted, o, err
}

func (x *simulated) inParts() error {
	if len(x.trial.Workload.Jobs) > 60 {
		return errOther // each part is simulated from the beginning
	}
	plain, err := x.run(x.machine, x.policy())
	if err != nil {
		return err
	}
	whole, o, err := x.noted(snapshot.Series{Most: math.MaxInt, Depth: 1000})
	if err != nil {
		return err
	}
	if !slices.Equal(o.Start, plain.Start) || !slices.Equal(o.End, plain.End) || !slices.Equal(o.Lane, plain.Lane) || !slices.Equal(o.Pieces, plain.Pieces) {
		return fmt.Errorf("noted starts %v, without %v", o.Start, plain.Start)
	}
	var parts []snapshot.Snapshot
	for from, complete := engine.Time(0), false; !complete; {
		part, _, err := x.noted(snapshot.Series{From: from, Most: 1 + x.IntN(60), Depth: 1000})
		if err != nil {
			return err
		}
		parts = append(parts, part.List...)
		if complete = part.Complete; !complete {
			from = part.List[len(part.List)-1].At + 1
		}
	}
	if !reflect.DeepEqual(whole.List, parts) {
		return fmt.Errorf("%d calls in all differ from %d in parts", len(whole.List), len(parts))
	}
	return nil
}

// exported is an outcome without followers, whose submissions a log cannot tell, of a policy that keeps to the machine.
func (x *simulated) exported() (*engine.Outcome, error) {
	if x.by("reading") == "printed" {
		return nil, errOther
	}
	x.trial.Workload.After, x.trial.Workload.Think = nil, nil
	return x.run(x.machine, x.policy())
}

func (x *simulated) throughSWF() error {
	o, err := x.exported()
	if err != nil {
		return err
	}
	if len(o.StartOrder) == 0 {
		return errOther
	}
	var b bytes.Buffer
	if err := logs.WriteSWF(&b, o, []string{"a note"}); err != nil {
		return err
	}
	text := b.String()
	w, _, err := logs.ReadSWF(&b, "again.swf")
	if err != nil {
		return fmt.Errorf("%w\n%s", err, text)
	}
	again, err := engine.Simulate(w, engine.NewCluster(x.trial.Processors, x.trial.Unit), Recorded{}, engine.Options{})
	if err != nil {
		return err
	}
	// Jobs that never ran are left out of a log that is read.
	starts, ends := slices.Repeat([]engine.Time{-1}, len(o.Start)), slices.Repeat([]engine.Time{-1}, len(o.Start))
	for j := range again.Start {
		row := w.JobNumber(int32(j)) - 1
		starts[row], ends[row] = again.Start[j], again.End[j]
	}
	if !slices.Equal(starts, o.Start) || !slices.Equal(ends, o.End) {
		return fmt.Errorf("starts and ends %v %v, written and read %v %v\n%s", o.Start, o.End, starts, ends, text)
	}
	return nil
}

// blocks puts the jobs of a schedule on a cluster onto numbered processors, the lowest that are free.
func blocks(o *engine.Outcome) export.Blocks {
	b := export.Blocks{Processors: o.Processors, Offset: []int32{0}}
	until := make([]engine.Time, o.Processors)
	for _, j := range o.StartOrder {
		b.Job, b.Start, b.End = append(b.Job, j), append(b.Start, o.Start[j]), append(b.End, o.End[j])
		left := o.Occupied(j)
		for p := int32(0); left > 0; p++ {
			if until[p] > o.Start[j] {
				continue
			}
			until[p] = o.End[j]
			left--
			if last := len(b.First) - 1; last >= int(b.Offset[len(b.Offset)-1]) && b.First[last]+b.Count[last] == p {
				b.Count[last]++
			} else {
				b.First, b.Count = append(b.First, p), append(b.Count, 1)
			}
		}
		b.Offset = append(b.Offset, int32(len(b.First)))
	}
	return b
}

// column reads instants in seconds from a column of a table; what is empty is -1.
func column(table io.Reader, name string) (list []engine.Time, err error) {
	rows, err := csv.NewReader(table).ReadAll()
	if err != nil {
		return nil, err
	}
	at := slices.Index(rows[0], name)
	if at < 0 {
		return nil, fmt.Errorf("no column %s in %v", name, rows[0])
	}
	for _, row := range rows[1:] {
		if row[at] == "" {
			list = append(list, -1)
			continue
		}
		seconds, err := strconv.ParseFloat(row[at], 64)
		if err != nil {
			return nil, err
		}
		list = append(list, engine.Time(math.Round(seconds*1000)))
	}
	return list, nil
}

func (x *simulated) throughTables() error {
	o, err := x.exported()
	if err != nil {
		return err
	}
	for _, table := range []struct {
		what, start, end string
		write            func(to io.Writer) error
	}{
		{"the table of jobs", "start", "end", func(to io.Writer) error {
			return experiment.WriteJobs(to, []*experiment.Run{{Policy: "a, \"policy\"", Outcome: o}}, experiment.Columns{Workload: x.IntN(2) == 0})
		}},
		{"Batsim's table", "starting_time", "finish_time", func(to io.Writer) error {
			return export.WriteBatsim(to, o, blocks(o), "a, \"workload\"", "a test")
		}},
	} {
		var b bytes.Buffer
		if err := table.write(&b); err != nil {
			return err
		}
		for name, want := range map[string][]engine.Time{table.start: o.Start, table.end: o.End} {
			got, err := column(bytes.NewReader(b.Bytes()), name)
			if err != nil {
				return fmt.Errorf("%s: %w", table.what, err)
			}
			if !slices.Equal(got, want) {
				return fmt.Errorf("%s: %s is %v, want %v", table.what, name, got, want)
			}
		}
	}
	var b bytes.Buffer
	if err := export.WriteTrace(&b, []export.Traced{{Name: "a \"policy\"", Outcome: o, Blocks: blocks(o)}}, "a test"); err != nil {
		return err
	}
	if !json.Valid(b.Bytes()) {
		return fmt.Errorf("the trace is no JSON: %s", b.String())
	}
	return nil
}

func (x *simulated) throughScenario() error {
	w := x.trial.Workload
	w.After, w.Think = nil, nil
	if x.trial.Unit > 1 || x.by("reading") == "printed" {
		return errOther
	}
	w.User[0], w.Group[0] = 1, 1 // some policies need to know somebody
	want, err := x.run(x.machine, x.policy())
	if err != nil {
		return err
	}
	seconds := func(t engine.Time) json.Number { return json.Number(strconv.FormatFloat(float64(t)/1000, 'f', -1, 64)) }
	var jobs []map[string]any
	for j, job := range w.Jobs {
		row := map[string]any{"submit": seconds(job.Submit), "run": seconds(job.Run), "request": seconds(job.Estimate), "processors": job.Processors}
		if w.User[j] >= 0 {
			row["user"] = w.User[j]
		}
		if w.Group[j] >= 0 {
			row["group"] = w.Group[j]
		}
		jobs = append(jobs, row)
	}
	kind, fields, _ := strings.Cut(x.what, "{")
	policy := json.RawMessage(strings.Replace(fmt.Sprintf(`{"kind": %q, %s`, kind, fields), ", }", "}", 1))
	kill := map[string]any{"rule": []string{"estimate", "grace", "never"}[x.trial.Options.Kill]}
	if x.trial.Options.Kill == engine.KillAfterGrace {
		kill["grace"] = seconds(x.trial.Options.Grace)
	}
	text, err := json.Marshal(map[string]any{"version": 1, "machine": map[string]any{"kind": "cluster", "processors": x.trial.Processors}, "workload": map[string]any{"kind": "jobs", "jobs": jobs},
		"policies": []any{policy}, "kill": kill, "simultaneous": []string{"batch", "sequential"}[x.trial.Options.Order]})
	if err != nil {
		return err
	}
	for range 2 {
		s, err := scenario.Read(text)
		if err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
		plan, err := scenario.Compile(s, Catalogs())
		if err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
		task, err := experiment.Prepare(plan, 0, 0, nil)
		if err != nil {
			return err
		}
		run, err := task.Simulate(0, nil)
		if err != nil {
			return err
		}
		if !slices.Equal(run.Outcome.Start, want.Start) || !slices.Equal(run.Outcome.End, want.End) {
			return fmt.Errorf("starts %v, as a scenario %v: %s", want.Start, run.Outcome.Start, text)
		}
		if text, err = json.Marshal(plan.Scenario); err != nil {
			return err
		}
	}
	return nil
}

func (x *simulated) inShards() error {
	text := fmt.Sprintf(`{"version": 1, "seed": %d, "machine": {"kind": "cluster", "processors": 16}, "workload": {"kind": "lublin", "jobs": %d, "load": 0.6}, "replications": %d,
		"policies": [{"kind": "fcfs"}, {"kind": "easy"}, {"kind": "conservative"}], "sweep": [{"path": "/workload/load", "values": [0.5, 0.8]}]}`, x.IntN(1e6), 5+x.IntN(30), 2+x.IntN(4))
	s, err := scenario.Read([]byte(text))
	if err != nil {
		return err
	}
	plan, err := scenario.Compile(s, Catalogs())
	if err != nil {
		return err
	}
	var results [2]string
	for i, workers := range []int{1, 2 + x.IntN(6)} {
		cells := experiment.NewCells(plan)
		cells.PointByPoint = i == 1 && x.IntN(2) == 0
		var open []experiment.Cell
		for !cells.Done() {
			for len(open) < workers {
				c, ok := cells.Next()
				if !ok {
					break
				}
				open = append(open, c)
			}
			at := x.IntN(len(open))
			c := open[at]
			open = slices.Delete(open, at, at+1)
			if i == 1 && x.IntN(6) == 0 {
				cells.Return(c)
				continue
			}
			task, err := experiment.Prepare(plan, c.Point, c.Replication, nil)
			if err != nil {
				return err
			}
			runs, err := task.MeasureAll()
			if err != nil {
				return err
			}
			for _, run := range runs {
				run.Outcome = nil
			}
			cells.Add(c, runs)
		}
		result, err := cells.Result("meanWait").JSON()
		if err != nil {
			return err
		}
		results[i] = string(result)
	}
	if results[0] != results[1] {
		return fmt.Errorf("%s: the result is\n%s\nand of many workers\n%s", text, results[0], results[1])
	}
	return nil
}
