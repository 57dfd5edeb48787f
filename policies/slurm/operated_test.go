package slurm

import (
	"encoding/csv"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/machine/hostlist"
	"backfill/engine/machine/slurmrun"
	"backfill/engine/param"
	"backfill/engine/workload/workloadtest"
	"backfill/policies/slurm/settings"
)

// operate gives the jobs of a run what they depend on, their begin times and arrays, and the policy what people did while it lasted.
func (f *followed) operate() {
	w := f.workload
	for j := range f.Jobs {
		options := f.Jobs[j].Options
		if m := regexp.MustCompile(`--begin=now\+(\d+)`).FindStringSubmatch(options); m != nil {
			seconds, _ := strconv.ParseInt(m[1], 10, 64)
			if w.Requested == nil {
				w.Requested = slices.Repeat([]engine.Time{-1}, len(w.Jobs))
			}
			w.Requested[j] = (w.Jobs[j].Submit/engine.Second + engine.Time(seconds)) * engine.Second
		}
		if strings.Contains(options, "--hold") {
			f.policy.Actions = append(f.policy.Actions, settings.Action{Do: "hold", Jobs: f.numbers(int32(j)), Partition: -1})
		}
		f.addDependencies(int32(j), options)
	}
	f.addArrays()
	rows, err := csv.NewReader(workloadtest.OpenTrace(f, "slurm/"+f.name+"/actions.csv")).ReadAll()
	if err != nil {
		f.Fatal(err)
	}
	for _, row := range rows[1:] {
		seconds, err := strconv.ParseFloat(row[1], 64)
		if err != nil {
			f.Fatal(err)
		}
		// A node that is to resume and cannot is back already.
		if !strings.Contains(row[4], "error") || strings.Contains(row[4], "Invalid node state") {
			f.act(engine.FromSeconds(seconds-float64(f.Epoch)), row[3])
		}
	}
}

// numbers are those of jobs.
func (f *followed) numbers(jobs ...int32) (s param.Set) {
	for _, j := range jobs {
		s = append(s, param.Range{From: f.workload.JobNumber(j), To: f.workload.JobNumber(j)})
	}
	return s
}

// addDependencies adds what --dependency says. One that was never met is one on the job itself.
func (f *followed) addDependencies(j int32, options string) {
	m := regexp.MustCompile(`--dependency=(\w+)(?::(\d+))?(?:\+(\d+))?`).FindStringSubmatch(options)
	if m == nil {
		return
	}
	w := f.workload
	if m[1] == "singleton" {
		for k := range j {
			if f.Jobs[k].Label == f.Jobs[j].Label && f.Jobs[k].User == f.Jobs[j].User {
				w.Dependencies = append(w.Dependencies, engine.Dependency{Job: j, On: k})
			}
		}
		return
	}
	on := f.Row(m[2])
	minutes, _ := strconv.Atoi(m[3])
	failed := slices.ContainsFunc(f.Events, func(e slurmrun.Event) bool { return e.Kind == slurmrun.Exit && e.Row == on && e.Count != 0 })
	if m[1] == "afterok" && failed {
		on = j
	}
	w.Dependencies = append(w.Dependencies, engine.Dependency{Job: j, On: on, Started: m[1] == "after", Delay: engine.Time(minutes) * engine.Minute})
}

// addArrays says which jobs are tasks of which arrays.
func (f *followed) addArrays() {
	w := f.workload
	for j := range f.Jobs {
		w.Array = append(w.Array, -1)
		if number, _, is := strings.Cut(f.Jobs[j].Name, "_"); is {
			array, _ := strconv.Atoi(number)
			w.Array[j] = int32(array)
			if m := regexp.MustCompile(`-a\S+%(\d+)`).FindStringSubmatch(f.Jobs[j].Options); m != nil {
				most, _ := strconv.Atoi(m[1])
				w.Demands[w.Demand[j]].MostTasks = int32(most)
			}
		}
	}
}

// act adds the action of a command.
func (f *followed) act(at engine.Time, command string) {
	a := settings.Action{At: at, Partition: -1}
	value := func(key string) string {
		if m := regexp.MustCompile(key + `=(\S+)`).FindStringSubmatch(command); m != nil {
			return m[1]
		}
		return ""
	}
	words := strings.Fields(command)
	nodes := func(list string) (names []string) {
		names, err := hostlist.Expand(list, 100)
		if err != nil {
			f.Fatal(err)
		}
		return names
	}
	job := func(name string) param.Set { return f.numbers(f.Row(name)) }
	switch {
	case words[0] == "scancel":
		a.Do, a.Jobs = "cancel", job(words[1])
	case words[1] == "suspend" || words[1] == "resume":
		return // its processors stay its own
	case words[1] == "create":
		seconds, _ := strconv.Atoi(strings.TrimPrefix(value("starttime"), "now+"))
		minutes, _ := strconv.Atoi(value("duration"))
		a.Do, a.Nodes, a.In, a.Length = "reserve", nodes(value("nodes")), engine.Time(seconds)*engine.Second, engine.Time(minutes)*engine.Minute
		a.Number = 1
	case words[1] != "update":
		a.Do, a.Jobs = words[1], job(words[2])
		if strings.HasPrefix(a.Do, "requeue") {
			a.At += 100 * engine.Millisecond // until its processes are gone
		}
	case value("timelimit") != "":
		minutes, _ := strconv.Atoi(value("timelimit"))
		a.Do, a.Jobs, a.Length = "timelimit", job(value("jobid")), engine.Time(minutes)*engine.Minute
	case value("nodename") != "":
		a.Do, a.Nodes = value("state"), nodes(value("nodename"))
	case value("partitionname") != "":
		a.Do, a.Partition = map[string]string{"up": "open", "down": "close"}[value("state")], f.machine.Partitions[f.partition(value("partitionname"))].Number
	}
	f.policy.Actions = append(f.policy.Actions, a)
}
