package lessons

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"backfill/assets/lessons/figures"
	"backfill/assets/lessons/still"
	"backfill/engine/byhand"
	"backfill/engine/metrics"
)

//go:embed sheet.html
var sheetText string

var sheets = template.Must(template.New("sheets").Parse(sheetText))

func fillSheet(name string, data any) (string, error) {
	var b bytes.Buffer
	err := sheets.ExecuteTemplate(&b, name, data)
	return b.String(), err
}

// sheetHead is what stands at the head of a sheet or its key.
type sheetHead struct {
	Seed    string
	Title   string
	Drawn   string
	Body    template.HTML // of a sheet
	Answers []answered    // of a key

	Exercises []*Exercise // of a key

	Sentence string
	Minutes  int
	Page     string // where the lesson is on this site, "" if it is not
}

// Sheet is a lesson to be printed and answered with a pen, as an HTML element: its text, its tables of jobs, its questions with room for the
// answers. Schedules and results that the lesson shows before they are asked for are on it; those that wait for an answer are not. A part that waits for an
// answer asks the reader to cover it until then. Of what is done on the screen it says so, and blocks "screen" are not on it. It has no ids, so that many of them fit into one page.
func Sheet(l *Lesson) (string, error) {
	p := &sheetReader{lesson: l}
	body, err := p.markdown().convert(l.body, l.firstLine)
	if err != nil {
		return "", fmt.Errorf("sheet of %s: %w", l.Name, err)
	}
	return fillSheet("sheet", sheetHead{Seed: l.Seed, Title: l.Title, Sentence: l.Sentence, Minutes: l.Minutes, Page: l.builtIn(), Body: template.HTML(body)})
}

// builtIn is the name of the page of this site with the same lesson, "" if there is none.
func (l *Lesson) builtIn() string {
	for _, name := range Names {
		if text, err := Files.ReadFile(name + ".md"); err == nil && Digest(text) == l.Digest {
			return pageOf(name)
		}
	}
	return ""
}

// sheetReader goes through the text of a lesson once more, from the top.
type sheetReader struct {
	lesson                     *Lesson
	labs, questions, exercises int // that have been passed
}

func (p *sheetReader) markdown() markdown {
	return markdown{lab: p.address, figure: p.figure, block: p.block, still: true}
}

func (p *sheetReader) address(id string) (string, error) {
	return find(p.lesson.Labs, id).Address(), nil
}

func (p *sheetReader) figure(source string) (string, error) {
	text, id, _ := cutFigure(source)
	return find(p.lesson.Labs, id).tell(text)
}

// tell is the number of a phrase, perhaps with "as" and a unit behind it.
func (l *Lab) tell(source string) (string, error) {
	r, err := l.Results()
	if err != nil {
		return "", err
	}
	return l.tellOf(r, source)
}

// tellOf is the same by results of what somebody has made of the lab.
func (l *Lab) tellOf(r *figures.Results, source string) (string, error) {
	f, err := l.figure(source)
	if err != nil {
		return "", err
	}
	return inHTML(f, r)
}

func (p *sheetReader) block(language string, b block) (string, error) {
	switch language {
	case "backfill":
		p.labs++
		return p.lesson.Labs[p.labs-1].onPaper()
	case "question":
		p.questions++
		q := p.lesson.Questions[p.questions-1]
		seen, err := p.sees(q.lab)
		if err != nil {
			return "", err
		}
		return q.onPaper(seen)
	case "exercise":
		p.exercises++
		e := p.lesson.Exercises[p.exercises-1]
		return fillSheet("exercise", e)
	case "after":
		text, err := p.markdown().convert([]byte(b.text), b.line)
		if err != nil {
			return "", err
		}
		ids := strings.Fields(b.about)
		var numbers []int64
		for _, id := range ids {
			numbers = append(numbers, p.lesson.numberOf(id))
		}
		return fillSheet("later", map[string]any{"Numbers": figures.FormatJobs(numbers), "Several": len(ids) > 1, "Text": template.HTML(text)})
	}
	return "", nil // what is for teachers, or for the screen
}

// sees says whether the sheet has, so far, something of a lab: what it shows, or a table of the same jobs.
func (p *sheetReader) sees(l *Lab) (bool, error) {
	if shown, err := l.onPaper(); shown != "" || err != nil {
		return true, err
	}
	jobs := l.typed()
	return len(jobs) > 0 && slices.ContainsFunc(p.lesson.Labs[:p.labs], func(other *Lab) bool {
		return other.Jobs && slices.EqualFunc(jobs, other.typed(), func(a, b typedJob) bool {
			return a.ID == b.ID && a.Submit == b.Submit && a.Run == b.Run && a.Request == b.Request && a.Processors == b.Processors
		})
	}), nil
}

// drawnRun is the schedule of one policy.
type drawnRun struct {
	Policy  string // "" if there is only one
	Drawing template.HTML
}

