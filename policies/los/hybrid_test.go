package los_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/policies/internal/reference"
	"backfill/policies/los"
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
	hybrid := func(skip int32, r los.Reading) engine.Policy { return &los.Hybrid{MaxSkip: skip, Reading: r} }
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
		{"EASY-D", &los.EASYD{}, false, []int{0, 100, 129, 49, 61, 27, 49, 77, 68, 39, 82, 154}, 34.25, 172},
		{"LOS-D", &los.LOSD{Reading: los.Faithful}, false, dedicated, 41.75, 190},
		{"Hybrid-LOS 0", hybrid(0, los.Faithful), false, dedicated, 41.75, 190},
		{"Hybrid-LOS 1", hybrid(1, los.Faithful), false, []int{0, 100, 147, 49, 61, 27, 49, 77, 68, 39, 129, 172}, 41.1667, 190},
		{"Hybrid-LOS 2", hybrid(2, los.Faithful), false, []int{0, 100, 165, 49, 61, 27, 49, 77, 68, 39, 129, 147}, 40.5833, 190},
		{"Hybrid-LOS 3", hybrid(3, los.Faithful), false, []int{0, 100, 165, 49, 61, 26, 49, 77, 68, 39, 129, 147}, 40.5, 190},
		{"Hybrid-LOS 2 over freeze", hybrid(2, los.OverFreeze), false, []int{0, 39, 114, 68, 68, 39, 68, 89, 87, 112, 96, 139}, 41.25, 157},
		{"EASY-DE", &los.EASYD{}, true, []int{0, 105, 54, 49, 61, 85, 49, 82, 79, 39, 134, 152}, 38.75, 170},
		{"LOS-DE", &los.LOSD{Reading: los.Faithful}, true, elastic, 38.0833, 176},
		{"Hybrid-LOS-E 0", hybrid(0, los.Faithful), true, elastic, 38.0833, 176},
		{"Hybrid-LOS-E 1", hybrid(1, los.Faithful), true, elasticHybrid, 37.5, 176},
		{"Hybrid-LOS-E 2", hybrid(2, los.Faithful), true, elasticHybrid, 37.5, 176},
		{"Hybrid-LOS-E 3", hybrid(3, los.Faithful), true, elasticHybrid, 37.5, 176},
		{"Hybrid-LOS-E 2 over freeze", hybrid(2, los.OverFreeze), true, []int{0, 39, 108, 68, 68, 39, 68, 89, 81, 69, 133, 90}, 35.6667, 151},
	} {
		o := reference.Simulate(t, twelve(), 10, c.policy, engine.Options{Elastic: c.elastic})
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
			if same := reference.Simulate(t, without, 10, fresh(c.policy), engine.Options{Elastic: true}); !slices.Equal(same.Start, o.Start) {
				t.Errorf("%s: without refused commands the starts are %v, with them %v", c.name, same.Start, o.Start)
			}
		}
	}
}

// fresh is the same policy for another simulation.
func fresh(p engine.Policy) engine.Policy {
	switch p := p.(type) {
	case *los.LOS:
		return &los.LOS{Lookahead: freshLookahead(p.Lookahead), Reading: p.Reading}
	case *los.Delayed:
		return &los.Delayed{Lookahead: freshLookahead(p.Lookahead), MaxSkip: p.MaxSkip, Reading: p.Reading}
	case *los.Hybrid:
		return &los.Hybrid{Lookahead: freshLookahead(p.Lookahead), MaxSkip: p.MaxSkip, Reading: p.Reading}
	case los.NewestFirstHybrid:
		return los.NewestFirstHybrid{Hybrid: fresh(p.Hybrid).(*los.Hybrid)}
	case *los.HybridAsPrinted:
		return &los.HybridAsPrinted{Lookahead: freshLookahead(p.Lookahead), MaxSkip: p.MaxSkip}
	case *los.LOSD:
		return &los.LOSD{Lookahead: freshLookahead(p.Lookahead), Reading: p.Reading}
	case *los.EASYD:
		return &los.EASYD{}
	}
	return p // keeps nothing
}

func freshLookahead(l los.Lookahead) los.Lookahead {
	return los.Lookahead{Depth: l.Depth, MaxStates: l.MaxStates}
}

