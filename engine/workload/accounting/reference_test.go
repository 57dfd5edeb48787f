package accounting

import (
	"cmp"
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/workload/workloadtest"
)

// referenceRuns are runs of a real Slurm whose submissions are known, with what its logs cannot tell of them. Jobs are called by name. Of
// jobs that were requeued the time of submission is known only to the dump with all runs, sacct-dup.
var referenceRuns = map[string]struct{ gaps, requeued []string }{
	"r1": {}, "r1p": {}, "r2": {}, "r3": {}, "r5": {}, "r9": {}, "r12": {},
	// Never eligible, rejected twice, a limit that was changed later.
	"r4":  {gaps: []string{"depF: absent", "few6: absent", "few7: absent", "lower: limit"}},
	"r7":  {requeued: []string{"j003", "j012", "j049", "j063", "j072", "j082", "j084", "j106"}},
	"r11": {gaps: []string{"killdep: absent"}, requeued: []string{"nf", "req", "reqh"}},
}

// Each of three dumps of a run tells of every submission what was submitted, in all fields that it can hold, and they agree. What they
// cannot tell is known.
func TestReferenceRuns(t *testing.T) {
	for run, known := range referenceRuns {
		submissions := readTable(t, run+"/submissions.csv", ',')
		var first []lastRun
		for _, dump := range []string{"all", "steps", "dup"} {
			file := "slurm/" + run + "/sacct-" + dump + ".txt.gz"
			log, err := Read(workloadtest.OpenTrace(t, file), file, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if unreadable := log.remarks[unreadableLine]; unreadable.Count > 0 {
				t.Errorf("%s: unreadable lines: %v", file, unreadable.Each(3))
			}
			got := differences(log, readTable(t, run+"/sacct-"+dump+".txt.gz", '|'), submissions)
			gaps := slices.Clone(known.gaps)
			if dump != "dup" {
				for _, name := range known.requeued {
					gaps = append(gaps, name+": submitted")
				}
				slices.Sort(gaps)
			}
			if !slices.EqualFunc(got, gaps, strings.HasPrefix) {
				t.Errorf("%s: the log is to tell all but\n%s\nand does not tell\n%s", file, strings.Join(gaps, "\n"), strings.Join(got, "\n"))
			}
			lasts := lastRuns(log)
			if first == nil {
				first = lasts
			} else if !slices.Equal(first, lasts) {
				t.Errorf("%s tells others of the last runs than sacct-all", file)
			}
		}
		file := "slurm/" + run + "/sacct-plain.txt.gz"
		if _, err := Read(workloadtest.OpenTrace(t, file), file, Options{}); err == nil || !strings.Contains(err.Error(), SlurmCommand) {
			t.Errorf("%s: %v, want a refusal with the command to use", file, err)
		}
	}
}

// Jobs of r4 and r11 wait for those that their commands name. In r4 two jobs were held for minutes (heldrel, held2), one had asked for a time (begin), and the turn of
// nine tasks came later. In r7 eight jobs were requeued, which could start 121 s later; in r11 three (req, reqh, nf), two were in a
// reservation and one had asked for a time.
func TestWorkloadsOfReferenceRuns(t *testing.T) {
	for run, want := range map[string]struct {
		waits []string
		later int
		parts int // components of heterogeneous jobs
	}{
		"r4":  {[]string{"8 for 7 completed", "9 for 8", "13 for 10"}, 12, 0},
		"r7":  {nil, 8, 8},
		"r11": {[]string{"10 for 9 started, 60 s"}, 6, 0},
	} {
		file := "slurm/" + run + "/sacct-dup.txt.gz"
		log, err := Read(workloadtest.OpenTrace(t, file), file, Options{})
		if err != nil {
			t.Fatal(err)
		}
		w, report, err := log.Workload(file, "UTC", nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, d := range w.Dependencies {
			text := fmt.Sprintf("%d for %d", w.Number[d.Job], w.Number[d.On])
			if d.Started {
				text += fmt.Sprintf(" started, %d s", d.Delay/engine.Second)
			}
			if d.Completed {
				text += " completed"
			}
			got = append(got, text)
		}
		for _, r := range report.Remarks {
			if strings.Contains(r.Kind, "epend") {
				t.Errorf("%s: %v", run, r)
			}
		}
		slices.Sort(got)
		slices.Sort(want.waits)
		if !slices.Equal(got, want.waits) {
			t.Errorf("%s: %q, want %q", run, got, want.waits)
		}
		later, parts := 0, 0
		for j := range w.Jobs {
			if started := w.Jobs[j].Submit + w.Wait[j]; w.Wait[j] >= 0 && w.Entered[j] > started {
				t.Errorf("%s: job %d was entered after it started", run, w.Number[j])
			}
			if w.Entered[j] >= 0 && w.Jobs[j].Submit-w.Entered[j] > 5*engine.Second {
				later++
			}
		}
		for j, leader := range w.Leader {
			if leader == engine.NoJob {
				continue
			}
			parts++
			if w.Number[j]-w.Number[leader] != int64(j)-int64(leader) || w.Number[j]-w.Number[leader] > 1 {
				t.Errorf("%s: %d leads %d", run, w.Number[leader], w.Number[j])
			}
		}
		if parts != want.parts {
			t.Errorf("%s: %d components, want %d", run, parts, want.parts)
		}
		if later != want.later {
			t.Errorf("%s: %d jobs were entered more than 5 s before they come, want %d", run, later, want.later)
		}
	}
}

// lastRun is the last run of a job without its line, with what its lists have instead of their places.
type lastRun struct {
	Record
	licences, depends, hosts string
}

// lastRuns are those of all jobs.
func lastRuns(log *Log) (list []lastRun) {
	for i, r := range log.Records {
		if i+1 == len(log.Records) || log.Records[i+1].ID != r.ID {
			last := lastRun{Record: r}
			if r.Licences > 0 {
				last.licences = fmt.Sprint(log.LicenceLists[r.Licences-1])
			}
			if r.Depends > 0 {
				last.depends = fmt.Sprint(log.DependencyLists[r.Depends-1])
			}
			if r.Hosts > 0 {
				last.hosts = fmt.Sprint(log.HostLists[r.Hosts-1])
			}
			last.Line, last.Licences, last.Depends, last.Hosts = 0, 0, 0, 0
			list = append(list, last)
		}
	}
	return list
}

// readTable reads a table with a head, each row by the names there.
func readTable(t *testing.T, file string, comma rune) (rows []map[string]string) {
	t.Helper()
	var text io.Reader = workloadtest.OpenTrace(t, "slurm/"+file)
	if strings.HasSuffix(file, ".gz") {
		var err error
		if text, err = gzip.NewReader(text); err != nil {
			t.Fatal(err)
		}
	}
	r := csv.NewReader(text)
	r.Comma, r.LazyQuotes = comma, comma == '|'
	all, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range all[1:] {
		named := map[string]string{}
		for i, name := range all[0] {
			named[name] = row[i]
		}
		rows = append(rows, named)
	}
	return rows
}

// differences are what a log tells of submissions that is not what was submitted.
func differences(log *Log, dump, submissions []map[string]string) (list []string) {
	jobs := map[string]int64{} // by name
	for _, row := range dump {
		if id, _, ok := strings.Cut(row["JobID"], "."); !ok {
			id, _, _ = strings.Cut(id, "_")
			id, _, _ = strings.Cut(id, "+")
			jobs[row["JobName"]], _ = strconv.ParseInt(id, 10, 64)
		}
	}
	for _, s := range submissions {
		name := s["name"]
		differs := func(what string, got, want any) {
			list = append(list, fmt.Sprintf("%s: %s %v for %v", name, what, got, want))
		}
		number, known := jobs[name]
		if !known {
			list = append(list, name+": absent")
			continue
		}
		runs := slices.DeleteFunc(slices.Clone(log.Records), func(r Record) bool { return r.ID.Job != number })
		r := runs[0]
		legend := func(c Column, n int32) string {
			if n < 1 {
				return ""
			}
			return log.Legend[c][n-1]
		}
		if sent, _ := strconv.ParseFloat(s["t_unix"], 64); math.Abs(float64(r.Submit)+0.5-sent) > 1.5 {
			differs("submitted", r.Submit, s["t_unix"])
		}
		for _, c := range []struct {
			what, want string
			got        string
		}{{"user", s["user"], legend(Users, r.User)}, {"account", s["account"], legend(Accounts, r.Account)}, {"QOS", s["qos"], legend(QOSs, r.QOS)}} {
			if c.want != "" && c.got != c.want {
				differs(c.what, c.got, c.want)
			}
		}
		if got := legend(Partitions, r.Partition); s["partition"] != "" && !slices.Contains(strings.Split(s["partition"], ","), got) {
			differs("partition", got, s["partition"])
		}
		for _, c := range []struct {
			what, want string
			by         int64
			got        int64
		}{{"processors", s["cpus"], 1, int64(r.Requested)}, {"nodes", s["nodes"], 1, int64(r.Nodes)}, {"limit", s["limit"], 60, int64(r.Limit)}} {
			if want, err := strconv.ParseInt(c.want, 10, 64); err == nil && c.got != want*c.by {
				differs(c.what, c.got, want*c.by)
			}
		}
		if tasks := map[string]int{"1-12%3": 12, "0-9": 10}[s["array"]]; tasks > 0 && len(runs) != tasks {
			differs("tasks", len(runs), tasks)
		}
		for _, c := range []struct{ what, want, got string }{{"waits", awaitedBy(s["command"]), waits(log, &r)}, {"licences", asked(s["extra"], "--licenses="), licences(log, &r)},
			{"least limit", cmp.Or(asked(s["extra"], "--time-min="), "0"), fmt.Sprint(r.LeastLimit / 60)}, {"nice", cmp.Or(s["nice"], asked(s["extra"], "--nice="), "0"), fmt.Sprint(r.Nice)}, {"throttle", cmp.Or(behind(s["array"], "%"), "0"), fmt.Sprint(r.Throttle)},
			{"once", fmt.Sprint(strings.Contains(s["extra"], "--no-requeue")), fmt.Sprint(r.Once)}, {"whole", fmt.Sprint(strings.Contains(s["extra"], "--exclusive")), fmt.Sprint(r.Whole)}} {
			if c.got != c.want {
				differs(c.what, c.got, c.want)
			}
		}
		gpus, memory := int64(0), int64(0)
		for option := range strings.FieldsSeq(s["extra"]) {
			name, value, _ := strings.Cut(option, "=")
			n, _ := strconv.ParseInt(value[strings.LastIndex(value, ":")+1:], 10, 64)
			switch name {
			case "--gpus":
				gpus = n
			case "--gres":
				gpus = n * int64(r.Nodes)
			case "--mem-per-cpu":
				memory = n * int64(r.Requested)
			}
		}
		if mb, err := strconv.ParseInt(s["mem"], 10, 64); err == nil {
			memory = mb
		}
		if int64(r.GPUs) != gpus {
			differs("GPUs", r.GPUs, gpus)
		}
		if memory > 0 && r.Memory != memory<<10 {
			differs("memory", r.Memory, memory<<10)
		}
	}
	slices.Sort(list)
	return list
}

// behind is what stands behind a mark, "" without it.
func behind(text, mark string) string {
	_, after, _ := strings.Cut(text, mark)
	return after
}

// asked is the value of an option, "" without it.
func asked(options, name string) string {
	value, _, _ := strings.Cut(behind(options, name), " ")
	return value
}

// awaitedBy is the dependency that a command names, but for the singleton of r4, which waits for nobody, as no other job has its name.
func awaitedBy(command string) string {
	return strings.TrimPrefix(asked(command, "--dependency="), "singleton")
}

// waits writes what a record waits for as people do.
func waits(log *Log, r *Record) string {
	var parts []string
	if r.Depends > 0 {
		for _, d := range log.DependencyLists[r.Depends-1] {
			part := fmt.Sprintf("%s:%d", [...]string{"after", "afterany", "afterok", "afternotok", "aftercorr", "?"}[d.Kind], d.Job)
			if d.Task >= 0 {
				part += fmt.Sprintf("_%d", d.Task)
			}
			if d.Delay > 0 {
				part += fmt.Sprintf("+%d", d.Delay/60)
			}
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ",")
}

// licences writes what a record holds as people do.
func licences(log *Log, r *Record) string {
	var parts []string
	if r.Licences > 0 {
		for _, c := range log.LicenceLists[r.Licences-1] {
			parts = append(parts, fmt.Sprintf("%s:%d", log.Legend[Licences][c.Licence-1], c.Count))
		}
	}
	return strings.Join(parts, ",")
}
