package e2e

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/assets/lessons"
	"backfill/wasm/browser/visit"
)

// lesson is a lesson's page in a browser.
type lesson struct {
	*page
	l *lessons.Lesson
}

func openLesson(t *testing.T, url string, l *lessons.Lesson, o visit.Options) *lesson {
	t.Helper()
	p := start(t, o)
	p.do(chromedp.Navigate(url + "/" + l.Page()))
	p.until(`document.querySelector("#progress").innerText.includes(" of ")`)
	return &lesson{p, l}
}

// tabTo presses Tab until the element with the focus is as wanted; it begins anew from the top of the page once.
func (p *lesson) tabTo(wanted string) {
	p.t.Helper()
	const most = 400
	for range most {
		if eval[bool](p.page, wanted) {
			return
		}
		p.do(chromedp.KeyEvent(kb.Tab))
	}
	p.t.Fatalf("%d times Tab do not lead to %s", most, wanted)
}

// answer types or chooses an answer with keys, and checks it. Choices are the places of what is to be marked.
func (p *lesson) answer(question string, text string, choices ...int) {
	p.t.Helper()
	form := fmt.Sprintf("#question-%s", question)
	in := func(what string) string { return fmt.Sprintf("document.activeElement.matches(%q)", form+" "+what) }
	switch {
	case text != "":
		p.tabTo(in(`input[type=text]`))
		p.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(2)), chromedp.KeyEvent(text)) // Ctrl+A
	case eval[bool](p.page, fmt.Sprintf("document.querySelector(%q) !== null", form+" input[type=radio]")):
		p.tabTo(in("input[type=radio]"))
		for range choices[0] {
			p.do(chromedp.KeyEvent(kb.ArrowDown))
		}
		p.do(chromedp.KeyEvent(" "))
	default:
		for _, choice := range choices {
			p.tabTo(in(fmt.Sprintf("label:nth-child(%d) input", choice+1)))
			p.do(chromedp.KeyEvent(" "))
		}
	}
	p.tabTo(in("button[type=submit]"))
	p.do(chromedp.KeyEvent(kb.Enter))
}

// verdict waits until an answer is judged.
func (p *lesson) verdict(question string) string {
	p.t.Helper()
	state := fmt.Sprintf("document.querySelector(%q).dataset.state", "#question-"+question)
	p.until(fmt.Sprintf(`["right", "wrong", "told"].includes(%s)`, state))
	return eval[string](p.page, state)
}

func (p *lesson) feedback(question string) string {
	p.t.Helper()
	return p.text("#question-" + question + " .feedback")
}

// predict is a number of a job under a policy, in minutes, from a simulation of one's own.
func predict(t *testing.T, lab *lessons.Lab, phrase string) string {
	t.Helper()
	r, err := lab.Results()
	if err != nil {
		t.Fatal(err)
	}
	p, err := lessons.ParsePhrase(phrase)
	if err != nil {
		t.Fatal(err)
	}
	v, ok := r.Evaluate(p)
	if !ok {
		t.Fatalf("%s is not known", phrase)
	}
	return strconv.FormatFloat(v.Number/60, 'f', 1, 64)
}

