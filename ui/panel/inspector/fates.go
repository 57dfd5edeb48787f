package inspector

import (
	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/phrase"
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
		f := fate{Label: r.Label, Policy: i, Summary: n.summary(r.Outcome), Before: n.BeforeWords(r), Obeyed: n.obeyed(r.Outcome), Lost: n.lostWords(r), Lasts: explain.LastsWords(r.Outcome, n.Pinned), Belief: explain.BeliefWords(r.Outcome, n.Pinned),
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
		case r.Kind != "recorded":
			f.Asked = true
		default: // a log does not say why
			f.Past = n.Narrator(r).Overtaking(n.Pinned, explain.Overtakers(r.Outcome, n.Pinned), nil)
		}
		f.Needs = n.Narrator(r).Needs(n.Pinned, n.Needs.found[i])
		fates = append(fates, f)
	}
	return fates
}

// summary says in a few words what became of the pinned job.
func (n *Inspector) summary(o *engine.Outcome) explain.Sentence {
	j := n.Pinned
	at := func(t engine.Time) explain.Words { return explain.TimeWords(n.Clock(), t) }
	switch {
	case o.State[j] == engine.Refused:
		return explain.Say("Refused: ", o.Refusal(j), ".")
	case o.Submitted(j) < 0:
		return explain.Say("Never submitted: the job that it follows never ended.")
	case o.Start[j] < 0:
		return explain.Say("Never started.")
	}
	var s explain.Sentence
	if o.Workload.After != nil && o.Workload.After[j] != engine.NoJob {
		s = explain.Say("Submitted at ", at(o.Submitted(j)), ". ")
	}
	s = explain.Say(s, explain.StartWords(o, j, n.Clock()), explain.OnFirstLane(o, j))
	if size := o.Size(j); size != o.Workload.Jobs[j].Processors {
		s = explain.Say(s, " on ", phrase.Plural(int64(size), "processor"))
	}
	s = explain.Say(s, explain.InterruptedWords(o, j))
	switch o.State[j] {
	case engine.Killed:
		s = explain.Say(s, ", killed at its limit at ", at(o.End[j]))
	case engine.Completed:
		s = explain.Say(s, ", ended at ", at(o.End[j]))
	}
	if o.End[j] >= 0 && len(explain.SegmentsOf(o, j)) > 1 {
		s = explain.Say(s, explain.OnLane(o, j))
	}
	s = explain.Say(s, explain.DueWords(o, j))
	if o.Overtook[j] {
		s = explain.Say(s, ". It started past a job that had arrived earlier")
	}
	return explain.Say(s, ".", explain.WaitInAll(o, j))
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
