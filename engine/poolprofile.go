package engine

import (
	"math"

	"backfill/engine/profile"
	"backfill/engine/waiting"
)

// poolProfile is the future of a cluster with any number of reservations: the profile of its free
// processors, with running jobs and reservations taken out.
type poolProfile struct {
	cluster *Cluster
	profile profile.Profile
	now     Time
	Reservations

	looked []int64  // by job: the profile's Rises when an earlier slot was looked for last
	vain   vainLook // the last of all looks that found none
	level  int64    // the Rises after which all holders have looked for an earlier slot
}

func newPoolProfile(c *Cluster) *poolProfile {
	return &poolProfile{cluster: c, profile: profile.New(c.processors), vain: vainLook{rises: -1}}
}

func (f *poolProfile) Advance(now Time) {
	f.now = now
	f.profile.Advance(now)
}

func (f *poolProfile) Started(j int32, _ Placement, end Time) {
	if len(f.holders) > 0 && f.slots[j].Length > 0 {
		if slot := f.slots[j]; slot.At == f.now && slot.At+slot.Length == end {
			f.Release(j)
			return
		}
		f.Drop(j)
	}
	f.profile.Add(f.now, end, -f.cluster.occupies(j))
}

func (f *poolProfile) Ended(j int32, expected Time) {
	f.profile.Add(f.now, expected, f.cluster.occupies(j))
}

func (f *poolProfile) Moved(j int32, from, to Time) {
	f.profile.Add(from, to, -f.cluster.occupies(j))
	f.profile.Add(to, from, f.cluster.occupies(j))
}

func (f *poolProfile) StartsNow(j int32) (Placement, bool) {
	size := f.cluster.occupies(j)
	if size > f.profile.Now() {
		return 0, false
	}
	// Running jobs only give processors back: what is free now stays free unless reserved.
	return 0, len(f.holders) == 0 || f.profile.Holds(size, f.cluster.jobs[j].Estimate)
}

func (f *poolProfile) Holes(list []profile.Hole) (holes []profile.Hole, exact bool) {
	now := profile.Hole{Processors: f.profile.Now(), Memory: math.MaxInt32, Length: Never}
	if len(f.holders) > 0 {
		for _, step := range f.profile.Steps()[1:] {
			if step.Free < now.Processors {
				now.Length = step.At - f.now
				list = append(list, now)
				now.Processors, now.Length = step.Free, Never
			}
		}
	}
	return append(list, now), true
}

// Earliest takes O(log steps) if there are no reservations, since running jobs only give
// processors back.
func (f *poolProfile) Earliest(j int32) Slot {
	size, length := f.cluster.occupies(j), f.cluster.jobs[j].Estimate
	if len(f.holders) == 0 {
		return Slot{At: f.profile.Risen(size).At, Length: length}
	}
	return Slot{At: f.profile.Earliest(size, length), Length: length}
}

func (f *poolProfile) Reserve(j int32) Slot {
	slot := f.Earliest(j)
	f.reserve(j, slot)
	return slot
}

// reserveFrom holds the earliest slot for job j that begins at from or later.
func (f *poolProfile) reserveFrom(j int32, from Time) Slot {
	length := f.cluster.jobs[j].Estimate
	slot := Slot{At: f.profile.EarliestFrom(f.cluster.occupies(j), length, from, Never), Length: length}
	f.reserve(j, slot)
	f.looked[j] = -1 // there may always have been an earlier one
	return slot
}

// reserve holds a slot for job j.
func (f *poolProfile) reserve(j int32, slot Slot) {
	f.Hold(j, slot, len(f.cluster.jobs))
	f.profile.Add(slot.At, slot.At+slot.Length, -f.cluster.occupies(j))
	if f.looked == nil {
		f.looked = make([]int64, len(f.cluster.jobs))
	}
	f.looked[j] = f.profile.Rises
}

