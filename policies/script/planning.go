package script

import (
	"fmt"

	"go.starlark.net/starlark"

	"backfill/engine"
)

// dropVoid gives up the reservations that cannot be kept: all of them where expected ends have moved, and those that were missed.
func (p *policy) dropVoid() {
	s := p.state
	switch {
	case !p.holds:
	case s.Saw(engine.Overrun) || s.Saw(engine.Change):
		s.DropAll()
		p.holds = false
	case s.FirstReserved() < s.Now():
		for j := s.First(); j != engine.NoJob; j = s.Next(j) {
			if slot, held := s.Reservation(j); held && slot.At < s.Now() {
				s.Drop(j)
			}
		}
	}
}

func (p *policy) earliest(j int32) (starlark.Value, error) {
	return seconds(p.state.Earliest(j).At), p.chargePlan()
}

func (p *policy) freeAt(a []starlark.Value) (starlark.Value, error) {
	t, err := instant(a[0])
	if err != nil {
		return nil, err
	}
	if t < p.state.Now() {
		return nil, fmt.Errorf("%v s is past", a[0])
	}
	return starlark.MakeInt(int(p.state.Forecast().Extra(min(t, engine.MaxTime)))), p.chargePlan()
}

// reserve gives waiting job j its earliest slot.
func (p *policy) reserve(j int32) (starlark.Value, error) {
	s := p.state
	var slot engine.Slot
	if _, held := s.Reservation(j); held {
		slot = s.Improve(j)
	} else {
		slot = s.Reserve(j)
	}
	p.holds = true
	p.turnTo(j)
	return seconds(slot.At), p.chargePlan()
}

func (p *policy) reserved(j int32) (starlark.Value, error) {
	if slot, held := p.state.Reservation(j); held {
		return seconds(slot.At), nil
	}
	return starlark.None, nil
}

func (p *policy) firstReserved([]starlark.Value) (starlark.Value, error) {
	t := p.state.FirstReserved()
	if t == engine.Never {
		return starlark.None, p.chargePlan()
	}
	return seconds(t), p.chargePlan()
}

func (p *policy) drop(j int32) (starlark.Value, error) {
	if _, held := p.state.Reservation(j); held {
		p.settle()
		p.state.Drop(j)
	}
	return starlark.None, p.chargePlan()
}

func (p *policy) dropAll([]starlark.Value) (starlark.Value, error) {
	p.settle()
	p.state.DropAll()
	p.holds = false
	return starlark.None, p.charge(4)
}

// wakeWhenDue asks for a call at the first reservation. The end of an overdue job calls by itself: waking for the moment at which that is
// expected would mean waking at every moment.
func (p *policy) wakeWhenDue([]starlark.Value) (starlark.Value, error) {
	s := p.state
	if next := s.FirstReserved(); next != engine.Never && !(s.Overdue() && next == s.Now()+engine.Millisecond) {
		s.WakeAt(next)
	}
	return starlark.None, p.chargePlan()
}

// chargePlan counts a search of the forecast, which takes as long as many jobs run and hold reservations, at most.
func (p *policy) chargePlan() error { return p.charge(8 + p.state.Waiting()/bytesAsOne) }
