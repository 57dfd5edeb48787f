// Package lessons holds the lessons: Markdown files with live experiments and questions, of which the build makes
// pages. A lesson is a file NAME.md and its name in Names.
//
// A lesson begins with a front matter, in TOML between two lines "+++": title, sentence (for the index), minutes,
// sources (a list), and checks (a list of "condition in lab" that bear out the numbers in the text). It may say what place
// it has in a course: needs (names of lessons that come before), goals (two to four sentences "You can ...") and, for
// teachers, the table plan. Then follows Markdown without markup. Six kinds of fenced blocks make it live: "backfill" is an
// experiment (Lab), "question" a question about one (Question), and "exercise" a task that a teacher grades (Exercise), all
// in TOML; "teacher" holds Markdown that is folded at first; "screen" holds Markdown that printed sheets leave out; "after ID" holds a part
// of the lesson, with all that a lesson may have, that would give away the answer of the question ID above it (or of
// several) and comes when that has been answered. In a text, {phrase
// in lab} stands for the number that the simulation gives (package figures), and a link to lab:ID opens the experiment of a lab
// in the full page.
//
// A front matter may also have draw, a list of numbers that are drawn from a seed, such as "n in 8..16" (package variant). Wherever the lesson then
// has $n, it has the number; ${t as min} writes a time. Without draw a dollar is a dollar.
//
// All reads all lessons; Read reads one, by whomever it was written (bounds.go), ReadVariant with the numbers of a seed, and Check says what is
// wrong with one for any of many seeds. The package simulates the experiments of lessons, to answer their questions.
// It knows neither the page nor how files are served.
package lessons

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"html/template"
	"slices"
	"strings"

	"backfill/assets/lessons/figures"
	"backfill/assets/lessons/variant"
)

// Files are the lessons, by file name.
//
//go:embed *.md
var Files embed.FS

// Names are the lessons in the order in which they are offered: file names without .md.
var Names = []string{"why-backfilling", "how-estimates-matter", "what-the-scheduler-believes", "packing-and-lookahead", "splitting-over-clusters", "your-job-in-the-queue", "reading-a-result", "write-your-own-scheduler", "backfilling-by-hand"}

// Begin is a short lesson for whoever writes one to begin from, with one experiment and one question.
//
//go:embed begin/begin.md
var Begin string

// A Lesson is a lesson with its text as HTML.
type Lesson struct {
	Name      string
	Title     string
	Sentence  string
	Minutes   int
	Sources   []string // as HTML
	Needs     []Need
	Goals     []template.HTML
	Plan      *Plan  // nil if there is none
	Body      string // HTML
	Digest    string // of the source, by which files that were handed in know what they answer
	Labs      []*Lab
	Questions []*Question
	Exercises []*Exercise

	// Seed is the one that was given, and Drawn are the numbers that it draws; none in a lesson that draws nothing.
	Seed  string
	Drawn variant.Values

	checks  []check
	figures []textFigure

	body      []byte // Markdown
	firstLine int    // of it, in the file
}

// textFigure is a number in the text; gates are the questions that must be answered before it is shown.
type textFigure struct {
	lab    *Lab
	phrase *figures.Phrase
	gates  []string
}

// check is a condition that a lab's results must meet, since the text says so.
type check struct {
	lab    *Lab
	when   figures.Condition
	source string
	line   int
}

// Page is the name of the lesson's page in the built site.
func (l *Lesson) Page() string { return pageOf(l.Name) }

func pageOf(name string) string { return "lesson-" + name + ".html" }

