package table

import (
	"reflect"
	"slices"

	"backfill/engine"
)

// Joined is the workload of the jobs of all parts, one part behind the other; it shares no column with them. There is at least one part. What is
// not said of jobs is that of the first part. Rows that columns name are those of their own part. A column that only some parts have knows
// nothing of the jobs of the others. Commands are sorted by the time of issue.
//
// The parts must come in workload order; if they do not, SortBySubmit puts the jobs into it. Cost: O(jobs + commands log commands), and
// what it takes to find the demands of a part in the list of the others.
func Joined(parts ...*engine.Workload) *engine.Workload {
	out := *parts[0]
	numbered := slices.ContainsFunc(parts, func(w *engine.Workload) bool { return w.Number != nil })
	first := make([]int32, len(parts)) // rows of the parts
	n := int32(0)
	for k, w := range parts {
		first[k] = n
		n += int32(len(w.Jobs))
		if numbered && w.Number == nil {
			own := *w
			NumberJobs(&own)
			parts = slices.Clone(parts)
			parts[k] = &own
		}
	}
	out.Jobs = joined(parts, func(w *engine.Workload) []engine.Job { return w.Jobs }, engine.Job{})
	out.Number = joined(parts, func(w *engine.Workload) []int64 { return w.Number }, -1)
	for _, c := range []struct {
		to *[]int32
		of func(w *engine.Workload) []int32
	}{
		{&out.User, func(w *engine.Workload) []int32 { return w.User }},
		{&out.Group, func(w *engine.Workload) []int32 { return w.Group }},
		{&out.App, func(w *engine.Workload) []int32 { return w.App }},
		{&out.Queue, func(w *engine.Workload) []int32 { return w.Queue }},
		{&out.Partition, func(w *engine.Workload) []int32 { return w.Partition }},
		{&out.QOS, func(w *engine.Workload) []int32 { return w.QOS }},
		{&out.Array, func(w *engine.Workload) []int32 { return w.Array }},
		{&out.Task, func(w *engine.Workload) []int32 { return w.Task }},
		{&out.Demand, func(w *engine.Workload) []int32 { return w.Demand }},
		{&out.Bandwidth, func(w *engine.Workload) []int32 { return w.Bandwidth }},
		{&out.Network, func(w *engine.Workload) []int32 { return w.Network }},
		{&out.Benchmark, func(w *engine.Workload) []int32 { return w.Benchmark }},
		{&out.After, func(w *engine.Workload) []int32 { return w.After }},
		{&out.Leader, func(w *engine.Workload) []int32 { return w.Leader }},
	} {
		*c.to = joined(parts, c.of, -1)
	}
	for _, c := range []struct {
		to *[]engine.Time
		of func(w *engine.Workload) []engine.Time
	}{
		{&out.Wait, func(w *engine.Workload) []engine.Time { return w.Wait }},
		{&out.Recorded, func(w *engine.Workload) []engine.Time { return w.Recorded }},
		{&out.Requested, func(w *engine.Workload) []engine.Time { return w.Requested }},
		{&out.Think, func(w *engine.Workload) []engine.Time { return w.Think }},
		{&out.Entered, func(w *engine.Workload) []engine.Time { return w.Entered }},
		{&out.Deadline, func(w *engine.Workload) []engine.Time { return w.Deadline }},
	} {
		*c.to = joined(parts, c.of, -1)
	}
	out.Memory = joined(parts, func(w *engine.Workload) []int64 { return w.Memory }, -1)
	out.Preceding = joined(parts, func(w *engine.Workload) []int64 { return w.Preceding }, -1)
	out.Continues = joined(parts, func(w *engine.Workload) []bool { return w.Continues }, false)
	out.Checkpoints = joined(parts, func(w *engine.Workload) []bool { return w.Checkpoints }, false)
	out.Licences = joined(parts, func(w *engine.Workload) []engine.Licences { return w.Licences }, 0)
	out.Started = joinedStarts(parts)
	out.Components = joined(parts, func(w *engine.Workload) [][]int32 { return w.Components }, nil)
	out.Dependencies, out.Commands, out.Demands, out.NodeLists = nil, nil, nil, joinedNodes(parts)
	for k, w := range parts {
		rows := first[k] // of the part
		end := rows + int32(len(w.Jobs))
		for _, column := range [][]int32{out.After, out.Leader} {
			for j := rows; column != nil && j < end; j++ {
				if column[j] != engine.NoJob {
					column[j] += rows
				}
			}
		}
		for _, d := range w.Dependencies {
			d.Job, d.On = d.Job+rows, d.On+rows
			out.Dependencies = append(out.Dependencies, d)
		}
		for _, c := range w.Commands {
			c.Job += rows
			out.Commands = append(out.Commands, c)
		}
		joinDemands(&out, w, rows, end)
	}
	SortCommands(out.Commands)
	return &out
}

