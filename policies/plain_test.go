package policies

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
	"backfill/policies/queue"
)

// ruleOf is a policy in the words of the plain simulators.
func ruleOf(p engine.Policy) reference.Rule {
	switch p := p.(type) {
	case *EASY:
		return reference.Rule{Reservations: p.Reservations, Shortest: p.Others == queue.Shortest, ByPartition: p.ByPartition}
	case *PartitionFCFS:
		return reference.Rule{ByPartition: true}
	case Conservative:
		return reference.Rule{Conservative: true, Compress: p.Compress}
	case *priority.Flexible:
		return reference.Rule{Flexible: &reference.Flexible{
			DeadlineWeight: p.DeadlineWeight, AgingWeight: p.AgingWeight, LicenceWeight: p.LicenceWeight, WaitWeight: p.WaitWeight,
			K: p.K, Literal: p.Literal,
		}}
	}
	return reference.Rule{} // FCFS
}

func TestSchedulesEqualThePlainSimulator(t *testing.T) {
	policies := []engine.Policy{FCFS{}, &EASY{Reservations: 1}, &EASY{Reservations: 2}, &EASY{Reservations: 4}, Conservative{Compress: true}, Conservative{Compress: false}}
	rapid.Check(t, func(t *rapid.T) {
		w := drawWorkload(t, 14, 8)
		drawFollowers(t, w)
		drawElasticity(t, w)
		options := drawOptions(t)
		options.Elastic = true
		policy := rapid.SampledFrom(policies).Draw(t, "policy")
		processors := rapid.Int32Range(2, 8).Draw(t, "machine")
		o, err := engine.Simulate(w, engine.NewCluster(processors, 1), policy, options)
		if err != nil {
			t.Fatal(err)
		}
		p := reference.Cluster{Workload: w, Processors: processors, Options: options}
		want := p.Run(ruleOf(policy))
		for j := range w.Jobs {
			if o.Start[j] != want[j] {
				t.Fatalf("%T%v on %d processors, %+v: job %d starts at %d, want %d\njobs %v\nafter %v by %v\nrequested %v\ncommands %v of at most %d\nall %v\nwant %v",
					policy, policy, processors, options, j, o.Start[j], want[j], w.Jobs, w.After, w.Think, w.Requested, w.Commands, w.MaxCommands, o.Start, want)
			}
		}
	})
}

// drawWorkload draws up to most jobs with times of a few milliseconds, so that much
// happens at once.
func drawWorkload(t *rapid.T, most int, widest int32) *engine.Workload {
	w := &engine.Workload{}
	submit := engine.Time(0)
	exact := rapid.Bool().Draw(t, "exact")
	for range rapid.IntRange(1, most).Draw(t, "jobs") {
		submit += engine.Time(rapid.Int64Range(0, 6).Draw(t, "gap"))
		run := engine.Time(rapid.Int64Range(1, 12).Draw(t, "run"))
		estimate := run
		if !exact {
			estimate = engine.Time(rapid.Int64Range(1, 16).Draw(t, "estimate"))
		}
		w.Jobs = append(w.Jobs, engine.Job{Submit: submit, Run: run, Estimate: estimate,
			Processors: rapid.Int32Range(1, widest).Draw(t, "size")})
	}
	return w
}

// drawFollowers lets some jobs follow others.
func drawFollowers(t *rapid.T, w *engine.Workload) {
	if !rapid.Bool().Draw(t, "followers") {
		return
	}
	for j := range w.Jobs {
		after := engine.NoJob
		if j > 0 && rapid.Bool().Draw(t, "follows") {
			after = int32(rapid.IntRange(0, j-1).Draw(t, "after"))
		}
		w.After = append(w.After, after)
		w.Think = append(w.Think, engine.Time(rapid.Int64Range(-1, 6).Draw(t, "think")))
	}
}

// drawElasticity makes some jobs of w dedicated and adds commands, some of which
// must be refused.
func drawElasticity(t *rapid.T, w *engine.Workload) {
	last := w.Jobs[len(w.Jobs)-1].Submit
	if rapid.Bool().Draw(t, "dedicated") {
		for _, job := range w.Jobs {
			requested := engine.Time(-1)
			if rapid.Bool().Draw(t, "is dedicated") {
				requested = max(0, job.Submit+engine.Time(rapid.Int64Range(-2, 20).Draw(t, "offset")))
			}
			w.Requested = append(w.Requested, requested)
		}
	}
	w.MaxCommands = rapid.Int32Range(1, 3).Draw(t, "most commands")
	for range rapid.IntRange(0, 8).Draw(t, "commands") {
		w.Commands = append(w.Commands, engine.Command{
			At:     engine.Time(rapid.Int64Range(0, int64(last)+20).Draw(t, "issued")),
			Job:    int32(rapid.IntRange(0, len(w.Jobs)-1).Draw(t, "of")),
			Kind:   engine.CommandKind(rapid.IntRange(0, 3).Draw(t, "what")),
			Amount: rapid.Int64Range(1, 9).Draw(t, "amount"),
		})
	}
	slices.SortStableFunc(w.Commands, func(a, b engine.Command) int { return int(a.At - b.At) })
}

func drawOptions(t *rapid.T) engine.Options {
	o := engine.Options{Kill: rapid.SampledFrom([]engine.KillRule{engine.KillAtEstimate, engine.KillAfterGrace, engine.KillNever}).Draw(t, "kill")}
	if o.Kill == engine.KillAfterGrace {
		o.Grace = engine.Time(rapid.Int64Range(0, 5).Draw(t, "grace"))
	}
	return o
}
