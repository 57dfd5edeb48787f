package e2e

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/assets/lessons"
	"backfill/assets/lessons/figures"
	"backfill/wasm/browser/visit"
)

// builtInLessons are the lessons of this site, which no test changes.
func builtInLessons(t *testing.T) []*lessons.Lesson {
	t.Helper()
	all, err := simulatedLessons()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// simulatedLessons reads the lessons once, since their results take a hundred megabytes and seconds to simulate. All experiments are simulated here, so
// that tests that run at once find results and make none.
var simulatedLessons = sync.OnceValues(func() ([]*lessons.Lesson, error) {
	all, err := lessons.All()
	for _, l := range all {
		for _, lab := range l.Labs {
			if _, failed := lab.Results(); failed != nil {
				return nil, failed
			}
		}
	}
	return all, err
})

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
		p.do(keyboard(kb.Tab))
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
		p.do(keyboard("a", chromedp.KeyModifiers(2)), keyboard(text)) // Ctrl+A
	case eval[bool](p.page, fmt.Sprintf("document.querySelector(%q) !== null", form+" input[type=radio]")):
		p.tabTo(in("input[type=radio]"))
		for range choices[0] {
			p.do(keyboard(kb.ArrowDown))
		}
		p.do(keyboard(" "))
	default:
		for _, choice := range choices {
			p.tabTo(in(fmt.Sprintf("label:nth-child(%d) input", choice+1)))
			p.do(keyboard(" "))
		}
	}
	p.tabTo(in("button[type=submit]"))
	p.do(keyboard(kb.Enter))
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
	return strconv.FormatFloat(valueOf(t, lab, phrase)/60, 'f', 1, 64)
}

// valueOf is the number that a phrase amounts to in a simulation of a lab.
func valueOf(t *testing.T, lab *lessons.Lab, phrase string) float64 {
	t.Helper()
	r, err := lab.Results()
	if err != nil {
		t.Fatal(err)
	}
	p, err := figures.ParsePhrase(phrase)
	if err != nil {
		t.Fatal(err)
	}
	v, ok := r.Evaluate(p)
	if !ok {
		t.Fatalf("%s is not known", phrase)
	}
	return v.Number
}

// A picture that stands still until a question is answered, and can be neither moved nor read, is told in words; what comes later is not.
func TestLockedPictureInWords(t *testing.T) {
	t.Parallel()
	all := builtInLessons(t)
	p := openLesson(t, site(t), all[0], visit.Options{})
	p.do(chromedp.Focus("#lab-extra .in-words summary", chromedp.ByQuery), keyboard(kb.Enter))
	p.until(`document.querySelector("#lab-extra .in-words li") !== null`)
	text := p.text("#lab-extra .in-words")
	for _, want := range []string{"EASY at 14 min 59 s: 8 of 10 processors are busy. Job 1 (6 processors) and job 3 (2 processors) run. Job 2 (8 processors) waits.",
		"Job 2 (8 processors, requests 30 min) arrived at 5 min. It still waits."} {
		if !strings.Contains(text, want) {
			t.Errorf("in words: %s\nwant in it: %s", text, want)
		}
	}
	if strings.Contains(strings.ToLower(text), "job 4") {
		t.Errorf("the words tell of the job that arrives later: %s", text)
	}
	axeFindsNothing(t, p.page, 0)
}

