package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/wasm/browser/visit"
)

// A student writes a priority of their own, with a mistake first, and compares it with a
// published one; the link shares it.
func TestOwnExpression(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	p.drop(write(t, "priorities.json", `{"version": 1, "name": "priorities", "machine": {"kind": "cluster", "processors": 64},
	 "workload": {"kind": "lublin", "jobs": 500, "processors": 64, "load": 1.1, "transform": [{"kind": "estimates", "model": "fModel", "overestimate": 3}]},
	 "policies": [{"kind": "priority-backfill", "priority": "sqrt-lxf-w", "label": "published"}, {"kind": "priority-backfill", "priority": "sjf", "label": "own"}]}`))
	p.until(visit.Idle + ` && document.querySelector("#answers").innerText.includes("published")`)
	const fetched = `performance.getEntriesByType("resource").some(r => r.name.includes("/written."))`
	if eval[bool](p, fetched) {
		t.Error("the program of expressions and scripts was fetched without an expression")
	}

	const field = "#field-policies-1-priority"
	p.do(chromedp.Evaluate(fmt.Sprintf(`(() => {
		const list = document.querySelector(%q);
		list.value = [...list.options].find(o => o.text.startsWith("Own expression")).value;
		list.dispatchEvent(new Event("change", {bubbles: true}));
	})()`, field), nil))
	// The example that the field shows at first is sqrt-lxf-w.
	const equal = `document.querySelector("#answers").innerText.includes("Jobs wait as long under own as under published")`
	p.untilRun(`document.activeElement.matches("input` + field + `") && ` + equal)
	if width := eval[float64](p, fmt.Sprintf(`document.querySelector("%s-choice").getBoundingClientRect().width`, field)); width < 140 {
		t.Errorf("the list of priorities is %.0f pixels wide", width)
	}

	before := p.export(folder)
	p.click(field)
	p.do(keyboard(kb.End), keyboard("s + 1"))
	p.until(fmt.Sprintf(`document.querySelector("%s-mistake").innerText.includes('Column 25: unknown name "waits"')`, field))
	if got := eval[string](p, fmt.Sprintf(`document.querySelector(%q).getAttribute("aria-invalid")`, field)); got != "true" {
		t.Errorf("aria-invalid is %q", got)
	}
	if !eval[bool](p, equal) {
		t.Error("the last result is gone")
	}

	for range len("s + 1") {
		p.do(keyboard(kb.Backspace))
	}
	p.untilRun(fmt.Sprintf(`document.querySelector("%s-mistake").hidden`, field))
	if string(p.export(folder)) != string(before) {
		t.Error("the corrected expression gives another result")
	}
	p.click(field)
	p.do(keyboard(kb.End), keyboard("/max(1, log(1+processors))"))
	p.untilRun(`!(` + equal + `)`)
	result := p.export(folder)
	if !strings.Contains(string(result), "log(1+processors)") {
		t.Error("the result is not that of the expression")
	}
	sameResult(t, result, headless(t, result, ""))

	address := eval[string](p, "location.href")
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	p.until(visit.Idle)
	sameResult(t, p.export(folder), headless(t, result, ""))

	// What the first job has no use for is told where it stands.
	p.click(field)
	p.do(keyboard(kb.End), keyboard(" + log(wait)"))
	p.until(fmt.Sprintf(`document.querySelector("%s-mistake").innerText.includes("this is no finite number when the first job arrives")`, field))
	for range len("wait)") {
		p.do(keyboard(kb.Backspace))
	}

	// What is wrong at run time names policy, job and value.
	p.do(keyboard("submit - 9999)"))
	p.until(ran(`document.querySelector(".notices").innerText.includes("own: the priority of job 1 is NaN")`))
	if !eval[bool](p, `document.querySelector("#answers").innerText.includes("published")`) {
		t.Error("the other policy is not shown")
	}
}
