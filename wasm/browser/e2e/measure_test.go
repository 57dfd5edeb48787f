package e2e

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/engine/experiment"
	"backfill/wasm/browser/visit"
)

// measured is a sweep like that of Figure 7 of Kumar et al., of so many workloads at each
// of its six loads.
func measured(workloads, workers int) string {
	return fmt.Sprintf(`{"version": 1, "name": "measured", "machine": {"kind": "cluster", "processors": 320, "unit": 32},
		"workload": {"kind": "lublin-cwf", "jobs": 500, "smallShare": 0.2, "extendShare": 0.2, "reduceShare": 0.1},
		"policies": [{"kind": "easy"}, {"kind": "los"}, {"kind": "delayed-los", "maxSkip": 7, "elastic": true}],
		"sweep": [{"path": "/workload/load", "values": [0.5, 0.6, 0.7, 0.8, 0.9, 1.0]}],
		"groups": [{"by": "size", "quantiles": 3}], "replications": %d, "workers": %d}`, workloads, workers)
}

// natively measures a whole experiment without a browser.
func natively(t *testing.T, text string) *experiment.Result {
	t.Helper()
	cells := experiment.NewCells(compile(t, []byte(text)))
	if err := cells.MeasureAll(); err != nil {
		t.Fatal(err)
	}
	return cells.Result()
}

// runsOf are the runs of a saved result by what they are of.
func runsOf(t *testing.T, result []byte) map[string]*experiment.Run {
	t.Helper()
	var r struct{ Runs []*experiment.Run }
	if err := json.Unmarshal(result, &r); err != nil {
		t.Fatal(err)
	}
	runs := map[string]*experiment.Run{}
	for _, run := range r.Runs {
		name := fmt.Sprint(run.Point, run.Replication, run.Policy)
		if runs[name] != nil {
			t.Errorf("two runs of %s", name)
		}
		runs[name] = run
	}
	return runs
}

// sameRuns compares runs with the native ones, to the last bit; it returns how many there are.
func sameRuns(t *testing.T, result []byte, want *experiment.Result) int {
	t.Helper()
	text, err := want.JSON()
	if err != nil {
		t.Fatal(err)
	}
	native := runsOf(t, text)
	runs := runsOf(t, result)
	for name, run := range runs {
		n := native[name]
		if n == nil {
			t.Errorf("there is no run of %s", name)
			continue
		}
		for i, v := range run.Metrics {
			if math.Float64bits(v) != math.Float64bits(n.Metrics[i]) {
				t.Errorf("%s: metric %d is %v, want %v", name, i, v, n.Metrics[i])
			}
		}
	}
	return len(runs)
}

// measuredHere: the experiment of that name is on the page as a whole.
const measuredHere = visit.Idle + ` && document.querySelector("#experiment-name").value === "measured" && !document.querySelector("#answer").innerText.includes("So far")`

// The numbers are those of the headless program, whatever the number of workers.
func TestMeasured(t *testing.T) {
	t.Parallel()
	url := site(t)
	want := natively(t, measured(10, 1))
	folder := t.TempDir()
	for _, workers := range []int{1, 3} {
		p := open(t, url, visit.Options{Downloads: folder})
		p.do(chromedp.Evaluate(asked, nil))
		p.drop(write(t, "sweep.json", measured(10, workers)))
		p.until(measuredHere)
		if n := sameRuns(t, p.export(folder), want); n != len(want.Runs) {
			t.Errorf("%d workers: %d runs, want %d", workers, n, len(want.Runs))
		}
		if n := eval[int](p, `new Set(asked.map(a => a.worker)).size`); n != workers {
			t.Errorf("%d workers were asked, want %d", n, workers)
		}
	}
}

// asked notes what workers are asked to measure. A worker that comes to a portion for
// which window.breaks says so breaks: it ends, and reports an error as if it had run out
// of memory.
const asked = `(() => {
	window.asked = [];
	window.breaks = () => false;
	const original = Worker.prototype.postMessage;
	let workers = 0;
	const begin = (worker) => {
		if (worker.portions.length === 0 || !breaks(worker.portions[0])) return;
		worker.terminate();
		setTimeout(() => worker.dispatchEvent(new ErrorEvent("error", {message: "out of memory"})));
	};
	Worker.prototype.postMessage = function (message, ...rest) {
		original.call(this, message, ...rest);
		const request = message.head ? JSON.parse(message.head) : {};
		if (request.ask !== "measure") return;
		if (!this.portions) {
			this.number = ++workers;
			this.portions = [];
			this.addEventListener("message", ({data}) => {
				if (!data.head || JSON.parse(data.head).say !== "measured") return;
				this.portions.shift();
				begin(this);
			});
		}
		const portion = {worker: this.number, cells: request.cells.map(c => c.Point + ":" + c.Replication)};
		asked.push(portion);
		if (this.portions.push(portion) === 1) begin(this);
	};
})(); 0`

