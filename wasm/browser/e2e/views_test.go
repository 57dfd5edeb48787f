package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/assets/lessons"
	"backfill/wasm/browser/visit"
)

// A view is a state of the page, or a page beside it, that people come to. What holds for all of them is tested with each.
type view struct {
	name string
	show func(t *testing.T, p *page) // from the first visit to there
	ends func(p *page)               // what the view shows does not last: ends it; may be nil
}

// views are all of them.
var views = []view{
	{name: "first visit", show: func(*testing.T, *page) {}},
	{name: "every card", show: func(_ *testing.T, p *page) {
		for _, card := range []string{"machine", "workload", "policies", "repeat", "groups", "settings"} {
			p.run(`document.querySelector("#card-` + card + `[aria-expanded=false]")?.click()`)
			p.until(`document.querySelector("#card-` + card + `[aria-expanded=true]") !== null`)
		}
		p.run(`document.querySelectorAll(".experiment button[aria-expanded=false]").forEach(b => b.click())`)
	}},
	{name: "form folded", show: func(_ *testing.T, p *page) {
		p.press("#experiment", "«")
		p.until(`document.querySelector(".places.folded") !== null`)
	}},
	{name: "everything unfolded", show: func(_ *testing.T, p *page) {
		p.run(`document.querySelectorAll(".middle button[aria-expanded=false], .right button[aria-expanded=false]").forEach(b => b.click())`)
		p.until(`document.querySelector("#chart-wait ~ .scroll, .charts .scroll") !== null && !document.querySelector(".words").hidden`)
	}},
	{name: "inspector", show: func(_ *testing.T, p *page) {
		p.do(chromedp.Focus("#timeline", chromedp.ByQuery), keyboard(kb.ArrowDown), keyboard(kb.ArrowDown), keyboard(kb.Enter))
		p.until(`document.querySelectorAll("#inspector ol.reasons").length === 3`)
	}},
	{name: "going to a time that is none", show: func(_ *testing.T, p *page) {
		p.do(chromedp.Focus("#timeline", chromedp.ByQuery), keyboard("g"))
		p.until(`document.activeElement.id === "go-to-at"`)
		p.do(keyboard("soon" + kb.Enter))
		p.says("#go-to-mistake", "Soon: a time since the start of the workload")
	}},
	{name: "a run that is played", show: func(_ *testing.T, p *page) {
		p.do(chromedp.Focus("#timeline", chromedp.ByQuery), keyboard("."))
		p.until(`document.querySelector(".decision-panel .queue li") !== null`)
	}},
	{name: "jobs placed by hand", show: func(_ *testing.T, p *page) {
		p.click("#byhand-begin")
		p.until(visit.Idle + ` && document.querySelector("#byhand .queue li") !== null`)
		p.click("#byhand-job-0")
		p.says("#byhand", "1 of 12 jobs placed")
		p.choose("byhand-rule", "as EASY would")
		p.until(visit.Idle + ` && document.querySelector("#byhand-check") !== null`)
		p.click("#byhand-on")
		p.click("#byhand-job-2")
		p.says(".byhand-told.wrong", "Job 3 does not fit")
	}},
	{name: "nodes by partition", show: func(t *testing.T, p *page) {
		p.drop(write(t, "nodes.json", twoNodes))
		p.until(visit.Idle + ` && document.querySelector("#experiment-name").value === "Two nodes"`)
		p.choose("nodes-shown", "by partition")
		p.choose("color-by", "state")
		p.says(".legend", "runs: at the instant that is played")
	}},
	{name: "job table with a filter", show: func(_ *testing.T, p *page) {
		p.put("#filter-least", "2", "input")
		p.put("#filter-wait", "often", "input")
		p.run(`document.querySelectorAll("#job-table .sort")[2].click()`)
		p.until(`document.querySelector("#job-table [aria-sort]") !== null && document.querySelector("#filter-wait[aria-invalid=true]") !== null`)
	}},
	{name: "job table without jobs", show: func(_ *testing.T, p *page) {
		p.put("#filter-text", "999", "input")
		p.until(`document.querySelector(".jobs .count").innerText.startsWith("No job passes")`)
	}},
	{name: "users under all policies", show: func(_ *testing.T, p *page) {
		p.click("#show-users")
		p.until(`document.querySelector("#user-table") !== null`)
		p.choose("users-policy", "all policies, side by side")
		p.run(`document.querySelectorAll("#user-table .sort")[3].click()`)
		p.until(`document.querySelector("#user-table [aria-sort]") !== null && document.querySelector("#user-table").innerText.includes("Mean wait, EASY")`)
	}},
	{name: "a question with a wrong number", show: func(_ *testing.T, p *page) {
		p.click("#ask-load")
		p.until(visit.Idle + ` && document.querySelector("#before-table") !== null`)
		p.put("#if-processors", "many", "input")
		p.until(`document.querySelector("#if-processors[aria-invalid=true]") !== null`)
	}},
	{name: "sweep with curves", show: func(t *testing.T, p *page) {
		p.shows(t, "sweep", `"machine": {"kind": "cluster", "processors": 64}, "workload": {"kind": "lublin", "jobs": 100, "processors": 64, "load": 0.9},
			"policies": [{"kind": "fcfs", "label": "FCFS"}, {"kind": "easy", "label": "EASY"}, {"kind": "conservative", "label": "Conservative"}], "baseline": "FCFS",
			"sweep": [{"path": "/workload/load", "values": [0.5, 0.7, 0.9]}], "replications": 4`)
		p.until(`document.querySelector("#chart-curves svg") !== null`)
		p.press("#curves", "Numbers")
	}},
	{name: "classes", show: func(t *testing.T, p *page) {
		p.shows(t, "classes", `"machine": {"kind": "cluster", "processors": 64}, "workload": {"kind": "lublin", "jobs": 200, "processors": 64, "load": 0.9},
			"policies": [{"kind": "fcfs"}, {"kind": "easy"}], "groups": [{"by": "runTime", "bounds": [60, 600, 3600], "each": {"by": "size", "bounds": [1, 8]}}]`)
		p.until(`document.querySelector("#chart-classes svg") !== null`)
		p.press("#classes", "Numbers")
		p.until(`document.querySelector("#chart-classes-table .heading") !== null`)
	}},
	{name: "claims", show: func(t *testing.T, p *page) {
		p.shows(t, "claims", `"machine": {"kind": "cluster", "processors": 64}, "workload": {"kind": "lublin", "jobs": 100, "processors": 64, "load": 0.9},
			"policies": [{"kind": "fcfs", "label": "FCFS"}, {"kind": "easy", "label": "EASY"}], "replications": 10,
			"claims": [{"metric": "meanWait", "policy": "EASY", "versus": "FCFS", "direction": "lower", "published": "20 %", "source": "Table 1", "remark": "A remark."},
				{"metric": "meanWait", "policy": "FCFS", "versus": "EASY", "direction": "lower", "published": "1 %", "source": "Table 2"}]`)
		p.until(`document.querySelectorAll(".claim-list li").length === 2`)
	}},
	{name: "steady state", show: func(t *testing.T, p *page) {
		p.shows(t, "steady", `"machine": {"kind": "multicluster", "clusters": [20, 20, 20, 20, 20]}, "workload": {"kind": "power-of-two", "jobs": 6000},
			"policies": [{"kind": "fcfs"}, {"kind": "fpfs"}], "steady": {"warmup": 1000, "batch": 1000}, "groups": [{"by": "size", "bounds": [1, 3, 7]}]`)
	}},
	{name: "farm with its heat map", show: func(t *testing.T, p *page) {
		p.shows(t, "farm", `"machine": {"kind": "farm", "computers": 12, "licenceKinds": 3}, "workload": {"kind": "farm", "jobs": 80, "meanGap": 20}, "seed": 2,
			"policies": [{"kind": "convergent"}, {"kind": "easy"}]`)
		p.click("#show-matrix")
		p.until(`document.querySelector("#matrix canvas[data-drawn]") !== null`)
		p.do(chromedp.Focus("#matrix", chromedp.ByQuery), keyboard(kb.ArrowDown), keyboard(kb.ArrowDown), keyboard(kb.Enter))
		p.until(`document.querySelector(".terms tbody tr") !== null`)
		p.press(".picture", "Licences")
	}},
	{name: "a cluster with partitions, before and after", show: func(t *testing.T, p *page) {
		p.shows(t, "centre", `"machine": {"kind": "partitions", "nodes": [{"name": "n[1-4]", "processors": 8, "memory": 32}, {"name": "g1", "processors": 8, "memory": 64, "gpus": "4"}],
			"partitions": [{"name": "batch", "nodes": "n[1-4]"}, {"name": "gpu", "nodes": "g1"}, {"name": "short", "maxTime": 3600}]}, "policies": [{"kind": "fcfs"}, {"kind": "easy"}],
			"workload": {"kind": "lublin", "jobs": 200, "processors": 32, "load": 0.9, "transform": [{"kind": "demand", "rows": [{"memory": 2, "partitions": [1]},
				{"most": 8, "memory": 4, "nodes": 1, "gpus": 1, "partitions": [2]}]}]}`)
		p.press(".picture", "Stranded")
		p.click("#ask-merge")
		p.until(visit.Idle + ` && document.querySelector("#before-groups tbody tr") !== null`)
		p.says("#before-groups", "Partition gpu")
	}},
	{name: "priorities of a job", show: func(t *testing.T, p *page) {
		showPriorities(t, p)
		p.run(`document.querySelectorAll("#priorities .bar button[aria-expanded=false]").forEach(b => b.click())`)
		p.until(`document.querySelector("#chart-priority-table") !== null && document.querySelector("#chart-fair-share-table") !== null`)
	}},
	{name: "a sweep over two words of Slurm as a map, with questions about it", show: func(t *testing.T, p *page) {
		p.shows(t, "words", `"machine": {"kind": "partitions", "choice": "slurm", "nodes": [{"name": "n[1-4]", "processors": 8}], "partitions": [{"name": "p"}]},
			"workload": {"kind": "lublin", "jobs": 60, "processors": 32, "load": 0.9}, "policies": [{"kind": "easy"}, {"kind": "slurm", "label": "S"}], "replications": 5,
			"sweep": [{"path": "/policies/1/parameters/bf_interval", "values": [30, 300, 3600]}, {"path": "/policies/1/parameters/default_queue_depth", "values": [1, 5, 100]}]`)
		p.put("#map-policy", "S", "change")
		p.says("#map-sentence", "Under S the mean wait is lowest")
		p.do(chromedp.Focus("#map-0", chromedp.ByQuery), keyboard(kb.ArrowDown))
		p.until(`document.activeElement.id === "map-1"`)
		p.do(keyboard(kb.ArrowRight))
		p.until(`document.activeElement.id === "map-4"`)
		p.do(keyboard(kb.Enter))
		p.until(visit.Idle + ` && document.querySelector("td.here #map-4") !== null`)
		p.pictures("map", "#curves")
	}},
	{name: "questions about Slurm, and the lines that come of them", show: func(t *testing.T, p *page) {
		p.shows(t, "asked", `"machine": {"kind": "partitions", "choice": "slurm", "nodes": [{"name": "n[1-4]", "processors": 8}], "partitions": [{"name": "p", "maxTime": 3600}]},
			"workload": {"kind": "lublin", "jobs": 60, "processors": 32, "load": 0.9}, "policies": [{"kind": "slurm", "label": "S", "qos": [{"number": 1}], "limits": true,
			"settings": [{"key": "PriorityType", "value": "priority/multifactor"}], "associations": [{"account": 1, "shares": 3}]}]`)
		p.click("#ask-word")
		p.untilRun(`document.querySelector("#changed-lines") !== null`)
	}},
	{name: "when a job would start", show: func(t *testing.T, p *page) {
		asksWhen(t, p)
		p.put("#forecast-request", "30 min", "input")
		p.click("#ask-forecast")
		p.until(`document.querySelector("#chart-forecast svg") !== null`)
		p.press("#forecast", "Numbers")
		p.until(`document.querySelector("#chart-forecast-table") !== null`)
		p.click("#try-forecast")
		p.until(`document.querySelector("#forecast-tried") !== null`)
		p.put("#forecast-processors", "many", "input")
		p.until(`document.querySelector("#forecast-processors[aria-invalid=true]") !== null`)
	}},
	{name: "demand of nodes", show: func(t *testing.T, p *page) {
		p.shows(t, "shared", `"machine": {"kind": "nodes", "processors": 8}, "policies": [{"kind": "fcfs"}],
			"workload": {"kind": "jobs", "jobs": [{"run": 600, "request": 900, "processors": 2}, {"submit": 300, "run": 600, "request": 650, "processors": 2}],
			"transform": [{"kind": "bandwidth", "high": 1, "medium": 0}]}`)
		p.put("#show", "demand", "change")
		p.do(chromedp.Focus("#timeline", chromedp.ByQuery), keyboard(kb.ArrowDown), keyboard(kb.ArrowDown), keyboard(kb.Enter))
		p.until(`document.querySelector("#inspector").innerText.includes("Killed because of sharing")`)
		p.press("#inspector", "Shared shadows")
		p.until(`document.querySelector("#inspector table") !== null`)
	}},
	{name: "commands and dedicated jobs", show: func(t *testing.T, p *page) {
		p.shows(t, "elastic", `"machine": {"kind": "cluster", "processors": 320, "unit": 32}, "workload": {"kind": "lublin-cwf", "jobs": 200, "smallShare": 0.2, "dedicatedShare": 0.3, "extendShare": 0.3, "reduceShare": 0.2},
			"policies": [{"kind": "easy-d", "elastic": true}, {"kind": "hybrid-los", "elastic": true}]`)
	}},
	{name: "own expression", show: func(t *testing.T, p *page) {
		p.shows(t, "expression", `"machine": {"kind": "cluster", "processors": 64}, "workload": {"kind": "lublin", "jobs": 100, "processors": 64, "load": 0.9},
			"policies": [{"kind": "priority-backfill", "priority": "wait/R"}]`)
	}},
	{name: "a mistake", show: func(_ *testing.T, p *page) {
		p.put("#field-machine-processors", "many", "input")
		p.until(`document.querySelector("#field-machine-processors[aria-invalid=true]") !== null && !document.querySelector(".stale").hidden`)
	}},
	{name: "a file that cannot be read", show: func(t *testing.T, p *page) {
		p.drop(write(t, "broken.swf", "1 0 0 ten 1 -1 -1 1 10 -1 1 1 1 -1 -1 -1 -1 -1\n"))
		p.until(`document.querySelector(".notices").innerText.includes("broken.swf")`)
	}},
	{name: "a missing log", show: func(t *testing.T, p *page) {
		p.drop(write(t, "missing.json", `{"version": 1, "name": "missing", "machine": {"kind": "cluster", "processors": 64}, "workload": {"kind": "swf", "file": "absent.swf"}, "policies": [{"kind": "easy"}]}`))
		p.until(`document.querySelector(".notices").innerText.includes("absent.swf")`)
	}},
	{name: "stale results", show: func(t *testing.T, p *page) {
		p.drop(write(t, "long.json", long))
		p.until(`!document.querySelector(".running").hidden`)
		p.click("#cancel-button")
		p.put("#experiment-name", "longer", "input")
		p.until(`!document.querySelector(".stale").hidden`)
	}},
	{name: "running", show: func(t *testing.T, p *page) {
		p.drop(write(t, "long.json", long))
		p.until(`!document.querySelector(".running").hidden`)
	}, ends: func(p *page) { p.click("#cancel-button") }},
	{name: "gallery", show: func(_ *testing.T, p *page) {
		p.click("#gallery-button")
		p.until(`document.querySelectorAll(".dialog button.item").length > 20`)
	}},
	{name: "gallery searched in vain", show: func(_ *testing.T, p *page) {
		p.click("#gallery-button")
		p.put("#gallery-search", "nothing of the kind", "input")
		p.until(`document.querySelector("#gallery-count").innerText.startsWith("Nothing")`)
	}},
	{name: "an explained term", show: func(_ *testing.T, p *page) {
		p.run(`document.querySelector("#answer .term").click()`)
		p.until(`document.querySelector(":popover-open") !== null`)
	}},
	{name: "share", show: func(_ *testing.T, p *page) {
		p.click("#share-button")
		p.until(`document.querySelector("#embed-code") !== null`)
		p.run(`(() => { for (const list of document.querySelectorAll("#share-dialog select")) {
			const ticked = [...list.options].find(o => o.text.includes("tick"));
			if (ticked) { list.value = ticked.value; list.dispatchEvent(new Event("change", {bubbles: true})); }
		} })()`)
	}},
	{name: "export", show: func(_ *testing.T, p *page) {
		p.click("#export-button")
		p.until(`document.querySelectorAll("#export-dialog button.item").length > 3`)
	}},
	{name: "help", show: func(_ *testing.T, p *page) {
		p.click("#help-button")
		p.until(`document.querySelector("#help-dialog") !== null`)
	}},
	{name: "playing", show: func(_ *testing.T, p *page) {
		p.click("#play-button")
		p.until(`document.querySelector("#play-speed") !== null`)
		p.click("#play-button") // it stands still
		p.put("#play-slider", "400", "input")
		p.frame()
	}},
	{name: "two runs apart", show: func(_ *testing.T, p *page) {
		p.click("#show-apart")
		p.until(`document.querySelector("#apart-picture canvas[data-drawn]") !== null`)
		p.press("#apart", "Numbers")
		p.until(`document.querySelector("#apart-jobs") !== null`)
	}},
	{name: "a changed job", show: func(_ *testing.T, p *page) {
		p.run(`document.querySelectorAll("#job-table .link")[3].click()`)
		p.click("#change-job")
		p.put("#what-if-processors", "2", "input")
		p.until(visit.Idle + ` && document.querySelector("#before-table") !== null`)
		p.press("#whatif", "Keep this run")
		p.press("#whatif", "Jobs that changed most")
		p.run(`document.querySelector("#show-change")?.click()`)
		p.until(`document.querySelector("#moved-jobs") !== null && document.querySelector(".kept li") !== null`)
	}},
	{name: "a job to be added", show: func(_ *testing.T, p *page) {
		p.click("#add-job")
		p.until(`document.querySelector("#add-job-run") !== null`)
		p.put("#add-job-run", "long", "input")
		p.press("#whatif", "Add")
		p.until(`document.querySelector("#add-job-run[aria-invalid=true]") !== null`)
	}},
	{name: "why a job waited", show: func(_ *testing.T, p *page) {
		p.run(`document.querySelectorAll("#job-table .link")[3].click()`)
		p.until(`document.querySelectorAll("#inspector ol.reasons").length === 3`)
		p.run(`document.querySelectorAll("#inspector button[aria-expanded=false]").forEach(b => b.click())`)
		p.until(`document.querySelector("#inspector .looks") !== null`)
	}},
	{name: "a frame", show: func(_ *testing.T, p *page) {
		p.visits("index.html?view=all&gallery=textbook&allow=*")
		p.until(visit.Drawn)
	}},
	{name: "a frame with controls", show: func(_ *testing.T, p *page) {
		p.visits("index.html?view=play,answers&gallery=lublin&allow=/workload/load:0.5..0.9:0.1,/machine/processors")
		p.until(visit.Drawn)
	}},
	{name: "six examples to embed", show: func(_ *testing.T, p *page) {
		p.embeds(eval[string](p, `location.origin`))
	}},
	{name: "a frame that cannot be changed", show: func(_ *testing.T, p *page) {
		p.visits("index.html?view=experiment,answers&gallery=textbook")
		p.until(`document.querySelector("#answer").innerText.includes("Jobs wait")`)
	}},
	{name: "all lessons", show: func(_ *testing.T, p *page) { p.visits("lessons.html") }},
	{name: "a lesson", show: func(t *testing.T, p *page) {
		all := builtInLessons(t)
		p.visits(all[0].Page())
		p.until(`document.querySelector("#progress").innerText.includes(" of ")`)
	}},
	{name: "a lesson of one's own", show: func(_ *testing.T, p *page) {
		p.visits("lesson-own.html#" + linked(p, lessons.Begin))
		p.until(`document.querySelector("#progress").innerText.includes(" of ")`)
	}},
	{name: "no lesson", show: func(_ *testing.T, p *page) {
		p.visits("lesson-own.html")
		p.until(`!document.querySelector("#opening").hidden`)
	}},
	{name: "a lesson that is written", show: func(_ *testing.T, p *page) {
		p.visits("write.html#" + linked(p, strings.Replace(lessons.Begin, "minutes = 10", "minutes = ten", 1)))
		p.until(`document.querySelector("#mistakes li") !== null`)
	}},
	{name: "the manual", show: func(_ *testing.T, p *page) { p.visits("manual.html") }},
	{name: "a chapter of the manual", show: func(_ *testing.T, p *page) { p.visits("manual-scenarios.html") }},
	{name: "a newer version", show: func(_ *testing.T, p *page) {
		p.run(`document.querySelector("#newer p").textContent = "A newer version is here: reload to use it."; document.getElementById("newer").hidden = false`)
	}},
}

