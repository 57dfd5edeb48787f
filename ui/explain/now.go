package explain

import (
	"slices"
	"strings"

	"backfill/engine"
	"backfill/ui/phrase"
)

// DoesMore is what jobs do of which nothing more is told.
func (n Narrator) DoesMore(jobs int) string {
	if n.Outcome.Segments != nil {
		return phrase.Verb(jobs, " starts, moves or is interrupted", " start, move or are interrupted")
	}
	if n.Outcome.Stopped != nil {
		return phrase.Verb(jobs, " starts or is stopped", " start or are stopped")
	}
	return phrase.Verb(jobs, " starts", " start")
}

// AtOnce tells one decision as it is made, with its job as the subject.
func (n Narrator) AtOnce(d engine.Decision) Sentence {
	told := n.Reasons([]engine.Decision{d})[0]
	if len(told) == 0 {
		return nil
	}
	first := told[0].Text
	for _, verb := range [][2]string{{"Backfilled", " is backfilled"}, {"Started", " starts"}, {"Moved", " moves"}, {"Interrupted", " is interrupted"}, {"Stopped", " is stopped"}, {"Requeued", " is requeued"}} {
		if rest, ok := strings.CutPrefix(first, verb[0]); ok {
			return Say(n.Subject(d.Job), verb[1], rest, told[1:])
		}
	}
	if waits, ok := n.waiting(d); ok {
		if n.Refuses(d) {
			return Say(n.Subject(d.Job), " fits but waits", waits)
		}
		return Say(n.Subject(d.Job), " waits", waits)
	}
	return Say(n.Subject(d.Job), ": ", told)
}

// waiting is what is said of a job that waits, behind that it does and without since when, which is on the list.
func (n Narrator) waiting(d engine.Decision) (Sentence, bool) {
	told := n.Reasons([]engine.Decision{d})[0]
	if len(told) < 3 || told[0].Text != "Waited from " {
		return nil, false
	}
	return told[2:], true
}

// Refuses says whether a decision lets a job wait that fits.
func (n Narrator) Refuses(d engine.Decision) bool { return !d.Rule.Acts() && n.enough(d) }

// Refusals are those of the decisions that let jobs wait that fit, in their order. Those are together that one sentence tells.
func (n Narrator) Refusals(decisions []engine.Decision) [][]engine.Decision {
	var groups [][]engine.Decision
	for _, d := range decisions {
		if !n.Refuses(d) {
			continue
		}
		at := slices.IndexFunc(groups, func(g []engine.Decision) bool { return toldTogether(g[0], d) })
		if at < 0 {
			groups = append(groups, nil)
			at = len(groups) - 1
		}
		groups[at] = append(groups[at], d)
	}
	return groups
}

// toldTogether says whether two refusals have a reason in which nothing is of the job alone.
func toldTogether(a, b engine.Decision) bool {
	if a.Said != b.Said {
		return false
	}
	switch a.Rule {
	case engine.BehindHead, engine.BehindHeads, engine.BehindJumped, engine.NextPlan:
		return a.Rule == b.Rule && a.Blocker == b.Blocker && a.Shadow == b.Shadow
	case engine.BehindPriority, engine.BeforePass:
		return a.Rule == b.Rule && a.Blocker == b.Blocker && a.Partition == b.Partition && a.Shadow == b.Shadow && a.Plan == b.Plan && a.Plan != engine.Promised
	}
	return false
}

// mostAtOnce is how many jobs are named that are refused together.
const mostAtOnce = 6

// Refusal tells refusals that are told together.
func (n Narrator) Refusal(group []engine.Decision) Sentence {
	if len(group) == 1 {
		return n.AtOnce(group[0])
	}
	var jobs []int32
	for _, d := range group {
		jobs = append(jobs, d.Job)
	}
	names := n.named(jobs, mostAtOnce)
	names[0].Text = phrase.UpperFirst(names[0].Text)
	waits, _ := n.waiting(group[0])
	return Say(names, " fit but wait", waits)
}
