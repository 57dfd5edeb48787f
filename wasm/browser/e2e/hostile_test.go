package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	cdp "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"backfill/wasm/browser/visit"
)

// markup runs a script wherever it is taken for markup, and ends texts that are quoted carelessly.
const markup = `<img src=x onerror="window.__pwned=1"></title></style></textarea><script>window.__pwned=1</script><svg onload="window.__pwned=1">'"]]>{{.}}${1}`

// canary tells of scripts that ran and of what the security policy refused, from the first moment on.
const canary = `window.__refused = []; document.addEventListener("securitypolicyviolation", e => window.__refused.push(e.violatedDirective + " " + e.blockedURI));`

// watch opens url in a new browser with a canary.
func watch(t *testing.T, url, downloads string) *page {
	t.Helper()
	b, err := visit.Open(t.Context(), visit.Options{Downloads: downloads})
	if err != nil {
		t.Fatal(err)
	}
	p := &page{t, b}
	t.Cleanup(func() {
		for _, complaint := range b.Complaints() {
			t.Errorf("the console complains: %s", complaint)
		}
		b.Close()
	})
	p.do(chromedp.ActionFunc(func(ctx context.Context) error {
		_, err := cdp.AddScriptToEvaluateOnNewDocument(canary).Do(ctx)
		return err
	}))
	p.do(chromedp.Navigate(url))
	return p
}

// unharmed fails if something ran, was refused, or became an element of the page.
func (p *page) unharmed(when string) {
	p.t.Helper()
	type state struct {
		Watched  bool
		Pwned    bool
		Refused  []string
		Elements int
		Attached int
	}
	s := eval[state](p, `({
		Watched: Array.isArray(window.__refused),
		Pwned: window.__pwned !== undefined,
		Refused: window.__refused,
		Elements: document.querySelectorAll("body img, body script, body iframe, body object, body style").length,
		Attached: [...document.querySelectorAll("body *")].filter(e => [...e.attributes].some(a => a.name.startsWith("on"))).length,
	})`)
	if !s.Watched {
		p.t.Fatal("nothing watches the page")
	}
	if s.Pwned || len(s.Refused) > 0 || s.Elements > 0 || s.Attached > 0 {
		p.t.Errorf("%s: a script ran: %v; refused by the policy: %q; %d elements and %d handlers from texts", when, s.Pwned, s.Refused, s.Elements, s.Attached)
	}
}

// unfold unfolds everything that is folded, and looks at a job.
func (p *page) unfold() {
	p.t.Helper()
	for range 3 { // some of it is within what is folded
		p.do(chromedp.Evaluate(`[...document.querySelectorAll('button[aria-expanded="false"]')].forEach(b => b.click())`, nil))
		p.frame()
	}
	p.do(chromedp.Evaluate(`document.querySelector("#job-table tbody button, #job-table tbody tr")?.click()`, nil))
	p.do(chromedp.Evaluate(`(() => {
		const c = document.querySelector("#timeline canvas"), r = c.getBoundingClientRect();
		for (let y = 60; y < r.height; y += 25) c.dispatchEvent(new PointerEvent("pointermove", {clientX: r.left + r.width / 3, clientY: r.top + y, bubbles: true}));
	})()`, nil))
	p.frame()
	p.until(visit.Idle)
}

