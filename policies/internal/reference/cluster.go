package reference

import (
	"slices"

	"backfill/engine"
)

// Cluster is a second simulator, written to be obviously right: it steps through
// every millisecond and holds the future as an array that is made anew for every
// question. It takes events in batches.
type Cluster struct {
	Workload   *engine.Workload
	Processors int32
	Options    engine.Options

	jobs     []engine.Job // as commands have made them
	now      engine.Time
	waiting  []int32
	running  []int32
	start    []engine.Time
	reserved map[int32]engine.Time
	wake     engine.Time
}

// expected is when running job j is expected to end, seen from now.
func (p *Cluster) expected(j int32) engine.Time {
	end := p.start[j] + p.jobs[j].Estimate
	if end > p.now {
		return end
	}
	if p.Options.Kill == engine.KillAfterGrace {
		return end + p.Options.Grace
	}
	return p.now + 1
}

func (p *Cluster) realRun(j int32) engine.Time {
	switch p.Options.Kill {
	case engine.KillAtEstimate:
		return min(p.jobs[j].Run, p.jobs[j].Estimate)
	case engine.KillAfterGrace:
		return min(p.jobs[j].Run, p.jobs[j].Estimate+p.Options.Grace)
	}
	return p.jobs[j].Run
}

// Free is the number of processors free at t, by estimates and reservations.
func (p *Cluster) free(t engine.Time) int32 {
	free := p.Processors
	for _, j := range p.running {
		if t < p.expected(j) {
			free -= p.jobs[j].Processors
		}
	}
	for j, at := range p.reserved {
		if at <= t && t < at+p.jobs[j].Estimate {
			free -= p.jobs[j].Processors
		}
	}
	return free
}

func (p *Cluster) fits(j int32, at engine.Time) bool {
	for t := at; t < at+p.jobs[j].Estimate; t++ {
		if p.free(t) < p.jobs[j].Processors {
			return false
		}
	}
	return true
}

func (p *Cluster) earliest(j int32) engine.Time {
	t := p.now
	for !p.fits(j, t) {
		t++
	}
	return t
}

func (p *Cluster) launch(j int32) {
	delete(p.reserved, j)
	p.start[j] = p.now
	p.running = append(p.running, j)
	for i, k := range p.waiting {
		if k == j {
			p.waiting = append(p.waiting[:i:i], p.waiting[i+1:]...)
		}
	}
}

// easy is the textbook's rule, with shadow time and extra processors.
func (p *Cluster) easy() {
	free := p.free(p.now)
	for len(p.waiting) > 0 && p.jobs[p.waiting[0]].Processors <= free {
		free -= p.jobs[p.waiting[0]].Processors
		p.launch(p.waiting[0])
	}
	if len(p.waiting) == 0 {
		return
	}
	head := p.waiting[0]
	shadow := p.now
	for p.free(shadow) < p.jobs[head].Processors {
		shadow++
	}
	extra := p.free(shadow) - p.jobs[head].Processors
	for _, j := range append([]int32{}, p.waiting[1:]...) {
		size := p.jobs[j].Processors
		if size > free {
			continue
		}
		if p.now+p.jobs[j].Estimate > shadow {
			if size > extra {
				continue
			}
			extra -= size
		}
		free -= size
		p.launch(j)
	}
}

// severalReservations is backfilling with k reservations.
func (p *Cluster) severalReservations(k int) {
	for _, j := range append([]int32{}, p.waiting...) {
		if p.fits(j, p.now) {
			p.launch(j)
		} else if len(p.reserved) < k {
			p.reserved[j] = p.earliest(j)
		}
	}
	clear(p.reserved)
}

// conservative is backfilling with a reservation for every job.
func (p *Cluster) conservative(compress, ended, overran bool) {
	if overran {
		clear(p.reserved)
	}
	for _, j := range append([]int32{}, p.waiting...) {
		at, held := p.reserved[j]
		if !held || compress && ended && at > p.now {
			delete(p.reserved, j)
			p.reserved[j] = p.earliest(j)
		}
		if p.reserved[j] <= p.now {
			p.launch(j)
		}
	}
	p.wake = engine.Never
	for _, at := range p.reserved {
		p.wake = min(p.wake, at)
	}
}

// ready is when job j comes into the queue of a policy that knows no dedicated jobs.
func (p *Cluster) ready(j int) engine.Time {
	if p.Workload.Requested == nil {
		return p.jobs[j].Submit
	}
	return max(p.jobs[j].Submit, p.Workload.Requested[j])
}

