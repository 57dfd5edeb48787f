package experiment_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/experiment"
)

const textbook = `"machine": {"kind": "cluster", "processors": 8}, "workload": {"kind": "jobs", "jobs": [
  {"id": 1, "submit": 0, "run": 240, "request": 300, "processors": 4}, {"id": 2, "submit": 0, "run": 600, "request": 600, "processors": 3},
  {"id": 3, "submit": 60, "run": 240, "request": 240, "processors": 6}, {"id": 4, "submit": 60, "run": 300, "request": 300, "processors": 5},
  {"id": 5, "submit": 120, "run": 480, "request": 480, "processors": 1}, {"id": 6, "submit": 300, "run": 120, "request": 120, "processors": 4},
  {"id": 7, "submit": 360, "run": 180, "request": 240, "processors": 3}]}`

// The textbook case up to job 7, under EASY. Job 3 heads the queue from 60 s on: it needs 6
// processors at 600 s, when job 2 ends, beside which 2 are extra.
//
// Job 4 asks for 5 for 300 s. Of 8, 1 is free until 240 s, 4 then but for job 5, so that 5 never are
// before 600 s. With 4 it starts at 240 s, when job 1 ends, for by 540 s it is done.
//
// Job 7 asks for 3 for 240 s, and gets none before job 6 ends at 420 s; then 4 are free, but it would
// end at 660 s. With 2 it starts there on the extra processors; with a request of 180 s it ends just
// at 600 s, with 181 s it does not.
//
// Job 3 itself starts at 600 s. With 5 it is promised 300 s, by when job 1 is to end, and nothing is extra,
// so that job 5 may not pass it: it starts at 240 s. Its request, its run time, cannot be shorter.
func TestNeedsByHand(t *testing.T) {
	task := prepareAlone(t, textbook+`, "policies": [{"kind": "easy"}]`)
	second := int64(engine.Second)
	for j, want := range map[int32][]experiment.Need{
		2: {{Of: "processors", Value: 5, Start: 240 * engine.Second, Rule: engine.StartedInOrder}},
		3: {{Of: "processors", Value: 4, Start: 240 * engine.Second, Rule: engine.StartedBeforeShadow}},
		6: {{Of: "processors", Value: 2, Start: 420 * engine.Second, Rule: engine.StartedInExtra},
			{Of: "request", Value: 180 * second, Start: 420 * engine.Second, Rule: engine.StartedBeforeShadow, Beyond: 181 * second}},
	} {
		run, err := task.Simulate(0, nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := task.Needed(0, j, run.Outcome.Start[j], nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("job %d (-want +got):\n%s", j+1, diff)
		}
	}
}

// Whatever is said to have been enough is what a whole run makes of it, and what is beyond is not
// enough; under every policy that looks ahead differently.
func TestNeedsAreWhatRunsSay(t *testing.T) {
	policies := []string{"fcfs", "easy", "conservative", "los", "fpfs", "priority-backfill"}
	rapid.Check(t, func(rt *rapid.T) {
		kind := rapid.SampledFrom(policies).Draw(rt, "policy")
		seed := rapid.IntRange(1, 1000).Draw(rt, "seed")
		task := prepareAlone(t, fmt.Sprintf(`"machine": {"kind": "cluster", "processors": 32}, "workload": {"kind": "lublin", "jobs": 60, "processors": 32, "load": 0.9},
			"seed": %d, "policies": [{"kind": %q}]`, seed, kind))
		run, err := task.Simulate(0, nil)
		if err != nil {
			rt.Fatal(err)
		}
		j := rapid.Int32Range(0, int32(len(task.Workload.Jobs))-1).Draw(rt, "job")
		before := run.Outcome.Start[j]
		needs, err := task.Needed(0, j, before, nil)
		if err != nil {
			rt.Fatal(err)
		}
		startWith := func(of string, v int64) engine.Time {
			other := *task
			w := *task.Workload
			w.Jobs = append([]engine.Job{}, w.Jobs...)
			if of == experiment.NeedProcessors {
				w.Jobs[j].Processors = int32(v)
			} else {
				w.Jobs[j].Estimate = engine.Time(v)
			}
			other.Workload = &w
			run, err := other.Simulate(0, nil)
			if err != nil {
				rt.Fatal(err)
			}
			return run.Outcome.Start[j]
		}
		for _, n := range needs {
			start := startWith(n.Of, n.Value)
			if n.Start >= 0 && (start != n.Start || start >= before) || n.Start < 0 && start < before {
				rt.Errorf("%+v, but a whole run starts it at %v, before at %v", n, start, before)
			}
			if n.Beyond > 0 {
				if start := startWith(n.Of, n.Beyond); start < before {
					rt.Errorf("%+v, but with what is beyond a whole run starts it at %v, before at %v", n, start, before)
				}
			}
		}
	})
}
