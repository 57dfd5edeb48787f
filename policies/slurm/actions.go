package slurm

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/policies/slurm/settings"
)

// does is what is done by each of Verbs.
var does = map[string]func(p *Slurm, s *engine.State, a *planned) (problem string){
	"hold": (*Slurm).hold, "release": (*Slurm).release, "cancel": (*Slurm).cancel,
	"requeue": (*Slurm).requeueByHand, "requeuehold": (*Slurm).requeueAndHold,
	"suspend": (*Slurm).suspendByHand, "resumejob": (*Slurm).resumeJob, "timelimit": (*Slurm).setLimit,
	"drain": (*Slurm).drain, "down": (*Slurm).fail, "resume": (*Slurm).resume, "reserve": (*Slurm).reserve,
	"close": (*Slurm).closePartition, "open": (*Slurm).openPartition,
	"limits": (*Slurm).changeLimits,
}

// planned is an action on a job of the workload, or on nodes or a partition of the machine.
type planned struct {
	settings.Action
	job, partition int32
	nodes          []int32
}

// actions are those of a run, by time.
type actions struct {
	list     []planned
	next     int
	problems []string // of those that took no effect
}

// newActions finds what actions are on.
func newActions(list []settings.Action, m *partitions.Machine, w *engine.Workload) *actions {
	a := &actions{}
	if len(list) == 0 {
		return a
	}
	byNumber := make([]int32, len(w.Jobs))
	for j := range byNumber {
		byNumber[j] = int32(j)
	}
	slices.SortFunc(byNumber, func(i, j int32) int { return cmp.Compare(w.JobNumber(i), w.JobNumber(j)) })
	places := map[string]int32{}
	for n := range m.Nodes {
		places[m.Nodes[n].Name] = int32(n)
	}
	for _, action := range list {
		p := planned{Action: action}
		switch settings.TargetOf(action.Do) {
		case settings.OnJobs:
			before := len(a.list)
			if action.Tasks != nil {
				for j := range w.Jobs {
					if w.IsTask(int32(j)) && action.Jobs.Range(int64(w.Array[j])) >= 0 && action.Tasks.Range(int64(w.Task[j])) >= 0 {
						p.job = int32(j)
						a.list = append(a.list, p)
					}
				}
				if len(a.list) == before {
					a.fails(&p, "there is no such task")
				}
				continue
			}
			for _, numbers := range action.Jobs {
				at, _ := slices.BinarySearchFunc(byNumber, numbers.From, func(j int32, n int64) int { return cmp.Compare(w.JobNumber(j), n) })
				for ; at < len(byNumber) && w.JobNumber(byNumber[at]) <= numbers.To; at++ {
					p.job = byNumber[at]
					a.list = append(a.list, p)
				}
			}
			if len(a.list) == before {
				a.fails(&p, "there is no such job")
			}
			continue
		case settings.OnNodes:
			for _, name := range action.Nodes {
				n, known := places[name]
				if !known {
					a.fails(&p, "there is no node "+name)
					continue
				}
				p.nodes = append(p.nodes, n)
			}
		case settings.OnPartition:
			at := slices.IndexFunc(m.Partitions, func(p partitions.Partition) bool { return p.Number == action.Partition })
			if p.partition = int32(at); at < 0 {
				a.fails(&p, "there is no such partition")
				continue
			}
		}
		a.list = append(a.list, p)
	}
	slices.SortStableFunc(a.list, func(x, y planned) int { return cmp.Compare(x.At, y.At) })
	return a
}

// at is when the next action is, Never if none is left.
func (a *actions) at() engine.Time {
	if a.next == len(a.list) {
		return engine.Never
	}
	return a.list[a.next].At
}

// take does the actions that are due.
func (a *actions) take(p *Slurm, s *engine.State) {
	for a.at() <= s.Now() {
		action := &a.list[a.next]
		a.next++
		if problem := does[action.Do](p, s, action); problem != "" {
			a.fails(action, problem)
		} else {
			p.c.changed()
			p.table.Ask(s.Now(), false)
		}
	}
}

func (a *actions) fails(p *planned, problem string) {
	a.problems = append(a.problems, fmt.Sprintf("%s %s at %g s: %s", p.Do, p.About(), p.At.Seconds(), problem))
}

// mostProblems of actions are told.
const mostProblems = 5

// warning tells of the actions that took no effect, "" if all did.
func (a *actions) warning() string {
	n := len(a.problems)
	if n == 0 {
		return ""
	}
	told := strings.Join(a.problems[:min(n, mostProblems)], "; ")
	if n > mostProblems {
		told += "; ..."
	}
	return fmt.Sprintf("%d of the actions took no effect: %s", n, told)
}

// What an action on a job finds.
const (
	hasEnded   = "the job had ended"
	isNotRun   = "the job did not run"
	isRunning  = "the job ran"
	isNotHeld  = "the job was not held"
	isNotThere = "the job had not been submitted"
)

