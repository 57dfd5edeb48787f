package e2e

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"backfill/assets/lessons"
	"backfill/assets/lessons/figures"
	"backfill/policies/scripting"
	"backfill/wasm/browser/visit"
)

// contest is the page of the lesson with the questions in which a policy is to be beaten.
type contest struct {
	*lesson
	lab string // the element, in the page
}

// contestLesson is that lesson.
func contestLesson(t *testing.T) *lessons.Lesson {
	t.Helper()
	all := builtInLessons(t)
	return all[slices.IndexFunc(all, func(l *lessons.Lesson) bool { return l.Name == "write-your-own-scheduler" })]
}

func openContest(t *testing.T, o visit.Options) *contest {
	t.Helper()
	return &contest{openLesson(t, site(t), contestLesson(t), o), `document.querySelector("#lab-arena backfill-lab")`}
}

// write puts a script into the lab, as somebody who types does.
func (p *contest) write(source string) {
	p.t.Helper()
	p.do(chromedp.Evaluate(`document.querySelector("#lab-arena").scrollIntoView()`, nil))
	area := p.lab + `.shadowRoot.querySelector("iframe")?.contentDocument?.querySelector("textarea#field-policies-1-source")`
	p.until(area + ` && ` + p.lab + `.results !== null`)
	p.do(chromedp.Evaluate(fmt.Sprintf(`(() => { const area = %s; area.value = %q; area.dispatchEvent(new Event("input", {bubbles: true})); })()`, area, source), nil))
}

// try presses the button of a question and waits until the try has ended; seed is drawn then, or by the page if it is negative. It returns the
// feedback.
func (p *contest) try(question string, seed int64) string {
	p.t.Helper()
	if seed >= 0 {
		p.do(chromedp.Evaluate(fmt.Sprintf(`window.drawn ??= crypto.getRandomValues.bind(crypto); crypto.getRandomValues = (list) => { list[0] = %d; return list; }`, 2*seed), nil))
	} else {
		p.do(chromedp.Evaluate(`if (window.drawn) crypto.getRandomValues = window.drawn;`, nil))
	}
	form := fmt.Sprintf("document.querySelector(%q)", "#question-"+question)
	p.do(chromedp.Evaluate(form+`.querySelector("button[type=submit]").click()`, nil))
	p.until(`["right", "wrong"].includes(` + form + `.dataset.state)`)
	return p.feedback(question)
}

// rows are the rows of the table of tries: difference, verdict and seed.
func (p *contest) rows(question string) [][]string {
	p.t.Helper()
	return eval[[][]string](p.page, fmt.Sprintf(`[...document.querySelectorAll("#question-%s .attempts tbody tr")].map((row) => [...row.cells].slice(1, 4).map((cell) => cell.textContent))`, question))
}

// simulated are the results of the lab's experiment with a seed and a script, from a simulation outside of the page.
func (p *contest) simulated(seed int64, source string) *figures.Results {
	p.t.Helper()
	lab := p.l.Labs[slices.IndexFunc(p.l.Labs, func(lab *lessons.Lab) bool { return lab.ID == "arena" })]
	var s map[string]any
	if err := json.Unmarshal([]byte(lab.JSON()), &s); err != nil {
		p.t.Fatal(err)
	}
	s["seed"] = seed
	s["policies"].([]any)[1].(map[string]any)["source"] = source
	text, err := json.Marshal(s)
	if err != nil {
		p.t.Fatal(err)
	}
	r, err := figures.Simulate(text)
	if err != nil {
		p.t.Fatal(err)
	}
	return r
}

// told is the difference in a metric as the page has to tell it, with its interval, both of which lie on one side.
func (p *contest) told(metric string, seed int64, source string) string {
	p.t.Helper()
	for _, d := range p.simulated(seed, source).Comparisons {
		if d.Metric == metric && d.Kind == "ratio" {
			side, near, far := "higher", *d.Low, *d.High
			if *d.High < 0 {
				side, near, far = "lower", -*d.High, -*d.Low
			}
			percent := func(v float64) string { return figures.Format(figures.Value{Number: max(v, -v)}, figures.Percent, "") }
			return fmt.Sprintf("%s %s under your policy than under EASY (95 %% interval: %s to %s %s; 20 new workloads, seed %d).", percent(*d.Relative), side, percent(near), percent(far), side, seed)
		}
	}
	p.t.Fatalf("with the seed %d there is no interval", seed)
	return ""
}

var seedTold = regexp.MustCompile(`seed (\d+)`)

