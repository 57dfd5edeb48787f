package transform

import (
	"fmt"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/random"
	"backfill/engine/workload/table"
)

// Elastic gives some jobs a command that changes their time.
var Elastic = workload.Transform{
	Description: param.Description{
		Kind:   "elastic",
		Name:   "Elastic commands",
		Doc:    "Lets users extend or reduce the time of some of their jobs after the submission; commands that the workload has remain.",
		Source: workload.ElasticSource,
		Params: ElasticParams(0.2, 0.1),
	},
	Random: true,
	Apply: func(v param.Values, w *engine.Workload, in workload.Inputs) (*engine.Workload, []string, error) {
		e, err := NewElasticity(v, in)
		if err != nil {
			return nil, nil, err
		}
		out := e.Applied(w)
		return out, []string{e.note(len(out.Commands)-len(w.Commands), len(w.Jobs))}, nil
	},
}

// ElasticParams are the parameters of elasticity, with defaults for its shares.
func ElasticParams(extendShare, reduceShare float64) []param.Param {
	return []param.Param{
		{Name: "extendShare", Kind: param.Number, Min: 0, Max: 1, Default: extendShare, Doc: "Probability that a job's time is extended (P_E)."},
		{Name: "reduceShare", Kind: param.Number, Min: 0, Max: 1, Default: reduceShare, Doc: "Probability that a job's time is reduced (P_R); with the other at most 1."},
		{Name: "meanExtend", Kind: param.Number, Unit: "s", Min: 1, Max: table.MaxMean, Default: 5000.0, Doc: "Mean of the exponential amount of extensions; not published."},
		{Name: "meanReduce", Kind: param.Number, Unit: "s", Min: 1, Max: table.MaxMean, Default: 5000.0, Doc: "Mean of the exponential amount of reductions; not published."},
		{Name: "meanDelay", Kind: param.Number, Unit: "s", Min: 1, Max: table.MaxMean, Default: 5000.0, Doc: "Mean of the exponential time from a job's submission to its command; not published."},
		workload.MaxCommands,
	}
}

// Elasticity draws commands that change the time of jobs: at most one a job.
type Elasticity struct {
	extendShare, reduceShare          float64
	meanExtend, meanReduce, meanDelay float64 // s
	maxCommands                       int32
	commands, amounts, delays         *random.Stream
}

// NewElasticity reads ElasticParams. An error names the share that is too large.
func NewElasticity(v param.Values, in workload.Inputs) (*Elasticity, error) {
	e := &Elasticity{
		extendShare: v.Float("extendShare"), reduceShare: v.Float("reduceShare"),
		meanExtend: v.Float("meanExtend"), meanReduce: v.Float("meanReduce"), meanDelay: v.Float("meanDelay"),
		maxCommands: int32(v.Int("maxCommands")),
		commands:    in.Stream(random.Commands),
		amounts:     in.Stream(random.Amounts),
		delays:      in.Stream(random.Delays),
	}
	if sum := e.extendShare + e.reduceShare; sum > 1 {
		return nil, &param.Error{Path: "/reduceShare", Value: fmt.Sprint(e.reduceShare),
			Reason: fmt.Sprintf("extendShare (%v) and reduceShare (%v) together are above 1; at most 1 is accepted", e.extendShare, e.reduceShare)}
	}
	return e, nil
}

// Applied is w with the drawn commands behind those that it has; the other columns are shared with w. Every job
// takes one number from each stream, so that another share or mean changes nothing else. O(n log n).
func (e *Elasticity) Applied(w *engine.Workload) *engine.Workload {
	out := *w
	out.MaxCommands = e.maxCommands
	out.Commands = append([]engine.Command(nil), w.Commands...)
	for i := range w.Jobs {
		u, amount, delay := e.commands.Uniform(), e.amounts.Exponential(), e.delays.Exponential()
		c := engine.Command{At: table.Later(w.Jobs[i].Submit, table.WholeSeconds(delay, e.meanDelay)), Job: int32(i)}
		switch {
		case u < e.extendShare:
			c.Kind, c.Amount = engine.ExtendTime, int64(table.WholeSeconds(amount, e.meanExtend))
		case u < e.extendShare+e.reduceShare:
			c.Kind, c.Amount = engine.ReduceTime, int64(table.WholeSeconds(amount, e.meanReduce))
		default:
			continue
		}
		out.Commands = append(out.Commands, c)
	}
	table.SortCommands(out.Commands)
	return &out
}

func (e *Elasticity) note(commands, jobs int) string {
	return workload.SomeJobs(commands, jobs) + " got an elastic command"
}
