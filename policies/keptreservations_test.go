package policies

import (
	"math/rand/v2"
	"testing"

	"backfill/engine"
	"backfill/policies/internal/reference"
)

// keeper reserves for the first jobs and lets their times go by. At some instant it gives up all reservations and starts a job that may
// start, at the place that it once was promised.
type keeper struct {
	*testing.T
	random *rand.Rand
	slots  map[int32]engine.Slot
	most   int
	kept   *int // how often a slot was in the past
}

func (p keeper) Schedule(s *engine.State) {
	if s.Saw(engine.Overrun) {
		s.DropAll()
		clear(p.slots)
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		_, now := s.StartsNow(j)
		if slot := s.Earliest(j); slot.At < s.Now() || now != (slot.At == s.Now()) {
			p.Errorf("at %d job %d may start: %v, at %d", s.Now(), j, now, slot.At)
		}
		slot, held := p.slots[j]
		switch {
		case held && slot.At < s.Now():
			if *p.kept++; p.random.IntN(3) > 0 {
				continue
			}
			s.DropAll()
			clear(p.slots)
			if _, ok := s.StartsNow(j); ok {
				s.Start(j, slot.Place)
			}
		case !held && len(p.slots) < p.most:
			p.slots[j] = s.Reserve(j)
		}
	}
	if s.First() != engine.NoJob {
		s.WakeAt(s.Now() + 1)
	}
}

// On every kind of machine reservations may outlast their time: no job's earliest start lies in the past then, and a job may start
// where it was promised to, if it may start.
func TestReservationsThatAreKeptTooLong(t *testing.T) {
	kept := 0
	reference.EachTrial(t, 100, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 22))
		m, what := reference.RandomMachine(r, &c)
		o, err := engine.Simulate(c.Workload, m, keeper{t, r, map[int32]engine.Slot{}, 1 + r.IntN(12), &kept}, c.Options)
		if err != nil {
			t.Fatal(err)
		}
		for j, state := range o.State {
			if state != engine.Refused && o.Start[j] < 0 {
				t.Fatalf("%s, %v: job %d never starts", what, c, j)
			}
		}
	})
	if kept < reference.Trials(2_000) {
		t.Errorf("only %d times a reservation was in the past", kept)
	}
}
