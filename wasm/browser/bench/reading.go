package main

import (
	"fmt"
	"os"
	"path/filepath"

	"backfill/ui/link"
	"backfill/wasm/browser/visit"
)

// measureDrop drops a log of 450,000 jobs onto a page whose experiment waits for it.
func measureDrop(url string, rounds int) ([]row, error) {
	folder, err := os.MkdirTemp("", "backfill-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	task, err := timed{scenario: []byte(`{"version": 1, "machine": {"kind": "cluster", "processors": 128},
		"workload": {"kind": "lublin", "jobs": 450000, "load": 0.7}, "policies": [{"kind": "easy"}]}`)}.prepare()
	if err != nil {
		return nil, err
	}
	log := filepath.Join(folder, "log.swf")
	if err := exportLog(task, log); err != nil {
		return nil, err
	}
	about, err := os.Stat(log)
	if err != nil {
		return nil, err
	}
	waiting := `{"version": 1, "name": "waiting", "machine": {"kind": "cluster", "processors": 128},
		"workload": {"kind": "swf", "file": "log.swf"}, "policies": [{"kind": "easy"}]}`
	r := row{
		name: "Drop/jobs=450k", what: fmt.Sprintf("a log of 450,000 jobs, %d MB, from drop to first picture under EASY", about.Size()/1e6),
		with: "Chromium", unit: "s", goal: 3,
	}
	for range rounds {
		seconds, err := dropOnce(url+"#"+link.Fragment([]byte(waiting)), log)
		if err != nil {
			return nil, err
		}
		r.samples = append(r.samples, seconds)
	}
	return []row{r}, nil
}

func dropOnce(address, log string) (seconds float64, err error) {
	b, err := visit.Open(background, visit.Options{})
	if err != nil {
		return 0, err
	}
	defer b.Close()
	if err := b.Goto(address); err != nil {
		return 0, err
	}
	if err := b.Until(`document.querySelector("#experiment-name")?.value === "waiting"`, patience); err != nil {
		return 0, err
	}
	if err := b.Evaluate(`addEventListener("drop", () => performance.mark("dropped"), {capture: true}); 0`, nil); err != nil {
		return 0, err
	}
	if err := b.Drop(log); err != nil {
		return 0, err
	}
	if err := b.Until(visit.Drawn, patience); err != nil {
		return 0, err
	}
	return seconds, b.Evaluate(`performance.measure("picture", "dropped", "backfill-first-picture").duration / 1000`, &seconds)
}
