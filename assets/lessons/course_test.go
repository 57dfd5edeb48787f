package lessons

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each lesson says what one can do after it, how a teacher may use it, and has two to four exercises; all have different names.
func TestEveryLessonHasItsPlaceInTheCourse(t *testing.T) {
	for i, l := range all(t) {
		if n := len(l.Goals); n < 2 || n > 4 {
			t.Errorf("%s has %d goals", l.Name, n)
		}
		if l.Plan == nil {
			t.Errorf("%s has no plan", l.Name)
		}
		if n := len(l.Exercises); n < 2 || n > 4 {
			t.Errorf("%s has %d exercises", l.Name, n)
		}
		for _, n := range l.Needs {
			if k := slices.Index(Names, n.Name); k < 0 || k >= i || n.Title != all(t)[k].Title {
				t.Errorf("%s needs %+v", l.Name, n)
			}
		}
		if want := `href="` + l.GradingPage() + `"`; !strings.Contains(l.Body, want) {
			t.Errorf("%s has no %s for teachers", l.Name, want)
		}
	}
}

var (
	braces = regexp.MustCompile(`\{[^}]*\}`)
	code   = regexp.MustCompile("`[^`]*`")
	named  = regexp.MustCompile(`[Jj]obs? \d+((, \d+)*,? (and|or|to) \d+)?`)
	digits = regexp.MustCompile(`\d+(\.\d+)?`)
)

// A number that is typed in a model answer is given in the task, or borne out by a check; all others come from the simulation.
// (5 + 3 of a cut are such numbers, too. 95 % is how sure an interval is, and no result.)
func TestModelAnswersTypeNoResults(t *testing.T) {
	given := func(e *Exercise) []string {
		return append(digits.FindAllString(strings.Join(append([]string{e.Ask}, e.Checks...), " "), -1), "95")
	}
	for _, l := range all(t) {
		for _, e := range l.Exercises {
			for _, text := range []string{e.Answer, e.Half} {
				for _, each := range []*regexp.Regexp{braces, code, named} {
					text = each.ReplaceAllString(text, "")
				}
				for _, number := range digits.FindAllString(text, -1) {
					if !slices.Contains(given(e), number) {
						t.Errorf("%s: exercise %s: %s is typed, and neither given nor checked", l.Name, e.ID, number)
					}
				}
			}
			if !strings.Contains(e.Answer, "{") {
				t.Errorf("%s: exercise %s: the answer has no number of the simulation", l.Name, e.ID)
			}
		}
	}
}