// What a broken worker had is tried again, one by one, by another.
func TestBrokenMeasurer(t *testing.T) {
	t.Parallel()
	want := natively(t, measured(10, 1))
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	// A portion of three cells breaks, or a later one of any size: where cells take long, portions are small.
	p.do(chromedp.Evaluate(asked+`; window.breaks = (portion) => {
		if (window.broken || portion.cells.length < 3 && asked.length < 6) return false;
		window.broken = portion;
		return true;
	}; 0`, nil))
	p.drop(write(t, "sweep.json", measured(10, 2)))
	p.until(measuredHere)
	if n := sameRuns(t, p.export(folder), want); n != len(want.Runs) {
		t.Errorf("%d runs, want %d", n, len(want.Runs))
	}
	if !eval[bool](p, `broken.cells.every(c => asked.some(a => a.cells.length === 1 && a.cells[0] === c && a.worker !== broken.worker))`) {
		t.Errorf("the cells of the broken worker were not asked for one by one: %v", eval[any](p, "asked"))
	}
}

// A cell that breaks a second worker is left out and reported.
func TestLostCell(t *testing.T) {
	t.Parallel()
	want := natively(t, measured(10, 1))
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	p.do(chromedp.Evaluate(asked+`; window.breaks = (portion) => portion.cells.includes("2:4"); 0`, nil))
	p.drop(write(t, "sweep.json", measured(10, 2)))
	p.until(measuredHere)
	if n := sameRuns(t, p.export(folder), want); n != len(want.Runs)-3 {
		t.Errorf("%d runs, want %d", n, len(want.Runs)-3)
	}
	if text := p.text("#answers"); !strings.Contains(text, "out of memory") {
		t.Errorf("the lost cell is not reported: %.1000s", text)
	}
	if n := eval[int](p, `asked.filter(a => a.cells.includes("2:4")).length`); n != 2 {
		t.Errorf("it was tried %d times, want 2", n)
	}
}

// If all workers break, the experiment ends with the reason.
func TestAllMeasurersBreak(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.do(chromedp.Evaluate(asked+`; window.breaks = () => true; 0`, nil))
	p.drop(write(t, "sweep.json", measured(10, 2)))
	p.until(`document.querySelector(".notices").innerText.includes("out of memory") && document.querySelector(".running").hidden`)
}

// A workload that cannot be made ends the experiment; the page names the value of the
// sweep and keeps what came before: here the first workload of the first point.
func TestImpossiblePoint(t *testing.T) {
	t.Parallel()
	text := strings.Replace(measured(10, 1), `"/workload/load", "values": [0.5, 0.6, 0.7, 0.8, 0.9, 1.0]`, `"/workload/jobs", "values": [400, 1, 500]`, 1)
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	p.drop(write(t, "sweep.json", text))
	p.until(`document.body.innerText.includes("makes this impossible") && document.querySelector(".running").hidden && !` + measuring)
	if runs := runsOf(t, p.export(folder)); len(runs) != 3 {
		t.Errorf("%d runs are kept, want 3", len(runs))
	}
}

// The gallery's Figure 7, of 200 workloads a point, can be cancelled half-way and gone on
// with; what is there is what the headless program has, to the last bit.
func TestMeasuringIsCancelled(t *testing.T) {
	t.Parallel()
	file := filepath.Join("..", "..", "..", "assets", "gallery", "kumar-figure-7.json")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if file, err = filepath.Abs(file); err != nil {
		t.Fatal(err)
	}
	want := natively(t, string(text))
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	beyond := func(share float64) string {
		return fmt.Sprintf(`[...document.querySelectorAll(".running progress")].some(p => p.value > %g * p.max && p.max >= 1200)`, share)
	}
	p.drop(file)
	p.until(beyond(0.3))
	p.click("#cancel-button")
	p.until(`document.querySelector(".running").hidden && !document.documentElement.hasAttribute("data-busy")`)
	half := sameRuns(t, p.export(folder), want)
	if half < len(want.Runs)*3/10 || half >= len(want.Runs) {
		t.Errorf("half-way there are %d of %d runs", half, len(want.Runs))
	}
	p.click("#run-button")
	p.until(beyond(0.6))
	p.until(visit.Idle + ` && !document.querySelector("#answer").innerText.includes("So far")`)
	if n := sameRuns(t, p.export(folder), want); n != len(want.Runs) {
		t.Errorf("in the end there are %d of %d runs", n, len(want.Runs))
	}
}

// While much is measured on one worker, another workload comes onto the timeline, and the
// reasons of a job are told.
func TestTimelineGoesFirst(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.drop(write(t, "sweep.json", measured(1000, 1)))
	p.until(`document.querySelector("#experiment-name").value === "measured" && document.querySelector("#answers .cells select") !== null && ` + measuring)
	p.until(`document.querySelector("#timeline canvas[data-drawn]") !== null`)
	p.frame()
	before, _ := p.picture()
	p.do(chromedp.Evaluate(`(() => {
		const load = document.querySelector("#answers .cells select");
		load.value = "0";
		load.dispatchEvent(new Event("change", {bubbles: true}));
	})(); 0`, nil))
	for deadline := time.Now().Add(patience); ; {
		if now, _ := p.picture(); now != before {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("another workload does not come onto the timeline")
		}
	}
	p.do(chromedp.Focus("#timeline", chromedp.ByQuery), keyboard(kb.ArrowDown), keyboard(kb.Enter))
	p.until(`document.querySelectorAll("#inspector .reasons").length === 3`)
	if !eval[bool](p, measuring) {
		t.Error("the measuring went first")
	}
	p.click("#cancel-button")
	p.until(visit.Drawn + ` && !document.documentElement.hasAttribute("data-busy")`)
}

const measuring = `document.documentElement.hasAttribute("data-busy")`