// All reads all lessons.
func All() ([]*Lesson, error) {
	var all []*Lesson
	for _, name := range Names {
		text, err := Files.ReadFile(name + ".md")
		if err != nil {
			return nil, fmt.Errorf("lessons: %w", err)
		}
		l, err := Read(name, text)
		if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
	return all, nil
}

// front is the front matter.
type front struct {
	Title    string   `toml:"title"`
	Sentence string   `toml:"sentence"`
	Minutes  int      `toml:"minutes"`
	Sources  []string `toml:"sources"`
	Checks   []string `toml:"checks"`
	Draw     []string `toml:"draw"` // see package variant
	Needs    []string `toml:"needs"`
	Goals    []string `toml:"goals"`
	Plan     *plan    `toml:"plan"`
}

const fence = "+++\n"

// Read makes a lesson of its text: the variant of the seed "". Errors are of the type *Mistake.
func Read(name string, source []byte) (*Lesson, error) { return ReadVariant(name, source, "") }

// ReadVariant makes a lesson of its text with the numbers that a seed draws (see package variant). Errors are of the type *Mistake.
func ReadVariant(name string, source []byte, seed string) (*Lesson, error) {
	return ReadWith(nil, name, source, seed)
}

// ReadWith is ReadVariant, with another Simulation than figures.Simulate if it is not nil: it is asked for each lab whose numbers the text has, when
// the first of them is read.
func ReadWith(simulate Simulation, name string, source []byte, seed string) (*Lesson, error) {
	t, err := vary(name, source, seed)
	if err != nil {
		return nil, err
	}
	return t.read(simulations{}, simulate)
}

// varied is the text of a lesson with its numbers put in.
type varied struct {
	name      string
	digest    string // of the source
	matter    block  // the front matter
	about     front
	body      []byte
	firstLine int  // of the body, in the file
	draws     bool // numbers
	seed      string
	drawn     variant.Values
}

// vary puts the numbers of a seed into the text of a lesson. With an error about these numbers there is a text, too, with those that could be drawn.
func vary(name string, source []byte, seed string) (*varied, error) {
	file := name + ".md"
	if err := checkText(source); err != nil {
		return nil, &Mistake{file, err.line, err.err.Error()}
	}
	source = bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n"))
	rest, ok := bytes.CutPrefix(source, []byte(fence))
	matter, body, closed := bytes.Cut(rest, []byte("\n"+fence))
	if !ok || !closed {
		return nil, &Mistake{file, 1, `the front matter is missing: title, sentence, minutes and sources between two lines "+++" are accepted`}
	}
	t := &varied{name: name, digest: Digest(source), matter: block{text: string(matter), line: 2}, body: body, firstLine: 2 + bytes.Count(matter, []byte("\n")) + 2, seed: seed}
	err := t.matter.decode(&t.about)
	if t.draws = err == nil && len(t.about.Draw) > 0; t.draws {
		err = t.draw()
	}
	if err == nil {
		err = t.about.check()
	}
	if err != nil {
		return t, t.mistake(err)
	}
	return t, nil
}

// mistake is an error about the front matter, with its line.
func (t *varied) mistake(err error) *Mistake {
	line, reason := t.matter.at(err)
	var at *lined
	if errors.As(err, &at) {
		line, reason = at.line, at.err.Error()
	}
	return &Mistake{t.name + ".md", line, reason}
}

// draw draws the numbers, and puts them in.
func (t *varied) draw() error {
	var err error
	var at *variant.LineError
	if t.drawn, err = variant.Draw(t.about.Draw, t.seed); errors.As(err, &at) {
		entry := ""
		if at.Line < len(t.about.Draw) {
			entry = t.about.Draw[at.Line]
		}
		return &lined{t.matter.lineOf("draw", entry), fmt.Errorf("draw: %w", err)}
	}
	matter, err := t.drawn.In(t.matter.text)
	if errors.As(err, &at) {
		return &lined{t.matter.line + at.Line, err}
	}
	body, err := t.drawn.In(string(t.body))
	if errors.As(err, &at) {
		return &lined{t.firstLine + at.Line, err}
	}
	t.matter.text, t.body, t.about = matter, []byte(body), front{}
	return t.matter.decode(&t.about)
}

// read makes the lesson; its experiments are simulated as far as their results are not there yet.
func (t *varied) read(simulated simulations, simulate Simulation) (*Lesson, error) {
	r := &reader{simulated: simulated, simulation: simulate, lesson: &Lesson{
		Name: t.name, Title: t.about.Title, Sentence: t.about.Sentence, Minutes: t.about.Minutes, Digest: t.digest, Seed: t.seed, Drawn: t.drawn, body: t.body, firstLine: t.firstLine}}
	if err := r.lesson.place(&t.about, t.matter.line); err != nil {
		return nil, t.mistake(err)
	}
	var err error
	r.lesson.Body, err = r.markdown().convert(t.body, t.firstLine)
	if head, failed := r.lesson.head(); err == nil {
		r.lesson.Body, err = head+r.lesson.Body, failed
	}
	for i := 0; i < len(t.about.Sources) && err == nil; i++ {
		var source string
		source, err = inline(t.about.Sources[i], markdown{}, t.matter.line)
		r.lesson.Sources = append(r.lesson.Sources, source)
	}
	if err == nil {
		err = r.check(t.matter, t.about.Checks)
	}
	var at *lined
	if errors.As(err, &at) {
		return nil, &Mistake{t.name + ".md", at.line, at.err.Error()}
	}
	if err != nil {
		return nil, &Mistake{t.name + ".md", 1, err.Error()}
	}
	return r.lesson, nil
}

// Digest is what tells the text of a lesson from others, whatever its line ends: the begin of its SHA-256.
func Digest(source []byte) string {
	source = bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n"))
	sum := sha256.Sum256(source)
	return hex.EncodeToString(sum[:8])
}

func (f *front) check() error {
	switch {
	case f.Title == "":
		return wrong("title", "missing")
	case f.Sentence == "":
		return wrong("sentence", "missing; one sentence for the index is accepted")
	case f.Minutes < 1 || f.Minutes > 600:
		return wrong("minutes", "%d: 1 to 600 are accepted", f.Minutes)
	case len(f.Sources) == 0:
		return wrong("sources", "missing; a list of publications is accepted")
	}
	return nil
}

// inline is the HTML of a text of one paragraph, without the paragraph.
func inline(text string, m markdown, line int) (string, error) {
	made, err := m.convert([]byte(text), line)
	if err != nil {
		return "", err
	}
	made = strings.TrimSpace(made)
	within := strings.TrimSuffix(strings.TrimPrefix(made, "<p>"), "</p>")
	if strings.Contains(within, "<p>") || len(within) == len(made) && made != "" {
		return "", &lined{line, errors.New("one paragraph is accepted")}
	}
	return within, nil
}

// reader makes a lesson while its text is read from the top.
type reader struct {
	lesson     *Lesson
	simulated  simulations
	simulation Simulation
	// exercised are the experiments of exercises.
	exercised []*Lab
	// veiled are the labs that show nothing before a question is answered: they stand below it.
	veiled []*Lab
	// gates are the questions that must be answered before what is being read is shown.
	gates []string
}

func (r *reader) markdown() markdown {
	return markdown{lab: r.address, figure: r.figure, block: r.block}
}

// figure is a number in the text, simulated now.
func (r *reader) figure(source string) (string, error) {
	text, id, ok := cutLast(source, " in ")
	l := r.find(strings.TrimSpace(id))
	if !ok {
		return "", errors.New(`a phrase, "in" and the name of an experiment above is accepted`)
	}
	if l == nil {
		return "", errors.New(noLab(strings.TrimSpace(id), slices.Concat(r.lesson.Labs, r.exercised)))
	}
	f, err := l.figure(text)
	if err != nil {
		return "", err
	}
	r.lesson.figures = append(r.lesson.figures, textFigure{l, f.Phrase, r.gates})
	results, err := l.Results()
	if err != nil {
		return "", err
	}
	return inHTML(f, results)
}

// inHTML is a figure as the text has it, by results of a lab or of what somebody has made of it.
func inHTML(f figures.Figure, r *figures.Results) (string, error) {
	text, err := r.Write(f)
	return html.EscapeString(text), err
}

// cutLast is strings.Cut at the last sep.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// figure reads a phrase about the lab's experiment, perhaps with "as" and a unit behind it.
func (l *Lab) figure(text string) (figures.Figure, error) {
	f, err := figures.Parse(text)
	if err == nil {
		err = l.checkPhrase(f.Phrase)
	}
	return f, err
}

// block makes an experiment, a question, an exercise or a teacher's note.
func (r *reader) block(language string, b block) (string, error) {
	var made string
	var err error
	switch language {
	case "backfill":
		made, err = r.lab(b)
	case "question":
		made, err = r.question(b)
	case "exercise":
		made, err = r.exercise(b)
	case "after":
		made, err = r.later(b)
	case "screen":
		made, err = markdown{lab: r.address, figure: r.figure}.convert([]byte(b.text), b.line)
	default:
		if made, err = r.markdown().convert([]byte(b.text), b.line); err == nil {
			made, err = render("teacher", template.HTML(made))
		}
	}
	var at *lined
	if err != nil && !errors.As(err, &at) {
		line, reason := b.at(err)
		err = &lined{line, errors.New(reason)}
	}
	return made, err
}

// later makes a part that is shown when questions above it have been answered.
func (r *reader) later(b block) (string, error) {
	var numbers []int64 // of the questions
	ids := strings.Fields(b.about)
	for _, id := range ids {
		n := r.lesson.numberOf(id)
		if n == 0 {
			return "", &lined{b.line - 1, fmt.Errorf("after: there is no question %q above", id)}
		}
		numbers = append(numbers, n)
	}
	if len(ids) == 0 {
		return "", &lined{b.line - 1, errors.New("after: the names of questions above are accepted")}
	}
	outer := r.gates
	r.gates = append(slices.Clone(outer), ids...)
	text, err := r.markdown().convert([]byte(b.text), b.line)
	r.gates = outer
	if err != nil {
		return "", err
	}
	return render("later", struct {
		After   string
		Numbers string
		Several bool
		Text    template.HTML
	}{strings.Join(ids, " "), figures.FormatJobs(numbers), len(ids) > 1, template.HTML(text)})
}

func (r *reader) lab(b block) (string, error) {
	l, err := parseLab(b, r.lesson.Labs)
	if err != nil {
		return "", err
	}
	if len(r.lesson.Labs) == mostLabs {
		return "", fmt.Errorf("a lesson has %d experiments at most", mostLabs)
	}
	l.gates, l.line, l.simulated, l.simulation = r.gates, b.line, r.simulated, r.simulation
	r.lesson.Labs = append(r.lesson.Labs, l)
	jobs, err := render("jobs", l)
	if err != nil {
		return "", err
	}
	if l.After != "" && l.At == nil {
		r.veiled = append(r.veiled, l)
		return jobs, nil
	}
	made, err := render("lab", l)
	return jobs + made, err
}

func (r *reader) question(b block) (string, error) {
	q, err := parseQuestion(b, r.lesson.Labs, func(id string) bool { return r.lesson.Question(id) != nil })
	if err != nil {
		return "", err
	}
	if len(r.lesson.Questions) == mostQuestions {
		return "", fmt.Errorf("a lesson has %d questions at most", mostQuestions)
	}
	shown, err := q.show(len(r.lesson.Questions)+1, b)
	if err != nil {
		return "", err
	}
	q.shown = shown
	r.lesson.Questions = append(r.lesson.Questions, q)
	made, err := render("question", shown)
	for i := 0; i < len(r.veiled) && err == nil; i++ {
		after := strings.Fields(r.veiled[i].After)
		if slices.Contains(after, q.ID) && !slices.ContainsFunc(after, func(id string) bool { return r.lesson.Question(id) == nil }) {
			var lab string
			lab, err = render("lab", r.veiled[i])
			made += lab
		}
	}
	return made, err
}

// Question is the question of that name, nil if there is none.
func (l *Lesson) Question(id string) *Question {
	if n := l.numberOf(id); n > 0 {
		return l.Questions[n-1]
	}
	return nil
}

// numberOf is the number of the question of that name, from 1; 0 if there is none.
func (l *Lesson) numberOf(id string) int64 {
	return int64(slices.IndexFunc(l.Questions, func(q *Question) bool { return q.ID == id }) + 1)
}

// check looks at what can only be said of the whole lesson.
func (r *reader) check(b block, checks []string) error {
	for _, l := range r.lesson.Labs {
		for _, id := range strings.Fields(l.After) {
			if r.lesson.Question(id) == nil {
				return &lined{l.line, fmt.Errorf("after: there is no question %q", id)}
			}
		}
		if l.After != "" && !strings.Contains(r.lesson.Body, `id="lab-`+l.ID+`"`) {
			return &lined{l.line, fmt.Errorf("after: there is no question %q below", l.After)}
		}
	}
	for _, source := range checks {
		c, err := r.parseCheck(source, b.lineOf("checks", source))
		if err != nil {
			return err
		}
		r.lesson.checks = append(r.lesson.checks, c)
	}
	return nil
}

// address of the full page with the experiment of a lab.
func (r *reader) address(id string) (string, error) {
	l := find(r.lesson.Labs, id)
	if l == nil {
		return "", errors.New(noLab(id, r.lesson.Labs))
	}
	return l.Address(), nil
}

// Data is what the page's script needs to know of the lesson, as JSON.
func (l *Lesson) Data() ([]byte, error) {
	data := struct {
		Lesson    string  `json:"lesson"`
		Title     string  `json:"title"`
		Digest    string  `json:"digest"`
		Seed      *string `json:"seed,omitempty"` // only of a lesson that draws
		Questions []asked `json:"questions"`
	}{Lesson: l.Name, Title: l.Title, Digest: l.Digest, Questions: []asked{}}
	if len(l.Drawn) > 0 {
		data.Seed = &l.Seed
	}
	for _, q := range l.Questions {
		data.Questions = append(data.Questions, q.parsed)
	}
	return json.Marshal(data)
}
