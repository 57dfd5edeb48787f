package partitions

import (
	"bufio"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"backfill/engine"
	"backfill/engine/machine/hostlist"
	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload/workloadtest"
)

// event is a line of slurmctld.log.
type event struct {
	kind           string // of lines
	at             time.Time
	job, partition string
	nodes          []string
	from           time.Time // of a promise
	row            int32     // of a start, in the workload
}

var lines = []struct {
	kind string
	text *regexp.Regexp
}{
	{"main", regexp.MustCompile(`sched: Allocate JobId=(?P<job>\S+) NodeList=(?P<nodes>\S+) #CPUs=\d+ Partition=(?P<partition>\S+)`)},
	{"backfill", regexp.MustCompile(`_start_job: Started JobId=(?P<job>\S+) in (?P<partition>\S+) on (?P<nodes>\S+)`)},
	{"end", regexp.MustCompile(`(?:_job_complete:|Time limit exhausted for|preempted|REQUEST_KILL_JOB) JobId=(?P<job>\S+)`)},
	{"pass", regexp.MustCompile(`_attempt_backfill: beginning`)},
	{"promise", regexp.MustCompile(`_dump_job_sched: JobId=\S+ to start at \S+T(?P<from>\S+), end at \S+ on nodes (?P<nodes>\S+) in`)},
}

// referenceRun is a run: its machine, with a workload that has a row for each start, and its log.
func referenceRun(t *testing.T, run string) (*Machine, []event) {
	conf, err := io.ReadAll(workloadtest.OpenTrace(t, "slurm/"+run+"/slurm.conf"))
	if err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(workloadtest.OpenTrace(t, "slurm/"+run+"/submissions.csv")).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	m, events := cluster(t, string(conf)), eventsOf(t, run)
	w := &engine.Workload{}
	for i := range events {
		e := &events[i]
		if e.kind != "main" && e.kind != "backfill" {
			continue
		}
		id, _ := strconv.Atoi(regexp.MustCompile(`^\d+`).FindString(e.job)) // without what follows in arrays
		row := slices.IndexFunc(table, func(r []string) bool {
			return r[3] == strconv.Itoa(id) || r[3] == "" && r[4] == fmt.Sprintf("j%03d", id-1) // of srun
		})
		job, memory, d := request(table[0], table[row], strings.Contains(e.job, "+1("))
		d.Partitions = []int32{int32(slices.IndexFunc(m.Partitions, func(p Partition) bool { return p.Name == e.partition }))}
		e.row = int32(len(w.Jobs))
		w.Jobs, w.Memory, w.Demand, w.Demands = append(w.Jobs, job), append(w.Memory, memory), append(w.Demand, e.row), append(w.Demands, d)
	}
	m.Begin(w)
	return m, events
}

// eventsOf reads a log.
func eventsOf(t *testing.T, run string) (events []event) {
	r, err := gzip.NewReader(workloadtest.OpenTrace(t, "slurm/"+run+"/slurmctld.log.gz"))
	if err != nil {
		t.Fatal(err)
	}
	s := bufio.NewScanner(r)
	for s.Scan() {
		for _, l := range lines {
			found := l.text.FindStringSubmatch(s.Text())
			if found == nil {
				continue
			}
			e := event{kind: l.kind, at: instant(t, s.Text()[12:24])}
			for i, name := range l.text.SubexpNames() {
				switch name {
				case "job":
					e.job = found[i]
				case "partition":
					e.partition = found[i]
				case "from":
					e.from = instant(t, found[i])
				case "nodes":
					if e.nodes, err = hostlist.Expand(found[i], 100); err != nil {
						t.Fatal(err)
					}
				}
			}
			events = append(events, e)
		}
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	if run == "r4" { // jobs over a limit of their QOS: sacct has their ends, the log does not
		end := instant(t, "08:36:44")
		at := slices.IndexFunc(events, func(e event) bool { return e.at.After(end) })
		for _, j := range []string{"74", "76", "77"} {
			events = slices.Insert(events, at, event{kind: "end", at: end, job: j})
		}
	}
	return events
}

// instant is a time of a log: each is of one day.
func instant(t *testing.T, clock string) time.Time {
	at, err := time.Parse(time.TimeOnly, clock)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// cluster is the machine of slurm.conf.
func cluster(t *testing.T, conf string) *Machine {
	c, err := slurmconf.Read(slurmconf.File{Name: "slurm.conf", Text: conf})
	if err != nil {
		t.Fatal(err)
	}
	config := Config{Choice: Slurm, GPUTypes: []string{"a100"}}
	for _, n := range c.Nodes {
		node := Node{Name: n.Name, Processors: n.Processors, Weight: int32(n.Weight), Features: n.Features}
		if strings.Contains(conf, "_Memory") {
			node.Memory = int32(n.Memory)
		}
		for _, g := range n.GPUs {
			node.GPUs[slices.Index(config.GPUTypes, g.Type)] = g.Count
		}
		config.Nodes = append(config.Nodes, node)
	}
	for i, p := range c.Partitions {
		config.Partitions = append(config.Partitions, Partition{Name: p.Name, Number: int32(i), Nodes: p.Nodes, MinNodes: p.MinNodes,
			MaxNodes: max(p.MaxNodes, 0), Whole: p.Exclusive})
	}
	return New(config)
}

// request is what a row of submissions.csv asks for, or the second part of its heterogeneous job. DefMemPerCPU is 1000 where memory counts.
func request(names, row []string, second bool) (job engine.Job, memory int64, d engine.Demand) {
	command := row[slices.Index(names, "command")]
	if first, rest, _ := strings.Cut(command, " --wrap"); second {
		_, command, _ = strings.Cut(rest, " : ")
	} else {
		command = first
	}
	option := func(pattern string) string {
		if found := regexp.MustCompile(`(?:^| )` + pattern + `(?: |$)`).FindStringSubmatch(command); found != nil {
			return found[1]
		}
		return ""
	}
	number := func(text string) int32 {
		n, _ := strconv.Atoi(text)
		return int32(n)
	}
	column := func(name string) int32 { return number(row[slices.Index(names, name)]) }
	d = engine.Demand{Nodes: column("nodes"), MostNodes: column("nodes"), NodeMemory: number(option(`--mem=(\d+)`)),
		NodeGPUs: number(option(`--gres=gpu(?::a100)?:(\d+)`)), AllGPUs: number(option(`--gpus=(?:a100:)?(\d+)`)), GPUType: option(`--g\S*(a100):\d+`),
		Features: strings.Fields(option(`-C (\S+)`)), Whole: option(`(--exclusive)`) != ""}
	job.Processors = max(number(option(`-n(\d+)`)), column("cpus"), d.Nodes)
	minutes := column("limit")
	if least := number(option(`--time-min=(\d+)`)); least > 0 {
		minutes = least
	}
	job.Estimate = engine.Time(minutes) * 60 * engine.Second
	memory = 1000
	if n := number(option(`--mem-per-cpu=(\d+)`)); n > 0 {
		memory = int64(n)
	}
	return job, memory * 1024, d
}
