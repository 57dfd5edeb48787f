package scenario

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/engine/machine/hosts"
	"backfill/engine/machine/multicluster"
	"backfill/engine/machine/nodes"
	"backfill/engine/param"
)

// MachineKind is an entry of the catalog of machines.
type MachineKind struct {
	param.Description
	// New makes an empty machine from checked values. An error is a *param.Error with
	// a path relative to the machine.
	New func(v param.Values) (engine.Machine, error)
	// Draws says whether the machine chooses at random, so that replications differ; nil: never.
	Draws func(v param.Values) bool
}

// Machines lists every kind of machine.
var Machines = []MachineKind{clusterKind, hostsKind, multiclusterKind, nodesKind, partitionsKind, farmKind}

var clusterKind = MachineKind{
	Description: param.Description{Kind: "cluster", Name: "Cluster",
		Doc: "Identical processors in one pool: any free ones will do for any job.",
		Params: []param.Param{
			{Name: "processors", Kind: param.Integer, Unit: "processors", Min: 1, Max: engine.MaxProcessors, Required: true,
				Doc: "How many processors the machine has."},
			{Name: "unit", Kind: param.Integer, Unit: "processors", Min: 1, Max: engine.MaxProcessors, Default: int64(1),
				Doc: "The smallest number of processors that is given out: a job occupies its own rounded up to a multiple of it."},
		}},
	New: func(v param.Values) (engine.Machine, error) {
		processors, unit := v.Int("processors"), v.Int("unit")
		if processors%unit != 0 {
			return nil, &param.Error{Path: "/unit", Value: strconv.FormatInt(unit, 10),
				Reason: fmt.Sprintf("a divisor of the %d processors is accepted", processors)}
		}
		return engine.NewCluster(int32(processors), int32(unit)), nil
	},
}

// mostHosts of a machine: each has a forecast of its own.
const mostHosts = 10_000

// hostRows are the fields of a machine of the given hosts.
func hostRows(rows string) map[string]json.RawMessage {
	return map[string]json.RawMessage{"hosts": json.RawMessage("[" + rows + "]")}
}

var hostsKind = MachineKind{
	Description: param.Description{Kind: "hosts", Name: "Hosts with shared memory",
		Doc: "Computers with processors and memory of their own: a job lives inside one of them.",
		Params: []param.Param{
			{Name: "hosts", Kind: param.Table, Required: true, Max: 1000, Doc: "The computers, alike ones in one row.", Columns: []param.Param{
				{Name: "processors", Kind: param.Integer, Unit: "processors", Min: 1, Max: engine.MaxProcessors, Required: true, Doc: "Of one computer."},
				{Name: "memory", Kind: param.Number, Unit: "GB", Min: 0.001, Max: 1e6, Required: true, Doc: "Of one computer, that jobs can use; counted in whole MB, as is what jobs need, both rounded up."},
				{Name: "count", Kind: param.Integer, Min: 1, Max: mostHosts, Default: int64(1), Doc: "How many computers like this there are."},
			}},
			{Name: "choice", Kind: param.Choice, Choices: []string{"firstFit", "bestFit"}, Default: "firstFit",
				Doc: "Where a job is placed: on the first computer with room in ascending order of processors and memory, or on the one with the fewest processors free."},
		},
		Presets: []param.Preset{
			{Name: "NCSA Origin 2000", Source: "Chiang, Arpaci-Dusseau, Vernon 2002",
				Doc:    "960 processors and 336 GB: seven computers of 128 processors, three with 62 GB and four with 30, and one of 64 with 30 GB. Published are the totals; 2 GB of each computer are taken to be reserved.",
				Fields: hostRows(`{"processors":64,"memory":30},{"processors":128,"memory":30,"count":4},{"processors":128,"memory":62,"count":3}`)},
			{Name: "NCSA Origin 2000, an eighth of the memory reserved", Source: "Chiang, Arpaci-Dusseau, Vernon 2002",
				Doc:    "The other reading of the same totals: four computers of 128 processors with 56 GB, three with 28, and one of 64 with 28 GB.",
				Fields: hostRows(`{"processors":64,"memory":28},{"processors":128,"memory":28,"count":3},{"processors":128,"memory":56,"count":4}`)},
		}},
	New: func(v param.Values) (engine.Machine, error) {
		var list []hosts.Host
		processors := int64(0)
		for i, row := range v.Rows("hosts") {
			count := row.Int("count")
			processors += count * row.Int("processors")
			if int64(len(list))+count > mostHosts || processors > engine.MaxProcessors {
				return nil, &param.Error{Path: fmt.Sprintf("/hosts/%d/count", i), Value: strconv.FormatInt(count, 10),
					Reason: fmt.Sprintf("too many; up to %d computers with %d processors in all are accepted", mostHosts, engine.MaxProcessors)}
			}
			host := hosts.Host{Processors: int32(row.Int("processors")), Memory: int32(math.Ceil(row.Float("memory") * 1024))}
			list = append(list, slices.Repeat([]hosts.Host{host}, int(count))...)
		}
		choice := hosts.FirstFit
		if v.Text("choice") == "bestFit" {
			choice = hosts.BestFit
		}
		return hosts.New(list, choice), nil
	},
}

