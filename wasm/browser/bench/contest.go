package main

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"backfill/engine/experiment"
	"backfill/engine/workload/logs"
	"backfill/wasm/browser/visit"
)

// contest is an experiment of one policy that the browser, this program and perhaps the
// yardstick simulate by turns.
type contest struct {
	timed
	policy     string // for the benchmark's name
	processors int
	goal       float64 // jobs per second in the browser
	multiple   float64 // of the yardstick's speed, if there is one, instead of the goal; 0: it does not know the policy
}

// contests are those of the table of goals. The goals beside a multiple are that multiple
// of what the yardstick did on one idle core of the machine of the committed results.
func contests() ([]contest, error) {
	var all []contest
	for _, c := range []struct {
		log            int
		policy         string
		load           float64 // 0: as it is
		goal, multiple float64
	}{
		{0, "easy", 0, 2.5e6, 1. / 3}, {1, "easy", 0, 2.4e6, 1. / 3}, {0, "conservative", 0, 300e3, 0},
		{0, "easy-sjbf", 0, 1e6, 0}, {0, "easy++", 0, 1e6, 0}, {0, "easy++", 4, 200e3, 0}, // the last has more than 10,000 waiting jobs
	} {
		l := logExperiments[c.log]
		x := timed{name: l.name}
		workload, err := x.read(l.file, l.jobs, l.processors, l.load)
		if err != nil {
			return nil, err
		}
		if x.log == nil && c.policy == "easy++" {
			continue // a generated workload has no users
		}
		if c.load > 0 {
			x.name += fmt.Sprintf("-%g", c.load)
			workload += fmt.Sprintf(`, "transform": [{"kind": "load", "load": %g}]`, c.load)
		}
		x.scenario = fmt.Appendf(nil, `{"version": 1, "machine": %s, "workload": {%s}, "policies": [%s]}`, l.machine, workload, named(c.policy))
		all = append(all, contest{x, c.policy, l.processors, c.goal, c.multiple})
	}
	for _, c := range []struct {
		policy           string
		jobs, processors int
		load             float64
		goal, multiple   float64
	}{
		{"easy", 30_000, 256, 4, deepYardstick, 1}, {"easy-sjbf", 30_000, 256, 4, 200e3, 0},
		{"los", 5_000, 128, 0.9, 100e3, 0}, {"delayed-los", 5_000, 128, 0.9, 100e3, 0},
	} {
		x := timed{name: fmt.Sprintf("lublin-%g", c.load)}
		x.scenario = fmt.Appendf(nil, `{"version": 1, "machine": {"kind": "cluster", "processors": %d}, "seed": 1,
			"workload": {"kind": "lublin", "jobs": %d, "load": %g}, "policies": [%s]}`, c.processors, c.jobs, c.load, named(c.policy))
		all = append(all, contest{x, c.policy, c.processors, c.goal, c.multiple})
	}
	for _, c := range []struct {
		name, policy, choice string
		processors, jobs     int
		load                 float64 // times what the cluster can do
		goal                 float64
	}{
		{"partitions", "easy", "firstFit", 64, 100_000, 1, 1e6 / 60}, {"partitions", "conservative", "firstFit", 64, 8_000, 1, 100e3 / 60},
		// Of a month of 100,000 jobs, a day and a half with about 200 waiting.
		{"month", "slurm", "slurm", 32, 5_000, 1.175, 100e3 / 180},
	} {
		x := timed{name: c.name}
		x.scenario = fmt.Appendf(nil, `{"version": 1, "seed": 1, "policies": [%s], %s}`, named(c.policy), thousandNodes(c.choice, c.processors, c.jobs, c.load))
		all = append(all, contest{x, c.policy, 1000 * c.processors, c.goal, 0})
	}
	return all, nil
}

// thousandNodes are the machine and the workload of an experiment on 1,000 nodes with so many processors each, memory and GPUs, and so many jobs that ask
// for them. A load of 1 is as high as what the cluster can do, so that many wait.
func thousandNodes(choice string, processors, jobs int, load float64) string {
	return fmt.Sprintf(`"machine": {"kind": "partitions", "choice": %q,
			"nodes": [{"name": "n[1-1000]", "processors": %d, "memory": %d, "gpus": "4"}], "partitions": [{"name": "all"}]},
			"workload": {"kind": "lublin", "jobs": %d, "processors": 1024, "load": %g, "transform": [{"kind": "estimates", "model": "tsafrir"}, {"kind": "demand", "rows": [
				{"share": 0.6, "memory": 2}, {"share": 0.15, "most": %[2]d, "gpus": 1, "nodes": 1, "memory": 3}, {"share": 0.1, "most": %[2]d, "gpus": 4, "nodes": 1, "memory": 2},
				{"share": 0.2, "least": %[6]d, "memory": 1}]}]}`, choice, processors, 4*processors, jobs, load*float64(1000*processors)/1024, processors+1)
}

