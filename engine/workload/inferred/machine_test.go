package inferred

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"backfill/engine/machine/hostlist"
	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload/accounting"
)

const head = "JobID|Partition|Submit|Start|End|State|AllocCPUS|NNodes|AllocTRES|NodeList|Suspended\n"

func logOf(t *testing.T, rows string) *accounting.Log {
	t.Helper()
	log, err := accounting.Read(strings.NewReader(head+rows), "log", accounting.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return log
}

// told is a machine of nodes with these names as a line: the nodes with processors, MB and GPUs, then the partitions.
func told(m *Machine, names []string) string {
	if m.Cluster == nil {
		return "none"
	}
	var list []string
	for i, n := range m.Cluster.Nodes {
		text := fmt.Sprintf("%s:%d/%d", names[i], n.Processors, n.Memory)
		for _, g := range n.GPUs {
			text += fmt.Sprintf("/%s=%d", g.Type, g.Count)
		}
		list = append(list, text)
	}
	for _, p := range m.Cluster.Partitions {
		list = append(list, fmt.Sprint(p.Name, p.Nodes))
	}
	return strings.Join(list, " ")
}

// Of PBS, job 1 had 4 processors and 8 GB on a, beside job 2 with 2 and 1 GB. Job 3 had 8 on each of two nodes, which is known of both together, and they are taken to
// be alike; what it had of memory is not told. Job 4 still runs as the log ends, on b10, which people count behind b.
func TestMachineOfALogOfPBS(t *testing.T) {
	pbs := func(kind string, job, start int, more string) string {
		return fmt.Sprintf("03/02/2026 10:00:00;%s;%d.s;user=u queue=work ctime=1772445600 qtime=1772445600 etime=1772445600 start=%d %s\n", kind, job, 1772445600+start, more)
	}
	log, err := accounting.Read(strings.NewReader(pbs("E", 1, 0, "exec_host=a/0*4 Resource_List.ncpus=4 Resource_List.mem=8gb end=1772445700")+
		pbs("E", 2, 10, "exec_host=a/1*2 Resource_List.ncpus=2 Resource_List.mem=1gb end=1772445650")+
		pbs("E", 3, 200, "exec_host=a/0*8+b/0*8 Resource_List.ncpus=16 end=1772445900")+
		pbs("S", 4, 400, "exec_host=b10/0*3 Resource_List.ncpus=3")), "log", accounting.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := told(Of(log), log.Legend[accounting.Hosts]), "a:8/9216 b:8/0 b10:3/0 work[0 1 2]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Small logs whose machines are derived by hand.
func TestMachineOfALog(t *testing.T) {
	for _, c := range []struct{ name, rows, want string }{
		// Two jobs at once on n1 have 2 + 3 processors; that of 4 came when the one of 3 had ended, in the same second: 2 + 4 = 6.
		{"one node", "1|a|0|0|100|COMPLETED|2|1|cpu=2,mem=1000M|n1|\n2|a|0|0|50|COMPLETED|3|1|cpu=3,mem=500M|n1|\n3|a|0|50|60|COMPLETED|4|1|cpu=4|n1|\n", "n1:6/1500 a[0]"},
		// In a job of 5 processors on two nodes each has at least 1. With 2 of job 2, n2 has 3. Together they had 5 + 2 = 7: alike nodes
		// have 4 each.
		{"two nodes", "1|a|0|0|100|COMPLETED|5|2|cpu=5|n[1-2]|\n2|b|0|10|20|COMPLETED|2|1|cpu=2|n2|\n", "n1:4/0 n2:4/0 a[0 1] b[1]"},
		// Both nodes full by two jobs on both: 6 + 2 = 8, as alike as can be 4 each.
		{"the same nodes", "1|a|0|0|100|COMPLETED|6|2|cpu=6|n[1-2]|\n2|a|0|10|20|COMPLETED|2|2|cpu=2|n[1-2]|\n", "n1:4/0 n2:4/0 a[0 1]"},
		// Three nodes with 9 processors, of which n1 is known to have 5 by itself: 5 + 2 + 2.
		{"known to have more", "1|a|0|0|10|COMPLETED|5|1|cpu=5|n1|\n2|a|0|20|30|COMPLETED|9|3|cpu=9|n[1-3]|\n", "n1:5/0 n2:2/0 n3:2/0 a[0 1 2]"},
		// Of 4 GPUs on two nodes each has 2, as the job asks for as many on each; of 3 on two nodes one may have 2.
		{"GPUs", "1|a|0|0|10|COMPLETED|2|2|cpu=2,gres/gpu:v=4,gres/gpu=4|g[1-2]|\n2|a|0|0|10|COMPLETED|2|2|cpu=2,gres/gpu=3|h[1-2]|\n", "g1:1/0/v=2 g2:1/0/v=2 h1:1/0/=2 h2:1/0/=2 a[0 1 2 3]"},
		// The parts of a heterogeneous job run at once: 1 + 2. People count n2 before n10.
		{"heterogeneous", "7+0|a|0|0|10|COMPLETED|1|1|cpu=1|n2|\n7+1|a|0|0|10|COMPLETED|2|1|cpu=2|n2|\n8|b|0|0|10|COMPLETED|1|1|cpu=1|n10|\n", "n2:3/0 n10:1/0 a[0] b[1]"},
		// A job of no time ran beside the one that ran before and after, not beside one that came or ended in that second.
		{"no time", "1|a|0|0|20|COMPLETED|1|1|cpu=1|n1|\n2|a|0|10|10|COMPLETED|2|1|cpu=2|n1|\n3|a|0|10|20|COMPLETED|3|1|cpu=3|n1|\n4|a|0|0|10|COMPLETED|1|1|cpu=1|n1|\n", "n1:4/0 a[0]"},
		// While it is suspended others may have its processors: it counts when it starts.
		{"suspended", "1|a|0|0|100|COMPLETED|4|1|cpu=4|n1|00:00:50\n2|a|0|10|20|COMPLETED|4|1|cpu=4|n1|\n", "n1:4/0 a[0]"},
		// Nobody was on n3: the job was cancelled while it waited. One still runs as the log ends, at 90, with another one that came at 80.
		{"never started, running", "1|a|0|None|30|CANCELLED by 0|4|1||None assigned|\n2|a|0|0|Unknown|RUNNING|2|1|cpu=2|n1|\n3|a|0|80|90|COMPLETED|1|1|cpu=1|n1|\n", "n1:3/0 a[0]"},
		// It lost a node while it ran: how many processors it had where is not clear. There is one at least.
		{"other nodes than it had", "1|a|0|0|100|COMPLETED|8|2|cpu=8|n[1-3]|\n", "n1:1/0 n2:1/0 n3:1/0 a[0 1 2]"},
		{"no partition", "1||0|0|100|COMPLETED|8|1|cpu=8|n1|\n2|a|0|0|100|COMPLETED|1|1|cpu=1|n2|\n", "n1:8/0 n2:1/0 a[1] [0]"},
		{"no names", "1|a|0|0|100|COMPLETED|8|1|cpu=8||\n", "none"},
		{"no list of hosts", "1|a|0|0|100|COMPLETED|8|1|cpu=8|n[1-|\n2|a|0|0|100|COMPLETED|8|1|cpu=8|n1,,n2|\n", "none"},
		{"a huge list", "1|a|0|0|100|COMPLETED|8|1|cpu=8|n[1-99999999]|\n2|a|0|0|10|COMPLETED|1|1|cpu=1|n1|\n", "n1:1/0 a[0]"},
		{"too many nodes", "1|a|0|0|100|COMPLETED|9000|9000|cpu=9000|n[1-9000]|\n2|a|0|0|100|COMPLETED|9000|9000|cpu=9000|m[1-9000]|\n", "none"},
	} {
		log := logOf(t, c.rows)
		m := Of(log)
		if got := told(m, log.Legend[accounting.Hosts]); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if m.TooMany != (c.name == "too many nodes") {
			t.Errorf("%s: too many nodes: %v", c.name, m.TooMany)
		}
	}
}

// In use at once in the partition a are 2 + 3 processors, later 4 with 3 GPUs of 2 types; in b 1, so that 6 are in use in all.
func TestUseByPartition(t *testing.T) {
	m := Of(logOf(t, "1|a|0|0|10|COMPLETED|2|1|cpu=2,mem=10M||\n2|a|0|5|10|COMPLETED|3|1|cpu=3,mem=20M||\n3|b|0|5|10|COMPLETED|1|1|cpu=1||\n4|a|0|10|20|COMPLETED|4|1|cpu=4,gres/gpu:v=1,gres/gpu=1||\n5|a|0|19|20|COMPLETED|0|1|cpu=1,gres/gpu:w=2,gres/gpu=2||\n"))
	if want := []Use{{5, 3, 30 << 10}, {1, 0, 0}}; !slices.Equal(m.Partitions, want) || m.Most != (Use{6, 3, 30 << 10}) || m.Runs != 5 || m.Unplaced != 5 {
		t.Errorf("%+v, want %+v", m, want)
	}
}

// On random clusters of alike nodes, whatever of the nodes jobs get: no node has more than the real one, and each has what jobs of one node had
// there at once.
func TestNoNodeHasMore(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		nodes, each, gpus := 1+r.IntN(8), 1+r.IntN(12), r.IntN(5)
		type held struct {
			end       int
			cpu, gpus []int // by node
		}
		var running []held
		var rows strings.Builder
		single := make([]int, nodes) // most processors of jobs on one node that ran there at once
		for job, now := 1, 0; job < 60; job++ {
			now += r.IntN(4)
			running = slices.DeleteFunc(running, func(h held) bool { return h.end <= now })
			freeOf := func(n int) (cpu, gpu int) {
				cpu, gpu = each, gpus
				for _, h := range running {
					cpu, gpu = cpu-h.cpu[n], gpu-h.gpus[n]
				}
				return cpu, gpu
			}
			h := held{now + 1 + r.IntN(20), make([]int, nodes), make([]int, nodes)}
			var names []string
			cpus, all := 0, 0
			for _, n := range r.Perm(nodes)[:1+r.IntN(nodes)] {
				cpu, gpu := freeOf(n)
				if cpu == 0 {
					continue
				}
				h.cpu[n], h.gpus[n] = 1+r.IntN(cpu), r.IntN(gpu+1)
				cpus, all = cpus+h.cpu[n], all+h.gpus[n]
				names = append(names, fmt.Sprintf("n%d", n+1))
			}
			if cpus == 0 {
				continue
			}
			running = append(running, h)
			tres := fmt.Sprintf("cpu=%d,mem=%dM", cpus, 100*cpus)
			if all > 0 {
				tres += fmt.Sprintf(",gres/gpu=%d", all)
			}
			fmt.Fprintf(&rows, "%d|a|0|%d|%d|COMPLETED|%d|%d|%s|%s|\n", job, now, h.end, cpus, len(names), tres, hostlist.Compress(names))
			for n := range single {
				sum := 0
				for _, other := range running {
					if total := 0; other.cpu[n] > 0 {
						for _, cpu := range other.cpu {
							total += cpu
						}
						if total == other.cpu[n] {
							sum += total
						}
					}
				}
				single[n] = max(single[n], sum)
			}
		}
		log := logOf(t, rows.String())
		m := Of(log)
		for i := range m.Cluster.Nodes {
			n := &m.Cluster.Nodes[i]
			var at int
			if _, err := fmt.Sscanf(log.Legend[accounting.Hosts][i], "n%d", &at); err != nil {
				t.Fatal(err)
			}
			count := int32(0)
			if len(n.GPUs) > 0 {
				count = n.GPUs[0].Count
			}
			if int(n.Processors) > each || n.Memory > int64(100*each) || int(count) > gpus || int(n.Processors) < single[at-1] {
				t.Fatalf("seed %d: %+v, really %d processors, %d GPUs, jobs of one node had %d\n%s", seed, n, each, gpus, single[at-1], rows.String())
			}
		}
	}
}

// What is made names no node.
func TestNoNodeIsNamed(t *testing.T) {
	m := Of(logOf(t, "1|a|0|0|10|COMPLETED|1|1|cpu=1|secret1|\n2|a|0|0|10|COMPLETED|1|2|cpu=2|secret[1-2]|\n"))
	fields, _ := m.Cluster.Machine(&slurmconf.Legend{Partitions: []string{"a"}})
	if text := fmt.Sprintf("%+v %s %s", *m.Cluster, fields["nodes"], fields["partitions"]); strings.Contains(text, "secret") {
		t.Error(text)
	}
}
