package main

import (
	"fmt"
	"math"
	"os"
	"time"

	"github.com/chromedp/cdproto/network"

	"backfill/wasm/browser/visit"
)

// measureStart visits the page for the first time, again and again, and opens an experiment of its gallery: on this machine, and by
// a link of 10 Mbit/s that takes 50 ms to answer.
func measureStart(url string, times int) error {
	rows := [][]any{{"link", "first picture ms", "after bytes", "program compiled ms", "live picture ms", "after bytes", "page answers ms", "gallery item ms"}}
	for _, link := range []struct {
		name string
		slow bool
	}{{"this machine", false}, {"10 Mbit/s, 50 ms", true}} {
		best := start{Prerendered: math.Inf(1), Compiled: math.Inf(1), Picture: math.Inf(1), Answers: math.Inf(1), Item: math.Inf(1)}
		for range times {
			s, err := startOnce(url, link.slow)
			if err != nil {
				return err
			}
			best.Bytes, best.PrerenderedBytes = s.Bytes, s.PrerenderedBytes
			best.Prerendered, best.Answers = min(best.Prerendered, s.Prerendered), min(best.Answers, s.Answers)
			best.Compiled, best.Picture, best.Item = min(best.Compiled, s.Compiled), min(best.Picture, s.Picture), min(best.Item, s.Item)
		}
		whole := func(ms float64) string { return fmt.Sprintf("%.0f", ms) }
		rows = append(rows, []any{link.name, whole(best.Prerendered), best.PrerenderedBytes, whole(best.Compiled), whole(best.Picture), best.Bytes, whole(best.Answers), whole(best.Item)})
	}
	fmt.Println("First visit, then an experiment of the gallery from the click to its picture")
	table(rows...)
	return nil
}

// start is what a first visit took, in milliseconds. The picture that the build has prerendered is painted first; the live one takes its
// place when the program has simulated and drawn the same.
type start struct {
	PrerenderedBytes    int     // of the page, its style and the script that shows it
	PrerenderedLastByte float64 // of them
	Prerendered         float64 // the first picture is painted
	Bytes               int     // transferred until the live picture
	LastByte            float64 // of the program's first part
	Compiled, Picture   float64 // the live one is drawn
	Answers             float64 // the page is rendered with it, and answers what is pressed
	Item                float64 // from choosing an experiment in the gallery to its picture
}

func startOnce(url string, slow bool) (s start, err error) {
	b, err := visit.Open(background, visit.Options{})
	if err != nil {
		return s, err
	}
	defer b.Close()
	if slow {
		const bytesPerSecond = 10e6 / 8
		if err := b.Do(network.Enable(), network.EmulateNetworkConditions(false, 50, bytesPerSecond, bytesPerSecond)); err != nil {
			return s, err
		}
	}
	if err := b.Goto(url); err != nil {
		return s, err
	}
	if err := b.Until(visit.Idle, patience); err != nil {
		return s, err
	}
	if err := b.Evaluate(startUp, &s); err != nil {
		return s, err
	}
	return s, b.Evaluate(openItem, &s.Item)
}

