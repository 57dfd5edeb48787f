package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/wasm/browser/visit"
)

// A student writes EASY as a script: with a mistake, which is marked, and with a verb that the keyboard completes. What comes of it is what
// comes of the policy that the page has. Played, it shows what it prints.
func TestScriptIsWritten(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	p.drop(write(t, "script.json", `{"version": 1, "name": "script", "machine": {"kind": "cluster", "processors": 64},
	 "workload": {"kind": "lublin", "jobs": 300, "processors": 64, "load": 0.9},
	 "policies": [{"kind": "fcfs", "label": "own"}, {"kind": "easy", "label": "built in"}]}`))
	p.until(visit.Idle + ` && document.querySelector("#answers").innerText.includes("built in")`)
	const fetched = `performance.getEntriesByType("resource").some(r => r.name.includes("/written."))`
	if eval[bool](p, fetched) {
		t.Error("the program of scripts was fetched without a script")
	}
	p.do(chromedp.Evaluate(`(() => {
		const kinds = document.querySelector("#policies-0");
		kinds.value = "script";
		kinds.dispatchEvent(new Event("change", {bubbles: true}));
	})()`, nil))
	const field = "#field-policies-0-source"
	p.untilRun(fmt.Sprintf(`document.querySelector(%q) !== null && `, field) + fetched + ` && document.querySelector("#answers").innerText.includes("Script")`)
	value := func() string { return eval[string](p, fmt.Sprintf(`document.querySelector(%q).value`, field)) }
	mistake := fmt.Sprintf(`document.querySelector("%s-mistake").innerText`, field)
	if !strings.HasPrefix(value(), "# First come, first served.") {
		t.Fatalf("the first example is %q", value())
	}

	// All of it gives way to what is typed: Enter indents after a colon.
	p.click(field)
	p.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%q).select()`, field), nil),
		keyboard("def schedule():"), keyboard(kb.Enter), keyboard("blocked = strat_in_order()"), keyboard(kb.Enter))
	p.until(mistake + `.startsWith("Line 2, column 15: unknown name strat_in_order")`)
	if got := value(); got != "def schedule():\n    blocked = strat_in_order()\n    " {
		t.Errorf("typed is %q", got)
	}
	const marked = `document.querySelector(".code-colours .bad .at")`
	p.until(marked + `?.innerText === "strat_in_order"`)
	if !eval[bool](p, fmt.Sprintf(`(() => {
		const box = document.querySelector(".code-colours .bad").getBoundingClientRect(), field = document.querySelector(%q).getBoundingClientRect();
		return box.top > field.top && box.bottom < field.bottom;
	})()`, field)) {
		t.Error("the marked line does not lie in the field")
	}
	p.click(field + "-place")
	p.until(fmt.Sprintf(`(() => { const f = document.querySelector(%q); return document.activeElement === f && f.value.slice(f.selectionStart, f.selectionEnd) === "strat_in_order"; })()`, field))

	// The list is opened while one types; arrow keys choose, Enter takes.
	p.do(keyboard("start_"))
	p.until(`document.querySelector("[role=option][aria-selected=true]")?.innerText === "start_in_order()"`)
	p.do(keyboard(kb.Enter))
	end := fmt.Sprintf(`(() => { const f = document.querySelector(%q); f.setSelectionRange(f.value.length, f.value.length); })()`, field)
	p.do(chromedp.Evaluate(end, nil), keyboard("if blocked == None:"), keyboard(kb.Enter), keyboard("return"), keyboard(kb.Enter), keyboard(kb.Backspace), keyboard("res"))
	p.until(`document.querySelectorAll("[role=option]").length === 2`)
	axeFindsNothing(t, p, 1)
	p.do(chromedp.EmulateViewport(1280, 900))
	p.do(keyboard(kb.ArrowDown), keyboard(kb.ArrowUp), keyboard(kb.Enter), keyboard("blo"))
	p.until(`document.querySelector("[role=option]")?.innerText === "blocked"`)
	p.do(keyboard(kb.Tab), keyboard(")"), keyboard(kb.Enter), keyboard(`print("reserved for", blocked.number)`), keyboard(kb.Enter), keyboard("backfill()"), keyboard(kb.Enter), keyboard("drop_all()"))
	const easy = "def schedule():\n    blocked = start_in_order()\n    if blocked == None:\n        return\n    reserve(blocked)\n    print(\"reserved for\", blocked.number)\n    backfill()\n    drop_all()"
	if got := value(); got != easy {
		t.Fatalf("typed is\n%s\nwant\n%s", got, easy)
	}
	p.untilRun(fmt.Sprintf(`document.querySelector("%s-mistake").hidden && `, field) + `document.querySelector("#answers").innerText.includes("Jobs wait as long under built in as under Script")`)
	result := p.export(folder)
	sameResult(t, result, headless(t, result, ""))

	// Tab stays, and leaves after Escape.
	p.click(field)
	p.do(chromedp.Evaluate(end, nil), keyboard(kb.Tab))
	if got := value(); got != easy+"  " {
		t.Errorf("Tab makes it %q", got)
	}
	p.do(keyboard(kb.Backspace), keyboard(kb.Backspace), keyboard(kb.Escape), keyboard(kb.Tab))
	p.until(fmt.Sprintf(`!document.activeElement.matches(%q)`, field))

	// The address holds the script.
	p.untilRun(`document.querySelector("#answers").innerText.includes("Jobs wait as long under built in as under Script")`)
	address := eval[string](p, "location.href")
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	p.untilRun(fmt.Sprintf(`document.querySelector(%q) !== null && `, field) + `document.querySelector("#answers").innerText.includes("Jobs wait as long under built in as under Script")`)
	if got := value(); got != easy {
		t.Errorf("the link holds %q", got)
	}

	// What is printed stands beside the decision.
	p.click("#play-button")
	p.until(`document.querySelector("#play-focus") !== null`)
	p.put("#play-focus", "Script", "change")
	p.put("#play-slider", "0", "input")
	p.do(chromedp.Focus("#timeline", chromedp.ByQuery))
	for range 120 {
		p.do(keyboard(">"))
		p.frame()
		if strings.HasPrefix(p.text(".decision-printed .printed"), "reserved for ") {
			return
		}
	}
	t.Errorf("played, it prints %q", p.text(".decision-printed"))
}

// A script's field may leave the page while the caret is in it: the browser tells of that in the middle of the rendering.
func TestScriptFieldLeavesWithTheCaret(t *testing.T) {
	t.Parallel()
	p := open(t, site(t), visit.Options{})
	p.click("#write-policy")
	const field = `document.querySelector("textarea.code-text")`
	p.untilRun(field + ` !== null`)
	p.do(chromedp.Focus("textarea.code-text", chromedp.ByQuery))
	p.run(`document.querySelector("#undo-button").click()`) // which leaves the focus where it is
	p.until(field + ` === null && ` + visit.Idle)
	p.click("#redo-button")
	p.untilRun(field + ` !== null`)
}
