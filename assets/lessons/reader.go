package lessons

import (
	"errors"
	"fmt"
	"html"
	"html/template"
	"slices"
	"strings"

	"backfill/assets/lessons/figures"
)

// reader makes a lesson while its text is read from the top.
type reader struct {
	lesson     *Lesson
	simulated  simulations
	simulation Simulation
	// exercised are the experiments of exercises.
	exercised []*Lab
	unseen
	// broken says that there has been a mistake: then nothing more is simulated, so that it is told soon.
	broken bool
	// veiled are the labs that show nothing before a question is answered: they stand below it.
	veiled []*Lab
	// gates are the questions that must be answered before what is being read is shown.
	gates []string
}

// markdown is how the text is read.
func (r *reader) markdown() markdown {
	m := r.text(r.block)
	m.code = r.code
	return m
}

// text is how a text is read whose blocks are made by block, or that may have none.
func (r *reader) text(block func(string, block) (string, error)) markdown {
	return markdown{lab: r.address, figure: r.figure, block: block, wrong: func() { r.broken = true }}
}

// figure is a number in the text, simulated now.
func (r *reader) figure(source string) (string, error) {
	text, id, ok := cutFigure(source)
	switch {
	case !ok && r.stray != nil && r.gone(): // it stands in a block that has become text
		return "", errFollows
	case !ok:
		return "", errors.New(`the experiment is missing; a phrase with "in" and the name of an experiment above is accepted`)
	}
	l, err := r.all().find(id)
	if err != nil {
		return "", err
	}
	f, err := l.figure(text)
	if err != nil {
		return "", err
	}
	r.lesson.figures = append(r.lesson.figures, textFigure{l, f.Phrase, r.gates})
	if r.broken {
		return "", nil
	}
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

// cutFigure cuts the name of an experiment from what is told of it. A unit stands before or behind the name: "… as min in three", "… in three as min".
func cutFigure(source string) (text, id string, found bool) {
	text, id, found = cutLast(source, " in ")
	if name, unit, ok := strings.Cut(id, " as "); ok {
		text, id = text+" as "+unit, name
	}
	return text, strings.TrimSpace(id), found
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

// languages are those of the fenced blocks that become something else than code.
var languages = []string{"backfill", "question", "exercise", "teacher", "after", "screen"}

// noBlock refuses a block in a block that holds text alone.
func (r *reader) noBlock(language string, b block) (string, error) {
	r.lost = true
	return "", &lined{b.line, errors.New(Brief(fmt.Sprintf("%q: within a block of text alone, no other block is accepted", language)))}
}

// block makes what stands in place of a fenced block.
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
		if made, err = r.text(r.noBlock).convert([]byte(b.text), b.line); err == nil {
			made = `<div class="on-screen">` + "\n" + made + "</div>\n"
		}
	case "teacher":
		if made, err = r.markdown().convert([]byte(b.text), b.line); err == nil {
			made, err = render("teacher", template.HTML(made))
		}
	default:
		r.lost = true
		err = &lined{b.line, errors.New(Brief(fmt.Sprintf("%q is no kind of block; one of %s is accepted", language, strings.Join(languages, ", "))))}
	}
	return made, b.lined(err)
}

// later makes a part that is shown when questions above it have been answered.
func (r *reader) later(b block) (string, error) {
	var numbers []int64 // of the questions
	var wrong []error
	ids := strings.Fields(b.about)
	for _, id := range ids {
		n := r.lesson.numberOf(id)
		switch {
		case n > 0:
			numbers = append(numbers, n)
		case r.gone():
			wrong = append(wrong, errFollows)
		default:
			wrong = append(wrong, &lined{b.line - 1, fmt.Errorf("after: there is no question %q above", Brief(id))})
		}
	}
	if len(ids) == 0 {
		wrong = append(wrong, &lined{b.line - 1, errors.New("after: the names of questions above are accepted")})
	}
	outer := r.gates
	r.gates = append(slices.Clone(outer), ids...)
	text, err := r.markdown().convert([]byte(b.text), b.line)
	r.gates = outer
	if err = errors.Join(append(wrong, err)...); err != nil {
		return "", err
	}
	return render("later", struct {
		After   string
		Numbers string
		Several bool
		Text    template.HTML
	}{strings.Join(ids, " "), figures.FormatJobs(numbers), len(ids) > 1, template.HTML(text)})
}

// lab makes an experiment. One that cannot be read is kept by its name, so that nothing is told of what is about it.
func (r *reader) lab(b block) (string, error) {
	var l *Lab
	err := atMost(mostLabs, len(r.lesson.Labs), "experiments")
	if err == nil {
		l, err = parseLab(b, r.above())
	}
	if err != nil {
		r.lesson.Labs = append(r.lesson.Labs, &Lab{ID: r.unread(b), unread: true})
		return "", err
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
	l.placed = true
	made, err := render("lab", l)
	return jobs + made, err
}

// question makes a question, and the labs behind it that have waited for it. One that cannot be read is kept by its name, so that nothing is told of what waits
// for it.
func (r *reader) question(b block) (string, error) {
	var q *Question
	n := len(r.lesson.Questions)
	err := atMost(mostQuestions, n, "questions")
	if err == nil {
		q, err = parseQuestion(b, r.above(), func(id string) bool { return r.lesson.Question(id) != nil })
	}
	if q != nil {
		var failed error
		q.shown, failed = q.show(n+1, b)
		err = errors.Join(err, failed)
	}
	if err != nil {
		r.lesson.Questions = append(r.lesson.Questions, &Question{ID: r.unread(b), unread: true})
		return "", err
	}
	r.lesson.Questions = append(r.lesson.Questions, q)
	made, err := render("question", q.shown)
	for i := 0; i < len(r.veiled) && err == nil; i++ {
		after := strings.Fields(r.veiled[i].After)
		if slices.Contains(after, q.ID) && !slices.ContainsFunc(after, func(id string) bool { return r.lesson.Question(id) == nil }) {
			r.veiled[i].placed = true
			var lab string
			lab, err = render("lab", r.veiled[i])
			made += lab
		}
	}
	return made, err
}

// check looks at what can only be said of the whole lesson. The front matter has its checks.
func (r *reader) check(matter block, checks []string) error {
	var wrong []error
	for _, l := range r.lesson.Labs {
		if l.unread || l.After == "" {
			continue
		}
		missing, read := "", true
		for _, id := range strings.Fields(l.After) {
			q := r.lesson.Question(id)
			if q == nil && missing == "" {
				missing = id
			}
			read = read && q != nil && !q.unread
		}
		switch {
		case (missing != "" || read && !l.placed) && r.gone():
		case missing != "":
			wrong = append(wrong, &lined{l.line, fmt.Errorf("after: there is no question %q", Brief(missing))})
		case read && !l.placed:
			wrong = append(wrong, &lined{l.line, fmt.Errorf("after: there is no question %q below", Brief(l.After))})
		}
	}
	for _, source := range checks {
		c, err := r.parseCheck(source, matter.lineOf("checks", source))
		r.lesson.checks = append(r.lesson.checks, c)
		wrong = append(wrong, err)
	}
	if r.blamed {
		wrong = append(wrong, r.stray)
	}
	return errors.Join(wrong...)
}

// address of the full page with the experiment of a lab.
func (r *reader) address(id string) (string, error) {
	l, err := r.above().find(id)
	if err != nil {
		return "", err
	}
	return l.Address(), nil
}
