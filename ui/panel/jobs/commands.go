package jobs

import (
	"fmt"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/phrase"
)

// maxCommandLines is how many refused commands are listed; all are counted.
const maxCommandLines = 50

// CommandTotals say, for each policy that obeys commands, how many were accepted and
// refused in the schedule that is shown.
func (l *Jobs) CommandTotals() []string {
	runs, _ := l.Runs()
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

// RefusedCommands lists those of the policy whose jobs the table shows.
func (l *Jobs) RefusedCommands() []string {
	runs, _ := l.Runs()
	if !l.Unfolded["commands"] || l.policy >= len(runs) {
		return nil
	}
	o := runs[l.policy].Outcome
	var lines []string
	for i, fate := range o.Fates {
		if !explain.Refused(fate) {
			continue
		}
		if len(lines) == maxCommandLines {
			return append(lines, "… the result as JSON lists more.")
		}
		c := &o.Workload.Commands[i]
		lines = append(lines, fmt.Sprintf("Job %d at %s, %s: %s.", o.Workload.JobNumber(c.Job), l.Clock().Format(c.At), explain.CommandWords(c), fate))
	}
	if lines == nil {
		return []string{"No command was refused under this policy."}
	}
	return lines
}
