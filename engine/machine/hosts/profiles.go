package hosts

import (
	"backfill/engine"
	"backfill/engine/profile"
)

// profiles holds two profiles for each host, of its free processors and of its
// free memory, with running jobs and reservations taken out.
//
// Running jobs only give back: on a host without reservations, what is free now stays free.
type profiles struct {
	machine *Machine
	now     engine.Time
	hosts   []hostProfile
	engine.Reservations
}

// hostProfile is what is free on one host from now on.
type hostProfile struct {
	processors, memory profile.Profile
	held               int            // reservations on this host
	holes              []profile.Hole // empty: to be found again
	since              engine.Time    // the present when holes were found
}

func newProfiles(h *Machine) *profiles {
	f := &profiles{machine: h, hosts: make([]hostProfile, len(h.hosts))}
	for i, host := range h.hosts {
		f.hosts[i] = hostProfile{processors: profile.New(host.Processors), memory: profile.New(host.Memory)}
	}
	return f
}

func (f *profiles) Advance(now engine.Time) {
	f.now = now
	for i := range f.hosts {
		f.hosts[i].processors.Advance(now)
		f.hosts[i].memory.Advance(now)
	}
}

// add gives job j's host p back what it needs over [from, to), sign 1, or takes it, -1.
func (f *profiles) add(j int32, p engine.Placement, from, to engine.Time, sign int32) {
	f.take(p, f.machine.needs(j), from, to, sign)
}

// take gives host p back what is needed over [from, to), sign 1, or takes it, -1.
func (f *profiles) take(p engine.Placement, need Host, from, to engine.Time, sign int32) {
	host := &f.hosts[p]
	host.processors.Add(from, to, sign*need.Processors)
	if need.Memory > 0 {
		host.memory.Add(from, to, sign*need.Memory)
	}
	host.holes = host.holes[:0]
}

func (f *profiles) Started(j int32, p engine.Placement, end engine.Time) {
	if _, held := f.Reservation(j); held {
		f.Drop(j)
	}
	f.add(j, p, f.now, end, -1)
}

func (f *profiles) Ended(j int32, expected engine.Time) {
	f.add(j, f.machine.placed[j], f.now, expected, 1)
}

func (f *profiles) Moved(j int32, from, to engine.Time) {
	f.add(j, f.machine.placed[j], from, to, -1)
	f.add(j, f.machine.placed[j], to, from, 1)
}

// open brings the holes of the host up to date: the most that is free for each
// length of time, from the shortest and widest to the one that never ends. O(steps) if
// there are reservations.
func (h *hostProfile) open(now engine.Time) []profile.Hole {
	if len(h.holes) > 0 && h.since == now {
		return h.holes
	}
	h.since = now
	h.holes = h.holes[:0]
	widest := profile.Hole{Processors: h.processors.Now(), Memory: max(h.memory.Now(), 0), Length: engine.Never}
	if h.held > 0 {
		processors, memory := h.processors.Steps()[1:], h.memory.Steps()[1:]
		for len(processors)+len(memory) > 0 {
			at, next := engine.Never, widest
			if len(processors) > 0 {
				at = processors[0].At
			}
			if len(memory) > 0 {
				at = min(at, memory[0].At)
			}
			if len(processors) > 0 && processors[0].At == at {
				next.Processors = min(next.Processors, processors[0].Free)
				processors = processors[1:]
			}
			if len(memory) > 0 && memory[0].At == at {
				next.Memory = min(next.Memory, max(memory[0].Free, 0))
				memory = memory[1:]
			}
			if next != widest {
				widest.Length = at - now
				h.holes = append(h.holes, widest)
				widest = next
			}
		}
	}
	h.holes = append(h.holes, widest)
	return h.holes
}

// earliest is the first instant before the limit from which on the host has room for need for
// length; some instant not before the limit if there is none. The host has room at the end of its
// profile. O(steps), O(log steps) without reservations.
func (h *hostProfile) earliest(need Host, length, before engine.Time) engine.Time {
	if h.held == 0 {
		return max(h.processors.Risen(need.Processors).At, h.memory.Risen(need.Memory).At)
	}
	at := h.processors.EarliestFrom(need.Processors, length, 0, before)
	if need.Memory == 0 {
		return at
	}
	for at < before {
		later := h.memory.EarliestFrom(need.Memory, length, at, before)
		if later == at {
			return at
		}
		if at = h.processors.EarliestFrom(need.Processors, length, later, before); at == later {
			return at
		}
	}
	return at
}

func (f *profiles) StartsNow(j int32) (engine.Placement, bool) {
	need, length := f.machine.needs(j), f.machine.jobs[j].Estimate
	best := engine.Placement(-1)
	for i, free := range f.machine.free {
		if !need.within(free) || best >= 0 && free.Processors >= f.machine.free[best].Processors {
			continue
		}
		for _, o := range f.hosts[i].open(f.now) {
			if o.Holds(need.Processors, need.Memory, length) {
				best = engine.Placement(i)
				break
			}
		}
		if best >= 0 && f.machine.choice == FirstFit {
			break
		}
	}
	return best, best >= 0
}

func (f *profiles) Holes(list []profile.Hole) (holes []profile.Hole, exact bool) {
	for i, free := range f.machine.free {
		if free.Processors == 0 {
			continue
		}
		for _, o := range f.hosts[i].open(f.now) {
			list = append(list, profile.Hole{Processors: min(o.Processors, free.Processors), Memory: min(o.Memory, free.Memory), Length: o.Length})
		}
	}
	return list, true
}

// Earliest is the earliest slot on any host: now by the machine's choice, later on the
// first host that has it. So nothing that starts beside a reservation would move it to
// another host.
func (f *profiles) Earliest(j int32) engine.Slot { return f.earliestBefore(j, engine.Never) }