// The first lesson from the first to the last question, with the keyboard alone: with wrong answers first, which get a
// hint, then with those of simulations of the test's own, and by trying one choice after another. A reload keeps it all.
func TestALessonByKeyboard(t *testing.T) {
	t.Parallel()
	url := site(t)
	all, err := lessons.All()
	if err != nil {
		t.Fatal(err)
	}
	l := all[0]
	p := openLesson(t, url, l, visit.Options{})
	labs := map[string]*lessons.Lab{}
	for _, lab := range l.Labs {
		labs[lab.ID] = lab
	}
	veiled := func(lab string) bool {
		return eval[bool](p.page, fmt.Sprintf(`document.querySelector("#lab-%[1]s").classList.contains("veiled") && document.querySelector("#lab-%[1]s backfill-lab").inert`, lab))
	}
	if !veiled("fcfs") {
		t.Error("the first experiment gives the answer away")
	}
	p.answer("blocked", "11")
	if got := p.verdict("blocked"); got != "wrong" {
		t.Errorf("minute 11 is %s", got)
	}
	if hint := p.feedback("blocked"); !strings.Contains(hint, "Not quite.") || !strings.Contains(hint, "may not pass") {
		t.Errorf("a wrong answer gets %q", hint)
	}
	if !veiled("fcfs") {
		t.Error("a wrong answer shows the experiment")
	}
	p.answer("blocked", "soon")
	p.until(`document.querySelector("#question-blocked .feedback").innerText.includes("“soon” is no number")`)
	p.answer("blocked", predict(t, labs["fcfs"], "start of job 3 under FCFS")+" min")
	p.until(`document.querySelector("#question-blocked").dataset.state === "right"`)
	if text := p.feedback("blocked"); !strings.Contains(text, "Job 3 starts after 60 min") || !strings.Contains(text, "4 of 10 processors") {
		t.Errorf("the explanation is %q", text)
	}
	if veiled("fcfs") {
		t.Error("the right answer does not show the experiment")
	}
	p.answer("greedy-head", predict(t, labs["greedy"], "start of job 2 under 'Whoever fits'"))
	if got := p.verdict("greedy-head"); got != "right" {
		t.Errorf("the start from a simulation is %s: %s", got, p.feedback("greedy-head"))
	}
	for _, id := range []string{"may-four", "who-pays", "week-best"} {
		p.tryAll(id, [][]int{{0}, {1}, {1}})
	}
	p.tryAll("who-fifty", [][]int{{0}, {0, 1}, {1, 2}})
	p.slide("week", "lower-load")

	count := fmt.Sprintf("%[1]d of %[1]d questions answered", len(l.Questions))
	if got := p.text("#progress"); got != count {
		t.Errorf("in the end: %q, want %q", got, count)
	}
	p.do(chromedp.Reload())
	p.until(fmt.Sprintf(`document.querySelector("#progress").innerText === %q`, count))
	if got := eval[string](p.page, `document.querySelector("#question-greedy-head input").value`); got != "95.0" {
		t.Errorf("after a reload the answer is %q", got)
	}
	if veiled("extra") {
		t.Error("after a reload an experiment that was shown is not")
	}
	p.do(chromedp.Evaluate(`document.querySelector("#lab-fcfs").scrollIntoView()`, nil))
	p.until(`document.querySelector("#question-blocked .feedback").innerText.includes("Job 3 starts after 60 min")`)
	p.do(chromedp.Navigate(url + "/lessons.html"))
	p.until(fmt.Sprintf(`document.querySelector("[data-lesson]").innerText === "%[1]d of %[1]d answered."`, len(l.Questions)))
	// A page that the browser has kept comes back without being loaded, for which NavigateBack would wait.
	p.do(chromedp.Evaluate(`setTimeout(() => history.back())`, nil))
	p.until(fmt.Sprintf(`document.querySelector("#progress")?.innerText === %q`, count))
	p.tabTo(`document.activeElement.id === "forget"`)
	p.do(chromedp.KeyEvent(kb.Enter))
	p.until(`document.querySelector("#progress").innerText.startsWith("0 of")`)
}

// tryAll tries choices until one is right. Each says what to press from where the last one has left the question.
func (p *lesson) tryAll(question string, choices [][]int) {
	p.t.Helper()
	for i, choice := range choices {
		p.do(chromedp.Evaluate(fmt.Sprintf("document.querySelector(%q).dataset.state = ''", "#question-"+question), nil))
		p.answer(question, "", choice...)
		if p.verdict(question) == "right" {
			return
		}
		if text := p.feedback(question); !strings.Contains(text, "Not quite.") || len(text) < len("Not quite.")+20 {
			p.t.Errorf("%s: choice %d, which is wrong, gets %q", question, i+1, text)
		}
	}
	p.t.Errorf("%s: no choice is right", question)
}

