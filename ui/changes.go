package ui

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/ui/phrase"
)

// changeKind is the kind of the transformation whose table holds what the page changes of single
// jobs: the last one of that kind; the first change appends one.
const changeKind = "change"

// jobChange is a row of that table: the JSON value of each column that it has.
type jobChange map[string]json.RawMessage

func (c jobChange) action() string {
	if text := strings.Trim(string(c["action"]), `"`); text != "" {
		return text
	}
	return "change"
}

// number is that of the job, -1 if the row has none.
func (c jobChange) number() int64 {
	n, err := strconv.ParseInt(string(c["job"]), 10, 64)
	if err != nil {
		return -1
	}
	return n
}

// value is that of a column in the unit of the scenario; false if it is left out.
func (c jobChange) value(column string) (float64, bool) {
	v, err := strconv.ParseFloat(string(c[column]), 64)
	return v, err == nil
}

// empty says whether the row changes nothing.
func (c jobChange) empty() bool {
	return c.action() == "change" && !slices.ContainsFunc(changeable, func(column string) bool { return c[column] != nil })
}

// changeable are the columns with what can be changed of a job.
var changeable = []string{"submit", "processors", "run", "request"}

// changeTable describes the table.
func (f form) changeTable() *param.Param { return find(f.transform(changeKind), "jobs") }

// changesOf are the changes of single jobs in a draft, and the place of their transformation,
// -1 if there is none. ok is false if somebody typed a table that is none.
func (f form) changesOf(d *Draft) (rows []jobChange, at int, ok bool) {
	at = -1
	for i := range d.Transforms {
		if d.Transforms[i].Kind == changeKind {
			at = i
		}
	}
	if at < 0 {
		return nil, at, true
	}
	raw, err := readTable(f.changeTable().Columns, d.Transforms[at].Texts["jobs"])
	if err != nil || json.Unmarshal(raw, &rows) != nil {
		return nil, at, false
	}
	return rows, at, true
}

// changes are those of the draft. Every rendering asks, and nobody writes to them.
func (p *Page) changes() []jobChange {
	text := ""
	for i := range p.draft.Transforms {
		if p.draft.Transforms[i].Kind == changeKind {
			text = p.draft.Transforms[i].Texts["jobs"]
		}
	}
	if w := &p.whatif; text != w.read {
		w.read = text
		w.rows, _, _ = p.form.changesOf(&p.draft)
	}
	return p.whatif.rows
}

// changeable says whether jobs can be changed: the table of changes can be read, and this is no frame
// whose reader may change little.
func (p *Page) changeable() bool {
	_, _, ok := p.form.changesOf(&p.draft)
	return ok && !p.locked()
}

// alterChanges changes the table of changes; without rows the transformation goes. A step that is
// repeated is one for undo.
func (p *Page) alterChanges(step string, edit func([]jobChange) []jobChange) {
	p.alter(step, func(d *Draft) {
		rows, at, ok := p.form.changesOf(d)
		if !ok {
			return
		}
		rows = slices.DeleteFunc(edit(rows), jobChange.empty)
		switch {
		case len(rows) == 0 && at >= 0:
			d.Transforms = slices.Delete(d.Transforms, at, at+1)
			d.follow("/workload/transform", without(at))
			return
		case len(rows) == 0:
			return
		case at < 0:
			d.Transforms = append(d.Transforms, blank(p.form.transform(changeKind)))
			at = len(d.Transforms) - 1
		}
		raw, err := json.Marshal(rows)
		if err != nil {
			panic(err) // the values were JSON before
		}
		d.Transforms[at].Texts["jobs"] = tableText(p.form.changeTable().Columns, raw)
	})
}

// alterJob changes the row of the job with a number, which is made if there is none.
func (p *Page) alterJob(step string, number int64, edit func(jobChange)) {
	p.alterChanges(step, func(rows []jobChange) []jobChange {
		i := rowOf(rows, number)
		if i < 0 {
			i = len(rows)
			rows = append(rows, jobChange{"job": json.RawMessage(strconv.FormatInt(number, 10))})
		}
		edit(rows[i])
		return rows
	})
}

