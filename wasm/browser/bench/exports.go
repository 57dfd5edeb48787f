package main

import (
	"fmt"
	"os"
	"path/filepath"

	"backfill/wasm/browser/visit"
)

// saved is what a file took that was saved from the export dialog.
type saved struct {
	Seconds float64 // from the click to the file's being offered
	Bytes   float64
}

// measureExports opens the accounting log of 140,000 jobs of a centre and saves, from the four policies under which it opens, the trace
// and the picture of the timeline.
func measureExports(url string, rounds int) ([]row, error) {
	const jobs, days, mega = 140_000, 51, 1e6
	with := "Chromium, from the click to the file"
	trace := row{name: "Export/jobs=140k/file=trace", with: with, unit: "s", goal: 1}
	picture := row{name: "Export/jobs=140k/file=png", what: "the timeline of 140,000 jobs under four policies as PNG", with: with, unit: "s", goal: 1.5}
	peak := row{name: "Export/jobs=140k/of=tab", what: "how much higher the tab's peak is while that trace is saved", with: "private memory of the tab's process (RssAnon), every 20 ms", unit: "MB", goal: noGoal}
	folder, err := os.MkdirTemp("", "backfill-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	log := filepath.Join(folder, "log.txt")
	if err := writeCentre(log, jobs, days); err != nil {
		return nil, err
	}
	for range rounds {
		t, p, more, err := saveBoth(url, log, folder)
		if err != nil {
			return nil, err
		}
		trace.what = fmt.Sprintf("140,000 jobs under four policies as a trace for Perfetto, %.0f MB", t.Bytes/mega)
		trace.samples, picture.samples, peak.samples = append(trace.samples, t.Seconds), append(picture.samples, p.Seconds), append(peak.samples, more/mega)
	}
	return []row{trace, picture, peak}, nil
}

// saveBoth saves trace and picture of an accounting log; more is how many bytes more the tab has at most while it saves the trace than
// until then.
func saveBoth(url, log, folder string) (trace, picture saved, more float64, err error) {
	b, err := visit.Open(background, visit.Options{Downloads: folder})
	if err != nil {
		return trace, picture, 0, err
	}
	defer b.Close()
	if err := b.Goto(url); err != nil {
		return trace, picture, 0, err
	}
	if err := b.Until(visit.Idle, patience); err != nil {
		return trace, picture, 0, err
	}
	process, err := tabProcess(b)
	if err != nil {
		return trace, picture, 0, err
	}
	shown, err := peakWhile(process, func() error {
		if err := b.Drop(log); err != nil {
			return err
		}
		return b.Until(`document.querySelector("#experiment-name").value === "Accounting log" && `+visit.Idle, patience)
	})
	if err != nil {
		return trace, picture, 0, err
	}
	written, err := peakWhile(process, func() error { return b.Evaluate(fmt.Sprintf(saving, "Trace for Perfetto"), &trace) })
	if err != nil {
		return trace, picture, 0, err
	}
	err = b.Evaluate(fmt.Sprintf(saving, "Timeline as PNG"), &picture)
	return trace, picture, float64(max(written-shown, 0)), err
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
