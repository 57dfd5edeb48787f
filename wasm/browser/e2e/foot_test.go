package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

// What is told while somebody types stands at the foot of the page: the field stays where it is.
func TestFieldStaysWhereItIs(t *testing.T) {
	t.Parallel()
	url := site(t)
	for _, width := range []int{1366, 390} {
		p := open(t, url, visit.Options{Width: width, Height: 768})
		const field = "#field-machine-processors"
		if !eval[bool](p, `document.querySelector("`+field+`") !== null`) {
			p.do(chromedp.Evaluate(`document.querySelector("#machine-heading, #experiment button[aria-expanded=false]").click(); 0`, nil))
			p.until(`document.querySelector("` + field + `") !== null`)
		}
		p.put(field, "9", "input") // the description becomes longer by the remark that something is changed
		p.until(visit.Idle)
		const top = `document.querySelector("` + field + `").getBoundingClientRect().top`
		before := eval[float64](p, top)
		p.put(field, "x", "input")
		p.until(`!document.querySelector(".stale").hidden`)
		if after := eval[float64](p, top); after != before {
			t.Errorf("%d pixels wide: the field moves from %v to %v", width, before, after)
		}
		if !eval[bool](p, `(r => r.bottom <= innerHeight + 1 && r.top > innerHeight / 2)(document.querySelector(".stale").getBoundingClientRect())`) {
			t.Errorf("%d pixels wide: what is told is not at the foot", width)
		}
	}
}
