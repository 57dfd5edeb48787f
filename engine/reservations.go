package engine

import "backfill/engine/eventlist"

// Reservations is the table of slots that a Forecast holds for waiting jobs. A Forecast embeds it.
type Reservations struct {
	slots   []Slot  // by job; Length 0: none
	holders []int32 // in the order in which they got theirs
	numbers []int32 // by job: the number under which it got its slot, from 1
	last    int32   // the latest number given

	// starts are the begins of the slots, with the numbers of their holders; some belong to slots
	// that are gone. nil until first is called.
	starts eventlist.Heap
}

// Reservation is the slot held for job j, false if there is none.
func (r *Reservations) Reservation(j int32) (Slot, bool) {
	if r.slots == nil {
		return Slot{}, false
	}
	return r.slots[j], r.slots[j].Length > 0
}

// Hold notes the slot of job j, of n jobs in all.
func (r *Reservations) Hold(j int32, slot Slot, n int) {
	if r.slots == nil {
		r.slots = make([]Slot, n)
		r.numbers = make([]int32, n)
	}
	r.last++
	r.numbers[j] = r.last
	r.holders = append(r.holders, j)
	r.place(j, slot)
}

// Holders are the jobs that hold a slot, in the order in which they got it. The list must not be
// changed.
func (r *Reservations) Holders() []int32 { return r.holders }

// Slot is the slot held for job j, which holds one.
func (r *Reservations) Slot(j int32) Slot { return r.slots[j] }

// place changes the slot of job j, which holds one, to the given slot.
func (r *Reservations) place(j int32, slot Slot) {
	r.slots[j] = slot
	if r.starts != nil {
		r.starts.Push(eventlist.Entry{At: slot.At, Seq: r.numbers[j], Job: j})
	}
}

// first is the holder whose slot begins first, ties by the order in which they got their slots;
// NoJob if there is none. O(log holders), amortised over the slots placed.
func (r *Reservations) first() int32 {
	if r.starts == nil || len(r.starts) > 2*len(r.holders)+64 {
		r.starts = r.starts[:0]
		for _, j := range r.holders {
			r.starts.Push(eventlist.Entry{At: r.slots[j].At, Seq: r.numbers[j], Job: j})
		}
	}
	for len(r.starts) > 0 {
		top := r.starts[0]
		if slot := r.slots[top.Job]; slot.Length > 0 && slot.At == top.At && r.numbers[top.Job] == top.Seq {
			return top.Job
		}
		r.starts.Pop()
	}
	return NoJob
}

// firstStart is when the first slot begins, Never if there is none.
func (r *Reservations) firstStart() Time {
	if j := r.first(); j != NoJob {
		return r.slots[j].At
	}
	return Never
}

// ExplainPieces says why job j, which would end by its estimate at end, starts or not, on a
// machine where a job may have several pieces. It speaks of the first reservation in the way of a
// job that fits and does not start, else of the first reservation.
func (r *Reservations) ExplainPieces(j int32, end Time, free int32, starts, fits bool, extra func(Time) int32, inTheWay func(holder int32) bool) Reason {
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

// Release forgets the slot of job j and returns it. O(log holders), beside moving the holders
// behind it.
func (r *Reservations) Release(j int32) Slot {
	slot := r.slots[j]
	r.slots[j] = Slot{}
	lo, hi := 0, len(r.holders)
	if r.holders[0] == j {
		hi = 1
	}
	for lo+1 < hi {
		if mid := int(uint(lo+hi) >> 1); r.numbers[r.holders[mid]] <= r.numbers[j] {
			lo = mid
		} else {
			hi = mid
		}
	}
	r.holders = append(r.holders[:lo], r.holders[lo+1:]...)
	return slot
}