// visits goes to another page of the same site.
func (p *page) visits(name string) {
	p.t.Helper()
	p.do(chromedp.Navigate(eval[string](p, `location.origin`) + "/" + name))
}

// run runs a script.
func (p *page) run(script string) {
	p.t.Helper()
	p.do(chromedp.Evaluate(script+"; 0", nil))
	p.frame()
}

// press presses the button with that text in a part of the page, as soon as it is there.
func (p *page) press(within, text string) {
	p.t.Helper()
	button := fmt.Sprintf(`[...document.querySelectorAll(%q)].find(b => b.innerText === %q)`, within+" button", text)
	p.until(button + ` !== undefined`)
	p.run(button + `.click()`)
}

// shows opens an experiment, given by its fields as JSON, and waits for its results.
func (p *page) shows(t *testing.T, name, fields string) {
	t.Helper()
	p.drop(write(t, name+".json", fmt.Sprintf(`{"version": 1, "name": %q, %s}`, name, fields)))
	shown := visit.Idle + fmt.Sprintf(` && document.querySelector("#experiment-name").value === %q && !document.querySelector("#answer").innerText.includes("So far")`, name)
	if err := p.Until(shown, 4*patience); err != nil { // it may be a large one
		t.Fatal(err)
	}
}

// Every view is one that everybody can use: a program finds nothing to complain of, it fits into narrow windows, and
// everything in it can be done from the keyboard.
func TestEveryView(t *testing.T) {
	url := site(t)
	for i, v := range views {
		t.Run(strings.ReplaceAll(v.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			p := open(t, url, visit.Options{})
			v.show(t, p)
			for _, of := range []struct {
				name string
				test func(t *testing.T, p *page)
			}{{"axe", func(t *testing.T, p *page) { axeFindsNothing(t, p, i) }}, {"reflow", fits}, {"fingers", fitsFingers}, {"keyboard", hasKeyboard}} {
				t.Run(of.name, func(t *testing.T) { of.test(t, &page{t, p.Browser}) })
			}
			if v.ends != nil {
				v.ends(p)
			}
		})
	}
}
