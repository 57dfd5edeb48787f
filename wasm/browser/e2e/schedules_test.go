package e2e

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/machine/farm"
	"backfill/engine/scenario"
	"backfill/engine/workload/catalog"
	"backfill/policies"
	"backfill/policies/scripting"
	"backfill/wasm/browser/visit"
	"backfill/wasm/wire"
)

// workloads has an entry for every generator: the same seed must give the same jobs
// natively and in the browser.
var workloads = map[string]string{
	"jobs": `{"kind": "jobs", "jobs": [{"id": 1, "submit": 0, "run": 60, "request": 80, "processors": 5}, {"id": 2, "submit": 5, "run": 25, "request": 30, "processors": 2},
		{"id": 3, "submit": 10, "run": 30, "request": 40, "processors": 8}, {"id": 4, "submit": 12, "run": 20.5, "request": 25, "processors": 1, "start": 40.25}],
		"commands": [{"at": 20, "job": 1, "amount": 15.5}, {"at": 30, "job": 3, "type": "RP", "amount": 1}]}`,
	"lublin":     `{"kind": "lublin", "jobs": 3000, "processors": 128, "load": 0.9}`,
	"lublin-cwf": `{"kind": "lublin-cwf", "dedicatedShare": 0.5, "extendShare": 0.2, "reduceShare": 0.1}`,
	"o2k":        `{"kind": "o2k", "transform": [{"kind": "first", "jobs": 1000}]}`,

	"power-of-two": `{"kind": "power-of-two", "jobs": 2000, "meanGap": 0.5, "transform": [{"kind": "bandwidth"}]}`,
	"farm":         `{"kind": "farm", "jobs": 500}`,
	"poisson":      `{"kind": "poisson", "jobs": 2000}`,
}

// machineOf is what a workload is simulated on.
func machineOf(workload string) string {
	if workload == "farm" {
		return `{"kind": "farm"}`
	}
	return `{"kind": "cluster", "processors": 128}`
}

// TestSchedulesEqualNative compares the job tables of every policy on every generated workload.
func TestSchedulesEqualNative(t *testing.T) {
	t.Parallel()
	url := site(t)
	p := open(t, url, visit.Options{})
	p.do(chromedp.Evaluate(asking, nil))
	for _, kind := range catalog.Kinds {
		if kind.Kind == "swf" || kind.Kind == "cwf" || kind.Kind == "accounting" {
			continue // no generators; TestDroppedLog and TestAccountingLog read logs
		}
		made, known := workloads[kind.Kind]
		if !known {
			t.Errorf("no workload to compare of the kind %s", kind.Kind)
			continue
		}
		for _, order := range []string{"batch", "sequential"} {
			t.Run(kind.Kind+" "+order, func(t *testing.T) {
				for policies := range slices.Chunk(every(t, kind.Kind), scenario.MaxPolicies) {
					text := fmt.Sprintf(`{"version": 1, "machine": %s, "workload": %s, "policies": [%s], "simultaneous": %q, "seed": 5}`,
						machineOf(kind.Kind), made, strings.Join(policies, ", "), order)
					compareSchedules(t, p, "backfill.parts", text)
				}
			})
		}
	}
}

// TestPartitionsEqualNative compares the job tables of policies on a cluster with partitions, for each choice of nodes.
func TestPartitionsEqualNative(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.do(chromedp.Evaluate(asking, nil))
	for _, choice := range []string{"firstFit", "bestFit", "slurm"} {
		also := ""
		if choice == "slurm" {
			also = `, {"kind": "slurm"}`
		}
		compareSchedules(t, p, "backfill.parts", `{"version": 1, "machine": {"kind": "partitions", "choice": "`+choice+`",
				"nodes": [{"name": "n[1-8]", "processors": 16, "memory": 64}, {"name": "g[1-3]", "processors": 24, "memory": 128, "gpus": "a100:4", "weight": 5}],
				"partitions": [{"name": "batch", "nodes": "n[1-8]", "default": true}, {"name": "gpu", "nodes": "g[1-3],n[7-8]"}, {"name": "short", "tier": 2, "maxTime": 40000}]},
			"workload": {"kind": "lublin", "jobs": 1000, "processors": 128, "load": 1.1, "transform": [{"kind": "demand", "rows": [
				{"share": 4, "memory": 2}, {"most": 16, "nodes": 1, "gpus": 2, "partitions": [2]}, {"allGpus": 5, "partitions": [2, 3]}, {"most": 32, "whole": true, "partitions": [1, 3]}]}]},
			"policies": [{"kind": "fcfs"}, {"kind": "easy"}, {"kind": "easy", "reservations": 3, "others": "shortest"}, {"kind": "conservative"}, {"kind": "fpfs"}, {"kind": "priority-backfill", "priority": "sjf"}`+also+`]}`)
	}
}

