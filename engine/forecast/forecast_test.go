package forecast_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/forecast"
	"backfill/engine/param"
	"backfill/engine/scenario"
	future "backfill/engine/workload/transform/forecast"
	"backfill/policies"
)

const s = engine.Second

// following starts jobs as the log did, and then first come, first served.
type following struct{ policies.FCFS }

func (following) Remembers() engine.Time { return 0 }

func (f following) Schedule(st *engine.State) {
	w := st.Workload()
	if st.Now() >= w.Until {
		f.FCFS.Schedule(st)
		return
	}
	next := w.Until
	for j := st.First(); j != engine.NoJob; {
		after := st.Next(j)
		if w.Wait[j] >= 0 {
			if start := w.Jobs[j].Submit + w.Wait[j]; start > st.Now() {
				next = min(next, start)
			} else if place, fits := st.Fits(j); fits {
				st.Start(j, place)
			}
		}
		j = after
	}
	st.WakeAt(next)
}

// model schedules on a cluster, by policy 0, which follows a log, or 1, which does not.
func model(t *testing.T, processors int) *forecast.Model {
	t.Helper()
	sc, err := scenario.Read([]byte(fmt.Sprintf(`{"version": 1, "machine": {"kind": "cluster", "processors": %d}, "workload": {"kind": "jobs", "jobs": [{"run": 1}]},
		"policies": [{"kind": "following"}, {"kind": "easy"}]}`, processors)))
	if err != nil {
		t.Fatal(err)
	}
	c := policies.Catalogs()
	c.Policies = append(slices.Clone(c.Policies), scenario.PolicyKind{Description: param.Description{Kind: "following"}, New: func(param.Values) engine.Policy { return following{} }})
	plan, err := scenario.Compile(sc, c)
	if err != nil {
		t.Fatal(err)
	}
	return &forecast.Model{Plan: plan}
}

// On a machine of four processors jobs of three ran for 60 and 80 s of 100 s, one after the other, and then came one that asked for 200 s at 140 s. At 170 s one more of three is asked
// about. It starts when that has run for 120 or for 160 s: at 260 or at 300 s. One of one processor starts at once, and one of five never.
func TestStarts(t *testing.T) {
	w := &engine.Workload{Wait: []engine.Time{0, 50 * s, 100 * s}}
	for i, run := range []engine.Time{60 * s, 80 * s, 500 * s} {
		limit := 100 * s
		if i == 2 {
			limit = 200 * s
		}
		w.Jobs = append(w.Jobs, engine.Job{Submit: engine.Time(i) * 20 * s, Run: run, Estimate: limit, Processors: 3})
	}
	w.Wait = []engine.Time{0, 40 * s, 100 * s} // at 0, 60 and 140 s
	m := model(t, 4)
	drawn := func(at engine.Time, processors int32) *forecast.Drawn {
		t.Helper()
		job := &engine.Workload{Jobs: []engine.Job{{Run: s, Estimate: s, Processors: processors}}}
		p, err := future.NewLog(w).Until(future.Question{At: at, Like: engine.NoJob, Job: job, History: engine.Never})
		if err != nil {
			t.Fatal(err)
		}
		drawn, err := m.Draw(p, 0, 100)
		if err != nil {
			t.Fatal(err)
		}
		return drawn
	}
	ask := func(processors int32) forecast.Starts {
		t.Helper()
		return drawn(170*s, processors).Starts
	}
	starts := ask(3)
	early := len(starts) - starts.After(260*s)
	if early < 35 || early > 65 || starts.After(300*s) != 0 || starts[early-1] != 260*s || starts[early] != 300*s {
		t.Errorf("%v", starts)
	}
	if starts.Low() != 260*s || starts.High() != 300*s {
		t.Errorf("from %v to %v", starts.Low(), starts.High())
	}
	if starts := ask(1); starts[0] != 170*s || starts[99] != 170*s {
		t.Errorf("%v", starts)
	}
	if d := drawn(170*s, 5); d.Starts.Low() != engine.Never || *d.Never != (forecast.Never{Refused: "wider than the machine"}) {
		t.Errorf("%+v", d)
	}
	// Of a log that ends at 170 s, when the job that runs has ended by 280 s in some drawings, and by 310 s in all. The job asked about starts at once where it has.
	w.LogEnd = 170 * s
	for at, want := range map[engine.Time]forecast.Left{170 * s: {Fewest: 1, Most: 1}, 280 * s: {Most: 1}, 310 * s: {}} {
		d := drawn(at, 3)
		if want.Idle = len(d.Starts) - d.Starts.After(at); d.Left != want || d.Never != nil {
			t.Errorf("at %v: %+v, want %+v", at, d, want)
		}
	}
	m.Policy = 1
	if _, err := m.Remembers(); err == nil || !strings.Contains(err.Error(), "easy does not follow a log") {
		t.Error(err)
	}
	m.Policy = 0
	m.Progress = func(done, of int) error { return errors.New("enough") }
	p, _ := future.NewLog(w).Until(future.Question{At: 170 * s, Like: 0, History: engine.Never})
	if _, err := m.Draw(p, 0, 3); err == nil || err.Error() != "enough" {
		t.Error(err)
	}
}