// onPaper is the lab as a sheet has it, "" if there is nothing to be seen of it before its question is answered.
func (l *Lab) onPaper() (string, error) {
	shown := struct {
		Title   string
		Jobs    *table
		Stills  []drawnRun
		Stopped string
		Results *table
		Screen  bool
	}{Title: l.Title, Jobs: l.Table()}
	if l.After == "" || l.At != nil {
		r, err := l.Results()
		if err != nil {
			return "", err
		}
		until := math.Inf(1)
		if l.At != nil {
			until = *l.At
			shown.Stopped = "The line is at " + figures.FormatTime(until, "") + ". Dashed is what the running jobs have asked for and not used yet."
		}
		if slices.Contains(l.View, "timeline") || slices.Contains(l.View, "play") {
			shown.Stills = l.stills(r, until)
		}
		if len(shown.Stills) == 0 {
			shown.Stopped = ""
		}
		if slices.Contains(l.View, "answers") {
			shown.Results = l.measures(r)
		}
		shown.Screen = len(l.Allow) > 0
	}
	if shown.Jobs == nil && shown.Results == nil && len(shown.Stills) == 0 && !shown.Screen {
		return "", nil
	}
	return fillSheet("lab", shown)
}

func (l *Lab) stills(r *figures.Results, until float64) []drawnRun {
	var list []drawnRun
	for i := range r.Runs {
		run := &r.Runs[i]
		s, ok := still.Of(run, until)
		if !ok {
			continue
		}
		d := drawnRun{Drawing: template.HTML(s.SVG(l.Title + ", " + run.Policy))}
		if len(r.Runs) > 1 {
			d.Policy = run.Policy
		}
		list = append(list, d)
	}
	return list
}

// measures are the metrics that the lab lists, or the mean wait, by policy; with the ends of the intervals where there are replications.
func (l *Lab) measures(r *figures.Results) *table {
	names := l.Metrics
	if len(names) == 0 {
		names = []string{"meanWait"}
	}
	t := &table{Columns: []string{"Policy"}}
	for _, name := range names {
		t.Columns = append(t.Columns, metrics.Descriptions[metrics.Index(name)].Title)
	}
	for _, run := range r.Runs {
		row := []string{run.Policy}
		for _, name := range names {
			unit, err := figures.UnitOf(name)
			value := r.Measured("metric", name, run.Policy, "")
			text := "not known"
			if err == nil && !math.IsNaN(value) {
				text = figures.Format(figures.Value{Number: value}, unit, "")
				low, high := r.Measured("metric", name, run.Policy, "low"), r.Measured("metric", name, run.Policy, "high")
				if !math.IsNaN(low) && !math.IsNaN(high) {
					text += " (" + figures.Format(figures.Value{Number: low}, unit, "") + " to " + figures.Format(figures.Value{Number: high}, unit, "") + ")"
				}
			}
			row = append(row, text)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// sheetChoice is one of the answers to tick.
type sheetChoice struct {
	Letter string // "" if the text is short
	Text   template.HTML
}

// letter is that of an option: a, b, …
func letter(i int) string { return string(rune('a' + i%26)) }

// onPaper is the question as a sheet has it. seen says whether the sheet shows something of its experiment.
func (q *Question) onPaper(seen bool) (string, error) {
	s := struct {
		*shown
		Choices []sheetChoice
		Several bool
		Before  string // what is to be known of the experiment
		Starts  *table
		Note    string
		Lines   []string // what begins each line to write on
	}{shown: q.shown, Several: q.Several, Lines: []string{"Why?", ""}}
	for i, c := range q.shown.Choices {
		choice := sheetChoice{Text: c.Text}
		if q.Kind == "one" {
			choice.Letter = letter(i)
		}
		s.Choices = append(s.Choices, choice)
	}
	if !seen {
		s.Before = onScreen(q.lab)
		if q.lab.After != "" {
			s.Before = "Predict here, then on the screen, where the experiment “" + q.lab.Title + "” gives the answer."
		}
	}
	switch q.Kind {
	case "goal":
		s.Before = onScreen(q.lab)
		s.Note, s.Lines = "To be reached: "+q.Aim+".", []string{"What I have changed, and to what:", "What that gives:"}
	case "beat":
		s.Before = onScreen(q.lab)
		s.Note, s.Lines = "To be reached: "+q.Aim+".", []string{"What my policy does:", "", "Tries, and how they ended:"}
	case "placement":
		s.Note, s.Lines = "Draw the schedule on squared paper, or do this on the screen, and write down when each job starts.", nil
		s.Starts = q.lab.startsTable(nil)
	}
	return fillSheet("question", s)
}

func onScreen(l *Lab) string { return "On the screen: experiment “" + l.Title + "”." }

// startsTable has the jobs with the minutes of their starts, or with room for those that moves do not start.
func (l *Lab) startsTable(moves byhand.Moves) *table {
	t := &table{Columns: []string{"Job"}, Rows: [][]string{{"Starts in minute"}}}
	for _, j := range l.typed() {
		t.Columns = append(t.Columns, fmt.Sprint(j.ID))
		start := ""
		if i := slices.IndexFunc(moves, func(m byhand.Move) bool { return m.Job == j.ID }); i >= 0 {
			start = figures.Rounded(moves[i].At.Seconds() / 60)
		}
		t.Rows[0] = append(t.Rows[0], start)
	}
	return t
}
