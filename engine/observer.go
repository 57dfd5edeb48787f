package engine

// Observer takes note of calls of the policy. State tells each observer what happens in the calls
// that it observes.
type Observer interface {
	// Begin is asked before each call, and says whether the observer wants to observe the call.
	Begin(s *State) bool
	// Wants says whether the observer is to be told about job j. If reserved, the news is that
	// the job waits for its reservation, as many jobs may.
	Wants(j int32, reserved bool) bool
	// Decided is told why job j, which the observer wants, starts or waits.
	Decided(s *State, j int32, why Reason)
	// Reserved is told that job j got a reservation.
	Reserved(s *State, j int32, slot Slot)
	// Dropping is told that all reservations are going to be given up.
	Dropping(s *State)
	// End is told that the call is over.
	End(s *State, p Policy)
	// Conclude is told that the simulation has come to its end.
	Conclude(o *Outcome)
}

// Passes are the schedulers that made passes in one call of a policy that has several, a bit each.
type Passes uint8

const (
	MainPass     Passes = 1 << iota // in the order of the queue
	BackfillPass                    // of the scheduler that starts jobs beside what it promises others
)

// newObservers are the observers that the options ask for.
func newObservers(o Options, jobs int) []Observer {
	var list []Observer
	if o.RecordAll || len(o.Record) > 0 {
		list = append(list, newRecorder(o, jobs))
	}
	return append(list, o.Observers...)
}

// beginCall finds out which observers observe the call that comes.
func (s *State) beginCall() {
	s.observing = s.observing[:0]
	for _, o := range s.observers {
		if o.Begin(s) {
			s.observing = append(s.observing, o)
		}
	}
}

// Recording says whether any decisions are recorded in this call.
func (s *State) Recording() bool { return len(s.observing) > 0 }

// Records says whether decisions about job j are recorded in this call.
func (s *State) Records(j int32) bool { return s.wanted(j, false) }

func (s *State) wanted(j int32, reserved bool) bool {
	for _, o := range s.observing {
		if o.Wants(j, reserved) {
			return true
		}
	}
	return false
}

// Note records why job j starts or waits at this instant, if Records(j).
func (s *State) Note(j int32, why Reason) {
	if !s.Records(j) {
		return
	}
	switch {
	case s.divided != nil:
		short := why.Room.Licences
		why.Room = s.divided.Room(j)
		if short != 0 {
			why.Room.Licences = short
		}
	case s.scattered != nil:
		why.Room = s.scattered.Lacks(j)
	}
	for _, o := range s.observing {
		if o.Wants(j, false) {
			o.Decided(s, j, why)
		}
	}
}

// NoteStartsNow records why StartsNow answers what it answers for job j, if Records(j).
func (s *State) NoteStartsNow(j int32) {
	if s.Recording() && s.Records(j) {
		s.Note(j, s.WhyNow(j))
	}
}

// NoteReserved records that job j waits for its reservation, if Records(j): as the
// blocked head of the queue or as a job behind it.
func (s *State) NoteReserved(j int32) {
	if s.Recording() && s.wanted(j, true) {
		s.noteReserved(j)
	}
}

func (s *State) noteReserved(j int32) { s.Note(j, s.WhyReserved(j)) }

// WhyReserved is the reason of job j, which holds a reservation, to wait for that.
func (s *State) WhyReserved(j int32) Reason {
	slot, _ := s.look().Reservation(j)
	why := s.look().Explain(j)
	if why.Rule != WouldDelay {
		why.Blocker = NoJob
	}
	why.Rule, why.Shadow, why.Lane = Reserved, slot.At, int32(slot.Place)
	why.Extra, why.ExtraMemory = s.look().Extra(slot.At), 0
	if j == s.queue.First {
		why.Rule = HeadBlocked
	}
	return why
}

// WhyNow is the reason for what StartsNow answers for job j.
func (s *State) WhyNow(j int32) Reason { return s.look().Explain(j) }

// Listener is an Observer that takes note of what a policy that people wrote prints.
type Listener interface {
	Observer
	// Printed is told a text that the policy has printed in a call that is observed.
	Printed(s *State, text string)
	// Unprinted is told that the policy has printed so many more texts in such a call, at least 1, which nobody keeps.
	Unprinted(s *State, n int32)
}

// Print tells the observers of the call a text. Without observers it is lost.
func (s *State) Print(text string) {
	for _, o := range s.observing {
		if l, ok := o.(Listener); ok {
			l.Printed(s, text)
		}
	}
}

// LeaveOut tells the observers of the call that so many more texts were printed in it, at least 1.
func (s *State) LeaveOut(n int32) {
	for _, o := range s.observing {
		if l, ok := o.(Listener); ok {
			l.Unprinted(s, n)
		}
	}
}

// HasRoom says whether job j has room now, whatever is reserved, for observers: unlike Fits, it
// leaves alone what the machine has found for the job.
func (s *State) HasRoom(j int32) bool {
	switch {
	case s.divided != nil:
		return s.divided.Room(j).Lane >= 0
	case s.scattered != nil:
		return s.Occupies(j) <= s.Free() && s.scattered.Lacks(j).Component == 0
	}
	return s.Occupies(j) <= s.Free()
}

// Outcome is what the simulation has made so far, for observers. It must not be changed.
func (s *State) Outcome() *Outcome { return s.outcome }

// Forecast is the machine's forecast, for observers; nil if the policy has not asked for it.
func (s *State) Forecast() Forecast { return s.forecast }

// Runs says whether job j runs.
func (s *State) Runs(j int32) bool {
	if s.segments != nil && s.segments.waits[j] {
		return false
	}
	return s.outcome.Start[j] >= 0 && s.outcome.End[j] < 0
}

// ExpectedEnd is when running job j is expected to end, as the forecast has it.
func (s *State) ExpectedEnd(j int32) Time {
	end := s.estimatedEnd(j)
	if end > s.now || s.moving != nil && s.moving.end[j] <= end {
		return end // a command may have made it end now
	}
	if s.options.Kill != KillNever {
		return s.stoppedAt(j)
	}
	return s.overdueEnd
}
