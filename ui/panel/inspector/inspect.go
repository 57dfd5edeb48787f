package inspector

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/timeline"
)

// Inspector is the panel that tells everything about the pinned job.
type Inspector struct {
	*panel.Shared
	Alteration vugu.Builder // by which the job is changed

	explanations map[int]explanation // by policy of the results
	Needs        needsState
}

// New makes the panel.
func New(s *panel.Shared) *Inspector {
	n := &Inspector{Shared: s}
	s.OnPin = append(s.OnPin, n.pinnedAnother)
	return n
}

// explanation is what is known of the pinned job under one policy.
type explanation struct {
	decisions []engine.Decision // about it
	others    []engine.Decision // about jobs that overtook it
	overtook  []int32           // all of these (overtaking.go)
	order     string            // orderWords
}

// pinnedAnother forgets what is known of the job that was pinned before, and asks about the one that is.
func (n *Inspector) pinnedAnother() {
	n.explanations = map[int]explanation{}
	n.forgetNeeds()
	if n.Pinned != engine.NoJob {
		n.AskWhy()
	}
}

// AskWhy asks for the reasons of the pinned job under every policy.
func (n *Inspector) AskWhy() {
	if n.Running {
		return // its end asks
	}
	for i, r := range n.Shown.Results.Runs {
		if _, known := n.explanations[i]; r != nil && r.Kind != "recorded" && !known {
			j := n.Pinned
			overtook := explain.Overtakers(r.Outcome, j)
			asked := append([]int32{j}, overtook[:min(len(overtook), explain.MostExplained)]...)
			n.Explain(n.OnPage(), i, asked, session.Reply{
				Came: func(decisions []engine.Decision) {
					if r != n.Shown.Results.Runs[i] || j != n.Pinned {
						return
					}
					e := explanation{overtook: overtook, order: n.orderWords(i, j)}
					for _, d := range decisions {
						if d.Job == j {
							e.decisions = append(e.decisions, d)
						} else if explain.Starts(d.Rule) {
							e.others = append(e.others, d)
						}
					}
					n.explanations[i] = e
					n.AskNeeds()
				},
				Failed: func(f result.Failure) { n.Failed(n.RunNumber, f) },
			})
		}
	}
}

// Close empties the inspector and gives the focus back to where the job
// was chosen.
func (n *Inspector) Close() {
	j, listed := n.Pinned, n.Listed
	n.Unpin()
	switch {
	case !listed:
		n.Browser.Focus(panel.TimelineHost)
	case n.Lists(j):
		n.Browser.Focus(panel.JobButton(j))
	default:
		n.Browser.Focus("jobs")
	}
}

// UnpinIfGone keeps the pinned job when new results have come, if it still exists.
// The reasons have to be asked for anew.
func (n *Inspector) UnpinIfGone() {
	if n.Pinned == engine.NoJob {
		return
	}
	if int(n.Pinned) >= len(n.Workload().Jobs) {
		n.Unpin()
		return
	}
	n.explanations = map[int]explanation{}
	clear(n.Losses)
	n.forgetNeeds()
}

// submission says when job j is submitted, whatever the policy.
func (n *Inspector) submission(j int32) string {
	w := n.Workload()
	if w.After == nil || w.After[j] == engine.NoJob {
		return n.Clock().Format(w.Jobs[j].Submit)
	}
	after := fmt.Sprintf("job %d has ended", w.JobNumber(w.After[j]))
	if w.Continues != nil && w.Continues[j] {
		after = "its test run has ended"
	}
	if w.Think == nil || w.Think[j] <= 0 {
		return "when " + after
	}
	return phrase.Span(w.Think[j]) + " after " + after
}

// Relation leads from the pinned job to the other of its two runs, or to the job that it
// follows; nil if there is none.
func (n *Inspector) Relation() explain.Sentence {
	w, j := n.Workload(), n.Pinned
	switch {
	case w.Continued(j):
		return explain.Say("If this test run is stopped, the ", explain.JobWords("full run", j+1), " follows.")
	case w.Continues != nil && w.Continues[j]:
		return explain.Say("A ", explain.JobWords("test run", j-1), " came first.")
	case w.After != nil && w.After[j] != engine.NoJob:
		return explain.Say("It follows ", explain.JobWords(fmt.Sprintf("job %d", w.JobNumber(w.After[j])), w.After[j]), ".")
	}
	return nil
}

