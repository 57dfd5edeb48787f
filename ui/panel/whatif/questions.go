package whatif

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/widget"
)

// Questions are what one asks about an experiment as a whole with one number and one click: exact requests, more load, more
// processors, one user less.
type Questions struct{ *WhatIf }

// question is one of them.
type question struct {
	Key, Label string
	TextOf     string // key of the text in its field, if that depends on what is selected
	Text       string // in its field
	Fixed      bool   // it has no field
	Selections []selection
	After      string // words behind them
	Answer     string // what the button says that it does
	Mistake    string // in the text
	Why        string // there is nothing to ask; "" if there is
	Note       string // is to be known beside the answer
	do         func()
}

// field is the id of the field.
func (q question) field() string { return "if-" + q.Key }

// text is the key of the text in its field.
func (q question) text() string { return cmp.Or(q.TextOf, q.Key) }

// choices is the class of what stands around the selections.
func (q question) choices() string {
	if q.Fixed {
		return "choices wide"
	}
	return "choices"
}

// Asks says whether there is something to ask.
func (q question) Asks() bool { return q.Mistake == "" && q.Why == "" }

// Ask runs the experiment as the question has it, if there is something to ask.
func (q question) Ask() {
	if q.Asks() {
		q.do()
	}
}

// Remark is what stands below the field.
func (q question) Remark() string { return cmp.Or(q.Why, q.Mistake, q.Note) }

// class is that of the remark.
func (q question) class() string {
	if q.Remark() == q.Mistake {
		return "mistake"
	}
	return "about"
}

// firstNumbers are what the fields have at first; that of the user is the one who uses most.
var firstNumbers = map[string]string{"estimates": "1", "load": "20", "processors": "20", "nodes": "20", "memory": "2"}

// SetNumber puts text into the field of a question.
func (w *WhatIf) SetNumber(key, text string) { w.numbers[key] = text }

// ForgetNumbers puts the first numbers into all fields again.
func (w *WhatIf) ForgetNumbers() {
	w.numbers, w.offered, w.asked = map[string]string{}, map[string]bool{}, asked{}
}

// number is the text in the field of a question.
func (w *WhatIf) number(key string) string {
	if text, typed := w.numbers[key]; typed {
		return text
	}
	if key == "user" {
		return w.busiest()
	}
	return firstNumbers[key]
}

// Questions are all of them.
func (w *WhatIf) Questions() []question {
	list := []question{w.estimatesQuestion(), w.loadQuestion()}
	slurm, scheduled := w.Scheduler()
	if c, ok := w.Cluster(); ok {
		list = append(list, w.clusterQuestions(c, slurm)...)
	} else {
		list = append(list, w.processorsQuestion())
	}
	list = append(list, w.userQuestion())
	if scheduled {
		list = append(list, w.schedulerQuestions(slurm)...)
	}
	for i := range list {
		do := list[i].do
		list[i].do = func() { w.asks(list[i].Key, do) }
	}
	return list
}

// ask is the button of a question. While the form has a mistake, that is to be put right first.
func (w *WhatIf) ask(q question) vugu.Builder {
	return w.QuietBar(cmp.Or(q.Label, q.After), widget.Button{Text: q.Answer, ID: "ask-" + q.Key, Disabled: !q.Asks() || len(w.Wrong) > 0, Do: q.Ask})
}

// readNumber reads a number from least to most.
func readNumber(text string, least, most float64) (v float64, mistake string) {
	number, err := phrase.ReadComma(strings.TrimSpace(text), false)
	if err != nil {
		return 0, phrase.UpperFirst(err.Error()) + "."
	}
	if v, err = strconv.ParseFloat(number, 64); err != nil || !(v >= least && v <= most) {
		return 0, "A number from " + draft.Bound(least) + " to " + draft.Bound(most) + " is accepted."
	}
	return v, ""
}

// morePercent reads by how many per cent there is to be more of something, and words it: "+20 %".
func morePercent(text string) (v float64, words, mistake string) {
	v, mistake = readNumber(text, -99, 10_000)
	if mistake != "" {
		return v, "More", mistake
	}
	return v, draft.SignedPercent(phrase.Number(v)), ""
}

