package workload

import (
	"fmt"
	"math"

	"backfill/engine"
	"backfill/engine/param"
)

var jobsKind = Kind{
	Description: param.Description{
		Kind: "jobs",
		Name: "Jobs typed by hand",
		Doc:  "A short list of jobs, for textbook cases.",
		Params: []param.Param{{Name: "jobs", Kind: param.Table, Required: true, Max: 10_000, Doc: "The jobs, in any order; those submitted at the same time stay in the order of the list.", Columns: []param.Param{
			{Name: "id", Kind: param.Integer, Min: 0, Max: 1e15, Doc: "What people call the job; its place in the list if left out."},
			{Name: "submit", Kind: param.Number, Unit: "s", Min: 0, Max: maxSeconds, Default: 0.0, Doc: "When the job arrives."},
			{Name: "run", Kind: param.Number, Unit: "s", Min: 0.001, Max: maxSeconds, Required: true, Doc: "How long it runs if nobody stops it."},
			{Name: "request", Kind: param.Number, Unit: "s", Min: 0.001, Max: maxSeconds, Doc: "Requested time, by which the scheduler plans; the run time if left out."},
			{Name: "processors", Kind: param.Integer, Unit: "processors", Min: 1, Max: maxProcessors, Default: int64(1), Doc: "Requested processors."},
			{Name: "user", Kind: param.Integer, Min: 0, Max: math.MaxInt32, Doc: "Number of the user who submits it; unknown if left out."},
		}}},
	},
	Make: makeJobs,
}

// makeJobs reads the table "jobs". Times are rounded to the millisecond. Two jobs
// with one number are refused: nobody could tell them apart.
func makeJobs(v param.Values, _ Inputs) (*engine.Workload, *Report, error) {
	table := v.Rows("jobs")
	w := &engine.Workload{Jobs: make([]engine.Job, 0, len(table)), Number: make([]int64, 0, len(table))}
	var user column[int32]
	seen := make(map[int64]int, len(table))
	sorted := true
	for i, row := range table {
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
		owner := int32(-1)
		if row.Has("user") {
			owner = int32(row.Int("user"))
		}
		sorted = sorted && (i == 0 || w.Jobs[i-1].Submit <= j.Submit)
		w.Jobs = append(w.Jobs, j)
		w.Number = append(w.Number, number)
		user.set(i, owner, len(table))
	}
	w.User = user.values
	if !sorted {
		sortBySubmit(w)
	}
	return w, generated(w), nil
}

// generated is the report of a workload that was not read from a file.
func generated(w *engine.Workload) *Report {
	return &Report{Jobs: len(w.Jobs), Remarks: []Remark{}, Notes: []string{}}
}
