package hosts

import (
	"backfill/engine"
	"backfill/engine/profile"
)

// fewReservations is the future of hosts as long as a few reservations at a time are enough: the
// expected ends of running jobs by host and, for each reservation, what is left on its host when
// it begins. What is free on a host falls only where a reservation begins, so this is enough to
// say which jobs may start.
type fewReservations struct {
	machine *Machine
	now     engine.Time
	ends    [][]hostEnd // by host, the latest first
	next    engine.Time // none of them is earlier
	held    []heldSlot  // in the order in which they were made

	// Policies that give up all reservations mostly make the same ones anew.
	dropped  []heldSlot // by the last DropAll
	changes  int        // how often something that was held has become free
	loosened []int      // by host: changes when that was there last
}

// hostEnd is an instant at which jobs are expected to end on a host.
type hostEnd struct {
	at   engine.Time
	ends Host // what becomes free
	free Host // what is free from then on, if nothing else starts and nothing is reserved
}

// heldSlot is a reservation.
type heldSlot struct {
	job     int32
	place   engine.Placement
	at, end engine.Time
	need    Host
	left    Host // free there when it begins, beside all reservations; of no meaning once it has begun
	made    int  // changes when it was found
}

// fewSlots is how many reservations are few.
const fewSlots = 8

func newFewReservations(h *Machine) *fewReservations {
	return &fewReservations{machine: h, ends: make([][]hostEnd, len(h.hosts)), loosened: make([]int, len(h.hosts))}
}

// profiles is the same future for any number of reservations.
func (f *fewReservations) profiles() *profiles {
	s := newProfiles(f.machine)
	s.Advance(f.now)
	for p, ends := range f.ends {
		for _, end := range ends {
			s.take(engine.Placement(p), end.ends, f.now, end.at, -1)
		}
	}
	for _, r := range f.held {
		s.reserve(r.job, r.slot())
	}
	return s
}

func (r *heldSlot) slot() engine.Slot {
	return engine.Slot{At: r.at, Length: r.end - r.at, Place: r.place}
}

// plus is what is free after so much is given back or, with sign -1, taken.
func (free Host) plus(need Host, sign int32) Host {
	return Host{free.Processors + sign*need.Processors, free.Memory + sign*need.Memory}
}

func (f *fewReservations) Advance(now engine.Time) {
	f.now = now
	if now < f.next {
		return
	}
	f.next = engine.Never
	for p, ends := range f.ends {
		n := len(ends)
		for n > 0 && ends[n-1].at <= now {
			n--
		}
		if n < len(ends) {
			f.ends[p] = ends[:n]
		}
		if n > 0 && ends[n-1].at < f.next {
			f.next = ends[n-1].at
		}
	}
}

func (f *fewReservations) Started(j int32, p engine.Placement, end engine.Time) {
	if i := f.find(j); i >= 0 {
		f.drop(i)
	}
	f.change(p, f.machine.needs(j), end, 1)
}

func (f *fewReservations) Ended(j int32, expected engine.Time) {
	if expected > f.now {
		f.change(f.machine.placed[j], f.machine.needs(j), expected, -1)
	}
}

func (f *fewReservations) Moved(j int32, from, to engine.Time) {
	f.Ended(j, from)
	if to > f.now {
		f.change(f.machine.placed[j], f.machine.needs(j), to, 1)
	}
}

// change notes that need is held on host p from now until end, which lies ahead, or, with sign
// -1, that it is not any more.
func (f *fewReservations) change(p engine.Placement, need Host, end engine.Time, sign int32) {
	f.widen(p, f.now, end, need, -sign)
	if sign < 0 {
		f.loosen(p)
	}
	ends := f.ends[p]
	i := len(ends)
	for i > 0 && ends[i-1].at < end {
		i--
		ends[i].free = ends[i].free.plus(need, -sign)
	}
	if i == 0 || ends[i-1].at != end {
		free := f.machine.hosts[p] // all of it after the last end
		if i > 0 {
			free = ends[i-1].free.plus(ends[i-1].ends, -1)
		}
		ends = append(ends, hostEnd{})
		copy(ends[i+1:], ends[i:])
		ends[i] = hostEnd{end, need, free}
		f.ends[p] = ends
		if end < f.next {
			f.next = end
		}
		return
	}
	e := &ends[i-1]
	e.ends = e.ends.plus(need, sign)
	if e.ends.Processors == 0 {
		f.ends[p] = append(ends[:i-1], ends[i:]...)
	}
}

