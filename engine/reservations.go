package engine

// reservations is the table of slots that a Forecast holds for waiting jobs.
type reservations struct {
	slots   []Slot  // by job; Length 0: none
	holders []int32 // in the order in which they got theirs
}

func (r *reservations) Reservation(j int32) (Slot, bool) {
	if r.slots == nil {
		return Slot{}, false
	}
	return r.slots[j], r.slots[j].Length > 0
}

// hold notes slot for job j of n jobs in all.
func (r *reservations) hold(j int32, slot Slot, n int) {
	if r.slots == nil {
		r.slots = make([]Slot, n)
	}
	r.slots[j] = slot
	r.holders = append(r.holders, j)
}

// explain says why f, whose reservations these are, answers what it answers to StartsNow
// for job j, on a machine where a job may have several pieces. It speaks of the first
// reservation that is in the way of a job that fits, or of the first one there is.
func (r *reservations) explain(f Forecast, m Machine, j int32, end Time, inTheWay func(holder int32) bool) Reason {
	reason := Reason{Rule: TooWideNow, Blocker: NoJob, Free: m.Free()}
	fits := false
	if _, ok := f.StartsNow(j); ok {
		reason.Rule = StartedInOrder
	} else if _, fits = m.Fits(j); fits {
		reason.Rule = WouldDelay
	}
	for _, holder := range r.holders {
		shadow := r.slots[holder].At
		if holder == j || fits && !(shadow < end && inTheWay(holder)) {
			continue
		}
		reason.Blocker, reason.Shadow, reason.Extra = holder, shadow, f.Extra(shadow)
		if reason.Rule == StartedInOrder {
			reason.Rule = StartedInExtra
			if end <= shadow {
				reason.Rule = StartedBeforeShadow
			}
		}
		break
	}
	return reason
}

// release forgets the slot of job j and returns it. O(holders), O(1) for the last.
func (r *reservations) release(j int32) Slot {
	slot := r.slots[j]
	r.slots[j] = Slot{}
	if last := len(r.holders) - 1; r.holders[last] == j {
		r.holders = r.holders[:last]
		return slot
	}
	for i, holder := range r.holders {
		if holder == j {
			r.holders = append(r.holders[:i], r.holders[i+1:]...)
			break
		}
	}
	return slot
}