// changeOf is the row of the job with a number, nil if there is none.
func (p *Page) changeOf(number int64) jobChange {
	rows := p.changes()
	if i := rowOf(rows, number); i >= 0 {
		return rows[i]
	}
	return nil
}

// rowOf is the index of the row of the job with a number, -1 if there is none.
func rowOf(rows []jobChange, number int64) int {
	return slices.IndexFunc(rows, func(c jobChange) bool { return c.number() == number })
}

// TakeBack takes the i-th change back.
func (p *Page) TakeBack(i int) {
	p.alterChanges("", func(rows []jobChange) []jobChange { return slices.Delete(rows, i, i+1) })
	p.whatif.forget()
	if n := len(p.changes()); n > 0 {
		p.browser.Focus(takeBackButton(min(i, n-1)))
		return
	}
	p.browser.Focus("whatif")
}

// TakeAllBack takes all changes of single jobs back.
func (p *Page) TakeAllBack() {
	p.alterChanges("", func([]jobChange) []jobChange { return nil })
	p.whatif.forget()
	p.browser.Focus("whatif")
}

// takeBackButton is the id of the button that takes the i-th change back.
func takeBackButton(i int) string { return fmt.Sprintf("take-back-%d", i) }

// originally is what a job was before any change by hand; false if that is not known: its number
// is that of no job on the page.
func (p *Page) originally(number int64) (engine.Job, bool) {
	w := p.workload()
	if w == nil {
		return engine.Job{}, false
	}
	for i := range w.Changes {
		if c := &w.Changes[i]; c.Number == number {
			return c.Was, !c.Added()
		}
	}
	if j := jobNumbered(w, number); j != engine.NoJob {
		return w.Jobs[lastRun(w, j)], true
	}
	return engine.Job{}, false
}

// lastRun is the row of the full run of a job whose test run is j, else j.
func lastRun(w *engine.Workload, j int32) int32 {
	if w.Continued(j) {
		return j + 1
	}
	return j
}

// changeWords say what a change does, in one sentence.
func (p *Page) changeWords(c jobChange) string {
	was, known := p.originally(c.number())
	name := fmt.Sprintf("Job %d", c.number())
	at := func(seconds float64) string { return p.clock().Format(engine.FromSeconds(seconds)) }
	switch c.action() {
	case "remove":
		if known {
			return name + " is removed: " + shape(was) + "."
		}
		return name + " is removed."
	case "add":
		job := engine.Job{Processors: 1}
		if v, ok := c.value("processors"); ok {
			job.Processors = int32(v)
		}
		if v, ok := c.value("run"); ok {
			job.Run = engine.FromSeconds(v)
		}
		submit, _ := c.value("submit")
		if c.number() < 0 {
			name = "A job"
		}
		return name + " is added: " + shape(job) + ", submitted at " + at(submit) + "."
	}
	var clauses []string
	clause := func(column, verb string, say func(float64) string, old string) {
		v, changed := c.value(column)
		if !changed {
			return
		}
		text := verb + say(v)
		if known {
			text += " instead of " + old
		}
		clauses = append(clauses, text)
	}
	clause("submit", "is submitted at ", at, p.clock().Format(was.Submit))
	clause("processors", "needs ", func(v float64) string { return phrase.Plural(int64(v), "processor") }, phrase.Grouped(int64(was.Processors)))
	clause("run", "runs for ", phrase.ExactSeconds, phrase.ExactSeconds(was.Run.Seconds()))
	clause("request", "asks for ", phrase.ExactSeconds, phrase.ExactSeconds(was.Estimate.Seconds()))
	text := name + " " + phrase.List(clauses)
	if p.workload() != nil && !known {
		text += "; there is no such job here"
	}
	return text + "."
}

// shape is the size of a job: "4 processors for 2 h".
func shape(job engine.Job) string {
	return phrase.Plural(int64(job.Processors), "processor") + " for " + phrase.ExactSeconds(job.Run.Seconds())
}
