package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/heapprofiler"
	cdpio "github.com/chromedp/cdproto/io"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

// large is an experiment of 100,000 jobs.
const large = `"machine": {"kind": "cluster", "processors": 128}, "workload": {"kind": "lublin", "jobs": 100000, "processors": 128, "load": 0.7},
	"policies": [{"kind": "fcfs"}, {"kind": "easy"}, {"kind": "conservative"}]`

// traced does something and returns the most processor time of a task of the page's thread meanwhile, in milliseconds.
func (p *page) traced(do func()) float64 {
	p.t.Helper()
	streams := make(chan cdpio.StreamHandle, 1)
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		ctx, cancel := context.WithCancel(ctx) // later traces have listeners of their own
		p.t.Cleanup(cancel)
		chromedp.ListenTarget(ctx, func(event any) {
			if e, ok := event.(*tracing.EventTracingComplete); ok {
				select {
				case streams <- e.Stream:
				default:
				}
			}
		})
		return tracing.Start().WithTransferMode(tracing.TransferModeReturnAsStream).WithTraceConfig(&tracing.TraceConfig{IncludedCategories: []string{"toplevel"}}).Do(ctx)
	}))
	do()
	p.do(tracing.End())
	var text strings.Builder
	for stream, end := <-streams, false; !end; {
		p.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
			var part string
			part, end, err = cdpio.Read(stream).WithSize(1 << 20).Do(ctx)
			text.WriteString(part)
			return err
		}))
	}
	type place struct{ Pid, Tid int }
	var trace struct {
		TraceEvents []struct {
			place
			Ph, Name string
			Tdur     float64 // microseconds
			Args     struct{ Name any }
		}
	}
	if err := json.Unmarshal([]byte(text.String()), &trace); err != nil {
		p.t.Fatal(err)
	}
	pages := map[place]bool{}
	for _, e := range trace.TraceEvents {
		if e.Ph == "M" && e.Name == "thread_name" && e.Args.Name == "CrRendererMain" {
			pages[e.place] = true
		}
	}
	most := 0.0
	for _, e := range trace.TraceEvents {
		if pages[e.place] && e.Name == "ThreadControllerImpl::RunTask" {
			most = max(most, e.Tdur/1000)
		}
	}
	if most == 0 {
		p.t.Fatal("the trace has no task of the page's thread")
	}
	return most
}

// With 100,000 jobs no task of the page's thread is long. What is measured depends on the machine, so a task counts as
// too long only if it computes for far more than the 50 ms that are aimed at.
func TestNoLongTasks(t *testing.T) {
	onlyLong(t)
	const tolerable = 200
	p := alone(t, visit.Options{Width: 1366, Height: 768})
	p.do(chromedp.Navigate(site(t)))
	p.until(visit.Idle)
	seed := 0
	const done = visit.Idle + ` && document.querySelector("#answers").innerText.includes("100,000 jobs")`
	wheel := func(dx, dy int) {
		for range 20 {
			eval[bool](p, fmt.Sprintf(`(() => { const canvas = document.querySelector("#timeline canvas"), box = canvas.getBoundingClientRect();
				canvas.dispatchEvent(new WheelEvent("wheel", {clientX: box.left + box.width / 2, clientY: box.top + 130, bubbles: true, cancelable: true, deltaX: %d, deltaY: %d}));
				return true })()`, dx, dy))
			p.frame()
		}
	}
	sorted := func() { p.until(`!document.querySelector(".jobs .count").innerText.includes("sorting")`) }
	for _, action := range []struct {
		name string
		do   func()
	}{
		{"run", func() {
			seed++
			p.shows(t, fmt.Sprint("large ", seed), large+fmt.Sprintf(`, "seed": %d`, seed))
			p.until(done)
		}},
		{"zoom", func() { wheel(0, -120); wheel(0, 60) }},
		{"pan", func() { wheel(40, 0); wheel(-40, 0) }},
		{"sort", func() {
			for _, to := range []int{5, 5, 1, 7} {
				p.run(fmt.Sprintf(`document.querySelectorAll("#job-table .sort")[%d].click()`, to))
				sorted()
			}
		}},
		{"filter", func() {
			for _, text := range []string{"1", "10", "100", ""} {
				p.put("#filter-text", text, "input")
				sorted()
			}
		}},
		{"inspect", func() {
			p.run(`document.querySelectorAll("#job-table .link")[7].click()`)
			p.until(`document.querySelectorAll("#inspector .fate").length === 3`) // why it waited comes later
			p.press("#inspector", "Close")
		}},
		{"colour", func() {
			p.put("#color-by", "user", "change")
			p.frame()
			p.put("#color-by", "wait", "change")
			p.frame()
		}},
	} {
		computed := p.traced(action.do) // what else the machine does makes a task longer, but not this
		t.Logf("%s: a task computes for at most %.0f ms", action.name, computed)
		if computed > tolerable {
			t.Errorf("%s: a task computes for %.0f ms", action.name, computed)
		}
	}
}

// keepInstance keeps the memory of the page's program in window.memory.
const keepInstance = `(() => { const original = WebAssembly.instantiate;
	WebAssembly.instantiate = async (...args) => { const result = await original(...args); window.memory = (result.instance ?? result).exports.mem ?? window.memory; return result; } })()`

// heap is what the page's program has in use and what it has taken, and what its scripts hold, in bytes.
func (p *page) heap() (used, taken, scripts float64) {
	p.t.Helper()
	used = eval[float64](p, `backfill.heap()`)
	p.do(heapprofiler.CollectGarbage(), chromedp.ActionFunc(func(ctx context.Context) error {
		used, _, embedder, backing, err := runtime.GetHeapUsage().Do(ctx)
		scripts = used + embedder + backing
		return err
	}))
	return used, eval[float64](p, `memory.buffer.byteLength`), scripts
}

// Runs hold no more the more of them there were: ten runs as much as two. The memory that a WebAssembly program has taken
// never shrinks, and how far it grows until it stays as it is depends on when garbage is collected and on how well columns
// fit into the gaps that others left: of that only the second half is compared.
func TestHeapStaysAsItIs(t *testing.T) {
	onlyLong(t)
	p := alone(t, visit.Options{})
	p.do(visit.RunFirst(keepInstance), chromedp.Navigate(site(t)))
	p.until(visit.Idle)
	const runs, grown = 10, 1.2
	var used, taken, scripts [runs + 1]float64
	for run := 1; run <= runs; run++ {
		p.shows(t, fmt.Sprint("large ", run), large+fmt.Sprintf(`, "seed": %d`, run))
		used[run], taken[run], scripts[run] = p.heap()
		t.Logf("run %d: program %.1f MB in use, %.1f taken, scripts %.1f MB", run, used[run]/1e6, taken[run]/1e6, scripts[run]/1e6)
	}
	for _, c := range []struct {
		what        string
		after, from float64
		first       int
	}{
		{"program has in use", used[runs], used[2], 2},
		{"program has taken", taken[runs], taken[5], 5},
		{"scripts hold", scripts[runs], max(scripts[1], scripts[2]), 2}, // a message of 1.5 MB is let go with the next one or before
	} {
		if c.after > grown*c.from {
			t.Errorf("after ten runs the %s %.1f MB, after %d %.1f", c.what, c.after/1e6, c.first, c.from/1e6)
		}
	}
}
