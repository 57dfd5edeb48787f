package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/policies"
	"backfill/wasm/browser/visit"
)

// measureFarm runs a sweep of the gallery on a farm, of many workloads, on so many workers.
func measureFarm(url string, workers int) error {
	const figure = "baraglia-figure-4.json"
	text, err := os.ReadFile(filepath.Join("assets", "gallery", figure))
	if err != nil {
		return err
	}
	fmt.Printf("Experiment of many runs: %s\n", figure)
	cells, native, err := alone(text)
	if err != nil {
		return err
	}
	s, err := inWorkers(url, figure, text, workers)
	if err != nil {
		return err
	}
	table([]any{"workers", "workloads", "seconds", "longest task of the page ms"},
		[]any{"native, one thread", cells, fmt.Sprintf("%.1f", native), ""},
		[]any{workers, cells, fmt.Sprintf("%.1f", s.Seconds), ms(s.Longest)})
	return nil
}

// alone measures the experiment in one thread: the number of workloads, and seconds.
func alone(text []byte) (cells int, seconds float64, err error) {
	s, err := scenario.Read(text)
	if err != nil {
		return 0, 0, err
	}
	plan, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		return 0, 0, err
	}
	begin := time.Now()
	all := experiment.NewCells(plan)
	if err := all.MeasureAll(); err != nil {
		return 0, 0, err
	}
	cells, _, _ = all.Progress()
	return cells, time.Since(begin).Seconds(), nil
}

// sweep is what an experiment took.
type sweep struct {
	Seconds float64 // until everything was measured
	Longest float64 // task of the page's thread meanwhile, in milliseconds
}

func inWorkers(url, figure string, text []byte, workers int) (s sweep, err error) {
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		return s, err
	}
	fields["workers"] = workers
	if text, err = json.Marshal(fields); err != nil {
		return s, err
	}
	folder, err := os.MkdirTemp("", "backfill-bench-")
	if err != nil {
		return s, err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, figure)
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return s, err
	}
	err = browse(url, visit.Options{}, func(b *visit.Browser) error {
		if err := b.Evaluate(watch, nil); err != nil {
			return err
		}
		if err := b.Drop(file); err != nil {
			return err
		}
		if err := b.Until("window.taken !== undefined", patience); err != nil {
			return err
		}
		return b.Evaluate("taken", &s)
	})
	return s, err
}

// measureSweep compares sweeps of 64 tasks on several workers with the same on one: a short one, which is over before
// everything is compiled for speed, and a long one.
func measureSweep(url string, rounds int) (rows []row, err error) {
	const workers, tasks = 2, 64
	for _, jobs := range []int{10_000, 50_000} {
		text := fmt.Appendf(nil, `{"version": 1, "machine": {"kind": "cluster", "processors": 128}, "workload": {"kind": "lublin", "jobs": %d, "load": 0.8},
			"policies": [{"kind": "fcfs"}, {"kind": "easy"}], "replications": %d}`, jobs, tasks)
		r := row{
			name: fmt.Sprintf("Sweep/tasks=%d/jobs=%d/workers=%d", tasks, jobs, workers),
			what: fmt.Sprintf("sweep of %d tasks, %s jobs under two policies: speed-up by worker, of %d", tasks, readable(float64(jobs)), workers),
			with: "Chromium, one worker and both by turns", unit: "speedup/worker", more: true, goal: 0.9,
		}
		for range rounds {
			one, err := inWorkers(url, "sweep.json", text, 1)
			if err != nil {
				return nil, err
			}
			several, err := inWorkers(url, "sweep.json", text, workers)
			if err != nil {
				return nil, err
			}
			r.samples = append(r.samples, one.Seconds/several.Seconds/workers)
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// watch puts into window.taken what the next experiment takes.
const watch = `(() => {
	const root = document.documentElement;
	let begin, longest = 0;
	new PerformanceObserver((list) => {
		for (const task of list.getEntries()) longest = Math.max(longest, task.duration);
	}).observe({type: "longtask"});
	const observer = new MutationObserver(() => {
		const busy = root.hasAttribute("data-busy");
		if (busy) {
			begin ??= performance.now();
			return;
		}
		if (begin === undefined) return;
		observer.disconnect();
		const Seconds = (performance.now() - begin) / 1000;
		setTimeout(() => { window.taken = {Seconds, Longest: longest}; }, 500); // long tasks are told late
	});
	observer.observe(root, {attributes: true, attributeFilter: ["data-busy"]});
})(); 0`
