package main

import (
	"fmt"
	"os"
	"path/filepath"

	"backfill/wasm/browser/visit"
)

func ms(v float64) string { return fmt.Sprintf("%.1f", v) }

// frames is how long the page's thread took for a frame while the timeline was panned and zoomed: medians, in milliseconds.
type frames struct{ Pan, Zoom float64 }

// show opens an experiment of so many jobs on a machine of 128 processors under these policies and waits for its picture.
func show(b *visit.Browser, jobs int, policies string) error {
	return open(b, fmt.Sprintf("%d jobs", jobs), fmt.Sprintf(`"machine": {"kind": "cluster", "processors": 128},
		"workload": {"kind": "lublin", "jobs": %d, "processors": 128, "load": 0.7}, "policies": [%s]`, jobs, policies))
}

// open opens a scenario of that name and waits for its picture.
func open(b *visit.Browser, name, parts string) error {
	folder, err := os.MkdirTemp("", "backfill-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "bench.json")
	scenario := fmt.Sprintf(`{"version": 1, "name": %q, %s}`, name, parts)
	if err := os.WriteFile(file, []byte(scenario), 0o644); err != nil {
		return err
	}
	if err := b.Drop(file); err != nil {
		return err
	}
	shown := fmt.Sprintf(`document.querySelector("#experiment-name").value === %q && %s`, name, visit.Idle)
	const asked = `document.querySelector("#run-anyway-button") !== null` // of what takes much memory
	if err := b.Until(shown+" || "+asked, patience); err != nil {
		return err
	}
	const runAnyway = `document.querySelector("#run-anyway-button")?.click(); 0`
	if err := b.Evaluate(runAnyway, nil); err != nil {
		return err
	}
	return b.Until(shown+" && !("+asked+")", patience)
}

// moves zooms in at the middle and out again, then pans to and fro, one step a frame, the
// pointer moving all the while, and times what is done in each frame and for it.
const moves = `(async () => {
	const canvas = document.querySelector("#timeline canvas");
	const box = canvas.getBoundingClientRect();
	const at = {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true, cancelable: true};
	const original = window.requestAnimationFrame;
	let spent = 0;
	const time = (f) => {
		const begin = performance.now();
		f();
		spent += performance.now() - begin;
	};
	window.requestAnimationFrame = (callback) => original((now) => time(() => callback(now)));
	const measure = async (steps) => {
		const times = [];
		for (const [i, step] of steps.entries()) {
			spent = 0;
			time(() => {
				canvas.dispatchEvent(new PointerEvent("pointermove", {...at, clientX: box.left + box.width * ((i * 37) % 100) / 100, pointerId: 1, pointerType: "mouse"}));
				canvas.dispatchEvent(new WheelEvent("wheel", {...at, ...step}));
			});
			await new Promise((next) => original(() => original(next)));
			times.push(spent);
		}
		times.sort((a, b) => a - b);
		return times[times.length >> 1];
	};
	const there = (n, step, back) => [...Array(n).fill(step), ...Array(n).fill(back)];
	const Zoom = await measure(there(30, {deltaY: -120}, {deltaY: 120}));
	await measure(Array(4).fill({deltaY: -250}));
	const Pan = await measure(there(30, {deltaX: 40}, {deltaX: -40}));
	await measure(Array(4).fill({deltaY: 250}));
	window.requestAnimationFrame = original;
	return {Pan, Zoom};
})()`

// measureNodes pans and zooms the timeline of 20,000 jobs on a cluster of 1,000 nodes with processors, memory and GPUs, a row for each node.
func measureNodes(url string, rounds int) ([]row, error) {
	frame := row{name: "Frame/nodes=1000", what: "a frame of the Gantt chart of 1,000 nodes, hover included", with: "Chromium, page's thread, median of 60, the slower of pan and zoom", unit: "ms", goal: 16}
	b, err := visit.Open(background, visit.Options{})
	if err != nil {
		return nil, err
	}
	defer b.Close()
	if err := b.Goto(url); err != nil {
		return nil, err
	}
	if err := b.Until(visit.Idle, patience); err != nil {
		return nil, err
	}
	if err := open(b, "1,000 nodes", fmt.Sprintf(`"seed": 1, "policies": [{"kind": "easy"}], %s`, thousandNodes("firstFit", 64, 20_000, 1))); err != nil {
		return nil, err
	}
	for range 2 * rounds {
		var f frames
		if err := b.Evaluate(moves, &f); err != nil {
			return nil, err
		}
		frame.samples = append(frame.samples, max(f.Pan, f.Zoom))
	}
	return []row{frame}, nil
}
