package slurm

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/policies/internal/reference"
	"backfill/policies/slurm/settings"
)

// lively is a world with arrays, licences, dependencies, heterogeneous jobs, preemption and actions.
func lively(seed uint64) (*engine.Workload, *partitions.Machine, *Slurm) {
	w, m, s := world(seed)
	r := rand.New(rand.NewPCG(seed, 3))
	n := len(w.Jobs)
	w.Leader = slices.Repeat([]int32{engine.NoJob}, n)
	tasks := 0 // of the array at hand, that are to come
	for j := range w.Jobs {
		d := &w.Demands[j]
		d.Once = r.IntN(4) == 0
		if r.IntN(3) == 0 {
			d.Licences = []engine.Copies{{Licence: r.Int32N(2), Count: 1 + r.Int32N(3)}}
		}
		if r.IntN(4) == 0 {
			d.LeastTime = engine.Time(1+r.Int64N(10)) * engine.Minute
		}
		w.QOS, w.Array = append(w.QOS, r.Int32N(3)), append(w.Array, -1)
		switch k := r.IntN(8); {
		case j > 0 && tasks > 0:
			tasks--
			w.Jobs[j], w.Array[j], *d = w.Jobs[j-1], w.Array[j-1], w.Demands[j-1]
			w.Demand[j] = w.Demand[j-1]
		case j > 0 && k == 0:
			w.Dependencies = append(w.Dependencies, engine.Dependency{Job: int32(j), On: r.Int32N(int32(j)), Started: r.IntN(2) == 0})
		case k == 1:
			tasks, w.Array[j], d.MostTasks = r.IntN(6), int32(j), r.Int32N(3)
		case j > 0 && k == 4 && w.Leader[j-1] == engine.NoJob && w.Array[j-1] < 0:
			w.Jobs[j].Submit, w.Leader[j-1], w.Leader[j] = w.Jobs[j-1].Submit, int32(j-1), int32(j-1)
		}
	}
	for j := 1; j < n; j++ { // of jobs that come together none may come before one before it
		w.Jobs[j].Submit = max(w.Jobs[j].Submit, w.Jobs[j-1].Submit)
	}
	s.Licences = map[int32]int32{0: 3, 1: 4}
	s.CompleteWait = r.Int64N(2) * 5
	s.BfBusyNodes = r.IntN(2) == 0
	p := &s.Preemption
	p.By, p.Mode, p.ReorderCount, p.YoungestFirst = settings.PreemptionBy(r.IntN(3)), settings.ByRequeue+settings.PreemptionMode(r.IntN(3)), 1, r.IntN(2) == 0
	p.QOS = map[int32]settings.QOSPreemption{1: {Priority: 1, Preempts: []int32{0}, Grace: int64(r.IntN(2)) * 20}, 2: {Priority: 2, Preempts: []int32{0, 1}, Mode: settings.PreemptionMode(r.IntN(5))}}
	p.Partitions = map[int32]settings.PartitionPreemption{1: {Grace: int64(r.IntN(2)) * 40}}
	last := w.Jobs[n-1].Submit + engine.Hour
	for range r.IntN(12) {
		a := settings.Action{At: engine.Time(r.Int64N(int64(last))), Do: settings.Verbs()[r.IntN(len(settings.Verbs()))], Partition: -1, Length: engine.Time(1+r.IntN(30)) * engine.Minute, In: engine.Time(r.IntN(600)) * engine.Second}
		switch settings.TargetOf(a.Do) {
		case settings.OnJobs:
			a.Jobs = job(1 + r.Int64N(int64(n)))
		case settings.OnNodes:
			a.Nodes = []string{m.Nodes[r.IntN(len(m.Nodes))].Name}
		case settings.OnPartition:
			a.Partition = 1 + r.Int32N(2)
		}
		s.Actions = append(s.Actions, a)
	}
	return w, m, s
}

// interval is a run of a job.
type interval struct{ from, to engine.Time }

