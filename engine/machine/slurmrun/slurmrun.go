// Package slurmrun reads what a run of a real Slurm left behind, for tests: its configuration, what was submitted, and every line of its
// log that tells of a pass, a start, a promise or an end. It knows no machine and no policy.
package slurmrun

import (
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload/workloadtest"
)

// Run is a run.
type Run struct {
	Conf    string // slurm.conf
	Cluster *slurmconf.Cluster
	Epoch   int64 // unix seconds of time zero: the midnight before the run
	Jobs    []Job // in the order of their numbers; tasks of an array and components of a heterogeneous job each for itself
	Events  []Event
	Began   engine.Time // when the daemon was ready
	Reasons []Reason    // in the order of time

	rows map[string]int32
}

// Reason is why a job waited, as squeue showed it.
type Reason struct {
	At   engine.Time // the begin of the second
	Row  int32
	Text string
}

// Job is what was submitted.
type Job struct {
	Name       string // as in the log, without the number in parentheses: 12, 12_3, 12+1
	Label      string // the name that its user gave it
	User       string
	Account    string
	QOS        string
	Partitions []string // nil: the default
	Nice       int64
	Options    string // the command
	engine.Job        // Submit and Run are not known: the log has them
	Demand     engine.Demand
	Memory     int64 // KB by processor; 0: none asked for
}

// Read reads the run that stands in a folder of the traces. It skips the test where they are absent.
func Read(t testing.TB, name string) *Run {
	t.Helper()
	return ReadFolder(t, workloadtest.TracePath(t, "slurm/"+name))
}

