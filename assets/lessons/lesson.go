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
var Names = []string{"why-backfilling", "backfilling-by-hand", "how-estimates-matter", "what-the-scheduler-believes", "packing-and-lookahead", "splitting-over-clusters", "your-job-in-the-queue", "reading-a-result", "write-your-own-scheduler"}

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

// Read makes a lesson of its text: the variant of the seed "". Errors are of the type Mistakes.
func Read(name string, source []byte) (*Lesson, error) { return ReadVariant(name, source, "") }

// ReadVariant makes a lesson of its text with the numbers that a seed draws (see package variant). Errors are of the type Mistakes.
func ReadVariant(name string, source []byte, seed string) (*Lesson, error) {
	return ReadWith(nil, name, source, seed)
}

// ReadWith is ReadVariant, with another Simulation than figures.Simulate if it is not nil: it is asked for each lab whose numbers the text has, when
// the first of them is read, and no more when there has been a mistake.
func ReadWith(simulate Simulation, name string, source []byte, seed string) (*Lesson, error) {
	return vary(name, source, seed).read(simulations{}, simulate)
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

	wrong error // what is wrong with the front matter and its numbers
	ends  bool  // the body cannot be read, since it is not there or may lack numbers
}

// vary puts the numbers of a seed into the text of a lesson.
func vary(name string, source []byte, seed string) *varied {
	t := &varied{name: name, seed: seed, matter: block{line: 1}}
	if err := checkText(source); err != nil {
		t.wrong, t.ends = err, true
		return t
	}
	source = bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n"))
	rest, ok := bytes.CutPrefix(source, []byte(fence))
	matter, body, closed := bytes.Cut(rest, []byte("\n"+fence))
	if !closed {
		matter, closed = bytes.CutSuffix(rest, []byte("\n"+strings.TrimSpace(fence))) // there is no text
	}
	if ok && !closed {
		t.wrong, t.ends = errors.New(`the front matter that begins here has no end: a line "+++" is missing, between it and the text of the lesson`), true
		return t
	}
	if !ok {
		t.wrong, t.ends = errors.New(`the front matter is missing: title, sentence, minutes and sources between two lines "+++" are accepted`), true
		return t
	}
	t.digest, t.matter, t.body, t.firstLine = Digest(source), block{text: string(matter), line: 2}, body, 2+bytes.Count(matter, []byte("\n"))+2
	t.wrong = t.matter.decode(&t.about)
	if t.draws = t.wrong == nil && len(t.about.Draw) > 0; t.draws {
		t.wrong = t.draw()
	}
	if t.wrong != nil {
		// What is drawn may be what is wrong: then every dollar in the body would be wrong, too.
		t.ends = t.draws || bytes.IndexByte(body, '$') >= 0
		t.about = front{}
		return t
	}
	t.wrong = t.about.check()
	return t
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
	wrong := linesOf(err, t.matter.line)
	body, err := t.drawn.In(string(t.body))
	if wrong = append(wrong, linesOf(err, t.firstLine)...); len(wrong) > 0 {
		return errors.Join(wrong...)
	}
	t.matter.text, t.body, t.about = matter, []byte(body), front{}
	return t.matter.decode(&t.about)
}

// linesOf are the errors of lines of a text whose first line has that number.
func linesOf(err error, first int) []error {
	var all []error
	for _, e := range each(err) {
		var at *variant.LineError
		if errors.As(e, &at) {
			e = &lined{first + at.Line, at.Err}
		}
		all = append(all, e)
	}
	return all
}

// read makes the lesson; its experiments are simulated as far as their results are not there yet.
func (t *varied) read(simulated simulations, simulate Simulation) (*Lesson, error) {
	l := &Lesson{Name: t.name, Title: t.about.Title, Sentence: t.about.Sentence, Minutes: t.about.Minutes, Digest: t.digest, Seed: t.seed, Drawn: t.drawn, body: t.body, firstLine: t.firstLine}
	wrong := []error{t.wrong}
	if !t.ends {
		wrong = append(wrong, l.place(&t.about, t.matter.line))
		r := &reader{simulated: simulated, simulation: simulate, lesson: l, broken: errors.Join(wrong...) != nil}
		body, err := r.markdown().convert(t.body, t.firstLine)
		head, failed := l.head()
		l.Body = head + body
		wrong = append(wrong, err, failed)
		for _, text := range t.about.Sources {
			source, err := inline(text, markdown{}, t.matter.lineOf("sources", text))
			l.Sources = append(l.Sources, source)
			wrong = append(wrong, err)
		}
		wrong = append(wrong, r.check(t.matter, t.about.Checks))
	}
	if err := t.matter.lined(errors.Join(wrong...)); err != nil {
		return nil, mistakesIn(t.name+".md", err)
	}
	return l, nil
}

// Digest is what tells the text of a lesson from others, whatever its line ends: the begin of its SHA-256.
func Digest(source []byte) string {
	source = bytes.ReplaceAll(source, []byte("\r\n"), []byte("\n"))
	sum := sha256.Sum256(source)
	return hex.EncodeToString(sum[:8])
}

// check looks for what every lesson has.
func (f *front) check() error {
	var all []error
	if f.Title == "" {
		all = append(all, wrong("title", "missing"))
	}
	if f.Sentence == "" {
		all = append(all, wrong("sentence", "missing; one sentence for the index is accepted"))
	}
	if f.Minutes < 1 || f.Minutes > 600 {
		all = append(all, wrong("minutes", "%d: 1 to 600 are accepted", f.Minutes))
	}
	if len(f.Sources) == 0 {
		all = append(all, wrong("sources", "missing; a list of publications is accepted"))
	}
	return errors.Join(all...)
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
