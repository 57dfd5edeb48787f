package compare

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/policies"
)

// outcomes are those of a scenario under each of its policies.
func outcomes(t rapid.TB, text string) []*engine.Outcome {
	t.Helper()
	s, err := scenario.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	task, err := experiment.Prepare(plan, 0, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	var list []*engine.Outcome
	for i := range plan.Policies {
		run, err := task.Simulate(i, nil)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, run.Outcome)
	}
	return list
}

// Two schedules part at the first instant at which the sets differ of the jobs that start then, or
// of those that end then.
func TestDivergenceIsTheFirstDifference(t *testing.T) {
	kinds := []string{"fcfs", "easy", "conservative", "los", "fpfs"}
	rapid.Check(t, func(rt *rapid.T) {
		pair := outcomes(rt, fmt.Sprintf(`{"version": 1, "machine": {"kind": "cluster", "processors": 16}, "seed": %d,
			"workload": {"kind": "lublin", "jobs": 40, "processors": 16, "load": 0.9}, "policies": [{"kind": %q, "label": "A"}, {"kind": %q, "label": "B"}]}`,
			rapid.IntRange(1, 500).Draw(rt, "seed"), rapid.SampledFrom(kinds).Draw(rt, "a"), rapid.SampledFrom(kinds).Draw(rt, "b")))
		a, b := pair[0], pair[1]
		type event struct {
			job  int32
			ends bool
		}
		events := func(o *engine.Outcome) map[engine.Time]map[event]bool {
			at := map[engine.Time]map[event]bool{}
			add := func(when engine.Time, e event) {
				if at[when] == nil {
					at[when] = map[event]bool{}
				}
				at[when][e] = true
			}
			for j := range int32(len(o.Start)) {
				add(o.Start[j], event{j, false})
				add(o.End[j], event{j, true})
			}
			return at
		}
		inA, inB := events(a), events(b)
		want := engine.Never
		for _, pair := range [][2]map[engine.Time]map[event]bool{{inA, inB}, {inB, inA}} {
			for at, set := range pair[0] {
				for e := range set {
					if !pair[1][at][e] {
						want = min(want, at)
					}
				}
			}
		}
		got := DivergenceOf(a, b, PairJobs(a.Workload, b.Workload))
		if got.At != want {
			rt.Fatalf("they part at %v, want %v", got.At, want)
		}
		if want == engine.Never {
			return
		}
		if e := (event{got.A, got.How == Ends}); inA[want][e] == inB[want][e] || inB[want][e] != got.InB {
			rt.Errorf("%+v: job %d is no sign of it", got, got.A)
		}
		others := 0
		for j := range int32(len(a.Start)) {
			if e := (event{j, got.How == Ends}); inA[want][e] != inB[want][e] && inB[want][e] == got.InB {
				others++
			}
		}
		if others != got.other+1 {
			rt.Errorf("%d jobs tell of it, want %d", got.other+1, others)
		}
	})
}

// A job that is in one of two workloads only parts them when it starts; a job that runs where it did
// not, then; one that is killed earlier, when it ends. Of two jobs that change places only one starts under the second.
func TestDivergenceOfChangedJobs(t *testing.T) {
	at := func(lanes []int32, start, end []engine.Time) *engine.Outcome {
		return &engine.Outcome{Workload: &engine.Workload{Jobs: make([]engine.Job, len(start))}, Start: start, End: end, Lane: lanes,
			Lanes: []engine.Lane{{Name: "host 1"}, {Name: "host 2"}}}
	}
	a := at([]int32{0, 1}, []engine.Time{0, 5}, []engine.Time{9, 20})
	for _, c := range []struct {
		name  string
		b     *engine.Outcome
		pairs []int32
		want  Divergence
	}{
		{"the same", at([]int32{0, 1}, []engine.Time{0, 5}, []engine.Time{9, 20}), []int32{0, 1}, Divergence{At: engine.Never, A: engine.NoJob, B: engine.NoJob}},
		{"removed", at([]int32{0}, []engine.Time{0}, []engine.Time{9}), []int32{0, engine.NoJob}, Divergence{At: 5, How: Starts, A: 1, B: engine.NoJob}},
		{"added", at([]int32{0, 1, 0}, []engine.Time{0, 5, 7}, []engine.Time{9, 20, 8}), []int32{0, 1}, Divergence{At: 7, How: Starts, A: engine.NoJob, B: 2, InB: true}},
		{"elsewhere", at([]int32{0, 0}, []engine.Time{0, 5}, []engine.Time{9, 20}), []int32{0, 1}, Divergence{At: 5, How: Elsewhere, A: 1, B: 1, InB: true}},
		{"another one first", at([]int32{0, 1}, []engine.Time{5, 0}, []engine.Time{14, 15}), []int32{0, 1}, Divergence{At: 0, How: Starts, A: 1, B: 1, InB: true}},
		{"killed", at([]int32{0, 1}, []engine.Time{0, 5}, []engine.Time{9, 12}), []int32{0, 1}, Divergence{At: 12, How: Ends, A: 1, B: 1, InB: true}},
	} {
		if got := DivergenceOf(a, c.b, c.pairs); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
