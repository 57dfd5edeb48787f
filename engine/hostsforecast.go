package engine

// hostsForecast holds two profiles for each host, of its free processors and of its
// free memory, with running jobs and reservations taken out.
type hostsForecast struct {
	machine *Hosts
	now     Time
	hosts   []hostProfile
	reservations
}

// hostProfile is what is free on one host from now on.
type hostProfile struct{ processors, memory profile }

// Forecast is empty, as are the hosts.
func (h *Hosts) Forecast() Forecast {
	f := &hostsForecast{machine: h, hosts: make([]hostProfile, len(h.hosts))}
	for i, host := range h.hosts {
		f.hosts[i] = hostProfile{newProfile(host.Processors), newProfile(host.Memory)}
	}
	return f
}

func (f *hostsForecast) Advance(now Time) {
	f.now = now
	for i := range f.hosts {
		f.hosts[i].processors.advance(now)
		f.hosts[i].memory.advance(now)
	}
}

// add gives job j's host p back what it needs over [from, to), sign 1, or takes it, -1.
func (f *hostsForecast) add(j int32, p Placement, from, to Time, sign int32) {
	need := f.machine.needs(j)
	f.hosts[p].processors.add(from, to, sign*need.Processors)
	if need.Memory > 0 {
		f.hosts[p].memory.add(from, to, sign*need.Memory)
	}
}

func (f *hostsForecast) Started(j int32, p Placement, end Time) {
	if _, held := f.Reservation(j); held {
		f.Drop(j)
	}
	f.add(j, p, f.now, end, -1)
}

func (f *hostsForecast) Ended(j int32, expected Time) {
	f.add(j, f.machine.placed[j], f.now, expected, 1)
}

func (f *hostsForecast) Moved(j int32, from, to Time) {
	f.add(j, f.machine.placed[j], from, to, -1)
	f.add(j, f.machine.placed[j], to, from, 1)
}

// holds says whether the host has room for need from now on for length.
func (h *hostProfile) holds(need Host, length Time) bool {
	return h.processors.holds(need.Processors, length) && (need.Memory == 0 || h.memory.holds(need.Memory, length))
}

// earliest is the first instant from which on the host has room for need for length,
// which it has at the end of its profile. O(steps).
func (h *hostProfile) earliest(need Host, length Time) Time {
	at := h.processors.earliestFrom(need.Processors, length, 0)
	if need.Memory == 0 {
		return at
	}
	for {
		later := h.memory.earliestFrom(need.Memory, length, at)
		if later == at {
			return at
		}
		if at = h.processors.earliestFrom(need.Processors, length, later); at == later {
			return at
		}
	}
}

func (f *hostsForecast) StartsNow(j int32) (Placement, bool) {
	need, length := f.machine.needs(j), f.machine.jobs[j].Estimate
	best := Placement(-1)
	for i, free := range f.machine.free {
		if !need.within(free) || best >= 0 && free.Processors >= f.machine.free[best].Processors ||
			!f.hosts[i].holds(need, length) {
			continue
		}
		best = Placement(i)
		if f.machine.choice == FirstFit {
			break
		}
	}
	return best, best >= 0
}

// Earliest is the earliest slot on any host, of those at one instant on the host
// that comes first by the machine's choice.
func (f *hostsForecast) Earliest(j int32) Slot {
	need, length := f.machine.needs(j), f.machine.jobs[j].Estimate
	if p, ok := f.StartsNow(j); ok {
		return Slot{At: f.now, Length: length, Place: p}
	}
	slot := Slot{At: Never, Length: length}
	left := int32(0)
	for i, host := range f.machine.hosts {
		if !need.within(host) {
			continue
		}
		at := f.hosts[i].earliest(need, length)
		free := int32(0)
		if f.machine.choice == BestFit && at <= slot.At {
			free = f.hosts[i].processors.at(at)
		}
		if at < slot.At || at == slot.At && free < left {
			slot.At, slot.Place, left = at, Placement(i), free
		}
	}
	return slot
}

func (f *hostsForecast) Reserve(j int32) Slot {
	slot := f.Earliest(j)
	f.hold(j, slot, len(f.machine.jobs))
	f.add(j, slot.Place, slot.At, slot.At+slot.Length, -1)
	return slot
}

func (f *hostsForecast) Drop(j int32) {
	slot := f.release(j)
	f.add(j, slot.Place, slot.At, slot.At+slot.Length, 1)
}

func (f *hostsForecast) DropAll() {
	for len(f.holders) > 0 {
		f.Drop(f.holders[len(f.holders)-1])
	}
}

func (f *hostsForecast) Extra(t Time) int32 {
	sum := int32(0)
	for i := range f.hosts {
		sum += f.hosts[i].processors.at(max(t, f.now))
	}
	return sum
}

// Explain speaks of the reservation that would be delayed on the first host where
// job j has room now; else of the first reservation there is.
func (f *hostsForecast) Explain(j int32) Reason {
	need := f.machine.needs(j)
	end := f.now + f.machine.jobs[j].Estimate
	reason := Reason{Rule: TooWideNow, Blocker: NoJob, Free: f.machine.idle}
	if place, ok := f.StartsNow(j); ok {
		reason.Rule = StartedInOrder
		reason.Free = f.machine.free[place].Processors
	} else if place, ok := f.machine.Fits(j); ok {
		reason.Rule = WouldDelay
		reason.Free = f.machine.free[place].Processors
		for _, holder := range f.holders {
			if slot := f.slots[holder]; holder != j && slot.Place == place && slot.At < end {
				reason.Blocker, reason.Shadow = holder, slot.At
				reason.Extra = f.hosts[place].processors.at(slot.At)
				if reason.Extra < need.Processors || f.hosts[place].memory.at(slot.At) < need.Memory {
					break
				}
			}
		}
		return reason
	}
	for _, holder := range f.holders {
		if holder == j {
			continue
		}
		slot := f.slots[holder]
		reason.Blocker, reason.Shadow = holder, slot.At
		reason.Extra = f.hosts[slot.Place].processors.at(max(slot.At, f.now))
		if reason.Rule == StartedInOrder {
			reason.Rule = StartedInExtra
			if end <= slot.At {
				reason.Rule = StartedBeforeShadow
			}
		}
		break
	}
	return reason
}
