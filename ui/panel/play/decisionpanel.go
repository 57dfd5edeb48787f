package play

import (
	"fmt"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/snapshot"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/phrase"
)

// DecisionPanel is what is said of the instant that is shown: the decision and the queue.
type DecisionPanel struct{ *Play }

// Of one call are told:
const (
	mostTold    = 3 // jobs that start, move or are interrupted
	mostRefused = 5 // reasons for which jobs that fit wait
	mostSaid    = 5 // jobs that do not fit, of which a script says why they wait
)

// Snapshot is the call in focus that is shown; nil if it is not known.
func (p *Play) Snapshot() *snapshot.Snapshot {
	l := p.Focused()
	if i := p.Call(l); i >= 0 {
		return &l.List[i]
	}
	return nil
}

// teller puts the decisions of the policy in focus into words.
func (p *Play) teller() explain.Narrator {
	t := p.Narrator(p.Focused().Run)
	t.Present = true
	return t
}

// Happened says what the policy was told of, and which of its schedulers made a pass: "Job 3 arrives; job 1 ends."
func (p *Play) Happened() explain.Sentence {
	s := p.Snapshot()
	if s == nil {
		return nil
	}
	t := p.teller()
	var clauses []explain.Sentence
	for _, kind := range []struct {
		kind     engine.EventKind
		one, all string
	}{
		{engine.Completion, " ends", " end"}, {engine.Arrival, " arrives", " arrive"}, {engine.Announcement, " is announced", " are announced"},
		{engine.Change, " is changed by a command", " are changed by commands"}, {engine.Overrun, " runs past its " + t.Planned(), " run past their " + t.Planned() + "s"},
	} {
		var jobs []explain.Words
		all := int(s.Happened[kind.kind])
		for _, e := range s.Events {
			switch {
			case e.Kind != kind.kind:
			case e.Kind == engine.Overrun && slices.Contains(s.Events, engine.Event{Kind: engine.Completion, Job: e.Job}):
				all-- // it has run past it, and ends
			default:
				jobs = append(jobs, t.Job(e.Job))
			}
		}
		if all > 0 {
			verb := kind.all
			if all == 1 {
				verb = kind.one
			}
			clauses = append(clauses, explain.Say(names(jobs, all), verb))
		}
	}
	if s.Passes&engine.MainPass != 0 {
		clauses = append(clauses, explain.Say("pass of the main scheduler"))
	}
	if s.Passes&engine.BackfillPass != 0 {
		clauses = append(clauses, explain.Say("pass of the backfill scheduler"))
	}
	if len(clauses) == 0 {
		clauses = append(clauses, explain.Say("the policy looks again, as it wished"))
	}
	told := explain.Say("At ", p.Clock().Format(s.At), ": ")
	for i, clause := range clauses {
		if i > 0 {
			told = explain.Say(told, "; ")
		}
		told = explain.Say(told, clause)
	}
	return explain.Say(told, ".")
}

// names lists so many jobs, at least one, of many the first; others may be missing among those given.
func names(jobs []explain.Words, all int) explain.Sentence {
	const most = 4
	rest := 0
	if all > most+1 || all > len(jobs) {
		jobs = jobs[:min(len(jobs), most)]
		rest = all - len(jobs)
	}
	var s explain.Sentence
	for i, j := range jobs {
		switch {
		case i == 0:
		case i+1 == len(jobs) && rest == 0:
			s = explain.Say(s, " and ")
		default:
			s = explain.Say(s, ", ")
		}
		s = explain.Say(s, j)
	}
	switch {
	case rest > 0 && len(jobs) > 0:
		return explain.Say(s, " and ", phrase.Plural(int64(rest), "more job"))
	case rest > 0:
		return explain.Say(phrase.Plural(int64(rest), "job"))
	}
	return s
}

