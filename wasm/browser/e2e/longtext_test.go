package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

// A table of 2,500 jobs is pasted, drawn, and there again after a reload; a name of
// 20,000 characters is refused, and the page goes on.
func TestPageTakesLongTexts(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	const rows = 2500
	var table strings.Builder
	table.WriteString("submit run request processors\n")
	for i := range rows {
		fmt.Fprintf(&table, "%d %d 100 %d\n", 100*i, 1+i%97, 1+i%4)
	}
	put := func(id, text string) {
		t.Helper()
		p.do(chromedp.Evaluate(fmt.Sprintf(`{ const field = document.getElementById(%q); field.value = %q; field.dispatchEvent(new Event("input", {bubbles: true})); }`, id, text), nil))
	}
	const drawn = visit.Idle + ` && document.querySelector("#answers").innerText.includes("2,500 jobs") && document.querySelector("#failure").hidden`
	unfold := func() {
		t.Helper()
		p.do(chromedp.Evaluate(`document.querySelector("#card-workload[aria-expanded=false]")?.click()`, nil))
		p.until(`document.getElementById("field-workload-jobs") !== null`)
	}
	unfold()
	put("field-workload-jobs", table.String())
	p.until(`document.querySelector("#run-button").offsetParent !== null || ` + drawn)
	p.do(chromedp.Evaluate(`document.querySelector("#run-button").click()`, nil))
	p.until(drawn)
	if got := eval[int](p, `document.getElementById("field-workload-jobs").value.length`); got != table.Len() {
		t.Errorf("the field holds %d characters, want %d", got, table.Len())
	}

	address := eval[string](p, "location.href")
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	p.until(drawn)
	unfold()
	if got := eval[int](p, `document.getElementById("field-workload-jobs").value.trim().split("\n").length`); got != rows+1 {
		t.Errorf("after a reload the field holds %d lines, want %d", got, rows+1)
	}

	put("experiment-name", strings.Repeat("x", 20_000))
	p.until(`document.querySelector(".notices").innerText.includes("at most 200 are accepted")`)
	put("experiment-name", "short")
	p.until(`!document.querySelector(".notices").innerText.includes("at most 200 are accepted") && document.querySelector("#failure").hidden`)
}
