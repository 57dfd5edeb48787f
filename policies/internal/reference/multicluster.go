package reference

import (
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/machine/multicluster"
	"backfill/engine/profile"
)

// holding is what a job has, or is to have, in some clusters for some time.
type holding struct {
	job      int32
	clusters []int
	from, to engine.Time
}

// slot is a reservation's.
func (h holding) slot() engine.Slot {
	return engine.Slot{At: h.from, Length: h.to - h.from, Place: 1}
}

// Multicluster is a second multi-cluster, written to be obviously right: it keeps a
// list of what is held and counts anew for every question, millisecond by millisecond.
// It offers neither firm places nor that fits are monotone, so that policies on it ask
// everything anew, whatever has happened.
type Multicluster struct {
	Size     []int32
	Rule     multicluster.Rule
	Share    bool
	Slowdown float64

	w        *engine.Workload
	now      engine.Time
	running  []holding
	reserved []holding
	found    map[int32][]int // where StartsNow or Fits said
	started  []int32         // since the last Settle
	ends     map[int32]engine.Time

	earliest func(j int32) holding // on clusters firstFree
}

func (m *Multicluster) Unit() int32                 { return 1 }
func (m *Multicluster) Offers() engine.Capability   { return engine.Estimates }
func (m *Multicluster) Forecast() engine.Forecast   { return m }
func (m *Multicluster) Advance(now engine.Time)     { m.now = now }
func (m *Multicluster) Extra(t engine.Time) int32   { return 0 }
func (m *Multicluster) DropAll()                    { m.reserved = nil }
func (m *Multicluster) Explain(int32) engine.Reason { return engine.Reason{} }

func (m *Multicluster) Begin(w *engine.Workload) {
	m.w, m.found, m.ends = w, map[int32][]int{}, map[int32]engine.Time{}
	if m.earliest == nil {
		m.earliest = m.firstFree
	}
}

func (m *Multicluster) Processors() (sum int32) {
	for _, n := range m.Size {
		sum += n
	}
	return sum
}

func (m *Multicluster) Free() int32 {
	free := m.Processors()
	for _, h := range m.running {
		free -= m.w.Jobs[h.job].Processors
	}
	return free
}

func (m *Multicluster) widths(j int32) []int32 {
	if m.w.Components != nil && m.w.Components[j] != nil {
		return m.w.Components[j]
	}
	return []int32{m.w.Jobs[j].Processors}
}

// place follows the description of the rules, with clusters sorted anew for each component.
func (m *Multicluster) place(j int32, free []int32) ([]int, bool) {
	left := slices.Clone(free)
	var taken []int
	for _, width := range m.widths(j) {
		var order []int
		for c := range left {
			if m.Share || !slices.Contains(taken, c) {
				order = append(order, c)
			}
		}
		switch m.Rule {
		case multicluster.WorstFit:
			slices.SortStableFunc(order, func(a, b int) int { return int(left[b] - left[a]) })
		case multicluster.BestFit:
			slices.SortStableFunc(order, func(a, b int) int { return int(left[a] - left[b]) })
		}
		i := slices.IndexFunc(order, func(c int) bool { return left[c] >= width })
		if i < 0 {
			return nil, false
		}
		taken = append(taken, order[i])
		left[order[i]] -= width
	}
	return taken, true
}

// least is the smallest number of free processors of each cluster over [from, to). It only
// shrinks where something begins.
func (m *Multicluster) least(from, to engine.Time) []int32 {
	least := slices.Clone(m.Size)
	all := slices.Concat(m.running, m.reserved)
	for _, begins := range append(all, holding{from: from}) {
		t := begins.from
		if t < from || t >= to {
			continue
		}
		free := slices.Clone(m.Size)
		for _, h := range all {
			if h.from <= t && t < h.to {
				for i, c := range h.clusters {
					free[c] -= m.widths(h.job)[i]
				}
			}
		}
		for c := range least {
			least[c] = min(least[c], free[c])
		}
	}
	return least
}

