package main

import (
	"fmt"
	"math"

	"backfill/wasm/browser/visit"
)

// measureStart visits the page for the first time, again and again.
func measureStart(url string, times int) error {
	best := start{Picture: math.Inf(1)}
	for range times {
		err := browse(url, visit.Options{}, func(b *visit.Browser) error {
			var s start
			if err := b.Evaluate(startUp, &s); err != nil {
				return err
			}
			if s.Picture < best.Picture {
				best = s
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	fmt.Println("First visit, from this machine")
	table(
		[]any{"bytes for the first picture", best.Bytes},
		[]any{"program compiled after", fmt.Sprintf("%.0f ms", best.Compiled)},
		[]any{"first picture after", fmt.Sprintf("%.0f ms", best.Picture)},
	)
	return nil
}

// start is what a first visit took, in milliseconds.
type start struct {
	Bytes             int // transferred until the first picture
	Compiled, Picture float64
}

const startUp = `(() => {
	const at = (name) => performance.getEntriesByName(name)[0].startTime;
	const picture = at("backfill-first-picture");
	const loaded = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].filter((e) => e.responseEnd <= picture);
	return {Bytes: loaded.reduce((sum, e) => sum + e.transferSize, 0), Compiled: at("backfill-compiled"), Picture: picture};
})()`
