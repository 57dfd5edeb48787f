package priority_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/hosts"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
)

// On random hosts with memory, with jobs that run past their requests and are stopped
// after a grace, under every priority, with dynamic and fixed reservations for one, a few
// or all, each job starts when the plain simulator says.
func TestHostsEqualThePlainSimulator(t *testing.T) {
	reserved, overdue, different := map[string]int{}, 0, 0
	reference.EachTrial(t, 1500, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 11))
		p := drawPriority(r)
		p.Name, p.Expression, p.Others = priority.Names[c.Seed%uint64(len(priority.Names))], nil, nil
		var list []hosts.Host
		for range 1 + r.IntN(4) {
			list = append(list, hosts.Host{Processors: 1 + r.Int32N(c.Processors), Memory: 1 + r.Int32N(40)})
		}
		slices.SortFunc(list, func(a, b hosts.Host) int { return 1000*int(a.Processors-b.Processors) + int(a.Memory-b.Memory) })
		plain := reference.Hosts{Jobs: c.Workload.Jobs, Hosts: list, Grace: c.Options.Grace, Reservations: p.Reservations, Fixed: p.Fixed,
			Order: reference.Published(p.Name, p.WaitWeight, p.MaxRequest)}
		for _, j := range c.Workload.Jobs {
			perProcessor := r.Int32N(4)
			c.Workload.Memory = append(c.Workload.Memory, 1024*int64(perProcessor))
			plain.Memory = append(plain.Memory, perProcessor*j.Processors)
			if j.Run > j.Estimate {
				overdue++
			}
		}
		o, err := engine.Simulate(c.Workload, hosts.New(list, hosts.FirstFit), &p, engine.Options{Kill: engine.KillAfterGrace, Grace: c.Options.Grace})
		if err != nil {
			t.Fatal(err)
		}
		want := plain.Run()
		if !slices.Equal(o.Start, want) {
			t.Errorf("%+v, %d reservations, fixed %v, on %v with memory %v %v:\nstarts %v\nwant   %v", p.Priority, p.Reservations, p.Fixed, list, plain.Memory, c, o.Start, want)
		}
		reserved[p.Name]++
		if !slices.IsSorted(want) {
			different++
		}
	})
	if len(reserved) != len(priority.Names) || overdue < reference.Trials(5000) || different < reference.Trials(700) {
		t.Errorf("the trials are too easy: priorities %v, %d overdue jobs, %d schedules in another order than that of arrival", reserved, overdue, different)
	}
}
