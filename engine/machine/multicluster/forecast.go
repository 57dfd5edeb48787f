package multicluster

import (
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/profile"
)

// forecast holds a profile for each cluster.
type forecast struct {
	machine  *Machine
	now      engine.Time
	clusters []profile.Profile
	least    []int32 // free processors of each cluster over the time that is asked for
	found    []uint8 // clusters for one job that is neither placed nor reserved for
	engine.Reservations
	reserved [][]uint8 // by job: the clusters of its reservation
}

// asReserved is the placement that a job's reservation has. Placement 0, and asReserved when the
// reservation has been given up, is the last answer of Fits or StartsNow.
const asReserved engine.Placement = 1

// Forecast makes an empty forecast. The clusters must be empty.
func (m *Machine) Forecast() engine.Forecast {
	f := &forecast{machine: m, least: make([]int32, len(m.size)), reserved: make([][]uint8, len(m.jobs))}
	for _, n := range m.size {
		f.clusters = append(f.clusters, profile.New(n))
	}
	most := 0
	for j := range m.jobs {
		most = max(most, len(m.assigned(int32(j))))
	}
	f.found = make([]uint8, most)
	return f
}

func (f *forecast) Advance(now engine.Time) {
	f.now = now
	for c := range f.clusters {
		f.clusters[c].Advance(now)
	}
}

// add gives back what job j needs in the given clusters over [from, to), sign 1, or takes
// it, -1.
func (f *forecast) add(j int32, clusters []uint8, from, to engine.Time, sign int32) {
	var single [1]int32
	for i, width := range f.machine.widths(j, &single) {
		f.clusters[clusters[i]].Add(from, to, sign*width)
	}
}

func (f *forecast) Started(j int32, p engine.Placement, end engine.Time) {
	if _, held := f.Reservation(j); held {
		if p == asReserved {
			copy(f.machine.assigned(j), f.reserved[j])
		}
		f.Drop(j)
	}
	f.add(j, f.machine.assigned(j), f.now, end, -1)
}

func (f *forecast) Ended(j int32, expected engine.Time) {
	f.add(j, f.machine.assigned(j), f.now, expected, 1)
}

func (f *forecast) Moved(j int32, from, to engine.Time) {
	f.add(j, f.machine.assigned(j), from, to, -1)
	f.add(j, f.machine.assigned(j), to, from, 1)
}

// fits says whether the components of job j fit somewhere over [at, at+length), and where.
func (f *forecast) fits(j int32, at, length engine.Time, clusters []uint8) bool {
	for c := range f.clusters {
		f.least[c] = f.clusters[c].Least(at, length)
	}
	return f.machine.assign(j, f.least, clusters)
}

func (f *forecast) StartsNow(j int32) (engine.Placement, bool) {
	if _, ok := f.machine.Fits(j); !ok {
		return 0, false
	}
	return 0, f.fits(j, f.now, f.machine.jobs[j].Estimate, f.machine.assigned(j))
}

// Holes is one hole, as wide as all free processors together.
func (f *forecast) Holes(list []profile.Hole) (holes []profile.Hole, exact bool) {
	return append(list, profile.Hole{Processors: f.machine.idle, Memory: math.MaxInt32, Length: engine.Never}), false
}

// Earliest is the first instant from which on all components fit: now or where something
// becomes free in some cluster. O(steps squared) of all profiles.
func (f *forecast) Earliest(j int32) engine.Slot {
	return f.earliest(j, f.found)
}

// earliest is Earliest, with the clusters of the slot.
func (f *forecast) earliest(j int32, clusters []uint8) engine.Slot {
	slot := engine.Slot{At: f.now, Length: f.machine.jobs[j].Estimate}
	if _, ok := f.StartsNow(j); ok {
		copy(clusters, f.machine.assigned(j))
		return slot
	}
	for !f.fits(j, slot.At, slot.Length, clusters) {
		next := engine.Never
		for c := range f.clusters {
			next = min(next, f.clusters[c].Rise(slot.At))
		}
		slot.At = next
	}
	return slot
}

func (f *forecast) Reserve(j int32) engine.Slot {
	if f.reserved[j] == nil {
		f.reserved[j] = make([]uint8, len(f.machine.assigned(j)))
	}
	slot := f.earliest(j, f.reserved[j])
	slot.Place = asReserved
	f.Hold(j, slot, len(f.machine.jobs))
	f.add(j, f.reserved[j], slot.At, slot.At+slot.Length, -1)
	return slot
}

func (f *forecast) AppendReserved(list []engine.Piece, j int32) []engine.Piece {
	var single [1]int32
	for i, width := range f.machine.widths(j, &single) {
		list = append(list, engine.Piece{Lane: int32(f.reserved[j][i]), Processors: width, First: -1})
	}
	return list
}

func (f *forecast) Drop(j int32) {
	slot := f.Release(j)
	f.add(j, f.reserved[j], slot.At, slot.At+slot.Length, 1)
}

func (f *forecast) DropAll() {
	for len(f.Holders()) > 0 {
		f.Drop(f.Holders()[len(f.Holders())-1])
	}
}

func (f *forecast) Extra(t engine.Time) int32 {
	sum := int32(0)
	for c := range f.clusters {
		sum += f.clusters[c].At(max(t, f.now))
	}
	return sum
}

// Explain speaks of the first reservation in one of the clusters where job j has room now; if the
// job has no room, of the first reservation. Its own reservation does not count.
func (f *forecast) Explain(j int32) engine.Reason {
	m := f.machine
	if own, held := f.Reservation(j); held {
		f.add(j, f.reserved[j], own.At, own.At+own.Length, 1)
		defer f.add(j, f.reserved[j], own.At, own.At+own.Length, -1)
	}
	length, clusters := m.jobs[j].Estimate, f.found[:len(m.assigned(j))]
	starts := m.assign(j, m.free, clusters) && f.fits(j, f.now, length, clusters)
	fits := starts || m.assign(j, m.free, clusters)
	return f.ExplainPieces(j, f.now+length, m.idle, starts, fits, f.Extra, func(holder int32) bool {
		return slices.ContainsFunc(f.reserved[holder], func(c uint8) bool { return slices.Contains(clusters, c) })
	})
}
