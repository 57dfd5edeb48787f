package scenario

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/machine/hostlist"
	"backfill/engine/machine/partitions"
	"backfill/engine/param"
	"backfill/engine/workload"
)

var partitionsKind = MachineKind{
	Description: param.Description{Kind: "partitions", Name: "Cluster with partitions",
		Doc: "Nodes with processors, memory and GPUs, under partitions that have limits and may overlap: a job gets nodes of one of the partitions that it names.",
		Params: []param.Param{
			{Name: "nodes", Kind: param.Table, Required: true, Max: mostHosts, Doc: "The nodes, alike ones in one row.", Columns: []param.Param{
				{Name: "name", Kind: param.Text, Required: true, Doc: "Of one node or of several, such as n[01-16]."},
				{Name: "processors", Kind: param.Integer, Unit: "processors", Min: 1, Max: engine.MaxProcessors, Required: true, Doc: "Of one node."},
				{Name: "memory", Kind: param.Number, Unit: "GB", Min: 0, Max: 1e6, Default: 0.0, Doc: "Of one node; 0: memory is not counted there."},
				{Name: "gpus", Kind: param.Text, Default: "", Doc: "Of one node, by type if there are several: 4, or a100:4,v100:2; none if left out."},
				{Name: "features", Kind: param.Text, Default: "", Doc: "Words that jobs can ask for, with commas between; none if left out."},
				{Name: "weight", Kind: param.Integer, Min: 0, Max: math.MaxInt32, Default: int64(1), Doc: "Nodes with a low one are taken first."},
			}},
			{Name: "partitions", Kind: param.Table, Required: true, Max: partitions.MaxPartitions, Doc: "The partitions, of which each is a set of nodes with limits.", Columns: []param.Param{
				{Name: "name", Kind: param.Text, Required: true, Doc: "What people call it."},
				{Name: "nodes", Kind: param.Text, Default: "ALL", Doc: "Names of its nodes, such as n[01-08],gpu[1-4]; all nodes if left out."},
				{Name: "number", Kind: param.Integer, Min: 0, Max: math.MaxInt32, Doc: "By which jobs name it; its place in the table, from 1, if left out."},
				{Name: "tier", Kind: param.Integer, Min: 0, Max: math.MaxInt32, Default: int64(1), Doc: "Jobs of partitions with a higher one go before all others."},
				{Name: "maxTime", Kind: param.Number, Listed: true, Unit: "s", Min: 0, Max: 1e12, Default: 0.0, Doc: "The longest request that it takes; 0: any."},
				{Name: "defaultTime", Kind: param.Number, Unit: "s", Min: 0, Max: 1e12, Default: 0.0, Doc: "The request of jobs of an accounting log that have none; 0: maxTime. Those that ran longer had another one."},
				{Name: "minNodes", Kind: param.Integer, Min: 0, Max: mostHosts, Default: int64(0), Doc: "On how many nodes a job runs at least."},
				{Name: "maxNodes", Kind: param.Integer, Min: 0, Max: mostHosts, Default: int64(0), Doc: "On how many nodes a job runs at most; 0: any number."},
				{Name: "accounts", Kind: param.Ranges, Min: 0, Max: math.MaxInt32, Doc: "Numbers of the accounts whose jobs it takes; all if left out. The account of a job is its group."},
				{Name: "qos", Title: "QOS", Kind: param.Ranges, Min: 0, Max: math.MaxInt32, Doc: "Numbers of the qualities of service that it takes; all if left out."},
				{Name: "whole", Kind: param.Boolean, Default: false, Doc: "Whether jobs get whole nodes."},
				{Name: "default", Kind: param.Boolean, Default: false, Doc: "Whether jobs that name no partition run here; if no partition is that, they run in any."},
			}},
			{Name: "choice", Kind: param.Choice, Choices: nodeChoices, Default: "firstFit",
				Doc: "Which nodes with room a job gets: firstFit, the first ones by weight and place in the table; bestFit, the one with the fewest processors free that holds the job, or else as few nodes as will do; slurm, those that Slurm's select/cons_tres chooses."},
			{Name: "enforcePartLimits", Title: "EnforcePartLimits", Kind: param.Choice, Choices: enforcements, Default: "no",
				Doc: "EnforcePartLimits of slurm.conf, for jobs that ask for more than a partition that they name allows: any refuses those that none of their partitions takes, all those that one of them does not take; with no, and nodes chosen as by Slurm, those that none takes wait for ever."},
		},
		Presets: []param.Preset{
			{Name: "A small centre",
				Doc: "Sixteen nodes of 32 processors with 128 GB and four with 512 GB and four GPUs each: a partition for short jobs before one for all, and one for GPUs, whose nodes short jobs may use, too.",
				Fields: map[string]json.RawMessage{
					"nodes":      json.RawMessage(`[{"name":"n[01-16]","processors":32,"memory":128},{"name":"g[1-4]","processors":32,"memory":512,"gpus":"4","weight":10}]`),
					"partitions": json.RawMessage(`[{"name":"batch","nodes":"n[01-16]","default":true},{"name":"gpu","nodes":"g[1-4]"},{"name":"short","tier":2,"maxTime":3600}]`)}},
		}},
	New: func(v param.Values) (engine.Machine, error) {
		c := partitions.Config{Choice: partitions.Choice(slices.Index(nodeChoices, v.Text("choice"))),
			Enforce: partitions.Enforcement(slices.Index(enforcements, v.Text("enforcePartLimits")))}
		places, err := partitionNodes(&c, v.Rows("nodes"))
		if err != nil {
			return nil, err
		}
		for i, row := range v.Rows("partitions") {
			p, err := partitionOf(row, i, places)
			if err != nil {
				return nil, param.Below(fmt.Sprintf("/partitions/%d", i), err)
			}
			for k := range c.Partitions {
				if c.Partitions[k].Number == p.Number || c.Partitions[k].Name == p.Name {
					return nil, &param.Error{Path: fmt.Sprintf("/partitions/%d/name", i), Value: strconv.Quote(p.Name),
						Reason: fmt.Sprintf("its name or its number, %d, is also that of row %d; a name and a number of its own are accepted", p.Number, k+1)}
				}
			}
			c.Partitions = append(c.Partitions, p)
		}
		if err := allInPartitions(&c, v.Rows("nodes")); err != nil {
			return nil, err
		}
		return partitions.New(c), nil
	},
}

