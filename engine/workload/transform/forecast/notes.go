package forecast

import (
	"fmt"

	"backfill/engine"
)

// Counts are how many jobs are known at the instant up to which a log counts.
type Counts struct {
	Came  int `json:"came"`
	Ended int `json:"ended"` // of these
	Run   int `json:"run"`
	Wait  int `json:"wait"`
	Exact int `json:"exact"` // of those that ended: ran exactly as long as they asked for
}

// Counts counts them, without the job asked about.
func (p *Past) Counts() Counts {
	return Counts{Came: len(p.came), Ended: p.ended, Run: p.runs, Wait: len(p.opened) - p.runs, Exact: p.exact}
}

// OfRequests says whether most jobs that ended ran exactly as long as they asked for, as in logs that do not tell time limits: a forecast then knows
// what nobody knew.
func (c Counts) OfRequests() bool { return c.Ended > 0 && 2*c.Exact > c.Ended }

// Blocks are what later arrivals are drawn from.
type Blocks struct {
	Same   engine.Time `json:"same"`   // blocks of the past lie a multiple of so long before those that are to come; 0: nothing comes
	Fewest int         `json:"fewest"` // from how many one is drawn at least
	Most   int         `json:"most"`   // at most
}

// Blocks counts them.
func (p *Past) Blocks() Blocks {
	if len(p.blocks) == 0 {
		return Blocks{}
	}
	found := Blocks{Same: p.same, Fewest: len(p.blocks[0].back)}
	for _, b := range p.blocks {
		found.Fewest, found.Most = min(found.Fewest, len(b.back)), max(found.Most, len(b.back))
	}
	return found
}

// Notes say what is known, and what a drawing has of it, in which the job asked about has the given row.
func (p *Past) Notes(w *engine.Workload, asked int32) []string {
	counts := p.Counts()
	notes := []string{fmt.Sprintf("the log counts up to %s: of %d jobs that had come, %d had ended, %d ran and %d waited; how long these run is drawn from the %d that had started",
		p.log.When(p.now), counts.Came, counts.Ended, counts.Run, counts.Wait, counts.Ended+counts.Run)}
	if gone := p.ended + len(p.opened) - len(p.kept.Jobs); gone > 0 && p.row == engine.NoJob {
		notes = append(notes, fmt.Sprintf("left out, as they had ended long before: %d jobs", gone))
	}
	if counts.OfRequests() {
		notes = append(notes, fmt.Sprintf("of the jobs that had ended %d of %d ran exactly as long as they asked for, as in logs that do not tell time limits: a forecast then knows what nobody knew", p.exact, p.ended))
	}
	if len(p.blocks) > 0 {
		came := len(w.Jobs) - len(p.kept.Jobs)
		if p.asked != nil {
			came--
		}
		found := p.Blocks()
		past := fmt.Sprint(found.Most)
		if found.Fewest < found.Most {
			past = fmt.Sprintf("%d to %d", found.Fewest, found.Most)
		}
		notes = append(notes, fmt.Sprintf("later arrivals: %d jobs in %d blocks of up to %.0f s, each drawn from %s of the past", came, len(p.blocks), (p.blocks[0].to-p.blocks[0].from).Seconds(), past))
	}
	if asked != engine.NoJob {
		notes = append(notes, fmt.Sprintf("the job asked about has the number %d and comes at %s", w.JobNumber(asked), w.When(w.Jobs[asked].Submit)))
	}
	return notes
}
