package ui

import (
	"fmt"
	"strings"
	"testing"

	"backfill/ui/phrase"
)

// steadyLog has 40 jobs of 4 processors on a node of 4, one every minute, which run for a minute and start gap seconds after the node is free, at
// least 1: a pass of the main scheduler comes within 4 s. Odd jobs are of user 1, even ones of user 2.
func steadyLog(gap int) string {
	var b strings.Builder
	b.WriteString("; MaxProcs: 4\n")
	for j := range 40 {
		start := (60+gap)*j + gap
		fmt.Fprintf(&b, "%d %d %d 60 4 -1 -1 4 120 -1 1 %d 1 -1 1 1 -1 -1\n", j+1, 60*j, start-60*j, 1+j%2)
	}
	return b.String()
}

// A model is held against the log. Its 40 passes start the same jobs. Waits in the log are 2, 4, 6, ... s, 41 s in the mean; the model's are of as
// many starts with up to 4 s between an end and the next pass, and so within or above.
func TestModelFit(t *testing.T) {
	p, b := firstVisit(t)
	b.logs = map[string]string{"steady.swf": steadyLog(2)}
	p.FileCame(droppedText(t, "steady.swf", steadyLog(2)))
	b.settle()
	const steady = `{"version":1,"machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n1","processors":4}],"partitions":[{"name":"batch","number":1}]},
	"workload":{"kind":"swf","file":"steady.swf"},"policies":[{"kind":"easy"},{"kind":"slurm"}],"kill":{"rule":"never"}}`
	open(p, steady)
	b.settle()
	if p.Shown.Results == nil {
		t.Fatalf("nothing is shown: %s", p.Notice.Text)
	}
	f := p.ModelFit
	if r := f.Remark(); !strings.HasPrefix(r, "“slurm” models a real scheduler. Hold it against this log") {
		t.Errorf("at first: %q", r)
	}
	f.Hold()
	b.compare()
	b.draw(20)
	if r := f.Remark(); r != "“slurm” held against the log." {
		t.Errorf("when it has been held: %q", r)
	}
	told := strings.Join(f.Report(), "\n")
	for _, want := range []string{"The log has 40 passes that started jobs. Given the state of the cluster as it was before each, the model starts the same jobs in 40 (100 %). Of 40 starts it makes 40 in the same pass (100 %); the log does not say on which nodes jobs ran.",
		"the median of 20 drawings of when its loops begin", "In the log they waited 41.0 s on average"} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is not in %q", want, told)
		}
	}
	table := f.Table(phrase.Number)
	if got := fmt.Sprint(table[1][:3]); got != "[all jobs 40 41]" {
		t.Errorf("the table begins with %s", got)
	}
	// User 1 has the jobs that wait 2, 6, ..., 78 s, 40 s in the mean.
	for _, row := range table {
		if row[0] == "user 1" && row[2] != "40" {
			t.Errorf("jobs of user 1 waited %s s in the log", row[2])
		}
	}
	p.Sized(900, 1)
	p.Exports.SaveReport()
	report := ""
	for name, data := range b.saved {
		if strings.HasSuffix(name, ".html") {
			report = string(data)
		}
	}
	for _, want := range []string{"<h2>How well the model fits</h2>", "Of 40 starts it makes 40 in the same pass", "<th scope=\"row\">all jobs</th><td>40</td><td>41.0 s</td>", "Not modelled of Slurm", "20 drawings of when its loops begin"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report of %d bytes does not say %q", len(report), want)
		}
	}
	// After a change it is still the model before it that was held against the log, and reports say so, and what the change was.
	p.Edit("/policies/1/parameters", "bf_interval=300")
	p.Run()
	b.settle()
	if r := f.Remark(); r != "“slurm”, as it was before what has been changed since, held against the log, which knows nothing of changes." || f.Report()[1] != strings.Split(told, "\n")[1] {
		t.Errorf("after a change: %q, %q", r, f.Report())
	}
	p.Exports.SaveReport()
	report = ""
	for name, data := range b.saved {
		if strings.HasSuffix(name, ".html") {
			report = string(data)
		}
	}
	for _, want := range []string{"Of 40 starts it makes 40 in the same pass", "<h2>Before and after</h2>", "parameters=bf_interval=300", "<h2>Changed lines</h2>", "<pre>SchedulerParameters=bf_interval=300"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report after a change does not say %q: %.600s", want, report[strings.Index(report, "Before and after"):])
		}
	}
	// Without recorded waits there is nothing to hold it against.
	open(p, slurmed)
	b.settle()
	if !f.Inapplicable() {
		t.Error("a model without a log is held against it")
	}
	// The same experiment is not held against the log once more: what came of that is kept.
	open(p, steady)
	b.settle()
	if again := strings.Join(f.Report(), "\n"); again != told {
		t.Errorf("the same experiment once more: %q, before %q", again, told)
	}
}
