package slurm

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/slurmconf"
)

// Words that are known are set, others are kept to be told.
func TestParameters(t *testing.T) {
	c := Defaults()
	if err := c.Set("bf_interval=60, BF_WINDOW=2880,bf_continue,assoc_limit_stop max_rpc_cnt=5"); err != nil {
		t.Fatal(err)
	}
	if c.BfInterval != 60 || c.BfWindow != 2880*60 || !c.AssocLimitStop || !slices.Equal(c.Unknown, []string{"bf_continue", "max_rpc_cnt=5"}) {
		t.Errorf("%+v", c)
	}
}

// A value that is said to be Slurm's default changes nothing, and another one does.
func TestDefaultsOfParameters(t *testing.T) {
	for _, p := range slurmconf.SchedulerParameters {
		if p.Most == 0 || p.Name == "preempt_reorder_count" { // that one is Slurm's 1 where jobs are preempted
			continue
		}
		c, other := Defaults(), Defaults()
		if err := cmp.Or(c.Set(fmt.Sprintf("%s=%d", p.Name, p.Default)), other.Set(fmt.Sprintf("%s=%d", p.Name, p.Default+1))); err != nil {
			t.Error(err)
		}
		if !reflect.DeepEqual(c, Defaults()) || reflect.DeepEqual(other, Defaults()) {
			t.Errorf("%s=%d is not what Slurm takes: %+v", p.Name, p.Default, c)
		}
	}
}

// Jobs of 1 processor behind each other on two nodes of 4: of partition "both" a pass of the main scheduler looks at two. The third and
// fourth start in the next pass that is asked for, when the first have been looked at.
func TestPartitionJobDepth(t *testing.T) {
	w := &engine.Workload{}
	for range 5 {
		w.Jobs = append(w.Jobs, engine.Job{Run: engine.Hour, Estimate: engine.Hour, Processors: 1})
	}
	p := &Slurm{Config: Defaults(), table: &given{[]pass{{engine.Second, mainPass, -1}, {2 * engine.Second, mainPass, -1}, {3 * engine.Second, fullPass, -1}}}}
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

// Every word that the reader of configurations knows sets something, at both ends of its range.
func TestEveryParameterIsSet(t *testing.T) {
	for _, p := range slurmconf.SchedulerParameters {
		if set[p.Name] == nil {
			t.Fatalf("%s sets nothing", p.Name)
		}
		for n, accepted := range map[int64]bool{p.Least - 1: false, p.Least: true, p.Most: true, p.Most + 1: false} {
			c := Defaults()
			if err := c.Set(fmt.Sprintf("%s=%d", p.Name, n)); (err == nil) != (accepted || p.Most == 0) {
				t.Errorf("%s=%d: %v", p.Name, n, err)
			}
		}
	}
	if len(set) != len(slurmconf.SchedulerParameters) {
		t.Errorf("%d words are known and %d set", len(slurmconf.SchedulerParameters), len(set))
	}
}