// Fact is one attribute of a job.
type Fact struct{ Name, Text string }

// Facts are the attributes of the pinned job that no policy changes.
func (n *Inspector) Facts() []Fact {
	w, j := n.Workload(), n.Pinned
	job := w.Jobs[j]
	clock := n.Clock()
	facts := []Fact{
		{"Submitted", n.submission(j)},
		{"Processors", phrase.Grouped(int64(job.Processors))},
		{"Run time", phrase.Span(job.Run)},
		{"Requested time", phrase.Span(job.Estimate)},
	}
	if w.Memory != nil && w.Memory[j] > 0 {
		total := float64(w.Memory[j]) * float64(job.Processors)
		facts = slices.Insert(facts, 2, Fact{"Memory", timeline.Gigabytes(total / 1024)})
	}
	if w.Components != nil && w.Components[j] != nil {
		facts = append(facts, Fact{"Components", strings.Trim(strings.ReplaceAll(fmt.Sprint(w.Components[j]), " ", " + "), "[]")})
	}
	if w.Bandwidth != nil {
		facts = append(facts, Fact{"Bandwidth of each process", panel.BandwidthText(w.Bandwidth[j])})
	}
	if w.Network != nil {
		facts = append(facts, Fact{"Network of each process", panel.BandwidthText(w.Network[j])})
	}
	if w.Dedicated(j) {
		facts = append(facts, Fact{"Requested start", clock.Format(w.Requested[j])})
	}
	if due := w.DeadlineOf(j); due != engine.Never {
		facts = append(facts, Fact{"Deadline", clock.Format(due)})
	}
	if w.Benchmark != nil && w.Benchmark[j] > 0 {
		facts = append(facts, Fact{"Times hold at", strconv.Itoa(int(w.Benchmark[j])) + " MIPS"})
	}
	if needs := w.Needs(j); needs != 0 {
		facts = append(facts, Fact{"Needs", explain.LicenceList(needs)})
	}
	if w.KeepsAnywhere(j) {
		facts = append(facts, Fact{"Checkpoints", "keeps what it has done"})
	}
	add := func(name string, column []int32) {
		if column != nil && column[j] >= 0 {
			facts = append(facts, Fact{name, fmt.Sprint(column[j])})
		}
	}
	add("User", w.User)
	add("Group", w.Group)
	add("Executable", w.App)
	if w.Queue != nil && w.Queue[j] >= 0 {
		facts = append(facts, Fact{"Queue", w.QueueName(w.Queue[j])})
	}
	for i := range w.Commands {
		if c := &w.Commands[i]; c.Job == j {
			facts = append(facts, Fact{"Command at " + clock.Format(c.At), explain.CommandWords(c)})
		}
	}
	if w.Wait != nil && w.Wait[j] >= 0 {
		facts = append(facts, Fact{"Wait in the log", panel.WaitText(w.Wait[j])})
	}
	return facts
}

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
	Segments []explain.Sentence // if there are several
	Shadows  [][]string         // its shared shadows, below a row of names, if they are unfolded
	Caption  string             // of these
	Asked    bool               // the reasons are still to come
}

// Fates lists them in the order of the policies.
func (n *Inspector) Fates() []fate {
	var fates []fate
	for i, r := range n.Shown.Results.Runs {
		if r == nil {
			continue
		}
		f := fate{Label: r.Label, Policy: i, Summary: n.summary(r.Outcome), Before: n.BeforeWords(r), Obeyed: n.obeyed(r.Outcome), Lost: n.lostWords(r), Lasts: explain.LastsWords(r.Outcome, n.Pinned),
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
	if n := o.Size(j); n != o.Workload.Jobs[j].Processors {
		s = explain.Say(s, " on ", phrase.Plural(int64(n), "processor"))
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
