package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"backfill/policies/scripting"
	"backfill/wasm/browser/visit"
)

// EASY as a script gives the same waits as EASY; mistakes stand beside the script, with their line; one that shows when it runs is told with line, job
// and instant, and the other policy is shown.
func TestScript(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	p := open(t, site(t), visit.Options{Downloads: folder})
	p.drop(write(t, "script.json", fmt.Sprintf(`{"version": 1, "name": "script", "machine": {"kind": "cluster", "processors": 64},
	 "workload": {"kind": "lublin", "jobs": 500, "processors": 64, "load": 1.1},
	 "policies": [{"kind": "easy", "label": "built-in"}, {"kind": "script", "source": %q, "label": "own"}]}`, scripting.Examples[1].Source)))
	p.untilRun(`document.querySelector("#answers").innerText.includes("Jobs wait as long under own as under built-in")`)
	result := p.export(folder)
	sameResult(t, result, headless(t, result, ""))

	const field = "#field-policies-1-source"
	type_ := func(from, to string) {
		p.do(chromedp.Evaluate(fmt.Sprintf(`(() => {
			const area = document.querySelector("textarea%s");
			area.value = area.value.replace(%q, %q);
			area.dispatchEvent(new Event("input", {bubbles: true}));
		})()`, field, from, to), nil))
	}
	type_("backfill()", "backfil()")
	p.until(fmt.Sprintf(`document.querySelector("%s-mistake").innerText.includes("Line 12, column 5: unknown name backfil (did you mean backfill?)")`, field))
	type_("backfil()", "start(head())")
	p.until(ran(`document.querySelector(".notices").innerText.includes("own: line 12, column 10: start: job")`))
	if answers := eval[string](p, `document.querySelector("#answers").innerText`); !strings.Contains(answers, "built-in") {
		t.Errorf("the other policy is not shown: %s", answers)
	}
	type_("start(head())", "backfill()")
	p.untilRun(`document.querySelector("#answers").innerText.includes("Jobs wait as long under own as under built-in")`)
}
