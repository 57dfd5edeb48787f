// Package joblist makes jobs of lists that people type: jobs with all that can be said of one,
// and elastic commands. It checks them against each other and against the farm that they are for.
package joblist

import (
	"fmt"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/request"
	"backfill/engine/workload/table"
)

// Columns are what can be said of a job.
var Columns = append([]param.Param{
	{Name: "id", Kind: param.Integer, Min: 0, Max: table.MaxNumber, Doc: "What people call the job; its place in the list if left out."},
	{Name: "submit", Kind: param.Number, Unit: "s", Instant: true, Min: 0, Max: table.MaxSeconds, Default: 0.0, Doc: "When the job arrives."},
	{Name: "run", Kind: param.Number, Unit: "s", Min: 0.001, Max: table.MaxSeconds, Required: true, Doc: "How long it runs if nobody stops it."},
	{Name: "request", Kind: param.Number, Unit: "s", Min: 0.001, Max: table.MaxSeconds, Doc: "Requested time, by which the scheduler plans; the run time if left out."},
	{Name: "processors", Kind: param.Integer, Unit: "processors", Min: 1, Max: table.MaxProcessors, Default: int64(1), Doc: "Requested processors."},
	{Name: "components", Kind: param.Integers, Unit: "processors", Min: 1, Max: table.MaxProcessors, Doc: "Sizes of the parts that may run in different clusters of a multi-cluster; one part if left out."},
	{Name: "user", Kind: param.Integer, Min: 0, Max: math.MaxInt32, Doc: "Number of the user who submits it; unknown if left out."},
	{Name: "memory", Kind: param.Number, Unit: "GB", Min: 0, Max: 1e6, Doc: "Requested memory, of all its processors together; unknown if left out."},
	{Name: "start", Kind: param.Number, Unit: "s", Instant: true, Min: 0, Max: table.MaxSeconds, Doc: "Requested start of a dedicated job, which never starts earlier; a batch job if left out."},
	{Name: "bandwidth", Kind: param.Integer, Unit: "MB/s", Min: 0, Max: table.MaxBandwidth, Doc: "Memory bandwidth that each process asks for; none if left out."},
	{Name: "network", Kind: param.Integer, Unit: "MB/s", Min: 0, Max: table.MaxBandwidth, Doc: "The same of the network."},
	{Name: "deadline", Kind: param.Number, Unit: "s", Instant: true, Min: 0, Max: table.MaxSeconds, Doc: "By when it is to have ended, not before it is submitted; it has none if left out."},
	{Name: "licences", Kind: param.Integers, Min: 1, Max: engine.MaxLicences, Empty: true, Doc: "Numbers of the licences of a farm that it needs or, on other machines, that it holds under the policy slurm, each as often as it needs copies; none if left out."},
	{Name: "benchmark", Kind: param.Integer, Unit: "MIPS", Min: 1, Max: farm.MaxSpeed, Doc: "Speed of the computer of a farm that its times hold on; the farm's benchmark if left out."},
	{Name: "checkpoints", Kind: param.Boolean, Default: false, Doc: "Whether it keeps what it has done when it is preempted on a farm, wherever it goes on."},
}, slices.Concat(request.Columns, []param.Param{
	{Name: "group", Kind: param.Integer, Min: 0, Max: math.MaxInt32, Doc: "Number of its group or account; unknown if left out."},
	{Name: "qos", Title: "QOS", Kind: param.Integer, Min: 0, Max: math.MaxInt32, Doc: "Number of its quality of service; unknown if left out."},
	{Name: "after", Kind: param.Integers, Min: 0, Max: table.MaxNumber, Empty: true, Doc: "Numbers of jobs that have to end, or be refused, before it is submitted; none if left out."},
	{Name: "afterSuccess", Title: "After success", Kind: param.Integers, Min: 0, Max: table.MaxNumber, Empty: true, Doc: "The same of jobs that have to end by themselves: if one is killed, the job never comes."},
	{Name: "afterStart", Title: "After start", Kind: param.Integers, Min: 0, Max: table.MaxNumber, Empty: true, Doc: "The same of jobs that have to start."},
	{Name: "delay", Kind: param.Number, Unit: "s", Min: 0, Max: table.MaxSeconds, Doc: "How long after each of these it is submitted at the earliest; at once if left out."},
	{Name: "array", Kind: param.Integer, Min: 0, Max: math.MaxInt32, Doc: "Number of the array that it is a task of; none if left out."},
	{Name: "mostTasks", Title: "Tasks at once", Kind: param.Integer, Min: 1, Max: math.MaxInt32, Doc: "How many tasks of its array run at once under the policy slurm; any number if left out."},
})...)

