package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	cdpstorage "github.com/chromedp/cdproto/storage"
	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

// smallLog has so many jobs of a processor, one every 100 s.
func smallLog(jobs int) string {
	var log strings.Builder
	for j := range jobs {
		fmt.Fprintf(&log, "%d %d 0 90 1 -1 -1 1 90 -1 1 1 1 -1 -1 -1 -1 -1\n", j+1, 100*j)
	}
	return log.String()
}

// A log that the browser has no room for is open all the same. The page says that it is gone after a reload, when it asks for it. When there is
// room, or when what was stored has been cleared meanwhile, the next log is kept.
func TestNoRoomForLogs(t *testing.T) {
	t.Parallel()
	url := site(t)
	p := open(t, url, visit.Options{})
	const here = visit.Idle + ` && document.querySelector("#experiment-name").value === "small.swf"`
	log := write(t, "small.swf", smallLog(5000)) // Chromium lets some kilobytes pass
	p.do(cdpstorage.OverrideQuotaForOrigin(url).WithQuotaSize(1000))
	p.drop(log)
	p.until(here + ` && document.querySelector(".notices").innerText.includes("small.swf is open, but after a reload it has to be opened again: this browser could not store it (its storage is full).")`)
	p.do(chromedp.Reload())
	p.until(`document.querySelector(".notices").innerText.includes("small.swf")`)

	p.do(cdpstorage.OverrideQuotaForOrigin(url), cdpstorage.ClearDataForOrigin(url, "indexeddb"))
	p.drop(log)
	p.until(here)
	const kept = `new Promise((tell) => {
		const opening = indexedDB.open("backfill");
		opening.onsuccess = () => { opening.result.transaction("logs").objectStore("logs").count().onsuccess = (e) => { tell(e.target.result === 1); opening.result.close(); } };
	})`
	for deadline := time.Now().Add(patience); !eval[bool](p, kept); p.frame() {
		if time.Now().After(deadline) {
			t.Fatalf("the log is not kept, and the page says %q", p.text(".notices"))
		}
	}
	p.do(chromedp.Reload())
	p.until(here)
}

// breaking lets that many workers break that are asked to do something, such as "read".
const breaking = `(() => {
	window.asked = 0;
	window.breaks = {};
	const original = Worker.prototype.postMessage;
	Worker.prototype.postMessage = function (message, ...rest) {
		const ask = message.head ? JSON.parse(message.head).ask : "";
		asked += ask === "read";
		if (!(breaks[ask] > 0)) return original.call(this, message, ...rest);
		breaks[ask]--;
		this.terminate();
		setTimeout(() => this.dispatchEvent(new ErrorEvent("error", {message: "out of memory"})));
	};
})(); 0`

// A worker that breaks while it reads a log is replaced once. If the second one breaks, too, the page names the file.
func TestBrokenReader(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.do(chromedp.Evaluate(breaking+`; breaks.read = 2; 0`, nil))
	log := write(t, "small.swf", smallLog(500))
	p.drop(log)
	p.until(`document.querySelector(".notices").innerText.includes("small.swf: two workers broke while they read it: out of memory")`)
	p.do(chromedp.Evaluate(`breaks.read = 1; asked = 0; 0`, nil))
	p.drop(log)
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "small.swf"`)
	if n := eval[int](p, `asked`); n != 2 {
		t.Errorf("%d workers were asked to read, want 2", n)
	}
}

// Who asks for a job's reasons while the last portion of a sweep is simulated, by the worker that knows the workload, gets them: the end of the
// sweep does not end the question.
func TestQuestionAtTheEndOfASweep(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.do(chromedp.Evaluate(`(() => {
		const original = Worker.prototype.postMessage;
		const key = (name) => document.querySelector("#timeline").dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true, cancelable: true}));
		let cells = 0;
		window.asks = [];
		Worker.prototype.postMessage = function (message, ...rest) {
			original.call(this, message, ...rest);
			const request = message.head ? JSON.parse(message.head) : {};
			asks.push(request.ask);
			if (request.ask !== "measure") return;
			const before = cells;
			cells += request.cells.length;
			if (before < 59 && cells >= 59) setTimeout(() => { key("ArrowDown"); key("Enter"); }); // the sixtieth may be that on the timeline
		};
	})(); 0`, nil))
	p.drop(write(t, "sweep.json", measured(10, 1)))
	p.until(measuredHere)
	if !eval[bool](p, `asks.includes("explain")`) {
		t.Fatalf("nothing was asked about a job: %v", eval[any](p, `asks`))
	}
	p.until(`document.querySelectorAll("#inspector .reasons").length === 3`)
}

// A worker that the browser ends, of which it tells the page nothing, is replaced: while it simulates, and while it idles.
func TestEndedWorker(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.do(chromedp.Evaluate(`(() => {
		const original = Worker.prototype.postMessage;
		window.ended = 0;
		Worker.prototype.postMessage = function (message, ...rest) {
			window.last = this;
			original.call(this, message, ...rest);
			if (!message.head || JSON.parse(message.head).ask !== ends) return;
			ends = "";
			ended++;
			this.terminate();
		};
	})(); window.ends = "simulate"; 0`, nil))
	p.drop(write(t, "sweep.json", measured(10, 1)))
	p.until(`ended === 1 && ` + measuredHere)
	p.do(chromedp.Evaluate(`ends = "measure"; 0`, nil))
	p.drop(write(t, "sweep.json", measured(11, 1)))
	p.until(`ended === 2 && ` + measuredHere)
	p.do(chromedp.Evaluate(`last.terminate(); 0`, nil))
	p.drop(write(t, "small.swf", smallLog(500)))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "small.swf"`)
}

// The log that was opened last under a name is the one that a scenario means by it after a reload, even if the clock was set back before.
func TestTheLastLogOfAName(t *testing.T) {
	t.Parallel()
	url := site(t)
	p := open(t, url, visit.Options{})
	until := func(name string, jobs int) {
		t.Helper()
		p.until(fmt.Sprintf(`%s && document.querySelector("#experiment-name").value === %q && document.body.innerText.includes("%d jobs")`, visit.Idle, name, jobs))
	}
	for _, jobs := range []int{500, 400} {
		p.do(chromedp.Navigate(url))
		p.until(visit.Idle)
		p.drop(write(t, "small.swf", smallLog(jobs)))
		until("small.swf", jobs)
		p.do(visit.RunFirst(`Date.now = () => 1; Date.prototype.getTime = () => 1`))
	}
	p.do(chromedp.Navigate(url))
	p.until(visit.Idle)
	p.drop(write(t, "named.json", `{"version": 1, "name": "named", "machine": {"kind": "cluster", "processors": 4}, "workload": {"kind": "swf", "file": "small.swf"}, "policies": [{"kind": "fcfs"}]}`))
	until("named", 400)
}