// arrivals are the jobs that come into the queue now: those submitted before those
// whose requested start has come, each in the order of submission. Those that are too
// wide are over at once.
func (p *Cluster) arrivals(submitted bool) (list []int32) {
	for j := range p.jobs {
		job := &p.jobs[j]
		switch {
		case job.Submit < 0 || (job.Submit == p.now) != submitted:
		case job.Processors > p.Processors:
			if submitted {
				p.submitFollowers(int32(j))
			}
		case p.ready(j) == p.now:
			list = append(list, int32(j))
		}
	}
	slices.SortStableFunc(list, func(a, b int32) int { return int(p.jobs[a].Submit - p.jobs[b].Submit) })
	return list
}

// submitFollowers says when the jobs that follow job j, which is over, are submitted.
func (p *Cluster) submitFollowers(j int32) {
	for f := range p.Workload.After {
		if p.Workload.After[f] == j {
			p.jobs[f].Submit = p.now + max(p.Workload.Think[f], 0)
		}
	}
}

// obey applies the commands issued now and says whether any was accepted. All times
// are far below one second, so that nothing can be reduced.
func (p *Cluster) obey(accepted []int32) (changed bool) {
	for _, c := range p.Workload.Commands {
		job := &p.jobs[c.Job]
		started, sizes := p.start[c.Job] >= 0, c.Kind == engine.ExtendProcessors || c.Kind == engine.ReduceProcessors
		running := slices.Contains(p.running, c.Job)
		switch {
		case c.At != p.now, job.Submit < 0, job.Submit > p.now, job.Processors > p.Processors, started && !running, started && sizes,
			accepted[c.Job] >= p.Workload.MaxCommands:
			continue
		}
		accepted[c.Job]++
		changed = true
		switch c.Kind {
		case engine.ExtendTime:
			job.Run += engine.Time(c.Amount)
			job.Estimate += engine.Time(c.Amount)
		case engine.ExtendProcessors:
			job.Processors = min(job.Processors+int32(c.Amount), p.Processors)
		case engine.ReduceProcessors:
			job.Processors = max(job.Processors-int32(c.Amount), 1)
		}
	}
	return changed
}

// Run returns the start of every job, -1 for those that are too wide.
func (p *Cluster) Run(rule Rule) []engine.Time {
	p.jobs = slices.Clone(p.Workload.Jobs)
	accepted := make([]int32, len(p.jobs))
	p.start = make([]engine.Time, len(p.jobs))
	p.reserved = map[int32]engine.Time{}
	p.wake = engine.Never
	left := 0
	for j := range p.jobs {
		p.start[j] = -1
		if p.Workload.After != nil && p.Workload.After[j] != engine.NoJob {
			p.jobs[j].Submit = -1
		}
		if p.jobs[j].Processors <= p.Processors {
			left++
		}
	}
	overdue := false
	for p.now = 0; left > 0; p.now++ {
		ended, overran, arrived := false, false, false
		kept := []int32{}
		for _, j := range p.running {
			switch over := p.now - p.start[j] - p.jobs[j].Estimate; {
			case p.now == p.start[j]+p.realRun(j):
				ended = true
				left--
				p.submitFollowers(j)
				// It overran in the instant in which it ended, if no call was in between.
				overran = overran || over > 0 && p.Options.Kill == engine.KillNever
				continue
			case over == 0 && p.Options.Kill == engine.KillAfterGrace:
				overdue = true
			case over >= 0 && p.Options.Kill == engine.KillNever:
				overdue = true
			}
			kept = append(kept, j)
		}
		p.running = kept
		come := p.arrivals(true)
		p.waiting = append(p.waiting, come...)
		changed := p.obey(accepted)
		due := p.arrivals(false)
		p.waiting = append(p.waiting, due...)
		arrived = len(come)+len(due) > 0
		if !ended && !arrived && !changed && p.wake != p.now {
			continue
		}
		overran = overran || overdue || changed
		overdue = false
		switch {
		case rule.Conservative:
			p.conservative(rule.Compress, ended, overran)
			for _, j := range p.running {
				if p.Options.Kill == engine.KillNever && p.now >= p.start[j]+p.jobs[j].Estimate && p.wake == p.now+1 {
					p.wake = engine.Never
				}
			}
		case rule.Reservations == 0:
			for len(p.waiting) > 0 && p.jobs[p.waiting[0]].Processors <= p.free(p.now) {
				p.launch(p.waiting[0])
			}
		case rule.Reservations == 1:
			p.easy()
		default:
			p.severalReservations(rule.Reservations)
		}
	}
	return p.start
}
