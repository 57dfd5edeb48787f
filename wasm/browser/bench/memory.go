package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/systeminfo"
	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

// manyJobs is what an experiment of so many jobs under EASY costs.
type manyJobs struct {
	jobs    int
	page    float64   // WebAssembly memory of the page, in bytes
	worker  float64   // of the worker
	tab     float64   // private memory of the tab's process at its peak, in bytes
	empty   float64   // of the same process before
	seconds float64   // until all is on the page
	frames  []float64 // milliseconds, the median of 60, panning or zooming, whichever takes longer
}

// simulateMany opens such an experiment and looks at it so many times.
func simulateMany(url string, jobs, looks int) (m manyJobs, err error) {
	m.jobs = jobs
	b, err := visit.Open(background, visit.Options{})
	if err != nil {
		return m, err
	}
	defer b.Close()
	measured := visit.RunFirst(measuredPage)
	// Or else the tab keeps all files once more, as text, for who watches the network.
	forgotten := network.Enable().WithMaxTotalBufferSize(1).WithMaxResourceBufferSize(1)
	if err := b.Do(network.Disable(), forgotten, measured); err != nil {
		return m, err
	}
	if err := b.Goto(url); err != nil {
		return m, err
	}
	if err := b.Until(visit.Idle, patience); err != nil {
		return m, err
	}
	process, err := tabProcess(b)
	if err != nil {
		return m, err
	}
	empty, err := privateMemory(process)
	if err != nil {
		return m, err
	}
	m.empty = float64(empty)
	over, peak := make(chan struct{}), make(chan int64)
	go func() { peak <- peakMemory(process, over) }()
	begin := time.Now()
	err = show(b, jobs, `{"kind": "easy"}`)
	m.seconds = time.Since(begin).Seconds()
	close(over)
	m.tab = float64(<-peak)
	if err != nil {
		return m, err
	}
	var sizes struct{ Page, Worker float64 }
	if err := b.Evaluate("memories()", &sizes); err != nil {
		return m, err
	}
	m.page, m.worker = sizes.Page, sizes.Worker
	for range looks {
		var f frames
		if err := b.Evaluate(moves, &f); err != nil {
			return m, err
		}
		m.frames = append(m.frames, max(f.Pan, f.Zoom))
	}
	return m, nil
}

// tabProcess is the process of the browser's only tab: of its renderers the one with most in memory.
func tabProcess(b *visit.Browser) (process int64, err error) {
	most := int64(-1)
	err = b.Do(chromedp.ActionFunc(func(ctx context.Context) error {
		list, err := systeminfo.GetProcessInfo().Do(cdp.WithExecutor(ctx, chromedp.FromContext(ctx).Browser))
		if err != nil {
			return err
		}
		for _, p := range list {
			if p.Type != "renderer" {
				continue
			}
			if size, err := privateMemory(p.ID); err == nil && size > most {
				process, most = p.ID, size
			}
		}
		return nil
	}))
	if err == nil && most < 0 {
		err = errors.New("the process of the tab is unknown")
	}
	return process, err
}

// privateMemory is how much memory of a process, in bytes, is in use and no file's.
func privateMemory(process int64) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", process))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if fields := strings.Fields(line); len(fields) == 3 && fields[0] == "RssAnon:" {
			kilobytes, err := strconv.ParseInt(fields[1], 10, 64)
			return kilobytes << 10, err
		}
	}
	return 0, fmt.Errorf("/proc/%d/status: no RssAnon", process)
}

// peakMemory looks at a process again and again until over is closed.
func peakMemory(process int64, over <-chan struct{}) (most int64) {
	const interval = 20 * time.Millisecond
	for {
		if size, err := privateMemory(process); err == nil {
			most = max(most, size)
		}
		select {
		case <-over:
			return most
		case <-time.After(interval):
		}
	}
}

// measureMany opens a million jobs under EASY again and again, and ten million once.
func measureMany(url string, rounds int) ([]row, error) {
	const million, looks = 1_000_000, 2
	worker := row{name: "Memory/jobs=1M/of=worker", what: "worker's peak, 1 M jobs under EASY", with: "WebAssembly memory, which never shrinks", unit: "B/job", goal: 200}
	tab := row{name: "Memory/jobs=1M/of=tab", what: "tab's peak, 1 M jobs under EASY", with: "private memory of the tab's process (RssAnon), every 20 ms", unit: "MB", goal: 350}
	program := row{name: "Memory/jobs=1M/of=page", what: "page's program, 1 M jobs under EASY", with: "WebAssembly memory, which never shrinks", unit: "MB", goal: noGoal}
	empty := row{name: "Memory/jobs=small/of=tab", what: "tab with the first page", with: "private memory of the tab's process", unit: "MB", goal: noGoal}
	shown := row{name: "Show/jobs=1M", what: "1 M jobs under EASY, until all is shown", with: "Chromium", unit: "s", goal: noGoal}
	frame := func(name string, jobs int, goal float64) row {
		return row{name: "Frame/jobs=" + name, what: fmt.Sprintf("a frame of the Gantt chart, %s jobs, hover included", readable(float64(jobs))),
			with: "Chromium, page's thread, median of 60, the slower of pan and zoom", unit: "ms", goal: goal}
	}
	frames := frame("1M", million, 8)
	const mega = 1e6 // bytes
	for range rounds {
		m, err := simulateMany(url, million, looks)
		if err != nil {
			return nil, err
		}
		worker.samples = append(worker.samples, m.worker/million)
		tab.samples = append(tab.samples, m.tab/mega)
		program.samples = append(program.samples, m.page/mega)
		empty.samples = append(empty.samples, m.empty/mega)
		shown.samples = append(shown.samples, m.seconds)
		frames.samples = append(frames.samples, m.frames...)
	}
	return []row{worker, tab, program, empty, shown, frames}, nil
}

// measureTenMillion shows ten million jobs.
func measureTenMillion(url string) ([]row, error) {
	const jobs, looks = 10_000_000, 4
	m, err := simulateMany(url, jobs, looks)
	if err != nil {
		return nil, err
	}
	of := func(name, what, with, unit string, goal float64, samples ...float64) row {
		return row{name: name, what: what, with: with, unit: unit, goal: goal, samples: samples}
	}
	return []row{
		of("Show/jobs=10M", "10 M jobs under EASY, until all is shown", "Chromium", "s", 18, m.seconds),
		of("Memory/jobs=10M/of=worker", "worker's peak, 10 M jobs under EASY", "WebAssembly memory, which never shrinks", "B/job", noGoal, m.worker/jobs),
		of("Memory/jobs=10M/of=tab", "tab's peak, 10 M jobs under EASY", "private memory of the tab's process (RssAnon)", "MB", 1500, m.tab/1e6),
		of("Frame/jobs=10M", "a frame of the Gantt chart, 10 M jobs, hover included", "Chromium, page's thread, median of 60, the slower of pan and zoom", "ms", 40, m.frames...),
	}, nil
}
