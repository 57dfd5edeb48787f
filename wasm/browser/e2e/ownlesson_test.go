package e2e

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"backfill/assets/lessons"
	"backfill/wasm/browser/visit"
)

// linked is the fragment of an address that holds a lesson.
func linked(p *page, source string) string {
	p.t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	if err != nil {
		p.t.Fatal(err)
	}
	if _, err := w.Write([]byte(source)); err != nil {
		p.t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		p.t.Fatal(err)
	}
	return "l=1." + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// checked waits until the lesson that is written has been read and checked.
func (p *page) checked() {
	p.t.Helper()
	p.until(`document.querySelector("#state").dataset.at === "checked"`)
}

// inEditor gives the focus to the text that is written, with the cursor at its end.
func (p *page) inEditor() {
	p.t.Helper()
	p.do(chromedp.Evaluate(`document.querySelector("#editor").shadowRoot.querySelector(".cm-content").focus()`, nil), keyboard(kb.End, chromedp.KeyModifiers(2)))
}

// A teacher types a lesson, is told the line of a mistake, mends it, and hands out the link. A student opens it in a tab of his own and answers wrongly, then
// rightly. Nobody has built anything. The numbers are those of TestTheLessonToBeginFrom of package lessons: job 3 starts in minute 10 under EASY, and in minute 90 under FCFS.
func TestALessonIsWrittenAndHandedOut(t *testing.T) {
	t.Parallel()
	url := site(t)
	folder := t.TempDir()
	p := start(t, visit.Options{Downloads: folder})
	p.do(visit.RunFirst(canary))
	p.do(chromedp.Navigate(url + "/write.html"))
	p.checked()
	if got := p.text("#state"); got != "No mistakes." {
		t.Errorf("of the lesson to begin from is said %q", got)
	}
	if got := p.text("article h1"); got != "A short job behind a long one" {
		t.Errorf("the lesson is %q", got)
	}

	// A question is typed, with a mistake in the sixth of its lines.
	lines := strings.Count(lessons.Begin, "\n")
	p.inEditor()
	p.do(chromedp.Evaluate(`window.lab = document.querySelector("article backfill-lab")`, nil))
	for _, line := range []string{"", "```question", `id = "late"`, `about = "three"`, `kind = "policy"`, `ask = "Under which policy do jobs wait longer?"`, `answer = "most meanWaiting"`, `because = "Under FCFS they wait {meanWait of FCFS}."`, "```"} {
		p.do(keyboard(line), keyboard(kb.Enter))
	}
	p.until(`document.querySelector("#mistakes li") !== null`)
	if got, want := p.text("#mistakes"), fmt.Sprintf("Line %d: answer: ", lines+7); !strings.HasPrefix(got, want) || !strings.Contains(got, "meanWaiting") {
		t.Errorf("the mistakes are %q, want %q …", got, want)
	}
	if got, want := p.text("#state"), "1 mistake: the lesson cannot be read. What depends on it has not been checked yet. The lesson is shown as it was before."; got != want {
		t.Errorf("of a lesson with a mistake is said %q, want %q", got, want)
	}
	// A lesson that cannot be read is not handed out.
	p.click("#copy")
	p.until(`document.querySelector("#said").innerText.startsWith("Nothing is copied")`)
	if got, want := p.text("#said"), fmt.Sprintf("Nothing is copied, because the lesson cannot be read. Line %d: answer: ", lines+7); !strings.HasPrefix(got, want) {
		t.Errorf("of the link is said %q, want %q …", got, want)
	}
	p.press("#mistakes", fmt.Sprintf("Line %d", lines+7))
	if got := eval[string](p, `document.querySelector("#editor").shadowRoot.querySelector(".cm-activeLine").textContent`); !strings.Contains(got, "meanWaiting") {
		t.Errorf("the mistake leads to the line %q", got)
	}
	if !eval[bool](p, `document.activeElement.id === "editor" && document.querySelectorAll("form.question").length === 1`) {
		t.Error("the cursor is not in the text, or the lesson is not as it was before")
	}
	// From the line's begin to its end, and three letters back, in place of `ing"` then a quotation mark.
	p.do(keyboard(kb.End), keyboard(kb.Backspace), keyboard(kb.Backspace), keyboard(kb.Backspace), keyboard(kb.Backspace), keyboard(`"`))
	p.checked()
	if got := p.text("#state") + p.text("#mistakes"); got != "No mistakes." {
		t.Errorf("of the mended lesson is said %q", got)
	}
	if !eval[bool](p, `document.querySelectorAll("form.question").length === 2 && window.lab.isConnected`) {
		t.Error("there are not two questions, or the experiment did not stay")
	}

	// A reload brings it back; it is saved as a file.
	p.do(chromedp.Reload())
	p.checked()
	if got := eval[int](p, `document.querySelectorAll("form.question").length`); got != 2 {
		t.Errorf("after a reload the lesson has %d questions", got)
	}
	p.click("#save")
	saved := p.saved(folder, "my-lesson.md")
	if !strings.HasPrefix(saved, lessons.Begin) || !strings.Contains(saved, `answer = "most meanWait"`) {
		t.Errorf("saved was\n%s", saved)
	}
	if err := p.MayUseClipboard(); err != nil {
		t.Fatal(err)
	}
	p.click("#copy")
	p.until(`document.querySelector("#said").innerText.startsWith("The link is copied.")`)
	link := eval[string](p, "navigator.clipboard.readText()")

	student := start(t, visit.Options{})
	student.do(visit.RunFirst(canary))
	student.do(chromedp.Navigate(link))
	student.until(`document.querySelector("#progress").innerText === "0 of 2 questions answered"`)
	s := &lesson{student, nil}
	s.answer("when", "90")
	if got := s.verdict("when"); got != "wrong" || !strings.Contains(s.feedback("when"), "Job 2 cannot start before job 1 ends.") {
		t.Errorf("minute 90 is %s: %s", got, s.feedback("when"))
	}
	s.answer("when", "10")
	student.until(`document.querySelector("#question-when").dataset.state === "right"`)
	if got := s.feedback("when"); !strings.Contains(got, "Job 3 starts at 10 min") || !strings.Contains(got, "Under FCFS it waits until 90 min.") {
		t.Errorf("explained is %q", got)
	}
	s.answer("late", "", 0)
	if got := s.verdict("late"); got != "right" {
		t.Errorf("FCFS is %s", got)
	}
	// A link within the lesson leaves the address alone, and a reload keeps the answers. Another text of the lesson has none of them.
	student.do(chromedp.Evaluate(`document.querySelector(".skip").click()`, nil))
	if got := eval[string](student, "location.href"); got != link {
		t.Errorf("the address is %q", got)
	}
	student.do(chromedp.Reload())
	student.until(`document.querySelector("#progress").innerText === "2 of 2 questions answered"`)
	student.do(chromedp.Navigate("about:blank"), chromedp.Navigate(url+"/lesson-own.html#"+linked(student, saved+"\nMore.\n")))
	student.until(`document.querySelector("#progress").innerText === "0 of 2 questions answered"`)
	for _, each := range []*page{p, student} {
		if got := eval[[]string](each, "window.__refused"); len(got) > 0 {
			t.Errorf("the security policy refused %q", got)
		}
	}
}

// Every lesson of the page can be opened as a text, and that of the page makes the same lesson; a file that is dropped is opened, in both pages.
func TestLessonsAreOpened(t *testing.T) {
	t.Parallel()
	url := site(t)
	p := start(t, visit.Options{})
	p.do(chromedp.Navigate(url + "/" + "lesson-why-backfilling.html"))
	p.do(chromedp.Evaluate(`document.querySelector(".sources a[href^=write]").click()`, nil))
	p.until(`document.querySelector("article h1")?.innerText === "Why backfilling?" && document.querySelector("#state").dataset.at === "checked"`)
	all := builtInLessons(t)
	if got, want := eval[int](p, `document.querySelectorAll("form.question").length`), len(all[0].Questions); got != want {
		t.Errorf("the lesson has %d questions, want %d", got, want)
	}
	if got := eval[string](p, "location.hash + document.querySelector('#name').value"); got != "#name=my-why-backfillingmy-why-backfilling" {
		t.Errorf("it is kept as %q", got)
	}
	file := write(t, "Two Jobs.md", lessons.Begin)
	p.drop(file)
	p.until(`document.querySelector("#said").innerText === "Two Jobs.md is open." && document.querySelector("article h1").innerText === "A short job behind a long one"`)
	if got := eval[string](p, "location.hash"); got != "#name=two-jobs" {
		t.Errorf("the file is kept as %q", got)
	}

	// Of 25 mistakes the first 20 are listed. A goal that both sliders of its experiment are needed for gets a warning.
	begun := strings.Count(lessons.Begin, "\n")
	p.drop(write(t, "wrong.md", lessons.Begin+strings.Repeat("\n{x}\n", 25)))
	p.until(`document.querySelectorAll("#mistakes li").length === 21`)
	if got, want := p.text("#state"), "25 mistakes: the lesson cannot be read. What depends on them has not been checked yet. The lesson is shown as it was before."; got != want {
		t.Errorf("of 25 mistakes is said %q, want %q", got, want)
	}
	if got, want := p.text("#mistakes"), fmt.Sprintf("Line %d: {x}: ", begun+2); !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "\nand 5 more") {
		t.Errorf("listed is %q, want %q … and 5 more", got, want)
	}
	p.drop(write(t, "goal.md", strings.Replace(lessons.Begin, "jobs = true", `allow = ["/workload/jobs/0/run:3600..7200:3600", "/workload/jobs/1/run:1800..3600:1800"]`, 1)+`
`+"```question"+`
id = "late"
about = "three"
kind = "goal"
ask = "When do both jobs end after more than two and a half hours?"
goal = "end of job 2 under FCFS > 150 min"
aim = "later"
now = "end of job 2 under FCFS"
because = "Both are long."
`+"```"+`
`))
	p.checked()
	if got := p.text("#state"); got != "No mistakes. 1 warning." {
		t.Errorf("of a goal that no slider reaches alone is said %q", got)
	}
	if got, want := p.text("#mistakes"), fmt.Sprintf("Line %d: warning: question late: goal: no slider alone reaches it (", begun+7); !strings.HasPrefix(got, want) {
		t.Errorf("listed is %q, want %q …", got, want)
	}
	if eval[bool](p, `document.querySelector("#state").classList.contains("wrong")`) {
		t.Error("a warning is shown as a mistake")
	}

	own := start(t, visit.Options{})
	own.do(chromedp.Navigate(url + "/lesson-own.html"))
	own.until(`!document.querySelector("#opening").hidden`)
	own.drop(file)
	own.until(`document.querySelector("article h1").innerText === "A short job behind a long one"`)
	own.do(chromedp.Reload())
	own.until(`document.querySelector("article h1").innerText === "A short job behind a long one"`)
	own.do(chromedp.Evaluate(`document.querySelector("a[href='#another']").click()`, nil))
	own.until(`!document.querySelector("#opening").hidden`)
	own.drop(write(t, "noise.md", "\xff\xfe\x00"))
	own.until(`document.querySelector("#status").innerText === "noise.md is no text; Markdown in UTF-8 is accepted."`)
	own.drop(write(t, "long.md", strings.Repeat("x", 200_001)))
	own.until(`document.querySelector("#status").innerText.includes("200,001 bytes; a lesson has 200,000 at most")`)
}

