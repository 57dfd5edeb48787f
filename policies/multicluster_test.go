package policies

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
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

// plainClusters is a second multi-cluster, written for being obviously right: it keeps a
// list of what is held and counts anew for every question, millisecond by millisecond.
// It offers neither firm places nor that fits are monotone, so that policies on it ask
// everything anew, whatever has happened.
type plainClusters struct {
	size     []int32
	rule     engine.ClusterRule
	share    bool
	slowdown float64

	w        *engine.Workload
	now      engine.Time
	running  []holding
	reserved []holding
	found    map[int32][]int // where StartsNow or Fits said
	started  []int32         // since the last Settle
	ends     map[int32]engine.Time

	earliest func(j int32) holding // on clusters firstFree
}

func (m *plainClusters) Unit() int32                 { return 1 }
func (m *plainClusters) Offers() engine.Capability   { return engine.Estimates }
func (m *plainClusters) Forecast() engine.Forecast   { return m }
func (m *plainClusters) Advance(now engine.Time)     { m.now = now }
func (m *plainClusters) Extra(t engine.Time) int32   { return 0 }
func (m *plainClusters) DropAll()                    { m.reserved = nil }
func (m *plainClusters) Explain(int32) engine.Reason { return engine.Reason{} }

func (m *plainClusters) Begin(w *engine.Workload) {
	m.w, m.found, m.ends = w, map[int32][]int{}, map[int32]engine.Time{}
	if m.earliest == nil {
		m.earliest = m.firstFree
	}
}

func (m *plainClusters) Processors() (sum int32) {
	for _, n := range m.size {
		sum += n
	}
	return sum
}

func (m *plainClusters) Free() int32 {
	free := m.Processors()
	for _, h := range m.running {
		free -= m.w.Jobs[h.job].Processors
	}
	return free
}

func (m *plainClusters) widths(j int32) []int32 {
	if m.w.Components != nil && m.w.Components[j] != nil {
		return m.w.Components[j]
	}
	return []int32{m.w.Jobs[j].Processors}
}