// Decided tells what the policy did, why the head of the queue waits, why each job waits that
// fits, and what a script says of others, in the order in which it looked at them: what is free for one is what those before it left.
func (p *Play) Decided() []explain.Sentence {
	s := p.Snapshot()
	if s == nil {
		return nil
	}
	t := p.teller()
	var told []explain.Sentence
	acts, after, fitting, said := 0, 0, 0, 0
	refusals := t.Refusals(s.Decisions)
	refusals = refusals[:min(len(refusals), mostRefused)]
	for _, d := range s.Decisions {
		switch {
		case t.Refuses(d):
			if len(refusals) > 0 && refusals[0][0].Job == d.Job {
				told = append(told, t.Refusal(refusals[0]))
				fitting, refusals = fitting+len(refusals[0]), refusals[1:]
			}
		case !d.Rule.Acts():
			switch says := d.Said.String() != ""; {
			case len(s.Queue) > 0 && d.Job == s.Queue[0]:
				told = append(told, t.AtOnce(d))
			case says && said < mostSaid:
				told, said = append(told, t.AtOnce(d)), said+1
			}
		case acts < mostTold:
			told = append(told, t.AtOnce(d))
			acts, after = acts+1, len(told)
		}
	}
	if more := int(s.Acted) - acts; more > 0 {
		told = slices.Insert(told, after, explain.Say(phrase.Plural(int64(more), "more job"), t.DoesMore(more), "."))
	}
	if more := int(s.Fitting) - fitting; more > 0 && fitting > 0 {
		told = append(told, explain.Say(phrase.Plural(int64(more), "more job"), phrase.Verb(more, " fits but waits.", " fit but wait.")))
	}
	if s.Waiting == 0 {
		told = append(told, explain.Say("Nobody waits."))
	}
	return told
}

// Printed is what a script printed in the call that is shown, line by line.
func (p *Play) Printed() []string {
	s := p.Snapshot()
	if s == nil {
		return nil
	}
	lines := slices.Clone(s.Printed)
	if s.Unprinted > 0 {
		lines = append(lines, "… and "+phrase.Plural(int64(s.Unprinted), "more line"))
	}
	return lines
}

// printed is Printed as one text.
func (p *Play) printed() string { return strings.Join(p.Printed(), "\n") }

// Figures say how many jobs wait and how many processors are free, or why that is not known.
func (p *Play) Figures() string {
	l, s := p.Focused(), p.Snapshot()
	switch {
	case l == nil:
		return ""
	case !l.tells():
		return "The log tells when jobs started, not why: there are no decisions to show."
	case s != nil:
		// The decisions of this instant speak of what was free before them, this of what is left.
		return phrase.Plural(int64(s.Waiting), "job") + " waiting, " + phrase.Grouped(int64(s.Free)) + " of " + phrase.Plural(int64(l.Run.Outcome.Processors), "processor") + " left free."
	case l.Knows(p.Now):
		return "Nothing has happened yet."
	case l.lost:
		return "What the policy decided is not known: the simulation could not be repeated."
	}
	return "The policy is asked what it decided …"
}

// queued is a waiting job as the list shows it.
type queued struct {
	Job  int32
	Name string
	Text string // size, requested time, wait so far
	Mark string // what is special about it: "head of the queue"
	New  bool
}

// Queue lists the first waiting jobs.
func (p *Play) Queue() []queued {
	s := p.Snapshot()
	if s == nil {
		return nil
	}
	l := p.Focused()
	o := l.Run.Outcome
	var list []queued
	for i, j := range s.Queue {
		if l.Every > 0 && o.Start[j] >= 0 && o.Start[j] <= p.Now && !o.Reruns() {
			continue // not every call is looked at, and the job has started since
		}
		job := o.Workload.Jobs[j]
		q := queued{Job: j, Name: p.teller().Subject(j).Text}
		q.Text = phrase.Plural(int64(job.Processors), "processor") + ", requests " + phrase.Span(job.Estimate) + ", waits " + phrase.Span(max(p.Now-o.Ready(j), 0))
		var marks []string
		if i == 0 && !l.ordered {
			marks = append(marks, "head of the queue")
		}
		if at := slices.IndexFunc(s.Reserved, func(promise snapshot.Promise) bool { return promise.Job == j }); at >= 0 {
			marks = append(marks, "due at "+p.Clock().Format(s.Reserved[at].At))
		}
		if p.stillFits(s, j) {
			marks = append(marks, "fits")
		}
		if arrives(o, s, j) {
			marks, q.New = append(marks, "new"), true
		}
		q.Mark = strings.Join(marks, ", ")
		list = append(list, q)
	}
	return list
}

// stillFits says whether a waiting job had room when the policy looked at it, and has it still: nobody was started after that.
func (p *Play) stillFits(s *snapshot.Snapshot, j int32) bool {
	t, at := p.teller(), slices.IndexFunc(s.Decisions, func(d engine.Decision) bool { return d.Job == j })
	return at >= 0 && t.Refuses(s.Decisions[at]) && t.Outcome.Occupied(j) <= s.Free &&
		!slices.ContainsFunc(s.Decisions[at:], func(d engine.Decision) bool { return explain.Starts(d.Rule) })
}