// The first lesson from the first to the last question, with the keyboard alone: with wrong answers first, which get a
// hint, then with those of simulations of the test's own, and by trying one choice after another. A reload keeps it all.
func TestALessonByKeyboard(t *testing.T) {
	t.Parallel()
	url := site(t)
	all := builtInLessons(t)
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
	p.answer("blocked", "1 h 0 min")
	if got := p.verdict("blocked"); got != "right" {
		t.Errorf("an hour is %s: %s", got, p.feedback("blocked"))
	}
	p.answer("greedy-head", predict(t, labs["greedy"], "start of job 2 under 'Whoever fits'"))
	if got := p.verdict("greedy-head"); got != "right" {
		t.Errorf("the start from a simulation is %s: %s", got, p.feedback("greedy-head"))
	}
	// Only the verdict has a sign: other words in bold are no answers.
	signs := eval[string](p.page, `[...document.querySelectorAll("#question-greedy-head .feedback strong")].map((strong) => getComputedStyle(strong, "::before").content + strong.innerText).join(" ")`)
	if want := `"✓ "Right. nonestarve`; signs != want {
		t.Errorf("what is bold in the feedback has the signs %s, want %s", signs, want)
	}
	for _, id := range []string{"may-four", "who-pays", "week-best"} {
		p.tryAll(id, [][]int{{0}, {1}, {1}})
	}
	p.tryAll("who-fifty", [][]int{{0}, {0, 1}, {1, 2}})
	p.slide("week", "lower-load")
	p.place("yours", "as-easy")

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
	p.do(keyboard(kb.Enter))
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
		now := fmt.Sprintf("document.querySelector(%q).value", "#lab-"+lab+" .aim output")
		before := eval[string](p.page, now)
		p.do(keyboard(kb.ArrowLeft))
		p.until(fmt.Sprintf("%s !== %q", now, before)) // nobody has to run it
	}
	p.t.Errorf("%s: the slider does not lead to the goal", question)
}

