package slurm

import (
	"fmt"

	"backfill/engine"
)

// mostStops is how often a job may be requeued before the run is given up.
const mostStops = 2000

// StopsJobs: the policy preempts, requeues and cancels jobs.
func (*Slurm) StopsJobs() {}

// stopped notes that running job j is stopped now: its nodes are cleaned up, and somebody asks for a pass when that is done.
func (p *Slurm) stopped(s *engine.State, j int32) {
	p.c.ended(j, s.Now()+p.completing(j))
	p.asksAfter(s.Now(), s.Now()+p.completing(j))
}

// gone notes that job j neither waits nor runs any more.
func (p *Slurm) gone(s *engine.State, j int32) {
	p.ranks.End(s.Now(), j)
	if p.c.limits != nil {
		p.c.limits.Leave(j)
	}
}

// stoppedForGood is stopped of a job that does not wait again.
func (p *Slurm) stoppedForGood(s *engine.State, j int32) {
	p.stopped(s, j)
	p.gone(s, j)
}

// asksAfter has the end of a job, whose nodes are cleaned up at an instant, ask for a pass.
func (p *Slurm) asksAfter(now, cleaned engine.Time) {
	if p.Epilog {
		p.epilogs = append(p.epilogs, cleaned)
		return
	}
	p.table.Ask(now, false)
}

// requeue stops running job j, which waits again from now on and may start RequeueDelay after its nodes are cleaned up or, if they have failed,
// after that. Why says for whom.
//
// Source: slurmctld/job_mgr.c, _job_requeue_op and batch_requeue_fini.
func (p *Slurm) requeue(s *engine.State, j int32, why engine.Reason) {
	now := s.Now()
	p.stopped(s, j)
	cleaned := now
	if why.Rule != engine.NodeFailed {
		cleaned += p.completing(j)
	}
	begin := p.c.unix(cleaned) + p.RequeueDelay
	p.ranks.Requeue(now, j, engine.Time(begin-p.c.epoch)*engine.Second)
	s.Note(j, why)
	if p.stops[j]++; p.stops[j] == mostStops {
		s.Fail(fmt.Errorf("job %d has been requeued %d times and does not end: with these settings jobs make room for each other for ever", s.Workload().JobNumber(j), mostStops))
	}
	s.Requeue(j, why.Rule == engine.PreemptedFor)
	at := p.c.unix(now)
	if p.Priorities == nil {
		at = p.c.submitted[j] // priority/basic keeps its place
	}
	p.c.submitAgain(j, at, begin)
}

// stopOrRequeue stops running job j: it waits again, unless it is not to.
func (p *Slurm) stopOrRequeue(s *engine.State, j int32, why engine.Reason) {
	if !s.Workload().DemandOf(j).Once {
		p.requeue(s, j, why)
		return
	}
	p.end(s, j, why)
}

// killUsedUp kills the running jobs whose QOS or accounts have used up what they may, if the time has come to look for them.
func (p *Slurm) killUsedUp(s *engine.State) {
	if p.checks > s.Now() {
		return
	}
	p.checks = p.c.nextSweep(s.Now() + 1)
	var list []int32
	for i := range p.c.running.List {
		if j := p.c.running.List[i].Job; s.Outcome().Start[j] < s.Now() {
			if _, is := p.c.limits.UsedUp(j); is {
				list = append(list, j)
			}
		}
	}
	for _, j := range list {
		p.kill(s, j)
	}
}

// kill ends running job j as if it had reached its limit.
func (p *Slurm) kill(s *engine.State, j int32) {
	p.stoppedForGood(s, j)
	s.Kill(j)
}

// end stops running job j for good.
func (p *Slurm) end(s *engine.State, j int32, why engine.Reason) {
	p.stoppedForGood(s, j)
	s.Note(j, why)
	s.Cancel(j)
}
