package slurmconf

import (
	"compress/gzip"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"backfill/engine/workload/workloadtest"
)

// text is a file beside the checkout.
func text(t *testing.T, name string) string {
	t.Helper()
	var r io.Reader = workloadtest.OpenTrace(t, "slurm/"+name)
	if strings.HasSuffix(name, ".gz") {
		var err error
		if r, err = gzip.NewReader(r); err != nil {
			t.Fatal(err)
		}
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// slurm.conf of each reference run gives the nodes and partitions that its scontrol shows, in whatever order the files come.
func TestReferenceRuns(t *testing.T) {
	for _, run := range []string{"r1", "r1p", "r2", "r3", "r4", "r5", "r7", "r9", "r11", "r12"} {
		conf := File{"slurm.conf", text(t, run+"/slurm.conf")}
		nodes, partitions := File{"nodes", text(t, run+"/scontrol-node.txt.gz")}, File{"partitions", text(t, run+"/scontrol-partition.txt.gz")}
		want, err := Read(conf)
		if err != nil {
			t.Fatal(err)
		}
		for _, files := range [][]File{{nodes, partitions}, {partitions, nodes}, {conf, partitions, nodes}, {partitions, conf}} {
			got, err := Read(files...)
			if err != nil {
				t.Fatal(err)
			}
			// scontrol shows partitions and nodes by name.
			slices.SortFunc(got.Partitions, func(a, b Partition) int { return strings.Compare(a.Name, b.Name) })
			slices.SortFunc(want.Partitions, func(a, b Partition) int { return strings.Compare(a.Name, b.Name) })
			if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) || len(got.Nodes) == 0 || len(got.Partitions) == 0 {
				t.Errorf("%s, of %s:\n%+v\nslurm.conf says\n%+v", run, files[0].Name, got, want)
			}
		}
	}
}

// A configuration with all that there is: defaults, sets of nodes, processors that follow from sockets, lines that go on, GPUs of types,
// limits in all words.
func TestConfiguration(t *testing.T) {
	c, err := Read(File{"slurm.conf", `# A cluster
ClusterName=centre  # its name
NodeName=DEFAULT RealMemory=64000 Sockets=2 CoresPerSocket=8 \
   ThreadsPerCore=2
NodeName=n[01-02,10],login Feature=old,ib
NodeName=g[1-2]-[a,b] CPUs=16 Gres=gpu:a100:4,gpu:2,nvme:1 Weight=10
NodeSet=fast Nodes=g1-a,g1-b
PartitionName=DEFAULT MaxTime=7-00
PartitionName=cpu Nodes=n[01-02] Default=YES DefaultTime=30 AllowAccounts=chem,bio
PartitionName=gpu Nodes=fast,n10 MaxTime=1-12:30 PriorityTier=5 OverSubscribe=EXCLUSIVE MaxNodes=2 State=DOWN
PartitionName=all Nodes=ALL MaxTime=UNLIMITED AllowQos=ALL
PartitionName=none MaxTime=00:20:00
Include gres.conf
`})
	if err != nil {
		t.Fatal(err)
	}
	var nodes []string
	for _, n := range c.Nodes {
		nodes = append(nodes, fmt.Sprintf("%s %d %d %d %v %v", n.Name, n.Processors, n.Memory, n.Weight, n.GPUs, n.Features))
	}
	if got, want := strings.Join(nodes, "\n"), `n01 32 64000 1 [] [old ib]
n02 32 64000 1 [] [old ib]
n10 32 64000 1 [] [old ib]
login 32 64000 1 [] [old ib]
g1-a 16 64000 10 [{a100 4} { 2}] []
g1-b 16 64000 10 [{a100 4} { 2}] []
g2-a 16 64000 10 [{a100 4} { 2}] []
g2-b 16 64000 10 [{a100 4} { 2}] []`; got != want {
		t.Errorf("nodes\n%s\nwant\n%s", got, want)
	}
	if c.Processors() != 4*32+4*16 || c.GPUs() != 4*6 {
		t.Errorf("%d processors, %d GPUs", c.Processors(), c.GPUs())
	}
	const day = 24 * 3600
	want := []Partition{
		{Name: "cpu", Nodes: []int32{0, 1}, Default: true, Up: true, Tier: 1, MaxTime: 7 * day, DefaultTime: 1800, MaxNodes: Unlimited, Accounts: []string{"chem", "bio"}},
		{Name: "gpu", Nodes: []int32{2, 4, 5}, Tier: 5, MaxTime: day + 12*3600 + 30*60, DefaultTime: Unlimited, MaxNodes: 2, Exclusive: true},
		{Name: "all", Nodes: []int32{0, 1, 2, 3, 4, 5, 6, 7}, Up: true, Tier: 1, MaxTime: Unlimited, DefaultTime: Unlimited, MaxNodes: Unlimited},
		{Name: "none", Up: true, Tier: 1, MaxTime: 1200, DefaultTime: Unlimited, MaxNodes: Unlimited},
	}
	for i, p := range c.Partitions {
		if fmt.Sprintf("%+v", p) != fmt.Sprintf("%+v", want[i]) {
			t.Errorf("partition\n%+v\nwant\n%+v", p, want[i])
		}
	}
	if got := strings.Join(c.Unused, "\n"); got != "slurm.conf:13: the file that is included; give it, too\nslurm.conf:12: the partition none, which has no nodes" {
		t.Errorf("not used: %s", got)
	}
}

// What is wrong is told with file, line, key and what is accepted.
func TestMistakes(t *testing.T) {
	for conf, want := range map[string]string{
		"hello":                        "f:1: neither slurm.conf nor",
		"NodeName=n[1-999999999]":      "f:1: NodeName=n[1-999999999]: more than 100000 hosts",
		"NodeName=n[1-3":               "f:1: NodeName=n[1-3: a bracket that is not closed",
		"NodeName=n[3-1]":              "f:1: NodeName=n[3-1]: a range such as 01-16",
		"NodeName=n[1-9][1-9999][1-9]": "more than 100000 hosts",
		"\n\nNodeName=a CPUs=-4":       "f:3: cpus=-4: a whole number from 0 to",
		"NodeName=a Gres=gpu:a100:x":   "f:1: Gres=gpu:a100:x: a number such as gpu:4",
		"NodeName=a\nPartitionName=p Nodes=a MaxTime=soon": "f:2: MaxTime=soon: minutes, or a length",
		"NodeName=a\nPartitionName=p Nodes=a[":             "f:2: Nodes=a[: a bracket that is not closed",
	} {
		if _, err := Read(File{"f", conf}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", conf, err, want)
		}
	}
	c, err := Read(File{"f", "NodeName=a\nNodeName=b\nPartitionName=p Nodes=a,c"})
	if err != nil || fmt.Sprint(c.Unused) != "[f:3: the node c of the partition p, which no line describes the node b, which is in no partition]" {
		t.Errorf("%v, %v", c.Unused, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("NodeName=n[01-16,a] CPUs=4 Gres=gpu:2\nPartitionName=p Nodes=ALL MaxTime=1-00:00\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Read(File{"f", text})
		if err != nil {
			return
		}
		for _, p := range c.Partitions {
			for _, n := range p.Nodes {
				if n < 0 || int(n) >= len(c.Nodes) {
					t.Fatal(n)
				}
			}
		}
		c.Processors()
	})
}
