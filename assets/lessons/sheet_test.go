package lessons

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// With the seed 4711 t is 60 min and p is 4: job 2 starts in minute 60 and has waited 59 minutes, since it came in minute 1. A tolerance of half a minute lets
// 59.5 to 60.5 pass. Job 3 starts when job 2 has run its 5 minutes, which is option b.
func TestASheetAndItsKey(t *testing.T) {
	l, err := ReadVariant("drawing", []byte(drawing), "4711 <b>")
	if err != nil {
		t.Fatal(err)
	}
	numbers := l.Drawn
	if l, err = ReadVariant("drawing", []byte(strings.Replace(drawing, "+++\n\nJob", "+++\n\n## First\n\nJob", 1)), "4711"); err != nil {
		t.Fatal(err)
	}
	sheet, err := Sheet(l)
	if err != nil {
		t.Fatal(err)
	}
	const want = `<article class="sheet">
<header>
<p class="who">Name or number: <b>4711</b></p>
<h1>Of 4 processors</h1>
<p class="subtitle">Three jobs. About 5 minutes.</p>
</header>
<h2>First</h2>
<p>Job 1 takes 4 processors for 60 minutes, and job 2 needs 7. It costs $5.</p>
<figure class="exhibit">
<figcaption>Three jobs: 4 and 7 processors</figcaption>
<table>
<thead><tr><th scope="col">Job</th><th scope="col">Arrives</th><th scope="col">Processors</th><th scope="col">Runs</th></tr></thead>
<tbody>
<tr><th scope="row">1</th><td>0 min</td><td>4</td><td>60 min</td></tr>
<tr><th scope="row">2</th><td>1 min</td><td>7</td><td>5 min</td></tr>
<tr><th scope="row">3</th><td>1 min</td><td>8</td><td>1 min</td></tr>
</tbody>
</table>
</figure>
<section class="asked">
<p class="ask"><b>Question 1.</b> When does job 2 start?</p>
<p class="typed">Your answer: <span class="blank"></span> min</p>
<p class="line">Why?</p>
<p class="line"></p>
</section>
<section class="asked">
<p class="ask"><b>Question 2.</b> And job 3?</p>
<ul class="options">
<li><span class="box"></span> <span>a. In minute 60.</span></li>
<li><span class="box"></span> <span>b. In minute 65.</span></li>
</ul>
<p class="line">Why?</p>
<p class="line"></p>
</section>
</article>
`
	plain := func(s string) string { return regexp.MustCompile(`\n\n+`).ReplaceAllString(s, "\n") }
	if diff := cmp.Diff(want, plain(sheet)); diff != "" {
		t.Errorf("the sheet is not as wanted (- wanted, + is):\n%s", diff)
	}
	key, err := Key(l)
	if err != nil {
		t.Fatal(err)
	}
	const wantKey = `<article class="sheet key">
<header>
<p class="who">Name or number: <b>4711</b></p>
<h1>Of 4 processors</h1>
<p class="subtitle">Answer key. Drawn: t = 60 min, p = 4, wide = 7.</p>
</header>
<section class="asked">
<p class="ask"><b>Question 1.</b> When does job 2 start?</p>
<p class="right">60 min; accepted: 59.5 to 60.5 min</p>
<p>After 60 min, having waited 59 min.</p>
</section>
<section class="asked">
<p class="ask"><b>Question 2.</b> And job 3?</p>
<p class="right">b. In minute 65.</p>
<p>It waits behind job 2.</p>
</section>
</article>
`
	if diff := cmp.Diff(wantKey, plain(key)); diff != "" {
		t.Errorf("the key is not as wanted (- wanted, + is):\n%s", diff)
	}
	// A name is a text, whatever stands in it.
	if l.Seed = "<b>"; l.Drawn.String() == numbers.String() {
		t.Error("another name draws the same")
	}
	if sheet, err = Sheet(l); err != nil || strings.Contains(sheet, "<b><b>") {
		t.Errorf("a name becomes markup (error %v)", err)
	}
}

// Every lesson has a sheet with all of its questions, which tells no answer and refers to no place in the page, and a key with as many answers.
func TestEveryLessonHasASheetAndAKey(t *testing.T) {
	ids := regexp.MustCompile(` (id|data-[a-z]+)=`)
	for _, l := range all(t) {
		sheet, err := Sheet(l)
		if err != nil {
			t.Error(err)
			continue
		}
		key, err := Key(l)
		if err != nil {
			t.Error(err)
			continue
		}
		if n := strings.Count(sheet, `<section class="asked">`); n != len(l.Questions)+len(l.Exercises) {
			t.Errorf("the sheet of %s has %d questions and exercises of %d and %d", l.Name, n, len(l.Questions), len(l.Exercises))
		}
		if n := strings.Count(key, `<p class="right">`); n != len(l.Questions) {
			t.Errorf("the key of %s has %d answers of %d", l.Name, n, len(l.Questions))
		}
		for _, q := range l.Questions {
			if because := string(q.shown.Because); strings.Contains(sheet, because) || len(because) < 20 {
				t.Errorf("the sheet of %s explains %s", l.Name, q.ID)
			}
		}
		for _, e := range l.Exercises {
			if strings.Contains(sheet, string(e.AnswerHTML)) || !strings.Contains(key, string(e.AnswerHTML)) || !strings.Contains(sheet, string(e.AskHTML)) {
				t.Errorf("the answer of %s's exercise %s stands on the sheet, or not in the key", l.Name, e.ID)
			}
		}
		for _, text := range []string{sheet, key} {
			if at := ids.FindString(text); at != "" || strings.Contains(text, "For teachers") || strings.Contains(text, "<script") || strings.Contains(text, "style=") {
				t.Errorf("the sheet or key of %s has%s, a note for teachers, a script or a style", l.Name, at)
			}
		}
	}
}