// arrives says whether a waiting job is one of those whose arrival a call was told of. Where not all events
// are noted, it is if it came at that instant.
func arrives(o *engine.Outcome, s *snapshot.Snapshot, j int32) bool {
	all := 0
	for _, n := range s.Happened {
		all += int(n)
	}
	return slices.Contains(s.Events, engine.Event{Kind: engine.Arrival, Job: j}) || all > len(s.Events) && o.Ready(j) == s.At
}

// gone are those who have left the queue in this call.
func (p *Play) gone() []queued {
	s := p.Snapshot()
	if s == nil {
		return nil
	}
	var list []queued
	for _, d := range s.Decisions {
		if explain.Starts(d.Rule) && d.Rule != engine.MovedByPlan && len(list) < mostTold {
			list = append(list, queued{Job: d.Job, Name: p.teller().Subject(d.Job).Text, Mark: "has just started"})
		}
	}
	return list
}

// Others says how many wait beside those on the list.
func (p *Play) Others() string {
	s := p.Snapshot()
	if s == nil || int(s.Waiting) <= len(s.Queue) {
		return ""
	}
	return "and " + phrase.Grouped(int64(s.Waiting)-int64(len(s.Queue))) + " more"
}

// queueOrder says how the list is ordered.
func (p *Play) queueOrder() string {
	l := p.Focused()
	switch {
	case l == nil || !l.tells():
		return ""
	case l.Run.Kind == "convergent":
		return "in the order of their best priorities in the last plan"
	case l.ordered:
		return "in the order of their priorities"
	}
	return "in the order of arrival"
}

// LineNow is a job under the g-th policy on the timeline in one line, as far as is known at the
// instant that is shown; "" if the timeline shows the whole of the runs.
func (p *Play) LineNow(g int, j int32) string {
	if !p.On {
		return ""
	}
	o, now, clock := p.Drawn[g].Outcome, p.Now, p.Clock()
	w, first := o.Workload, o.FirstStart(j)
	text := fmt.Sprintf("Job %d, ", w.JobNumber(j)) + phrase.Plural(int64(w.Jobs[j].Processors), "processor") + explain.MemoryWords(o, j) + ", requests " + phrase.Span(w.Jobs[j].Estimate)
	switch {
	case o.End[j] >= 0 && o.End[j] <= now && o.Start[j] < 0:
		text += "; waited " + panel.WaitText(o.Wait(j)) + ", cancelled " + clock.Format(o.End[j])
	case first >= 0 && first <= now:
		text += "; waited " + panel.WaitText(first-o.Ready(j)) + ", started " + clock.Format(first)
		switch {
		case o.End[j] >= 0 && o.End[j] <= now && o.State[j] == engine.Cancelled:
			text += ", cancelled " + clock.Format(o.End[j])
		case o.End[j] >= 0 && o.End[j] <= now:
			text += ", ended " + clock.Format(o.End[j])
		case o.Stopped != nil && !explain.Runs(o, j, now):
			text += ", waits again"
		}
	case o.Ready(j) >= 0 && o.Ready(j) <= now:
		text += "; has waited " + phrase.Span(now-o.Ready(j))
	}
	if known := p.Timeline.Play.Known; g < len(known) && known[g] != nil {
		for _, promise := range known[g].Reserved {
			if promise.Job == j {
				text += ", is due at " + clock.Format(promise.At)
			}
		}
	}
	return text + "; under " + p.Drawn[g].Label
}

// sayNow announces the instant that is shown.
func (p *Play) sayNow() {
	text := explain.Say(p.Happened())
	for _, told := range p.Decided() {
		text = explain.Say(text, " ", told)
	}
	if len(text) == 0 {
		text = explain.Say(p.Clock().Format(p.Now), ". ", p.Figures())
	}
	p.Browser.Say(text.String())
}

func (c *DecisionPanel) heading() string {
	if c.running {
		return "Now"
	}
	return "At this instant"
}

func (c *DecisionPanel) queueHeading() string {
	s := c.Snapshot()
	if s == nil || s.Waiting == 0 {
		return "The queue is empty"
	}
	return "The queue, " + c.queueOrder()
}

// focusTells says whether the policy in focus makes decisions.
func (p *Play) focusTells() bool { return p.Focused() != nil && p.Focused().tells() }

func (q queued) class() string {
	if q.New {
		return "new"
	}
	return ""
}
