package policies

import (
	"slices"
	"testing"

	"backfill/engine"

	"pgregory.net/rapid"
)

// plain is a second simulator, written for being obviously right: it steps through
// every millisecond and holds the future as an array that is made anew for every
// question. It takes events in batches.
type plain struct {
	workload   *engine.Workload
	jobs       []engine.Job // as commands have made them
	processors int32
	options    engine.Options

	now      engine.Time
	waiting  []int32
	running  []int32
	start    []engine.Time
	reserved map[int32]engine.Time
	wake     engine.Time
}

// expected is when running job j is expected to end, seen from now.
func (p *plain) expected(j int32) engine.Time {
	end := p.start[j] + p.jobs[j].Estimate
	if end > p.now {
		return end
	}
	if p.options.Kill == engine.KillAfterGrace {
		return end + p.options.Grace
	}
	return p.now + 1
}

func (p *plain) realRun(j int32) engine.Time {
	switch p.options.Kill {
	case engine.KillAtEstimate:
		return min(p.jobs[j].Run, p.jobs[j].Estimate)
	case engine.KillAfterGrace:
		return min(p.jobs[j].Run, p.jobs[j].Estimate+p.options.Grace)
	}
	return p.jobs[j].Run
}

// free is the number of processors free at t, by estimates and reservations.
func (p *plain) free(t engine.Time) int32 {
	free := p.processors
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

func (p *plain) fits(j int32, at engine.Time) bool {
	for t := at; t < at+p.jobs[j].Estimate; t++ {
		if p.free(t) < p.jobs[j].Processors {
			return false
		}
	}
	return true
}

func (p *plain) earliest(j int32) engine.Time {
	t := p.now
	for !p.fits(j, t) {
		t++
	}
	return t
}

func (p *plain) launch(j int32) {
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
func (p *plain) easy() {
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
func (p *plain) severalReservations(k int) {
	for _, j := range append([]int32{}, p.waiting...) {
		if p.fits(j, p.now) {
			p.launch(j)
		} else if len(p.reserved) < k {
			p.reserved[j] = p.earliest(j)
		}
	}
	clear(p.reserved)
}

func (p *plain) conservative(compress, ended, overran bool) {
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
func (p *plain) ready(j int) engine.Time {
	if p.workload.Requested == nil {
		return p.jobs[j].Submit
	}
	return max(p.jobs[j].Submit, p.workload.Requested[j])
}

// arrivals are the jobs that come into the queue now: those submitted before those
// whose requested start has come, each in the order of submission. Those that are too
// wide are over at once.
func (p *plain) arrivals(submitted bool) (list []int32) {
	for j := range p.jobs {
		job := &p.jobs[j]
		switch {
		case job.Submit < 0 || (job.Submit == p.now) != submitted:
		case job.Processors > p.processors:
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

// submitFollowers says when those who follow job j, which is over, are submitted.
func (p *plain) submitFollowers(j int32) {
	for f := range p.workload.After {
		if p.workload.After[f] == j {
			p.jobs[f].Submit = p.now + max(p.workload.Think[f], 0)
		}
	}
}

// obey applies the commands issued now and says whether any was accepted. All times
// are far below one second, so that nothing can be reduced.
func (p *plain) obey(accepted []int32) (changed bool) {
	for _, c := range p.workload.Commands {
		job := &p.jobs[c.Job]
		started, sizes := p.start[c.Job] >= 0, c.Kind == engine.ExtendProcessors || c.Kind == engine.ReduceProcessors
		running := slices.Contains(p.running, c.Job)
		switch {
		case c.At != p.now, job.Submit < 0, job.Submit > p.now, job.Processors > p.processors, started && !running, started && sizes,
			accepted[c.Job] >= p.workload.MaxCommands:
			continue
		}
		accepted[c.Job]++
		changed = true
		switch c.Kind {
		case engine.ExtendTime:
			job.Run += engine.Time(c.Amount)
			job.Estimate += engine.Time(c.Amount)
		case engine.ExtendProcessors:
			job.Processors = min(job.Processors+int32(c.Amount), p.processors)
		case engine.ReduceProcessors:
			job.Processors = max(job.Processors-int32(c.Amount), 1)
		}
	}
	return changed
}

// run returns the start of every job, -1 for those that are too wide.
func (p *plain) run(policy engine.Policy) []engine.Time {
	p.jobs = slices.Clone(p.workload.Jobs)
	accepted := make([]int32, len(p.jobs))
	p.start = make([]engine.Time, len(p.jobs))
	p.reserved = map[int32]engine.Time{}
	p.wake = engine.Never
	left := 0
	for j := range p.jobs {
		p.start[j] = -1
		if p.workload.After != nil && p.workload.After[j] != engine.NoJob {
			p.jobs[j].Submit = -1
		}
		if p.jobs[j].Processors <= p.processors {
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
				// It overran in the instant in which it ended, if nobody looked before.
				overran = overran || over > 0 && p.options.Kill == engine.KillNever
				continue
			case over == 0 && p.options.Kill == engine.KillAfterGrace:
				overdue = true
			case over >= 0 && p.options.Kill == engine.KillNever:
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
		switch policy := policy.(type) {
		case FCFS:
			for len(p.waiting) > 0 && p.jobs[p.waiting[0]].Processors <= p.free(p.now) {
				p.launch(p.waiting[0])
			}
		case *EASY:
			if policy.Reservations == 1 {
				p.easy()
			} else {
				p.severalReservations(policy.Reservations)
			}
		case Conservative:
			p.conservative(policy.Compress, ended, overran)
			for _, j := range p.running {
				if p.options.Kill == engine.KillNever && p.now >= p.start[j]+p.jobs[j].Estimate && p.wake == p.now+1 {
					p.wake = engine.Never
				}
			}
		}
	}
	return p.start
}

func TestSchedulesEqualThePlainSimulator(t *testing.T) {
	policies := []engine.Policy{FCFS{}, &EASY{1}, &EASY{2}, &EASY{4}, Conservative{true}, Conservative{false}}
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorkload(t, 14, 8)
		drawFollowers(t, w)
		drawElasticity(t, w)
		options := drawOptions(t)
		options.Elastic = true
		policy := rapid.SampledFrom(policies).Draw(t, "policy")
		processors := rapid.Int32Range(2, 8).Draw(t, "machine")
		o, err := engine.Simulate(w, engine.NewCluster(processors, 1), policy, options)
		if err != nil {
			t.Fatal(err)
		}
		p := plain{workload: w, processors: processors, options: options}
		want := p.run(policy)
		for j := range w.Jobs {
			if o.Start[j] != want[j] {
				t.Fatalf("%T%v on %d processors, %+v: job %d starts at %d, want %d\njobs %v\nafter %v by %v\nrequested %v\ncommands %v of at most %d\nall %v\nwant %v",
					policy, policy, processors, options, j, o.Start[j], want[j], w.Jobs, w.After, w.Think, w.Requested, w.Commands, w.MaxCommands, o.Start, want)
			}
		}
	})
}

// drawWorkload draws up to most jobs with times of a few milliseconds, so that much
// happens at once.
func drawWorkload(t *rapid.T, most int, widest int32) *engine.Workload {
	w := &engine.Workload{}
	submit := engine.Time(0)
	exact := rapid.Bool().Draw(t, "exact")
	for range rapid.IntRange(1, most).Draw(t, "jobs") {
		submit += engine.Time(rapid.Int64Range(0, 6).Draw(t, "gap"))
		run := engine.Time(rapid.Int64Range(1, 12).Draw(t, "run"))
		estimate := run
		if !exact {
			estimate = engine.Time(rapid.Int64Range(1, 16).Draw(t, "estimate"))
		}
		w.Jobs = append(w.Jobs, engine.Job{Submit: submit, Run: run, Estimate: estimate,
			Processors: rapid.Int32Range(1, widest).Draw(t, "size")})
	}
	return w
}

// drawFollowers lets some jobs follow others.
func drawFollowers(t *rapid.T, w *engine.Workload) {
	if !rapid.Bool().Draw(t, "followers") {
		return
	}
	for j := range w.Jobs {
		after := engine.NoJob
		if j > 0 && rapid.Bool().Draw(t, "follows") {
			after = int32(rapid.IntRange(0, j-1).Draw(t, "after"))
		}
		w.After = append(w.After, after)
		w.Think = append(w.Think, engine.Time(rapid.Int64Range(-1, 6).Draw(t, "think")))
	}
}

// drawElasticity makes some jobs of w dedicated and adds commands, some of which
// must be refused.
func drawElasticity(t *rapid.T, w *engine.Workload) {
	last := w.Jobs[len(w.Jobs)-1].Submit
	if rapid.Bool().Draw(t, "dedicated") {
		for _, job := range w.Jobs {
			requested := engine.Time(-1)
			if rapid.Bool().Draw(t, "is dedicated") {
				requested = max(0, job.Submit+engine.Time(rapid.Int64Range(-2, 20).Draw(t, "offset")))
			}
			w.Requested = append(w.Requested, requested)
		}
	}
	w.MaxCommands = rapid.Int32Range(1, 3).Draw(t, "most commands")
	for range rapid.IntRange(0, 8).Draw(t, "commands") {
		w.Commands = append(w.Commands, engine.Command{
			At:     engine.Time(rapid.Int64Range(0, int64(last)+20).Draw(t, "issued")),
			Job:    int32(rapid.IntRange(0, len(w.Jobs)-1).Draw(t, "of")),
			Kind:   engine.CommandKind(rapid.IntRange(0, 3).Draw(t, "what")),
			Amount: rapid.Int64Range(1, 9).Draw(t, "amount"),
		})
	}
	slices.SortStableFunc(w.Commands, func(a, b engine.Command) int { return int(a.At - b.At) })
}

func drawOptions(t *rapid.T) engine.Options {
	o := engine.Options{Kill: rapid.SampledFrom([]engine.KillRule{engine.KillAtEstimate, engine.KillAfterGrace, engine.KillNever}).Draw(t, "kill")}
	if o.Kill == engine.KillAfterGrace {
		o.Grace = engine.Time(rapid.Int64Range(0, 5).Draw(t, "grace"))
	}
	return o
}
