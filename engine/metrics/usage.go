package metrics

import "backfill/engine"

// usage follows how much of a farm is in use. What holds after a plan counts until the
// next plan; before the first one nothing is in use.
//
// Source: Baraglia, Capannini, Dazzi, Pagano, equations 16 to 19.
type usage struct {
	outcome *engine.Outcome
	plans   int // behind us

	copies    int64   // of all licences
	requested int64   // licences that jobs in the system need, each job's counted
	active    int64   // copies in use: of each licence one on each computer where a job that needs it runs
	uses      []int32 // running jobs that need a licence on a computer: entry licence*lanes + lane

	processorShare, licenceShare float64         // after the latest plan
	processorTime, licenceTime   float64         // share times ms, of the step of the sweep
	known                        engine.Licences // that the farm has
}

// newUsage is nil unless the machine is a farm.
func newUsage(o *engine.Outcome) *usage {
	if o.Segments == nil {
		return nil
	}
	u := &usage{outcome: o, uses: make([]int32, len(o.Copies)*len(o.Lanes)), known: 1<<len(o.Copies) - 1}
	for _, copies := range o.Copies {
		u.copies += int64(copies)
	}
	return u
}

func (u *usage) needs(j int32) engine.Licences { return u.outcome.Workload.Needs(j) & u.known }

// comes notes that job j is in the system, sign 1, or has left it, -1.
func (u *usage) comes(j int32, sign int64) { u.requested += sign * int64(u.needs(j).Count()) }

// runs notes that job j begins to run on a computer, sign 1, or ceases to, -1.
func (u *usage) runs(j, lane, sign int32) {
	for l := range u.needs(j).Each {
		uses := &u.uses[l*len(u.outcome.Lanes)+int(lane)]
		if *uses == 0 {
			u.active++
		}
		if *uses += sign; *uses == 0 {
			u.active--
		}
	}
}

// pass adds up the shares over the step of the sweep that begins now and ends at until.
func (u *usage) pass(s *sweep, until engine.Time) {
	u.processorTime, u.licenceTime = 0, 0
	from := s.at
	hold := func(to engine.Time) {
		u.processorTime += float64(u.processorShare * float64(to-from))
		u.licenceTime += float64(u.licenceShare * float64(to-from))
		from = to
	}
	for plans := u.outcome.Plans; u.plans < len(plans) && plans[u.plans] < until; u.plans++ {
		hold(plans[u.plans])
		u.processorShare = inUse(s.busy, min(int64(u.outcome.Processors), s.busy+s.waitingProcessors))
		u.licenceShare = inUse(u.active, min(u.copies, u.requested))
	}
	if until != engine.Never {
		hold(until)
	}
}

// inUse is the share of what could be in use that is; 1 if no job wants any.
func inUse(active, most int64) float64 {
	if most == 0 {
		return 1
	}
	return float64(active) / float64(most)
}

// preemptions counts by job how often it was interrupted, or stopped for another one; nil where no job can be, or none was stopped.
func preemptions(o *engine.Outcome) []int32 {
	if !o.Reruns() {
		return nil
	}
	counts := make([]int32, len(o.Start))
	for i := range o.Stopped {
		if o.Stopped[i].Preempted {
			counts[o.Stopped[i].Job]++
		}
	}
	for i := range o.Segments {
		if o.Segments[i].End > engine.Ended {
			counts[o.Segments[i].Job]++
		}
	}
	return counts
}
