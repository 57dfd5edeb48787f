package e2e

import (
	"encoding/json"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	p := start(t, visit.Options{Downloads: downloads})
	p.do(visit.RunFirst(canary))
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
	t.Parallel()
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
	p.until(fmt.Sprintf(`document.querySelector("#apart").innerText.includes(%q)`, markup))
	p.click("#play-button")
	p.until(`document.querySelector(".decision-panel")?.innerText.includes("arrive")`)
	p.put("#play-focus", markup, "change")
	p.until(fmt.Sprintf(`document.querySelector(".decision-panel").innerText.includes(%q)`, markup))
	p.unharmed("a run that is played")
	p.click("#play-stop")
	p.until(visit.Idle)
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
	linked.until(`document.querySelector(".notices").innerText.includes("cannot be opened")`)
	linked.unharmed("a link that is none")
}

// markupName is a name of a file that is markup.
func markupName(extension string) string { return "<img src=x onerror=window.__pwned=1>." + extension }

// A log whose header and name are markup, and one whose jobs hold some.
func TestHostileLog(t *testing.T) {
	t.Parallel()
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
	p.until(`document.querySelector(".notice:not(.welcome):not([hidden]), .question") || document.querySelector("#experiment-name").value.includes("img")`)
	p.do(chromedp.Evaluate(`document.querySelector("#new-experiment-button, #open-log-button")?.click()`, nil))
	p.until(visit.Idle + ` && document.querySelector("#experiment-name").value.includes("img")`)
	p.unfold()
	p.until(`document.body.innerText.includes("With thanks to: <img")`)
	p.unharmed("a log")

	p.drop(write(t, "broken.swf", "1 2 <img src=x onerror=window.__pwned=1> 4\n"))
	p.until(`document.querySelector(".notices").innerText.includes("broken.swf")`)
	p.drop(write(t, "broken.json", `{"version": 1, "<img src=x onerror=window.__pwned=1>": 1}`))
	p.until(`document.querySelector(".notices").innerText.includes("<img src=x")`)
	p.unharmed("mistakes in files")
}

// disguise turns text round, is partly not to be seen, and has no place for a line to end.
const disguise = "\u202eYSAE \u2066\u200b\u200d\ufeff" + "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"

// A frame shows texts of a page around it that are markup, or turned round, as they are, in the width that it has.
func TestHostileFrame(t *testing.T) {
	t.Parallel()
	lab := site(t)
	text, err := json.Marshal(markup)
	if err != nil {
		t.Fatal(err)
	}
	scenario := strings.ReplaceAll(threeJobs, `"Three jobs"`, string(text))
	// As JSON inside of a script element it must not end that.
	around := around(t, fmt.Sprintf(`<script src="%s/embed.js"></script>
		<backfill-lab view="all" loading="eager" allow="*" title="%s"><script type="application/json">%s</script></backfill-lab>`,
		lab, html.EscapeString(markup), strings.ReplaceAll(scenario, "<", `\u003c`)))
	p := watch(t, around, "")
	p.do(chromedp.EmulateViewport(320, 640), chromedp.Evaluate(`globalThis.lab = document.querySelector("backfill-lab")`, nil))
	p.until(`latest("results")`)
	harm := func(when string) {
		t.Helper()
		var state string
		if err := p.EvaluateInFrame(lab, 0, `JSON.stringify([window.__pwned, window.__refused, document.querySelectorAll("body img, body script, body style").length,
			document.documentElement.scrollWidth > innerWidth])`, &state); err != nil {
			t.Fatal(err)
		}
		if state != `[null,[],0,false]` {
			t.Errorf("%s: what ran, what was refused, elements from texts, and whether it is wider than its frame: %s", when, state)
		}
		if eval[bool](p, `window.__pwned !== undefined || window.__refused.length > 0`) {
			t.Errorf("%s: it ran in the page around, or was refused there", when)
		}
	}
	p.untilInFrame(lab, fmt.Sprintf(`document.querySelector(".slim h1").innerText === %q`, markup))
	harm("a name")
	for _, label := range []string{markup, disguise} {
		value, err := json.Marshal(label)
		if err != nil {
			t.Fatal(err)
		}
		labelled := strings.ReplaceAll(threeJobs, `"FCFS"`, string(value))
		if got := eval[string](p, fmt.Sprintf(`lab.send({type: "scenario", scenario: %s}).then((m) => m.runs[0].policy)`, labelled)); got != label {
			t.Errorf("the label is %q, want %q", got, label)
		}
		p.untilInFrame(lab, fmt.Sprintf(`document.querySelector("#metrics thead").innerText.includes(%q)`, label[len(label)-20:]))
		harm("a label")
	}
	var turned bool
	if err := p.EvaluateInFrame(lab, 0, `/[\u202a-\u202e\u2066-\u2069]/.test(document.querySelector("#answers").innerText + document.querySelector("#apart").innerText)`, &turned); err != nil || turned {
		t.Errorf("a label turns the text round it (%v)", err)
	}
	if got := eval[string](p, fmt.Sprintf(`lab.set("/policies/0/kind", %s).then(() => "", (e) => e.message)`, text)); !strings.Contains(got, "<img src=x") {
		t.Errorf("a mistake is told as %q", got)
	}
	p.do(chromedp.Evaluate(fmt.Sprintf(`lab.setAttribute("src", "data:text/plain," + encodeURIComponent(%q))`, markup), nil))
	p.until(`lab.shadowRoot.querySelector("[role=alert]:not([hidden])")?.innerText.includes("cannot be opened")`)
	p.untilInFrame(lab, `document.querySelector(".slim h1")`) // the frame that has taken the place of the first
	harm("what is wrong")
}

// What a student types into a lesson, and what the browser has kept of it, is text.
func TestHostileAnswer(t *testing.T) {
	t.Parallel()
	url := site(t)
	p := watch(t, url+"/lesson-why-backfilling.html", "")
	typed := fmt.Sprintf(`(() => {
		const form = document.querySelector("#question-blocked");
		form.querySelector("input").value = %q;
		form.requestSubmit();
	})()`, markup)
	p.do(chromedp.Evaluate(typed, nil))
	p.until(fmt.Sprintf(`document.querySelector("#question-blocked .feedback").innerText.includes(%q)`, markup))
	kept, err := json.Marshal(map[string]any{"blocked": map[string]any{"answer": markup, "right": false, "told": true}, "may-four": 7, "who-pays": nil})
	if err != nil {
		t.Fatal(err)
	}
	p.do(chromedp.Evaluate(fmt.Sprintf(`localStorage.setItem("backfill-lesson-why-backfilling", %q)`, kept), nil), chromedp.Reload())
	p.until(`document.querySelector("#progress").innerText.includes("1 shown")`)
	p.do(chromedp.Evaluate(`document.querySelector("#question-blocked").scrollIntoView()`, nil))
	p.until(`document.querySelector("#question-blocked .feedback").innerText.includes("Job 3 starts after")`)
	if eval[bool](p, `window.__pwned !== undefined || window.__refused.length > 0 || document.querySelector("form img, form script") !== null`) {
		t.Error("an answer is more than text")
	}
}