// Kind is a list of jobs typed by hand.
var Kind = workload.Kind{
	Description: param.Description{
		Kind: "jobs",
		Name: "Jobs typed by hand",
		Doc:  "A short list of jobs, for textbook cases.",
		Params: []param.Param{
			{Name: "jobs", Kind: param.Table, Required: true, Max: 10_000, Doc: "The jobs, in any order; those submitted at the same time stay in the order of the list.", Columns: Columns},
			{Name: "commands", Kind: param.Table, Max: 10_000, Doc: "Elastic commands, in any order; those issued at the same time are taken in the order of the list.", Columns: []param.Param{
				{Name: "at", Kind: param.Number, Unit: "s", Instant: true, Min: 0, Max: table.MaxSeconds, Required: true, Doc: "When the command is issued."},
				{Name: "job", Kind: param.Integer, Min: 0, Max: table.MaxNumber, Required: true, Doc: "Number of the job."},
				{Name: "type", Kind: param.Choice, Choices: table.CommandCodes, Default: "ET",
					Doc: "ET extends and RT reduces the time of the job, EP and RP the processors while it waits."},
				{Name: "amount", Kind: param.Number, Min: 0.001, Max: table.MaxSeconds, Required: true, Doc: "By how many seconds, or by how many processors."},
			}},
			workload.MaxCommands,
		},
	},
	Make: makeWorkload,
}

// makeWorkload reads the table "jobs". Times are rounded to the millisecond. Two jobs with one
// number are refused, since they could not be told apart, and so are circles of jobs that wait for each other. So is a job that no computer of a given
// farm can run; on a farm that is drawn another replication may have one that can. Commands name
// jobs by their numbers.
func makeWorkload(v param.Values, in workload.Inputs) (*engine.Workload, *workload.Report, error) {
	list := v.Rows("jobs")
	w := &engine.Workload{Jobs: make([]engine.Job, 0, len(list)), Number: make([]int64, 0, len(list))}
	var user, group, partition, qos, array, demand, bandwidth, network, benchmark table.Column[int32]
	var memory table.Column[int64]
	var requested, deadline table.Column[engine.Time]
	seen := make(map[int64]int, len(list))
	sorted := true
	for i, row := range list {
		j := engine.Job{
			Submit:     engine.FromSeconds(row.Float("submit")),
			Run:        engine.FromSeconds(row.Float("run")),
			Processors: int32(row.Int("processors")),
		}
		j.Estimate = j.Run
		if row.Has("request") {
			j.Estimate = engine.FromSeconds(row.Float("request"))
		}
		number := int64(i) + 1
		if row.Has("id") {
			number = row.Int("id")
		}
		if other, taken := seen[number]; taken {
			return nil, nil, &param.Error{Path: fmt.Sprintf("/jobs/%d/id", i), Value: fmt.Sprint(number),
				Reason: fmt.Sprintf("already the number of the job in row %d (a job without id has its place in the list as number); a number of its own is accepted", other+1)}
		}
		seen[number] = i
		if row.Has("components") {
			widths, err := componentsOf(row.Ints("components"), j.Processors)
			if err != nil {
				return nil, nil, param.Below(fmt.Sprintf("/jobs/%d/components", i), err)
			}
			if w.Components == nil {
				w.Components = make([][]int32, len(list))
			}
			w.Components[i] = widths
		}
		owner := int32(-1)
		if row.Has("user") {
			owner = int32(row.Int("user"))
		}
		perProcessor := int64(-1)
		if row.Has("memory") {
			const kilobytes = 1 << 20 // in a GB
			perProcessor = int64(math.Ceil(row.Float("memory") * kilobytes / float64(j.Processors)))
		}
		start := engine.Time(-1)
		if row.Has("start") {
			start = engine.FromSeconds(row.Float("start"))
		}
		due := engine.Time(-1)
		if row.Has("deadline") {
			if due = engine.FromSeconds(row.Float("deadline")); due < j.Submit {
				return nil, nil, &param.Error{Path: fmt.Sprintf("/jobs/%d/deadline", i), Value: param.Format(row["deadline"]),
					Reason: fmt.Sprintf("before the job is submitted; a time from %s s on is accepted", param.Format(row["submit"]))}
			}
		}
		if row.Has("licences") && in.Farm != nil {
			needs, err := licencesOf(row.Ints("licences"), in.Farm)
			if err != nil {
				return nil, nil, param.Below(fmt.Sprintf("/jobs/%d/licences", i), err)
			}
			if w.Licences == nil {
				w.Licences = make([]engine.Licences, len(list))
			}
			w.Licences[i] = needs
		}
		if in.Farm != nil {
			if err := runnable(j.Processors, w.Needs(int32(i)), in.Farm); err != nil {
				return nil, nil, param.Below(fmt.Sprintf("/jobs/%d", i), err)
			}
		}
		if row.Bool("checkpoints") {
			if w.Checkpoints == nil {
				w.Checkpoints = make([]bool, len(list))
			}
			w.Checkpoints[i] = true
		}
		asked, err := request.Of(row)
		if err != nil {
			return nil, nil, param.Below(fmt.Sprintf("/jobs/%d", i), err)
		}
		if row.Has("licences") && in.Farm == nil {
			asked.Licences = copiesOf(row.Ints("licences"))
		}
		if row.Has("mostTasks") {
			if asked.MostTasks = int32(row.Int("mostTasks")); !row.Has("array") {
				return nil, nil, &param.Error{Path: fmt.Sprintf("/jobs/%d/mostTasks", i), Value: fmt.Sprint(asked.MostTasks), Reason: "the job is no task; it is accepted beside array"}
			}
		}
		demand.Set(i, request.Listed(w, asked), len(list))
		if perProcessor < 0 {
			perProcessor = request.Memory(asked, j.Processors)
		}
		sorted = sorted && (i == 0 || w.Jobs[i-1].Submit <= j.Submit)
		w.Jobs = append(w.Jobs, j)
		w.Number = append(w.Number, number)
		user.Set(i, owner, len(list))
		group.Set(i, wholeOf(row, "group"), len(list))
		partition.Set(i, request.FirstPartition(row), len(list))
		qos.Set(i, wholeOf(row, "qos"), len(list))
		array.Set(i, wholeOf(row, "array"), len(list))
		memory.Set(i, perProcessor, len(list))
		requested.Set(i, start, len(list))
		bandwidth.Set(i, wholeOf(row, "bandwidth"), len(list))
		network.Set(i, wholeOf(row, "network"), len(list))
		benchmark.Set(i, wholeOf(row, "benchmark"), len(list))
		deadline.Set(i, due, len(list))
	}
	w.User, w.Memory, w.Requested = user.Values, memory.Values, requested.Values
	w.Group, w.Partition, w.QOS, w.Array, w.Demand = group.Values, partition.Values, qos.Values, array.Values, demand.Values
	w.Bandwidth, w.Network = bandwidth.Values, network.Values
	w.Benchmark, w.Deadline = benchmark.Values, deadline.Values
	if err := addDependencies(w, list, seen); err != nil {
		return nil, nil, err
	}
	if v.Has("commands") {
		if err := addCommands(w, v, seen); err != nil {
			return nil, nil, err
		}
	}
	if !sorted {
		table.SortBySubmit(w)
	}
	return w, workload.ReportOf(w), nil
}

