package policies

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
)

// One host with memory for everything is a cluster.
func TestOneHostIsACluster(t *testing.T) {
	eachTrial(t, 1000, func(t *testing.T, c trial) {
		c.unit = 1
		for _, p := range all {
			want := c.run(t, p, false).Start
			for _, choice := range []engine.HostChoice{engine.FirstFit, engine.BestFit} {
				hosts := engine.NewHosts([]engine.Host{{Processors: c.processors, Memory: 1 << 20}}, choice)
				o, err := engine.Simulate(c.workload, hosts, p, c.options)
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
	eachTrial(t, 1000, func(t *testing.T, c trial) {
		for i := range c.workload.Jobs {
			c.workload.Jobs[i].Estimate = c.workload.Jobs[i].Run
		}
		r := rand.New(rand.NewPCG(c.seed, 8))
		var hosts []engine.Host
		for range 1 + r.IntN(4) {
			hosts = append(hosts, engine.Host{Processors: 1 + r.Int32N(c.processors), Memory: 1 + r.Int32N(20)})
		}
		slices.SortFunc(hosts, func(a, b engine.Host) int {
			return int(a.Processors-b.Processors)*1000 + int(a.Memory-b.Memory)
		})
		for range c.workload.Jobs {
			c.workload.Memory = append(c.workload.Memory, 1024*int64(r.IntN(4)))
		}
		o, err := engine.Simulate(c.workload, engine.NewHosts(hosts, engine.FirstFit), Conservative{true}, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		// With exact estimates conservative backfilling gives each job in the order of
		// arrival the earliest time and the first host with room, for good.
		type use struct {
			from, to           engine.Time
			processors, memory int32
		}
		uses := make([][]use, len(hosts))
		for j, job := range c.workload.Jobs {
			memory := int32(c.workload.Memory[j]/1024) * job.Processors
			room := func(i int, at engine.Time) bool {
				for t := at; t < at+job.Run; t++ {
					left := hosts[i]
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
					for i := range hosts {
						if room(i, at) {
							uses[i] = append(uses[i], use{at, at + job.Run, job.Processors, memory})
							want = at
							break search
						}
					}
				}
			} else if slices.ContainsFunc(hosts, func(h engine.Host) bool { return h.Processors >= job.Processors && h.Memory >= memory }) {
				t.Errorf("%v: job %d is refused", c, j)
			}
			if o.Start[j] != want {
				t.Fatalf("%v on %v with memory %v: job %d starts at %d, want %d", c, hosts, c.workload.Memory, j, o.Start[j], want)
			}
		}
	})
}