// A lesson of somebody who means harm executes nothing, makes nothing hang and is told what is wrong with it.
func TestHostileLesson(t *testing.T) {
	t.Parallel()
	url := site(t)
	p := start(t, visit.Options{})
	p.do(visit.RunFirst(canary))
	p.do(chromedp.Navigate(url + "/lesson-own.html"))
	p.until(`!document.querySelector("#opening").hidden`)
	visitWith := func(fragment string) {
		p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(url+"/lesson-own.html#"+fragment))
	}
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(markup)
	endless := strings.Replace(long, `"name"`, `"replications": 40, "name"`, 1)
	huge := lessons.Begin + "\n```backfill\nid = \"huge\"\ntitle = \"Huge\"\nview = [\"answers\"]\nscenario = '''\n" + endless + "\n'''\n```\n\n{meanWait of conservative in huge}\n"
	for name, c := range map[string]struct{ source, want string }{
		"markup":     {lessons.Begin + "\n" + markup + "\n", "markup is not accepted"},
		"a link":     {lessons.Begin + "\n[a](javascript:window.__pwned=1)\n", `"javascript:window.__pwned=1" is not accepted`},
		"data":       {lessons.Begin + "\n[a](data:text/html,<script>1</script>)\n", `is not accepted`},
		"TOML":       {strings.Replace(lessons.Begin, "minutes = 10", "minutes = ten", 1), `Line 4: minutes: `},
		"nesting":    {lessons.Begin + "\n" + strings.Repeat("> ", 50_000), "deeper than 100 levels"},
		"brackets":   {lessons.Begin + "\n" + strings.Repeat("[", 90_000), "Line"},
		"a megabyte": {lessons.Begin + strings.Repeat("a ", 500_000), "more than 200,000 bytes"},
		"emphasis":   {lessons.Begin + "\n" + strings.Repeat("*a **b ", 10_000) + strings.Repeat("b** a*", 10_000), "deeper than 100 levels"},
		"JSON":       {strings.Replace(lessons.Begin, `"policies": [`, `"x": `+strings.Repeat(`{"a":`, 20_000), 1), "deeper than 100 levels"},
		"huge":       {huge, fmt.Sprintf("Line %d: experiment huge: it takes longer than 20 s", strings.Count(lessons.Begin, "\n")+3)},
	} {
		visitWith(linked(p, c.source))
		if name == "brackets" { // is long, and no mistake
			p.until(`!document.querySelector("#lesson").hidden || document.querySelector("#mistakes li") !== null`)
		} else {
			p.until(`document.querySelector("#opening").hidden === false`)
			p.until(`document.querySelector("#status").innerText !== "This lesson cannot be read:" || document.querySelector("#mistakes li") !== null`)
			if got := p.text("#status") + " " + p.text("#mistakes"); !strings.Contains(got, c.want) || len(got) > 1000 {
				t.Errorf("%s: the page says %.300q, want %q", name, got, c.want)
			}
		}
		p.do(chromedp.Evaluate(`document.querySelector("backfill-lab > script[type='application/json']")?.remove()`, nil)) // our own
		p.unharmed(name)
	}
	for _, c := range []struct{ fragment, want string }{
		{"l=1.!!!", "damaged or was cut off"},
		{"l=1.AAAA", "damaged or was cut off"},
		{linked(p, lessons.Begin)[:400], "damaged or was cut off"},
		{"l=2.AAAA", "newer version"},
		{"name=" + "%3Cimg%20src=x%20onerror=window.__pwned=1%3E", "keeps no lesson “<img"},
	} {
		visitWith(c.fragment)
		p.until(`document.querySelector("#opening").hidden === false && document.querySelector("#status").innerText.length > 10`)
		if got := p.text("#status"); !strings.Contains(got, c.want) {
			t.Errorf("%.30s: the page says %q, want %q", c.fragment, got, c.want)
		}
		p.unharmed(c.fragment)
	}

	// Markup in every text of a lesson that can be read is a text.
	tricky := lessons.Begin
	for _, key := range []string{"A short job behind a long one", "Three jobs under both policies", "Three jobs\""} {
		to := quoted
		if strings.HasSuffix(key, `"`) {
			to = strings.ReplaceAll(quoted, "'", "") + `"`
		}
		tricky = strings.Replace(tricky, key, to, 1)
	}
	visitWith(linked(p, tricky))
	p.until(`document.querySelector("#progress").innerText.includes(" of ")`)
	if got := p.text("article h1"); !strings.HasPrefix(got, "<img src=x") {
		t.Errorf("the title is %q", got)
	}
	p.do(chromedp.Evaluate(`document.querySelector("[data-do=tell]").click()`, nil), chromedp.Evaluate(`document.querySelector("backfill-lab > script[type='application/json']").remove()`, nil)) // our own
	p.until(`document.querySelector("#question-when").dataset.state === "told"`)
	p.unharmed("texts of a lesson")
}