var multiclusterKind = MachineKind{
	Description: param.Description{Kind: "multicluster", Name: "Several clusters",
		Doc:    "Clusters with a common queue: jobs with several components run in as many of them at the same time, other jobs in one.",
		Source: "Ngubiri and van Vliet, Group-wise performance evaluation of processor co-allocation in multi-cluster systems, JSSPP 2007",
		Params: []param.Param{
			{Name: "clusters", Kind: param.Integers, Unit: "processors", Min: 1, Max: engine.MaxProcessors, Required: true, Doc: "How many processors each cluster has."},
			{Name: "placement", Kind: param.Choice, Choices: []string{"worstFit", "bestFit", "firstFit"}, Default: "worstFit",
				Doc: "Where a component goes, the widest first: to the cluster with the most processors free, to that with the fewest that has room, or to the first that has room."},
			{Name: "share", Kind: param.Boolean, Default: false, Doc: "Whether components of one job may run in the same cluster."},
			{Name: "slowdown", Kind: param.Number, Min: 1, Max: 100, Default: 1.0,
				Doc: "By what the run time of a job is multiplied that runs in several clusters, for the communication between them; requests stay as they are: unless the kill rule is never, jobs that take longer than theirs are stopped."},
		},
		Presets: []param.Preset{
			{Name: "Five clusters of 20", Source: "Ngubiri and van Vliet 2007", Doc: "The multi-cluster of the study.",
				Fields: map[string]json.RawMessage{"clusters": json.RawMessage("[20,20,20,20,20]")}},
		}},
	New: func(v param.Values) (engine.Machine, error) {
		var size []int32
		sum := int64(0)
		for i, n := range v.Ints("clusters") {
			if sum += n; sum > engine.MaxProcessors {
				return nil, &param.Error{Path: fmt.Sprintf("/clusters/%d", i), Value: strconv.FormatInt(n, 10),
					Reason: fmt.Sprintf("too many; up to %d processors in all are accepted", engine.MaxProcessors)}
			}
			size = append(size, int32(n))
		}
		rule := map[string]multicluster.Rule{"worstFit": multicluster.WorstFit, "bestFit": multicluster.BestFit, "firstFit": multicluster.FirstFit}[v.Text("placement")]
		return multicluster.New(size, rule, v.Bool("share"), v.Float("slowdown")), nil
	},
}

