package matrix

import (
	"slices"

	"backfill/ui/phrase"
)

// termRow is a row of the table of what the priorities of the pinned job are made of.
type termRow struct {
	Color, Name, Doc string
	Values           []string // by column of TermHeads
}

// termDocs say what each heuristic stands for, with the paper's equation.
var termDocs = map[string]string{
	"deadline": "Urgency: W · (1 − f) · the mean of f over the computers that can run the job; f grows from 0, where it ends in good time, to 1, where it ends late (equations 4 to 7). High on computers that still make it while most do not.",
	"overhead": "Leaving a running job where it is: W · time since it started / the larger of that and the time left. 0 everywhere else.",
	"aging":    "Age: W · age / (age + time left there), with the age since the submission.",
	"licences": "Scarce licences first: W · the mean, over the licences that the job needs, of jobs that need it / copies, at most 1.",
	"waiting":  "Short jobs first: W · (1 − time left there / the longest that any job has left there).",
	"energy":   "Saving energy: W · (1 − energy there / the most that it takes on one of the computers). Not in the paper's measurements.",
}

// TermRows explain the sums of the pinned job: on its best computer and, if that is another one, on that of the plan.
func (p *PriorityMatrix) TermRows() []termRow {
	m := p.Picture
	if m == nil || m.Detailed < 0 {
		return nil
	}
	best, plan := m.Best(m.Detailed), int(m.Plan.Plan[m.Detailed])
	if best < 0 {
		return nil
	}
	var rows []termRow
	for t, name := range m.Plan.Terms {
		values := []string{phrase.Decimals(float64(p.terms(m.Detailed, best)[t]), 2)}
		if plan >= 0 && plan != best {
			values = append(values, phrase.Decimals(float64(p.terms(m.Detailed, plan)[t]), 2))
		}
		if slices.ContainsFunc(values, func(v string) bool { return v != "0.00" }) {
			rows = append(rows, termRow{m.TermColor(t).CSS(), name, termDocs[name], values})
		}
	}
	return rows
}

// TermHeads are the names of the columns with the numbers of TermRows.
func (p *PriorityMatrix) TermHeads() []string {
	m := p.Picture
	best, plan := m.Best(m.Detailed), int(m.Plan.Plan[m.Detailed])
	switch {
	case plan < 0:
		return []string{m.Lanes[best].Name + " (best)"}
	case plan == best:
		return []string{m.Lanes[best].Name + " (best and plan)"}
	}
	return []string{m.Lanes[best].Name + " (best)", m.Lanes[plan].Name + " (plan)"}
}

// RankRows lists the rows that are shown, below a row of names, if they are unfolded.
func (p *PriorityMatrix) RankRows() [][]string {
	m := p.Picture
	if m == nil || !p.Unfolded["matrix numbers"] {
		return nil
	}
	o := p.PlannedRun().Outcome
	table := [][]string{{"No.", "Job", "Priority", "On", "In the plan it"}}
	for i := m.From; i < m.To && len(table) <= 2*fewRows; i++ {
		row := int(m.Ranked[i])
		cells := []string{phrase.Grouped(int64(i + 1)), phrase.Grouped(o.Workload.JobNumber(m.Plan.Jobs[row])), "–", "–", p.rowState(row)}
		if best := m.Best(row); best >= 0 {
			cells[2], cells[3] = phrase.Decimals(float64(m.Sum(row, best)), 2), m.Lanes[best].Name
		}
		table = append(table, cells)
	}
	return table
}
