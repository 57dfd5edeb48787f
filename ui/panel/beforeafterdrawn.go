package panel

import (
	"fmt"
	"math"
	"slices"
	"strings"

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
func (c *BeforeAfter) follow(q *drawing.Queue) {
	more := false
	for i := range c.Partners {
		one := &c.Partners[i]
		if !one.draws {
			continue
		}
		one.busy = one.Repeatable() && !one.Drawn() && coming(q, one.before) && coming(q, one.after)
		if n := min(len(one.before.Drawings), len(one.after.Drawings)); n >= drawing.Usual && n > one.drawn.Difference.N && one.Repeatable() {
			one.drawn = paired.Of(one.before.Drawings, one.after.Drawings, one.Partner, one.Rows, c.level)
			more = true
		}
		if one.logged && one.fitted == nil {
			one.fitted = one.model.Fit(drawing.Usual)
			more = more || one.fitted != nil
		}
	}
	unfit := slices.ContainsFunc(c.Partners, func(one partners) bool { return one.Unfit() })
	for i := range c.Partners {
		c.Partners[i].beside = unfit
	}
	if more {
		c.groups = map[groupsOf][]GroupRow{}
		c.Remarks = c.remarks()
	}
}

// coming says whether the drawings of a run are there, or further ones on their way.
func coming(q *drawing.Queue, r *result.Run) bool {
	_, asked := q.Progress(r)
	return asked || len(r.Drawings) >= drawing.Usual
}

// Repeatable says whether the runs before and after can be repeated in further drawings: the policy draws, the change touches it, and the waits of
// all their jobs are compared, not those of a steady state.
func (p *partners) Repeatable() bool {
	return p.draws && !p.untouched && p.Jobs > 0 && p.steady != sameSteady
}

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
func (p *partners) judgesDrawn() bool { return p.SameWork() && p.steady == neverSteady && !p.beside }

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

// singles are those of which one drawing alone is told.
func singles(list []*partners) (single []*partners) {
	for _, one := range list {
		if one.draws && !one.untouched && !one.Drawn() && !one.Unfit() {
			single = append(single, one)
		}
	}
	return single
}

// Draw are the labels of the policies under which jobs start otherwise in each drawing.
func (c *BeforeAfter) Draw() []string {
	return labels(slices.DeleteFunc(c.compared(), func(one *partners) bool { return !one.draws }))
}

// singleClause is what the runs of one drawing gave: two values, and no difference, which another drawing may turn round.
func (p *partners) singleClause() string {
	const of = " in one drawing"
	was, is := p.Of[0].Value("meanWait"), p.Of[1].Value("meanWait")
	switch {
	case p.Jobs == 0:
		return "no job ended both times" + of
	case math.IsNaN(was) || math.IsNaN(is):
		return "there is no steady state to compare" + of
	case p.Unchanged:
		return "every job starts and ends as before" + of
	}
	subject := "a job waits "
	if !p.All && p.steady != sameSteady {
		subject = "the " + phrase.Plural(int64(p.Jobs), "job") + " that ended both times " + phrase.Verb(p.Jobs, "waits ", "wait ")
	}
	before, now := phrase.SecondsApart(was, is)
	return subject + phrase.Unbroken(now) + " on average, before " + phrase.Unbroken(before) + "," + of
}

// There is how many drawings of the runs there are: "3 of 20 drawings" or, where one run has more, "8 of 20 drawings before, 1 of 20 now".
func (p *partners) There() string {
	count := func(r *result.Run) int { return min(max(len(r.Drawings), 1), drawing.Usual) }
	before, now := count(p.before), count(p.after)
	if before == now || before == drawing.Usual {
		return fmt.Sprintf("%d of %d drawings", now, drawing.Usual)
	}
	return fmt.Sprintf("%d of %d drawings before, %d of %d now", before, drawing.Usual, now, drawing.Usual)
}

// Computing says whether further drawings are on their way, or asked for in a moment.
func (c *BeforeAfter) Computing(p *partners) bool {
	return p.busy || c.Begins && p.Repeatable() && !p.Drawn()
}

// OneDrawing says why no difference is told under some policies, and how far the drawings are; "" if differences are told under all.
func (c *BeforeAfter) OneDrawing() string {
	var list []string
	var still []*partners
	for _, one := range singles(c.compared()) {
		switch {
		case !one.Repeatable():
		case c.Computing(one):
			list = append(list, "Under "+one.Label()+" the range is being computed: "+one.There()+". Until it has come, no difference is told.")
		default:
			still = append(still, one)
		}
	}
	if len(still) > 0 {
		list = append(list, "Another drawing of when Slurm's loops begin may reverse what one shows: under "+phrase.List(labels(still))+fmt.Sprintf(" no difference is told before there are %d.", drawing.Usual))
	}
	return strings.Join(list, " ")
}

// drawnRemarks say what is of how many drawings, and which models were not held against the log.
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
		list = append(list, fmt.Sprintf("Under %s mean waits are means of %d drawings. Their intervals are about when Slurm's loops begin, for these jobs; another week may differ. What else the tables have is of one drawing, as plain values.", phrase.List(labels(drawn)), drawn[0].drawn.Difference.N))
	}
	if len(single) > 0 {
		list = append(list, "Under "+phrase.List(labels(single))+" the tables have plain values of one drawing.")
	}
	if len(unheld) > 0 {
		list = append(list, "Whether "+phrase.List(unheld)+phrase.Verb(len(unheld), " fits", " fit")+" this log was not looked at. If not, differences say nothing about this cluster: see “How well the model fits”.")
	}
	return list
}

// ofOneDrawing stands beside values of one drawing, where others have a difference.
const ofOneDrawing = "one drawing"

// drawnCell is a metric under a policy that draws: the mean wait over drawings or, where there are none, or the model does not fit, the values of the
// runs alone.
func (p *partners) drawnCell(d *metrics.Description, drawn *paired.Change, was, is float64) answer.Cell {
	if drawn != nil && p.Drawn() && !p.Unfit() && d.Name == "meanWait" {
		return drawn.Cell(p.judgesDrawn())
	}
	return answer.Cell{Text: beforeAndNow(d, was, is), Difference: ofOneDrawing}
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
			if change := row.changes[i]; change != nil && (change.Jobs > 0 || row.lost[i] > 0) {
				groups = append(groups, paired.Group{Name: row.label, Change: *change, Lost: row.lost[i], Ran: row.ran[i]})
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

// GroupsRemark says what of the tables of groups is of how many drawings; "" if nothing draws.
func (c *BeforeAfter) GroupsRemark() string {
	changed := c.Changed()
	switch {
	case slices.ContainsFunc(changed, func(one *partners) bool { return one.Drawn() && !one.Unfit() }):
		return fmt.Sprintf("Mean waits of %d drawings are of the jobs that started in each; all else is of one drawing, and no difference is told.", drawing.Usual)
	case slices.ContainsFunc(changed, func(one *partners) bool { return one.draws && !one.Unfit() && c.Computing(one) }):
		return fmt.Sprintf("No difference is told from one drawing: which gain and which lose is known when there are %d.", drawing.Usual)
	case slices.ContainsFunc(changed, func(one *partners) bool { return one.draws && !one.Unfit() }):
		return fmt.Sprintf("No difference is told from one drawing: it takes %d to know which gain and which lose.", drawing.Usual)
	case slices.ContainsFunc(changed, func(one *partners) bool { return one.draws }):
		return "Of a model that does not fit the log no difference is told: the tables have its plain values."
	}
	return ""
}
