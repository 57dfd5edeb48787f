package engine

import "slices"

// record collects decisions. Consecutive decisions about a job with the same
// reason become one entry.
type record struct {
	all       bool
	watched   []bool  // by job
	left      []int32 // watched jobs that may still be decided about
	present   bool    // one of them has arrived
	decisions []Decision
	last      []int32 // by job: index of its latest decision + 1
}

func newRecord(o Options, jobs int) *record {
	if !o.RecordAll && len(o.Record) == 0 {
		return nil
	}
	r := &record{all: o.RecordAll, watched: make([]bool, jobs), left: slices.Clone(o.Record), last: make([]int32, jobs)}
	for _, j := range o.Record {
		r.watched[j] = true
	}
	return r
}

// Recording says whether any decisions are recorded in this call.
func (s *State) Recording() bool {
	return s.record != nil && (s.record.all || s.record.present) || s.noting()
}

// attend finds out, before a call, whether a watched job can be decided about in it: without
// one, policies are as fast as if nothing was recorded. O(watched jobs that have not ended).
func (s *State) attend() {
	o, r := s.outcome, s.record
	r.left = slices.DeleteFunc(r.left, func(j int32) bool {
		return o.State[j] == Refused || o.End[j] >= 0 || s.segments == nil && o.Start[j] >= 0
	})
	r.present = slices.ContainsFunc(r.left, func(j int32) bool { return s.jobs[j].Submit <= s.now })
}

// Records says whether decisions about job j are recorded in this call.
func (s *State) Records(j int32) bool { return s.noting() || s.record.wants(j) }

func (r *record) wants(j int32) bool { return r != nil && (r.all || r.watched[j]) }

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
	if s.noting() {
		s.moments.note(s, j, why)
	}
	r := s.record
	if !r.wants(j) {
		return
	}
	if k := r.last[j]; k > 0 && r.decisions[k-1].Reason == why {
		r.decisions[k-1].Until = s.now
		r.decisions[k-1].Times++
		return
	}
	r.decisions = append(r.decisions, Decision{Reason: why, Job: j, At: s.now, Until: s.now, Times: 1})
	r.last[j] = int32(len(r.decisions))
}

// NoteStartsNow records why StartsNow answers what it answers for job j, if Records(j).
func (s *State) NoteStartsNow(j int32) {
	if s.Recording() {
		s.noteStartsNow(j)
	}
}

func (s *State) noteStartsNow(j int32) {
	if s.Records(j) {
		s.Note(j, s.look().Explain(j))
	}
}

// NoteReserved records that job j waits for its reservation, if Records(j): as the
// blocked head of the queue or as a job behind it.
func (s *State) NoteReserved(j int32) {
	if s.Recording() {
		s.noteReserved(j)
	}
}

func (s *State) noteReserved(j int32) {
	if !s.Records(j) {
		return
	}
	if s.noting() && !s.record.wants(j) {
		if s.moments.reservedNotes++; s.moments.reservedNotes > maxNoted {
			return // no list shows so many
		}
	}
	slot, _ := s.look().Reservation(j)
	why := s.look().Explain(j)
	if why.Rule != WouldDelay {
		why.Blocker = NoJob
	}
	why.Rule, why.Shadow, why.Lane = Reserved, slot.At, int32(slot.Place)
	why.Extra, why.ExtraMemory = s.look().Extra(slot.At), 0
	if j == s.queue.first {
		why.Rule = HeadBlocked
	}
	s.Note(j, why)
}