// TestWrittenEqualNative compares the job tables of expressions and scripts, which have a program of
// their own.
func TestWrittenEqualNative(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.do(chromedp.Evaluate(asking, nil))
	var scripts strings.Builder
	for _, e := range scripting.Examples {
		fmt.Fprintf(&scripts, `, {"kind": "script", "label": %q, "source": %q}`, e.Name, e.Source)
	}
	for _, work := range []string{"lublin", "o2k"} {
		compareSchedules(t, p, "backfill.written()", `{"version": 1, "machine": {"kind": "cluster", "processors": 128}, "workload": `+workloads[work]+`, "policies": [
			{"kind": "priority-backfill", "priority": "sqrt((wait+R)/R) + 0.01*wait"},
			{"kind": "priority-backfill", "priority": "log(1 + wait/R) + exp(-R/24) + 0.001*processors ** 1.5", "reservations": 2},
			{"kind": "priority-backfill", "priority": "memory > 4 or wait > 2*R ? wait ^ 2 : max(sqrt(M/R), w*J, 1/processors)", "reservation": "fixed"}`+scripts.String()+`]}`)
	}
}

// every is an entry for each policy that needs no log and runs on the machine of a workload.
func every(t *testing.T, workload string) []string {
	t.Helper()
	offers := engine.NewCluster(128, 1).Offers()
	if workload == "farm" {
		offers = farm.New(farm.Config{Computers: []farm.Computer{{Processors: 1, Speed: 1}}}).Offers()
	}
	var entries []string
	for _, kind := range policies.Catalog {
		if kind.Kind != "recorded" && kind.Kind != "by-hand" && kind.Kind != "script" && len(kind.Needs.Missing(offers)) == 0 {
			entries = append(entries, fmt.Sprintf(`{"kind": %q}`, kind.Kind))
		}
	}
	return append(entries, `{"kind": "easy", "reservations": 3}`, `{"kind": "conservative", "compress": false}`)
}

// asking defines ask(request, parts): what a worker of the test's own that runs the parts of a program
// answers, as [{head, data}].
const asking = `
window.ask = async (request, program) => new Promise((resolve, reject) => {
	const worker = new Worker(backfill.workerURL);
	const answers = [];
	const base64 = (buffer) => {
		const bytes = new Uint8Array(buffer);
		let text = "";
		for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
		return btoa(text);
	};
	worker.onerror = (e) => reject(e.message);
	worker.onmessage = ({data}) => {
		if (data.data && data.data.byteLength < data.size) reject("an answer in pieces, for which there are too many jobs");
		answers.push({head: data.head, data: data.data ? base64(data.data) : ""});
		const say = JSON.parse(data.head).say;
		if (say === "done" || say === "failed") {
			worker.terminate();
			resolve(answers);
		}
	};
	Promise.resolve(program).then((parts) => {
		worker.postMessage(parts);
		worker.postMessage({head: JSON.stringify(request)});
	}, reject);
}); 0`

// compareSchedules compares the job tables that a program makes; parts is a JavaScript expression for it.
func compareSchedules(t *testing.T, p *page, parts, scenario string) {
	t.Helper()
	request, err := json.Marshal(wire.Request{Ask: wire.Simulate, Task: 1, Scenario: json.RawMessage(scenario)})
	if err != nil {
		t.Fatal(err)
	}
	var answers []struct{ Head, Data string }
	if err := p.Evaluate(fmt.Sprintf("ask(%s, %s)", request, parts), &answers); err != nil {
		t.Fatal(err)
	}
	want := simulate(t, []byte(scenario), "").Runs
	var made wire.Made
	var got []*experiment.Run
	for _, a := range answers {
		var head wire.Answer
		if err := json.Unmarshal([]byte(a.Head), &head); err != nil {
			t.Fatal(err)
		}
		data, err := base64.StdEncoding.DecodeString(a.Data)
		if err != nil {
			t.Fatal(err)
		}
		switch head.Say {
		case wire.Failed:
			t.Fatalf("the worker failed: %+v", head.Failure)
		case wire.WorkloadMade:
			if made, err = wire.DecodeWorkload(data, func() {}); err != nil {
				t.Fatal(err)
			}
		case wire.OutcomeMade:
			run, err := wire.DecodeOutcome(data, made.Workload, func() {})
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, &experiment.Run{Policy: run.Label, Outcome: run.Outcome})
		}
	}
	if len(got) != len(want) {
		t.Fatalf("%d runs, want %d", len(got), len(want))
	}
	for i := range want {
		if diff := cmp.Diff(table(t, want[i]), table(t, got[i])); diff != "" {
			t.Errorf("%s: the job tables differ (-native +browser):\n%.2000s", want[i].Policy, diff)
		}
	}
}

// table is a run's job table, as the headless program writes it.
func table(t *testing.T, run *experiment.Run) string {
	t.Helper()
	var b strings.Builder
	if err := experiment.WriteJobs(&b, []*experiment.Run{run}, experiment.Columns{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
