// Package request is what jobs ask for of nodes beside processors, as rows of a table say it. Workloads list each demand once.
package request

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload/table"
)

// Columns are what a job asks for on a cluster with partitions.
var Columns = []param.Param{
	{Name: "partitions", Kind: param.Integers, Min: 0, Max: math.MaxInt32, Doc: "Numbers of the partitions in which it may run; those that take jobs that name none if left out."},
	{Name: "nodes", Kind: param.Integer, Unit: "nodes", Min: 1, Max: table.MaxProcessors, Doc: "On so many nodes; on any number if left out."},
	{Name: "mostNodes", Kind: param.Integer, Unit: "nodes", Min: 1, Max: table.MaxProcessors, Doc: "On up to so many nodes; as many as nodes says if left out."},
	{Name: "taskProcessors", Kind: param.Integer, Unit: "processors", Min: 1, Max: table.MaxProcessors, Default: int64(1), Doc: "Processors that lie on one node together: those of a task. A job gets whole tasks."},
	{Name: "nodeMemory", Kind: param.Number, Unit: "GB", Min: 0, Max: 1e6, Doc: "Memory on each of its nodes, whatever memory says."},
	{Name: "gpus", Kind: param.Integer, Unit: "GPUs", Min: 0, Max: 1024, Doc: "On each of its nodes."},
	{Name: "allGpus", Kind: param.Integer, Unit: "GPUs", Min: 0, Max: table.MaxProcessors, Doc: "On all of its nodes together, instead of gpus."},
	{Name: "gpuType", Kind: param.Text, Default: "", Doc: "Type of its GPUs; any if left out."},
	{Name: "features", Kind: param.Text, Default: "", Doc: "Words that its nodes have, with commas between."},
	{Name: "whole", Kind: param.Boolean, Default: false, Doc: "Whether nobody else is on its nodes."},
	{Name: "nice", Kind: param.Integer, Min: -math.MaxInt32, Max: math.MaxInt32, Default: int64(0), Doc: "Taken from its priority under the policy slurm."},
	{Name: "once", Kind: param.Boolean, Default: false, Doc: "Whether it is never requeued."},
}

// Of is what a row says.
func Of(row param.Values) (engine.Demand, error) {
	d := engine.Demand{GPUType: row.Text("gpuType"), Whole: row.Bool("whole"), Nice: int32(row.Int("nice")), Once: row.Bool("once")}
	for _, c := range []struct {
		name string
		to   *int32
	}{{"nodes", &d.Nodes}, {"mostNodes", &d.MostNodes}, {"taskProcessors", &d.TaskProcessors}, {"gpus", &d.NodeGPUs}, {"allGpus", &d.AllGPUs}} {
		if row.Has(c.name) {
			*c.to = int32(row.Int(c.name))
		}
	}
	if d.TaskProcessors == 1 {
		d.TaskProcessors = 0
	}
	if d.MostNodes == 0 {
		d.MostNodes = d.Nodes
	}
	switch {
	case d.MostNodes < d.Nodes:
		return d, &param.Error{Path: "/mostNodes", Value: fmt.Sprint(d.MostNodes), Reason: fmt.Sprintf("at least as many as nodes, %d, are accepted", d.Nodes)}
	case d.NodeGPUs > 0 && d.AllGPUs > 0:
		return d, &param.Error{Path: "/allGpus", Value: fmt.Sprint(d.AllGPUs), Reason: "stands beside gpus, which says how many on each node; one of the two is accepted"}
	}
	if row.Has("nodeMemory") {
		d.NodeMemory = int32(min(math.Ceil(row.Float("nodeMemory")*1024), math.MaxInt32))
	}
	if features := row.Text("features"); features != "" {
		d.Features = strings.Split(features, ",")
	}
	if row.Has("partitions") {
		if list := row.Ints("partitions"); len(list) > 1 {
			for _, number := range list {
				d.Partitions = append(d.Partitions, int32(number))
			}
		}
	}
	return d, nil
}

// FirstPartition is the number of the first partition that a row names, -1 if it names none.
func FirstPartition(row param.Values) int32 {
	if !row.Has("partitions") || len(row.Ints("partitions")) == 0 {
		return -1
	}
	return int32(row.Ints("partitions")[0])
}

// Listed is the place of a demand in the list of w, to which it is added if it is new; -1 if nothing is asked for.
func Listed(w *engine.Workload, d engine.Demand) int32 {
	if reflect.DeepEqual(d, engine.Demand{}) {
		return -1
	}
	at := slices.IndexFunc(w.Demands, func(other engine.Demand) bool { return reflect.DeepEqual(d, other) })
	if at < 0 {
		at = len(w.Demands)
		w.Demands = append(w.Demands, d)
	}
	return int32(at)
}

// Memory is the memory by processor of a job of so many processors, in KB, as far as a demand says how much there is on how many nodes; -1: it
// does not.
func Memory(d engine.Demand, processors int32) int64 {
	if d.NodeMemory == 0 || d.Nodes == 0 || d.Nodes != d.MostNodes {
		return -1
	}
	return (1024*int64(d.NodeMemory)*int64(d.Nodes) + int64(processors) - 1) / int64(processors)
}