// joined is a column of all parts, nil if none has it.
func joined[T any](parts []*engine.Workload, column func(w *engine.Workload) []T, unknown T) []T {
	n, any := 0, false
	for _, w := range parts {
		n += len(w.Jobs)
		any = any || column(w) != nil
	}
	if !any {
		return nil
	}
	out := make([]T, 0, n)
	for _, w := range parts {
		if values := column(w); values != nil {
			out = append(out, values...)
			continue
		}
		for range w.Jobs {
			out = append(out, unknown)
		}
	}
	return out
}

// joinDemands lists the demands of a part, whose jobs have the rows from (included) to end (excluded).
func joinDemands(out, part *engine.Workload, from, end int32) {
	if part.Demand == nil {
		return
	}
	if len(part.Demands) <= len(out.Demands) && (len(part.Demands) == 0 || &part.Demands[0] == &out.Demands[0]) {
		return // the same list, as parts of one workload have
	}
	if from == 0 {
		out.Demands = part.Demands[:len(part.Demands):len(part.Demands)]
		return
	}
	place := make([]int32, len(part.Demands))
	for i := range part.Demands {
		place[i] = -1
	}
	for j := from; j < end; j++ {
		at := out.Demand[j]
		if at < 0 {
			continue
		}
		if place[at] < 0 {
			demand := part.Demands[at]
			known := slices.IndexFunc(out.Demands, func(other engine.Demand) bool { return reflect.DeepEqual(demand, other) })
			if known < 0 {
				known = len(out.Demands)
				out.Demands = append(out.Demands, demand)
			}
			place[at] = int32(known)
		}
		out.Demand[j] = place[at]
	}
}

// joinedNodes are the lists of nodes of all parts, one behind the other; those of parts that share theirs with the first only once.
func joinedNodes(parts []*engine.Workload) (lists [][]int32) {
	for k, w := range parts {
		if k == 0 || !sameNodes(parts[0], w) {
			lists = append(lists, w.NodeLists...)
		}
	}
	return lists
}

// sameNodes says whether two workloads have one list of nodes.
func sameNodes(a, b *engine.Workload) bool {
	return len(a.NodeLists) == len(b.NodeLists) && len(a.NodeLists) > 0 && &a.NodeLists[0] == &b.NodeLists[0]
}

// joinedStarts is the column Started of all parts, with places in joinedNodes.
func joinedStarts(parts []*engine.Workload) []engine.RecordedStart {
	out := joined(parts, func(w *engine.Workload) []engine.RecordedStart { return w.Started }, engine.RecordedStart{})
	row, lists := 0, 0
	for k, w := range parts {
		before := int32(lists)
		if k > 0 && sameNodes(parts[0], w) {
			before = 0
		} else {
			lists += len(w.NodeLists)
		}
		for range w.Jobs {
			if out != nil && out[row].Nodes > 0 {
				out[row].Nodes += before
			}
			row++
		}
	}
	return out
}