var nodesKind = MachineKind{
	Description: param.Description{Kind: "nodes", Name: "Nodes that share memory bandwidth",
		Doc:    "Numbered processors on nodes whose processes share the memory bandwidth: where they ask for more than there is, all of them run slower.",
		Source: "Guim, Corbalan, Labarta, Modeling the impact of resource sharing in backfilling policies using the Alvio simulator, MASCOTS 2007",
		Params: []param.Param{
			{Name: "processors", Kind: param.Integer, Unit: "processors", Min: 1, Max: mostNodeProcessors, Required: true, Doc: "How many processors the machine has."},
			{Name: "perNode", Kind: param.Integer, Unit: "processors", Min: 1, Max: 4096, Default: int64(4), Doc: "How many each node has; the last one may have fewer."},
			{Name: "selection", Kind: param.Choice, Choices: selections, Default: "firstFit",
				Doc: "Which free processors a job gets: firstFit, those with the lowest numbers; firstContiguous, the first run that is long enough; nextFit, those behind the last that were given out; nodeCyclic, the first of each node in turn, then the second of each, and so on; random ones, others in each replication."},
			{Name: "model", Kind: param.Choice, Choices: []string{"none", "rate", "firstOrder"}, Default: "rate",
				Doc: "How processes slow each other down: not at all; by their rate, as the conflicts on the node are at each instant; or, as it was published, by an extension for the conflicts during the job's run time alone."},
			{Name: "bandwidth", Kind: param.Number, Unit: "MB/s", Min: 1, Max: 1e9, Default: 6000.0, Doc: "Memory bandwidth of a node."},
			{Name: "network", Kind: param.Number, Unit: "MB/s", Min: 0, Max: 1e9, Default: 0.0, Doc: "Network bandwidth of a node; 0: not limited."},
			{Name: "memory", Kind: param.Number, Unit: "GB", Min: 0, Max: 1e5, Default: 0.0, Doc: "Memory of a node; 0: not limited."},
			{Name: "penaltyScale", Kind: param.Number, Min: 0, Max: 100, Default: 1.0, Only: &param.Only{Name: "model", In: []string{"rate", "firstOrder"}}, Doc: "By what the penalty of a conflict is multiplied; with 0.5 most of the published extensions of run times are met better."},
		},
		Presets: []param.Preset{
			{Name: "CTC SP2, 338 processors", Source: "Parallel Workloads Archive", Doc: "The batch partition.", Fields: map[string]json.RawMessage{"processors": json.RawMessage("338")}},
			{Name: "CTC SP2, 512 processors", Source: "Guim, Corbalan, Labarta 2007", Doc: "Waits are nearer to the published ones.", Fields: map[string]json.RawMessage{"processors": json.RawMessage("512")}},
			{Name: "CTC SP2, 576 processors", Source: "Guim, Corbalan, Labarta 2007", Doc: "The published slowdowns come out with it.", Fields: map[string]json.RawMessage{"processors": json.RawMessage("576")}},
			{Name: "SDSC Blue Horizon", Source: "Parallel Workloads Archive", Doc: "In groups of 4, as published.", Fields: map[string]json.RawMessage{"processors": json.RawMessage("1152")}},
		}},
	New: func(v param.Values) (engine.Machine, error) {
		models := map[string]engine.SharingModel{"none": engine.NoSharing, "rate": engine.SharedRate, "firstOrder": engine.FirstOrder}
		return nodes.New(nodes.Config{
			Count: int32(v.Int("processors")), PerNode: int32(v.Int("perNode")), Memory: int32(math.Floor(v.Float("memory") * 1024)),
			Selection: nodes.Selection(slices.Index(selections, v.Text("selection"))),
			Sharing: engine.Sharing{Model: models[v.Text("model")], Bandwidth: int32(v.Float("bandwidth")), Network: int32(v.Float("network")),
				Scale: v.Float("penaltyScale")},
		}), nil
	},
	Draws: func(v param.Values) bool { return v.Text("selection") == "random" },
}

// selections are the names of the values of nodes.Selection.
var selections = []string{"firstFit", "firstContiguous", "nextFit", "nodeCyclic", "random"}

// mostNodeProcessors of a machine whose processors are looked at one by one.
const mostNodeProcessors = 1_000_000