// The lesson has the task and not the answer; the page for teachers has both. Job 2 waits for job 1, whose 60 s become 120 s: so it waits 2 min.
func TestAnExercise(t *testing.T) {
	text := strings.Replace(tiny, "~~~teacher", `~~~exercise
id = "longer"
title = "Longer"
points = 4
like = "two"
scenario = '{"workload": {"kind": "jobs", "jobs": [{"submit": 0, "run": 120, "processors": 2}, {"submit": 0, "run": 60}]}}'
jobs = true
ask = "How long does job 2 wait?"
answer = "It waits {wait of job 2 under FCFS in longer}."
half = "*One* minute."
checks = ["run of job 1 under FCFS = 2 min in longer"]
~~~

~~~exercise
id = "open"
title = "With the lab"
points = 2
about = "two"
ask = "Look."
answer = "Seen."
half = "Not seen."
~~~

~~~teacher`, 1)
	l, err := Read("tiny", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	const table = `<div class="jobs" role="region" aria-label="Jobs: Longer" tabindex="0"><table>
<thead><tr><th scope="col">Job</th><th scope="col">Arrives</th><th scope="col">Processors</th><th scope="col">Runs</th></tr></thead>
<tbody>
<tr><th scope="row">1</th><td>0 min</td><td>2</td><td>2 min</td></tr>
<tr><th scope="row">2</th><td>0 min</td><td>1</td><td>1 min</td></tr>
</tbody>
</table></div>
`
	if want := `<section class="exercise" id="exercise-longer">
<h3>Exercise 1: Longer <span class="points">4 points</span></h3>
<p>How long does job 2 wait?</p>
` + table + `<p class="with">On paper.</p>
</section>
`; !strings.Contains(l.Body, want) {
		t.Errorf("the exercise is not as wanted:\n%s", l.Body)
	}
	for _, secret := range []string{"It waits 2 min", "One</em> minute", "Seen.", l.Exercises[0].Solved()} {
		if strings.Contains(l.Body, secret) {
			t.Errorf("the lesson tells %q", secret)
		}
	}
	if start := l.Exercises[1].Start(); start != l.Labs[0].Address() || strings.Count(l.Body, start) != 2 { // one is the text's
		t.Errorf("the second exercise leads to %q", start)
	}
	grading, err := l.Grading()
	if err != nil {
		t.Fatal(err)
	}
	grading = strings.Replace(grading, l.Exercises[0].Solved(), "…", 1)
	first, _, _ := strings.Cut(grading, `<section class="exercise" id="exercise-open">`)
	want := `<section class="exercise" id="exercise-longer">
<h2>Exercise 1: Longer <span class="points">4 points</span></h2>
<p>How long does job 2 wait?</p>
` + table + `<p class="with">On paper.</p>
<h3>Right: 4 points</h3>
<p>It waits 2 min.</p>
<p class="with"><a href="…">The experiment that gives this answer</a></p>
<h3>Half right: 2 points</h3>
<p><em>One</em> minute.</p>
</section>
`
	if diff := cmp.Diff(want, first); diff != "" {
		t.Errorf("the grading is not as wanted (- wanted, + is):\n%s", diff)
	}
	if !strings.Contains(grading, "Half right: 1 point<") || l.Points() != 6 || len(l.checks) != 1 || len(l.Labs) != 1 {
		t.Errorf("%d points, %d checks, %d labs: %s", l.Points(), len(l.checks), len(l.Labs), grading)
	}
}

// In the tiny lesson the front matter begins in line 2, and the note for teachers, where an exercise is put in, in 35.
func TestMistakesOfTheCourseAreRefused(t *testing.T) {
	const exercise = `~~~exercise
id = "e"
title = "E"
points = 4
about = "two"
ask = "Why?"
answer = "So: {start of job 2 under FCFS in two}."
half = "Half."
~~~

~~~teacher`
	plan := `[plan]
prepare = "A."
before = "B."
home = "C."
class45 = ["40 min: One.", "5 min: Two."]
class90 = ["90 min: All."]
`
	for _, c := range []struct {
		old, new string
		line     int
		want     string
	}{
		{"", "", 0, ""},
		{"minutes = 5", "minutes = 5\nneeds = [\"why-backfilling\"]", 0, ""},
		{"minutes = 5", "minutes = 5\nneeds = [\"why\"]", 5, `needs: "why": names of lessons that come before`},
		{"minutes = 5", "minutes = 5\ngoals = [\"You can see.\"]", 5, "goals: 1: two to four"},
		{"minutes = 5", "minutes = 5\ngoals = [\"You can see.\", \"Be good.\"]", 5, `goals: "Be good."`},
		{"minutes = 5", "minutes = 5\ngoals = [\"You can see.\", \"You can <b>run</b>.\"]", 5, "markup is not accepted"},
		{"class90", "class60", 11, "unknown key"},
		{"40 min: One", "39 min: One", 10, "its steps take 44 min; 45 are accepted"},
		{"40 min: One", "One", 10, `"One.": a step such as`},
		{"40 min: One", "40 min: <b>One</b>", 10, "markup is not accepted"},
		{`home = "C."`, `home = ""`, 9, "plan.home: missing"},
		{"points = 4", "points = 3", 44, "even numbers from 2 to 20"},
		{"points = 4\nabout = \"two\"", "points = 4\nabout = \"three\"", 45, `no experiment "three" above; "two" is accepted`},
		{"points = 4\nabout = \"two\"", "points = 4\njobs = true", 45, "there is no experiment"},
		{"points = 4\nabout = \"two\"", "points = 4\nlike = \"three\"", 45, `no experiment "three" above; "two" is accepted`},
		{`ask = "Why?"`, `ask = "<b>Why?</b>"`, 46, "markup is not accepted"},
		{`ask = "Why?"`, `ask = ""`, 46, "ask: missing"},
		{"{start of job 2 under FCFS in two}", "{start of job 2 under EASY in two}", 47, `"EASY" is no policy`},
		{"{start of job 2 under FCFS in two}", "{start of job 2 under FCFS in three}", 47, `no experiment "three" above; "two" is accepted`},
		{`half = "Half."`, "half = \"Half.\"\nchecks = [\"start of job 9 under FCFS = 1 s in two\"]", 49, "no job 9"},
		{`id = "e"`, `id = "two"`, 42, `"two" is taken`},
	} {
		text := strings.Replace(tiny, "sources = [\"*Somebody*\"]\n", "sources = [\"*Somebody*\"]\n"+plan, 1)
		text = strings.Replace(text, "~~~teacher", exercise, 1)
		if !strings.Contains(text, c.old) {
			t.Fatalf("the lesson has no %q", c.old)
		}
		_, err := Read("tiny", []byte(strings.Replace(text, c.old, c.new, 1)))
		var all Mistakes
		switch {
		case c.want == "":
			if err != nil {
				t.Errorf("%q: %v", c.new, err)
			}
		case !errors.As(err, &all) || len(all) != 1 || all[0].Line != c.line || !strings.Contains(all[0].Reason, c.want):
			t.Errorf("%q: error %v, want line %d, %q, alone", c.new, err, c.line, c.want)
		}
	}
	// A lesson of the course needs what comes before it, not itself or what comes later.
	text := strings.Replace(tiny, "minutes = 5", "minutes = 5\nneeds = [\"how-estimates-matter\"]", 1)
	for name, want := range map[string]bool{"why-backfilling": false, "how-estimates-matter": false, "what-the-scheduler-believes": true} {
		if _, err := Read(name, []byte(text)); (err == nil) != want {
			t.Errorf("%s may need how-estimates-matter: error %v", name, err)
		}
	}
}
