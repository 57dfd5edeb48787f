package draft

import (
	"testing"

	"backfill/policies"
)

// Changes of a machine of partitions, of three nodes n08 to n10 and two g1, g2. 20 % more are one n11, as n10 is taken, and one g3, in the partitions
// that have all of their row; half as many are n08, n09 and g1.
func TestChangesOfACluster(t *testing.T) {
	f := Form{Catalogs: policies.Catalogs()}
	machine := Choice{Kind: "partitions", Texts: map[string]string{
		"nodes":      "name processors memory gpus\nn[08-10] 8 64 -\ng[1-2] 8 - 4",
		"partitions": "name nodes number tier maxTime\nall ALL 7 1 -\nsome n[08-09]+g[1-2] - 2 3600",
		"choice":     "bestFit"}}
	for _, c := range []struct {
		name              string
		change            func(c *Cluster)
		nodes, partitions string
	}{
		{"more", func(c *Cluster) { c.MoreNodes(20) }, "    name processors memory gpus\nn[08-11]          8     64    -\n  g[1-3]          8      -    4\n",
			"name           nodes number tier maxTime\n all             ALL      7    1       -\nsome n[08-09]+g[1-3]      -    2    3600\n"},
		{"fewer", func(c *Cluster) { c.MoreNodes(-50) }, "    name processors memory gpus\nn[08-09]          8     64    -\n      g1          8      -    4\n",
			"name       nodes number tier maxTime\n all         ALL      7    1       -\nsome n[08-09]+g1      -    2    3600\n"},
		{"memory", func(c *Cluster) { c.MoreMemory(1.5) }, "    name processors memory gpus\nn[08-10]          8     96    -\n  g[1-2]          8      -    4\n",
			"name           nodes number tier maxTime\n all             ALL      7    1       -\nsome n[08-09]+g[1-2]      -    2    3600\n"},
		{"everywhere", func(c *Cluster) { c.OnAllNodes(2) }, "    name processors memory gpus\nn[08-10]          8     64    -\n  g[1-2]          8      -    4\n",
			"name nodes number tier maxTime\n all   ALL      7    1       -\nsome   ALL      -    2    3600\n"},
		{"limits", func(c *Cluster) { c.WithoutLimits(2) }, "    name processors memory gpus\nn[08-10]          8     64    -\n  g[1-2]          8      -    4\n",
			"name           nodes number tier\n all             ALL      7    1\nsome n[08-09]+g[1-2]      -    2\n"},
	} {
		cluster, ok := f.Cluster(machine)
		if !ok {
			t.Fatal("the machine is not read")
		}
		if cluster.First() != 7 || cluster.Partition(2) != "some" || cluster.Nodes() != 5 {
			t.Errorf("first partition %d, second %q, %d nodes", cluster.First(), cluster.Partition(2), cluster.Nodes())
		}
		c.change(cluster)
		if got := cluster.Machine(); got.Texts["nodes"] != c.nodes || got.Texts["partitions"] != c.partitions || got.Texts["choice"] != "bestFit" {
			t.Errorf("%s:\n%s%s", c.name, got.Texts["nodes"], got.Texts["partitions"])
		}
	}
	if _, ok := f.Cluster(Choice{Kind: "partitions", Texts: map[string]string{"nodes": "name\nn1", "partitions": "name\na"}}); ok {
		t.Error("a machine without processors is read")
	}
}