// Of 9 starts the 10th percentile is at place 1, the 90th at place 9, the median at place 5 and the 25th percentile between places 2 and 3. What never comes lies
// behind all.
func TestQuantile(t *testing.T) {
	starts := forecast.Starts{1, 2, 5, 7, 8, 20, 30, 40, engine.Never}
	for p, want := range map[float64]engine.Time{0.1: 1, 0.25: 4, 0.5: 8, 0.9: engine.Never, 0.8: 40, 0.85: engine.Never, 0.01: 1} {
		if got := starts.Quantile(p); got != want {
			t.Errorf("%v: %v instead of %v", p, got, want)
		}
	}
}

// busy is a log of jobs of users who ask for more than they need, each for a share of their own, as first come, first served has them start on 32 processors.
func busy(t *testing.T, m *forecast.Model, seed uint64, gap float64) *engine.Workload {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 2))
	w := &engine.Workload{}
	at := engine.Time(0)
	for range 600 {
		at += engine.Time(r.ExpFloat64()*gap) * s
		user := int32(r.IntN(5))
		limit := engine.Time(1+r.IntN(3)) * engine.Hour
		share := (0.1 + 0.15*float64(user)) * (0.4 + 1.2*r.Float64())
		w.Jobs = append(w.Jobs, engine.Job{Submit: at, Run: engine.Time(share*limit.Seconds()+1) * s, Estimate: limit, Processors: int32(1 + r.IntN(12))})
		w.User = append(w.User, user)
	}
	o, err := engine.Simulate(w, m.Plan.Points[0].Machine(), policies.FCFS{}, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w.Wait = make([]engine.Time, len(w.Jobs))
	for j := range w.Jobs {
		w.Wait[j] = o.Start[j] - w.Jobs[j].Submit
	}
	return w
}

// Of 20 logs 10 jobs each are asked about. Their recorded starts lie within the range of a forecast about as often as it says, and as often below as above.
// Under a model that has half as many processors they do not.
func TestCheck(t *testing.T) {
	m, half := model(t, 32), model(t, 16)
	within, below, above, wrong := 0, 0, 0, 0
	for seed := range uint64(20) {
		w := busy(t, m, seed, 620)
		sample := forecast.Sample(w, 10)
		if len(sample) != 10 || sample[0] < 300 || !slices.IsSorted(sample) || len(slices.Compact(slices.Clone(sample))) != 10 {
			t.Fatalf("%v", sample)
		}
		c, err := m.Check(future.NewLog(w), sample, future.Question{History: engine.Never}, 40)
		if err != nil {
			t.Fatal(err)
		}
		if c.Within+c.Below+c.Above != 10 || c.Coverage.Mean != float64(c.Within)/10 || c.WaitedWithin > c.Waited {
			t.Fatalf("%+v", c)
		}
		within, below, above = within+c.Within, below+c.Below, above+c.Above
		again, err := m.Check(future.NewLog(w), sample, future.Question{}, 40) // jobs that have ended do not matter to this policy
		if err != nil || !slices.Equal(again.Tries, c.Tries) {
			t.Fatal("what ended changes the forecast", err)
		}
		if c, err = half.Check(future.NewLog(w), sample, future.Question{}, 10); err != nil {
			t.Fatal(err)
		}
		wrong += c.Within
	}
	t.Logf("%d within, %d below, %d above; under the wrong model %d", within, below, above, wrong)
	if within < 143 || within > 177 || below < 8 || above < 8 || wrong > 80 { // 160 ± 3 standard errors of independent tries
		t.Errorf("of 200 are %d within, %d below, %d above; under the wrong model %d", within, below, above, wrong)
	}
}
