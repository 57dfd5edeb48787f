package matrix

import (
	"fmt"
	"strings"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/timeline"
)

// PlanWords says which plan is shown.
func (p *PriorityMatrix) PlanWords() string {
	came, r := p.Came, p.PlannedRun()
	switch {
	case r == nil:
		return ""
	case came == nil:
		return "Repeating the simulation up to the plan …"
	case p.Picture == nil:
		return "There is no job to plan."
	}
	runs, starts, moves, drops := 0, 0, 0, 0
	for i := range came.Jobs {
		where, plan := came.Where[i], came.Plan[i]
		switch {
		case where != engine.NoPlace && where == plan:
			runs++
		case where != engine.NoPlace && plan != engine.NoPlace:
			moves++
		case where != engine.NoPlace:
			drops++
		case plan != engine.NoPlace:
			starts++
		}
	}
	n := len(came.Jobs)
	at := planAt(r.Outcome.Plans, came.At)
	return fmt.Sprintf("Plan %s of %s, at %s: %s. ", phrase.Grouped(int64(at+1)), phrase.Grouped(int64(len(r.Outcome.Plans))), p.Clock().Format(came.At), phrase.Plural(int64(n), "job")) +
		phrase.Join(", ", phrase.Counted(runs, "runs on", "run on"), phrase.Counted(starts, "starts", "start"), phrase.Counted(moves, "moves", "move"), phrase.Counted(drops, "is interrupted", "are interrupted"), phrase.Counted(n-runs-starts-moves-drops, "waits", "wait")) + "."
}

// line is a pair in one line.
func (p *PriorityMatrix) line(h timeline.Pair) string {
	m, r := p.Picture, p.PlannedRun()
	if m == nil || r == nil || h.Row < 0 || h.Row >= len(m.Plan.Jobs) {
		return ""
	}
	j := m.Plan.Jobs[h.Row]
	text := fmt.Sprintf("Job %d, number %d of %d", r.Outcome.Workload.JobNumber(j), p.rankOf(h.Row)+1, len(m.Ranked))
	if h.Lane < 0 {
		return text + ": " + p.rowState(h.Row)
	}
	text += ", on " + p.computer(h.Lane) + ": "
	if sum := m.Sum(h.Row, h.Lane); sum != sum {
		return text + "cannot run there"
	}
	text += p.sumWords(h.Row, h.Lane)
	switch place := engine.Placement(h.Lane); {
	case m.Plan.Plan[h.Row] == place && m.Plan.Where[h.Row] == place:
		text += "; runs on there"
	case m.Plan.Plan[h.Row] == place:
		text += "; starts there"
	case m.Plan.Where[h.Row] == place:
		text += "; ran there until now"
	}
	return text
}

// computer names a column: "computer 12 (4 processors, 543 MIPS)".
func (p *PriorityMatrix) computer(lane int) string {
	l := p.Picture.Lanes[lane]
	return fmt.Sprintf("%s (%s, %d MIPS)", l.Name, phrase.Plural(int64(l.Processors), "processor"), l.Speed)
}

// terms are what the priority of a pair is the sum of.
func (p *PriorityMatrix) terms(row, lane int) []float32 {
	m := p.Came
	at := (row*m.Lanes + lane) * len(m.Terms)
	return m.Value[at : at+len(m.Terms)]
}

// sumWords is a priority with its parts: "deadline 9.1 + waiting 6.0 = 15.1".
func (p *PriorityMatrix) sumWords(row, lane int) string {
	var parts []string
	for t, v := range p.terms(row, lane) {
		if v >= 0.05 {
			parts = append(parts, p.Came.Terms[t]+" "+phrase.Decimals(float64(v), 1))
		}
	}
	sum := phrase.Decimals(float64(p.Picture.Sum(row, lane)), 1)
	if len(parts) == 0 {
		return sum
	}
	return strings.Join(parts, " + ") + " = " + sum
}

// rowState says what a plan does with a job.
func (p *PriorityMatrix) rowState(row int) string {
	m, o := p.Came, p.PlannedRun().Outcome
	where, plan := m.Where[row], m.Plan[row]
	name := func(at engine.Placement) string { return explain.LaneName(o, int32(at)) }
	switch {
	case plan == engine.NoPlace && where == engine.NoPlace:
		return "waits"
	case plan == engine.NoPlace:
		return "is interrupted on " + name(where)
	case where == engine.NoPlace:
		return "starts on " + name(plan)
	case where == plan:
		return "runs on, on " + name(plan)
	}
	return "moves from " + name(where) + " to " + name(plan)
}