// place has a schedule judged that is not EASY's, and then makes EASY's with the keys: that of the textbook case, which TestPlaceJobsByHand has, too.
func (p *lesson) place(lab, question string) {
	p.t.Helper()
	p.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector("#lab-%s").scrollIntoView()`, lab), nil))
	element := fmt.Sprintf(`document.querySelector("#lab-%s backfill-lab")`, lab)
	p.until(element + `.results !== null`)
	// In the order of arrival: in minute 2, when EASY starts job 5, nobody starts.
	const strict = "0:1,2; 600:3; 840:4,5; 1140:6,7; 1260:8,9; 1980:10; 2280:11,12"
	eval[bool](p.page, element+`.set("/policies/0/moves", "`+strict+`").then(() => true)`)
	if got := p.verdict(question); got != "wrong" {
		p.t.Errorf("%s: strict order is %s", question, got)
	}
	if text := p.feedback(question); !strings.Contains(text, "Not quite.") || !strings.Contains(text, "The first difference is at 2 min: EASY backfilling starts job 5, and you do not. Job 5 is backfilled at 2 min") || !strings.Contains(text, "go through the queue from the head") {
		p.t.Errorf("%s: strict order gets %q", question, text)
	}
	eval[bool](p.page, element+`.set("/policies/0/moves", "").then(() => true)`)

	frame := element + `.shadowRoot.querySelector("iframe").contentDocument`
	p.until(frame + `.querySelector("#byhand-job-0") !== null`)
	p.tabTo(fmt.Sprintf(`document.activeElement === %s && %s.activeElement?.id === "byhand-job-0"`, element, frame))
	placed := 0
	for _, start := range []struct{ minute, job int }{{0, 1}, {0, 2}, {2, 5}, {5, 6}, {8, 8}, {10, 3}, {14, 4}, {14, 9}, {16, 12}, {19, 7}, {19, 11}, {22, 10}} {
		heading := frame + `.querySelector("#byhand-heading").innerText`
		for range 40 {
			var minute int
			now := eval[string](p.page, heading)
			fmt.Sscanf(now, "You are the scheduler, at %d", &minute)
			if minute >= start.minute {
				break
			}
			p.do(keyboard("."))
			p.until(fmt.Sprintf("%s !== %q", heading, now))
		}
		for range 12 {
			if eval[bool](p.page, fmt.Sprintf(`%s.activeElement.id === "byhand-job-%d"`, frame, start.job-1)) {
				break
			}
			was := eval[string](p.page, frame+`.activeElement.id`)
			var row int
			fmt.Sscanf(was, "byhand-job-%d", &row)
			if row > start.job-1 {
				p.do(keyboard(kb.ArrowUp))
			} else {
				p.do(keyboard(kb.ArrowDown))
			}
			p.until(fmt.Sprintf(`%s.activeElement.id !== %q`, frame, was))
		}
		p.do(keyboard(kb.Enter))
		placed++
		p.until(fmt.Sprintf(`document.querySelector("#question-%s [data-now]").innerText === "%d of 12 jobs placed"`, question, placed))
	}
	p.until(fmt.Sprintf(`document.querySelector("#question-%s").dataset.state === "right"`, question))
	if text := p.feedback(question); !strings.Contains(text, "Right.") || !strings.Contains(text, "Job 3 starts in minute 10, as it was promised") {
		p.t.Errorf("%s: EASY's schedule gets %q", question, text)
	}
}

// givenAway are words of the texts that tell an answer, by lesson: they follow when the question has been answered.
var givenAway = map[string][]string{
	"why-backfilling":             {"job 4 has the extra processors", "about what EASY achieves at the full load"},
	"how-estimates-matter":        {"more accurate requests gain a great deal"},
	"what-the-scheduler-believes": {"make predictions worse than they need to be", "in minute 36, and doubling in minute 39"},
	"packing-and-lookahead":       {"would have started the two small jobs", "You have just measured a change of −"},
	"your-job-in-the-queue":       {"Its last run took 20"},
	"reading-a-result":            {"To compare two runners", "The experiment begins with 40 replications"},
	"write-your-own-scheduler":    {"only one line has changed", "lets a job that has waited for a day go before"},
}

// hides says whether the page shows nothing, on the screen or on paper, that waits for an answer.
func (p *lesson) hides(when string, hidden bool) {
	p.t.Helper()
	for _, media := range []string{"screen", "print"} {
		p.do(emulation.SetEmulatedMedia().WithMedia(media))
		// In a lab that stands still time does.
		parts := `.later > .rest, .lab[data-after]` + map[string]string{"screen": `:not([data-at])`}[media] + ` backfill-lab`
		shown := eval[[]string](p.page, fmt.Sprintf(`[...document.querySelectorAll(%q)].filter((part) => part.checkVisibility({visibilityProperty: true})).map((part) => part.parentElement.dataset.after ?? part.title)`, parts))
		all := eval[int](p.page, fmt.Sprintf(`document.querySelectorAll(%q).length`, parts))
		if want := map[bool]int{true: 0, false: all}[hidden]; len(shown) != want {
			p.t.Errorf("%s, %s: of %d parts that wait for an answer %q are shown", when, media, all, shown)
		}
		text := eval[string](p.page, `document.querySelector("article").innerText`)
		for _, words := range givenAway[p.l.Name] {
			if strings.Contains(text, words) == hidden {
				p.t.Errorf("%s, %s: the words %q are hidden: %v, want %v", when, media, words, !hidden, hidden)
			}
		}
	}
	p.do(emulation.SetEmulatedMedia().WithMedia(""))
}

// Every question of every lesson is explained to whoever asks, with numbers from the experiments in the page: those that
// a simulation outside of it gives. Only then is shown what would have given an answer away. What was shown is not answered.
func TestEveryLessonExplains(t *testing.T) {
	t.Parallel()
	url := site(t)
	all := builtInLessons(t)
	for _, l := range all {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			p := openLesson(t, url, l, visit.Options{})
			p.hides("at first", true)
			for _, q := range l.Questions {
				p.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector("#question-%s [data-do=tell]").click()`, q.ID), nil))
			}
			for _, q := range l.Questions {
				if got := p.verdict(q.ID); got != "told" {
					t.Errorf("%s is %s after it was explained", q.ID, got)
				}
				begin := "This is what the simulation shows."
				switch {
				case q.Kind == "goal":
					begin = "Not reached yet."
				case q.Kind == "placement" && q.Goal == "":
					begin = "This is when the rule starts the jobs:"
				case q.Kind == "placement":
					begin = "The explanation:"
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
			p.hides("when all is explained", false)
			// Who then gives the right answer has not found it.
			for _, q := range l.Questions {
				if answer, _ := q.RightAnswer(); q.Kind == "number" {
					p.do(chromedp.Evaluate(fmt.Sprintf(`((form) => { form.querySelector("input").value = %q; form.requestSubmit(); })(document.querySelector(%q))`, answer, "#question-"+q.ID), nil))
					p.until(fmt.Sprintf(`document.querySelector("#question-%s").dataset.state === "right"`, q.ID))
				}
			}
			n := len(l.Questions)
			if got, want := p.text("#progress"), fmt.Sprintf("0 of %d questions answered, %d shown", n, n); got != want {
				t.Errorf("when all is explained the page says %q, want %q", got, want)
			}
			p.do(chromedp.Navigate(url + "/lessons.html"))
			p.until(fmt.Sprintf(`document.querySelector("[data-lesson=%s]").innerText === "0 of %d answered, %d shown."`, l.Name, n, n))
		})
	}
}

