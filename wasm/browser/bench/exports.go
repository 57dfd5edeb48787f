package main

import (
	"fmt"
	"os"

	"backfill/wasm/browser/visit"
)

// saved is what a file took that was saved from the export dialog.
type saved struct {
	Seconds float64 // from the click to the file's being offered
	Bytes   float64
}

// measureExports saves the trace and the picture of 140,000 jobs under EASY.
func measureExports(url string, rounds int) ([]row, error) {
	const jobs, mega = 140_000, 1e6
	trace := row{name: "Export/jobs=140k/file=trace", with: "Chromium, from the click to the file", unit: "s", goal: 1}
	picture := row{name: "Export/jobs=140k/file=png", what: "the timeline of 140,000 jobs as PNG", with: trace.with, unit: "s", goal: 1.5}
	peak := row{name: "Export/jobs=140k/of=tab", what: "what saving that trace adds to the tab's peak, 140,000 jobs under EASY", with: "private memory of the tab's process (RssAnon), every 20 ms", unit: "MB", goal: noGoal}
	folder, err := os.MkdirTemp("", "backfill-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	for range rounds {
		b, err := visit.Open(background, visit.Options{Downloads: folder})
		if err != nil {
			return nil, err
		}
		err = func() error {
			defer b.Close()
			if err := b.Goto(url); err != nil {
				return err
			}
			if err := b.Until(visit.Idle, patience); err != nil {
				return err
			}
			process, err := tabProcess(b)
			if err != nil {
				return err
			}
			shown, err := peakWhile(process, func() error { return show(b, jobs, `{"kind": "easy"}`) })
			if err != nil {
				return err
			}
			var t, p saved
			written, err := peakWhile(process, func() error { return b.Evaluate(fmt.Sprintf(saving, "Trace for Perfetto"), &t) })
			if err != nil {
				return err
			}
			if err := b.Evaluate(fmt.Sprintf(saving, "Timeline as PNG"), &p); err != nil {
				return err
			}
			trace.what = fmt.Sprintf("140,000 jobs under EASY as a trace for Perfetto, %.0f MB", t.Bytes/mega)
			trace.samples, picture.samples = append(trace.samples, t.Seconds), append(picture.samples, p.Seconds)
			peak.samples = append(peak.samples, float64(max(written-shown, 0))/mega)
			return nil
		}()
		if err != nil {
			return nil, err
		}
	}
	return []row{trace, picture, peak}, nil
}

// peakWhile is the most memory of a process, in bytes, as long as do takes.
func peakWhile(process int64, do func() error) (most int64, err error) {
	over, peak := make(chan struct{}), make(chan int64)
	go func() { peak <- peakMemory(process, over) }()
	err = do()
	close(over)
	return <-peak, err
}

// saving chooses an item of the export dialog and waits for the link with the file that is clicked for it.
const saving = `(async () => {
	const item = await new Promise((resolve) => {
		const look = () => {
			const found = [...document.querySelectorAll("#export-dialog .item")].find((b) => b.innerText.startsWith(%q));
			found ? resolve(found) : setTimeout(look, 10);
		};
		document.querySelector("#export-button").click();
		look();
	});
	let bytes = 0;
	const make = URL.createObjectURL;
	URL.createObjectURL = (blob) => {
		bytes = blob.size;
		return make.call(URL, blob);
	};
	const click = HTMLAnchorElement.prototype.click;
	const begin = performance.now();
	const end = await new Promise((resolve) => {
		HTMLAnchorElement.prototype.click = function () {
			click.call(this);
			if (this.download) resolve(performance.now());
		};
		item.click();
	});
	URL.createObjectURL = make;
	HTMLAnchorElement.prototype.click = click;
	return {Seconds: (end - begin) / 1000, Bytes: bytes};
})()`
