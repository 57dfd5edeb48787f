package tworuns

import (
	"backfill/engine"
	"backfill/ui/compare"
	"backfill/ui/explain"
	"backfill/ui/result"
	"backfill/ui/session"
)

// divergenceReason is why the job that parts two schedules starts, or does not, under one of them.
type divergenceReason struct {
	asked bool
	known bool
	said  explain.Sentence
}

// askReasons asks both policies about the job that parts their schedules.
func (t *TwoRuns) askReasons() {
	c := t.found
	if c == nil || t.Running || c.divergence.At == engine.Never || c.divergence.How == compare.Ends {
		return
	}
	for i, s := range []session.Contender{c.A, c.B} {
		reason, j := &t.reasons[i], [2]int32{c.divergence.A, c.divergence.B}[i]
		if reason.asked || reason.known || j == engine.NoJob || s.Run().Recorded() {
			continue
		}
		reason.asked = true
		current := func() bool { return c == t.found }
		t.Explain(s.Of, s.Policy, []int32{j}, session.Reply{
			Came: func(decisions []engine.Decision) {
				if current() {
					*reason = divergenceReason{known: true, said: c.leadingToPage(i, t.Narrator(s.Run()).ReasonAt(decisions, c.divergence.At))}
				}
			},
			Failed: func(f result.Failure) {
				if current() {
					*reason = divergenceReason{known: true, said: explain.Say("This cannot be asked any more: ", f.Sentence())}
				}
			},
		})
	}
}

// DivergenceLines say why, under each of the two.
func (t *TwoRuns) DivergenceLines() []explain.Sentence {
	c := t.found
	if c == nil || c.divergence.At == engine.Never || c.divergence.How == compare.Ends {
		return nil
	}
	var lines []explain.Sentence
	for i, s := range []session.Contender{c.A, c.B} {
		reason, head := t.reasons[i], s.Name()+": "
		switch j := [2]int32{c.divergence.A, c.divergence.B}[i]; {
		case j == engine.NoJob:
		case s.Run().Recorded():
			lines = append(lines, explain.Say(head, "a log does not say why."))
		case !reason.known:
			lines = append(lines, explain.Say(head, "asking why …"))
		case reason.said == nil:
			lines = append(lines, explain.Say(head, "it had not looked at the job by then."))
		default:
			lines = append(lines, explain.Say(head, reason.said))
		}
	}
	return lines
}
