package transform

import (
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/random"
	"backfill/engine/workload/request"
	"backfill/engine/workload/table"
)

// Demand says what jobs ask for of the nodes of a cluster with partitions.
var Demand = workload.Transform{
	Description: param.Description{
		Kind: "demand",
		Name: "Demand for nodes, memory and GPUs",
		Doc:  "Says what the jobs of a log or a model ask for beside processors on a cluster with partitions: each gets what one of the rows says, drawn by their shares among those for jobs of its size.",
		Params: []param.Param{
			{Name: "rows", Kind: param.Table, Required: true, Max: 1000, Doc: "What jobs ask for. A job for which there is no row keeps what it asked for.", Columns: slices.Concat([]param.Param{
				{Name: "share", Kind: param.Number, Min: 0, Max: 1e6, Default: 1.0, Doc: "How often the row is drawn, beside the others for jobs of the same size."},
				{Name: "least", Kind: param.Integer, Unit: "processors", Min: 1, Max: table.MaxProcessors, Default: int64(1), Doc: "For jobs of at least so many processors."},
				{Name: "most", Kind: param.Integer, Unit: "processors", Min: 1, Max: table.MaxProcessors, Default: int64(table.MaxProcessors), Doc: "For jobs of at most so many processors."},
				{Name: "memory", Kind: param.Number, Unit: "GB", Min: 0, Max: 1e6, Doc: "By processor; as it was if left out."},
			}, request.Columns)},
		},
	},
	Random: true,
	Draws:  func(v param.Values) bool { return len(v.Rows("rows")) > 1 },
	Apply:  applyDemand,
}

func applyDemand(v param.Values, w *engine.Workload, in workload.Inputs) (*engine.Workload, []string, error) {
	rows := v.Rows("rows")
	out := *w
	out.Demands = slices.Clone(w.Demands)
	demands, counts := make([]int32, len(rows)), make([]int, len(rows))
	for i, row := range rows {
		d, err := request.Of(row)
		if err != nil {
			return nil, nil, param.Below(fmt.Sprintf("/rows/%d", i), err)
		}
		if row.Int("least") > row.Int("most") {
			return nil, nil, &param.Error{Path: fmt.Sprintf("/rows/%d/most", i), Value: fmt.Sprint(row.Int("most")), Reason: fmt.Sprintf("at least as many as least, %d, are accepted", row.Int("least"))}
		}
		demands[i] = request.Listed(&out, d)
	}
	filled := func(column []int32) []int32 {
		if column == nil {
			return slices.Repeat([]int32{-1}, len(w.Jobs))
		}
		return slices.Clone(column)
	}
	out.Demand, out.Partition = filled(w.Demand), filled(w.Partition)
	if slices.ContainsFunc(rows, func(row param.Values) bool { return row.Has("memory") }) {
		if out.Memory = slices.Clone(w.Memory); out.Memory == nil {
			out.Memory = slices.Repeat([]int64{-1}, len(w.Jobs))
		}
	}
	s := in.Stream(random.Demand)
	kept := 0
	for j := range w.Jobs {
		i := drawRow(rows, int64(w.Jobs[j].Processors), s.Uniform())
		if i < 0 {
			kept++
			continue
		}
		counts[i]++
		out.Demand[j] = demands[i]
		if p := request.FirstPartition(rows[i]); p >= 0 {
			out.Partition[j] = p
		}
		if rows[i].Has("memory") {
			const kilobytes = 1 << 20 // in a GB
			out.Memory[j] = int64(rows[i].Float("memory") * kilobytes)
		}
	}
	note := "jobs by the rows of their demand: "
	for i, n := range counts {
		if i > 0 {
			note += ", "
		}
		note += fmt.Sprint(n)
	}
	if kept > 0 {
		note += fmt.Sprintf("; for %d there is no row", kept)
	}
	return &out, []string{note}, nil
}

// drawRow is one of the rows for jobs of so many processors, by a number from 0 to 1; -1 if there is none.
func drawRow(rows []param.Values, processors int64, u float64) int {
	shares := 0.0
	for _, row := range rows {
		if row.Int("least") <= processors && processors <= row.Int("most") {
			shares += row.Float("share")
		}
	}
	u *= shares
	last := -1
	for i, row := range rows {
		if share := row.Float("share"); share > 0 && row.Int("least") <= processors && processors <= row.Int("most") {
			if last = i; u < share {
				return i
			}
			u -= share
		}
	}
	return last
}
