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

// explain says why job j, which would end by its estimate at end, starts or not, on a machine
// where a job may have several pieces. It speaks of the first reservation that is in the way
// of a job that fits and does not start, or of the first one there is.
func (r *reservations) explain(j int32, end Time, free int32, starts, fits bool, extra func(Time) int32, inTheWay func(holder int32) bool) Reason {
	reason := Reason{Rule: TooWideNow, Blocker: NoJob, Free: free}
	delays := fits && !starts
	if starts {
		reason.Rule = StartedInOrder
	} else if delays {
		reason.Rule = WouldDelay
	}
	for _, holder := range r.holders {
		shadow := r.slots[holder].At
		if holder == j || delays && !(shadow < end && inTheWay(holder)) {
			continue
		}
		reason.Blocker, reason.Shadow, reason.Extra = holder, shadow, extra(shadow)
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