// inFrame is the answer of a question with a number, as a frame writes it.
func inFrame(t *testing.T, l *lessons.Lesson, q *lessons.Question) string {
	t.Helper()
	i := slices.IndexFunc(l.Labs, func(lab *lessons.Lab) bool { return lab.ID == q.About })
	results, err := l.Labs[i].Results()
	if err != nil {
		t.Fatal(err)
	}
	right, err := q.Right(results)
	if err != nil {
		t.Fatal(err)
	}
	switch q.Unit {
	case "":
		return figures.Format(right, figures.Plain, "")
	case "%":
		return figures.Format(right, figures.Percent, "")
	}
	return figures.Format(right, figures.Seconds, "")
}

// Where a played experiment has several questions, its frame does not tell the answer of one that is open when another one has been
// explained, but waits for both.
func TestFrameWaitsForItsOtherQuestions(t *testing.T) {
	t.Parallel()
	url := site(t)
	all := builtInLessons(t)
	pairs := 0
	for _, l := range all {
		for _, q := range l.Questions {
			for _, open := range l.Questions {
				if open == q || open.About != q.About || open.Kind != "number" {
					continue
				}
				frame := fmt.Sprintf(`document.querySelector("#lab-%s backfill-lab").shadowRoot.querySelector("iframe").contentDocument`, q.About)
				stands := frame + `?.querySelector("#play-slider")`
				p := openLesson(t, url, l, visit.Options{})
				p.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector("#lab-%s").scrollIntoView()`, q.About), nil))
				if !eval[bool](p.page, fmt.Sprintf(`document.querySelector("#lab-%s").dataset.at !== undefined`, q.About)) {
					continue // it is covered until both are answered
				}
				pairs++
				p.until(stands)
				answer := inFrame(t, l, open)
				explain := func(q *lessons.Question) {
					p.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector("#question-%s [data-do=tell]").click()`, q.ID), nil))
					p.verdict(q.ID)
					p.until(frame + `.querySelector(".decision-panel") !== null`)
					p.frame()
				}
				told := func() bool {
					return strings.Contains(eval[string](p.page, frame+`.body.innerText`), answer)
				}
				explain(q)
				if told() {
					t.Errorf("%s: the frame says %s, the answer of %s, when only %s is explained", l.Name, answer, open.ID, q.ID)
				}
				explain(open)
				p.until(frame + `.querySelector(".decision-panel").innerText.includes("` + answer + `")`)
			}
		}
	}
	if pairs == 0 {
		t.Error("no played experiment has several questions")
	}
}

