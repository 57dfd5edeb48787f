package slurm

import (
	"testing"

	"backfill/engine"
	"backfill/engine/workload/workloadtest"
	"backfill/policies/slurm/loops"
)

// Both jobs want the whole machine. The QOS of the second preempts that of the first, or only its own, which Slurm ignores: it starts in the
// pass after the one that has the first stopped, or when that has ended after 10 min.
func TestJobsOfOneQOSMakeNoRoomForEachOther(t *testing.T) {
	for name, c := range map[string]struct {
		qos    []int32
		starts engine.Time
	}{"another QOS": {[]int32{1, 2}, 3 * engine.Second}, "the same": {[]int32{2, 2}, 602 * engine.Second}} {
		w := &engine.Workload{QOS: c.qos}
		for range c.qos {
			w.Jobs = append(w.Jobs, engine.Job{Run: 10 * engine.Minute, Estimate: 10 * engine.Minute, Processors: 8})
		}
		w.Jobs[1].Submit = engine.Second + 500
		p := Kind.New(workloadtest.Checked(t, Kind.Params, `{"completing": 0, "preempt": "qos", "qos": [{"number": 1}, {"number": 2, "preempts": "1-2"}]}`)).(*Slurm)
		p.table = &given{[]loops.Pass{passAt(engine.Second, loops.Main), passAt(2*engine.Second, loops.Main), passAt(3*engine.Second, loops.Main), passAt(602*engine.Second, loops.Main), passAt(1300*engine.Second, loops.Main)}}
		o, err := engine.Simulate(w, two(), p, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if o.Start[1] != c.starts {
			t.Errorf("%s: the second job starts at %d ms, want %d", name, o.Start[1], c.starts)
		}
	}
}
