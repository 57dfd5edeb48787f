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
