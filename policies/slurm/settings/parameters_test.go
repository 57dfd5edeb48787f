package settings

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"testing"

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