// named is the policy of a contest as a scenario has it.
func named(policy string) string {
	switch policy {
	case "easy-sjbf":
		return `{"kind": "easy", "others": "shortest"}`
	case "easy++":
		return `{"kind": "easy", "others": "shortest", "belief": "userLastTwo", "correction": "steps"}`
	}
	return fmt.Sprintf(`{"kind": %q}`, policy)
}

// deepYardstick is how many jobs of the deep queue the yardstick simulates a second.
const deepYardstick = 240e3

// measureContests lets the contestants take turns.
func measureContests(url string, rounds int) ([]row, error) {
	folder, err := os.MkdirTemp("", "backfill-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	yardstick, absent, err := compileYardstick(folder)
	if err != nil {
		return nil, err
	}
	all, err := contests()
	if err != nil {
		return nil, err
	}
	var rows []row
	err = browse(url, visit.Options{}, func(b *visit.Browser) error {
		var fields []field
		for _, c := range all {
			if c.multiple > 0 && yardstick == "" {
				fmt.Printf("No yardstick for %s, %s: %s; the goal is a number of jobs per second.\n", c.policy, c.name, absent)
			}
			f, err := c.field(b, yardstick, folder)
			if err != nil {
				return fmt.Errorf("%s, %s: %w", c.policy, c.name, err)
			}
			fields = append(fields, f)
		}
		for round := range rounds + 1 {
			// The first one counts for nothing: the browser compiles anew, in its own time, what is called often.
			for i := range fields {
				if err := fields[i].round(round > 0); err != nil {
					return fmt.Errorf("%s, %s: %w", all[i].policy, all[i].name, err)
				}
			}
		}
		for i, f := range fields {
			if len(f.rows) == 3 {
				f.rows[0].goal = all[i].multiple * f.rows[2].best()
				f.rows[0].with += fmt.Sprintf("; the goal is %.2g times the yardstick", all[i].multiple)
			}
			rows = append(rows, f.rows...)
		}
		return nil
	})
	return rows, err
}

// contestant simulates once and says how long it took, in seconds.
type contestant func() (float64, error)

// field is who takes part in a contest, with a row each: first the browser's, with the
// goal, then this program's and the yardstick's, if it takes part.
type field struct {
	jobs        float64
	contestants []contestant
	rows        []row
}

// round lets everybody have a turn.
func (f *field) round(counts bool) error {
	for i, simulate := range f.contestants {
		seconds, err := burst(simulate)
		if err != nil {
			return err
		}
		if counts {
			f.rows[i].samples = append(f.rows[i].samples, f.jobs/seconds)
		}
	}
	return nil
}

// field gets everybody ready.
func (c contest) field(b *visit.Browser, y yardstick, folder string) (f field, err error) {
	task, err := c.prepare()
	if err != nil {
		return f, err
	}
	w, err := c.worker(b)
	if err != nil {
		return f, err
	}
	f.jobs = float64(len(task.Workload.Jobs))
	enter := func(where, with string, goal float64, simulate contestant) {
		f.contestants = append(f.contestants, simulate)
		f.rows = append(f.rows, row{
			name: fmt.Sprintf("Simulate/policy=%s/workload=%s/in=%s", c.policy, dashed(c.name), where),
			what: fmt.Sprintf("%s, %s", c.policy, c.name), with: with, unit: "jobs/s", more: true, goal: goal,
		})
	}
	enter("browser", "Chromium, a worker", c.goal, func() (float64, error) {
		seconds, err := w.simulate()
		if err != nil {
			return 0, err
		}
		return seconds[0], nil
	})
	enter("native", "native", noGoal, func() (float64, error) {
		run, err := simulated(task, 0)
		if err != nil {
			return 0, err
		}
		return run.Elapsed.Seconds(), nil
	})
	if y == "" || c.multiple == 0 {
		return f, nil
	}
	log := filepath.Join(folder, dashed(c.name)+".swf")
	if err := exportLog(task, log); err != nil {
		return f, err
	}
	enter("yardstick", "yardstick, C -O2", noGoal, func() (float64, error) {
		const atOnce = 3 // it reads the log again every time it is called
		seconds, n, err := y.easy(log, c.processors, atOnce)
		if err == nil && n != len(task.Workload.Jobs) {
			err = fmt.Errorf("the yardstick simulates %d jobs, want %d", n, len(task.Workload.Jobs))
		}
		return seconds, err
	})
	return f, nil
}

// burst is the shortest of up to five times, as long as half a second is not over.
func burst(f contestant) (shortest float64, err error) {
	begin := time.Now()
	for i := 0; i == 0 || i < 5 && time.Since(begin) < time.Second/2; i++ {
		seconds, err := f()
		if err != nil {
			return 0, err
		}
		if i == 0 || seconds < shortest {
			shortest = seconds
		}
	}
	return shortest, nil
}

// exportLog writes the workload, as the first policy schedules it, as a log.
func exportLog(task *experiment.Task, name string) error {
	run, err := simulated(task, 0)
	if err != nil {
		return err
	}
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := logs.WriteSWF(file, run.Outcome, nil); err != nil {
		return err
	}
	return file.Close()
}
