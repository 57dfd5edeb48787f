package engine

import (
	"math"

	"backfill/engine/profile"
)

// oneReservation is the future of a cluster as long as one reservation at a time is enough, the
// most frequent case by far: the expected ends of running jobs, the shadow time of the
// reservation (its start) and the extra processors (left beside it then).
type oneReservation struct {
	cluster *Cluster
	now     Time
	ends    profile.ExpectedEnds

	holder int32 // of the reservation, NoJob if there is none
	shadow Time
	extra  int32 // more than the machine has if nothing is reserved
}

func newOneReservation(c *Cluster) oneReservation {
	return oneReservation{cluster: c, holder: NoJob, extra: math.MaxInt32}
}

// profile is the same future, with room for any number of reservations.
func (f *oneReservation) profile() *poolProfile {
	s := newPoolProfile(f.cluster)
	s.Advance(f.now)
	for _, end := range f.ends {
		s.profile.Add(f.now, end.At, -end.Free)
	}
	if f.holder != NoJob {
		s.reserve(f.holder, f.slot())
	}
	return s
}

// slot is the slot of the reservation.
func (f *oneReservation) slot() Slot {
	return Slot{At: f.shadow, Length: f.cluster.jobs[f.holder].Estimate}
}

func (f *oneReservation) Advance(now Time) {
	f.now = now
	f.ends.Pass(now)
}

func (f *oneReservation) Started(j int32, _ Placement, end Time) {
	if j == f.holder {
		f.DropAll()
	}
	f.occupy(f.cluster.occupies(j), end)
}

func (f *oneReservation) Ended(j int32, expected Time) {
	if expected > f.now {
		f.vacate(f.cluster.occupies(j), expected)
	}
}

func (f *oneReservation) Moved(j int32, from, to Time) {
	f.Ended(j, from)
	if to > f.now {
		f.occupy(f.cluster.occupies(j), to)
	}
}

// occupy notes that size processors are held from now until end, which lies ahead.
func (f *oneReservation) occupy(size int32, end Time) {
	f.ends.Add(end, size)
	if f.holder != NoJob && f.shadow < end {
		f.extra -= size
	}
}

// vacate takes back what occupy noted.
func (f *oneReservation) vacate(size int32, end Time) {
	f.ends.Remove(end, size)
	if f.holder != NoJob && f.shadow < end {
		f.extra += size
	}
}

func (f *oneReservation) StartsNow(j int32) (Placement, bool) {
	// Free and extra processors come in whole units: a job fits if its own size does.
	job := &f.cluster.jobs[j]
	return 0, job.Processors <= f.cluster.free && (job.Processors <= f.extra || job.Estimate <= f.shadow-f.now)
}

// startable is the first job from j on, along next, that may start now.
func (f *oneReservation) startable(j int32, next []int32) int32 {
	jobs, free, extra, length := f.cluster.jobs, f.cluster.free, f.extra, f.shadow-f.now
	next = next[:len(jobs)]
	for uint(j) < uint(len(jobs)) && (jobs[j].Processors > free || jobs[j].Processors > extra && jobs[j].Estimate > length) {
		j = next[j]
	}
	return j
}

func (f *oneReservation) Holes(list []profile.Hole) (holes []profile.Hole, exact bool) {
	free := f.cluster.free
	if f.extra >= free {
		return append(list, profile.Hole{Processors: free, Memory: math.MaxInt32, Length: Never}), true
	}
	return append(list, profile.Hole{Processors: free, Memory: math.MaxInt32, Length: f.shadow - f.now}, profile.Hole{Processors: f.extra, Memory: math.MaxInt32, Length: Never}), true
}

func (f *oneReservation) Earliest(j int32) Slot {
	return Slot{At: f.earliest(j).At, Length: f.cluster.jobs[j].Estimate}
}

// earliest is when job j can start beside running jobs, and how many processors are free then.
// Nothing is reserved. O(expected ends before that).
func (f *oneReservation) earliest(j int32) profile.Step {
	size, free := f.cluster.occupies(j), f.cluster.free
	if size <= free {
		return profile.Step{At: f.now, Free: free}
	}
	return f.ends.Reach(size, free)
}

func (f *oneReservation) Reserve(j int32) Slot {
	begin := f.earliest(j)
	f.holder, f.shadow, f.extra = j, begin.At, begin.Free-f.cluster.occupies(j)
	return f.slot()
}

func (f *oneReservation) Drop(int32) { f.DropAll() }

func (f *oneReservation) DropAll() { f.holder, f.extra = NoJob, math.MaxInt32 }

func (f *oneReservation) Reservation(j int32) (Slot, bool) {
	if j != f.holder || j == NoJob {
		return Slot{}, false
	}
	return f.slot(), true
}

func (f *oneReservation) Extra(t Time) int32 {
	t = max(t, f.now)
	free := f.cluster.free + f.ends.By(t)
	if slot, reserved := f.Reservation(f.holder); reserved && slot.At <= t && t < slot.At+slot.Length {
		free -= f.cluster.occupies(f.holder)
	}
	return free
}

// Explain speaks of the reservation, unless job j itself holds it.
func (f *oneReservation) Explain(j int32) Reason {
	size, end := f.cluster.occupies(j), f.now+f.cluster.jobs[j].Estimate
	reason := Reason{Rule: StartedInOrder, Blocker: NoJob, Free: f.cluster.free}
	if f.holder != NoJob && f.holder != j {
		reason.Blocker, reason.Shadow, reason.Extra = f.holder, f.shadow, f.extra
		reason.Free = f.Extra(f.now)
	}
	switch {
	case size > reason.Free:
		reason.Rule = TooWideNow
	case reason.Blocker == NoJob:
	case end <= reason.Shadow:
		reason.Rule = StartedBeforeShadow
	case size <= reason.Extra:
		reason.Rule = StartedInExtra
	default:
		reason.Rule = WouldDelay
	}
	return reason
}
