package ui

import (
	"fmt"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/phrase"
)

// obeyed says what became of the pinned job's commands.
func (p *Page) obeyed(o *engine.Outcome) []string {
	var lines []string
	for i := range o.Workload.Commands {
		c := &o.Workload.Commands[i]
		if c.Job != p.Pinned {
			continue
		}
		fate := "ignored by this policy"
		if o.Fates != nil {
			fate = explain.FateWords(o.Fates[i])
		}
		lines = append(lines, "At "+p.Clock().Format(c.At)+" "+explain.CommandWords(c)+": "+fate+".")
	}
	return lines
}

// maxCommandLines is how many refused commands are listed; all are counted.
const maxCommandLines = 50

// commandTotals say, for each policy that obeys commands, how many were accepted and
// refused in the schedule that is shown.
func (p *Page) commandTotals() []string {
	runs, _ := p.Runs()
	var lines []string
	for _, r := range runs {
		if len(r.Outcome.Fates) == 0 {
			continue
		}
		accepted, no := 0, 0
		for _, fate := range r.Outcome.Fates {
			switch {
			case fate == engine.Accepted:
				accepted++
			case explain.Refused(fate):
				no++
			}
		}
		lines = append(lines, fmt.Sprintf("%s: %s accepted, %s refused.", r.Label, phrase.Plural(int64(accepted), "command"), phrase.Grouped(int64(no))))
	}
	return lines
}

// refusedCommands lists those of the policy whose jobs the table shows.
func (p *Page) refusedCommands() []string {
	runs, _ := p.Runs()
	if !p.Unfolded["commands"] || p.listing.policy >= len(runs) {
		return nil
	}
	o := runs[p.listing.policy].Outcome
	var lines []string
	for i, fate := range o.Fates {
		if !explain.Refused(fate) {
			continue
		}
		if len(lines) == maxCommandLines {
			return append(lines, "… the result as JSON lists more.")
		}
		c := &o.Workload.Commands[i]
		lines = append(lines, fmt.Sprintf("Job %d at %s, %s: %s.", o.Workload.JobNumber(c.Job), p.Clock().Format(c.At), explain.CommandWords(c), fate))
	}
	if lines == nil {
		return []string{"No command was refused under this policy."}
	}
	return lines
}
