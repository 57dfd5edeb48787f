package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/policies/scripting"
	"backfill/policies/written"
	"backfill/ui/result"
	"backfill/wasm/browser/visit"
	"backfill/wasm/digest"
	"backfill/wasm/wire"
)

// patience is for pictures of ten million jobs, too.
const patience = 15 * time.Minute

// logExperiments are experiments with a log of the archive, which lies beside the checkout, or a
// generated workload of the same shape.
var logExperiments = []struct {
	name, file       string
	processors, jobs int // of the log
	load             float64
	transform        string // of the workload
	machine          string
	policies         string
}{
	{"KTH", "KTH-SP2-1996-filtered.swf.gz", 100, 28_000, 0.69, "", `{"kind": "cluster", "processors": 100}`, plainPolicies},
	{"SDSC-SP2", "SDSC-SP2-1998-filtered.swf.gz", 128, 54_000, 0.83, "", `{"kind": "cluster", "processors": 128}`, plainPolicies},
	{"KTH, scripts", "KTH-SP2-1996-filtered.swf.gz", 100, 28_000, 0.69, "", `{"kind": "cluster", "processors": 100}`, scripts()},
	{"CTC, first fit", ctc, 512, 10_000, 0.65, highDemand, `{"kind": "nodes", "processors": 512}`, shortestFirst},
	{"CTC, contiguous", ctc, 512, 10_000, 0.65, highDemand, `{"kind": "nodes", "processors": 512, "selection": "firstContiguous"}`, shortestFirst},
}

const (
	plainPolicies = `{"kind": "fcfs"}, {"kind": "easy"}, {"kind": "conservative"}`

	// Of the study of nodes that share memory bandwidth, the mix HIGH.
	ctc           = "CTC-SP2-1996-filtered-first10000.swf.gz"
	highDemand    = `{"kind": "bandwidth", "high": 0.8, "medium": 0.1}`
	shortestFirst = `{"kind": "priority-backfill", "priority": "sjf", "label": "sjf backfilling"}`
)

// scripts are the examples as policies.
func scripts() string {
	var list []string
	for _, e := range scripting.Examples {
		source, err := json.Marshal(e.Source)
		if err != nil {
			panic(err) // every text can be written
		}
		list = append(list, fmt.Sprintf(`{"kind": "script", "label": %q, "source": %s}`, e.Name, source))
	}
	return strings.Join(list, ", ")
}

// A million jobs of the study of co-allocation at its load.
const coallocation = `{"version": 1, "machine": {"kind": "multicluster", "clusters": [20, 20, 20, 20, 20]},
	"workload": {"kind": "power-of-two", "jobs": 1000000}, "policies": [{"kind": "fcfs"}, {"kind": "fpfs", "maxJumps": 10, "label": "fpfs, 10 jumps"}]}`

// The ten months of the Origin 2000 under priority backfilling, by the published policies
// that cost most among others.
const months = `{"version": 1,
	"machine": {"kind": "hosts", "hosts": [{"processors": 64, "memory": 30}, {"processors": 128, "memory": 62, "count": 3}, {"processors": 128, "memory": 30, "count": 4}]},
	"workload": {"kind": "o2k", "months": "2000-10..2001-07"}, "kill": {"rule": "grace", "grace": 3600},
	"policies": [
		{"kind": "priority-backfill", "priority": "sqrt-lxf-w", "reservations": 2, "label": "sqrt-lxf-w, 2 dynamic"},
		{"kind": "priority-backfill", "priority": "sqrt-lxf-w", "reservations": 4, "reservation": "fixed", "label": "sqrt-lxf-w, 4 fixed"},
		{"kind": "priority-backfill", "priority": "fcfs", "reservations": 8, "label": "fcfs, 8 dynamic"},
		{"kind": "priority-backfill", "priority": "lxf", "reservations": 16, "label": "lxf, 16 dynamic"}
	]}`

// measureSimulations compares the engine in a worker with the engine here.
func measureSimulations(url string, repeat int) error {
	fmt.Printf("Simulations: the engine alone, best of %d\n", repeat)
	rows := [][]any{{"log", "policy", "native jobs/s", "browser jobs/s", "browser ms", "browser ÷ native"}}
	all := []timed{{name: "o2k", scenario: []byte(months)}, {name: "power-of-two", scenario: []byte(coallocation)}}
	for _, l := range logExperiments {
		x := timed{name: l.name}
		workload, err := x.read(l.file, l.jobs, l.processors, l.load)
		if err != nil {
			return err
		}
		x.written = l.policies == scripts()
		x.scenario = fmt.Appendf(nil, `{"version": 1, "machine": %s, "workload": {%s, "transform": [%s]}, "policies": [%s]}`, l.machine, workload, l.transform, l.policies)
		all = append(all, x)
	}
	for _, x := range all {
		policies, native, _, jobs, err := x.natively(repeat)
		if err != nil {
			return err
		}
		browser, err := x.inBrowser(url, repeat)
		if err != nil {
			return err
		}
		if len(browser) != len(native) {
			return fmt.Errorf("%d policies ran in the browser, want %d", len(browser), len(native))
		}
		for i, policy := range policies {
			rows = append(rows, []any{x.name, policy, rate(jobs, native[i]), rate(jobs, browser[i]),
				fmt.Sprintf("%.1f", browser[i]*1000), fmt.Sprintf("%.2f", browser[i]/native[i])})
		}
	}
	table(rows...)
	return nil
}

func rate(jobs int, seconds float64) string {
	return fmt.Sprintf("%.0f k", float64(jobs)/seconds/1e3)
}

// timed is an experiment to be timed.
type timed struct {
	name     string
	scenario []byte
	log      []byte // nil: the workload is generated
	file     result.FileRef
	written  bool // it has what people write, which takes the program for that
}

