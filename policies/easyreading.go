package policies

import (
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/policies/belief"
)

// Reading is how EASY with one reservation decides who may start past the head where publications and their programs differ. The zero
// value is the usual one. All others start some jobs fewer that would not delay the head.
type Reading struct {
	Extra Extra
	// Before says that a job that ends exactly at the shadow time counts as one that ends later.
	Before bool
}

// Extra is which processors count as extra: those left beside the head at the shadow time, on which jobs may start that end later.
type Extra uint8

const (
	// AllEnds: all that are left when every job has ended that is to end by the shadow time.
	AllEnds Extra = iota
	// FirstEnds: what is left when the ends are counted one by one, those of one instant in the order of starts, until the head fits.
	FirstEnds
	// NoExtra: none.
	NoExtra
)

var (
	extraNames = []string{"allEnds", "firstEnds", "none"} // of the constants, as a scenario names them
	endNames   = []string{"byShadowTime", "beforeShadowTime"}
)

// readingParams are the parameters of a Reading.
var readingParams = []param.Param{
	{Name: "extra", Title: "Extra processors", Kind: param.Choice, Choices: extraNames, Default: "allEnds",
		Doc: "On which processors jobs may start that end after the shadow time: allEnds, those left beside the head when all jobs have ended that are to end by then; " +
			"firstEnds, those left when just so many of them have ended, one by one in the order of their starts, that the head fits; none."},
	{Name: "pastHead", Title: "Ends past the head", Kind: param.Choice, Choices: endNames, Default: "byShadowTime",
		Doc: "When a job that starts past the head must end where it is on no extra processors: byShadowTime, at the shadow time at the latest; beforeShadowTime, before that."},
}

// readingOf is the reading with these values.
func readingOf(v param.Values) Reading {
	return Reading{Extra(slices.Index(extraNames, v.Text("extra"))), v.Text("pastHead") == endNames[1]}
}

// checkEASY refuses values that contradict each other.
func checkEASY(v param.Values) error {
	if v.Int("reservations") > 1 && readingOf(v) != (Reading{}) {
		return &param.Error{Path: "/reservations", Value: strconv.FormatInt(v.Int("reservations"), 10), Reason: "extra processors and the shadow time can only be read in another way where the head alone holds a reservation; 1 is accepted"}
	}
	return belief.Check(v)
}

// startAsRead starts the jobs behind the head that may start by the reading. The head holds the reservation.
//
// What is extra is found once in a call; jobs that start on such processors use them up.
func (p *EASY) startAsRead(s *engine.State) {
	head := s.First()
	if head == engine.NoJob {
		return
	}
	slot, _ := s.Reservation(head)
	extra := p.extra(s, head, slot.At)
	p.others = p.others[:0]
	for j := s.Next(head); j != engine.NoJob; j = s.Next(j) {
		p.others = append(p.others, j)
	}
	p.Others.Sort(s, p.others)
	for _, j := range p.others {
		place, ok := s.StartsNow(j)
		end := s.Now() + s.Job(j).Estimate
		inTime := end < slot.At || end == slot.At && !p.Reading.Before
		if ok && !inTime && s.Occupies(j) > extra {
			s.Note(j, engine.Reason{Rule: engine.NotCounted, Blocker: head, Shadow: slot.At, Extra: extra, Free: s.Free()})
			continue
		}
		s.NoteStartsNow(j)
		if ok {
			if !inTime {
				extra -= s.Occupies(j)
			}
			s.Start(j, place)
		}
	}
}

// extra is how many processors count as extra beside the head, which is reserved for the shadow time.
func (p *EASY) extra(s *engine.State, head int32, shadow engine.Time) int32 {
	switch p.Reading.Extra {
	case NoExtra:
		return 0
	case AllEnds:
		return s.Forecast().Extra(shadow)
	}
	started := s.Outcome().StartOrder
	p.running = append(p.running, started[p.started:]...)
	p.started = len(started)
	p.running = slices.DeleteFunc(p.running, func(j int32) bool { return !s.Runs(j) })
	left := s.Forecast().Extra(shadow-engine.Millisecond) - s.Occupies(head)
	for _, j := range p.running {
		if left >= 0 {
			break
		}
		if s.ExpectedEnd(j) == shadow {
			left += s.Occupies(j)
		}
	}
	return max(left, 0)
}