// loosen notes that something becomes free on host p that was held.
func (f *fewReservations) loosen(p engine.Placement) {
	f.changes++
	f.loosened[p] = f.changes
}

// widen changes what is left for reservations that begin on host p in [from, to).
func (f *fewReservations) widen(p engine.Placement, from, to engine.Time, by Host, sign int32) {
	for i := range f.held {
		if r := &f.held[i]; r.place == p && from <= r.at && r.at < to {
			r.left = r.left.plus(by, sign)
		}
	}
}

// reservedOn says whether anything is reserved on host p.
func (f *fewReservations) reservedOn(p engine.Placement) bool {
	for i := range f.held {
		if f.held[i].place == p {
			return true
		}
	}
	return false
}

// unreserved is what running jobs and reservations leave on host p now.
func (f *fewReservations) unreserved(p engine.Placement) Host {
	free := f.machine.free[p]
	for i := range f.held {
		if r := &f.held[i]; r.place == p && r.at <= f.now && f.now < r.end {
			free = free.plus(r.need, -1)
		}
	}
	free.Memory = max(free.Memory, 0)
	return free
}

// delayed is the first reservation on host p that a job with this need would delay if it started
// at t and ran for length; nil if it would delay none. The job has room at t.
func (f *fewReservations) delayed(p engine.Placement, need Host, t, length engine.Time) *heldSlot {
	var first *heldSlot
	for i := range f.held {
		if r := &f.held[i]; r.place == p && r.at > t && r.at-t < length && !need.within(r.left) && (first == nil || r.at < first.at) {
			first = r
		}
	}
	return first
}

func (f *fewReservations) StartsNow(j int32) (engine.Placement, bool) {
	need, length := f.machine.needs(j), f.machine.jobs[j].Estimate
	best := engine.Placement(-1)
	for i, free := range f.machine.free {
		p := engine.Placement(i)
		if !need.within(free) || best >= 0 && free.Processors >= f.machine.free[best].Processors {
			continue
		}
		if need.within(f.unreserved(p)) && f.delayed(p, need, f.now, length) == nil {
			best = p
			if f.machine.choice == FirstFit {
				break
			}
		}
	}
	return best, best >= 0
}

func (f *fewReservations) Holes(list []profile.Hole) (holes []profile.Hole, exact bool) {
	for i, free := range f.machine.free {
		if free.Processors == 0 {
			continue
		}
		p := engine.Placement(i)
		if !f.reservedOn(p) {
			list = append(list, profile.Hole{Processors: free.Processors, Memory: free.Memory, Length: engine.Never})
			continue
		}
		room := f.unreserved(p)
		for t := f.now; room.Processors > 0; {
			r := f.delayed(p, room, t, engine.Never)
			if r == nil {
				list = append(list, profile.Hole{Processors: room.Processors, Memory: room.Memory, Length: engine.Never})
				break
			}
			t = r.at
			list = append(list, profile.Hole{Processors: room.Processors, Memory: room.Memory, Length: t - f.now})
			room = Host{min(room.Processors, r.left.Processors), max(min(room.Memory, r.left.Memory), 0)}
		}
	}
	return list, true
}

// Earliest is the slot that profiles finds: now by the machine's choice, later on the first
// host that has the earliest.
func (f *fewReservations) Earliest(j int32) engine.Slot {
	slot, _ := f.earliest(j, nil)
	return slot
}

// earliest is the earliest slot, and what is free there when it begins. Of a job that had a slot
// before, unless that is nil, only its host is looked at and those where something has become free
// since: elsewhere there was nothing earlier then, and is nothing earlier now.
func (f *fewReservations) earliest(j int32, before *heldSlot) (engine.Slot, Host) {
	need, length := f.machine.needs(j), f.machine.jobs[j].Estimate
	if f.machine.choice != FirstFit {
		if p, ok := f.StartsNow(j); ok {
			return engine.Slot{At: f.now, Length: length, Place: p}, f.unreserved(p)
		}
	}
	slot, room := engine.Slot{At: engine.Never, Length: length}, Host{}
	for i, host := range f.machine.hosts {
		p := engine.Placement(i)
		if !need.within(host) || before != nil && p != before.place && f.loosened[p] <= before.made {
			continue
		}
		if at, free := f.earliestOn(p, need, length, slot.At); at < slot.At {
			slot.At, slot.Place, room = at, p, free
		}
	}
	if before != nil && (slot.At > before.at || slot.At == before.at && slot.Place > before.place) {
		return f.earliest(j, nil) // its host has less room now
	}
	return slot, room
}

