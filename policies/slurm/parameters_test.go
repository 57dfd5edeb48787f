package slurm

import (
	"slices"
	"testing"

	"backfill/engine"
	"backfill/policies/slurm/loops"
	"backfill/policies/slurm/settings"
)

// Jobs of 1 processor behind each other on two nodes of 4: of partition "both" a pass of the main scheduler looks at two. The third and
// fourth start in the next pass that is asked for, when the first have been looked at.
func TestPartitionJobDepth(t *testing.T) {
	w := &engine.Workload{}
	for range 5 {
		w.Jobs = append(w.Jobs, engine.Job{Run: engine.Hour, Estimate: engine.Hour, Processors: 1})
	}
	p := &Slurm{Settings: settings.Settings{Config: settings.Defaults()}, table: &given{[]loops.Pass{passAt(engine.Second, loops.Main), passAt(2*engine.Second, loops.Main), passAt(3*engine.Second, loops.Full)}}}
	p.PartitionJobDepth = 2
	o, err := engine.Simulate(w, two(), p, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []engine.Time{1000, 1000, 2000, 2000, 3000}; !slices.Equal(o.Start, want) {
		t.Errorf("starts are %v, want %v", o.Start, want)
	}
}

// Whatever is accepted schedules: no value stops the simulation.
func FuzzParameters(f *testing.F) {
	f.Add("bf_interval=1,bf_resolution=1,bf_window=1,sched_interval=1,batch_sched_delay=0,default_queue_depth=1,bf_max_job_test=1")
	f.Add("bf_resolution=3600,bf_window_linear=1000000000,bf_interval=10800,sched_interval=1000000")
	f.Fuzz(func(t *testing.T, words string) {
		w, m, p := world(7)
		if p.Set(words) != nil || p.BfInterval < 1 || len(words) > 200 {
			return
		}
		if _, err := engine.Simulate(w, m, p, engine.Options{}); err != nil {
			t.Error(err)
		}
	})
}