// measureVisits visits the page for the first time, on this machine and by a reader's link, and then again.
func measureVisits(url string, rounds int) ([]row, error) {
	const inTime = 150 // ms
	const here, link, cached = "Chromium, this machine: all bytes come at once", "Chromium, 10 Mbit/s, 50 ms: read while bytes come", "another Chromium, all files kept by the service worker"
	prerenderedBytes := row{name: "Start/visit=first/prerendered/bytes", what: "first visit: bytes that the first picture needs, prerendered", with: "Chromium, transferred", unit: "kB", goal: 1250}
	prerendered := row{name: "Start/visit=first/prerendered/picture", what: "first visit: first picture, prerendered, after its last byte", with: here, unit: "ms", goal: inTime}
	prerenderedSlowly := row{name: "Start/visit=first/link=10Mbit/prerendered/picture", what: "first visit: first picture, prerendered, after its last byte", with: link, unit: "ms", goal: inTime}
	prerenderedSince := row{name: "Start/visit=first/link=10Mbit/prerendered/since", what: "first visit: first picture, prerendered, since the click on a link", with: link, unit: "ms", goal: noGoal}
	prerenderedAgain := row{name: "Start/visit=second/prerendered/picture", what: "later visit, from cache: first picture, prerendered", with: cached, unit: "ms", goal: noGoal}
	bytes := row{name: "Start/visit=first/bytes", what: "first visit: bytes by the live picture", with: "Chromium, transferred", unit: "kB", goal: 1250}
	after := row{name: "Start/visit=first/picture", what: "first visit: live picture after the program's last byte", with: here, unit: "ms", goal: inTime}
	slowly := row{name: "Start/visit=first/link=10Mbit/picture", what: "first visit: live picture after the program's last byte", with: link, unit: "ms", goal: inTime}
	answers := row{name: "Start/visit=first/link=10Mbit/answers", what: "first visit: page answers after the program's last byte", with: link, unit: "ms", goal: noGoal}
	again := row{name: "Start/visit=second/picture", what: "later visit, from cache: live picture", with: cached, unit: "ms", goal: noGoal}
	for range rounds {
		first, later, err := visitTwice(url)
		if err != nil {
			return nil, err
		}
		slow, err := startOnce(url, true)
		if err != nil {
			return nil, err
		}
		prerenderedBytes.samples = append(prerenderedBytes.samples, float64(first.PrerenderedBytes)/1000)
		prerendered.samples = append(prerendered.samples, first.Prerendered-first.PrerenderedLastByte)
		prerenderedSlowly.samples = append(prerenderedSlowly.samples, slow.Prerendered-slow.PrerenderedLastByte)
		prerenderedSince.samples = append(prerenderedSince.samples, slow.Prerendered)
		prerenderedAgain.samples = append(prerenderedAgain.samples, later.Prerendered)
		bytes.samples = append(bytes.samples, float64(first.Bytes)/1000)
		after.samples = append(after.samples, first.Picture-first.LastByte)
		slowly.samples = append(slowly.samples, slow.Picture-slow.LastByte)
		answers.samples = append(answers.samples, slow.Answers-slow.LastByte)
		again.samples = append(again.samples, later.Picture)
	}
	return []row{prerenderedBytes, prerendered, prerenderedSlowly, prerenderedSince, bytes, after, slowly, answers, prerenderedAgain, again}, nil
}

// visitTwice visits the page, looks at another experiment of the gallery, and visits the page once more in a browser that has
// nothing of the first one but its profile.
func visitTwice(url string) (first, later start, err error) {
	profile, err := os.MkdirTemp("", "backfill-bench-profile-")
	if err != nil {
		return first, later, err
	}
	defer os.RemoveAll(profile)
	o := visit.Options{Profile: profile}
	if err := browse(url, o, func(b *visit.Browser) error {
		if err := b.Evaluate(startUp, &first); err != nil {
			return err
		}
		if err := b.Until(kept, patience); err != nil {
			return err
		}
		if err := b.Evaluate(openItem, new(float64)); err != nil {
			return err
		}
		time.Sleep(codeKept)
		return nil
	}); err != nil {
		return first, later, err
	}
	return first, later, browse(url, o, func(b *visit.Browser) error { return b.Evaluate(startUp, &later) })
}

// codeKept is more than V8 waits, when nothing new is compiled, until it keeps what was.
const codeKept = 4 * time.Second

// kept: the service worker has all files.
const kept = `navigator.serviceWorker.controller?.state === "activated"`

const startUp = `(() => {
	const at = (name) => performance.getEntriesByName(name)[0].startTime;
	const picture = at("backfill-first-picture");
	const files = document.querySelector("script[data-program]").dataset;
	const absolute = (url) => new URL(url, document.baseURI).href;
	const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].filter((e) =>
		e.responseEnd <= picture && e.name !== absolute(files.rest)); // the rest may come before the picture but is not waited for
	const LastByte = performance.getEntriesByName(absolute(files.program))[0].responseEnd;
	const needed = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource").filter((e) => /\/(style|prerendered)\.[0-9a-f]+\./.test(e.name))];
	const PrerenderedLastByte = Math.max(...needed.map((e) => e.responseEnd));
	const PrerenderedBytes = needed.reduce((sum, e) => sum + e.transferSize, 0);
	const Prerendered = Math.max(at("first-contentful-paint"), at("backfill-prerendered"));
	return {PrerenderedLastByte, PrerenderedBytes, Prerendered, Answers: at("backfill-answers"), LastByte, Bytes: loaded.reduce((sum, e) => sum + e.transferSize, 0), Compiled: at("backfill-compiled"), Picture: picture};
})()`

// openItem chooses an experiment of the gallery that the page does not show yet, and waits until its picture is there.
const openItem = `(async () => {
	const until = async (condition) => {
		while (!condition()) await new Promise((next) => setTimeout(next, 4));
	};
	document.querySelector("#gallery-button").click();
	const items = document.getElementsByClassName("item");
	await until(() => items.length > 0);
	const before = document.querySelector("#experiment-name").value;
	const item = [...items].find((item) => item.innerText.startsWith("A busy week"));
	const begin = performance.now();
	item.click();
	await until(() => document.querySelector("#experiment-name").value !== before && ` + visit.Idle + `);
	return performance.now() - begin;
})()`
