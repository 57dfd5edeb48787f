package policies

import (
	"slices"
	"testing"

	"backfill/engine"
)

// twelve is a workload for 10 processors with estimates that are run times, dedicated
// jobs (3, 4, 6, 7 and 8) and commands, of which the second and the last must be
// refused: job 3 has had one, job 6 has ended in most schedules. Times in seconds.
func twelve() *engine.Workload {
	w := &engine.Workload{MaxCommands: 1}
	arrival := []int{0, 1, 1, 4, 11, 26, 27, 29, 32, 32, 33, 34}
	size := []int{9, 9, 4, 1, 2, 1, 6, 2, 7, 2, 8, 7}
	run := []int{39, 29, 25, 17, 21, 34, 19, 23, 9, 11, 18, 18}
	requested := []int{-1, -1, -1, 49, 61, -1, 49, 71, 67, -1, -1, -1}
	for j := range arrival {
		r := engine.Time(run[j]) * engine.Second
		w.Jobs = append(w.Jobs, engine.Job{Submit: engine.Time(arrival[j]) * engine.Second, Run: r, Estimate: r, Processors: int32(size[j])})
		start := engine.Time(requested[j]) * engine.Second
		w.Requested = append(w.Requested, max(start, -1))
	}
	w.Commands = []engine.Command{
		{At: 18 * engine.Second, Job: 3, Kind: engine.ExtendTime, Amount: 19_000},
		{At: 18 * engine.Second, Job: 3, Kind: engine.ExtendTime, Amount: 5_000},
		{At: 26 * engine.Second, Job: 5, Kind: engine.ExtendTime, Amount: 8_000},
		{At: 54 * engine.Second, Job: 6, Kind: engine.ReduceTime, Amount: 25_000},
		{At: 60 * engine.Second, Job: 6, Kind: engine.ExtendTime, Amount: 5_000},
	}
	return w
}

// The schedules of an independent prototype, which counted only the first of several
// ends at one instant. Here all count, and no start differs.
func TestTwelveJobs(t *testing.T) {
	hybrid := func(skip int32, r Reading) engine.Policy { return &HybridLOS{MaxSkip: skip, Reading: r} }
	dedicated := []int{0, 100, 129, 49, 61, 27, 49, 77, 68, 39, 154, 172}
	elastic := []int{0, 104, 133, 49, 61, 81, 49, 81, 72, 39, 158, 54}
	elasticHybrid := []int{0, 104, 151, 49, 61, 81, 49, 81, 72, 39, 133, 54}
	for _, c := range []struct {
		name    string
		policy  engine.Policy
		elastic bool
		starts  []int
		wait    float64
		end     int
	}{
		{"EASY-D", &EASYD{}, false, []int{0, 100, 129, 49, 61, 27, 49, 77, 68, 39, 82, 154}, 34.25, 172},
		{"LOS-D", &LOSD{Reading: Faithful}, false, dedicated, 41.75, 190},
		{"Hybrid-LOS 0", hybrid(0, Faithful), false, dedicated, 41.75, 190},
		{"Hybrid-LOS 1", hybrid(1, Faithful), false, []int{0, 100, 147, 49, 61, 27, 49, 77, 68, 39, 129, 172}, 41.1667, 190},
		{"Hybrid-LOS 2", hybrid(2, Faithful), false, []int{0, 100, 165, 49, 61, 27, 49, 77, 68, 39, 129, 147}, 40.5833, 190},
		{"Hybrid-LOS 3", hybrid(3, Faithful), false, []int{0, 100, 165, 49, 61, 26, 49, 77, 68, 39, 129, 147}, 40.5, 190},
		{"Hybrid-LOS 2 over freeze", hybrid(2, OverFreeze), false, []int{0, 39, 114, 68, 68, 39, 68, 89, 87, 112, 96, 139}, 41.25, 157},
		{"EASY-DE", &EASYD{}, true, []int{0, 105, 54, 49, 61, 85, 49, 82, 79, 39, 134, 152}, 38.75, 170},
		{"LOS-DE", &LOSD{Reading: Faithful}, true, elastic, 38.0833, 176},
		{"Hybrid-LOS-E 0", hybrid(0, Faithful), true, elastic, 38.0833, 176},
		{"Hybrid-LOS-E 1", hybrid(1, Faithful), true, elasticHybrid, 37.5, 176},
		{"Hybrid-LOS-E 2", hybrid(2, Faithful), true, elasticHybrid, 37.5, 176},
		{"Hybrid-LOS-E 3", hybrid(3, Faithful), true, elasticHybrid, 37.5, 176},
		{"Hybrid-LOS-E 2 over freeze", hybrid(2, OverFreeze), true, []int{0, 39, 108, 68, 68, 39, 68, 89, 81, 69, 133, 90}, 35.6667, 151},
	} {
		o := simulate(t, twelve(), 10, c.policy, engine.Options{Elastic: c.elastic})
		checkSeconds(t, c.name, o, c.starts, c.wait, c.end)
		want := []engine.CommandFate{engine.Accepted, engine.RefusedTooMany, engine.Accepted, engine.Accepted, engine.RefusedEnded}
		if c.starts[6] > 60 {
			want[4] = engine.RefusedTooMany // it waits still, and has had one
		}
		if c.elastic && !slices.Equal(o.Fates, want) {
			t.Errorf("%s: commands %v, want %v", c.name, o.Fates, want)
		}
		if without := twelve(); c.elastic {
			without.Commands = append(without.Commands[:1:1], without.Commands[2:4]...)
			if same := simulate(t, without, 10, fresh(c.policy), engine.Options{Elastic: true}); !slices.Equal(same.Start, o.Start) {
				t.Errorf("%s: without refused commands the starts are %v, with them %v", c.name, same.Start, o.Start)
			}
		}
	}
}

// fresh is the same policy for another simulation.
func fresh(p engine.Policy) engine.Policy {
	switch p := p.(type) {
	case *LOS:
		return &LOS{Lookahead: p.fresh(), Reading: p.Reading}
	case *DelayedLOS:
		return &DelayedLOS{Lookahead: p.fresh(), MaxSkip: p.MaxSkip, Reading: p.Reading}
	case *HybridLOS:
		return &HybridLOS{Lookahead: p.fresh(), MaxSkip: p.MaxSkip, Reading: p.Reading}
	case newestFirst:
		return newestFirst{fresh(p.HybridLOS).(*HybridLOS)}
	case *HybridAsPrinted:
		return &HybridAsPrinted{Lookahead: p.fresh(), MaxSkip: p.MaxSkip}
	case *LOSD:
		return &LOSD{Lookahead: p.fresh(), Reading: p.Reading}
	case *EASYD:
		return &EASYD{}
	}
	return p // keeps nothing
}

func (l *Lookahead) fresh() Lookahead { return Lookahead{Depth: l.Depth, MaxStates: l.MaxStates} }
