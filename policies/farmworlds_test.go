package policies

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/policies/internal/reference"
)

// shaker starts waiting jobs where they have room and interrupts running ones, at random;
// some it starts and interrupts several times at one instant. It spares a job that it has
// interrupted often. It fails if those who wait do not do so in the order of their arrival.
type shaker struct {
	*rand.Rand
	often map[int32]int
	list  []int32
}

func (p *shaker) Schedule(s *engine.State) {
	machine := farm.Of(s)
	if p.often == nil {
		p.often = map[int32]int{}
	}
	set := make([]uint64, machine.Words())
	for range 1 + p.IntN(3) {
		p.list = s.Present(p.list[:0])
		next := s.First()
		for _, j := range p.list {
			if machine.PlaceOf(j) != engine.NoPlace {
				continue
			}
			if j != next {
				s.Fail(fmt.Errorf("present are %v, but %d waits in the place of %d", p.list, next, j))
				return
			}
			next = s.Next(j)
		}
		for _, j := range p.list {
			if machine.PlaceOf(j) != engine.NoPlace && p.often[j] < 5 && p.IntN(3) == 0 {
				s.Preempt(j)
				p.often[j]++
			}
		}
		for j := s.First(); j != engine.NoJob; j = s.Next(j) {
			if !machine.Present().Available(j, set) || p.IntN(3) == 0 {
				continue
			}
			var places []engine.Placement
			for at := range farm.Places(set) {
				places = append(places, at)
			}
			s.Start(j, places[p.IntN(len(places))])
		}
	}
	if s.Waiting() > 0 {
		s.WakeAt(s.Now() + 1 + engine.Time(p.IntN(5)))
	}
}

// On small farms, whatever policy: nothing is in use twice, and jobs run for what they
// have to do.
func TestSchedulesOnFarmsAreValid(t *testing.T) {
	preempted, lost, undone := 0, engine.Time(0), 0
	for seed := range uint64(reference.Trials(3000)) {
		c := reference.DrawFarmWorld(seed, 20)
		r := rand.New(rand.NewPCG(seed, 30))
		c.Options.Order = engine.Order(r.IntN(2))
		if r.IntN(3) == 0 {
			c.Follow(r)
		}
		p := &shaker{Rand: r}
		o := c.Run(t, p)
		c.Check(t, "at random", o)
		for _, s := range o.Segments {
			if s.End != engine.Ended {
				preempted++
			}
		}
		for _, n := range p.often {
			undone += n
		}
		for _, l := range o.Lost {
			lost += l
		}
		if seed%3 == 0 {
			eachPolicyOn(t, farm.New(c.Config).Offers(), func(name string, make func() engine.Policy) {
				c.Check(t, name, c.Run(t, make()))
			})
		}
	}
	undone -= preempted
	if preempted < reference.Trials(10000) || int(lost) < reference.Trials(10000) || undone < reference.Trials(1000) {
		t.Errorf("%d segments were interrupted, %d undone, and %d ms lost: the worlds are too easy", preempted, undone, lost)
	}
}
