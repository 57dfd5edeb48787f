package priority_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/hosts"
	"backfill/policies"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
)

// On one host with memory for everything, in the order of arrival, one dynamic
// reservation is EASY's; with everybody's reserved and exact requests it is conservative
// backfilling.
func TestPriorityBackfillingOnOneHost(t *testing.T) {
	reference.EachTrial(t, 1000, func(t *testing.T, c reference.Trial) {
		c.Unit = 1
		check := func(p *priority.Backfill, like engine.Policy) {
			t.Helper()
			for range c.Workload.Jobs {
				c.Workload.Memory = append(c.Workload.Memory, 1024)
			}
			host := hosts.New([]hosts.Host{{Processors: c.Processors, Memory: 1 << 20}}, hosts.FirstFit)
			o, err := engine.Simulate(c.Workload, host, p, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			c.Workload.Memory = nil
			if want := c.Run(t, like, false).Start; !slices.Equal(o.Start, want) {
				t.Errorf("%d reservations, fixed %v, %v:\nstarts %v\n%T %v", p.Reservations, p.Fixed, c, o.Start, like, want)
			}
		}
		check(&priority.Backfill{Priority: priority.Priority{Name: "fcfs"}, Reservations: 1}, &policies.EASY{Reservations: 1})
		if c.Exact {
			check(&priority.Backfill{Priority: priority.Priority{Name: "fcfs"}, Reservations: math.MaxInt}, policies.Conservative{Compress: true})
			check(&priority.Backfill{Priority: priority.Priority{Name: "fcfs"}, Reservations: math.MaxInt, Fixed: true}, policies.Conservative{Compress: true})
		}
	})
}

// With inexact requests, reservations made anew for all in the order of arrival are not
// the same as the compression of those that are there. On one host with two processors:
//
//	job  submit  run  request  processors
//	0         0    3       10           1
//	1         0    4        4           1
//	2         1   10       10           2
//	3         2    6        6           1
//
// Jobs 0 and 1 start at once. Job 2 is promised 10, where job 0 is expected to end, and job 3
// the gap from 4 to 10 that job 1 leaves. Job 0 ends at 3 already.
//
// Made anew, job 2 comes first and gets 4, the end of job 1; job 3 does not fit before it,
// neither now, nor from 4 on: it gets 14, the end of job 2.
//
// Compressed, job 2 is looked at first, too, but while job 3 holds its processor from 4 to 10,
// so that it stays at 10. Job 3 then moves to now, 3, and ends at 9. At 4, when job 1 has
// ended, job 2 moves to 9.
func TestReservationsMadeAnewAreNotCompression(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{
		{Submit: 0, Run: 3, Estimate: 10, Processors: 1},
		{Submit: 0, Run: 4, Estimate: 4, Processors: 1},
		{Submit: 1, Run: 10, Estimate: 10, Processors: 2},
		{Submit: 2, Run: 6, Estimate: 6, Processors: 1},
	}}
	for _, c := range []struct {
		policy engine.Policy
		want   []engine.Time
	}{
		{&priority.Backfill{Priority: priority.Priority{Name: "fcfs"}, Reservations: math.MaxInt}, []engine.Time{0, 0, 4, 14}},
		{&priority.Backfill{Priority: priority.Priority{Name: "fcfs"}, Reservations: math.MaxInt, Fixed: true}, []engine.Time{0, 0, 4, 14}},
		{policies.Conservative{Compress: true}, []engine.Time{0, 0, 9, 3}},
	} {
		host := hosts.New([]hosts.Host{{Processors: 2, Memory: 1024}}, hosts.FirstFit)
		o, err := engine.Simulate(w, host, c.policy, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(o.Start, c.want) {
			t.Errorf("%T: starts %v, want %v", c.policy, o.Start, c.want)
		}
	}
}

// Processors and memory of a host are never exceeded, nor is a job on a host that could
// not hold it alone.
func TestHostsAreNeverOverbooked(t *testing.T) {
	reference.EachTrial(t, 1000, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 12))
		p := drawPriority(r)
		var list []hosts.Host
		for range 1 + r.IntN(4) {
			list = append(list, hosts.Host{Processors: 1 + r.Int32N(c.Processors), Memory: 1 + r.Int32N(40)})
		}
		for range c.Workload.Jobs {
			c.Workload.Memory = append(c.Workload.Memory, 1024*int64(r.IntN(4)))
		}
		slices.SortFunc(list, func(a, b hosts.Host) int { return 1000*int(a.Processors-b.Processors) + int(a.Memory-b.Memory) })
		o, err := engine.Simulate(c.Workload, hosts.New(list, hosts.Choice(r.IntN(2))), &p, c.Options)
		if err != nil {
			t.Fatal(err)
		}
		for j, at := range o.Start {
			if at < 0 {
				continue
			}
			left := list[o.Lane[j]]
			for k := range o.Start {
				if o.Lane[k] == o.Lane[j] && o.Start[k] >= 0 && o.Start[k] <= at && at < o.End[k] {
					left.Processors -= c.Workload.Jobs[k].Processors
					left.Memory -= int32(c.Workload.Memory[k]/1024) * c.Workload.Jobs[k].Processors
				}
			}
			if left.Processors < 0 || left.Memory < 0 {
				t.Errorf("%+v on %v %v: host %d lacks %v when job %d starts at %d", p.Priority, list, c, o.Lane[j], left, j, at)
			}
		}
	})
}