// The pages of the lessons pass the checks for accessibility and do not scroll sideways on a narrow window.
func TestLessonsReach(t *testing.T) {
	t.Parallel()
	url := site(t)
	all := builtInLessons(t)
	p := start(t, visit.Options{})
	names := []string{"lessons.html"}
	for _, l := range all {
		names = append(names, l.Page())
		if len(l.Exercises) > 0 {
			names = append(names, l.GradingPage())
		}
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
	// A link to a lesson's plan opens it, and no other.
	p.do(chromedp.Navigate(url + "/lessons.html#plan-" + all[1].Name))
	const open = `[...document.querySelectorAll("details[open]")].map((d) => d.id).join(" ")`
	p.until(open + ` === "plan-` + all[1].Name + `"`)
	p.do(chromedp.Evaluate(`location.hash = "#plan-`+all[2].Name+`"`, nil))
	p.until(open + ` === "plan-` + all[1].Name + ` plan-` + all[2].Name + `"`)
}

// goalShown is where the frame of a goal's experiment shows the number that the question follows: a row of the table of metrics and the
// column of a policy, or, without a row, the fate of a job under it.
type goalShown struct {
	row, policy string
	of          string // the cell's line: value, difference, or the bounds of a difference, of which the width counts; the number of the job
}

var goalsShown = map[string]goalShown{
	"lower-load": {"Mean wait", "FCFS", "value"},
	"surprise":   {"Mean wait", "Conservative", "value"},
	"patience":   {"", "Delayed-LOS", "1"},
	"split-more": {"Mean response time", "FPFS", "value"},
	"split-less": {"Mean response time", "FPFS", "value"},
	"other-seed": {"Mean wait", "Conservative", "difference"},
	"half-width": {"Mean wait", "Conservative", "bounds"},

	"time-limit":  {"", "Slurm", "3"},
	"less-memory": {"", "Slurm", "6"},
	"used-less":   {"", "Half-life 7 days", "4"},
}

// What a goal's question calls the number now is the number that the frame shows: over all workloads, and at every setting.
func TestGoalsFollowWhatTheFrameShows(t *testing.T) {
	t.Parallel()
	url := site(t)
	all := builtInLessons(t)
	for _, l := range all {
		t.Run(l.Name, func(t *testing.T) {
			t.Parallel()
			p := openLesson(t, url, l, visit.Options{})
			p.do(chromedp.Evaluate(`document.querySelectorAll(".veiled").forEach((part) => part.classList.remove("veiled"))`, nil))
			for _, q := range l.Questions {
				if q.Kind != "goal" {
					continue
				}
				shown, ok := goalsShown[q.ID]
				if !ok {
					t.Errorf("%s: where does its frame show what it is about?", q.ID)
					continue
				}
				lab := l.Labs[slices.IndexFunc(l.Labs, func(lab *lessons.Lab) bool { return lab.ID == q.About })]
				p.followGoal(q, lab, shown)
			}
		})
	}
}

// followGoal compares question and frame as the lesson has them, and at three values of the slider.
func (p *lesson) followGoal(q *lessons.Question, lab *lessons.Lab, shown goalShown) {
	p.t.Helper()
	element := fmt.Sprintf(`document.querySelector("#lab-%s backfill-lab")`, lab.ID)
	p.do(chromedp.Evaluate(element+".enqueue()", nil))
	p.until(element + ".results !== null")
	if shown.row == "" {
		p.do(chromedp.Evaluate(element+".select("+shown.of+")", nil))
	}
	p.sameAsShown(q.ID, element, shown, "as the lesson has it")
	if state := eval[string](p.page, fmt.Sprintf("document.querySelector(%q).dataset.state ?? ''", "#question-"+q.ID)); state != "" {
		p.t.Errorf("%s: before anything is changed the question is %q", q.ID, state)
	}
	pointer, slider, _ := strings.Cut(lab.Allow[0], ":")
	var from, to, step float64
	if _, err := fmt.Sscan(strings.NewReplacer("..", " ", ":", " ").Replace(slider), &from, &to, &step); err != nil {
		p.t.Fatalf("%s: %v", lab.Allow[0], err)
	}
	middle := from + step*math.Round((to-from)/2/step)
	for _, value := range []float64{from, middle, to} {
		p.do(chromedp.Evaluate(fmt.Sprintf(`window.set = ""; %s.set(%q, %v).then(() => { window.set = "done"; }, (error) => { window.set = error.message; }); undefined`, element, pointer, value), nil))
		p.until(`window.set !== ""`)
		if set := eval[string](p.page, "window.set"); set != "done" {
			p.t.Fatalf("%s = %v: %s", pointer, value, set)
		}
		p.sameAsShown(q.ID, element, shown, fmt.Sprintf("with %s = %v", pointer, value))
	}
}

// sameAsShown compares the number that a question has now with that of the frame, as far as both are written out.
func (p *lesson) sameAsShown(question, element string, shown goalShown, when string) {
	p.t.Helper()
	read := fmt.Sprintf(`((shown) => {
		const frame = %s.shadowRoot.querySelector("iframe").contentDocument;
		if (shown.row === "") {
			const fate = [...frame.querySelectorAll(".fate")].find((fate) => fate.querySelector("h3").innerText === shown.policy);
			return fate?.querySelector("p").innerText ?? "";
		}
		const table = frame.querySelector("#metrics");
		const column = [...table.querySelectorAll("thead th")].findIndex((head) => head.innerText === shown.policy);
		const row = [...table.querySelectorAll("tbody tr")].find((row) => row.cells[0].innerText === shown.row);
		const cell = row?.cells[column];
		const text = (selector) => cell?.querySelector(selector)?.innerText ?? "";
		return shown.of === "bounds" ? text(".difference ~ .bounds") : text("." + shown.of);
	})(%s)`, element, fmt.Sprintf(`{row: %q, policy: %q, of: %q}`, shown.row, shown.policy, shown.of))
	now := fmt.Sprintf("document.querySelector(%q).innerText", "#question-"+question+" [data-now]")
	var last string
	// The table follows in the next picture.
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		said, frame := eval[string](p.page, now), eval[string](p.page, read)
		a, slackA := spelled(said)
		b, slackB := spelled(frame)
		if last = fmt.Sprintf("now %q, in the frame %q", said, frame); math.Abs(a-b) <= slackA+slackB+1e-9 {
			p.t.Logf("%s %s: %s", question, when, last)
			return
		}
		if time.Until(deadline) < patience-10*time.Second {
			break
		}
	}
	p.t.Errorf("%s %s: %s", question, when, last)
}