// improve moves the reservation of job j to its earliest slot, which is that of one dropped and made
// anew, and returns the slot; the job keeps its place among the holders. If nothing ahead of it has become free since the last look, the
// slot stays where it is.
func (f *poolProfile) improve(j int32) Slot {
	slot := &f.slots[j]
	size, was := f.cluster.occupies(j), slot.At
	at := was
	if !f.vain.rulesOut(&f.profile, size, *slot) {
		at = f.profile.Earlier(size, slot.Length, was, f.looked[j])
		if at == was {
			f.vain = vainLook{f.profile.Rises, size, *slot}
		}
	}
	if at < was {
		f.place(j, Slot{At: at, Length: slot.Length})
		f.profile.Add(at, min(at+slot.Length, was), -size)
		f.profile.Add(max(at+slot.Length, was), was+slot.Length, size)
	}
	f.looked[j] = f.profile.Rises
	return *slot
}

func (f *poolProfile) Drop(j int32) {
	slot := f.Release(j)
	f.profile.Add(slot.At, slot.At+slot.Length, f.cluster.occupies(j))
}

func (f *poolProfile) DropAll() {
	for len(f.holders) > 0 {
		f.Drop(f.holders[len(f.holders)-1])
	}
}

func (f *poolProfile) Extra(t Time) int32 { return f.profile.At(max(t, f.now)) }

// Explain speaks of the first reservation that job j would delay or, if it delays none, of the
// first reservation. Its own does not count.
//
// Free processors only decrease where a reservation starts, so it is enough to
// look at those instants.
func (f *poolProfile) Explain(j int32) Reason {
	size := f.cluster.occupies(j)
	end := f.now + f.cluster.jobs[j].Estimate
	own, _ := f.Reservation(j)
	without := func(t Time) int32 {
		if own.At <= t && t < own.At+own.Length {
			return f.Extra(t) + size
		}
		return f.Extra(t)
	}
	reason := Reason{Rule: StartedInOrder, Blocker: NoJob, Free: without(f.now)}
	if size > reason.Free {
		reason.Rule = TooWideNow
	}
	for _, holder := range f.holders {
		if holder == j {
			continue
		}
		shadow := f.slots[holder].At
		extra := without(shadow)
		delays := size <= reason.Free && shadow < end && extra < size
		if reason.Blocker == NoJob || delays {
			reason.Blocker, reason.Shadow, reason.Extra = holder, shadow, extra
		}
		if delays {
			reason.Rule = WouldDelay
			return reason
		}
	}
	if reason.Blocker != NoJob && size <= reason.Free {
		reason.Rule = StartedInExtra
		if end <= reason.Shadow {
			reason.Rule = StartedBeforeShadow
		}
	}
	return reason
}

// loosened says whether processors were given back, anywhere in the profile, since it was last
// called. If so, all holders are going to look for an earlier slot.
func (f *poolProfile) loosened() bool {
	before := f.level
	f.level = f.profile.Rises
	return f.level > before
}

// movable are the waiting jobs, in the order of arrival, but those of which it is known that they have no slot earlier than
// the one they hold.
func (f *poolProfile) movable(q *waiting.Queue, yield func(int32) bool) {
	for j := q.First; j != NoJob; j = q.Next[j] {
		if slot := f.slots[j]; slot.At > f.now && f.vain.rulesOut(&f.profile, f.cluster.occupies(j), slot) {
			f.looked[j] = f.profile.Rises
		} else if !yield(j) {
			return
		}
	}
}

// dueAndNew are the waiting jobs whose reservations are due, then those at the end of the queue
// that hold none.
func (f *poolProfile) dueAndNew(q *waiting.Queue, yield func(int32) bool) {
	for {
		j := f.first()
		if j == NoJob || f.slots[j].At > f.now {
			break
		}
		if !yield(j) {
			return
		}
	}
	fresh := NoJob
	for j := q.Last; j != NoJob && f.slots[j].Length == 0; j = q.Prev[j] {
		fresh = j
	}
	for j := fresh; j != NoJob; j = q.Next[j] {
		if !yield(j) {
			return
		}
	}
}
