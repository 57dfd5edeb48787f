package main

import (
	"errors"
	"fmt"
	"io/fs"
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
		with: "Chromium", unit: "s", goal: 1.5,
	}
	for range rounds {
		seconds, err := dropOnce(url+"#"+link.Fragment([]byte(waiting)), log, visit.Drawn, "backfill-first-picture")
		if err != nil {
			return nil, err
		}
		r.samples = append(r.samples, seconds)
	}
	return []row{r}, nil
}

// curie is a log whose queues are deep. There is nothing like it to be generated.
const curie = "CEA-Curie-2011-filtered.swf.gz"

// measureCurie drops the log of Curie, if it is there, onto pages that wait for it, once each. It has no recorded waits, so the recorded
// schedule is not among the policies.
func measureCurie(url string) ([]row, error) {
	log := filepath.Join("..", "shared", "traces", curie)
	if _, err := os.Stat(log); errors.Is(err, fs.ErrNotExist) {
		fmt.Printf("no rows of %s, which is not there\n", log)
		return nil, nil
	}
	var rows []row
	for _, c := range []struct {
		name, what, policies string
		goal                 float64
	}{
		{"conservative", "conservative backfilling", `{"kind": "conservative"}`, 8},
		{"three", "FCFS, EASY and conservative backfilling", `{"kind": "fcfs"}, {"kind": "easy"}, {"kind": "conservative"}`, 12},
	} {
		waiting := fmt.Appendf(nil, `{"version": 1, "name": "waiting", "machine": {"kind": "cluster", "processors": 80640},
			"workload": {"kind": "swf", "file": %q}, "policies": [%s]}`, curie, c.policies)
		seconds, err := dropOnce(url+"#"+link.Fragment(waiting), log, visit.Idle, "")
		if err != nil {
			return nil, err
		}
		rows = append(rows, row{
			name: "Drop/log=Curie/policies=" + c.name, what: "the log of Curie, 295,540 jobs, from drop to all shown: " + c.what,
			with: "Chromium", unit: "s", goal: c.goal, samples: []float64{seconds},
		})
	}
	return rows, nil
}

// dropOnce drops a log onto the page at an address and waits for an expression to be true. It is how long that takes, to the page's mark of this name or, if there is none,
// to now.
func dropOnce(address, log, shown, mark string) (seconds float64, err error) {
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
	if err := b.Until(shown, patience); err != nil {
		return 0, err
	}
	to := "{start: \"dropped\"}"
	if mark != "" {
		to = "{start: \"dropped\", end: \"" + mark + "\"}"
	}
	return seconds, b.Evaluate(`performance.measure("shown", `+to+`).duration / 1000`, &seconds)
}
