package script

import (
	"math/rand/v2"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/policies/internal/reference"
	"backfill/policies/scripting"
)

// seeds are scripts from which fuzzing begins.
func seeds(f *testing.F) {
	for _, e := range scripting.Examples {
		f.Add(e.Source)
	}
	f.Add(easyThree)
	f.Add("def schedule():\n    for job in waiting():\n        if can_start(job): start(job)\n        else: reserve(job)\n") // slots begin unnoticed
	f.Add("kept = {}\ndef schedule():\n    for e in events():\n        if e.kind == 'end': kept.pop(e.job, None)\n    for j in running():\n        kept[j] = [j.end, j.user, \"%s %d\" % (j, j.memory)]\n" +
		"    for j in sorted(waiting('smallest'), key=lambda j: (j.waited, -j.number))[::-1]:\n        why(j, 'x' * 3 + str(kept))\n        if fits(j) and j.number % 2: start(j)\n    wake_at(now() + 1)\n")
	f.Add("def schedule():\n    j = next_fitting()\n    while_ = 1 if j else 2\n    reserve(j)\n    drop(j)\n    print(earliest(j), first_reserved(), free_at(now() + 0.5), {1: {2}})\n    backfill(waiting()[1:])\n    x = [1]\n    x += [y for y in range(3)]\n    x *= 2\n")
}

// Every text compiles or has its mistakes named.
func FuzzCompile(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := Compile(text); err != nil && !strings.HasPrefix(err.Error(), "line ") {
			t.Errorf("%q: %v", text, err)
		}
	})
}

// Whatever a script does, its run ends: with a schedule in which nobody starts where there is no room, or with an error that says where.
func FuzzRun(f *testing.F) {
	seeds(f)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Compile(text)
		if err != nil {
			return
		}
		p.(*program).steps = 20000
		for seed := range uint64(4) {
			r := rand.New(rand.NewPCG(seed, 1))
			c := reference.Trial{Seed: seed, Processors: 6, Unit: 1, Workload: &engine.Workload{}}
			c.Options = engine.Options{Kill: engine.KillRule(r.IntN(3)), Grace: 3, RecordAll: r.IntN(2) == 0}
			for i := range engine.Time(12) {
				c.Workload.Jobs = append(c.Workload.Jobs, engine.Job{Submit: i * 2, Run: 1 + engine.Time(r.IntN(20)), Estimate: 1 + engine.Time(r.IntN(20)), Processors: 1 + r.Int32N(6)})
			}
			m, _ := reference.RandomMachine(r, &c)
			if p.Demands()&^m.Offers() != 0 {
				continue
			}
			calls := 0
			c.Options.Enough = func(*engine.Outcome, engine.Time) bool { calls++; return calls > 200 } // it may ask to be woken for ever
			o, err := engine.Simulate(c.Workload, m, p.New(), c.Options)
			switch {
			case err != nil && (!strings.HasPrefix(err.Error(), "line ") || strings.Contains(err.Error(), "impossible")):
				t.Errorf("%q: %v", text, err)
			case err == nil && len(o.Warnings) > 0 && strings.Contains(o.Warnings[0], "not free"):
				t.Errorf("%q: %v", text, o.Warnings)
			}
		}
	})
}
