package engine

import "fmt"

// Simulate runs the jobs of w on m under p. Jobs that the machine can never run
// are refused on arrival. It fails only if o.Progress does.
//
// Every job costs O(log n) for its events, beside what the policy does.
func Simulate(w *Workload, m Machine, p Policy, o Options) (*Outcome, error) {
	m.Begin(w)
	if replay, ok := p.(Replay); ok {
		return replay.Replay(w, m), nil
	}
	s := &State{
		workload: w, jobs: w.Jobs, machine: m, options: o,
		queue:   newQueue(len(w.Jobs)),
		record:  newRecord(o, len(w.Jobs)),
		wakeUp:  Never,
		outcome: NewOutcome(w, m),
	}
	if err := s.run(p); err != nil {
		return nil, err
	}
	if s.record != nil {
		s.outcome.Decisions = s.record.decisions
	}
	if n := s.queue.length; n > 0 {
		s.outcome.Warnings = append(s.outcome.Warnings, fmt.Sprintf("the policy left %d jobs waiting for ever", n))
	}
	return s.outcome, nil
}

// NewOutcome is the outcome in which no job of w has arrived at m yet.
func NewOutcome(w *Workload, m Machine) *Outcome {
	n := len(w.Jobs)
	o := &Outcome{
		Workload: w, Processors: m.Processors(), Unit: m.Unit(),
		Start: make([]Time, n), End: make([]Time, n),
		State: make([]JobState, n), Overtook: make([]bool, n),
		StartOrder: make([]int32, 0, n), EndOrder: make([]int32, 0, n),
	}
	for j := range n {
		o.Start[j], o.End[j] = -1, -1
	}
	return o
}

// progressEvery is the number of instants between two calls of Options.Progress.
const progressEvery = 1 << 12

func (s *State) run(p Policy) error {
	arrived := int32(0)
	var due []int32
	for instant := 0; ; instant++ {
		t := s.nextInstant(arrived)
		if t == Never {
			break
		}
		if s.options.Progress != nil && instant%progressEvery == 0 {
			if err := s.options.Progress(len(s.outcome.EndOrder)); err != nil {
				return err
			}
		}
		s.now = t
		s.foresee()
		due = s.takeDue(due[:0])
		if s.options.Order == Batch {
			for _, j := range due {
				s.release(j)
				s.complete(j)
			}
			for ; s.arrivesNow(arrived); arrived++ {
				s.arrive(arrived)
			}
			s.wake()
			s.call(p)
			continue
		}
		for _, j := range due {
			if s.endsAsExpected(j) {
				s.release(j)
			}
		}
		for ; s.arrivesNow(arrived); arrived++ {
			s.arrive(arrived)
			s.call(p)
		}
		for _, j := range due {
			if !s.endsAsExpected(j) {
				s.release(j)
			}
			s.complete(j)
			s.call(p)
		}
		s.wake()
		s.call(p)
	}
	return nil
}

// nextInstant is the time of the next arrival, end or wake-up, Never if none is left.
func (s *State) nextInstant(arrived int32) Time {
	t := Never
	if int(arrived) < len(s.jobs) {
		t = s.jobs[arrived].Submit
	}
	if len(s.ends) > 0 && s.ends[0].at < t {
		t = s.ends[0].at
	}
	return min(t, s.wakeUp)
}

// foresee brings the forecast to the present: jobs that outlived their estimate
// are expected to end later now.
func (s *State) foresee() {
	if s.forecast == nil {
		return
	}
	s.forecast.Advance(s.now)
	for len(s.expiries) > 0 && s.expiries[0].at <= s.now {
		expired := s.expiries.pop()
		if s.options.Kill == KillNever {
			s.overdue = append(s.overdue, expired.job)
			continue
		}
		s.forecast.Overran(expired.job, expired.at, expired.at+s.options.Grace)
		s.note(Event{Overrun, expired.job})
	}
	s.overdueEnd = s.now + Millisecond
	for _, j := range s.overdue {
		s.forecast.Overran(j, s.now, s.overdueEnd)
		s.note(Event{Overrun, j})
	}
}

// takeDue appends the jobs that end now, in the order of their starts.
func (s *State) takeDue(due []int32) []int32 {
	for len(s.ends) > 0 && s.ends[0].at == s.now {
		due = append(due, s.ends.pop().job)
	}
	return due
}

// endsAsExpected says of a job that ends now whether that was foreseen: at its
// estimate or, once overdue, at its limit.
func (s *State) endsAsExpected(j int32) bool {
	ran := s.now - s.outcome.Start[j]
	return ran == s.jobs[j].Estimate || ran == s.limit(j)
}

func (s *State) arrivesNow(j int32) bool {
	return int(j) < len(s.jobs) && s.jobs[j].Submit == s.now
}

func (s *State) arrive(j int32) {
	if !s.machine.CanEver(j) {
		s.outcome.State[j] = Refused
		return
	}
	s.queue.append(j)
	s.note(Event{Arrival, j})
}

func (s *State) release(j int32) {
	s.machine.Release(j)
	s.freed = true
}

// complete takes job j, whose processors are free again, off the list of running jobs.
func (s *State) complete(j int32) {
	s.outcome.End[j] = s.now
	s.outcome.EndOrder = append(s.outcome.EndOrder, j)
	s.note(Event{Completion, j})
	if s.forecast == nil {
		return
	}
	expected := s.outcome.Start[j] + s.jobs[j].Estimate
	if s.now > expected {
		expected = s.settleOverdue(j, expected)
	}
	s.forecast.Ended(j, expected)
}

// settleOverdue is when job j, which outlived its estimated end, was last
// expected to end.
func (s *State) settleOverdue(j int32, estimated Time) Time {
	if s.options.Kill == KillAfterGrace {
		return estimated + s.options.Grace
	}
	for i, k := range s.overdue {
		if k == j {
			s.overdue = append(s.overdue[:i], s.overdue[i+1:]...)
			break
		}
	}
	return s.overdueEnd
}

func (s *State) wake() {
	if s.wakeUp == s.now {
		s.note(Event{WakeUp, NoJob})
	}
}

func (s *State) note(e Event) {
	s.events = append(s.events, e)
	s.saw[e.Kind] = true
}

// call lets the policy act if a job arrived or ended or it is to be woken. An
// overrun alone calls nobody: it waits for the next call.
func (s *State) call(p Policy) {
	if !s.saw[Arrival] && !s.saw[Completion] && !s.saw[WakeUp] {
		return
	}
	s.wakeUp = Never
	p.Schedule(s)
	s.events = s.events[:0]
	s.saw = [numEventKinds]bool{}
	s.freed = false
}
