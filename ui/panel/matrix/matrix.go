package matrix

import (
	"fmt"
	"sort"
	"strconv"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/result"
	"backfill/ui/timeline"
	"backfill/ui/widget"
)

// PriorityMatrix is the panel with the heat map.
type PriorityMatrix struct {
	*panel.Shared

	policy  panel.PolicyChoice
	at      engine.Time      // the first plan from then on is wanted; -1: the one that tells most
	Asked   bool             // a plan is on its way
	askedAt engine.Time      // of that plan
	Came    *engine.Matrix   // the plan that came last; nil: none yet
	Picture *timeline.Matrix // of that plan; nil: it has no jobs
	rows    string           // which rows are shown: one of rowChoices
}

// New makes the panel.
func New(s *panel.Shared) *PriorityMatrix {
	p := &PriorityMatrix{Shared: s, at: -1, rows: rowChoices[0], policy: panel.PolicyChoice{Of: ranksPairs}}
	s.OnPin = append(s.OnPin, p.arrange)
	s.OnDress = append(s.OnDress, p.dress)
	s.OnInstant = append(s.OnInstant, p.LookAt)
	return p
}

// PlannedRun is the run whose plans are shown, nil if there is none.
func (p *PriorityMatrix) PlannedRun() *result.Run { return p.policy.Run(p.Shown.Results) }

// ranksPairs says whether a run is of a policy that has a matrix, and made plans.
func ranksPairs(r *result.Run) bool {
	return r.Kind == "convergent" && len(r.Outcome.Plans) > 0
}

// labels are the policies that have a matrix.
func (p *PriorityMatrix) labels() []string { return p.policy.Labels(p.Shown.Results) }

// choosePolicy shows the plans of the policy with that label.
func (p *PriorityMatrix) choosePolicy(label string) {
	p.policy.Choose(p.Shown.Results, label)
	p.Forget()
	p.AskPlan()
}

// Forget drops the plan that is shown: it is of an earlier run or of another policy.
func (p *PriorityMatrix) Forget() {
	p.Came, p.Picture, p.Asked = nil, nil, false
	p.markPlan()
}

// markPlan marks the plan that is shown on the timeline.
func (p *PriorityMatrix) markPlan() {
	p.PlanAt = engine.Never
	if p.Came != nil && p.Unfolded["matrix"] {
		p.PlanAt = p.Came.At
	}
	p.MarkInstants()
}

// AskPlan asks for the plan that is wanted, if it is to be shown and is not there. One is
// asked for at a time: when it has come, the one that is wanted by then.
func (p *PriorityMatrix) AskPlan() {
	r := p.PlannedRun()
	if r == nil || p.Running || p.Asked || !p.Unfolded["matrix"] {
		return
	}
	if p.at < 0 {
		p.at = p.InstantToShow(r)
	}
	p.at = r.Outcome.Plans[planAt(r.Outcome.Plans, p.at)]
	if p.Came != nil && p.askedAt == p.at {
		return
	}
	p.Asked, p.askedAt = true, p.at
	p.Browser.Matrix(p.RunNumber, p.OnPage().Simulation(p.policy.Policy), p.at)
}

// InstantToShow is when the pinned job was interrupted first or, if it never was, when it arrived. Without a pinned job it is the
// middle of what the timeline shows.
func (p *PriorityMatrix) InstantToShow(r *result.Run) engine.Time {
	if p.Inspecting() {
		if at := explain.Interruption(r.Outcome, p.Pinned, -1); at >= 0 {
			return at
		}
		return r.Outcome.Ready(p.Pinned)
	}
	if p.Timeline != nil {
		return (p.Timeline.View.T0 + p.Timeline.View.T1) / 2
	}
	return r.Outcome.Plans[len(r.Outcome.Plans)/2]
}

// planAt is the first plan at an instant or after it, or the last one.
func planAt(plans []engine.Time, at engine.Time) int {
	return min(sort.Search(len(plans), func(i int) bool { return plans[i] >= at }), len(plans)-1)
}