var (
	quantity  = regexp.MustCompile(`([−+]?)([0-9,]+(?:\.([0-9]+))?) ?(ms|s|min|h|d|days)?\b`)
	inSeconds = map[string]float64{"": 1, "ms": 0.001, "s": 1, "min": 60, "h": 3600, "d": 86400, "days": 86400}
)

// spelled is a length of time in seconds, or another number, as people read it, and by how much that may be off: the sum of "1 h 30 min"
// or the width of "1.5 h to 2.5 h". Of the fate of a job it is the wait, 0 if the job did not wait.
func spelled(text string) (value, slack float64) {
	if rest, is := strings.CutPrefix(text, "Waited "); is {
		text, _, _ = strings.Cut(rest, ",")
	} else if strings.HasPrefix(text, "Started") {
		return 0, 0
	}
	text = strings.ReplaceAll(text, "\u00a0", " ")
	if from, to, is := strings.Cut(text, " to "); is {
		low, slackLow := spelled(from)
		high, slackHigh := spelled(to)
		return high - low, slackLow + slackHigh
	}
	all := quantity.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return math.NaN(), 0
	}
	for _, match := range all {
		v, err := strconv.ParseFloat(strings.ReplaceAll(match[2], ",", ""), 64)
		if err != nil {
			return math.NaN(), 0
		}
		unit := inSeconds[match[4]]
		value, slack = value+v*unit, unit*math.Pow(10, -float64(len(match[3])))/2
	}
	if all[0][1] == "−" {
		value = -value
	}
	return value, slack
}