func (w *WhatIf) estimatesQuestion() question {
	q := question{Key: "estimates", Label: "× run time", Text: w.number("estimates"), Answer: "Exact requests"}
	factor, mistake := readNumber(q.Text, 1, 1000)
	q.Mistake = mistake
	if factor > 1 {
		q.Answer = "Requests at most " + phrase.Number(factor) + " × run time"
	}
	if f := w.facts(); f.of != nil && mistake == "" && f.overestimate <= factor {
		q.Why = "No job requests more than that."
	}
	q.do = func() { w.WhatIfEstimates(phrase.Number(factor)) }
	return q
}

func (w *WhatIf) loadQuestion() question {
	q := question{Key: "load", Label: "% more load", Text: w.number("load")}
	percent, words, mistake := morePercent(q.Text)
	q.Answer, q.Mistake = words+" load", mistake
	if w.facts().atOnce {
		q.Why = "All jobs are submitted at once, so that there is no load to change."
	}
	q.do = func() { w.WhatIfLoad(phrase.Number(percent)) }
	return q
}

func (w *WhatIf) processorsQuestion() question {
	q := question{Key: "processors", Label: "% more processors", Text: w.number("processors")}
	percent, words, mistake := morePercent(q.Text)
	q.Answer, q.Mistake = words+" processors", mistake
	n, ok := w.MoreProcessors(percent)
	switch {
	case !ok:
		q.Why = "The machine has no one number of processors to change."
	case mistake == "":
		q.Answer += ": " + phrase.Grouped(n)
	}
	if slices.ContainsFunc(w.Draft.Transforms, func(c draft.Choice) bool { return c.Kind == draft.LoadKind && c.Texts["load"] != "" }) {
		q.Note = "The load is set for the machine, so that jobs come faster on a larger one."
	}
	q.do = func() { w.WhatIfProcessors(percent) }
	return q
}

func (w *WhatIf) userQuestion() question {
	q := question{Key: "user", Label: "user", Text: w.number("user")}
	users := w.users()
	user, err := strconv.ParseInt(strings.TrimSpace(q.Text), 10, 32)
	known := slices.DeleteFunc(slices.Clone(users.Number), func(n int32) bool { return n < 0 })
	q.Answer = "Without a user"
	switch {
	case w.OtherResults() != "":
		q.Why = "The users on the page are those of " + w.OtherResults() + "."
	case len(known) == 0:
		q.Why = "No job has a known user."
	case err != nil || !slices.Contains(known, int32(user)):
		q.Mistake = fmt.Sprintf("A user of the workload is accepted: the numbers go from %d to %d.", known[0], known[len(known)-1])
	default:
		q.Answer = fmt.Sprintf("Without user %d", user)
	}
	q.do = func() {
		w.WhatIfWithout(metrics.ByUser, int32(user))
		delete(w.numbers, q.Key) // who is there no more cannot be left out again
	}
	return q
}

// users are those of the jobs that are shown.
func (w *WhatIf) users() *metrics.Owners {
	if runs, _ := w.Runs(); len(runs) > 0 {
		return &runs[0].Owners[metrics.ByUser]
	}
	return &metrics.Owners{}
}

// busiest is the user whose jobs use most, "" if none is known.
func (w *WhatIf) busiest() string {
	users := w.users()
	most := -1
	for i, number := range users.Number {
		if number >= 0 && (most < 0 || users.Work[i] > users.Work[most]) {
			most = i
		}
	}
	if most < 0 {
		return ""
	}
	return fmt.Sprint(users.Number[most])
}

// facts are what is to be known of jobs before one asks.
type facts struct {
	of           *engine.Workload // nil: nothing is known
	overestimate float64          // the largest ratio of request to run time
	atOnce       bool             // all are submitted at the same time
}

// facts are those of the jobs that what comes next is compared with. O(jobs) when these are others.
func (w *WhatIf) facts() facts {
	e := w.ComparedWith()
	if e == nil {
		return facts{}
	}
	workload := e.Results.Workload
	if w.known.of == workload {
		return w.known
	}
	w.known = facts{of: workload, atOnce: workload.Jobs[0].Submit == workload.Jobs[len(workload.Jobs)-1].Submit}
	for i := range workload.Jobs {
		job := &workload.Jobs[i]
		w.known.overestimate = max(w.known.overestimate, float64(job.Estimate)/float64(job.Run))
	}
	return w.known
}
