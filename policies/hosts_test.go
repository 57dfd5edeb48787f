package policies

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/hosts"
	"backfill/engine/metrics"
	"backfill/policies/internal/reference"
)

// One host with memory for everything is a cluster.
func TestOneHostIsACluster(t *testing.T) {
	reference.EachTrial(t, 1000, func(t *testing.T, c reference.Trial) {
		c.Unit = 1
		for _, p := range all {
			want := c.Run(t, p, false).Start
			for _, choice := range []hosts.Choice{hosts.FirstFit, hosts.BestFit} {
				m := hosts.New([]hosts.Host{{Processors: c.Processors, Memory: 1 << 20}}, choice)
				o, err := engine.Simulate(c.Workload, m, p, c.Options)
				if err != nil {
					t.Fatal(err)
				}
				if !slices.Equal(o.Start, want) {
					t.Errorf("%T%v %v:\nstarts %v\nwant   %v", p, p, c, o.Start, want)
				}
			}
		}
	})
}

// On several hosts with memory, no job starts later than conservative backfilling
// promises under exact estimates, and nobody starts past a job that could start:
// the plain account of every host says the same as the forecast.
func TestConservativeOnHostsEqualsThePlainAccount(t *testing.T) {
	reference.EachTrial(t, 1000, func(t *testing.T, c reference.Trial) {
		for i := range c.Workload.Jobs {
			c.Workload.Jobs[i].Estimate = c.Workload.Jobs[i].Run
		}
		r := rand.New(rand.NewPCG(c.Seed, 8))
		var list []hosts.Host
		for range 1 + r.IntN(4) {
			list = append(list, hosts.Host{Processors: 1 + r.Int32N(c.Processors), Memory: 1 + r.Int32N(20)})
		}
		slices.SortFunc(list, func(a, b hosts.Host) int {
			return int(a.Processors-b.Processors)*1000 + int(a.Memory-b.Memory)
		})
		for range c.Workload.Jobs {
			c.Workload.Memory = append(c.Workload.Memory, 1024*int64(r.IntN(4)))
		}
		o, err := engine.Simulate(c.Workload, hosts.New(list, hosts.FirstFit), Conservative{Compress: true}, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		// With exact estimates conservative backfilling gives each job in the order of
		// arrival the earliest time and the first host with room, for good.
		type use struct {
			from, to           engine.Time
			processors, memory int32
		}
		uses := make([][]use, len(list))
		for j, job := range c.Workload.Jobs {
			memory := int32(c.Workload.Memory[j]/1024) * job.Processors
			room := func(i int, at engine.Time) bool {
				for t := at; t < at+job.Run; t++ {
					left := list[i]
					for _, u := range uses[i] {
						if u.from <= t && t < u.to {
							left.Processors -= u.processors
							left.Memory -= u.memory
						}
					}
					if left.Processors < job.Processors || left.Memory < memory {
						return false
					}
				}
				return true
			}
			want := engine.Time(-1)
			if o.State[j] != engine.Refused {
			search:
				for at := job.Submit; ; at++ {
					for i := range list {
						if room(i, at) {
							uses[i] = append(uses[i], use{at, at + job.Run, job.Processors, memory})
							want = at
							break search
						}
					}
				}
			} else if slices.ContainsFunc(list, func(h hosts.Host) bool { return h.Processors >= job.Processors && h.Memory >= memory }) {
				t.Errorf("%v: job %d is refused", c, j)
			}
			if o.Start[j] != want {
				t.Fatalf("%v on %v with memory %v: job %d starts at %d, want %d", c, list, c.Workload.Memory, j, o.Start[j], want)
			}
		}
	})
}

// On hosts, capacity is lost to a fitting job while one waits that some host has the
// processors and the memory for. Counted every millisecond.
func TestLossToFittingJobsOnHosts(t *testing.T) {
	lost, apart := 0, 0
	reference.EachTrial(t, 500, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 10))
		var list []hosts.Host
		for range 1 + r.IntN(4) {
			list = append(list, hosts.Host{Processors: 1 + r.Int32N(c.Processors), Memory: 1 + r.Int32N(20)})
		}
		for range c.Workload.Jobs {
			c.Workload.Memory = append(c.Workload.Memory, 1024*int64(r.IntN(4)))
		}
		for _, p := range []engine.Policy{FCFS{}, &EASY{Reservations: 1}, Conservative{Compress: false}} {
			o, err := engine.Simulate(c.Workload, hosts.New(list, hosts.Choice(r.IntN(2))), p, c.Options)
			if err != nil {
				t.Fatal(err)
			}
			first, last := engine.Time(-1), engine.Time(-1)
			for j := range o.Start {
				if o.State[j] != engine.Refused && first < 0 {
					first = c.Workload.Jobs[j].Submit
				}
				last = max(last, o.End[j])
			}
			loss, whole := int64(0), int64(0)
			for at := max(first, 0); at < last; at++ {
				free := make([]hosts.Host, len(o.Lanes))
				idle := int64(0)
				for i, lane := range o.Lanes {
					free[i] = hosts.Host{Processors: lane.Processors, Memory: lane.Memory}
					for j := range o.Start {
						if o.Lane[j] == int32(i) && o.Start[j] <= at && at < o.End[j] {
							free[i].Processors -= o.Size(int32(j))
							free[i].Memory -= o.Memory(int32(j))
						}
					}
					idle += int64(free[i].Processors)
				}
				waits, fits, inSum := false, false, false
				for j := range o.Start {
					if o.State[j] == engine.Refused || c.Workload.Jobs[j].Submit > at || o.Start[j] <= at {
						continue
					}
					size, memory := o.Size(int32(j)), o.Memory(int32(j))
					waits, inSum = true, inSum || int64(size) <= idle
					fits = fits || slices.ContainsFunc(free, func(h hosts.Host) bool { return size <= h.Processors && memory <= h.Memory })
				}
				if fits {
					loss += idle
				}
				if waits {
					whole += idle
				}
				if inSum && !fits {
					apart++
				}
			}
			if last <= first {
				continue
			}
			if loss > 0 {
				lost++
			}
			m, span := metrics.Of(o), float64(o.Processors)*float64(last-first)
			if got, want := m.Value("lossOfCapacityFit"), float64(loss)/span; math.Abs(got-want) > 1e-12 {
				t.Errorf("%T%v %v on %v: %v of the capacity is lost to fitting jobs, want %v", p, p, c, list, got, want)
			}
			if got, want := m.Value("lossOfCapacity"), float64(whole)/span; math.Abs(got-want) > 1e-12 {
				t.Errorf("%T%v %v on %v: %v of the capacity is lost, want %v", p, p, c, list, got, want)
			}
		}
	})
	if lost < reference.Trials(100) || int(apart) < reference.Trials(1000) {
		t.Errorf("capacity was lost %d times, %d ms only in sum: the trials are too easy", lost, apart)
	}
}