// ReadFolder reads the run that stands in a folder: slurm.conf, submissions.csv, slurmctld.log and, if there are any, sacctmgr.txt and
// squeue.txt; each as it is or packed by gzip.
func ReadFolder(t testing.TB, folder string) *Run {
	t.Helper()
	r := &Run{Conf: content(t, folder, "slurm.conf", true), rows: map[string]int32{}}
	files := []slurmconf.File{{Name: "slurm.conf", Text: r.Conf}}
	if accounts := content(t, folder, "sacctmgr.txt", false); accounts != "" {
		files = append(files, slurmconf.File{Name: "sacctmgr.txt", Text: accounts})
	}
	var err error
	if r.Cluster, err = slurmconf.Read(files...); err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(strings.NewReader(content(t, folder, "submissions.csv", true))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	r.readLog(t, content(t, folder, "slurmctld.log", true))
	for i, row := range table[1:] {
		r.add(submission{table[0], row}, i)
	}
	r.readReasons(t, content(t, folder, "squeue.txt", false))
	for i := range r.Events {
		r.Events[i].Row = r.Row(r.Events[i].Job)
	}
	r.tellCleaned()
	return r
}

// content is what a file has, as it is or packed; nothing, if there is none and none is needed.
func content(t testing.TB, folder, name string, needed bool) string {
	t.Helper()
	path := filepath.Join(folder, name)
	text, err := os.ReadFile(path)
	if !errors.Is(err, fs.ErrNotExist) {
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	f, err := os.Open(path + ".gz")
	if errors.Is(err, fs.ErrNotExist) && !needed {
		return ""
	} else if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	unpacked, err := gzip.NewReader(f)
	if err == nil {
		text, err = io.ReadAll(unpacked)
	}
	if err != nil {
		t.Fatalf("%s: %v", f.Name(), err)
	}
	return string(text)
}

// Row is the place of a job in Jobs by its name; -1 if there is none.
func (r *Run) Row(name string) int32 {
	if row, known := r.rows[name]; known {
		return row
	}
	return -1
}

// Workload is the jobs with what they ask for; partition is the number of a partition, by name. Times of submission, run times and the
// order are left to the caller.
func (r *Run) Workload(partition func(name string) int32) *engine.Workload {
	w := &engine.Workload{}
	for i := range r.Jobs {
		j := &r.Jobs[i]
		d := j.Demand
		for _, p := range j.Partitions {
			d.Partitions = append(d.Partitions, partition(p))
		}
		if number, _, is := strings.Cut(j.Name, "+"); is {
			if w.Leader == nil {
				w.Leader = slices.Repeat([]int32{engine.NoJob}, len(r.Jobs))
			}
			w.Leader[i] = r.Row(number + "+0")
		}
		w.Jobs, w.Memory, w.Demand, w.Demands = append(w.Jobs, j.Job), append(w.Memory, j.Memory), append(w.Demand, int32(i)), append(w.Demands, d)
		if array, _, is := strings.Cut(j.Name, "_"); is && i > 0 && strings.HasPrefix(r.Jobs[i-1].Name, array+"_") {
			w.Demand[i] = w.Demand[i-1] // tasks of an array ask for the same
		}
	}
	return w
}

// submission is a row of submissions.csv.
type submission struct{ names, row []string }

func (s submission) text(column string) string {
	for i, name := range s.names {
		if name == column {
			return s.row[i]
		}
	}
	panic("slurmrun: no column " + column)
}

func (s submission) number(column string) int64 {
	n, _ := strconv.ParseInt(s.text(column), 10, 64)
	return n
}

// option is what follows in the command what the pattern has in parentheses.
func (s submission) option(command, pattern string) string {
	if found := regexp.MustCompile(`(?:^| )` + pattern + `(?: |$)`).FindStringSubmatch(command); found != nil {
		return found[1]
	}
	return ""
}

// add adds the jobs of a row. The number of jobs of srun, which is not there, is that of the row.
func (r *Run) add(s submission, row int) {
	id := s.text("jobid")
	if id == "" {
		id = strconv.Itoa(row + 1)
	}
	if _, err := strconv.Atoi(id); err != nil {
		return // was refused
	}
	command, _, _ := strings.Cut(s.text("command"), " --wrap")
	var names []string
	switch array := s.text("array"); {
	case array != "":
		tasks, _, _ := strings.Cut(array, "%")
		for _, part := range strings.Split(tasks, ",") {
			first, last, is := strings.Cut(part, "-")
			from, _ := strconv.Atoi(first)
			to := from
			if is {
				to, _ = strconv.Atoi(last)
			}
			for ; from <= to; from++ {
				names = append(names, fmt.Sprintf("%s_%d", id, from))
			}
		}
	case strings.Contains(s.text("command"), " : "):
		names = []string{id + "+0", id + "+1"}
	default:
		names = []string{id}
	}
	for i, name := range names {
		j := Job{Name: name, Label: s.text("name"), User: s.text("user"), Account: s.text("account"), QOS: s.text("qos"), Nice: s.number("nice"), Options: command}
		if p := s.text("partition"); p != "" {
			j.Partitions = strings.Split(p, ",")
		}
		of := command
		if i == 1 && strings.Contains(name, "+") {
			_, of, _ = strings.Cut(s.text("command"), " : ")
			of, _, _ = strings.Cut(of, " --wrap")
		}
		r.ask(&j, s, of)
		r.rows[name] = int32(len(r.Jobs))
		r.Jobs = append(r.Jobs, j)
	}
}

// ask reads what a job asks for.
func (r *Run) ask(j *Job, s submission, command string) {
	number := func(pattern string) int64 {
		n, _ := strconv.ParseInt(s.option(command, pattern), 10, 64)
		return n
	}
	tasks := max(int32(number(`-n(\d+)`)), int32(s.number("cpus")), 1)
	nodes := int32(s.number("nodes"))
	if s.number("cpus") > 0 {
		nodes = min(nodes, tasks) // Slurm takes no more than there are tasks
	}
	j.Demand = engine.Demand{Nodes: nodes, MostNodes: nodes, NodeMemory: int32(number(`--mem=(\d+)`)), TaskProcessors: int32(number(`-c(\d+)`)),
		NodeGPUs: int32(number(`--gres=gpu(?::a100)?:(\d+)`)), AllGPUs: int32(number(`--gpus=(?:a100:)?(\d+)`)), GPUType: s.option(command, `--g\S*(a100):\d+`),
		Features: strings.Fields(s.option(command, `-C (\S+)`)), Whole: s.option(command, `(--exclusive)`) != "", Once: s.option(command, `(--no-requeue)`) != ""}
	j.Demand.Nice = int32(j.Nice)
	if node := s.option(command, `-w (\S+)`); node != "" {
		j.Demand.Features = append(j.Demand.Features, node)
	}
	if strings.Contains(command, "--reservation=") {
		j.Demand.Reservation = 1
	}
	if copies := number(`--licenses=\w+:(\d+)`); copies > 0 {
		j.Demand.Licences = []engine.Copies{{Licence: 1, Count: int32(copies)}} // runs have one licence
	}
	j.Processors = max(tasks, nodes) * max(j.Demand.TaskProcessors, 1)
	minutes := s.number("limit")
	if s.text("limit") == "UNLIMITED" {
		minutes = 365 * 24 * 60
	}
	j.Demand.LeastTime = engine.Time(number(`--time-min=(\d+)`)) * engine.Minute
	if minutes == 0 {
		minutes = r.defaultLimit(j) / 60
	}
	j.Estimate = engine.Time(minutes) * engine.Minute
	if strings.Contains(r.Conf, "_Memory") {
		perProcessor, _ := strconv.ParseInt(r.Cluster.Settings["DefMemPerCPU"], 10, 64)
		if n := number(`--mem-per-cpu=(\d+)`); n > 0 {
			perProcessor = n
		}
		j.Memory = perProcessor * 1024
	} else {
		j.Demand.NodeMemory = 0
	}
}

// defaultLimit is how long a job without a limit may run, in seconds: a year, if the partition says nothing.
func (r *Run) defaultLimit(j *Job) int64 {
	for i := range r.Cluster.Partitions {
		p := &r.Cluster.Partitions[i]
		if len(j.Partitions) > 0 && p.Name != j.Partitions[0] || len(j.Partitions) == 0 && !p.Default {
			continue
		}
		if p.DefaultTime > 0 {
			return p.DefaultTime
		}
		if p.MaxTime > 0 {
			return p.MaxTime
		}
	}
	return 365 * 24 * 3600
}
