package lessons

import (
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"html/template"
	"math"
	"slices"
	"strconv"

	"backfill/assets/lessons/figures"
	"backfill/engine/metrics"
	"backfill/ui/phrase"
)

// answered is a question with its answer, as a key has it.
type answered struct {
	Number  int
	Ask     template.HTML
	Answer  template.HTML
	Starts  *table // of a placement
	Because template.HTML
}

// Key has the answers of a lesson's questions for whoever corrects its sheet, as an HTML element: each with what the simulation gives, its unit and what
// else is right, and the explanation with its numbers; and the model answers of its exercises. A goal, and a placement that is to meet a condition, have one way of several to reach it.
func Key(l *Lesson) (string, error) {
	head := sheetHead{Seed: l.Seed, Title: l.Title, Drawn: l.Drawn.String(), Exercises: l.Exercises}
	for _, q := range l.Questions {
		a, err := q.answered()
		if err != nil {
			return "", l.noKey(q, err)
		}
		head.Answers = append(head.Answers, a)
	}
	return fillSheet("key", head)
}

// noKey is the mistake for which a question has no answer with the numbers of the lesson's seed: the one that Check tells.
func (l *Lesson) noKey(q *Question, err error) error {
	for _, m := range q.mistakes() {
		if !errors.As(m, new(*unsettled)) {
			err = m
			break
		}
	}
	return l.mistakeIn(q, err)
}

func (q *Question) answered() (answered, error) {
	a := answered{Number: q.shown.Number, Ask: q.shown.Ask}
	r, err := q.lab.Results()
	if err != nil {
		return a, err
	}
	var answer string
	switch q.Kind {
	case "goal":
		answer, r, err = q.wayToGoal(r)
	case "placement":
		moves, placed, failed := q.Place()
		if err = failed; err == nil {
			r = placed
			a.Starts = q.lab.startsTable(moves)
			answer = "As the rule does:"
			if q.Goal != "" {
				answer = "For example; whatever meets the condition " + q.Goal + " is right:"
			}
		}
	case "beat":
		answer = q.whatBeats()
	default:
		var v figures.Value
		if v, err = q.Right(r); err == nil {
			a.Answer, answer = q.answer(v)
		}
	}
	if err != nil {
		return a, err
	}
	if a.Answer == "" {
		a.Answer = template.HTML(html.EscapeString(answer))
	}
	made, err := markdown{still: true, figure: func(source string) (string, error) { return q.lab.tellOf(r, source) }}.convert([]byte(q.Because), 1)
	a.Because = template.HTML(made)
	return a, err
}

// answer is the right answer, as HTML if it is an option, else as text.
func (q *Question) answer(v figures.Value) (template.HTML, string) {
	switch q.Kind {
	case "one":
		i := int(v.Number)
		return template.HTML(letter(i)+". ") + q.shown.Choices[i].Text, ""
	case "policy":
		return "", v.Policy
	case "jobs":
		if q.Order {
			return "", "Jobs " + joined(v.Jobs, ", ") + ", in this order"
		}
		if len(v.Jobs) == 1 {
			return "", "Job " + figures.FormatJobs(v.Jobs)
		}
		return "", "Jobs " + figures.FormatJobs(v.Jobs)
	}
	slack := q.slack(v.Number)
	in := func(x float64) string { return q.inUnit(x, 4) }
	text := in(v.Number)
	if q.Unit != "" {
		text += " " + q.Unit
	}
	if slack > 0 {
		text += fmt.Sprintf("; accepted: %s to %s", in(v.Number-slack), in(v.Number+slack))
		if q.Unit != "" {
			text += " " + q.Unit
		}
	}
	return "", text
}

// wayToGoal is how the goal is reached, and what comes of it; where no way is known, what the experiment gives as it is.
func (q *Question) wayToGoal(first *figures.Results) (string, *figures.Results, error) {
	pointer, value, reached, err := q.Reach()
	if err != nil && !errors.As(err, new(*unsettled)) {
		return "", nil, err
	}
	answer := "To be reached: " + q.Aim + "."
	if reached == nil {
		if slices.Contains(q.told, "because") {
			answer += " The numbers below are those before anything is changed."
		}
		return answer, first, nil
	}
	var root any
	if err := json.Unmarshal(q.lab.text, &root); err != nil {
		return "", nil, err
	}
	answer += fmt.Sprintf(" For example with %s at %s", labelAt(root, pointer), strconv.FormatFloat(math.Round(value*1e9)/1e9, 'f', -1, 64))
	if now, ok := reached.Evaluate(q.parsed.Now); ok {
		name := q.Now
		if q.parsed.Now.Is == "metric" && q.parsed.Now.Bound == "" {
			name = phrase.LowerFirst(metrics.Descriptions[metrics.Index(q.parsed.Now.Which)].Title) + " under " + q.parsed.Now.Policy
		}
		answer += "; " + name + " is then " + figures.Format(now, q.parsed.Now.Unit, "")
	}
	return answer + ".", reached, nil
}

// whatBeats is by how much the reader's policy must be better.
func (q *Question) whatBeats() string {
	b := q.parsed.Beat
	by := ""
	if q.By != "" {
		by = " by more than " + q.By
	}
	return fmt.Sprintf("Right is every script under which the whole %s %% interval of the %s is %s than under %s%s, on %d workloads that are drawn anew.",
		strconv.FormatFloat(math.Round(b.Level*1e4)/100, 'f', -1, 64), b.Title, b.Better, b.Rival, by, b.Replications)
}