// 10 processors, MaxSkip 1. Job 0 has 4 of them until 10. Job 1 (8) is to start at 20.
//
// At 2, 6 are free, and 2 may be taken past 20. The head, job 2 (6 for 30), would take
// all. Jobs 3 (5 until 10) and 5 (1 for 40), and 4 (4 until 7) and 6 (2 for 40), use 6;
// 3 and 5 end nearer to the head, and job 6 stands behind both. Job 7 (7) is too wide, 8
// (3 for 40) would take more than 2 past 20.
//
// At 10, 9 are free, and 1 may be taken past 20, beside job 5. The head was skipped
// once and waits until job 1 has ended: 1 and 8 are free at 25, 3 beside the head. Job 7
// uses more than job 4; 6 and 8 would take more than 1 past 20.
func TestReasonsUnderHybridLOS(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 4}, [4]int{1, 5, 5, 8}, [4]int{2, 30, 30, 6}, [4]int{2, 8, 8, 5}, [4]int{2, 5, 5, 4},
		[4]int{2, 40, 40, 1}, [4]int{2, 40, 40, 2}, [4]int{2, 5, 5, 7}, [4]int{2, 40, 40, 3})
	w.Requested = []engine.Time{-1, 20, -1, -1, -1, -1, -1, -1, -1}
	o := reference.Simulate(t, w, 10, &los.Hybrid{MaxSkip: 1, Reading: los.Faithful}, engine.Options{RecordAll: true})
	once := func(j int32, at engine.Time, why engine.Reason) engine.Decision {
		return engine.Decision{Job: j, At: at, Until: at, Times: 1, Reason: why}
	}
	group := func(extra, free, skips int32) engine.Reason {
		return engine.Reason{Rule: engine.WouldDelayDedicated, Blocker: 1, Shadow: 20, Extra: extra, Free: free, Skips: skips}
	}
	none := engine.NoJob
	packed := func(rule engine.Rule, with int32) engine.Reason {
		return engine.Reason{Rule: rule, Blocker: 1, Shadow: 20, Extra: 2, Free: 6, Chosen: 3, Others: 1, Used: 6, With: with}
	}
	late := func(rule engine.Rule, with int32) engine.Reason {
		return engine.Reason{Rule: rule, Blocker: 2, Shadow: 25, Extra: 3, Free: 9, Chosen: 7, Used: 7, With: with}
	}
	skipped, waits := group(2, 6, 1), group(1, 9, 1)
	skipped.MaxSkip, waits.MaxSkip = 1, 1
	want := []engine.Decision{
		once(0, 0, engine.Reason{Rule: engine.StartedInOrder, Blocker: none, Free: 10}),
		once(3, 2, packed(engine.StartedPacked, 0)),
		once(5, 2, packed(engine.StartedPacked, 0)),
		once(2, 2, skipped),
		once(4, 2, packed(engine.NotPacked, 6)),
		once(6, 2, packed(engine.PackedAhead, 6)),
		once(7, 2, engine.Reason{Rule: engine.TooWideNow, Blocker: none, Free: 6}),
		once(8, 2, group(2, 6, 0)),
		once(7, 10, late(engine.StartedPacked, 0)),
		once(2, 10, waits),
		once(4, 10, late(engine.NotPacked, 4)),
		once(6, 10, group(1, 9, 0)),
		once(8, 10, group(1, 9, 0)),
		once(1, 20, engine.Reason{Rule: engine.StartedDue, Blocker: none, Free: 9}),
	}
	var got []engine.Decision
	for _, d := range o.Decisions {
		d.Until, d.Times = d.At, 1 // some hold on after 10
		if d.At <= 10 || d.Job == 1 {
			got = append(got, d)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("decisions (-want +got):\n%s", diff)
	}
}

// 10 processors; job 0 has 8 until 10. Dedicated jobs 1 and 2 (5 each) are to start at 4
// and 6 and find 2 processors. Job 3 (9), the batch head from 1 on, is skipped at 1.
// Everybody runs for 10.
//
// Hybrid-LOS starts jobs 1 and 2 when job 0 ends at 10, and job 3 at 20. As printed:
//
//	 4  job 3 was skipped often enough and starts, on 2 processors: 7 too many
//	 6  none is free; job 1 is moved to the batch queue
//	10  job 0 ends, 1 is free; job 1 starts, for it was moved and job 2 is still a
//	    dedicated job: 4 too many
//	14  job 3 ends; the batch queue is empty, job 2 is moved to it
//	20  job 1 ends; no dedicated job is left and Algorithm 1 starts job 2, for which
//	    5 processors were free since 14
func TestAlgorithm2AsPrinted(t *testing.T) {
	w := reference.Jobs([4]int{0, 10, 10, 8}, [4]int{1, 10, 10, 5}, [4]int{1, 10, 10, 5}, [4]int{1, 10, 10, 9})
	w.Requested = []engine.Time{-1, 4, 6, -1}
	for _, c := range []struct {
		policy   engine.Policy
		starts   []engine.Time
		warnings []string
	}{
		{&los.Hybrid{MaxSkip: 1, Reading: los.Faithful}, []engine.Time{0, 10, 10, 20}, nil},
		{&los.HybridAsPrinted{MaxSkip: 1}, []engine.Time{0, 10, 20, 4}, []string{"the policy started 2 jobs on processors that were not free"}},
	} {
		o := reference.Simulate(t, w, 10, c.policy, engine.Options{})
		if !slices.Equal(o.Start, c.starts) || !slices.Equal(o.Warnings, c.warnings) {
			t.Errorf("%T: starts %v with warnings %q, want %v with %q", c.policy, o.Start, o.Warnings, c.starts, c.warnings)
		}
	}
}