// before is the slot that job j had before the last DropAll; nil if it had none, or needs something
// else now. What was reserved when that was found, and is not any more, is noted as free.
func (f *fewReservations) before(j int32) *heldSlot {
	for i := range f.dropped {
		r := &f.dropped[i]
		if r.job == j {
			if r.need != f.machine.needs(j) || r.end-r.at != f.machine.jobs[j].Estimate {
				return nil
			}
			return r
		}
		if k := f.find(r.job); k < 0 || f.held[k].slot() != r.slot() || f.held[k].need != r.need {
			f.loosen(r.place)
		}
	}
	return nil
}

// earliestOn is the first instant before the limit from which on host p, which is large enough,
// has room for need for length, and what is free then; some instant not before the limit if there
// is none. O(expected ends before that).
func (f *fewReservations) earliestOn(p engine.Placement, need Host, length, limit engine.Time) (at engine.Time, free Host) {
	at, free = f.now, f.machine.free[p]
	ends := f.ends[p]
	next := len(ends) - 1
	if !need.within(free) {
		// Not before the first end with room, whatever is reserved.
		from, n := 0, len(ends)
		for n > 1 {
			half := n / 2
			if need.within(ends[from+half].free) {
				from += half
			}
			n -= half
		}
		at, free, next = ends[from].at, ends[from].free, from-1
		if at >= limit {
			return at, free
		}
	}
	for {
		// Up to the next begin or end of a reservation, what is free only rises.
		reserved, until := Host{}, engine.Never
		for i := range f.held {
			switch r := &f.held[i]; {
			case r.place != p:
			case at < r.at:
				until = min(until, r.at)
			case at < r.end:
				until = min(until, r.end)
				reserved = reserved.plus(r.need, 1)
			}
		}
		for ; !need.within(free.plus(reserved, -1)) && next >= 0 && ends[next].at < until; next-- {
			at, free = ends[next].at, ends[next].free
			if at >= limit {
				return at, free
			}
		}
		if need.within(free.plus(reserved, -1)) {
			r := f.delayed(p, need, at, length)
			if r == nil {
				return at, free.plus(reserved, -1)
			}
			until = r.at
		}
		if until >= limit {
			return until, free
		}
		for at = until; next >= 0 && ends[next].at <= at; next-- {
			free = ends[next].free
		}
	}
}

func (f *fewReservations) Reserve(j int32) engine.Slot {
	slot, free := f.earliest(j, f.before(j))
	need, end := f.machine.needs(j), slot.At+slot.Length
	f.widen(slot.Place, slot.At, end, need, -1)
	f.held = append(f.held, heldSlot{j, slot.Place, slot.At, end, need, free.plus(need, -1), f.changes})
	return slot
}

// find is the index of the reservation of job j, -1 if it holds none.
func (f *fewReservations) find(j int32) int {
	for i := range f.held {
		if f.held[i].job == j {
			return i
		}
	}
	return -1
}

func (f *fewReservations) Drop(j int32) { f.drop(f.find(j)) }

func (f *fewReservations) drop(i int) {
	r := f.held[i]
	f.held = append(f.held[:i], f.held[i+1:]...)
	f.widen(r.place, r.at, r.end, r.need, 1)
	f.loosen(r.place)
}

func (f *fewReservations) DropAll() {
	f.dropped = append(f.dropped[:0], f.held...)
	f.held = f.held[:0]
}

func (f *fewReservations) Reservation(j int32) (engine.Slot, bool) {
	if i := f.find(j); i >= 0 {
		return f.held[i].slot(), true
	}
	return engine.Slot{}, false
}

func (f *fewReservations) Extra(t engine.Time) int32 { return f.profiles().Extra(t) }

func (f *fewReservations) Explain(j int32) engine.Reason { return f.profiles().Explain(j) }
