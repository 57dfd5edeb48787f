package script

import (
	"fmt"

	"go.starlark.net/starlark"

	"backfill/engine"
)

// place is where waiting job j could start now; beside the reservations if the script makes any.
func (p *policy) place(j int32) (engine.Placement, bool) {
	if !p.plans {
		return p.state.Fits(j)
	}
	if slot, held := p.state.Reservation(j); held && slot.At <= p.state.Now() {
		return slot.Place, true
	}
	return p.state.StartsNow(j)
}

func (p *policy) fits(j int32) (starlark.Value, error) {
	_, fits := p.state.Fits(j)
	p.turnTo(j)
	return starlark.Bool(fits), p.chargeLook()
}

func (p *policy) canStart(j int32) (starlark.Value, error) {
	_, can := p.place(j)
	p.turnTo(j)
	return starlark.Bool(can), p.chargeLook()
}

func (p *policy) start(j int32) (starlark.Value, error) {
	place, can := p.place(j)
	if !can && p.plans {
		if _, held := p.state.Reservation(j); held { // it would start before its slot
			p.state.Drop(j)
			place, can = p.state.StartsNow(j)
		}
	}
	if !can {
		return nil, p.cannot(j)
	}
	p.begin(j, place)
	return starlark.None, p.chargeLook()
}

// cannot says why waiting job j cannot be started.
func (p *policy) cannot(j int32) error {
	s := p.state
	needs := s.Occupies(j)
	switch _, fits := s.Fits(j); {
	case fits:
		return fmt.Errorf("%v fits, but would delay a reservation that is held; drop it first, or ask can_start", &p.jobs[j])
	case needs > s.Free():
		return fmt.Errorf("%v does not fit: it needs %s, and %d %s free", &p.jobs[j], processors(needs), s.Free(), are(s.Free()))
	}
	return fmt.Errorf("%v does not fit: %s %s free, but not where it can run", &p.jobs[j], processors(s.Free()), are(s.Free()))
}

func processors(n int32) string {
	if n == 1 {
		return "1 processor"
	}
	return fmt.Sprintf("%d processors", n)
}

func are(n int32) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// begin starts waiting job j, and notes why.
func (p *policy) begin(j int32, place engine.Placement) {
	s := p.state
	if s.Recording() {
		p.noteStart(j)
	}
	p.finishLines(j)
	s.Start(j, place)
	if p.runs {
		p.running = append(p.running, j)
	}
	p.last, p.started = j, j
}

// startInOrder starts jobs from the head of the queue on.
func (p *policy) startInOrder([]starlark.Value) (starlark.Value, error) {
	for {
		j := p.state.First()
		if j == engine.NoJob {
			return starlark.None, p.chargeLook()
		}
		place, can := p.place(j)
		if !can {
			p.turnTo(j)
			p.last = j
			return &p.jobs[j], p.chargeLook()
		}
		p.begin(j, place)
	}
}

// backfill starts those of the jobs that can start.
func (p *policy) backfill(a []starlark.Value) (starlark.Value, error) {
	n := 0
	if a[0] == nil {
		for j, place := p.startable(p.state.First()); j != engine.NoJob; j, place = p.startable(p.state.Next(j)) {
			p.begin(j, place)
			n++
		}
		return starlark.MakeInt(n), p.chargeLook()
	}
	list, err := p.elements(a[0])
	if err != nil {
		return nil, err
	}
	for _, v := range list {
		j, err := p.about(v)
		if err != nil {
			return nil, err
		}
		if j.state() != "waiting" {
			return nil, fmt.Errorf("%v does not wait any more", j)
		}
		if place, can := p.place(j.row); can {
			p.begin(j.row, place)
			n++
		} else {
			p.passOver(j.row)
		}
	}
	return starlark.MakeInt(n), p.charge(4 * len(list))
}

// startable is the first waiting job from j on that can start, and where.
func (p *policy) startable(j int32) (int32, engine.Placement) {
	if !p.state.Recording() {
		return p.state.Startable(j)
	}
	for ; j != engine.NoJob; j = p.state.Next(j) {
		if place, can := p.state.StartsNow(j); can {
			return j, place
		}
		p.passOver(j)
	}
	return engine.NoJob, 0
}

// from is where a search begins: behind the job of the argument, or at the head of the queue.
func (p *policy) from(a []starlark.Value) (int32, error) {
	if a[0] == nil {
		return p.state.First(), nil
	}
	j, err := p.about(a[0])
	if err != nil {
		return engine.NoJob, err
	}
	if j.state() != "waiting" && j.row != p.started {
		return engine.NoJob, fmt.Errorf("%v neither waits nor has just been started", j)
	}
	return p.state.Next(j.row), nil
}

func (p *policy) nextFitting(a []starlark.Value) (starlark.Value, error) {
	j, err := p.from(a)
	if err != nil {
		return nil, err
	}
	if !p.state.Recording() {
		return p.jobOrNone(p.state.Fitting(j)), p.chargeLook()
	}
	for ; j != engine.NoJob; j = p.state.Next(j) {
		if _, fits := p.state.Fits(j); fits {
			break
		}
		p.passOver(j)
	}
	return p.jobOrNone(j), p.chargeLook()
}

func (p *policy) nextStartable(a []starlark.Value) (starlark.Value, error) {
	j, err := p.from(a)
	if err != nil {
		return nil, err
	}
	j, _ = p.startable(j)
	return p.jobOrNone(j), p.chargeLook()
}

// chargeLook counts a look along the queue or into the forecast.
func (p *policy) chargeLook() error { return p.charge(4 + p.state.Waiting()/bytesAsOne) }