// runsOf are the runs of a job that lasted.
func runsOf(o *engine.Outcome, j int32) (list []interval) {
	for _, r := range o.Stopped {
		if r.Job == j {
			list = append(list, interval{r.From, r.To})
		}
	}
	if o.Start[j] >= 0 && o.End[j] > o.Start[j] {
		list = append(list, interval{o.Start[j], o.End[j]})
	}
	return list
}

// Whatever happens, no licence is held more often than there are copies, no more tasks of an array run at once than may, components of a
// heterogeneous job start together, jobs wait for those that they depend on, and neither passes that are left out nor those who look on change anything.
//
// A job that is stopped at the instant at which it starts leaves no run. If another job waited for that start, it then seems to have started too
// early. The seeds that are tried have no such case.
func TestLivelyWorlds(t *testing.T) {
	for seed := range uint64(reference.Trials(300)) {
		checkLively(t, seed, true)
	}
}

// failer is a test or a campaign. A check tells it what is wrong, and ends there.
type failer interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// checkLively checks the world of a seed. starts says whether it also checks that jobs wait for the starts that they depend on (see TestLivelyWorlds).
func checkLively(t failer, seed uint64, starts bool) {
	outcome := func(plain bool) (*engine.Workload, *engine.Outcome) {
		w, m, s := lively(seed)
		s.plain = plain
		o, err := engine.Simulate(w, m, s, engine.Options{Kill: engine.KillRule(seed % 4), Stranded: seed%3 == 0, RecordAll: plain && seed%5 == 0, Enough: func(o *engine.Outcome, now engine.Time) bool {
			if now > 300*engine.Day {
				t.Fatalf("seed %d goes on for ever: %+v %v %v %v", seed, s.c.settled, s.c.running.List, s.c.reserved, s.c.queue)
			}
			return false
		}})
		if err != nil {
			return w, nil // jobs make room for each other for ever
		}
		return w, o
	}
	w, o := outcome(false)
	_, want := outcome(true)
	if (want == nil) != (o == nil) {
		t.Fatalf("seed %d ends with an error %v, with all passes %v", seed, o == nil, want == nil)
	}
	if o == nil {
		return
	}
	if !slices.Equal(want.Start, o.Start) || !slices.Equal(want.Pieces, o.Pieces) || len(want.Stopped) != len(o.Stopped) {
		t.Fatalf("seed %d: starts %v, with all passes %v", seed, o.Start, want.Start)
	}
	var instants []engine.Time
	for j := range w.Jobs {
		for _, r := range runsOf(o, int32(j)) {
			instants = append(instants, r.from)
		}
	}
	for _, at := range instants {
		held, tasks := map[int32]int32{}, map[int32]int32{}
		for j := range w.Jobs {
			for _, r := range runsOf(o, int32(j)) {
				if r.from > at || at >= r.to {
					continue
				}
				for _, c := range w.Demands[j].Licences {
					held[c.Licence] += c.Count
				}
				if a := w.Array[j]; a >= 0 {
					if tasks[a]++; w.Demands[j].MostTasks > 0 && tasks[a] > w.Demands[j].MostTasks {
						t.Fatalf("seed %d: %d tasks of array %d run at %d", seed, tasks[a], a, at)
					}
				}
			}
		}
		if held[0] > 3 || held[1] > 4 {
			t.Fatalf("seed %d: %v licences are held at %d", seed, held, at)
		}
	}
	for _, d := range w.Dependencies {
		met := o.Start[d.On]
		if runs := runsOf(o, d.On); len(runs) > 0 && d.Started {
			met = runs[0].from
		}
		if !d.Started {
			met = o.End[d.On]
		}
		if runs := runsOf(o, d.Job); len(runs) > 0 && runs[0].from < met && (starts || !d.Started) {
			t.Fatalf("seed %d: job %d starts at %d, before %d at %d", seed, d.Job, runs[0].from, d.On, met)
		}
	}
	for j, leader := range w.Leader {
		if leader == engine.NoJob {
			continue
		}
		if a, b := runsOf(o, leader), runsOf(o, int32(j)); len(a) > 0 && len(b) > 0 && a[0].from != b[0].from {
			t.Fatalf("seed %d: component %d starts at %d, the first at %d", seed, j, b[0].from, a[0].from)
		}
	}
}