// read reads the log, if it is there, and is the fields of a workload from it or of a generated one.
func (x *timed) read(file string, jobs, processors int, load float64) (workload string, err error) {
	x.log, err = os.ReadFile(filepath.Join("..", "shared", "traces", file))
	if errors.Is(err, fs.ErrNotExist) {
		x.name += " (generated)"
		return fmt.Sprintf(`"kind": "lublin", "jobs": %d, "processors": %d, "load": %g`, jobs, processors, load), nil
	}
	x.file = result.FileRef{Name: file, Size: int64(len(x.log)), SHA256: digest.SHA256(x.log)}
	return fmt.Sprintf(`"kind": "swf", "file": %q`, file), err
}

// prepare reads the scenario and makes its workload, here.
func (x timed) prepare() (*experiment.Task, error) {
	s, err := scenario.Read(x.scenario)
	if err != nil {
		return nil, err
	}
	plan, err := scenario.Compile(s, written.Catalogs())
	if err != nil {
		return nil, err
	}
	return experiment.Prepare(plan, 0, 0, func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(x.log)), nil })
}

// simulated simulates under policy i, as the worker does, which reports its progress.
func simulated(task *experiment.Task, i int) (*experiment.Run, error) {
	return task.Simulate(i, func(int, engine.Time) error { return nil })
}

// natively is the labels of the policies, the shortest time of each, in seconds, how many
// plans each made, and the number of jobs.
func (x timed) natively(repeat int) (labels []string, seconds []float64, plans []int, jobs int, err error) {
	task, err := x.prepare()
	if err != nil {
		return nil, nil, nil, 0, err
	}
	best := shortest{}
	plans = make([]int, len(task.Plan.Policies))
	for range repeat {
		for i := range task.Plan.Policies {
			run, err := simulated(task, i)
			if err != nil {
				return nil, nil, nil, 0, err
			}
			best.add(i, run.Elapsed.Seconds())
			plans[i] = int(run.Outcome.PlanCount)
		}
	}
	for _, p := range task.Plan.Policies {
		labels = append(labels, p.Label)
	}
	return labels, best.seconds, plans, len(task.Workload.Jobs), nil
}

// inBrowser is the shortest time of each policy in a worker of the page, in seconds.
func (x timed) inBrowser(url string, repeat int) ([]float64, error) {
	best := shortest{}
	err := browse(url, visit.Options{}, func(b *visit.Browser) error {
		w, err := x.worker(b)
		if err != nil {
			return err
		}
		for range repeat {
			seconds, err := w.simulate()
			if err != nil {
				return err
			}
			for i, s := range seconds {
				best.add(i, s)
			}
		}
		return nil
	})
	return best.seconds, err
}

// worker is a worker of its own in the page that has the log of an experiment.
type worker struct {
	browser *visit.Browser
	place   int // in the page's list of them
	request []byte
}

// worker puts one up.
func (x timed) worker(b *visit.Browser) (worker, error) {
	w := worker{browser: b}
	request, keep := wire.Request{Ask: wire.Simulate, Task: 1, Scenario: x.scenario}, wire.Request{Ask: wire.Keep}
	if x.log != nil {
		request.Files = []result.FileRef{x.file}
		keep.Files = request.Files
	}
	kept, err := json.Marshal(keep)
	if err != nil {
		return w, err
	}
	if w.request, err = json.Marshal(request); err != nil {
		return w, err
	}
	return w, b.Evaluate(fmt.Sprintf(putUp, base64.StdEncoding.EncodeToString(x.log), kept, x.written), &w.place)
}

// simulate simulates once and is how long each policy took, in seconds.
func (w worker) simulate() (seconds []float64, err error) {
	var answers []string
	if err := w.browser.Evaluate(fmt.Sprintf(ask, w.place, w.request), &answers); err != nil {
		return nil, err
	}
	for _, text := range answers {
		var a wire.Answer
		if err := json.Unmarshal([]byte(text), &a); err != nil {
			return nil, err
		}
		switch a.Say {
		case wire.Failed:
			return nil, fmt.Errorf("the worker failed: %s", a.Failure.Reason)
		case wire.OutcomeMade:
			seconds = append(seconds, a.Seconds)
		}
	}
	return seconds, nil
}

// putUp makes a worker, lets it keep a log and returns its place.
const putUp = `(async (log, keep, written) => {
	const worker = new Worker(backfill.workerURL);
	worker.postMessage(written ? await backfill.written() : backfill.parts);
	if (keep.files) {
		worker.postMessage({head: JSON.stringify(keep), data: Uint8Array.from(atob(log), (c) => c.charCodeAt(0)).buffer});
	}
	window.benchWorkers ??= [];
	return window.benchWorkers.push(worker) - 1;
})(%q, %s, %t)`

// ask asks the worker at a place something and returns the heads of all answers.
const ask = `((place, request) => new Promise((resolve, reject) => {
	const worker = window.benchWorkers[place];
	const answers = [];
	let came = 0;
	worker.onerror = (e) => reject(e.message);
	worker.onmessage = ({data}) => {
		if (data.data && (came += data.data.byteLength) < data.size) {
			worker.postMessage({back: data.data}, [data.data]);
			return;
		}
		came = 0;
		answers.push(data.head);
		if (["failed", "done"].includes(JSON.parse(data.head).say)) resolve(answers);
	};
	worker.postMessage({head: JSON.stringify(request)});
}))(%d, %s)`

// shortest keeps the shortest time of each policy.
type shortest struct{ seconds []float64 }

func (s *shortest) add(i int, seconds float64) {
	for len(s.seconds) <= i {
		s.seconds = append(s.seconds, math.Inf(1))
	}
	s.seconds[i] = min(s.seconds[i], seconds)
}
