package lessons

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"html"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"backfill/assets/lessons/figures"
	"backfill/ui/link"
)

//go:embed pieces.html
var piecesText string

var pieces = template.Must(template.New("pieces").Parse(piecesText))

// render makes a piece of a page.
func render(name string, data any) (string, error) {
	var b bytes.Buffer
	if err := pieces.ExecuteTemplate(&b, name, data); err != nil {
		return "", err
	}
	return b.String(), nil
}

// Address is where the full page shows the lab's experiment, as seen from the lesson's page.
func (l *Lab) Address() string { return Address(l.text) }

// Address is where the full page shows an experiment, as seen from a page beside it.
func Address(experiment []byte) string { return "./#" + link.Fragment(experiment) }

// JSON is the experiment as the page holds it.
func (l *Lab) JSON() template.JS { return template.JS(l.text) } // encoding/json escapes < > and &

// Views are the parts of the page that the frame shows, as its attribute view has them.
func (l *Lab) Views() string { return strings.Join(l.View, ",") }

// Changes are the parameters that the reader may change, as the frame's attribute allow has them.
func (l *Lab) Changes() string { return strings.Join(l.Allow, ",") }

// Asked are the metrics that the answers have besides the usual ones, as the frame's attribute metrics has them.
func (l *Lab) Asked() string { return strings.Join(l.Metrics, ",") }

// Only lists the metrics that the table has at first, for the frame.
func (l *Lab) Only() string { return strings.Join(l.Rows, ",") }

// Several says whether the lab waits for several questions.
func (l *Lab) Several() bool { return strings.Contains(l.After, " ") }

// table is a table of texts; each row begins with its name.
type table struct {
	Title   string // of the lab
	Columns []string
	Rows    [][]string
}

// Table has the jobs that were typed by hand, or nil if the lab does not show them.
func (l *Lab) Table() *table {
	if !l.Jobs {
		return nil
	}
	jobs := l.typed()
	unit, requests, users, nodes, after := "min", false, false, false, false
	for _, j := range jobs {
		requests = requests || j.Request != j.Run
		users, nodes, after = users || j.User > 0, nodes || j.Nodes > 0, after || len(j.AfterSuccess) > 0
		if j.Submit >= figures.TimeUnits["d"] {
			unit = "h"
		}
	}
	t := &table{Title: l.Title, Rows: make([][]string, len(jobs))}
	column := func(name string, cell func(j *typedJob) string) {
		t.Columns = append(t.Columns, name)
		for i := range jobs {
			t.Rows[i] = append(t.Rows[i], cell(&jobs[i]))
		}
	}
	number := func(n int64) string { return strconv.FormatInt(n, 10) }
	column("Job", func(j *typedJob) string { return number(j.ID) })
	if users {
		column("User", func(j *typedJob) string { return number(j.User) })
	}
	column("Arrives", func(j *typedJob) string { return figures.FormatTime(j.Submit, unit) })
	if after {
		column("After job", func(j *typedJob) string { return joined(j.AfterSuccess, ", ") })
	}
	if nodes {
		column("Nodes", func(j *typedJob) string {
			if j.Nodes == 0 {
				return "any"
			}
			return number(j.Nodes)
		})
	}
	column("Processors", func(j *typedJob) string {
		if len(j.Components) > 0 {
			return joined(j.Components, " + ")
		}
		return number(j.Processors)
	})
	runs := "Runs"
	if requests {
		runs = "Really runs"
		column("Requests", func(j *typedJob) string { return figures.FormatTime(j.Request, unit) })
	}
	column(runs, func(j *typedJob) string { return figures.FormatTime(j.Run, unit) })
	return t
}

// joined is numbers with a text between them, such as "8 + 4".
func joined(numbers []int64, between string) string {
	texts := make([]string, len(numbers))
	for i, n := range numbers {
		texts[i] = strconv.FormatInt(n, 10)
	}
	return strings.Join(texts, between)
}

// shown is a question as its piece has it.
type shown struct {
	ID      string
	Number  int
	Ask     template.HTML
	Choices []choice
	Input   string // type of the choices' inputs
	Short   bool   // choices that stand side by side
	Typed   bool
	Numeric bool
	Label   string
	Unit    string
	Checked bool // whether there is something to check
	Beat    *contest
	Hint    template.HTML
	Reasons []template.HTML // by option
	Because template.HTML
	Starts  *table // of a placement that is to follow a rule: when the rule starts the jobs
}

type choice struct {
	Value string
	Text  template.HTML
}

// show makes the texts of a question, and notes the figures in them. All that is wrong in them is told.
func (q *Question) show(number int, b block) (*shown, error) {
	s := &shown{ID: q.ID, Number: number, Input: "radio", Checked: !slices.Contains([]string{"goal", "placement", "beat"}, q.Kind), Beat: q.parsed.Beat}
	telling := ""
	m := markdown{figure: func(source string) (string, error) { return q.note(telling, source) }}
	var all []error
	text := func(key, source string, convert func(string) (string, error)) template.HTML {
		if source == "" {
			return ""
		}
		made, err := convert(source)
		all = append(all, b.lined(wrongIn(key, err)))
		return template.HTML(made) // made of Markdown without markup
	}
	one := func(source string) (string, error) { return inline(source, m, 1) }
	several := func(source string) (string, error) { return m.convert([]byte(source), 1) }
	plain := func(source string) (string, error) { return inline(source, markdown{}, 1) }
	s.Ask = text("ask", q.Ask, plain)
	telling = "hint"
	s.Hint = text(telling, q.Hint, several)
	telling = "because"
	s.Because = text(telling, q.Because, several)
	telling = "options"
	switch q.Kind {
	case "one":
		for i, o := range q.Options {
			s.Choices = append(s.Choices, choice{strconv.Itoa(i), text("text", o.Text, plain)})
			s.Reasons = append(s.Reasons, text("because", o.Because, one))
		}
	case "policy":
		for _, label := range q.lab.policies() {
			s.Choices = append(s.Choices, choice{label, template.HTML(html.EscapeString(label))})
		}
	case "jobs":
		if q.Order {
			s.Typed, s.Label = true, "Jobs "+figures.FormatJobs(q.Among)+" in the order of their starts, such as "+joined(q.Among, ", ")+":"
			break
		}
		s.Short = true
		if q.Several {
			s.Input = "checkbox"
		}
		for _, j := range q.Among {
			s.Choices = append(s.Choices, choice{strconv.FormatInt(j, 10), template.HTML("Job " + strconv.FormatInt(j, 10))})
		}
	case "placement":
		if q.Goal == "" {
			// Check tells what is wrong with the experiment.
			s.Starts, _ = q.ruleStarts()
		}
	case "number":
		s.Typed, s.Numeric, s.Label, s.Unit = true, true, "Your answer:", q.Unit
	}
	return s, errors.Join(all...)
}

// note makes the place of a figure in the text of a key, which the page fills in.
func (q *Question) note(key, source string) (string, error) {
	f, err := q.lab.figure(source)
	if err != nil {
		return "", err
	}
	if q.Kind == "beat" && f.Phrase.About(q.Mine) {
		return "", fmt.Errorf("%q changes with what the reader writes; other policies than %q are accepted", source, q.Mine)
	}
	q.parsed.Figures, q.told = append(q.parsed.Figures, f), append(q.told, key)
	return fmt.Sprintf(`<b data-figure="%d"></b>`, len(q.parsed.Figures)-1), nil
}