// wholeOf is a whole number in a row, -1 if left out.
func wholeOf(row param.Values, name string) int32 {
	if !row.Has(name) {
		return -1
	}
	return int32(row.Int(name))
}

// componentsOf are the widths of components of a job of so many processors, the widest
// first; nil for one component.
func componentsOf(list []int64, processors int32) ([]int32, error) {
	var widths []int32
	sum := int64(0)
	for _, width := range list {
		widths = append(widths, int32(width))
		sum += width
	}
	if sum != int64(processors) {
		return nil, &param.Error{Value: param.Format(list), Reason: fmt.Sprintf("adds up to %d; components of %d processors in all are accepted", sum, processors)}
	}
	if len(widths) == 1 {
		return nil, nil
	}
	slices.SortFunc(widths, func(a, b int32) int { return int(b - a) })
	return widths, nil
}

// addCommands reads the table "commands"; rows maps job numbers to rows.
func addCommands(w *engine.Workload, v param.Values, rows map[int64]int) error {
	w.MaxCommands = int32(v.Int("maxCommands"))
	for i, row := range v.Rows("commands") {
		number, amount := row.Int("job"), row.Float("amount")
		job, known := rows[number]
		if !known {
			return &param.Error{Path: fmt.Sprintf("/commands/%d/job", i), Value: fmt.Sprint(number), Reason: "no job has this number; the number of a job in the list is accepted"}
		}
		c := engine.Command{At: engine.FromSeconds(row.Float("at")), Job: int32(job)}
		c.Kind, _ = table.CommandKind(row.Text("type"))
		if table.ChangesTime(c.Kind) {
			c.Amount = int64(engine.FromSeconds(amount))
		} else if c.Amount = int64(amount); float64(c.Amount) != amount || c.Amount > table.MaxProcessors {
			return &param.Error{Path: fmt.Sprintf("/commands/%d/amount", i), Value: fmt.Sprint(amount),
				Reason: fmt.Sprintf("a whole number of processors from 1 to %d is accepted", table.MaxProcessors)}
		}
		w.Commands = append(w.Commands, c)
	}
	table.SortCommands(w.Commands)
	return nil
}