// slide moves the slider of a lab to the left until the goal of a question is met.
func (p *lesson) slide(lab, question string) {
	p.t.Helper()
	p.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector("#lab-%s").scrollIntoView()`, lab), nil))
	element := fmt.Sprintf(`document.querySelector("#lab-%s backfill-lab")`, lab)
	p.until(element + `.results !== null`)
	p.tabTo(fmt.Sprintf(`document.activeElement === %s && document.activeElement.shadowRoot.activeElement?.contentDocument?.activeElement?.type === "range"`, element))
	for range 20 {
		if eval[string](p.page, fmt.Sprintf("document.querySelector(%q).dataset.state ?? ''", "#question-"+question)) == "right" {
			return
		}
		before := eval[string](p.page, fmt.Sprintf("document.querySelector(%q).value", "#question-"+question+" output"))
		p.do(chromedp.KeyEvent(kb.ArrowLeft))
		changed := fmt.Sprintf("document.querySelector(%q).value !== %q", "#question-"+question+" output", before)
		// Where a run takes long it waits to be asked for.
		p.until(fmt.Sprintf(`%s || %s.shadowRoot.querySelector("iframe").contentDocument.querySelector(".stale:not([hidden])")`, changed, element))
		if !eval[bool](p.page, changed) {
			p.do(chromedp.KeyEvent(kb.Enter, chromedp.KeyModifiers(2))) // Ctrl+Enter
		}
		p.until(changed)
	}
	p.t.Errorf("%s: the slider does not lead to the goal", question)
}

// Every question of every lesson is explained to whoever asks, with numbers from the experiments in the page: those that
// a simulation outside of it gives.
func TestEveryLessonExplains(t *testing.T) {
	t.Parallel()
	url := site(t)
	all, err := lessons.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range all {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			p := openLesson(t, url, l, visit.Options{})
			for _, q := range l.Questions {
				p.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector("#question-%s [data-do=tell]").click()`, q.ID), nil))
			}
			for _, q := range l.Questions {
				if got := p.verdict(q.ID); got != "told" {
					t.Errorf("%s is %s after it was explained", q.ID, got)
				}
				begin := "This is what the simulation shows."
				if q.Kind == "goal" {
					begin = "Not reached yet."
				}
				if text := p.feedback(q.ID); strings.Contains(text, "unknown") || !strings.HasPrefix(text, begin) || len(text) < 100 {
					t.Errorf("%s: the explanation is %q", q.ID, text)
				}
				answer, err := q.RightAnswer()
				if err != nil {
					t.Fatal(err)
				}
				if text := p.feedback(q.ID); answer != "" && !strings.Contains(text, " "+answer+".") {
					t.Errorf("%s: the explanation is %q, want the answer %q in it", q.ID, text, answer)
				}
			}
			if got := eval[int](p.page, `document.querySelectorAll(".veiled").length`); got > 0 {
				t.Errorf("%d experiments are still not shown", got)
			}
		})
	}
}

// The pages of the lessons pass the checks for accessibility and do not scroll sideways on a narrow window.
func TestLessonsReach(t *testing.T) {
	t.Parallel()
	url := site(t)
	all, err := lessons.All()
	if err != nil {
		t.Fatal(err)
	}
	p := start(t, visit.Options{})
	names := []string{"lessons.html"}
	for _, l := range all {
		names = append(names, l.Page())
	}
	for _, name := range names {
		p.do(chromedp.Navigate(url + "/" + name))
		p.until(`document.readyState === "complete"`)
		p.do(chromedp.Evaluate(`document.querySelectorAll("details").forEach((d) => { d.open = true; })`, nil))
		axeFindsNothing(t, p, 0)
		p.do(chromedp.EmulateViewport(320, 640))
		if wide := eval[int](p, "document.documentElement.scrollWidth"); wide > 320 {
			t.Errorf("%s is %d pixels wide in a window of 320", name, wide)
		}
	}
}
