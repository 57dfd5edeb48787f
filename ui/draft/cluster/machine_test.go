package cluster

import (
	"slices"
	"strings"
	"testing"

	"backfill/policies"
	"backfill/ui/draft"
)

// Changes of a machine of partitions, of three nodes n08 to n10 and two g1, g2. 20 % more are one n11, as n10 is taken, and one g3, in the partitions
// that have all of their row; half as many are n08, n09 and g1.
func TestChangesOfACluster(t *testing.T) {
	f := draft.Form{Catalogs: policies.Catalogs()}
	machine := draft.Choice{Kind: "partitions", Texts: map[string]string{
		"nodes":      "name processors memory gpus\nn[08-10] 8 64 -\ng[1-2] 8 - 4",
		"partitions": "name nodes number tier maxTime\nall ALL 7 1 -\nsome n[08-09]+g[1-2] - 2 3600",
		"choice":     "bestFit"}}
	for _, c := range []struct {
		name              string
		change            func(m *Machine)
		nodes, partitions string
	}{
		{"more", func(m *Machine) { m.MoreNodes(20) }, "    name processors memory gpus\nn[08-11]          8     64    -\n  g[1-2]          8      -    4\n",
			"name           nodes number tier maxTime\n all             ALL      7    1       -\nsome n[08-09]+g[1-2]      -    2    3600\n"},
		{"more by half", func(m *Machine) { m.MoreNodes(50) }, "    name processors memory gpus\nn[08-12]          8     64    -\n  g[1-3]          8      -    4\n",
			"name           nodes number tier maxTime\n all             ALL      7    1       -\nsome n[08-09]+g[1-3]      -    2    3600\n"},
		{"fewer", func(m *Machine) { m.MoreNodes(-50) }, "    name processors memory gpus\nn[08-09]          8     64    -\n      g1          8      -    4\n",
			"name       nodes number tier maxTime\n all         ALL      7    1       -\nsome n[08-09]+g1      -    2    3600\n"},
		{"memory", func(m *Machine) { m.MoreMemory(1.5) }, "    name processors memory gpus\nn[08-10]          8     96    -\n  g[1-2]          8      -    4\n",
			"name           nodes number tier maxTime\n all             ALL      7    1       -\nsome n[08-09]+g[1-2]      -    2    3600\n"},
		{"everywhere", func(m *Machine) { m.OnAllNodes(2) }, "    name processors memory gpus\nn[08-10]          8     64    -\n  g[1-2]          8      -    4\n",
			"name nodes number tier maxTime\n all   ALL      7    1       -\nsome   ALL      -    2    3600\n"},
		{"limits", func(m *Machine) { m.WithoutLimits(2) }, "    name processors memory gpus\nn[08-10]          8     64    -\n  g[1-2]          8      -    4\n",
			"name           nodes number tier\n all             ALL      7    1\nsome n[08-09]+g[1-2]      -    2\n"},
	} {
		cluster, ok := ReadMachine(f, machine)
		if !ok {
			t.Fatal("the machine is not read")
		}
		if cluster.Partitions()[0] != 7 || cluster.Partition(2) != "some" || cluster.Nodes() != 5 {
			t.Errorf("first partition %d, second %q, %d nodes", cluster.Partitions()[0], cluster.Partition(2), cluster.Nodes())
		}
		c.change(cluster)
		if got := cluster.Choice(); got.Texts["nodes"] != c.nodes || got.Texts["partitions"] != c.partitions || got.Texts["choice"] != "bestFit" {
			t.Errorf("%s:\n%s%s", c.name, got.Texts["nodes"], got.Texts["partitions"])
		}
	}
	if _, ok := ReadMachine(f, draft.Choice{Kind: "partitions", Texts: map[string]string{"nodes": "name\nn1", "partitions": "name\na"}}); ok {
		t.Error("a machine without processors is read")
	}
}

// Nodes n1 to n4, and g1 to g4 with GPUs; batch has the former, gpu the latter, short has all. The last of the nodes with GPUs are moved: g4
// from gpu to batch, or g3 and g4 from short to batch. Merged, batch and gpu have all eight, as short has.
func TestChangesOfPartitions(t *testing.T) {
	f := draft.Form{Catalogs: policies.Catalogs()}
	machine := draft.Choice{Kind: "partitions", Texts: map[string]string{
		"nodes":      "name processors gpus\nn[1-4] 8 -\ng[1-4] 8 a100:4",
		"partitions": "name nodes maxTime maxNodes\nbatch n[1-4] - 3\ngpu g[1-4] - -\nshort ALL 3600 -"}}
	for _, c := range []struct {
		name   string
		change func(m *Machine)
		want   string // rows of partitions
	}{
		{"GPUs", func(m *Machine) { m.MoveGPUs(1, 2, 1) }, "batch n[1-4]+g4 - 3;gpu g[1-3] - -;short ALL 3600 -"},
		{"GPUs of all", func(m *Machine) { m.MoveGPUs(2, 3, 1) }, "batch n[1-4]+g[3-4] - 3;gpu g[1-4] - -;short n[1-4]+g[1-2] 3600 -"},
		{"GPUs that it has", func(m *Machine) { m.MoveGPUs(1, 2, 3) }, "batch n[1-4] - 3;gpu g[1-4] - -;short n[1-4]+g[1-4] 3600 -"},
		{"time limit", func(m *Machine) { m.SetLimit(3, "maxTime", 7200) }, "batch n[1-4] - 3;gpu g[1-4] - -;short ALL 7200 -"},
		{"node limit", func(m *Machine) { m.SetLimit(2, "maxNodes", 2) }, "batch n[1-4] - 3;gpu g[1-4] - 2;short ALL 3600 -"},
		{"merged", func(m *Machine) { m.Merge(1, 2) }, "batch ALL - 3;gpu ALL - -;short ALL 3600 -"},
	} {
		cluster, ok := ReadMachine(f, machine)
		if !ok {
			t.Fatal("the machine is not read")
		}
		c.change(cluster)
		var rows []string
		for _, line := range strings.Split(strings.TrimSpace(cluster.Choice().Texts["partitions"]), "\n")[1:] {
			rows = append(rows, strings.Join(strings.Fields(line), " "))
		}
		if got := strings.Join(rows, ";"); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	cluster, _ := ReadMachine(f, machine)
	if got := cluster.GPUNodes(3, 1); !slices.Equal(got, []string{"g1", "g2", "g3", "g4"}) || len(cluster.GPUNodes(2, 3)) != 0 || len(cluster.GPUNodes(1, 2)) != 0 {
		t.Errorf("short has %v that batch has not", got)
	}
	if cluster.Limit(3, "maxTime") != 3600 || cluster.Limit(1, "maxTime") != 0 || cluster.HasNoLimits(1) || !cluster.HasNoLimits(2) || cluster.Shares(1, 2) || !cluster.HasAllNodes(3) {
		t.Error("limits or nodes are read wrongly")
	}
}
