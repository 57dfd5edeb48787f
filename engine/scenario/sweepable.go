package scenario

import (
	"fmt"
	"strconv"
	"strings"

	"backfill/engine/param"
)

// Sweepable is one parameter of a scenario that a sweep may vary.
type Sweepable struct {
	Path    string // JSON pointer into the scenario
	Param   param.Param
	Current any // its checked value as the scenario is written; nil: left out, and without default
}

// Sweepable lists the parameters of the machine, the workload, the policies and the
// settings that a sweep may vary, in that order. The cells of tables, such as
// /workload/jobs/0/run, may be varied, too, but few are listed: of the first mostListed rows of columns that say so. Texts but for the words
// that they name, such as /policies/0/parameters/bf_interval, names of files, the seed, and what counts for nothing beside another parameter may not.
func (p *Plan) Sweepable() []Sweepable {
	var list []Sweepable
	for _, d := range p.described {
		for _, q := range d.params {
			if scalar(q) && !d.idle(&q) {
				list = append(list, Sweepable{Path: d.path + "/" + q.Name, Param: q, Current: d.values[q.Name]})
			}
			for _, word := range q.Words {
				if d.hasWords(&q) {
					list = append(list, Sweepable{Path: d.path + "/" + q.Name + "/" + word.Name, Param: word, Current: d.word(&q, &word)})
				}
			}
			for _, column := range q.Columns {
				for i := 0; column.Listed && d.values.Has(q.Name) && i < min(mostListed, len(d.values.Rows(q.Name))); i++ {
					list = append(list, Sweepable{Path: fmt.Sprintf("%s/%s/%d/%s", d.path, q.Name, i, column.Name), Param: column, Current: d.values.Rows(q.Name)[i][column.Name]})
				}
			}
		}
	}
	return list
}

// mostListed is of how many rows of a table the cells are listed.
const mostListed = 20

// hasWords says whether words of q may be varied: q is a text, or a table with rows.
func (d *described) hasWords(q *param.Param) bool {
	return q.Words != nil && (q.Kind != param.Table || d.values.Has(q.Name) && len(d.values.Rows(q.Name)) > 0)
}

// scalar says whether a sweep may vary q: neither a text nor a list, nor what is fixed.
func scalar(q param.Param) bool {
	if q.Fixed {
		return false
	}
	switch q.Kind {
	case param.Integer, param.Number, param.Boolean, param.Choice, param.Formula:
		return true
	}
	return false
}

// described are the parameters at one place of a scenario with their values.
type described struct {
	path   string
	params []param.Param
	values param.Values
}

// word is the value of a word of a text or a table, its default if it is not there.
func (d *described) word(q, word *param.Param) any {
	text, _ := d.values[q.Name].(string)
	if q.Kind == param.Table {
		for _, row := range d.values.Rows(q.Name) {
			if n, err := strconv.ParseInt(row.Text("value"), 10, 64); err == nil && strings.EqualFold(row.Text("key"), word.Name) {
				return n
			}
		}
		return word.Default
	}
	value, is := param.Word(text, word.Name)
	if word.Kind == param.Boolean {
		return is
	}
	if n, err := strconv.ParseInt(value, 10, 64); err == nil {
		return n
	}
	return word.Default
}

// idle says whether q, one of the parameters, counts for nothing: another one is given.
func (d *described) idle(q *param.Param) bool { return q.Without != "" && d.values.Has(q.Without) }

// Idle are the parameters of the machine that the scenario gives and that count for nothing beside another one, in the order of the
// machine's parameters.
func (p *Plan) Idle() (names []string, beside string) {
	for i := range p.described {
		d := &p.described[i]
		for k := range d.params {
			q := &d.params[k]
			if _, given := p.Scenario.Machine.Fields[q.Name]; given && d.path == "/machine" && d.idle(q) {
				names, beside = append(names, q.Name), q.Without
			}
		}
	}
	return names, beside
}
