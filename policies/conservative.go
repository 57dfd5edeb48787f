package policies

import (
	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies/belief"
)

// Conservative backfilling gives every job a reservation when it arrives, at the
// earliest start that delays no other job, and starts it when that comes due.
//
// With Compress, when a job ends every waiting job is taken out and put back at
// its earliest start, one after the other in the order of arrival: early ends let
// reservations move earlier, never later. Without, a job starts exactly when it
// was promised to on arrival.
//
// When a running job outlives its estimate or a command changes a job, promises
// cannot be kept: all reservations are dropped and made anew in the order of arrival.
//
// A call looks at the waiting jobs that are new or due and, if a job ended before its
// estimate and with Compress, at all of them, but searches the future of each only where
// it has become emptier since the last time.
//
// Source: Mu'alem and Feitelson, IEEE TPDS 12(6), 2001, section 2.
type Conservative struct {
	Compress bool
	*belief.Belief
}

func (p Conservative) Schedule(s *engine.State) {
	if s.Saw(engine.Overrun) || s.Saw(engine.Change) {
		s.DropAll()
	}
	compress := p.Compress && s.Saw(engine.Completion)
	for j := range s.ToReconsider(compress) {
		slot, waited := s.Reservation(j)
		if !waited {
			slot = s.Reserve(j)
		} else if compress && slot.At > s.Now() {
			slot = s.Improve(j)
		}
		startIfDue(s, j, slot, waited)
	}
	wakeWhenDue(s)
}

// startIfDue starts job j in its slot if that is now. The job waited for it if it held the reservation before this call.
func startIfDue(s *engine.State, j int32, slot engine.Slot, waited bool) {
	if slot.At > s.Now() {
		s.NoteReserved(j)
		return
	}
	if waited {
		s.Note(j, due(s, j))
	} else {
		s.NoteStartsNow(j)
	}
	s.Start(j, slot.Place)
}

// wakeWhenDue has the policy called when the first reservation is due. The end of an overdue job calls it by itself: waking for the
// moment at which that is expected would mean waking at every moment.
func wakeWhenDue(s *engine.State) {
	if next := s.FirstReserved(); next != engine.Never && !(s.Overdue() && next == s.Now()+engine.Millisecond) {
		s.WakeAt(next)
	}
}

// due is the reason of a job that starts because its reservation says so.
func due(s *engine.State, j int32) engine.Reason {
	why := engine.Reason{Rule: engine.StartedReserved, Blocker: engine.NoJob, Shadow: s.Now(), Free: s.Free()}
	if j == s.First() {
		why.Rule = engine.StartedInOrder
	}
	return why
}

var conservative = scenario.PolicyKind{
	Description: param.Description{
		Kind: "conservative", Name: "Conservative backfilling",
		Doc:    "Every job gets a reservation when it arrives; no job may delay any of them.",
		Source: "Mu'alem and Feitelson 2001",
		Params: append([]param.Param{
			{Name: "compress", Kind: param.Boolean, Default: true,
				Doc: "Whenever a job ends, waiting jobs are put back at their earliest start, in the order of arrival; without it they keep the start they were promised."},
		}, belief.Params...),
	},
	Needs:   engine.Estimates,
	Demands: belief.Demands,
	Check:   belief.Check,
	New: func(v param.Values) engine.Policy {
		return Conservative{Compress: v.Bool("compress"), Belief: belief.Of(v)}
	},
}
