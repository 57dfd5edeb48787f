package lessons

import (
	"errors"
	"fmt"
	"html/template"
	"strings"
)

// An Exercise is a task that a teacher grades: a block of the language "exercise". Its task stands in the lesson; the model answer and what half
// of it looks like stand on a page for teachers, with numbers that the simulation gives.
type Exercise struct {
	ID     string `toml:"id"`
	Title  string `toml:"title"`
	Points int    `toml:"points"` // even: half right is half of them
	// About is a lab above that the task is done with: a link leads to its experiment. Without it the task is done on paper.
	About string `toml:"about"`
	Jobs  bool   `toml:"jobs"` // the task shows a table of the jobs of its own experiment

	// An experiment of its own, as a lab has it, that gives the numbers of the answer. Phrases and checks name it by the exercise's ID.
	Gallery  string            `toml:"gallery"`
	Scenario string            `toml:"scenario"`
	Like     string            `toml:"like"`
	Scripts  map[string]string `toml:"scripts"`

	Ask    string   `toml:"ask"`    // Markdown
	Answer string   `toml:"answer"` // the same, what is right
	Half   string   `toml:"half"`   // the same, what gets half of the points
	Checks []string `toml:"checks"` // conditions "in" a lab that bear out the numbers typed in the texts

	Number                        int           `toml:"-"` // from 1, in the lesson
	AskHTML, AnswerHTML, HalfHTML template.HTML `toml:"-"`
	about                         *Lab          // nil on paper
	own                           *Lab          // nil without an experiment of its own
	checks                        []check
}

// Start is the address of the experiment that the task is done with, "" on paper.
func (e *Exercise) Start() string {
	if e.about == nil {
		return ""
	}
	return e.about.Address()
}

// Solved is the address of the experiment that gives the answer, "" if the exercise has none of its own.
func (e *Exercise) Solved() string {
	if e.own == nil {
		return ""
	}
	return e.own.Address()
}

// Table has the jobs of its own experiment, or nil.
func (e *Exercise) Table() *table {
	if !e.Jobs {
		return nil
	}
	return e.own.Table()
}

// HalfPoints are what is given for half of an answer.
func (e *Exercise) HalfPoints() int { return e.Points / 2 }

const (
	leastPoints = 2
	mostPoints  = 20
)

// exercise makes a task. Numbers in the answer are not shown to who reads the lesson. The experiment of one that cannot be read is kept by its name, so that
// nothing is told of what is about it.
func (r *reader) exercise(b block) (string, error) {
	e := &Exercise{Number: len(r.lesson.Exercises) + 1}
	err := atMost(mostExercises, len(r.lesson.Exercises), "exercises")
	if err == nil {
		err = b.decode(e)
	}
	if err != nil {
		e.ID = r.unread(b)
		r.lesson.Exercises, r.exercised = append(r.lesson.Exercises, e), append(r.exercised, &Lab{ID: e.ID, unread: true})
		return "", err
	}
	r.lost = r.lost || e.ID == ""
	all := []error{checkID(e.ID, func(id string) bool { return find(r.all().list, id) != nil || r.lesson.exercise(id) != nil })}
	if e.Points < leastPoints || e.Points > mostPoints || e.Points%2 != 0 {
		all = append(all, wrong("points", "%d: even numbers from %d to %d are accepted", e.Points, leastPoints, mostPoints))
	}
	if e.Title == "" {
		all = append(all, wrong("title", "missing"))
	}
	if e.About != "" {
		e.about, err = r.above().find(e.About)
		all = append(all, wrongIn("about", err))
	}
	if err := r.experiment(e, b.line); err != nil {
		all = append(all, err)
		r.exercised = append(r.exercised, &Lab{ID: e.ID, unread: true})
	}
	texts := r.text(nil)
	gates := r.gates
	for _, text := range []struct {
		key, source string
		into        *template.HTML
	}{{"ask", e.Ask, &e.AskHTML}, {"answer", e.Answer, &e.AnswerHTML}, {"half", e.Half, &e.HalfHTML}} {
		if text.source == "" {
			all = append(all, wrong(text.key, "missing"))
		}
		if text.key == "answer" {
			r.gates = r.lesson.questionIDs() // the page with it tells all
		}
		made, err := texts.convert([]byte(text.source), 1)
		all = append(all, wrongIn(text.key, err))
		*text.into = template.HTML(made)
	}
	r.gates = gates
	for _, source := range e.Checks {
		c, err := r.parseCheck(source, b.lineOf("checks", source))
		all = append(all, err)
		e.checks = append(e.checks, c)
	}
	r.lesson.checks = append(r.lesson.checks, e.checks...)
	r.lesson.Exercises = append(r.lesson.Exercises, e)
	if err := errors.Join(all...); err != nil {
		return "", err
	}
	return render("exercise", e)
}

// experiment compiles the experiment of an exercise, if it has one.
func (r *reader) experiment(e *Exercise, line int) error {
	if e.Gallery+e.Scenario+e.Like == "" {
		if e.Jobs || len(e.Scripts) > 0 {
			return wrong("jobs", "there is no experiment; gallery, scenario or like is accepted")
		}
		return nil
	}
	l := &Lab{ID: e.ID, Title: e.Title, Gallery: e.Gallery, Scenario: e.Scenario, Like: e.Like, Scripts: e.Scripts, Jobs: e.Jobs, line: line, simulated: r.simulated, simulation: r.simulation}
	if err := l.compile(r.all()); err != nil {
		return err
	}
	if l.Jobs && l.plan.Scenario.Workload.Kind != "jobs" {
		return wrong("jobs", "there is a table only of jobs that are typed by hand")
	}
	e.own = l
	r.exercised = append(r.exercised, l)
	return nil
}

// parseCheck reads a condition, "in" and the name of a lab or of an exercise.
func (r *reader) parseCheck(source string, line int) (check, error) {
	text, id, _ := cutLast(source, " in ")
	c := check{source: source, line: line}
	var err error
	if c.lab, err = r.all().find(id); err == nil {
		c.when, err = c.lab.condition(text)
	} else if !errors.Is(err, errFollows) {
		err = errors.New(`the experiment is missing or not known; a condition with "in" and the name of an experiment is accepted`)
	}
	if err != nil && !errors.Is(err, errFollows) {
		err = &lined{line, errors.New(Brief(fmt.Sprintf("checks: %q: %v", source, err)))}
	}
	return c, err
}

// exercise is the exercise of that name, nil if there is none.
func (l *Lesson) exercise(id string) *Exercise {
	for _, e := range l.Exercises {
		if e.ID == id {
			return e
		}
	}
	return nil
}

// questionIDs are the names of all questions.
func (l *Lesson) questionIDs() []string {
	var ids []string
	for _, q := range l.Questions {
		ids = append(ids, q.ID)
	}
	return ids
}

// Points are those of all exercises together.
func (l *Lesson) Points() int {
	sum := 0
	for _, e := range l.Exercises {
		sum += e.Points
	}
	return sum
}

// GradingPage is the name of the page with the model answers in the built site.
func (l *Lesson) GradingPage() string { return "grading-" + l.Name + ".html" }

// Grading has the model answers, as HTML, for who grades the exercises. It is not part of the lesson.
func (l *Lesson) Grading() (string, error) {
	var all strings.Builder
	for _, e := range l.Exercises {
		made, err := render("grading", e)
		if err != nil {
			return "", fmt.Errorf("%s: exercise %s: %w", l.Name, e.ID, err)
		}
		all.WriteString(made)
	}
	return all.String(), nil
}