// place follows the description of the rules, with clusters sorted anew for each component.
func (m *plainClusters) place(j int32, free []int32) ([]int, bool) {
	left := slices.Clone(free)
	var taken []int
	for _, width := range m.widths(j) {
		var order []int
		for c := range left {
			if m.share || !slices.Contains(taken, c) {
				order = append(order, c)
			}
		}
		switch m.rule {
		case engine.WorstFit:
			slices.SortStableFunc(order, func(a, b int) int { return int(left[b] - left[a]) })
		case engine.TightestFit:
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
func (m *plainClusters) least(from, to engine.Time) []int32 {
	least := slices.Clone(m.size)
	all := slices.Concat(m.running, m.reserved)
	for _, begins := range append(all, holding{from: from}) {
		t := begins.from
		if t < from || t >= to {
			continue
		}
		free := slices.Clone(m.size)
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

func (m *plainClusters) CanEver(j int32) bool { _, ok := m.place(j, m.size); return ok }

func (m *plainClusters) Fits(j int32) (engine.Placement, bool) {
	free := slices.Clone(m.size)
	for _, h := range m.running {
		for i, c := range h.clusters {
			free[c] -= m.widths(h.job)[i]
		}
	}
	clusters, ok := m.place(j, free)
	m.found[j] = clusters
	return 0, ok
}

func (m *plainClusters) Place(j int32, p engine.Placement) {
	if i := m.holds(m.running, j); i < 0 { // nobody asked for a forecast
		m.running = append(m.running, holding{j, m.found[j], 0, 0})
	}
	m.started = append(m.started, j)
}

func (m *plainClusters) Paced() bool               { return m.slowdown > 1 }
func (m *plainClusters) EndOf(j int32) engine.Time { return m.ends[j] }

// Settle gives jobs that lie in different clusters as much more time as their slowdown is.
func (m *plainClusters) Settle(now engine.Time) []int32 {
	started := m.started
	m.started = nil
	for _, j := range started {
		clusters := slices.Clone(m.running[m.holds(m.running, j)].clusters)
		slices.Sort(clusters)
		run := float64(m.w.Jobs[j].Run)
		if len(slices.Compact(clusters)) > 1 {
			run = math.Round(run * m.slowdown)
		}
		m.ends[j] = now + engine.Time(run)
	}
	return started
}

func (m *plainClusters) Release(j int32) {
	i := m.holds(m.running, j)
	m.running = slices.Delete(m.running, i, i+1)
}

func (m *plainClusters) holds(list []holding, j int32) int {
	return slices.IndexFunc(list, func(h holding) bool { return h.job == j })
}

func (m *plainClusters) Started(j int32, p engine.Placement, end engine.Time) {
	clusters := m.found[j]
	if i := m.holds(m.reserved, j); i >= 0 {
		if p == 1 {
			clusters = m.reserved[i].clusters
		}
		m.reserved = slices.Delete(m.reserved, i, i+1)
	}
	m.running = append(m.running, holding{j, clusters, m.now, end})
}

func (m *plainClusters) Ended(j int32, expected engine.Time) {} // Release has taken it away

func (m *plainClusters) Moved(j int32, from, to engine.Time) {
	m.running[m.holds(m.running, j)].to = to
}

func (m *plainClusters) StartsNow(j int32) (engine.Placement, bool) {
	if _, ok := m.Fits(j); !ok {
		return 0, false
	}
	clusters, ok := m.place(j, m.least(m.now, m.now+m.w.Jobs[j].Estimate))
	m.found[j] = clusters
	return 0, ok
}

func (m *plainClusters) Openings(list []engine.Opening) ([]engine.Opening, bool) {
	return append(list, engine.Opening{Processors: math.MaxInt32, Memory: math.MaxInt32, Length: engine.Never}), false
}

func (m *plainClusters) firstFree(j int32) holding {
	length := m.w.Jobs[j].Estimate
	for t := m.now; ; t++ {
		if clusters, ok := m.place(j, m.least(t, t+length)); ok {
			return holding{j, clusters, t, t + length}
		}
	}
}

func (m *plainClusters) Earliest(j int32) engine.Slot {
	return m.earliest(j).slot()
}

func (m *plainClusters) Reserve(j int32) engine.Slot {
	h := m.earliest(j)
	m.reserved = append(m.reserved, h)
	return h.slot()
}

func (m *plainClusters) Drop(j int32) {
	i := m.holds(m.reserved, j)
	m.reserved = slices.Delete(m.reserved, i, i+1)
}

func (m *plainClusters) Reservation(j int32) (engine.Slot, bool) {
	i := m.holds(m.reserved, j)
	if i < 0 {
		return engine.Slot{}, false
	}
	return m.reserved[i].slot(), true
}

// plainFPFS is the published listing, from the head of the queue again after every start.
type plainFPFS struct {
	most, jumps int
	head        int32
}

func (p *plainFPFS) Schedule(s *engine.State) {
	for again := true; again; {
		again = false
		for j := s.First(); j != engine.NoJob; j = s.Next(j) {
			head := j == s.First()
			if head && j != p.head {
				p.head, p.jumps = j, 0
			}
			if !head && p.jumps == p.most {
				return
			}
			if place, ok := s.Fits(j); ok {
				if !head {
					p.jumps++
				}
				s.Start(j, place)
				again = true
				break
			}
		}
	}
}

// On random multi-clusters every policy that runs there makes the same schedules as on the plain one: who
// starts and ends when, whether he is killed at his request; no processor is given twice, and components of a job
// are in distinct clusters unless they may share one.
func TestMulticlusterEqualsThePlainOne(t *testing.T) {
	eachTrial(t, 120, func(t *testing.T, c trial) {
		r := rand.New(rand.NewPCG(c.seed, 9))
		size := make([]int32, 1+r.IntN(5))
		for i := range size {
			size[i] = 1 + r.Int32N(9)
		}
		rule, share, slowdown := engine.ClusterRule(r.IntN(3)), r.IntN(3) == 0, []float64{1, 1.25, 3}[r.IntN(3)]
		crowd(r, &c)
		splitJobs(r, &c)
		what := fmt.Sprintf("clusters %v, rule %d, share %v, slowdown %v, components %v, %v", size, rule, share, slowdown, c.workload.Components, c)
		jumps := r.IntN(4)
		for _, p := range []struct{ fast, plain engine.Policy }{
			{FCFS{}, FCFS{}}, {&EASY{1}, &EASY{1}}, {&EASY{3}, &EASY{3}}, {Conservative{true}, Conservative{true}}, {Conservative{false}, Conservative{false}},
			{&FPFS{MaxJumps: jumps, head: engine.NoJob}, &plainFPFS{most: jumps, head: engine.NoJob}},
			{&FPFS{head: engine.NoJob}, FCFS{}},
			{&PriorityBackfill{Priority: Priority{Name: "lxf"}, Reservations: 2}, &PriorityBackfill{Priority: Priority{Name: "lxf"}, Reservations: 2}},
		} {
			got, err := engine.Simulate(c.workload, engine.NewMulticluster(size, rule, share, slowdown), p.fast, c.options)
			if err != nil {
				t.Fatal(err)
			}
			want, err := engine.Simulate(c.workload, &plainClusters{size: size, rule: rule, share: share, slowdown: slowdown}, p.plain, c.options)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Start, want.Start) {
				t.Fatalf("%T%v on %s:\nstarts %v\nwant   %v", p.fast, p.fast, what, got.Start, want.Start)
			}
			if !slices.Equal(got.End, want.End) || !slices.Equal(got.State, want.State) {
				t.Fatalf("%T%v on %s:\nends %v %v\nwant %v %v", p.fast, p.fast, what, got.End, got.State, want.End, want.State)
			}
			checkPieces(t, got, size, share, what)
		}
	})
}

// checkPieces checks that no cluster of o holds more than it has.
func checkPieces(t *testing.T, o *engine.Outcome, size []int32, share bool, what string) {
	t.Helper()
	type change struct {
		at   engine.Time
		lane int32
		by   int32
	}
	var changes []change
	from := int32(0)
	for i, j := range o.StartOrder {
		var lanes []int32
		sum := int32(0)
		for _, piece := range o.Pieces[from:o.PieceEnd[i]] {
			if slices.Contains(lanes, piece.Lane) && !share {
				t.Fatalf("%s: job %d has two components in cluster %d", what, j, piece.Lane)
			}
			lanes = append(lanes, piece.Lane)
			sum += piece.Processors
			changes = append(changes, change{o.Start[j], piece.Lane, piece.Processors}, change{o.End[j], piece.Lane, -piece.Processors})
		}
		if sum != o.Workload.Jobs[j].Processors {
			t.Fatalf("%s: job %d runs on %d processors", what, j, sum)
		}
		from = o.PieceEnd[i]
	}
	slices.SortFunc(changes, func(a, b change) int { return int(a.at-b.at)*1000 + int(a.by-b.by) })
	busy := make([]int32, len(size))
	for _, c := range changes {
		if busy[c.lane] += c.by; busy[c.lane] > size[c.lane] {
			t.Fatalf("%s: cluster %d holds %d at %d", what, c.lane, busy[c.lane], c.at)
		}
	}
}
