package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"backfill/assets/lessons"
	"backfill/wasm/browser/visit"
)

const drawnLesson = "backfilling-by-hand"

// variantOf is the lesson whose numbers are drawn, with those of a name, as Go on this machine makes it.
func variantOf(t *testing.T, name string) *lessons.Lesson {
	t.Helper()
	source, err := lessons.Files.ReadFile(drawnLesson + ".md")
	if err != nil {
		t.Fatal(err)
	}
	l, err := lessons.ReadVariant(drawnLesson, source, name)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// quoted is a text as JavaScript writes it.
func quoted(t *testing.T, text string) string {
	t.Helper()
	literal, err := json.Marshal(text)
	if err != nil {
		t.Fatal(err)
	}
	return string(literal)
}

// Whoever types a name gets its numbers: those that this test's own program draws. The answer to them is right, it is kept for this name, and
// no other one has it.
func TestALessonDrawsNumbersForAName(t *testing.T) {
	t.Parallel()
	url := site(t)
	l := variantOf(t, "Ada Lovelace")
	p := openLesson(t, url, l, visit.Options{})
	if got := p.text("article .jobs"); got == jobsOf(t, p.page, l) {
		t.Fatal("the name draws the numbers in the middle")
	}
	p.do(chromedp.Focus(".seed input", chromedp.ByQuery), keyboard("  ada   LOVELACE"), keyboard("\r"))
	p.until(`document.querySelector("#progress")?.innerText.includes(" of ") && location.hash.includes("seed=ada") && location.search === ""`)
	if got, want := p.text("article .jobs"), jobsOf(t, p.page, l); got != want {
		t.Errorf("the jobs are\n%s\nwant\n%s", got, want)
	}
	right, err := l.Question("left-over").RightAnswer()
	if err != nil {
		t.Fatal(err)
	}
	p.answer("left-over", right)
	if got := p.verdict("left-over"); got != "right" {
		t.Errorf("%s is %s", right, got)
	}
	p.answer("in-use", "0")
	if got := p.verdict("in-use"); got != "wrong" {
		t.Errorf("0 is %s", got)
	}
	p.do(chromedp.Reload())
	p.until(`document.querySelector("#progress")?.innerText.startsWith("1 of 5")`)
	p.do(chromedp.Navigate(fmt.Sprintf("%s/lesson-own.html?seed=Bob#lesson=%s", url, drawnLesson))) // an old link
	p.until(`document.querySelector("#progress")?.innerText.startsWith("0 of 5")`)
	if got, want := p.text("article .jobs"), jobsOf(t, p.page, variantOf(t, "bob")); got != want {
		t.Errorf("the jobs of Bob are\n%s\nwant\n%s", got, want)
	}
	if got, want := eval[string](p.page, `location.search + location.hash`), "#lesson="+drawnLesson+"&seed=Bob"; got != want {
		t.Errorf("the address ends with %s, want %s", got, want)
	}
	axeFindsNothing(t, p.page, 0)
}

// jobsOf is the table of a lesson's jobs as the browser would write it.
func jobsOf(t *testing.T, p *page, l *lessons.Lesson) string {
	t.Helper()
	return eval[string](p, fmt.Sprintf(`(() => {
  const place = document.createElement("div");
  place.innerHTML = %s;
  document.querySelector("article").append(place);
  const text = place.querySelector(".jobs").innerText;
  place.remove();
  return text;
})()`, quoted(t, l.Body)))
}

// The sheets and keys of a class are those that this test's own program makes, and nothing else is printed.
func TestSheetsForAClass(t *testing.T) {
	t.Parallel()
	p := start(t, visit.Options{})
	p.do(chromedp.Navigate(fmt.Sprintf("%s/write.html#lesson=%s", site(t), drawnLesson)))
	p.until(`document.querySelector("#lesson:not([hidden])") !== null`)
	names := []string{"Ada Lovelace", "4711", "<b>Åse</b>"}
	p.do(chromedp.Click(".printing summary", chromedp.ByQuery), chromedp.Focus("#sheets-names", chromedp.ByQuery))
	p.do(chromedp.Evaluate(fmt.Sprintf(`document.querySelector("#sheets-names").value = %s`, quoted(t, "\n  "+strings.Join(names, "\n")+"\nada lovelace\n")), nil))
	p.do(chromedp.Click("#sheets-form [type=submit]", chromedp.ByQuery))
	p.until(`document.querySelector("#sheets-said").innerText === "3 sheets and 3 keys are below."`)
	for i, name := range names {
		l := variantOf(t, name)
		for k, make := range []func(*lessons.Lesson) (string, error){lessons.Sheet, lessons.Key} {
			want, err := make(l)
			if err != nil {
				t.Fatal(err)
			}
			same := eval[bool](p, fmt.Sprintf(`(() => {
  const place = document.createElement("template");
  place.innerHTML = %s;
  const made = document.querySelectorAll("#sheets .sheet")[%d].cloneNode(true);
  made.querySelectorAll("[data-address]").forEach((link) => link.removeAttribute("data-address"));
  return place.content.querySelector(".sheet").outerHTML === made.outerHTML;
})()`, quoted(t, want), 3*k+i))
			if !same {
				t.Errorf("the sheet or key (%d) of %s is another one in the browser", k, name)
			}
		}
	}
	p.do(emulation.SetEmulatedMedia().WithMedia("print"))
	const printed = `[...document.body.children].filter((part) => part.checkVisibility()).map((part) => part.id).join(" ")`
	if got := eval[string](p, printed); got != "sheets" {
		t.Errorf("printed are %q", got)
	}
	p.do(emulation.SetEmulatedMedia().WithMedia(""))
	axeFindsNothing(t, p, 0)
	p.do(chromedp.Click("#sheets-clear", chromedp.ByQuery))
	p.do(emulation.SetEmulatedMedia().WithMedia("print"))
	if got := eval[string](p, printed); strings.Contains(got, "sheets") {
		t.Errorf("printed are %q", got)
	}
}
