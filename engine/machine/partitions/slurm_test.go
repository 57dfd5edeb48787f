package partitions

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
)

// Starts of the reference run r12, worked out by hand: processors and GPUs that are free on nodes of 16 with 4, GB of memory where it matters,
// and what the job gets there.
func TestSlurmChoice(t *testing.T) {
	for _, test := range []struct {
		name       string
		processors int32
		memory     int64 // MB by processor
		demand     engine.Demand
		free, want string
	}{
		{"41: the node with most GPUs, then the run that has those that are missing", 6, 1000, engine.Demand{AllGPUs: 6},
			"n01:8/0 n02:14/0 n03:0/2 n04:11/1 n05:11/1 n06:12/0 n07:12/1 n08:16/4", "n04:1/1 n05:1/1 n08:4/4"},
		{"92: more GPUs than are needed do not count", 6, 1000, engine.Demand{AllGPUs: 3}, "n03:5/1 n06:12/2 n07:16/4 n08:15/3", "n08:6/3"},
		{"143: more processors than are needed do not count", 8, 1000, engine.Demand{Nodes: 1, MostNodes: 1, NodeGPUs: 2, GPUType: "a100"},
			"n02:10/1 n03:15/2 n08:13/2", "n03:8/2"},
		{"66: a processor is left for each node that is still missing", 12, 1000, engine.Demand{Nodes: 3, MostNodes: 3, NodeGPUs: 3, GPUType: "a100"},
			"n03:16/4 n04:15/3 n06:2/4", "n03:10/3 n04:1/3 n06:1/3"},
		{"60: a node only for its GPUs gives a processor", 16, 1000, engine.Demand{AllGPUs: 8},
			"n03:9/3 n04:11/1 n05:9/1 n06:16/4", "n03:1/3 n05:1/1 n06:14/4"},
		{"106: no more processors than there is memory for", 6, 8000, engine.Demand{AllGPUs: 3}, "n03:15/2/63 n04:9/1/57 n08:4/1/52", "n03:5/2 n08:1/1"},
		{"of no run, on more nodes than it has GPUs", 20, 1000, engine.Demand{AllGPUs: 1}, "n01:8/2 n02:8/2 n03:8/2", "n01:8/0 n02:8/0 n03:4/1"},
		{"of no run, with whole tasks", 5, 1000, engine.Demand{TaskProcessors: 3}, "n01:4/0 n02:6/0", "n02:6/0"},
		// Of a run of TestRealSlurm. Nodes 4 to 8 give 14 processors, node 2 the other two. Of the eight tasks one more goes on node 6 only.
		{"the eighth task of two processors has no room", 16, 0, engine.Demand{TaskProcessors: 2},
			"n02:4/0 n04:2/0 n05:2/0 n06:4/0 n07:3/0 n08:3/0", "n02:2/0 n04:2/0 n05:2/0 n06:4/0 n07:2/0 n08:2/0"},
		// The same job in another run, where nodes 4 to 8 give 13 processors and node 2 the other three.
		{"the eighth task has a processor on the first node", 16, 0, engine.Demand{TaskProcessors: 2},
			"n02:4/0 n04:2/0 n05:2/0 n06:2/0 n07:4/0 n08:3/0", "n02:3/0 n04:2/0 n05:2/0 n06:2/0 n07:4/0 n08:2/0"},
	} {
		config := Config{Choice: Slurm, GPUTypes: []string{"a100"}, Partitions: []Partition{{Name: "gpu"}}}
		for i := range int32(8) {
			config.Nodes = append(config.Nodes, Node{Name: fmt.Sprintf("n%02d", i+1), Processors: 16, Memory: 64000, GPUs: [MaxGPUTypes]int32{4}, Weight: 10})
			config.Partitions[0].Nodes = append(config.Partitions[0].Nodes, i)
		}
		m := New(config)
		m.Begin(&engine.Workload{Jobs: []engine.Job{{Processors: test.processors}}, Memory: []int64{test.memory * 1024},
			Demand: []int32{0}, Demands: []engine.Demand{test.demand}})
		clear(m.free)
		for _, word := range strings.Fields(test.free) {
			var n int
			r := resources{memory: 64}
			fmt.Sscanf(word, "n%d:%d/%d/%d", &n, &r[processors], &r[firstGPU], &r[memory])
			r[memory] *= 1000
			m.free[n-1] = r
		}
		m.find(0, &m.classes[0])
		var got []string
		for _, s := range m.shares[0] {
			got = append(got, fmt.Sprintf("%s:%d/%d", m.Nodes[m.groups[s.group].nodes[0]].Name, s.amounts[processors], s.amounts[firstGPU]))
			if want := int64(s.amounts[processors]) * test.memory; int64(s.amounts[memory]) != want {
				t.Errorf("job %s: %d MB on a node, want %d", test.name, s.amounts[memory], want)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != test.want {
			t.Errorf("job %s: on %v, want %s", test.name, got, test.want)
		}
	}
}