// Whoever moves the slider of a goal's question sees beside it, without doing anything else, the number that the question is about:
// above the slider, not far from it, and in the window; while the answers below are read, too. The numbers are those of the experiment
// as a whole, as its last results have them.
func TestGoalsStandBesideTheSlider(t *testing.T) {
	t.Parallel()
	url := site(t)
	all := builtInLessons(t)
	for _, size := range [][2]int{{1366, 768}, {390, 844}} {
		for _, l := range all {
			t.Run(fmt.Sprintf("%s at %d", l.Name, size[0]), func(t *testing.T) {
				t.Parallel()
				p := openLesson(t, url, l, visit.Options{Width: size[0], Height: size[1]})
				for _, q := range l.Questions {
					if q.Kind == "goal" {
						if !eval[bool](p.page, fmt.Sprintf(`document.querySelector("#lab-%[1]s .aim").hidden === (document.querySelector("#lab-%[1]s").matches(".veiled") || !document.querySelector("#question-%[2]s").checkVisibility())`, q.About, q.ID)) {
							t.Errorf("%s: what is to be reached is shown without the question or the slider, or not with them", q.ID)
						}
						p.do(chromedp.Evaluate(`document.querySelectorAll(".veiled").forEach((part) => part.classList.remove("veiled")); document.querySelectorAll(".aim").forEach((line) => { line.hidden = false; })`, nil))
						p.besideSlider(q, float64(size[1]))
					}
				}
			})
		}
	}
}

// besideSlider moves the slider of a goal's question to its end.
func (p *lesson) besideSlider(q *lessons.Question, height float64) {
	p.t.Helper()
	element := fmt.Sprintf(`document.querySelector("#lab-%s backfill-lab")`, q.About)
	p.do(chromedp.Evaluate(element+".enqueue()", nil))
	p.until(element + ".results !== null")
	p.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector("#question-%s .goal a").click()`, q.ID), nil)) // to the slider
	frame := element + `.shadowRoot.querySelector("iframe")`
	slider := frame + `.contentDocument.querySelector("input[type=range]")`
	const near = 200 // CSS pixels
	type seen struct{ Top, Bottom, Slider float64 }
	look := func(when string) seen {
		p.t.Helper()
		p.frame()
		at := eval[seen](p.page, fmt.Sprintf(`(() => {
			const line = document.querySelector("#lab-%s .aim output").getBoundingClientRect();
			return {Top: line.top, Bottom: line.bottom, Slider: %s.getBoundingClientRect().top + %s.getBoundingClientRect().top};
		})()`, q.About, frame, slider))
		if at.Top < 0 || at.Bottom > height {
			p.t.Errorf("%s, %s: the number is not in the window, but at %.0f", q.ID, when, at.Top)
		}
		return at
	}
	if at := look("at the slider"); at.Slider < at.Bottom || at.Slider-at.Bottom > near {
		p.t.Errorf("%s: the slider is at %.0f, the number ends at %.0f", q.ID, at.Slider, at.Bottom)
	}
	now := fmt.Sprintf(`document.querySelector("#lab-%s .aim output").value`, q.About)
	before := eval[string](p.page, now)
	p.do(chromedp.Evaluate(fmt.Sprintf(`((slider) => { slider.focus(); slider.value = slider.value === slider.min ? slider.max : slider.min; slider.dispatchEvent(new Event("input", {bubbles: true})); })(%s)`, slider), nil))
	p.until(fmt.Sprintf(`%s !== %q && !document.querySelector("#lab-%s .aim").matches(".computing")`, now, before, q.About))
	if shown, other := eval[string](p.page, now), p.text("#question-"+q.ID+" [data-now]"); shown != other {
		p.t.Errorf("%s: beside the slider stands %q, in the question %q", q.ID, shown, other)
	}
	p.do(chromedp.Evaluate(fmt.Sprintf(`scrollBy(0, %s.getBoundingClientRect().bottom - 300)`, frame), nil))
	look("while the answers are read")
}
