package engine

import "backfill/engine/eventlist"

// Believer is a Policy that plans with another length of jobs than they request. What it believes of a job is the job's Estimate wherever
// the policy and the machine's Forecast read it. Jobs are stopped by their requests nevertheless.
//
// A belief that runs out while the job goes on is corrected at that instant. That is no call of the policy: nobody starts because of it.
// Where jobs may outlive their requests, those that do are treated as under any other policy once their belief is the request or more.
type Believer interface {
	Policy
	// Believes says whether that is so in this run; if not, nothing else is asked.
	Believes() bool
	// Believe is how long job j, which has just been submitted and requests so much, is believed to run, at least 1 ms.
	Believe(s *State, j int32, request Time) Time
	// Correct is the new belief of running job j, counted from its start, when one has run out for the k-th time, from 1. It is more
	// than the old one, which is the job's Estimate.
	Correct(s *State, j int32, request Time, k int32) Time
	// Learn tells that job j has ended now, after it ran so long.
	Learn(s *State, j int32, ran Time)
}

// Correction is the k-th change of what is believed of a running job.
type Correction struct {
	Job    int32
	At     Time
	Belief Time // from then on, counted from the start of the job
}

// beliefs are what a Believer believes during a run; its policy is nil if there is none.
type beliefs struct {
	policy  Believer
	request []Time  // by job
	ranOut  []int32 // by job: how often its belief has run out
}

// believer is p if it plans with beliefs of its own, else nil.
func believer(p Policy) Believer {
	if b, ok := p.(Believer); ok && b.Believes() {
		return b
	}
	return nil
}

func newBeliefs(p Policy, w *Workload, o *Outcome) beliefs {
	policy := believer(p)
	if policy == nil {
		return beliefs{}
	}
	b := beliefs{policy: policy, request: make([]Time, len(w.Jobs)), ranOut: make([]int32, len(w.Jobs))}
	for j := range w.Jobs {
		b.request[j] = w.Jobs[j].Estimate
	}
	o.Belief = make([]Time, len(w.Jobs))
	return b
}

// believe asks what is believed of job j, which has just been submitted.
func (s *State) believe(j int32) {
	belief := s.beliefs.policy.Believe(s, j, s.beliefs.request[j])
	s.jobs[j].Estimate = belief
	s.outcome.Belief[j] = belief
}

// Request is what job j requests, whatever is believed of it.
func (s *State) Request(j int32) Time {
	if s.beliefs.policy != nil {
		return s.beliefs.request[j]
	}
	return s.jobs[j].Estimate
}

// correct asks for new beliefs of running job j, one after the other, until they reach beyond the present or the end of the job, as things
// stand. The last one ran out at expired.At. It returns false if the job goes on at its request or beyond.
func (s *State) correct(expired eventlist.Entry) bool {
	j, request := expired.Job, s.beliefs.request[expired.Job]
	job, at := &s.jobs[j], expired.At
	left := s.limit(j)
	if s.variable == nil {
		left = min(left, job.Run)
	}
	for at <= s.now && job.Estimate < left && !(s.moving != nil && s.moving.end[j] <= at) {
		if job.Estimate >= request {
			return false
		}
		s.beliefs.ranOut[j]++
		belief := s.beliefs.policy.Correct(s, j, request, s.beliefs.ranOut[j])
		if belief <= job.Estimate {
			panic("engine: a belief that ran out was not made longer")
		}
		s.outcome.Corrections = append(s.outcome.Corrections, Correction{j, at, belief})
		job.Estimate = belief
		at = s.outcome.Start[j] + belief
	}
	s.forecast.Moved(j, expired.At, at)
	if job.Estimate < left {
		s.expiries.Push(eventlist.Entry{At: at, Seq: expired.Seq, Job: j})
	}
	s.note(Event{Overrun, j})
	return true
}
