package inspector

import (
	"backfill/engine"
	"backfill/ui/explain"
)

// fate is what became of the pinned job under one policy.
type fate struct {
	Label    string
	Summary  explain.Sentence
	Before   string             // what became of it before the experiment was changed
	Policy   int                // of the results
	Order    string             // the priority it had when it started
	Past     []explain.Sentence // who overtook it
	Needs    []explain.Sentence // what it would have needed
	Looks    []explain.Look     // all that was recorded, if it is unfolded
	Reasons  []explain.Sentence // in the order of time
	Obeyed   []string           // what became of its commands
	Lost     string             // what it lost to sharing
	Lasts    string             // how long it takes where it ran
	Belief   string             // how long it was believed to run
	Segments []explain.Sentence // if there are several
	Shadows  [][]string         // its shared shadows, below a row of names, if they are unfolded
	Caption  string             // of these
	Asked    bool               // the reasons are still to come
}

// Fates are what became of the pinned job, in the order of the policies.
func (n *Inspector) Fates() []fate {
	var fates []fate
	for i, r := range n.Shown.Results.Runs {
		if r == nil {
			continue
		}
		f := fate{Label: r.Label, Policy: i, Summary: explain.Fate(r.Outcome, n.Pinned, n.Clock()), Before: n.BeforeWords(r), Obeyed: n.obeyed(r.Outcome), Lost: n.lostWords(r), Lasts: explain.LastsWords(r.Outcome, n.Pinned), Belief: explain.BeliefWords(r.Outcome, n.Pinned),
			Segments: explain.SegmentLines(r.Outcome, n.Pinned, n.Clock()), Shadows: n.shadowRows(r), Caption: n.shadowsCaption(r)}
		why, known := n.explanations[i]
		switch {
		case known:
			f.Order = why.order
			t := n.Narrator(r)
			f.Reasons, f.Past = t.Reasons(why.decisions), t.Overtaking(n.Pinned, why.overtook, why.others)
			if n.Unfolded[LooksKey(i)] {
				f.Looks = t.Looks(why.decisions)
			}
		case !r.Recorded():
			f.Asked = n.AwaitsAnswers()
		default: // a log does not say why
			f.Past = n.Narrator(r).Overtaking(n.Pinned, explain.Overtakers(r.Outcome, n.Pinned), nil)
		}
		f.Needs = n.Narrator(r).Needs(n.Pinned, n.Needs.found[i])
		fates = append(fates, f)
	}
	return fates
}

// obeyed says what became of the pinned job's commands.
func (n *Inspector) obeyed(o *engine.Outcome) []string {
	var lines []string
	for i := range o.Workload.Commands {
		c := &o.Workload.Commands[i]
		if c.Job != n.Pinned {
			continue
		}
		fate := "ignored by this policy"
		if o.Fates != nil {
			fate = explain.FateWords(o.Fates[i])
		}
		lines = append(lines, "At "+n.Clock().Format(c.At)+" "+explain.CommandWords(c)+": "+fate+".")
	}
	return lines
}
