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
	rows := [][]any{{"link", "bytes by the first picture", "program compiled ms", "first picture ms", "gallery item ms"}}
	for _, link := range []struct {
		name string
		slow bool
	}{{"this machine", false}, {"10 Mbit/s, 50 ms", true}} {
		best := start{Compiled: math.Inf(1), Picture: math.Inf(1), Item: math.Inf(1)}
		for range times {
			s, err := startOnce(url, link.slow)
			if err != nil {
				return err
			}
			best.Bytes = s.Bytes
			best.Compiled, best.Picture, best.Item = min(best.Compiled, s.Compiled), min(best.Picture, s.Picture), min(best.Item, s.Item)
		}
		rows = append(rows, []any{link.name, best.Bytes, fmt.Sprintf("%.0f", best.Compiled), fmt.Sprintf("%.0f", best.Picture), fmt.Sprintf("%.0f", best.Item)})
	}
	fmt.Println("First visit, then an experiment of the gallery from the click to its picture")
	table(rows...)
	return nil
}

// start is what a first visit took, in milliseconds.
type start struct {
	Bytes             int     // transferred until the first picture
	LastByte          float64 // of the program's first part
	Compiled, Picture float64
	Item              float64 // from choosing an experiment in the gallery to its picture
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
	bytes := row{name: "Start/visit=first/bytes", what: "first visit: bytes by the first picture", with: "Chromium, transferred", unit: "kB", goal: 1200}
	after := row{name: "Start/visit=first/picture", what: "first visit: first picture after the program's last byte", with: "Chromium, this machine: all bytes come at once", unit: "ms", goal: inTime}
	slowly := row{name: "Start/visit=first/link=10Mbit/picture", what: "first visit: first picture after the program's last byte", with: "Chromium, 10 Mbit/s, 50 ms: read while bytes come", unit: "ms", goal: inTime}
	again := row{name: "Start/visit=second/picture", what: "later visit, from cache: first picture", with: "another Chromium, all files kept by the service worker", unit: "ms", goal: noGoal}
	for range rounds {
		first, later, err := visitTwice(url)
		if err != nil {
			return nil, err
		}
		slow, err := startOnce(url, true)
		if err != nil {
			return nil, err
		}
		bytes.samples = append(bytes.samples, float64(first.Bytes)/1000)
		after.samples = append(after.samples, first.Picture-first.LastByte)
		slowly.samples = append(slowly.samples, slow.Picture-slow.LastByte)
		again.samples = append(again.samples, later.Picture)
	}
	return []row{bytes, after, slowly, again}, nil
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
	return {LastByte, Bytes: loaded.reduce((sum, e) => sum + e.transferSize, 0), Compiled: at("backfill-compiled"), Picture: picture};
})()`

// openItem chooses the second experiment of the gallery, since the first one is what the page shows already, and waits until its picture is there.
const openItem = `(async () => {
	const until = async (condition) => {
		while (!condition()) await new Promise((next) => setTimeout(next, 4));
	};
	document.querySelector("#gallery-button").click();
	const items = document.getElementsByClassName("item");
	await until(() => items.length > 0);
	const before = document.querySelector("#experiment-name").value;
	const [, item] = [...items].filter((item) => item.tagName === "BUTTON");
	const begin = performance.now();
	item.click();
	await until(() => document.querySelector("#experiment-name").value !== before && ` + visit.Idle + `);
	return performance.now() - begin;
})()`
