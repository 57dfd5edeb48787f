package los

import (
	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
)

// EASYD is EASY, with one reservation, and a queue of dedicated jobs. Those that are
// due stand at the head of the queue. Every other job that starts, the head included,
// must leave the processors that the first group of coming dedicated jobs will need. A
// head that cannot start for that reason is given a freeze, too, which the jobs behind
// it respect.
//
// Only the dedicated jobs with the first requested start are protected.
//
// A call costs O(q + r) for q waiting and r running jobs.
//
// Source: Kumar, Shae, Jamjoom, IPDPSW 2012, Table III.
type EASYD struct {
	freezes freezes
}

// DedicatedFirst marks the policy as one with a dedicated queue.
func (p *EASYD) DedicatedFirst() {}

func (p *EASYD) Schedule(s *engine.State) {
	s.Outlook() // forecasts must be asked for from the first call on
	group := firstGroup(s)
	d := group.freeze(s, false)
	for startsBeside(s, &d) {
		startHead(s)
		d = group.freeze(s, false)
	}
	head := s.First()
	if nobodyToStart(s) {
		return
	}
	f := unfrozen(s)
	f.holder, f.first, f.whole = head, group.first, d
	f.head = p.freezes.head(s, head, dueHead(s), &group, &d)
	f.group = d
	f.noteWaits(s, head)
	for j := s.Next(head); j != engine.NoJob; j = s.Next(j) {
		size, expected := s.Occupies(j), s.Now()+s.Job(j).Estimate
		if size > f.free || !f.head.passes(expected, size) || !f.group.passes(expected, size) {
			f.noteWaits(s, j)
			continue
		}
		if f.head.runsPast(expected) {
			s.Note(j, f.byHead(engine.StartedInExtra))
		} else {
			s.Note(j, f.byHead(engine.StartedBeforeShadow))
		}
		s.Start(j, 0)
		f.free -= size
		f.head.take(expected, size)
		f.group.take(expected, size)
	}
}

// EASYDKind is EASY-D as a scenario names it.
var EASYDKind = scenario.PolicyKind{
	Description: param.Description{
		Kind: "easy-d", Name: "EASY-D",
		Doc:    "EASY backfilling that keeps processors free for the dedicated jobs with the next requested start.",
		Source: "Kumar, Shae, Jamjoom 2012",
	},
	Needs: engine.OnePool | engine.Estimates,
	New:   func(param.Values) engine.Policy { return &EASYD{} },

	Shadow: always,
}
