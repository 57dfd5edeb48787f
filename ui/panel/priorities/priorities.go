package priorities

import (
	"slices"

	"backfill/engine"
	"backfill/engine/factors"
	"backfill/ui/panel"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/widget"

	"github.com/vugu/vugu"
)

// Priorities is the panel.
type Priorities struct {
	*panel.Shared

	policy    panel.PolicyChoice
	partition int    // of the pinned job: the place of one of those in which it may run
	view      string // what the lines show: one of views
	from      int    // the first row of the tree on the visible page

	job, tree inquiry
}

// How many instants the series have at most.
const (
	jobSteps  = 200
	treeSteps = 120
)

// inquiry is what came of a question, to which instants are added as they are wanted.
type inquiry struct {
	record  *factors.Record // nil: nothing has come
	at      engine.Time     // that is wanted; below 0: not chosen yet
	asked   bool            // a question is on its way
	askedAt engine.Time     // of that, or of the last
	number  int             // of the question; another one is not waited for any more
	failure string          // why nothing came
}

func (a *inquiry) forget() { *a = inquiry{at: -1, number: a.number + 1} }

// New makes the panel.
func New(s *panel.Shared) *Priorities {
	p := &Priorities{Shared: s, view: views[0], policy: panel.PolicyChoice{Of: weighs}}
	p.job.forget()
	p.tree.forget()
	s.OnPin = append(s.OnPin, p.pinnedAnother)
	s.OnInstant = append(s.OnInstant, p.LookAt)
	s.OnNamed = append(s.OnNamed, p.draw)
	return p
}

// WeighedRun is the run whose priorities are shown, nil if there is none.
func (p *Priorities) WeighedRun() *result.Run { return p.policy.Run(p.Shown.Results) }

// weighs says whether a run is of a policy that may have priorities of factors.
func weighs(r *result.Run) bool { return r.Kind == "slurm" }

// labels are the policies that have some.
func (p *Priorities) labels() []string { return p.policy.Labels(p.Shown.Results) }

// ChoosePolicy shows the policy with that label.
func (p *Priorities) ChoosePolicy(label string) {
	p.policy.Choose(p.Shown.Results, label)
	p.Forget()
	p.Ask()
}

// choosePartition shows the pinned job's priority in the partition of that name.
func (p *Priorities) choosePartition(name string) {
	p.partition = max(slices.Index(p.partitions(), name), 0)
	p.job.forget()
	p.Ask()
}

// pinnedAnother forgets what is known of another job.
func (p *Priorities) pinnedAnother() {
	p.partition = 0
	p.job.forget()
	p.Ask()
}

// Forget drops what is shown: it is of an earlier run or of another policy.
func (p *Priorities) Forget() {
	p.partition, p.from = 0, 0
	p.job.forget()
	p.tree.forget()
}

// GiveUp forgets what was asked of a simulation that is over.
func (p *Priorities) GiveUp() {
	p.job.asked, p.tree.asked = false, false
	p.job.number++
	p.tree.number++
}

func (p *Priorities) open() bool { return p.Unfolded["priorities"] && p.WeighedRun() != nil }

// Ask asks for what is to be shown and is not there.
func (p *Priorities) Ask() {
	r := p.WeighedRun()
	if r == nil || p.Running || !p.Unfolded["priorities"] {
		return
	}
	if p.Inspecting() {
		if from, to := stay(r.Outcome, p.Pinned); from >= 0 && from <= to {
			p.ask(&p.job, factors.Question{Job: p.Pinned, Partition: p.partition, From: from, To: to, Steps: jobSteps})
		}
	}
	from, to := whole(r.Outcome)
	p.ask(&p.tree, factors.Question{Job: engine.NoJob, From: from, To: to, Steps: treeSteps, Users: true})
}

// ask asks for a series and what holds at the instant wanted, or for that alone if the series has come. One thing is asked for at a time: when
// it has come, what is wanted by then.
func (p *Priorities) ask(a *inquiry, q factors.Question) {
	if a.at < 0 {
		a.at = q.From + (q.To-q.From)/2
	}
	if a.asked || a.failure != "" || a.record != nil && (a.record.Unweighed != "" || a.askedAt == a.at) {
		return
	}
	a.at = min(max(a.at, q.From), q.To)
	q.At = a.at
	series := a.record == nil
	if !series {
		q.To, q.Users = q.From-1, false
	}
	a.number++
	number := a.number
	a.asked, a.askedAt = true, a.at
	p.Factors(p.OnPage(), p.policy.Policy, q, session.Reply{
		Weighs: func(record *factors.Record) {
			if number != a.number {
				return
			}
			p.Browser.Hold()
			a.asked = false
			if series {
				a.record = record
			} else {
				a.record.Next, a.record.Tree = record.Next, record.Tree
			}
			p.draw()
			p.Ask()
		},
		Failed: func(f result.Failure) {
			if number == a.number {
				a.asked, a.failure = false, f.Reason
			}
		},
	})
}

// stay is from when to when a job waited: to the millisecond before it started or, if it never did, to the end; -1 if it never came.
func stay(o *engine.Outcome, j int32) (from, to engine.Time) {
	from = o.Ready(j)
	if from < 0 || o.State[j] == engine.Refused {
		return -1, -1
	}
	if o.Start[j] >= 0 {
		return from, o.Start[j] - 1
	}
	_, to = whole(o)
	return from, to
}

// whole is from the first arrival to the last end.
func whole(o *engine.Outcome) (from, to engine.Time) {
	from = -1
	for j := range o.Workload.Jobs {
		if at := o.Ready(int32(j)); at >= 0 {
			if to = max(to, at, o.End[j]); from < 0 || at < from {
				from = at
			}
		}
	}
	return max(from, 0), max(to, from, 0)
}

// LookAt shows what holds at an instant, if it is one of those that can be shown.
func (p *Priorities) LookAt(at engine.Time) {
	r := p.WeighedRun()
	if r == nil {
		return
	}
	if p.Inspecting() {
		if from, to := stay(r.Outcome, p.Pinned); at >= from && at <= to {
			p.job.at = at
		}
	}
	if from, to := whole(r.Outcome); at >= from && at <= to {
		p.tree.at = at
	}
	p.Ask()
}

// bar unfolds the panel.
func (p *Priorities) bar() vugu.Builder {
	b := p.Folds("priorities", "Show")
	b.ID, b.Name = "show-priorities", "Show priorities and fair-share"
	if p.open() {
		b.Text, b.Name = "Hide", "Hide priorities and fair-share"
	}
	fold := b.Do
	b.Do = func() {
		fold()
		p.Ask()
		p.draw()
	}
	return p.QuietBar("Priorities and fair-share", []widget.Button{b}...)
}

// unweighed says why there is nothing to show, "" if there is something.
func (p *Priorities) unweighed() string {
	switch {
	case p.tree.failure != "":
		return "The simulation cannot be repeated: " + p.tree.failure
	case p.tree.record == nil:
		return ""
	case p.tree.record.Unweighed != "":
		return "There is nothing to show under " + p.WeighedRun().Label + ": " + p.tree.record.Unweighed + "."
	}
	return ""
}

// weighed says whether there is something to show.
func (p *Priorities) weighed() bool {
	return p.open() && p.tree.record != nil && p.tree.record.Unweighed == ""
}

// state says what is on its way.
func (p *Priorities) state() string {
	if p.open() && p.tree.record == nil && p.tree.failure == "" {
		return "Repeating the simulation with an eye on priorities …"
	}
	return ""
}
