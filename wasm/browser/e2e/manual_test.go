package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"backfill/assets/manual"
	"backfill/wasm/browser/visit"
)

// manualPages are the pages of the manual.
func manualPages(t *testing.T) []string {
	t.Helper()
	chapters, err := manual.All()
	if err != nil {
		t.Fatal(err)
	}
	names := []string{"manual.html"}
	for _, c := range chapters {
		names = append(names, c.Page())
	}
	return names
}

// The pages of the manual pass the checks for accessibility and do not scroll sideways on a narrow window, and everything in them that
// can be scrolled or followed is reached from the keyboard.
func TestManualReach(t *testing.T) {
	t.Parallel()
	url := site(t)
	p := start(t, visit.Options{})
	for i, name := range manualPages(t) {
		t.Run(name, func(t *testing.T) {
			p := &page{t, p.Browser}
			p.do(chromedp.Navigate(url + "/" + name))
			p.until(`document.readyState === "complete"`)
			axeFindsNothing(t, p, i)
			fits(t, p)
		})
	}
}

// The help leads to the manual; every link of the manual leads to a page, and to a place that this page has; and an example opens.
func TestManualLinks(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.click("#help-button")
	p.until(`document.querySelector("#manual-link") !== null`)
	p.click("#manual-link")
	p.until(`document.title === "Manual of Backfill"`)
	for _, name := range manualPages(t) {
		p.visits(name)
		lost := eval[[]string](p, `(async () => {
			const pages = new Map();
			const page = async (name) => {
				if (!pages.has(name)) {
					const response = await fetch(name);
					pages.set(name, response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null);
				}
				return pages.get(name);
			};
			const lost = [];
			for (const a of document.querySelectorAll("a[href]")) {
				const to = new URL(a.href);
				if (to.origin !== location.origin) continue;
				const there = await page(to.pathname);
				const place = decodeURIComponent(to.hash.slice(1));
				if (!there || place && !place.startsWith("s=") && !there.getElementById(place)) lost.push(a.getAttribute("href"));
			}
			return lost;
		})()`)
		for _, link := range lost {
			t.Errorf("%s: the link to %s leads nowhere", name, link)
		}
	}
	p.visits("manual-start.html")
	p.click(`a[href^="./#"]`)
	p.until(visit.Idle + fmt.Sprintf(` && document.querySelector("#experiment-name").value === %q`, "Three jobs"))
}