// Sentence says why the plan has the pinned job where it has it.
func (p *PriorityMatrix) Sentence() string {
	m := p.Picture
	switch {
	case m == nil:
		return ""
	case !p.Inspecting():
		return "Choose a job, by a click on its row or on the timeline, to see what its priorities are made of."
	}
	row, o := m.Detailed, p.PlannedRun().Outcome
	name := fmt.Sprintf("Job %d", o.Workload.JobNumber(p.Pinned))
	if row < 0 {
		return name + " is not in the system at this plan."
	}
	best := m.Best(row)
	if best < 0 {
		return name + " cannot run on any computer."
	}
	text := fmt.Sprintf("%s is number %d of %d: its highest priority is %s, on %s.", name, p.rankOf(row)+1, len(m.Ranked), p.sumWords(row, best), p.computer(best))
	plan := int(m.Plan.Plan[row])
	switch {
	case plan == best:
		return text + " The plan has it there: it " + p.rowState(row) + "."
	case plan >= 0:
		return text + " But " + p.obstacle(row, best) + ". It " + p.rowState(row) + ", with " + phrase.Decimals(float64(m.Sum(row, plan)), 1) + "."
	}
	able, full := 0, 0
	for lane := range m.Plan.Lanes {
		if sum := m.Sum(row, lane); sum == sum {
			able++
			if _, used := p.earlier(row, lane); used+o.Size(p.Pinned) > m.Lanes[lane].Processors {
				full++
			}
		}
	}
	text += " But " + p.obstacle(row, best) + "; "
	switch {
	case able == 1:
		text += "no other computer can run it"
	case full == able:
		text += "none of the " + phrase.Grouped(int64(able)) + " computers that can run it had enough processors left"
	default:
		text += fmt.Sprintf("of the %d computers that can run it %d had too few processors left, and for the others there was no copy of a licence", able, full)
	}
	return text + ". It " + p.rowState(row) + "."
}

// earlier lists the jobs that had got a place on a computer before the pair came to its turn,
// by their rows, and the processors that they take.
func (p *PriorityMatrix) earlier(row, lane int) (rows []int, processors int32) {
	m, o := p.Picture, p.PlannedRun().Outcome
	own := m.Sum(row, lane)
	for i, place := range m.Plan.Plan {
		if int(place) != lane || i == row {
			continue
		}
		if v := m.Sum(i, lane); v > own || v == own && i < row {
			rows = append(rows, i)
			processors += o.Size(m.Plan.Jobs[i])
		}
	}
	return rows, processors
}

// obstacle says why there was no room for a job on a computer when its turn came there.
func (p *PriorityMatrix) obstacle(row, lane int) string {
	m, o := p.Picture, p.PlannedRun().Outcome
	w, j := o.Workload, m.Plan.Jobs[row]
	rows, used := p.earlier(row, lane)
	name := m.Lanes[lane].Name
	if used+o.Size(j) > m.Lanes[lane].Processors {
		var jobs []string
		for i, other := range rows {
			if i == 4 {
				jobs = append(jobs[:3], phrase.Plural(int64(len(rows)-3), "other"))
				break
			}
			jobs = append(jobs, explain.JobName(o, m.Plan.Jobs[other]))
		}
		return "by the time its turn came there, " + phrase.List(jobs) + " had left " + phrase.Plural(int64(m.Lanes[lane].Processors-used), "processor") + " of " + name + ", and it needs " + phrase.Grouped(int64(o.Size(j)))
	}
	own := m.Sum(row, lane)
	for l := range w.Needs(j).Each {
		// A licence has one copy in use on every computer on which a job needs it.
		uses := map[engine.Placement]bool{}
		for i, place := range m.Plan.Plan {
			if place != engine.NoPlace && i != row && w.Needs(m.Plan.Jobs[i])&(1<<l) != 0 {
				if v := m.Sum(i, int(place)); v > own || v == own && i < row {
					uses[place] = true
				}
			}
		}
		if l < len(o.Copies) && !uses[engine.Placement(lane)] && len(uses) >= int(o.Copies[l]) {
			copies := fmt.Sprintf("all %d copies of %s were", o.Copies[l], explain.LicenceName(l))
			if o.Copies[l] == 1 {
				copies = "the only copy of " + explain.LicenceName(l) + " was"
			}
			return "by the time its turn came there, " + copies + " in use elsewhere"
		}
	}
	return "by the time its turn came there, there was no room for it on " + name
}
