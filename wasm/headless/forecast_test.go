package main

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// One node, on which job 1 has run for half of what it asked for, from 0 to 600 s, and job 2, which asked for the same, runs since then.
const forecastHere = `{"version": 1, "machine": {"kind": "partitions", "choice": "slurm", "nodes": [{"name": "n1", "processors": 4}], "partitions": [{"name": "batch"}]},
	"workload": {"kind": "swf", "file": "log.swf"}, "policies": [{"kind": "fcfs"}, {"kind": "slurm"}]}`

// Asked about at 1000 s, a job of the whole node starts when job 2 has run for half of what it asked for, at 1200 s, or when Slurm looks at it next, within a minute. With what came in
// the last 600 s, job 3, nothing changes: that comes later.
func TestForecast(t *testing.T) {
	dir := folder(t, map[string]string{"now.json": forecastHere, "fcfs.json": strings.Replace(forecastHere, `, {"kind": "slurm"}`, "", 1),
		"swept.json": and(forecastHere, `, "sweep": [{"path": "/kill/grace", "values": [1, 2]}]`),
		"log.swf":    "; UnixStartTime: 1795687200\n1 0 0 600 4 -1 -1 4 1200 -1 1 1 1 1 1 1 -1 -1\n2 100 500 700 4 -1 -1 4 1200 -1 1 1 1 1 1 1 -1 -1\n3 1300 0 60 4 -1 -1 4 60 -1 1 1 1 1 1 1 -1 -1\n"})
	file := filepath.Join(dir, "now.json")
	for _, c := range []struct{ at, asked string }{
		{"1000s", `-job={"request": 60, "processors": 4}`},
		{"2026-11-26T10:16:40", "-like=1"},
	} {
		text := mustRun(t, "forecast", "-at", c.at, c.asked, "-block", "600", "-n", "20", file)
		for _, want := range []string{
			"the log counts up to 1000 s (2026-11-26 10:16:40): of 2 jobs that had come, 1 had ended, 1 ran and 0 waited; how long these run is drawn from the 2 that had started\n",
			"the job asked about has the number 3 and comes at 1000 s (2026-11-26 10:16:40)\n",
			"20 drawings under slurm: ",
			"how well slurm fits this log, backfill fit tells: if it does not fit, all this says nothing about the cluster\n",
		} {
			if !strings.Contains(text, want) {
				t.Errorf("printed is\n%s\nwithout\n%s", text, want)
			}
		}
		for _, later := range []string{"none", "redrawn"} {
			row := regexp.MustCompile(later + ` +(\d+) +(\d+) +(\d+)\n`).FindStringSubmatch(text)
			if row == nil {
				t.Fatalf("no row %s in\n%s", later, text)
			}
			for _, cell := range row[1:] {
				var wait int
				if fmt.Sscan(cell, &wait); wait < 200 || wait > 260 {
					t.Errorf("%s: a wait of %s s", later, cell)
				}
			}
		}
	}
	if text := mustRun(t, "forecast", "-at", "1000s", "-like", "1", file); !strings.Contains(text, "redrawn: the log begins only 1000 s before; blocks of up to that length are accepted") {
		t.Error(text)
	}
	if text := mustRun(t, "forecast", "-check", "10", "-later", "none", "-n", "9", file); !strings.Contains(text, "asked about 2 jobs of the second half of the log, each when it came: 9 drawings under slurm, later arrivals none\n") {
		t.Error(text)
	}
	for want, args := range map[string][]string{
		"it never starts. No partition can ever run it: asking for more processors than there are on the nodes of batch. At most 4 processors would do.\n":      {"-job", `{"request": 60, "processors": 5}`},
		"the job comes 604800 s after the end of the log: of the 0 jobs that ran or waited then none is left in any drawing, so that only later arrivals count": {"-at", "606160s", "-job", `{"request": 60}`},
	} {
		if text := mustRun(t, append(append([]string{"forecast", "-n", "9"}, args...), file)...); !strings.Contains(text, want) {
			t.Errorf("printed is\n%s\nwithout\n%s", text, want)
		}
	}
	// A week after the end the cluster is empty: that is no forecast. The log ends on a Thursday at 10:22:40.
	text := mustRun(t, "forecast", "-n", "9", "-at", "Thu 10:22:40", "-job", `{"request": 60}`, file)
	for _, want := range []string{"\nnone                         -       -     -\n", "none: no forecast, for of the jobs that ran or waited at the end of the log none runs when the job comes, in 9 of 9 drawings", "comes at 606160 s (2026-12-03 10:22:40)"} {
		if !strings.Contains(text, want) || strings.Contains(text, "none: in half of the drawings") {
			t.Errorf("printed is\n%s\nwithout\n%s", text, want)
		}
	}
	for want, args := range map[string][]string{
		`one of -job, -like and -check is accepted`:                            {file},
		`-at, -job and -like are not accepted with it`:                         {"-check", "3", "-like", "1", file},
		`no policy has this label; "slurm" is accepted`:                        {"-policy", "other", "-like", "1", file},
		`fcfs does not follow a log up to an instant`:                          {"-policy", "fcfs", "-like", "1", file},
		`/policies: none follows a log up to an instant`:                       {"-like", "1", filepath.Join(dir, "fcfs.json")},
		`/sweep: a scenario without a sweep is accepted with forecast`:         {"-like", "1", filepath.Join(dir, "swept.json")},
		`-like 7: no job has this number`:                                      {"-like", "7", file},
		`-job: /processors: 0: a whole number from 1 to 1073741824 processors`: {"-job", `{"request": 60, "processors": 0}`, file},
		`an object such as {"request": 3600, "processors": 4} is accepted`:     {"-job", `7`, file},
		`a whole number from 9 to 10000 is accepted`:                           {"-n", "8", file},
		`a number from 60 to 86400 s is accepted`:                              {"-block", "1", file},
		`none and redrawn are accepted`:                                        {"-later", "all", file},
	} {
		status, _, said := call(append([]string{"forecast"}, args...)...)
		if status == exitOK || !strings.Contains(said, want) {
			t.Errorf("%q: status %d, %s", args, status, said)
		}
	}
}
