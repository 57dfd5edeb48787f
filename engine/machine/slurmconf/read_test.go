package slurmconf

import (
	"compress/gzip"
	"fmt"
	"io"
	"reflect"
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

var runs = []string{"r1", "r1p", "r2", "r3", "r4", "r5", "r7", "r9", "r11", "r12"}

// slurm.conf of each reference run gives the nodes and partitions that its scontrol shows, in whatever order the files come.
func TestReferenceRuns(t *testing.T) {
	for _, run := range runs {
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
			if len(got.Nodes) == 0 || len(got.Partitions) == 0 || !reflect.DeepEqual(got.Nodes, want.Nodes) || !reflect.DeepEqual(got.Partitions, want.Partitions) {
				t.Errorf("%s, of %s:\n%+v\nslurm.conf says\n%+v", run, files[0].Name, got, want)
			}
			if told := strings.Join(got.Unused, "\n"); strings.Contains(told, "which") || strings.Contains(told, "State") {
				t.Errorf("%s, of %s: %s", run, files[0].Name, told)
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
		{Name: "cpu", Nodes: []int32{0, 1}, Default: true, Up: true, Tier: 1, JobFactor: 1, MaxTime: 7 * day, DefaultTime: 1800, MaxNodes: Unlimited, PreemptMode: "OFF", Accounts: []string{"chem", "bio"}},
		{Name: "gpu", Nodes: []int32{2, 4, 5}, Tier: 5, JobFactor: 1, MaxTime: day + 12*3600 + 30*60, DefaultTime: Unlimited, MaxNodes: 2, Exclusive: true, PreemptMode: "OFF"},
		{Name: "all", Nodes: []int32{0, 1, 2, 3, 4, 5, 6, 7}, Up: true, Tier: 1, JobFactor: 1, MaxTime: Unlimited, DefaultTime: Unlimited, MaxNodes: Unlimited, PreemptMode: "OFF"},
		{Name: "none", Up: true, Tier: 1, JobFactor: 1, MaxTime: 1200, DefaultTime: Unlimited, MaxNodes: Unlimited, PreemptMode: "OFF"},
	}
	for i, p := range c.Partitions {
		if fmt.Sprintf("%+v", p) != fmt.Sprintf("%+v", want[i]) {
			t.Errorf("partition\n%+v\nwant\n%+v", p, want[i])
		}
	}
	if got := strings.Join(c.Unused, "\n"); got != "slurm.conf:6: Gres=nvme:1\nslurm.conf:13: the file that is included; give it, too\nslurm.conf:10: State=DOWN of the partition gpu\nslurm.conf:12: the partition none, which has no nodes" {
		t.Errorf("not used: %s", got)
	}
}

// What is wrong is told with file, line, key and what is accepted.
func TestMistakes(t *testing.T) {
	for conf, want := range map[string]string{
		"hello":                        "f:1: neither slurm.conf, nor",
		"NodeName=n[1-999999999]":      "f:1: NodeName=n[1-999999999]: more than 100000 hosts",
		"NodeName=n[1-3":               "f:1: NodeName=n[1-3: a bracket that is not closed",
		"NodeName=n[3-1]":              "f:1: NodeName=n[3-1]: a range such as 01-16",
		"NodeName=n[1-9][1-9999][1-9]": "more than 100000 hosts",
		"\n\nNodeName=a CPUs=-4":       "f:3: CPUs=-4: a whole number from 0 to",
		"NodeName=a Gres=gpu:a100:x":   "f:1: Gres=gpu:a100:x: a number such as gpu:4",
		"NodeName=a\nPartitionName=p Nodes=a MaxTime=soon": "f:2: MaxTime=soon: minutes, or a length",
		"NodeName=a\nPartitionName=p Nodes=a[":             "f:2: Nodes=a[: a bracket that is not closed",
		"NodeName=a CPUs=UNLIMITED":                        "f:1: NodeName=a: CPUs and RealMemory are whole numbers",
		"ClusterName=a\nPartitionName= MaxTime=5":          "f:2: PartitionName=: the name of a partition",
		"KillWait=soon":                     "f:1: KillWait=soon: a whole number from 0 to 4294967295 is accepted",
		"DefMemPerCPU=4G":                   "f:1: DefMemPerCPU=4G: a whole number from 0",
		"PriorityMaxAge=old":                "f:1: PriorityMaxAge=old: minutes, or a length",
		"Account|User|Share\na|b|":          "",
		"Account|User|Share\na|b":           "f:2: 2 columns; 3 are accepted",
		"Account|User|Share\n|b|1":          "f:2: Account=: the name of an account",
		"Account|User|Share\na|b|-7":        "f:2: Share=-7: a whole number",
		"Account|User|GrpTRES\na|b|cpu":     "f:2: GrpTRES=cpu: amounts such as",
		"Account|User|GrpTRES\na|b|cpu=x":   "f:2: GrpTRES=cpu=x: an amount such as",
		"Account|User|MaxWall\na|b|1:2:3:4": "f:2: MaxWall=1:2:3:4: minutes",
		"Name|MaxWall\n|1":                  "f:2: Name=: the name of a QOS",
		"Name|UsageFactor\nq|-1":            "f:2: UsageFactor=-1: a number that is not negative",
	} {
		_, err := Read(File{"f", conf})
		if want == "" && err == nil {
			continue
		}
		if err == nil || want == "" || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", conf, err, want)
		}
	}
}

// Nodes without a description and without a partition are told.
func TestStrayNodes(t *testing.T) {
	for more, want := range map[string]string{
		"":                "f:3: the node c of the partition p, which no line describes\nthe node b, which is in no partition",
		"NodeName=n[1-9]": "f:3: the node c of the partition p, which no line describes\nthe nodes b,n[1-9], which are in no partition",
	} {
		c, err := Read(File{"f", "NodeName=a\nNodeName=b\nPartitionName=p Nodes=a,c\n" + more})
		if err != nil || strings.Join(c.Unused, "\n") != want {
			t.Errorf("%q, %v", c.Unused, err)
		}
	}
}

func TestSpacesAndQuotes(t *testing.T) {
	c, err := Read(File{"f", `ClusterName = x
Epilog="/bin/a b"
NodeName = n1 CPUs =4 RealMemory= 8000 Reason="too old" Feature=a,b
   NodeName=n2 CPUs=2
PartitionName=p Nodes=n1,n2 Comment="MaxTime is short" MaxTime = 5
`})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(c.Nodes, c.Partitions[0].Nodes, c.Partitions[0].MaxTime, c.Settings); got != "[{n1 4 8000 [] [a b] 1} {n2 2 1 [] [] 1}] [0 1] 300 map[ClusterName:x Epilog:/bin/a b]" {
		t.Error(got)
	}
}

func TestRecognises(t *testing.T) {
	for start, want := range map[string]bool{
		"# mine\n\nClusterName=a":                            true,
		"SchedulerParameters=bf_interval=1":                  true,
		"include other.conf\nNodeName=a":                     true,
		"include other.conf\nhello":                          false,
		"Configuration data as of 2026-11-23T09:18:05\nAcc":  true,
		"AccountingStorageBackupHost = (null)\n":             true,
		"NodeName=n01 Arch=x86_64 CoresPerSocket=1 \n   CPU": true,
		"PartitionName=long\n   AllowGroups=ALL":             true,
		"No reservations in the system":                      true,
		"ReservationName=maint StartTime=2026":               true,
		"Cluster|Account|User|Partition|Share|Priority|Gr":   true,
		"Account|Par Name|User|GrpTRES|":                     true,
		"Name|Priority|GraceTime|Preempt|Preem":              true,
		"JobID|Account|User|QOS|Priority|MaxRSS":             false,
		"Account|User|RawShares|NormShares|RawUsage":         false,
		"Name|Age":          false,
		"hello":             false,
		"":                  false,
		"{\"NodeName\": 1}": false,
	} {
		if Recognises(start) != want {
			t.Errorf("%q: %v", start, !want)
		}
	}
}

// What else the folders of the reference runs have is no configuration.
func TestOtherFiles(t *testing.T) {
	for _, run := range runs {
		for _, name := range []string{"sacct-all.txt.gz", "sacct-plain.txt.gz", "sacct-steps.txt.gz", "sdiag.txt", "sinfo.txt", "slurmctld.log.gz", "squeue.txt.gz", "submissions.csv"} {
			if Recognises(text(t, run+"/"+name)) {
				t.Errorf("%s of %s is taken for a configuration", name, run)
			}
		}
	}
	for _, name := range []string{"r3/sprio.txt.gz", "r3/sshare.txt.gz", "r4/actions.csv"} {
		if Recognises(text(t, name)) {
			t.Errorf("%s is taken for a configuration", name)
		}
	}
}

// scontrol -o shows a node in one line, with a "#" in it that begins no comment.
func TestOneLine(t *testing.T) {
	c, err := Read(File{"f", "\ufeffNodeName=n1 Arch=x86_64 CPUAlloc=0 CPUTot=4 Gres= NodeAddr=n1 OS=Linux 5.10 #1 SMP Debian RealMemory=4000 State=IDLE\r\n"})
	if err != nil || fmt.Sprint(c.Nodes) != "[{n1 4 4000 [] [] 1}]" {
		t.Errorf("%+v, %v", c, err)
	}
}

// A few lines may stand for more nodes than there is memory for: they are refused.
func TestTooMuch(t *testing.T) {
	workloadtest.OnlyNatively(t)
	conf := "NodeName=n[1-99999]\n" + strings.Repeat("NodeSet=s Nodes=n[1-99999]\n", 200) + "PartitionName=p Nodes=s,s,s,s"
	if _, err := Read(File{"f", conf}); err == nil || !strings.Contains(err.Error(), "more than 1000000 nodes") {
		t.Error(err)
	}
	if _, err := Read(File{"f", "NodeName=n[1-99999]\nNodeName=m[1-99999]"}); err == nil || err.Error() != "f:2: NodeName=m[1-99999]: more than 100000 nodes in all; up to so many are accepted" {
		t.Error(err)
	}
	var many strings.Builder
	many.WriteString("NodeName=n[1-99999]\n")
	for i := range 200 {
		fmt.Fprintf(&many, "PartitionName=p%d Nodes=ALL\n", i)
	}
	if _, err := Read(File{"f", many.String()}); err == nil || !strings.Contains(err.Error(), "in the lists of all partitions") {
		t.Error(err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("NodeName=n[01-16,a] CPUs=4 Gres=gpu:2\nPartitionName=p Nodes=ALL MaxTime=1-00:00\n")
	f.Add("Configuration data as of x\nKillWait = 30 sec\nDefMemPerNode = UNLIMITED\nPriorityMaxAge = 7-0\nAccountingStorageEnforce = safe,qos\n")
	f.Add("Account|User|Share|GrpTRES|MaxWall\na||parent|cpu=16,mem=1.5G|1-00\nName|Preempt|UsageFactor\nq|a,b|0.5\n")
	f.Add("NodeName=a CPUTot=4 State=DOWN*+DRAIN\n   Gres=(null)\n\nPartitionName=p\n   TotalNodes=1 State=DRAIN Nodes=a LLN=YES\nNodeName=a CPUs = 3\nPartitionName=p Nodes=b DenyQos=x\n")
	f.Fuzz(func(t *testing.T, text string) {
		half := strings.LastIndexByte(text[:len(text)/2], '\n') + 1
		for _, files := range [][]File{{{"f", text}}, {{"f", text[:half]}, {"g", text[half:]}}, {{"g", text[half:]}, {"f", text[:half]}, {"f", text}}} {
			c, err := Read(files...)
			if err != nil {
				if e, ok := err.(*Error); !ok || e.File == "" || e.Line < 1 || e.Reason == "" {
					t.Fatalf("%v", err)
				}
				continue
			}
			for _, p := range c.Partitions {
				for _, n := range p.Nodes {
					if n < 0 || int(n) >= len(c.Nodes) {
						t.Fatal(n)
					}
				}
			}
			for key, value := range c.Settings {
				if !slices.Contains(SettingKeys(), key) || value == "" {
					t.Fatalf("%s=%q", key, value)
				}
			}
			if c.Processors() < 0 || c.DefMemPerCPU() < Unlimited || c.DefMemPerNode() == 0 {
				t.Fatal(c.Processors(), c.DefMemPerCPU(), c.DefMemPerNode())
			}
			for _, a := range c.Associations {
				if a.Account == "" || a.GrpWall < Unlimited || a.Share < ParentShare || a.MaxTRES.Of("cpu") < Unlimited {
					t.Fatalf("%+v", a)
				}
			}
		}
	})
}
