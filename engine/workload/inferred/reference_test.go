package inferred

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/workloadtest"
)

// Of nine runs of a real Slurm the machine is a part of the real one: no node has more, and no partition other nodes. How much of it there is, in
// all processors, memory that the cluster counts, and GPUs, is known.
func TestPartOfTheRealMachine(t *testing.T) {
	for _, c := range []struct {
		run        string
		processors string
		memory     string // GB; where jobs are given memory
		gpus       string
		nodes      string // in all partitions
	}{
		{"r1", "", "", "", ""}, {"r1p", "", "", "", ""}, {"r2", "", "", "", ""}, {"r3", "", "", "", ""}, {"r4", "", "", "", ""}, {"r5", "", "", "", ""},
		{"r7", "", "", "", ""}, {"r9", "", "", "", ""}, {"r11", "", "", "", ""}, {"r12", "", "", "", ""},
	} {
		text, err := io.ReadAll(workloadtest.OpenTrace(t, "slurm/"+c.run+"/slurm.conf"))
		if err != nil {
			t.Fatal(err)
		}
		real, err := slurmconf.Read(slurmconf.File{Name: "slurm.conf", Text: string(text)})
		if err != nil {
			t.Fatal(err)
		}
		for _, dump := range []string{"all", "steps", "dup"} {
			file := "slurm/" + c.run + "/sacct-" + dump + ".txt.gz"
			log, err := accounting.Read(workloadtest.OpenTrace(t, file), file, accounting.Options{})
			if err != nil {
				t.Fatal(err)
			}
			m := Of(log)
			if m.Cluster == nil {
				t.Fatalf("%s: no nodes", file)
			}
			place := func(name string) int {
				return slices.IndexFunc(real.Nodes, func(n slurmconf.Node) bool { return n.Name == name })
			}
			var table strings.Builder
			for i, n := range m.Cluster.Nodes {
				is := real.Nodes[place(m.names[i])]
				fmt.Fprintf(&table, "%s %d/%d %d/%d %v/%v\n", is.Name, n.Processors, is.Processors, n.Memory, is.Memory, n.GPUs, is.GPUs)
				if n.Processors > is.Processors || n.Memory > is.Memory || len(n.GPUs) > len(is.GPUs) || len(n.GPUs) > 0 && (n.GPUs[0].Type != is.GPUs[0].Type || n.GPUs[0].Count > is.GPUs[0].Count) {
					t.Errorf("%s: node %s has more: %+v, really %+v", file, is.Name, n, is)
				}
			}
			for _, p := range m.Cluster.Partitions {
				is := real.Partitions[slices.IndexFunc(real.Partitions, func(q slurmconf.Partition) bool { return q.Name == p.Name })]
				fmt.Fprintf(&table, "%s %d/%d\n", p.Name, len(p.Nodes), len(is.Nodes))
				for _, n := range p.Nodes {
					if !slices.Contains(is.Nodes, int32(place(m.names[n]))) {
						t.Errorf("%s: partition %s has the node %s", file, p.Name, m.names[n])
					}
				}
			}
			if dump == "dup" {
				t.Logf("%s: %d/%d\n%s%+v %d %d %d", file, m.Cluster.Processors(), real.Processors(), table.String(), m.Partitions, m.Runs, m.Unplaced, m.Several)
			}
		}
	}
}
