package engine

// observer takes note of calls of the policy. State tells every one of them what happens in the calls
// that it observes.
type observer interface {
	// begin is asked before each call, and says whether that is observed.
	begin(s *State) bool
	// wants says whether it is to be told about job j; reserved: that it waits for its
	// reservation, as many jobs may.
	wants(j int32, reserved bool) bool
	// decided is told why job j, one that it wants, starts or waits.
	decided(s *State, j int32, why Reason)
	// reserved is told that job j got a reservation.
	reserved(s *State, j int32, slot Slot)
	// dropping is told that all reservations are going to be given up.
	dropping(s *State)
	// end is told that the call is over.
	end(s *State, p Policy)
	// conclude is told that the simulation has come to its end.
	conclude(o *Outcome)
}

// newObservers are those that the options ask for.
func newObservers(o Options, jobs int) []observer {
	var list []observer
	if o.RecordAll || len(o.Record) > 0 {
		list = append(list, newRecorder(o, jobs))
	}
	if o.Moments != nil {
		list = append(list, newNoting(o.Moments, jobs))
	}
	return list
}

// beginCall finds out who observes the call that comes.
func (s *State) beginCall() {
	s.observing = s.observing[:0]
	for _, o := range s.observers {
		if o.begin(s) {
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
		if o.wants(j, reserved) {
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
		if o.wants(j, false) {
			o.decided(s, j, why)
		}
	}
}

// NoteStartsNow records why StartsNow answers what it answers for job j, if Records(j).
func (s *State) NoteStartsNow(j int32) {
	if s.Recording() && s.Records(j) {
		s.Note(j, s.look().Explain(j))
	}
}

// NoteReserved records that job j waits for its reservation, if Records(j): as the
// blocked head of the queue or as a job behind it.
func (s *State) NoteReserved(j int32) {
	if s.Recording() && s.wanted(j, true) {
		s.noteReserved(j)
	}
}

func (s *State) noteReserved(j int32) {
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
	s.Note(j, why)
}
