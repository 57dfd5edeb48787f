package tworuns

import (
	"fmt"
	"slices"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/compare"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// firstOf is the job of the first run that is job k of the second, NoJob if there is none. O(jobs) for the first call.
func (c *comparison) firstOf(k int32) int32 {
	if c.firstBySecond == nil {
		c.firstBySecond = slices.Repeat([]int32{engine.NoJob}, len(c.B.Run().Outcome.Start))
		for j, paired := range c.pairs {
			if paired != engine.NoJob {
				c.firstBySecond[paired] = int32(j)
			}
		}
	}
	return c.firstBySecond[k]
}

// Sentence says who waits less and by how much, and when the schedules part.
func (c *comparison) Sentence() explain.Sentence {
	if c.Refusal != "" {
		return explain.Say(c.Refusal)
	}
	a, b := c.A.Name(), c.B.Name()
	if len(c.Jobs) == 0 {
		return explain.Say(c.notStarted(), "No job started under both ", a, " and ", b, ".")
	}
	if lost := c.notStarted(); lost != "" {
		return explain.Say(lost, c.ofThose(), c.parted())
	}
	switch n := len(c.Jobs); {
	case c.Same == n && n == 1:
		return explain.Say("The one job waits as long under ", b, " as under ", a, ".", c.parted())
	case c.Same == n:
		return explain.Say("All ", phrase.Plural(int64(n), "job"), " wait as long under ", b, " as under ", a, ".", c.parted())
	}
	less := "no job waits"
	if c.Less > 0 {
		less = phrase.Plural(int64(c.Less), "job") + phrase.Verb(c.Less, " waits", " wait")
	}
	return explain.Say("Under ", b, " ", less, " less than under ", a, ", ", phrase.OrNone(c.Longer), " longer and ", phrase.OrNone(c.Same), " as long; the mean wait is ", c.meanWords(), ".", c.parted())
}

// notStarted says which jobs that started under one of the runs did not start under the other, which no mean tells of; "" if there are none.
func (c *comparison) notStarted() string {
	text := ""
	for i, names := range [][2]string{{c.A.Name(), c.B.Name()}, {c.B.Name(), c.A.Name()}} {
		if n := c.oneStarted[i]; n > 0 {
			text += phrase.Plural(int64(n), "job") + " that started under " + names[0] + " did not start under " + names[1] + ". "
		}
	}
	return text
}

// ofThose compares the jobs that started under both, where others did not.
func (c *comparison) ofThose() string {
	a, b, n := c.A.Name(), c.B.Name(), len(c.Jobs)
	switch {
	case n == 1 && c.Same == 1:
		return "The one job that started under both waits as long under " + b + " as under " + a + "."
	case c.Same == n:
		return "All " + phrase.Plural(int64(n), "job") + " that started under both wait as long under " + b + " as under " + a + "."
	}
	return "Of the " + phrase.Plural(int64(n), "job") + " that started under both, " + phrase.OrNone(c.Less) + phrase.Verb(c.Less, " waits", " wait") + " less under " + b + " than under " + a + ", " +
		phrase.OrNone(c.Longer) + " longer and " + phrase.OrNone(c.Same) + " as long; their mean wait is " + c.meanWords() + "."
}

// meanWords are the mean difference.
func (c *comparison) meanWords() string {
	switch {
	case c.Mean == 0:
		return "the same"
	case c.Mean < 0:
		return phrase.Seconds(-c.Mean) + " shorter"
	}
	return phrase.Seconds(c.Mean) + " longer"
}

// parted is a short remark on when the schedules part.
func (c *comparison) parted() explain.Sentence {
	if c.divergence.At == engine.Never {
		return explain.Say(" The two schedules are the same.")
	}
	return explain.Say(" The schedules part at ", explain.TimeWords(c.clock, c.divergence.At), ".")
}

// Headline says how the schedules part: which job starts under one and when under the other.
func (c *comparison) Headline() explain.Sentence {
	d := c.divergence
	if d.At == engine.Never {
		return nil
	}
	when := explain.TimeWords(c.clock, d.At)
	doer, other, j, k := c.A, c.B, d.A, d.B // under doer it happens at that instant
	which := 0
	if d.InB {
		doer, other, j, k, which = c.B, c.A, d.B, d.A, 1
	}
	o, u := doer.Run().Outcome, other.Run().Outcome
	job := explain.JobWords(explain.JobName(o, j), c.jobOnPage(which, j))
	others := d.Others(doer.Name(), other.Name())
	switch d.How {
	case compare.Elsewhere:
		return explain.Say("At ", when, ", ", job, " starts on ", explain.LaneName(u, u.Lane[k]), " under ", other.Name(), " and on ", explain.LaneName(o, o.Lane[j]), " under ", doer.Name(), ".", others)
	case compare.Ends:
		s := explain.Say("At ", when, ", ", job, " ends under ", doer.Name(), ", but not under ", other.Name())
		again := o.Segments != nil || len(explain.SegmentsOf(o, j)) > 1 || o.Start[j] < 0
		if again {
			s = explain.Say("At ", when, ", ", job, " ends or is interrupted under ", doer.Name(), ", but not under ", other.Name())
		}
		if n := u.End[k]; n > d.At && !again {
			s = explain.Say(s, ", where it ends at ", explain.TimeWords(c.clock, n))
		}
		return explain.Say(s, ".", others)
	}
	s := explain.Say("At ", when, ", ", job, " starts under ", doer.Name())
	switch {
	case k == engine.NoJob:
		return explain.Say(s, "; ", other.Name(), " has no such job.", others)
	case u.FirstStart(k) < 0:
		return explain.Say(s, ", and never under ", other.Name(), ".", others)
	case u.FirstStart(k) > d.At:
		return explain.Say(s, ", and not before ", explain.TimeWords(c.clock, u.FirstStart(k)), " under ", other.Name(), ".", others)
	}
	return explain.Say(s, ", again, and not under ", other.Name(), ".", others) // it was interrupted
}

// remarks say what is not compared, and what one pair of runs is worth.
func (c *comparison) remarks() []string {
	var told []string
	a, b := c.A.Name(), c.B.Name()
	add := func(n int, one, many string) {
		if n > 0 {
			told = append(told, phrase.Plural(int64(n), "job")+phrase.Verb(n, one, many))
		}
	}
	add(c.changed, " asks for something else, or comes at another time, under "+b+"; its waits are compared all the same.", " ask for something else, or come at other times, under "+b+"; their waits are compared all the same.")
	add(c.onlyA, " is only in the workload of "+a+".", " are only in the workload of "+a+".")
	add(c.onlyB, " is only in the workload of "+b+".", " are only in the workload of "+b+".")
	add(c.oneStarted[0]+c.oneStarted[1], " started under one of them only, and is left out.", " started under one of them only, and are left out.")
	return told
}

// line is a row in one line.
func (c *comparison) line(row int32) string {
	o := c.A.Run().Outcome
	j := c.Jobs[row]
	text := fmt.Sprintf("Job %d%s, %s for %s: waits %s under %s and %s under %s", o.Workload.JobNumber(j), explain.AttemptWords(o.Workload, j, ", "), phrase.Plural(int64(o.Workload.Jobs[j].Processors), "processor"),
		phrase.Span(o.Workload.Jobs[j].Run), panel.WaitText(c.wait[0][row]), c.A.Name(), panel.WaitText(c.wait[1][row]), c.B.Name())
	if d := c.Difference(row); d != 0 {
		text += ", " + differenceText(d)
	}
	return text
}

// differenceText is by how much longer or shorter.
func differenceText(d engine.Time) string {
	switch {
	case d < 0:
		return phrase.Span(-d) + " less"
	case d > 0:
		return phrase.Span(d) + " more"
	}
	return "as long"
}

// Evidence says what one pair of runs is worth, and what there is beyond it.
func (t *TwoRuns) Evidence() string {
	if t.Measurement != nil {
		return "This is one pair of runs. How sure the difference is over all workloads is told in the answers, where they are compared in pairs, with intervals."
	}
	if c := t.found; c != nil && (draws(c.A) || draws(c.B)) {
		return "One pair of runs is no evidence: it is one drawing of when Slurm's loops begin, and in another one others may win."
	}
	if r := t.Shown.Results.Report; r != nil && r.File != "" {
		return "One pair of runs is no evidence: on another log, or in another part of this one, others may win."
	}
	return "One pair of runs is no evidence: on another workload others may win. Repeat the experiment with other random numbers (Sweep and replications) to learn how sure the difference is."
}

// draws says whether a run is one drawing of several.
func draws(c session.Contender) bool { return c.Of.Plan.Policies[c.Policy].Kind.Draws }

// evidenceBar leads to the comparison in pairs, if there is one.
func (t *TwoRuns) evidenceBar() vugu.Builder {
	if t.Measurement == nil {
		return t.QuietBar("")
	}
	return t.QuietBar("Evidence", widget.Button{Text: "Go to the answers", Do: func() { t.Browser.Focus("answers") }})
}
