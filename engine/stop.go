package engine

import "slices"

// StopsJobs is a Policy that cancels, kills or requeues jobs, or changes how long they may run.
type StopsJobs interface {
	Policy
	StopsJobs()
}

// Run is a run of a job that was stopped before the job was done. The job waited again then.
type Run struct {
	Job       int32
	From, To  Time    // To is later
	Partition int32   // NoPartition if the machine has none
	Pieces    []Piece // nil unless jobs lie in several lanes
	Preempted bool    // for another job; otherwise somebody requeued it
	Kept      bool    // it was suspended: what it had done is kept; otherwise that is lost
}

// Cancel has job j, which waits or runs, leave for good: one that waits never starts, and if one that runs has started at this very instant,
// that is undone. The policy is a StopsJobs. O(1), for one that runs what its release costs.
func (s *State) Cancel(j int32) {
	if s.Runs(j) {
		if s.outcome.Start[j] < s.now {
			s.endNow(j, Cancelled)
			return
		}
		s.Requeue(j, false)
	}
	s.outcome.State[j], s.outcome.End[j] = Cancelled, s.now
	if s.forecast != nil {
		if _, held := s.forecast.Reservation(j); held {
			s.forecast.Drop(j)
		}
	}
	s.dedicated.leaves(j, &s.queue)
	s.leave(j)
	if s.stranding != nil {
		s.stranding.GivesUp(j)
	}
	s.arrivals.ended(j, s.now, false)
}

// Refuse has job j, which waits and never ran, leave as one that is refused: why continues "the job is refused:". The policy is a StopsJobs.
func (s *State) Refuse(j int32, why string) {
	s.Cancel(j)
	s.outcome.State[j], s.outcome.End[j] = Refused, -1
	s.outcome.WhyRefused = append(s.outcome.WhyRefused, Refusal{Job: j, Why: why})
}

// Kill ends job j, which has run for some time, as if it had reached its limit. The policy is a StopsJobs.
func (s *State) Kill(j int32) { s.endNow(j, Killed) }

// endNow ends running job j.
func (s *State) endNow(j int32, state JobState) {
	o := s.outcome
	expected := s.ExpectedEnd(j)
	s.machine.Release(j)
	s.freed = true
	o.State[j], o.End[j] = state, s.now
	o.EndOrder = append(o.EndOrder, j)
	if o.Held != nil {
		o.Held[j] += s.now - o.Start[j]
	}
	s.forgetEnd(j, expected)
	s.arrivals.ended(j, s.now, false)
}

// forgetEnd notes that job j does not run on until its end, which was expected at an instant.
func (s *State) forgetEnd(j int32, expected Time) {
	s.moving.end[j] = -1
	if s.forecast != nil {
		s.removeOverdue(j)
		s.forecast.Ended(j, expected)
	}
}

// Requeue stops running job j, which waits again, behind all others. What it has done is lost; if it has started at this very instant, that
// is undone. The policy is a StopsJobs, and the machine none that is Divided. O(jobs that have started after it + their pieces); O(jobs) at
// the first one.
func (s *State) Requeue(j int32, preempted bool) { s.stop(j, Run{Preempted: preempted}) }

// Suspend is Requeue with what job j has done kept: when it starts again, the rest of its work and of its request is left.
func (s *State) Suspend(j int32, preempted bool) { s.stop(j, Run{Preempted: preempted, Kept: true}) }

// stop stops the present run of job j, in a way.
func (s *State) stop(j int32, run Run) {
	o := s.outcome
	run.Job, run.From, run.To, run.Partition = j, o.Start[j], s.now, NoPartition
	expected := s.ExpectedEnd(j)
	s.machine.Release(j)
	s.freed = true
	s.forgetEnd(j, expected)

	at := len(o.StartOrder) - 1
	for o.StartOrder[at] != j {
		at--
	}
	s.undone++
	o.StartOrder = slices.Delete(o.StartOrder, at, at+1)
	if o.PieceEnd != nil {
		run.Pieces = slices.Clone(o.PiecesOf(at))
		n := int32(len(run.Pieces))
		o.Pieces = slices.Delete(o.Pieces, int(o.PieceEnd[at]-n), int(o.PieceEnd[at]))
		o.PieceEnd = slices.Delete(o.PieceEnd, at, at+1)
		for i := at; i < len(o.PieceEnd); i++ {
			o.PieceEnd[i] -= n
		}
	}
	if o.Partition != nil {
		run.Partition, o.Partition[j] = o.Partition[j], NoPartition
	}
	o.Start[j], o.State[j] = -1, Unfinished
	s.enqueue(j)
	if run.From == run.To {
		return
	}
	if o.Held == nil {
		o.Held, o.Lost = make([]Time, len(o.Start)), make([]Time, len(o.Start))
		for _, ended := range o.EndOrder {
			o.Held[ended] = o.End[ended] - o.Start[ended]
		}
	}
	ran := run.To - run.From
	o.Held[j] += ran
	if run.Kept {
		job := &s.jobs[j]
		job.Run, job.Estimate = max(job.Run-ran, 1), max(job.Estimate-ran, 1)
	} else {
		o.Lost[j] += ran
	}
	o.Stopped = append(o.Stopped, run)
}

// SetRequest has job j, which waits or runs, request another time. That of one that runs is at least as long as it has run so far; if it is
// stopped then, that is right after this call. The policy is a StopsJobs.
func (s *State) SetRequest(j int32, request Time) {
	running := s.Runs(j)
	var expected Time
	if running {
		expected, request = s.ExpectedEnd(j), max(request, s.now-s.outcome.Start[j])
	} else {
		s.bySize.Exists = false // made anew when it is asked for
	}
	s.jobs[j].Estimate = request
	if running {
		s.replan(j, expected)
	}
}
