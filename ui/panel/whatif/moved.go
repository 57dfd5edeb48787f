package whatif

import (
	"cmp"
	"fmt"
	"slices"

	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/phrase"
)

// movedJob is a line of the list of the jobs that changed most.
type movedJob struct {
	Job               int32
	Name, Policy      string
	Was, Is, Movement string
}

// Moved are the jobs whose waits changed most, the largest changes first.
func (w *WhatIf) Moved() []movedJob {
	c := w.BeforeAndAfter()
	type entry struct {
		panel.WaitChange
		policy string
	}
	var all []entry
	for i := range c.Partners {
		for _, change := range c.Partners[i].Most {
			all = append(all, entry{change, c.Partners[i].Label()})
		}
	}
	slices.SortStableFunc(all, func(a, b entry) int { return cmp.Compare(b.Size(), a.Size()) })
	const most = 8
	var lines []movedJob
	workload := w.Workload()
	for _, e := range all[:min(len(all), most)] {
		movement := phrase.Span(e.Size()) + " less"
		if e.Is > e.Was {
			movement = phrase.Span(e.Size()) + " longer"
		}
		lines = append(lines, movedJob{e.Job, fmt.Sprint(workload.JobNumber(e.Job)) + explain.AttemptWords(workload, e.Job, ", "), e.policy,
			phrase.Span(e.Was), phrase.Span(e.Is), movement})
	}
	return lines
}

// movedRemark says that other jobs may be listed in another drawing; "" if nothing is listed, or nothing draws.
func (w *WhatIf) movedRemark() string {
	if !w.Unfolded["moved jobs"] {
		return ""
	}
	labels := w.BeforeAndAfter().Draw()
	if len(labels) == 0 || len(w.Moved()) == 0 {
		return ""
	}
	return "Under " + phrase.List(labels) + " these are the jobs of one drawing; in another one other jobs move."
}