// earliestBefore is the earliest slot, if it begins before the limit.
func (f *profiles) earliestBefore(j int32, limit engine.Time) engine.Slot {
	need, length := f.machine.needs(j), f.machine.jobs[j].Estimate
	if p, ok := f.StartsNow(j); ok {
		return engine.Slot{At: f.now, Length: length, Place: p}
	}
	slot := engine.Slot{At: limit, Length: length}
	for i, host := range f.machine.hosts {
		if !need.within(host) {
			continue
		}
		if at := f.hosts[i].earliest(need, length, slot.At); at < slot.At {
			slot.At, slot.Place = at, engine.Placement(i)
		}
	}
	return slot
}

func (f *profiles) Reserve(j int32) engine.Slot { return f.reserveBefore(j, engine.Never) }

// Improve is cheaper than Drop and Reserve: only slots up to the present one are looked for.
func (f *profiles) Improve(j int32) engine.Slot {
	was := f.Slot(j)
	f.Drop(j)
	return f.reserveBefore(j, was.At+1)
}

// reserveBefore holds the earliest slot, which begins before the limit, for job j.
func (f *profiles) reserveBefore(j int32, limit engine.Time) engine.Slot {
	slot := f.earliestBefore(j, limit)
	f.reserve(j, slot)
	return slot
}

// reserve holds a slot for job j.
func (f *profiles) reserve(j int32, slot engine.Slot) {
	f.Hold(j, slot, len(f.machine.jobs))
	f.hosts[slot.Place].held++
	f.add(j, slot.Place, slot.At, slot.At+slot.Length, -1)
}

func (f *profiles) Drop(j int32) {
	slot := f.Release(j)
	f.hosts[slot.Place].held--
	f.add(j, slot.Place, slot.At, slot.At+slot.Length, 1)
}

func (f *profiles) DropAll() {
	for len(f.Holders()) > 0 {
		f.Drop(f.Holders()[len(f.Holders())-1])
	}
}

func (f *profiles) Extra(t engine.Time) int32 {
	sum := int32(0)
	for i := range f.hosts {
		sum += f.hosts[i].processors.At(max(t, f.now))
	}
	return sum
}

// Explain looks at the hosts that have room for job j. If it would delay a reservation on each,
// that is the reason, on the host that Fits chooses. Else it speaks of the first reservation on
// the host where the job starts: one that it runs beside, else one that it ends before. Else it
// speaks of the first reservation on another host. Its own reservation does not count. O(hosts +
// hosts with room * reservations).
func (f *profiles) Explain(j int32) engine.Reason {
	m := f.machine
	need := m.needs(j)
	reason := engine.Reason{Rule: engine.TooWideNow, Blocker: engine.NoJob, Free: m.idle}
	first, fits := m.Fits(j)
	if !fits {
		return reason
	}
	start := engine.Placement(-1)
	for i, free := range m.free {
		p := engine.Placement(i)
		if !need.within(free) || start >= 0 && (m.choice == FirstFit || free.Processors >= m.free[start].Processors) {
			continue
		}
		if holder, left := f.delayed(j, p); holder == engine.NoJob {
			start = p
		} else if p == first {
			f.cite(&reason, engine.WouldDelay, holder, left)
		}
	}
	if start < 0 {
		return reason
	}
	end := f.now + m.jobs[j].Estimate
	reason = engine.Reason{Rule: engine.StartedInOrder, Blocker: engine.NoJob, Free: m.idle}
	for _, holder := range f.Holders() {
		slot := f.Slot(holder)
		switch {
		case holder == j:
		case slot.Place == start && slot.At < end:
			f.cite(&reason, engine.StartedInExtra, holder, f.left(j, start, slot.At))
			return reason
		case slot.Place == start && reason.Rule != engine.StartedBeforeShadow:
			f.cite(&reason, engine.StartedBeforeShadow, holder, f.left(j, start, slot.At))
		case reason.Rule == engine.StartedInOrder:
			f.cite(&reason, engine.StartedElsewhere, holder, f.left(j, slot.Place, slot.At))
		}
	}
	return reason
}

// cite makes rule the reason, by the reservation of holder, which leaves so much.
func (f *profiles) cite(reason *engine.Reason, rule engine.Rule, holder int32, left Host) {
	slot := f.Slot(holder)
	reason.Rule, reason.Blocker, reason.Shadow, reason.Lane = rule, holder, slot.At, int32(slot.Place)
	reason.Extra, reason.ExtraMemory = left.Processors, left.Memory
}

// delayed is the holder of the first reservation on host p that job j, which fits there, would
// delay if it started now, and what is left when that begins; NoJob if it would delay none.
//
// What is free only decreases where a reservation starts, so it is enough to look at
// those instants.
func (f *profiles) delayed(j int32, p engine.Placement) (holder int32, left Host) {
	end := f.now + f.machine.jobs[j].Estimate
	for _, holder := range f.Holders() {
		if slot := f.Slot(holder); holder != j && slot.Place == p && slot.At < end {
			if left := f.left(j, p, slot.At); !f.machine.needs(j).within(left) {
				return holder, left
			}
		}
	}
	return engine.NoJob, Host{}
}

// left is what is free on host p at t if the reservation of job j does not count.
func (f *profiles) left(j int32, p engine.Placement, t engine.Time) Host {
	t = max(t, f.now)
	left := Host{f.hosts[p].processors.At(t), f.hosts[p].memory.At(t)}
	if own, held := f.Reservation(j); held && own.Place == p && own.At <= t && t < own.At+own.Length {
		need := f.machine.needs(j)
		left.Processors += need.Processors
		left.Memory += need.Memory
	}
	return left
}
