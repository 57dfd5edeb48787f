package engine

import "backfill/engine/eventlist"

// VariableRate is a Machine on which jobs may take longer than their run time, and the ends of
// running jobs move as others start and leave.
type VariableRate interface {
	Machine
	// Varies says whether that can happen with the machine's parameters.
	Varies() bool
	// Settle lists the running jobs whose end may have moved since it was last called, among them
	// all that have started; the list is valid until the next call. It is called once at each
	// instant, after all starts and ends.
	Settle(now Time) []int32
	// EndOf is when running job j ends if nothing changes any more and it is not killed, rounded
	// up to the millisecond.
	EndOf(j int32) Time
}

// Shared is a Scattered machine on each of whose lanes jobs share resources.
type Shared interface {
	Scattered
	// Shares says what each lane has of these resources, nil if jobs do not slow each other down.
	Shares() *Sharing
}

// moving keeps the planned ends of running jobs where ends may move. An entry of the event list
// with another time is void.
type moving struct {
	seq []int32 // by job: its place in the order of starts, the latest if it started several times
	end []Time  // by job: when it ends, as things stand; -1: it was interrupted
}

func newMoving(jobs int) *moving {
	return &moving{seq: make([]int32, jobs), end: make([]Time, jobs)}
}

// stale says that the job of an entry ends at another time, has been interrupted or has ended.
func (s *State) stale(e eventlist.Entry) bool {
	return s.outcome.End[e.Job] >= 0 || s.moving.end[e.Job] != e.At || s.moving.seq[e.Job] != e.Seq
}

// dropStale removes stale entries as long as they come next.
func (s *State) dropStale() {
	for s.ends.At() < Never && s.stale(s.ends.Next()) {
		s.ends.Pop()
	}
}

// settle plans the ends of the jobs whose rate has changed at this instant.
func (s *State) settle() {
	for _, j := range s.variable.Settle(s.now) {
		end, limit := s.variable.EndOf(j), s.stoppedAt(j)
		s.outcome.State[j] = Completed
		if end > limit {
			end = limit
			s.outcome.State[j] = Killed
		}
		if s.moving.end[j] != end {
			s.moving.end[j] = end
			s.ends.Push(eventlist.Entry{At: end, Seq: s.moving.seq[j], Job: j})
		}
	}
}