func (m *Multicluster) CanEver(j int32) bool { _, ok := m.place(j, m.Size); return ok }

func (m *Multicluster) Fits(j int32) (engine.Placement, bool) {
	free := slices.Clone(m.Size)
	for _, h := range m.running {
		for i, c := range h.clusters {
			free[c] -= m.widths(h.job)[i]
		}
	}
	clusters, ok := m.place(j, free)
	m.found[j] = clusters
	return 0, ok
}

func (m *Multicluster) Place(j int32, p engine.Placement) {
	if i := m.holds(m.running, j); i < 0 { // no forecast was asked for
		m.running = append(m.running, holding{j, m.found[j], 0, 0})
	}
	m.started = append(m.started, j)
}

func (m *Multicluster) Varies() bool              { return m.Slowdown > 1 }
func (m *Multicluster) EndOf(j int32) engine.Time { return m.ends[j] }

// Settle gives jobs that lie in different clusters as much more time as their slowdown is.
func (m *Multicluster) Settle(now engine.Time) []int32 {
	started := m.started
	m.started = nil
	for _, j := range started {
		clusters := slices.Clone(m.running[m.holds(m.running, j)].clusters)
		slices.Sort(clusters)
		run := float64(m.w.Jobs[j].Run)
		if len(slices.Compact(clusters)) > 1 {
			run = math.Round(run * m.Slowdown)
		}
		m.ends[j] = now + engine.Time(run)
	}
	return started
}

func (m *Multicluster) Release(j int32) {
	i := m.holds(m.running, j)
	m.running = slices.Delete(m.running, i, i+1)
}

func (m *Multicluster) holds(list []holding, j int32) int {
	return slices.IndexFunc(list, func(h holding) bool { return h.job == j })
}

func (m *Multicluster) Started(j int32, p engine.Placement, end engine.Time) {
	clusters := m.found[j]
	if i := m.holds(m.reserved, j); i >= 0 {
		if p == 1 {
			clusters = m.reserved[i].clusters
		}
		m.reserved = slices.Delete(m.reserved, i, i+1)
	}
	m.running = append(m.running, holding{j, clusters, m.now, end})
}

func (m *Multicluster) Ended(j int32, expected engine.Time) {} // Release has taken it away

func (m *Multicluster) Moved(j int32, from, to engine.Time) {
	m.running[m.holds(m.running, j)].to = to
}

func (m *Multicluster) StartsNow(j int32) (engine.Placement, bool) {
	if _, ok := m.Fits(j); !ok {
		return 0, false
	}
	clusters, ok := m.place(j, m.least(m.now, m.now+m.w.Jobs[j].Estimate))
	m.found[j] = clusters
	return 0, ok
}

func (m *Multicluster) Holes(list []profile.Hole) ([]profile.Hole, bool) {
	return append(list, profile.Hole{Processors: math.MaxInt32, Memory: math.MaxInt32, Length: engine.Never}), false
}

func (m *Multicluster) firstFree(j int32) holding {
	length := m.w.Jobs[j].Estimate
	for t := m.now; ; t++ {
		if clusters, ok := m.place(j, m.least(t, t+length)); ok {
			return holding{j, clusters, t, t + length}
		}
	}
}

func (m *Multicluster) Earliest(j int32) engine.Slot {
	return m.earliest(j).slot()
}

func (m *Multicluster) Reserve(j int32) engine.Slot {
	h := m.earliest(j)
	m.reserved = append(m.reserved, h)
	return h.slot()
}

func (m *Multicluster) Drop(j int32) {
	i := m.holds(m.reserved, j)
	m.reserved = slices.Delete(m.reserved, i, i+1)
}

func (m *Multicluster) Reservation(j int32) (engine.Slot, bool) {
	i := m.holds(m.reserved, j)
	if i < 0 {
		return engine.Slot{}, false
	}
	return m.reserved[i].slot(), true
}