// nodeChoices are the names of the values of partitions.Choice.
var nodeChoices = []string{"firstFit", "bestFit", "slurm"}

// enforcements are the names of the values of partitions.Enforcement.
var enforcements = []string{"no", "any", "all"}

// partitionNodes adds the nodes of a table to the machine. It returns their places by their names.
func partitionNodes(c *partitions.Config, rows []param.Values) (map[string]int32, error) {
	places := map[string]int32{}
	processors := int64(0)
	for i, row := range rows {
		refuse := func(column, reason string) error {
			return &param.Error{Path: fmt.Sprintf("/nodes/%d/%s", i, column), Value: param.Format(row[column]), Reason: reason}
		}
		names, err := hostlist.Expand(row.Text("name"), mostHosts)
		if err != nil {
			return nil, refuse("name", err.Error())
		}
		processors += int64(len(names)) * row.Int("processors")
		if len(c.Nodes)+len(names) > mostHosts || processors > engine.MaxProcessors {
			return nil, refuse("name", fmt.Sprintf("too many; up to %d nodes with %d processors in all are accepted", mostHosts, engine.MaxProcessors))
		}
		n := partitions.Node{Processors: int32(row.Int("processors")), Memory: int32(math.Ceil(row.Float("memory") * 1024)), Weight: int32(row.Int("weight"))}
		if n.GPUs, err = gpusOf(c, row.Text("gpus")); err != nil {
			return nil, refuse("gpus", err.Error())
		}
		if features := row.Text("features"); features != "" {
			n.Features = strings.Split(features, ",")
		}
		for _, name := range names {
			if _, taken := places[name]; taken {
				return nil, refuse("name", fmt.Sprintf("there is another node %s; each name is accepted once", name))
			}
			places[name] = int32(len(c.Nodes))
			n.Name = name
			c.Nodes = append(c.Nodes, n)
		}
	}
	return places, nil
}

// allInPartitions refuses a node that is in no partition: nothing could ever run there.
func allInPartitions(c *partitions.Config, rows []param.Values) error {
	used := make([]bool, len(c.Nodes))
	for i := range c.Partitions {
		for _, n := range c.Partitions[i].Nodes {
			used[n] = true
		}
	}
	if n := slices.Index(used, false); n >= 0 {
		for i, row := range rows {
			if names, _ := hostlist.Expand(row.Text("name"), mostHosts); slices.Contains(names, c.Nodes[n].Name) {
				return &param.Error{Path: fmt.Sprintf("/nodes/%d/name", i), Value: strconv.Quote(row.Text("name")),
					Reason: "no partition has the node " + c.Nodes[n].Name + "; nodes of a partition are accepted"}
			}
		}
	}
	return nil
}