// A reader loses with FCFS, on workloads that the page draws, and wins with the shortest request first and patience, with the numbers that a simulation outside of the
// page gives. A script with a mistake is not tried; one that fails on the new workloads has been. All tries are counted and kept, until they are deleted.
func TestBeatTheScheduler(t *testing.T) {
	t.Parallel()
	p := openContest(t, visit.Options{})
	fcfs, easy, patient := scripting.Examples[0].Source, scripting.Examples[1].Source, scripting.Examples[2].Source

	p.write(fcfs)
	begin := p.lab + `.shadowRoot.querySelector("iframe").contentDocument.querySelectorAll("#field-policies-1-source-begin option")`
	if got := eval[[]string](p.page, `[...`+begin+`].map((option) => option.textContent)`); len(got) != 4 || slices.Contains(got, scripting.Examples[2].Name) {
		t.Errorf("the lab offers to begin from %q", got)
	}
	text := p.try("beat-wait", -1)
	match := seedTold.FindStringSubmatch(text)
	if match == nil {
		t.Fatalf("FCFS gets %q", text)
	}
	seed, err := strconv.ParseInt(match[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	if want := p.told("meanWait", seed, fcfs); !strings.HasPrefix(text, "EASY is not beaten.") || !strings.Contains(text, "The mean wait is "+want) || !strings.Contains(text, "in which order does") {
		t.Errorf("FCFS gets %q, want %q in it", text, want)
	}
	if line := p.text("#lab-arena .drawn"); !strings.Contains(line, match[1]) {
		t.Errorf("above the lab stands %q", line)
	}

	// The same starts as EASY's: no interval, nothing beaten.
	p.write(easy)
	if text := p.try("beat-wait", 5); !strings.Contains(text, "The mean wait is the same under your policy and under EASY on all of 20 new workloads, seed 5.") {
		t.Errorf("EASY gets %q", text)
	}

	p.write("def schedule():\n    strat(head())\n")
	if text := p.try("beat-wait", 6); !strings.Contains(text, "Your policy cannot be tried yet.") || !strings.Contains(text, "unknown name strat") {
		t.Errorf("a script with a mistake gets %q", text)
	}
	p.write("def schedule():\n    start(head())\n")
	if text := p.try("beat-wait", 6); !strings.Contains(text, "Your policy cannot be tried yet.") || !strings.Contains(text, "line 2, column 10") {
		t.Errorf("a script that fails gets %q", text)
	}

	// It fails on the first workload with the seed 9 alone.
	job := p.simulated(9, easy).Runs[0].Jobs[0]
	p.write(fmt.Sprintf("def schedule():\n    if head() != None and head().number == 1 and abs(head().request - %v) < 0.01 and abs(head().submitted - %v) < 0.01:\n        fail(\"no luck\")\n    start_in_order()\n", job.Requested, job.Submit))
	if text := p.try("beat-wait", 9); !strings.Contains(text, "On the new workloads (seed 9) your policy failed:") || !strings.Contains(text, "no luck") {
		t.Errorf("a script that fails on the new workloads gets %q", text)
	}

	// Whoever never starts wide jobs lets the others wait less.
	p.write("def schedule():\n    for job in waiting():\n        if job.processors < 64 and fits(job):\n            start(job)\n")
	if text := p.try("beat-wait", 4); !strings.HasPrefix(text, "EASY is not beaten.") || !strings.Contains(text, "never start (20 new workloads, seed 4)") {
		t.Errorf("a script that starts no wide jobs gets %q", text)
	}

	p.write(patient)
	for question, metric := range map[string]string{"beat-wait": "meanWait", "beat-slowdown": "meanBoundedSlowdown"} {
		if text, want := p.try(question, 1), p.told(metric, 1, patient); !strings.HasPrefix(text, "EASY is beaten.") || !strings.Contains(text, want) {
			t.Errorf("%s: the patient script gets %q, want %q in it", question, text, want)
		}
	}
	rows := p.rows("beat-wait")
	var verdicts []string
	for _, row := range rows {
		verdicts = append(verdicts, row[1]+" "+row[2])
	}
	if want := []string{"beaten 1", "jobs never started 4", "failed 9", "the same 5", "worse " + match[1]}; !slices.Equal(verdicts, want) {
		t.Errorf("the tries are %q, want %q", verdicts, want)
	}
	const count = "EASY beaten in 1 of 5 tries."
	if text := p.text("#question-beat-wait .attempts p"); !strings.HasPrefix(text, count) || !strings.Contains(text, "one of 40 tries, by chance") {
		t.Errorf("of the tries is said %q", text)
	}
	axeFindsNothing(t, p.page, 0)

	p.do(chromedp.Reload())
	p.until(`document.querySelector("#progress").innerText.startsWith("2 of")`)
	if again := p.rows("beat-wait"); fmt.Sprint(again) != fmt.Sprint(rows) {
		t.Errorf("after a reload the tries are %q, want %q", again, rows)
	}
	// The link of the last row brings FCFS back, which the form leaves out since it is the script by default, on the workloads on which it lost.
	p.do(chromedp.Evaluate(`document.querySelector("#question-beat-wait .attempts tbody tr:last-child a").click()`, nil))
	p.until(fmt.Sprintf(`%[1]s.results?.scenario.seed === %[2]d && (%[1]s.results.scenario.policies[1].source ?? %[3]q) === %[3]q && !document.querySelector("#lab-arena .drawn").hidden`, p.lab, seed, fcfs))
	p.do(chromedp.Evaluate(`document.querySelector("#lab-arena .drawn button").click()`, nil))
	p.until(fmt.Sprintf(`(%[1]s.results.scenario.seed ?? 1) === 1 && document.querySelector("#lab-arena .drawn").hidden`, p.lab))

	p.do(chromedp.Evaluate(`document.querySelector("#question-beat-slowdown .attempts > button").click()`, nil))
	p.until(`document.querySelector("#question-beat-slowdown .attempts").hidden && !document.querySelector("#question-beat-wait .attempts").hidden`)
	p.do(chromedp.Evaluate(`document.querySelector("#forget").click()`, nil))
	p.until(`document.querySelector("#progress")?.innerText.startsWith("0 of") && document.querySelector("#question-beat-wait .attempts").hidden`)
}