// gone says whether job j has ended or was cancelled.
func gone(s *engine.State, j int32) bool {
	o := s.Outcome()
	return o.End[j] >= 0 || o.State[j] == engine.Cancelled || o.State[j] == engine.Refused
}

func (p *Slurm) hold(s *engine.State, a *planned) string {
	switch j := a.job; {
	case gone(s, j):
		return hasEnded
	case s.Runs(j):
		return isRunning
	case !p.c.held[j]:
		p.c.held[j] = true // it may come later
		if p.c.pending[j] {
			p.ranks.Hold(j)
		}
	}
	return ""
}

func (p *Slurm) release(s *engine.State, a *planned) string {
	j := a.job
	if gone(s, j) {
		return hasEnded
	}
	if !p.c.held[j] {
		return isNotHeld
	}
	p.c.held[j] = false
	if p.c.pending[j] {
		p.ranks.Release(s.Now(), j)
	}
	return ""
}

func (p *Slurm) cancel(s *engine.State, a *planned) string {
	j := a.job
	switch {
	case gone(s, j):
		return hasEnded
	case s.Runs(j):
		p.stoppedForGood(s, j)
		s.Cancel(j)
	case p.c.pending[j] || p.c.forgetSuspended(j):
		p.c.leaves(j)
		p.gone(s, j)
		s.Cancel(j)
	default:
		return isNotThere
	}
	return ""
}

func (p *Slurm) requeueByHand(s *engine.State, a *planned) string {
	switch j := a.job; {
	case gone(s, j):
		return hasEnded
	case !s.Runs(j):
		return isNotRun
	case s.Workload().DemandOf(j).Once:
		return "the job is not to be requeued"
	}
	p.requeue(s, a.job, engine.Reason{Rule: engine.Requeued, Blocker: engine.NoJob})
	return ""
}

func (p *Slurm) requeueAndHold(s *engine.State, a *planned) string {
	problem := p.requeueByHand(s, a)
	if problem == "" {
		p.c.held[a.job] = true
		p.ranks.Hold(a.job)
	}
	return problem
}

func (p *Slurm) setLimit(s *engine.State, a *planned) string {
	j := a.job
	if gone(s, j) {
		return hasEnded
	}
	s.SetRequest(j, a.Length)
	p.c.limitChanged(j)
	if p.c.pending[j] {
		p.ranks.Change(s.Now(), j)
	}
	return ""
}

func (p *Slurm) drain(_ *engine.State, a *planned) string {
	for _, n := range a.nodes {
		p.c.up.Remove(n, 1)
	}
	return ""
}

// fail has nodes fail with what runs there.
func (p *Slurm) fail(s *engine.State, a *planned) string {
	p.drain(s, a)
	failed := setOf(int32(len(p.c.cleaned)), a.nodes)
	var lost []int32
	for i := range p.c.running.List {
		if r := &p.c.running.List[i]; r.Nodes.Intersects(failed) {
			lost = append(lost, r.Job)
		}
	}
	at := s.Now()
	for _, one := range slices.Clone(p.c.suspended) {
		if one.nodes.Intersects(failed) && p.c.forgetSuspended(one.job) {
			p.c.submitAgain(one.job, p.c.unix(at), p.c.unix(at)+p.RequeueDelay)
		}
	}
	for _, j := range lost {
		p.stopOrRequeue(s, j, engine.Reason{Rule: engine.NodeFailed, Blocker: engine.NoJob})
	}
	return ""
}

func (p *Slurm) resume(_ *engine.State, a *planned) string {
	for _, n := range a.nodes {
		p.c.up.Add(n, 1)
	}
	return ""
}

func (p *Slurm) reserve(s *engine.State, a *planned) string {
	begin := p.c.unix(s.Now() + a.In)
	p.c.reserve(reservation{number: a.Number, begin: begin, end: begin + a.Length.WholeSeconds(), nodes: setOf(int32(len(p.c.cleaned)), a.nodes)})
	return ""
}

func (p *Slurm) closePartition(_ *engine.State, a *planned) string {
	p.c.down[a.partition] = true
	return ""
}

func (p *Slurm) openPartition(_ *engine.State, a *planned) string {
	p.c.down[a.partition] = false
	return ""
}

func (p *Slurm) changeLimits(s *engine.State, a *planned) string {
	l := p.c.limits
	switch {
	case l == nil:
		return "no limits hold"
	case a.QOS != nil && !l.SetQOS(a.QOS):
		return "there is no such QOS"
	case a.Association != nil && !l.SetAssociation(a.Association):
		return "there is no such account"
	}
	if p.checks == engine.Never && l.BoundsUsage() {
		p.checks = p.c.nextSweep(s.Now())
	}
	return ""
}
