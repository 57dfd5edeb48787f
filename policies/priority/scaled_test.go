package priority_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/policies/internal/reference"
	"backfill/policies/priority"
)

// scaled is the workload with all its times c times as long.
func scaled(w *engine.Workload, c engine.Time) *engine.Workload {
	longer := &engine.Workload{Jobs: slices.Clone(w.Jobs)}
	for j := range longer.Jobs {
		job := &longer.Jobs[j]
		job.Submit, job.Run, job.Estimate = c*job.Submit, c*job.Run, c*job.Estimate
	}
	return longer
}

// At 333, when job 0 ends, job 1 has waited 175 of a request of 120, and job 2 has waited 35 of 24: both (J+R)/R are 59/24. So the one
// that arrived first goes first, and on one processor job 2 starts when it has ended, at 453, in whatever unit.
func TestEqualExpansionFactorsGoByArrivalInEveryUnit(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{
		{Submit: 0, Run: 333, Estimate: 333, Processors: 1},
		{Submit: 158, Run: 120, Estimate: 120, Processors: 1},
		{Submit: 298, Run: 24, Estimate: 24, Processors: 1},
	}}
	for c := engine.Time(1); c <= 400; c++ {
		p := &priority.Backfill{Priority: priority.Priority{Name: "lxf", MaxRequest: 400}, Reservations: 1}
		o, err := engine.Simulate(scaled(w, c), engine.NewCluster(1, 1), p, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := []engine.Time{0, 333 * c, 453 * c}; !slices.Equal(o.Start, want) {
			t.Errorf("times %d: starts %v, want %v", c, o.Start, want)
		}
	}
}

// Expansion factors that are closer than a float64 can tell, around 2 for requests of about r = 2^31 ms: they differ by about 1/r^2 =
// 2^-62, where the next float64 is 2^-51 away. Wait by request, to which both add 1, is in the last two cases
//
//	r/(r+1) = 1 - 1/(r+1) > 1 - 1/r = (r-1)/r
//	(r+1)/r = 1 + 1/r < 1 + 1/(r-1) = r/(r-1)
func TestExpansionFactorsAreComparedExactly(t *testing.T) {
	const r = engine.Time(1) << 31
	for _, c := range []struct {
		wait, request [2]engine.Time // of the job that arrives first and of the other
		first         int32
	}{
		{[2]engine.Time{r + 1, r}, [2]engine.Time{r + 1, r}, 1},
		{[2]engine.Time{r, r}, [2]engine.Time{r + 1, r}, 2},
		{[2]engine.Time{r, r - 1}, [2]engine.Time{r + 1, r}, 1},
		{[2]engine.Time{r + 1, r}, [2]engine.Time{r, r - 1}, 2},
	} {
		// Job 0 keeps the machine until the others have waited so long.
		jobs := []engine.Job{{Run: c.wait[0], Estimate: c.wait[0], Processors: 1}}
		for k, wait := range c.wait {
			jobs = append(jobs, engine.Job{Submit: c.wait[0] - wait, Run: 1, Estimate: c.request[k], Processors: 1})
		}
		for _, name := range []string{"lxf", "lxf-w", "sqrt-lxf-w"} {
			p := &priority.Backfill{Priority: priority.Priority{Name: name, MaxRequest: 400}, Reservations: 1}
			o, err := engine.Simulate(&engine.Workload{Jobs: jobs}, engine.NewCluster(1, 1), p, engine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if o.StartOrder[1] != c.first {
				t.Errorf("%s: waits %v, requests %v: job %d starts after job 0, want job %d", name, c.wait, c.request, o.StartOrder[1], c.first)
			}
		}
	}
}

// unscaled priorities have logarithms and constants with a unit in them, or are rounded.
var unscaled = map[string]bool{"f1": true, "f2": true, "f3": true, "f4": true, "wfp3": true, "unicef": true, "unicep": true}

// Where all times are multiplied by a number, so are all starts: by any under a priority without a weight; by a power of two under
// every one, where the weight is divided by it, being per hour, and the longest request multiplied.
func TestScaledTimesScaleTheSchedule(t *testing.T) {
	weighted := 0
	reference.EachTrial(t, 5000, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 14))
		p := drawPriority(r)
		p.Expression = nil
		if unscaled[p.Name] {
			return
		}
		factor := engine.Time(2 + r.IntN(400_000))
		longer := p
		if p.WaitWeight > 0 && strings.HasSuffix(p.Name, "-w") {
			weighted++
			factor = engine.Time(1) << (1 + r.IntN(30))
			longer.WaitWeight /= float64(factor)
			longer.MaxRequest *= float64(factor)
		}
		// A job that is never killed is expected to end in a millisecond, in every unit.
		options := c.Options
		options.Kill = engine.KillRule(r.IntN(2))
		start := func(w *engine.Workload, policy priority.Backfill, times engine.Time) []engine.Time {
			options := options
			options.Grace *= times
			o, err := engine.Simulate(w, engine.NewCluster(c.Processors, c.Unit), &policy, options)
			if err != nil {
				t.Fatal(err)
			}
			return o.Start
		}
		want := start(c.Workload, p, 1)
		for j := range want {
			if want[j] >= 0 {
				want[j] *= factor
			}
		}
		if got := start(scaled(c.Workload, factor), longer, factor); !slices.Equal(got, want) {
			t.Errorf("%+v on %v, times %d:\nstarts %v\nwant   %v", p.Priority, c, factor, got, want)
		}
	})
	if weighted < reference.Trials(400) {
		t.Errorf("only %d trials with a weight", weighted)
	}
}
