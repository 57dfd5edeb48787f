package lessons

import (
	"math"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/assets/lessons/figures"
	"backfill/ui/result"
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

// Job 1 has 2 of 4 processors for an hour, job 2 the others for the first half of it. Job 3 gets the lower one of these, until minute 40, and then job 4
// both. In minute 45 jobs 1 and 4 run: they asked for 60 and 30 minutes.
func TestAScheduleIsDrawn(t *testing.T) {
	job := func(id int64, start, end float64, processors int32, requested float64) result.Job {
		return result.Job{Job: id, Start: &start, End: &end, Processors: processors, Requested: requested}
	}
	run := &figures.RunResult{Processors: 4, Jobs: []result.Job{job(1, 0, 3600, 2, 3600), job(2, 0, 1800, 2, 1800), job(3, 1800, 2400, 1, 600), job(4, 2400, 3000, 2, 1800)}}
	rects := func(until float64) []string {
		s, ok := newStill(run, until)
		if !ok {
			t.Fatal("there is no drawing")
		}
		return regexp.MustCompile(`<rect [^>]*stroke="#333"[^>]*>`).FindAllString(s.svg("T"), -1)
	}
	// An hour is 640 units wide, from 34 on; 4 processors are 150 units high, downwards from the top.
	if diff := cmp.Diff([]string{
		`<rect x="34.0" y="75.0" width="640.0" height="75.0" fill="#e4e8ee" stroke="#333"/>`,
		`<rect x="34.0" y="0.0" width="320.0" height="75.0" fill="#e4e8ee" stroke="#333"/>`,
		`<rect x="354.0" y="37.5" width="106.7" height="37.5" fill="#e4e8ee" stroke="#333"/>`,
		`<rect x="460.7" y="0.0" width="106.7" height="75.0" fill="#e4e8ee" stroke="#333"/>`,
	}, rects(math.Inf(1))); diff != "" {
		t.Error(diff)
	}
	// At 45 min, 2700 s: job 4 would go on until 4200 s, so that 70 minutes are 640 units wide.
	if diff := cmp.Diff([]string{
		`<rect x="34.0" y="75.0" width="411.4" height="75.0" fill="#e4e8ee" stroke="#333"/>`,
		`<rect x="445.4" y="75.0" width="137.1" height="75.0" fill="none" stroke="#333" stroke-dasharray="3 2"/>`,
		`<rect x="34.0" y="0.0" width="274.3" height="75.0" fill="#e4e8ee" stroke="#333"/>`,
		`<rect x="308.3" y="37.5" width="91.4" height="37.5" fill="#e4e8ee" stroke="#333"/>`,
		`<rect x="399.7" y="0.0" width="45.7" height="75.0" fill="#e4e8ee" stroke="#333"/>`,
		`<rect x="445.4" y="0.0" width="228.6" height="75.0" fill="none" stroke="#333" stroke-dasharray="3 2"/>`,
	}, rects(2700)); diff != "" {
		t.Error(diff)
	}
	// A job that nobody has started by then is not there, and a machine of several parts is not drawn.
	if n := len(rects(1000)); n != 4 {
		t.Errorf("in minute 16 there are %d bars, want those of two jobs, each in two parts", n)
	}
	run.Processors = 0
	if _, ok := newStill(run, math.Inf(1)); ok {
		t.Error("a machine of several parts is drawn")
	}
	// Where no processors side by side are free, a job gets those that are: the first and the third of three.
	split := &figures.RunResult{Processors: 3, Jobs: []result.Job{job(1, 0, 60, 1, 60), job(2, 0, 180, 1, 180), job(3, 0, 60, 1, 60), job(4, 60, 120, 2, 60)}}
	s, ok := newStill(split, math.Inf(1))
	if drawn := s.svg("T"); !ok || strings.Count(drawn, `stroke="#333"`) != 5 || strings.Count(drawn, ">4</text>") != 1 {
		t.Errorf("job 4 is not drawn in two parts, with its number once:\n%s", drawn)
	}
}
