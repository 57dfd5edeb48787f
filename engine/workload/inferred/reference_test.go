package inferred

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"testing"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/scenario"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/workloadtest"
	"backfill/policies"
)

// Of ten runs of a real Slurm the machine is a part of the real one: no node has more, and no partition other nodes. How near it comes is known:
// processors, memory where jobs are given any, GPUs and nodes in partitions, of the real ones. Every job that ran can run there.
func TestPartOfTheRealMachine(t *testing.T) {
	for run, want := range map[string]string{
		"r1": "64/64 processors, 0/0 MB, 0/0 GPUs, 16/16 in partitions", "r1p": "64/64 processors, 0/0 MB, 0/0 GPUs, 1/1 in partitions",
		"r2": "64/64 processors, 0/0 MB, 0/0 GPUs, 16/16 in partitions", "r3": "64/64 processors, 0/0 MB, 0/0 GPUs, 16/16 in partitions",
		// Nothing of the partition wide ran on seven nodes.
		"r4": "64/64 processors, 0/0 MB, 0/0 GPUs, 37/44 in partitions", "r5": "64/64 processors, 0/0 MB, 0/0 GPUs, 16/16 in partitions",
		"r7": "32/32 processors, 0/0 MB, 0/0 GPUs, 8/8 in partitions", "r9": "64/64 processors, 0/0 MB, 0/0 GPUs, 16/16 in partitions",
		"r11": "16/16 processors, 0/0 MB, 0/0 GPUs, 9/10 in partitions",
		// Full were its GPUs.
		"r12": "158/192 processors, 457502/768000 MB, 32/32 GPUs, 16/16 in partitions",
	} {
		text, err := io.ReadAll(workloadtest.OpenTrace(t, "slurm/"+run+"/slurm.conf"))
		if err != nil {
			t.Fatal(err)
		}
		real, err := slurmconf.Read(slurmconf.File{Name: "slurm.conf", Text: string(text)})
		if err != nil {
			t.Fatal(err)
		}
		for _, dump := range []string{"all", "steps", "dup"} {
			file := "slurm/" + run + "/sacct-" + dump + ".txt.gz"
			log, err := accounting.Read(workloadtest.OpenTrace(t, file), file, accounting.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := near(t, file, Of(log), real, log.Legend[accounting.Hosts]); dump == "dup" && got != want {
				t.Errorf("%s: %s, want %s", file, got, want)
			}
			if never := neverRuns(t, Of(log), log, file); never > 0 {
				t.Errorf("%s: %d jobs that ran can never run on the machine", file, never)
			}
		}
	}
}

// near says how near a machine of nodes with these names comes to the real one, of which it is to be a part.
func near(t *testing.T, file string, m *Machine, real *slurmconf.Cluster, names []string) string {
	place := func(n int32) int32 {
		return int32(slices.IndexFunc(real.Nodes, func(r slurmconf.Node) bool { return r.Name == names[n] }))
	}
	gpus := func(n *slurmconf.Node) (count int32) {
		for _, g := range n.GPUs {
			count += g.Count
		}
		return count
	}
	var memory, realMemory int64
	for i := range m.Cluster.Nodes {
		n, is := &m.Cluster.Nodes[i], &real.Nodes[place(int32(i))]
		if n.Processors > is.Processors || n.Memory > is.Memory || gpus(n) > gpus(is) || len(n.GPUs) > 0 && n.GPUs[0].Type != is.GPUs[0].Type {
			t.Errorf("%s: node %s has more than there is: %+v, really %+v", file, is.Name, n, is)
		}
		if memory += n.Memory; n.Memory > 0 {
			realMemory += is.Memory
		}
	}
	inPartitions, reallyInPartitions := 0, 0
	for _, p := range m.Cluster.Partitions {
		is := &real.Partitions[slices.IndexFunc(real.Partitions, func(r slurmconf.Partition) bool { return r.Name == p.Name })]
		for _, n := range p.Nodes {
			if !slices.Contains(is.Nodes, place(n)) {
				t.Errorf("%s: partition %s has the node %s", file, p.Name, names[n])
			}
		}
		inPartitions, reallyInPartitions = inPartitions+len(p.Nodes), reallyInPartitions+len(is.Nodes)
	}
	return fmt.Sprintf("%d/%d processors, %d/%d MB, %d/%d GPUs, %d/%d in partitions", m.Cluster.Processors(), real.Processors(), memory, realMemory, m.Cluster.GPUs(), real.GPUs(), inPartitions, reallyInPartitions)
}

// neverRuns is how many jobs that ran are refused on a machine as a scenario describes it.
func neverRuns(t *testing.T, m *Machine, log *accounting.Log, file string) (never int) {
	fields, _ := m.Cluster.Machine(Legend(&log.Legend))
	fields["kind"] = json.RawMessage(`"partitions"`)
	s, err := json.Marshal(map[string]any{"version": 1, "machine": fields, "workload": map[string]any{"kind": "accounting", "file": file}, "policies": []any{map[string]any{"kind": "fcfs"}}})
	if err != nil {
		t.Fatal(err)
	}
	read, err := scenario.Read(s)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(read, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	w, _, err := plan.Workload(0, func(string) (io.ReadCloser, error) { return io.NopCloser(workloadtest.OpenTrace(t, file)), nil })
	if err != nil {
		t.Fatal(err)
	}
	machine := plan.Machine()
	machine.Begin(w)
	for j := range w.Jobs {
		if w.Wait[j] >= 0 && !machine.CanEver(int32(j)) {
			never++
		}
	}
	return never
}
