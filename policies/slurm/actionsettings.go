package slurm

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/machine/hostlist"
	"backfill/engine/param"
)

// mostNodes are named by one action.
const mostNodes = 100_000

// actionParams are the tables of licences and of what people do while the cluster runs.
var actionParams = []param.Param{
	{Name: "requeueDelay", Kind: param.Number, Unit: "s", Min: 0, Max: 1e6, Default: 121.0, Doc: "How long after it has been requeued a job may start at the earliest: a second more than cred_expire of AuthInfo."},
	{Name: "completeWait", Kind: param.Number, Unit: "s", Min: 0, Max: 65535, Default: 0.0, Doc: "CompleteWait: for so long no pass is made while a job is COMPLETING."},
	{Name: "licences", Kind: param.Table, Max: mostRows, Doc: "Licences that jobs hold while they run. There is no end of those that are not in the table.", Columns: []param.Param{
		{Name: "number", Kind: param.Integer, Min: 0, Max: 1 << 30, Required: true, Doc: "By which jobs name it."},
		{Name: "copies", Kind: param.Integer, Min: 0, Max: 1 << 30, Required: true, Doc: "How many jobs may hold at once."},
	}},
	{Name: "actions", Kind: param.Table, Max: 100_000, Doc: "What people do while the cluster runs. Other policies know nothing of it.", Columns: []param.Param{
		{Name: "at", Kind: param.Number, Unit: "s", Instant: true, Min: 0, Max: 1e12, Required: true, Doc: "When."},
		{Name: "do", Kind: param.Choice, Choices: Doings(), Required: true, Doc: "With jobs: hold, release, cancel, requeue, requeuehold, suspend, resumejob, timelimit; with nodes: drain, down, resume, reserve; with a partition: close, open."},
		{Name: "jobs", Kind: param.Ranges, Min: 0, Max: 1e15, Doc: "Numbers of the jobs that it is about."},
		{Name: "nodes", Kind: param.Text, Default: "", Doc: "Names of the nodes that it is about, such as n[01-03]."},
		{Name: "partition", Kind: param.Integer, Min: 0, Max: 1 << 30, Doc: "Number of the partition that it is about."},
		{Name: "length", Kind: param.Number, Unit: "s", Min: 1, Max: 1e12, Doc: "Of timelimit, the new one; of reserve, how long those alone start on the nodes who are to run in the reservation, and who would end before."},
		{Name: "number", Kind: param.Integer, Min: 1, Max: 1 << 30, Doc: "Of reserve, the number by which jobs name the reservation that run in it; if left out, nobody does."},
		{Name: "in", Kind: param.Number, Unit: "s", Min: 0, Max: 1e12, Default: 0.0, Doc: "Of reserve, how much later the reservation begins."},
	}},
}

// licenceCopies are those of the table.
func licenceCopies(v param.Values) map[int32]int32 {
	copies := map[int32]int32{}
	for _, row := range rows(v, "licences") {
		copies[int32(row.Int("number"))] = int32(row.Int("copies"))
	}
	return copies
}

// actionsOf are those of the table. Errors name the row.
func actionsOf(v param.Values) (list []Action, err error) {
	for i, row := range rows(v, "actions") {
		a := Action{At: engine.FromSeconds(row.Float("at")), Do: row.Text("do"), Partition: -1, In: engine.FromSeconds(row.Float("in"))}
		wrong := func(column, reason string) error {
			value := ""
			if text, is := row[column].(string); is && text != "" {
				value = strconv.Quote(text)
			}
			return &param.Error{Path: fmt.Sprintf("/actions/%d/%s", i, column), Value: value, Reason: reason}
		}
		switch of := doings[slices.Index(Doings(), a.Do)].of; {
		case of == onJob && !row.Has("jobs"):
			return nil, wrong("jobs", a.Do+" needs numbers of jobs")
		case of == onJob:
			a.Jobs = row.Set("jobs")
		case of == onPartition && !row.Has("partition"):
			return nil, wrong("partition", a.Do+" needs the number of a partition")
		case of == onPartition:
			a.Partition = int32(row.Int("partition"))
		default:
			if a.Nodes, err = hostlist.Expand(row.Text("nodes"), mostNodes); err != nil || len(a.Nodes) == 0 {
				return nil, wrong("nodes", a.Do+" needs names of nodes, such as n[01-03]")
			}
		}
		if row.Has("length") {
			a.Length = engine.FromSeconds(row.Float("length"))
		} else if a.Do == "timelimit" || a.Do == "reserve" {
			return nil, wrong("length", a.Do+" needs a length of time")
		}
		if row.Has("number") {
			a.Number = int32(row.Int("number"))
		}
		list = append(list, a)
	}
	return list, nil
}

// about is what an action is about, for messages.
func (a *Action) about() string {
	switch {
	case a.Nodes != nil:
		return strings.Join(a.Nodes[:min(len(a.Nodes), 3)], ",")
	case a.Partition >= 0:
		return fmt.Sprintf("partition %d", a.Partition)
	}
	return "job " + a.Jobs.String()
}