// timeLimits are those of the partitions of a machine, nil if it has no partitions or no limits. A job that names none has those of the first
// default partition.
func timeLimits(m engine.Machine) workload.TimeLimits {
	machine, is := m.(*partitions.Machine)
	if !is {
		return nil
	}
	var limits workload.TimeLimits
	set := func(number int32, p *partitions.Partition) {
		if _, known := limits[number]; known || p.DefaultTime == 0 && p.MaxTime == 0 {
			return
		}
		if limits == nil {
			limits = workload.TimeLimits{}
		}
		limits[number] = workload.TimeLimit{Default: p.DefaultTime, Most: p.MaxTime}
	}
	if d := slices.IndexFunc(machine.Partitions, func(p partitions.Partition) bool { return p.Default }); d >= 0 {
		set(workload.NoPartition, &machine.Partitions[d])
	}
	for i := range machine.Partitions {
		set(machine.Partitions[i].Number, &machine.Partitions[i])
	}
	return limits
}

// mostAdmitted accounts, or QOS, of a partition.
const mostAdmitted = 10_000

// mostGPUs of one type on a node.
const mostGPUs = 1024

// gpusOf reads the GPUs of a node, such as "a100:4,v100:2" or "4", and adds types that are new to the machine.
func gpusOf(c *partitions.Config, text string) (gpus [partitions.MaxGPUTypes]int32, err error) {
	if text == "" {
		return gpus, nil
	}
	for _, part := range strings.Split(text, ",") {
		kind, count, typed := strings.Cut(part, ":")
		if !typed {
			kind, count = "", part
		}
		n, err := strconv.ParseInt(strings.TrimSpace(count), 10, 32)
		if err != nil || n < 0 || n > mostGPUs {
			return gpus, fmt.Errorf("numbers from 0 to %d are accepted, behind a type if there are several: 4, or a100:4,v100:2", mostGPUs)
		}
		at := slices.Index(c.GPUTypes, kind)
		if at < 0 {
			if at = len(c.GPUTypes); at == partitions.MaxGPUTypes {
				return gpus, fmt.Errorf("up to %d types of GPUs are accepted", partitions.MaxGPUTypes)
			}
			c.GPUTypes = append(c.GPUTypes, kind)
		}
		gpus[at] += int32(n)
	}
	return gpus, nil
}

// partitionOf is the partition of row i of a table.
func partitionOf(row param.Values, i int, places map[string]int32) (partitions.Partition, error) {
	p := partitions.Partition{Name: row.Text("name"), Number: int32(i) + 1, Tier: int32(row.Int("tier")), MaxTime: engine.FromSeconds(row.Float("maxTime")), DefaultTime: engine.FromSeconds(row.Float("defaultTime")),
		MinNodes: int32(row.Int("minNodes")), MaxNodes: int32(row.Int("maxNodes")), Whole: row.Bool("whole"), Default: row.Bool("default")}
	if row.Has("number") {
		p.Number = int32(row.Int("number"))
	}
	for _, c := range []struct {
		column string
		admits *[]int32
	}{{"accounts", &p.Accounts}, {"qos", &p.QOS}} {
		if !row.Has(c.column) {
			continue
		}
		for _, one := range row.Set(c.column) {
			if one.To-one.From >= mostAdmitted || len(*c.admits) > mostAdmitted {
				return p, &param.Error{Path: "/" + c.column, Value: strconv.Quote(row.Set(c.column).String()), Reason: fmt.Sprintf("up to %d numbers are accepted", mostAdmitted)}
			}
			for n := one.From; n <= one.To; n++ {
				*c.admits = append(*c.admits, int32(n))
			}
		}
	}
	if p.Name == "" {
		return p, &param.Error{Path: "/name", Value: `""`, Reason: "a name is accepted"}
	}
	if list := row.Text("nodes"); list == "ALL" {
		for _, at := range places {
			p.Nodes = append(p.Nodes, at)
		}
	} else {
		names, err := hostlist.Expand(list, mostHosts)
		if err != nil {
			return p, &param.Error{Path: "/nodes", Value: strconv.Quote(list), Reason: err.Error()}
		}
		for _, name := range names {
			at, known := places[name]
			if !known {
				return p, &param.Error{Path: "/nodes", Value: strconv.Quote(list), Reason: fmt.Sprintf("no row describes the node %s; names of nodes that are described are accepted", name)}
			}
			p.Nodes = append(p.Nodes, at)
		}
	}
	slices.Sort(p.Nodes)
	p.Nodes = slices.Compact(p.Nodes)
	return p, nil
}
