package forecast

import (
	"fmt"

	"backfill/engine"
)

// Notes say what is known, and what a drawing has of it, in which the job asked about has the given row.
func (p *Past) Notes(w *engine.Workload, asked int32) []string {
	waiting := len(p.opened) - p.runs
	notes := []string{fmt.Sprintf("the log counts up to %s: of %d jobs that had come, %d had ended, %d ran and %d waited; how long these run is drawn from the %d that had started",
		p.log.When(p.now), len(p.came), p.ended, p.runs, waiting, p.ended+p.runs)}
	if gone := p.ended + len(p.opened) - len(p.kept.Jobs); gone > 0 && p.row == engine.NoJob {
		notes = append(notes, fmt.Sprintf("left out, as they had ended long before: %d jobs", gone))
	}
	if p.ended > 0 && 2*p.exact > p.ended {
		notes = append(notes, fmt.Sprintf("of the jobs that had ended %d of %d ran exactly as long as they asked for, as in logs that do not tell time limits: a forecast then knows what nobody knew", p.exact, p.ended))
	}
	if len(p.blocks) > 0 {
		came := len(w.Jobs) - len(p.kept.Jobs)
		if p.asked != nil {
			came--
		}
		fewest, most := len(p.blocks[0].back), 0
		for _, b := range p.blocks {
			fewest, most = min(fewest, len(b.back)), max(most, len(b.back))
		}
		past := fmt.Sprint(most)
		if fewest < most {
			past = fmt.Sprintf("%d to %d", fewest, most)
		}
		notes = append(notes, fmt.Sprintf("later arrivals: %d jobs in %d blocks of up to %.0f s, each drawn from %s of the past", came, len(p.blocks), (p.blocks[0].to-p.blocks[0].from).Seconds(), past))
	}
	if asked != engine.NoJob {
		notes = append(notes, fmt.Sprintf("the job asked about has the number %d and comes at %s", w.JobNumber(asked), w.When(w.Jobs[asked].Submit)))
	}
	return notes
}