// PlanCame hands over what Browser.Matrix asked for.
func (p *PriorityMatrix) PlanCame(run, policy int, at engine.Time, came *engine.Matrix) {
	if run != p.RunNumber || !p.Asked || policy != p.policy.Policy || at != p.askedAt {
		return
	}
	r := p.PlannedRun()
	p.Asked, p.Came, p.Picture = false, came, nil
	if r != nil && len(came.Jobs) > 0 && came.Lanes == len(r.Outcome.Lanes) && len(came.Terms) > 0 {
		p.Picture = timeline.NewMatrix(came, r.Outcome.Lanes)
		p.Picture.Number = r.Outcome.Workload.JobNumber
	}
	p.dress()
	p.arrange()
	p.markPlan()
	if p.at != p.askedAt {
		p.AskPlan()
		return
	}
	p.Browser.Say(p.PlanWords())
}

// LookAt chooses the plan that is in force at an instant.
func (p *PriorityMatrix) LookAt(at engine.Time) {
	if r := p.PlannedRun(); r != nil {
		plans := r.Outcome.Plans
		p.ShowPlan(plans[max(sort.Search(len(plans), func(i int) bool { return plans[i] > at })-1, 0)])
	}
}

// ShowPlan chooses the first plan at an instant or after it. It is asked for if the heat map is unfolded.
func (p *PriorityMatrix) ShowPlan(at engine.Time) {
	p.at = at
	p.AskPlan()
}

// StepPlan chooses the plan so many after the one that is wanted.
func (p *PriorityMatrix) StepPlan(by int) {
	if r := p.PlannedRun(); r != nil {
		plans := r.Outcome.Plans
		p.ShowPlan(plans[min(max(planAt(plans, p.at)+by, 0), len(plans)-1)])
	}
}

// lastPlan is the number of the last plan, from 0.
func (p *PriorityMatrix) lastPlan() int { return len(p.PlannedRun().Outcome.Plans) - 1 }

// planShown is the number of the plan that is wanted, from 0.
func (p *PriorityMatrix) planShown() string {
	return fmt.Sprint(planAt(p.PlannedRun().Outcome.Plans, p.at))
}

// setPlan chooses the plan of that number, from 0.
func (p *PriorityMatrix) setPlan(number string) {
	if i, err := strconv.Atoi(number); err == nil && i >= 0 && i <= p.lastPlan() {
		p.ShowPlan(p.PlannedRun().Outcome.Plans[i])
	}
}

// bar unfolds the heat map and goes from plan to plan.
func (p *PriorityMatrix) bar() vugu.Builder {
	b := p.Folds("matrix", "Show")
	b.ID, b.Name = "show-matrix", "Show the priorities of jobs on computers"
	fold := b.Do
	b.Do = func() {
		fold()
		p.markPlan()
		p.AskPlan()
	}
	list := []widget.Button{b}
	if r := p.PlannedRun(); r != nil && p.Unfolded["matrix"] {
		list[0].Text, list[0].Name = "Hide", "Hide the priorities of jobs on computers"
		step := func(text, name string, by int) widget.Button {
			at, last := planAt(r.Outcome.Plans, p.at), len(r.Outcome.Plans)-1
			return widget.Button{Text: text, Name: name, Disabled: by < 0 && at == 0 || by > 0 && at == last, Do: func() { p.StepPlan(by) }}
		}
		list = append(list, step("←", "Previous plan", -1), step("→", "Next plan", 1))
		if p.Inspecting() {
			o, j := r.Outcome, p.Pinned
			if o.Submitted(j) >= 0 {
				list = append(list, widget.Button{Text: "Arrival of " + explain.JobName(o, j), Do: func() { p.ShowPlan(o.Ready(j)) }})
			}
			if o.Start[j] >= 0 {
				list = append(list, widget.Button{Text: "Its start", Do: func() { p.ShowPlan(o.Start[j]) }})
			}
			next := explain.Interruption(o, j, p.at)
			if next < 0 {
				next = explain.Interruption(o, j, -1)
			}
			if next >= 0 {
				list = append(list, widget.Button{Text: "Its interruption", Name: "Its interruption: where it is interrupted, again the next time", Do: func() { p.ShowPlan(next) }})
			}
		}
		list = append(list, p.Folds("matrix numbers", "Numbers"))
	}
	return p.QuietBar("Plan that is shown", list...)
}

// GiveUp forgets what was asked of a simulation that is over.
func (p *PriorityMatrix) GiveUp() { p.Asked = false }
