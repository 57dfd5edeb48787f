package panel

import (
	"fmt"
	"slices"

	"backfill/engine/metrics"
	"backfill/ui/answer"
	"backfill/ui/drawing"
	"backfill/ui/fit"
	"backfill/ui/paired"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// A policy that draws when its loops begin gives another schedule each time. One run before and one after a change are one drawing; what the change
// does is told of many, by the mean waits alone, and only as far as the model fits the log it is of.

// follow takes account of drawings and findings that have come. O(1) unless some have.
func (c *BeforeAfter) follow() {
	more := false
	for i := range c.Partners {
		one := &c.Partners[i]
		if !one.draws {
			continue
		}
		if n := min(len(one.before.Drawings), len(one.after.Drawings)); n >= drawing.Usual && n > one.drawn.Difference.N && one.Repeatable() {
			one.drawn = paired.Of(one.before.Drawings, one.after.Drawings, one.Partner, one.Rows, c.level)
			more = true
		}
		if one.logged && one.fitted == nil {
			one.fitted = one.model.Fit(drawing.Usual)
			more = more || one.fitted != nil
		}
	}
	if more {
		c.groups = map[groupsOf][]GroupRow{}
		c.Remarks = c.remarks()
	}
}

// Repeatable says whether the runs before and after can be repeated in further drawings: the policy draws, and the waits of all their jobs are
// compared, not those of a steady state.
func (p *partners) Repeatable() bool { return p.draws && p.Jobs > 0 && p.steady != sameSteady }

// Drawn says whether both have enough drawings to tell a difference.
func (p *partners) Drawn() bool { return p.drawn.Difference.N > 0 }

// Unfit says whether the model before was held against its log and fits too poorly to answer what another setting does.
func (p *partners) Unfit() bool { return p.fitted != nil && !fit.Answers(p.fitted.Trust()) }

// Unheld says whether there is a log against which the policy before could be held, and was not.
func (p *partners) Unheld() bool { return p.draws && p.logged && p.fitted == nil }

// Model is the run that is to be held against the log, to know how far the change can be told.
func (p *partners) Model() *result.Run { return p.model }

// Runs are those before and after, with their places in Results.Runs.
func (p *partners) Runs() (runs [2]*result.Run, places [2]int) {
	return [2]*result.Run{p.before, p.after}, p.places
}

// changed says whether some job starts or ends otherwise, or waits otherwise in some drawing.
func (p *partners) changed() bool { return !p.Unchanged || p.drawn.Better+p.drawn.Worse > 0 }

// judgesDrawn says whether a difference over drawings makes one of the runs the better one.
func (p *partners) judgesDrawn() bool { return p.SameWork() && p.steady == neverSteady && !p.Unfit() }

// drawnClause is what a change does to the mean wait over drawings.
func (p *partners) drawnClause() string {
	of := ""
	switch n := phrase.Plural(int64(p.drawn.Jobs), "job"); {
	case p.drawn.Jobs == 0:
		return "no job ended both times and started in each drawing"
	case p.drawn.LeftOut > 0:
		of = "the " + n + " that ended both times and started in each drawing"
	case !p.All:
		of = "the " + n + " that ended both times"
	}
	return p.drawn.Clause(of, p.judgesDrawn())
}

// Repeated are the partners that can be repeated and whose model may answer.
func (c *BeforeAfter) Repeated() (list []*partners) {
	for _, one := range c.compared() {
		if one.Repeatable() && !one.Unfit() {
			list = append(list, one)
		}
	}
	return list
}

// fitWords say what the log says of the policies that model its scheduler; a model that does not fit is told by refusals.
func (c *BeforeAfter) fitWords() (bases, refusals []string) {
	for _, one := range c.compared() {
		switch {
		case one.fitted == nil:
		case one.Unfit():
			refusals = append(refusals, fit.Refusal(one.model.Label, one.fitted))
		default:
			bases = append(bases, fit.Basis(one.model.Label, one.fitted))
		}
	}
	return bases, refusals
}

// oneDrawing says of which policies only one drawing is told; "" if of none.
func (c *BeforeAfter) oneDrawing() string {
	single := slices.DeleteFunc(c.Repeated(), (*partners).Drawn)
	if len(single) == 0 {
		return ""
	}
	return "Under " + phrase.List(labels(single)) + " this is one drawing of when Slurm's loops begin, and another one can move mean waits as much: repeat it before you believe a difference."
}

// drawnRemarks say which differences are not called better or worse because they are of one drawing, and which models were not held against the log.
func (c *BeforeAfter) drawnRemarks(compared []*partners) (list []string) {
	var drawn, single []*partners
	var unheld []string
	for _, one := range compared {
		switch {
		case !one.draws || one.Unfit() || !one.changed():
		case one.Drawn():
			drawn = append(drawn, one)
		default:
			single = append(single, one)
		}
		if one.Unheld() {
			unheld = append(unheld, one.model.Label)
		}
	}
	if len(drawn) > 0 {
		list = append(list, "Under "+phrase.List(labels(drawn))+" only mean waits were drawn; they are means over the drawings. What else the tables have is of one drawing, and not called better (✓) or worse (✗).")
	}
	if len(single) > 0 {
		list = append(list, "Under "+phrase.List(labels(single))+" no difference of one drawing is called better (✓) or worse (✗).")
	}
	if len(unheld) > 0 {
		list = append(list, "Whether "+phrase.List(unheld)+phrase.Verb(len(unheld), " fits", " fit")+" this log was not looked at. If not, differences say nothing about this cluster: see “How well the model fits”.")
	}
	return list
}

// drawnCell is a metric under a policy that draws, false if it is told like that of any other: the mean wait over drawings, or the numbers of the runs
// alone where the model does not fit.
func (p *partners) drawnCell(d *metrics.Description, drawn *paired.Change, was, is float64) (answer.Cell, bool) {
	switch {
	case p.Unfit():
		return answer.Cell{Text: beforeAndNow(d, was, is)}, true
	case drawn != nil && p.Drawn() && d.Name == "meanWait":
		return drawn.Cell(p.judgesDrawn()), true
	}
	return answer.Cell{}, false
}

// GroupSentences say under each policy that has drawings which groups wait less and which longer.
func (s *Shared) GroupSentences(kind GroupKind) (list []string) {
	c := s.BeforeAndAfter()
	rows := s.GroupRows(kind, &metrics.Descriptions[metrics.Index("meanWait")])
	for i, one := range c.Changed() {
		if !one.Drawn() || one.Unfit() {
			continue
		}
		var groups []paired.Group
		for _, row := range rows {
			if change := row.changes[i]; change != nil && change.Jobs > 0 {
				groups = append(groups, paired.Group{Name: row.label, Change: *change})
			}
		}
		if text := paired.Shares(groups, kind.Word, one.judgesDrawn()); text != "" {
			text = fmt.Sprintf("Under %s %s (mean waits, %d drawings).", one.Label(), text, one.drawn.Difference.N)
			if len(groups) > 1 {
				text += fmt.Sprintf(" The intervals are of %s each: of %d groups for which nothing has changed one may seem to have.", phrase.Unbroken(answer.AtLevel(c.level)), int(1/(1-c.level)+0.5))
			}
			list = append(list, text)
		}
	}
	return list
}

// GroupsDrawn says whether some column of the table of groups is over drawings.
func (c *BeforeAfter) GroupsDrawn() bool {
	return slices.ContainsFunc(c.Changed(), func(one *partners) bool { return one.Drawn() && !one.Unfit() })
}