// A scenario whose texts are markup, from a file and from a link: everything that shows them, and all that is saved, shows text.
func TestHostileScenario(t *testing.T) {
	text, err := json.Marshal(markup)
	if err != nil {
		t.Fatal(err)
	}
	scenario := strings.ReplaceAll(`{"version": 1, "name": TEXT, "description": TEXT, "machine": {"kind": "cluster", "processors": 4},
		"workload": {"kind": "lublin", "jobs": 60, "processors": 4}, "policies": [{"kind": "fcfs", "label": TEXT}, {"kind": "easy", "label": "=cmd|' /C calc'!A0"}], "baseline": TEXT,
		"groups": [{"by": "size", "bounds": [1, 2]}],
		"claims": [{"metric": "meanWait", "policy": TEXT, "versus": "=cmd|' /C calc'!A0", "direction": "lower", "published": TEXT, "source": TEXT, "remark": TEXT}]}`, "TEXT", string(text))
	folder := t.TempDir()
	url := site(t)
	p := watch(t, url, folder)
	p.until(visit.Idle)
	p.drop(write(t, markupName("json"), scenario))
	p.until(visit.Idle + fmt.Sprintf(` && document.querySelector("#experiment-name").value === %q`, markup))
	p.unfold()
	p.unharmed("a scenario")
	if labels := p.text("#metrics thead"); !strings.Contains(labels, markup) {
		t.Errorf("the table names its policies %q", labels)
	}
	fragment := eval[string](p, `location.hash`)

	reports := map[string]string{"Report": "*.html", "Timeline as SVG": "*-timeline.svg"}
	for item, pattern := range reports {
		path := filepath.Join(t.TempDir(), "saved"+filepath.Ext(pattern))
		if err := os.WriteFile(path, p.save(folder, item, pattern), 0o644); err != nil {
			t.Fatal(err)
		}
		reader := watch(t, "file://"+path, "")
		if ran := eval[bool](reader, `window.__pwned !== undefined || document.querySelectorAll("img, script, foreignObject").length > 0`); ran {
			t.Errorf("the file of %q holds markup of names", item)
		}
		if refused := eval[[]string](reader, `window.__refused`); len(refused) > 0 {
			t.Errorf("the file of %q breaks its own policy: %q", item, refused)
		}
	}
	p.do(chromedp.Evaluate(`[...document.querySelector("#chart-wait").closest("figure").querySelectorAll("button")].find(b => b.innerText === "Save SVG").click()`, nil))
	wellFormed(t, p.download(folder, "*-wait.svg"))
	names, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if base := filepath.Base(name); strings.Trim(base, "abcdefghijklmnopqrstuvwxyz0123456789-.") != "" {
			t.Errorf("a file is called %q", base)
		}
	}
	p.unharmed("what is saved")

	linked := watch(t, url+fragment, "")
	linked.until(visit.Idle + fmt.Sprintf(` && document.querySelector("#experiment-name").value === %q`, markup))
	linked.unfold()
	linked.unharmed("a link")
	linked.do(chromedp.Evaluate(`location.hash = "#s=1.<img src=x onerror=window.__pwned=1>"`, nil))
	linked.until(`document.querySelector(".notice").innerText.includes("cannot be opened")`)
	linked.unharmed("a link that is none")
}

// markupName is a name of a file that is markup.
func markupName(extension string) string { return "<img src=x onerror=window.__pwned=1>." + extension }

// A log whose header and name are markup, and one whose jobs hold some.
func TestHostileLog(t *testing.T) {
	p := watch(t, site(t), "")
	p.until(visit.Idle)
	var log strings.Builder
	for _, label := range []string{"Version", "Computer", "Installation", "Acknowledge", "Information", "Conversion", "Note", "TimeZoneString", "Queue: 1", markup} {
		fmt.Fprintf(&log, "; %s: %s\n", label, markup)
	}
	fmt.Fprintf(&log, "; Queue: 1 %s\n; MaxProcs: 8 %s\n; UnixStartTime: 850000000\n", markup, markup)
	for i := range 40 {
		fmt.Fprintf(&log, "%d %d 0 100 4 -1 -1 4 200 -1 1 1 1 1 1 -1 -1 -1 %s\n", i+1, 10*i, markup)
	}
	p.drop(write(t, markupName("swf"), log.String()))
	p.until(`document.querySelector(".notice, .question")?.innerText !== "" || document.querySelector("#experiment-name").value.includes("img")`)
	p.do(chromedp.Evaluate(`document.querySelector("#new-experiment-button, #open-log-button")?.click()`, nil))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value.includes("img")`)
	p.unfold()
	p.until(`document.body.innerText.includes("With thanks to: <img")`)
	p.unharmed("a log")

	p.drop(write(t, "broken.swf", "1 2 <img src=x onerror=window.__pwned=1> 4\n"))
	p.until(`document.querySelector(".notice").innerText.includes("broken.swf")`)
	p.drop(write(t, "broken.json", `{"version": 1, "<img src=x onerror=window.__pwned=1>": 1}`))
	p.until(`document.querySelector(".notice").innerText.includes("<img src=x")`)
	p.unharmed("mistakes in files")
}
