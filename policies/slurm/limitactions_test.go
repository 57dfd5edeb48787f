package slurm

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/workload/workloadtest"
	"backfill/policies/internal/reference"
	"backfill/policies/slurm/limits"
	"backfill/policies/slurm/settings"
)

// Three jobs of user 1 in account 2, of QOS 5, come at time 0 to two nodes; each takes one for 100 s. In QOS 5 a user may have one job, so that
// they run from 10, 110 and 210 s on, one after the other: passes are at multiples of 10 s.
func TestLimitsThatChange(t *testing.T) {
	for name, c := range map[string]struct {
		fields string
		want   string // starts in s, then warnings
	}{
		"nothing": {`"limits": true`, "[10 110 210] []"},
		// At 45 s two jobs are allowed: job 2 starts at 50 s, job 3 when job 1 ends.
		"more": {`"limits": true, "actions": [{"at": 45, "do": "limits", "qos": 5, "limits": "MaxJobsPU=2"}]`, "[10 50 110] []"},
		"none": {`"limits": true, "actions": [{"at": 45, "do": "limits", "qos": 5, "limits": "MaxJobsPU=-1"}]`, "[10 50 110] []"},
		// Another limit stays beside the one that changes: with MaxTRESPU=cpu=4 the second job is still one too many until that goes, too.
		"one of two": {`"limits": true, "actions": [{"at": 155, "do": "limits", "qos": 5, "limits": "MaxTRESPU=cpu=-1"}, {"at": 45, "do": "limits", "qos": 5, "limits": "MaxTRESPU=cpu=4 MaxJobsPU=3"}]`,
			"[10 110 160] []"},
		// The account, or its user, may have no job from 45 s to 135 s. MaxJobs would be nothing beside the MaxJobsPU of the QOS.
		"of an account": {`"limits": true, "actions": [{"at": 45, "do": "limits", "account": 2, "limits": "GrpJobs=0"}, {"at": 135, "do": "limits", "account": 2, "limits": "GrpJobs=-1"}]`, "[10 140 240] []"},
		"of a user":     {`"limits": true, "actions": [{"at": 45, "do": "limits", "account": 2, "user": 1, "limits": "GrpJobs=0"}, {"at": 135, "do": "limits", "account": 2, "user": 1, "limits": "GrpJobs=-1"}]`, "[10 140 240] []"},
		// 4 processors for 40 s are 2 min; more than 1 may not be used: what runs is killed at the sweep at 60 s, and nothing starts.
		"used up": {`"limits": true, "actions": [{"at": 45, "do": "limits", "qos": 5, "limits": "GrpTRESMins=cpu=1"}]`, "[10 -1 -1] [the policy left 2 jobs waiting for ever]"},
		"nobody's": {`"limits": true, "actions": [{"at": 45, "do": "limits", "qos": 6, "limits": "MaxJobsPU=2"}, {"at": 46, "do": "limits", "account": 9, "limits": "MaxJobs=2"}]`,
			"[10 110 210] [2 of the actions took no effect: limits of QOS 6 at 45 s: there is no such QOS; limits of account 9 at 46 s: there is no such account]"},
		"no limits": {`"actions": [{"at": 45, "do": "limits", "qos": 5, "limits": "MaxJobsPU=2"}]`, "[10 10 110] [1 of the actions took no effect: limits of QOS 5 at 45 s: no limits hold]"},
	} {
		t.Run(name, func(t *testing.T) {
			p := kindOf(t, `{`+c.fields+`, "completing": 0, "qos": [{"number": 5, "limits": "MaxJobsPU=1"}], "associations": [{"account": 2}]}`)
			p.table = every()
			w := &engine.Workload{}
			for range 3 {
				w.Jobs = append(w.Jobs, engine.Job{Run: 100 * engine.Second, Estimate: 2 * engine.Minute, Processors: 4})
				w.QOS, w.Group, w.User = append(w.QOS, 5), append(w.Group, 2), append(w.User, 1)
			}
			o, err := engine.Simulate(w, two(), p, engine.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var starts []engine.Time
			for _, start := range o.Start {
				if start > 0 {
					start /= engine.Second
				}
				starts = append(starts, start)
			}
			if got := fmt.Sprint(starts, o.Warnings); got != c.want {
				t.Errorf("%s\nwant %s", got, c.want)
			}
		})
	}
}

// kindOf is the policy with these fields, which are accepted.
func kindOf(t *testing.T, fields string) *Slurm {
	t.Helper()
	v := workloadtest.Checked(t, Kind.Params, fields)
	if err := Kind.Check(v); err != nil {
		t.Fatal(err)
	}
	return Kind.New(v).(*Slurm)
}

// Passes that would decide as the last one are left out where limits change, too.
func TestPassesThatAreLeftOutBesideLimitsThatChange(t *testing.T) {
	took := 0
	for seed := range uint64(reference.Trials(150)) {
		outcome := func(plain bool) *engine.Outcome {
			w, m, s := limitedWorld(seed)
			s.plain = plain
			r := rand.New(rand.NewPCG(seed, 4))
			_, _, other := limitedWorld(seed + 2*uint64(r.IntN(50))) // what limits are changed to
			for range 1 + r.IntN(6) {
				a := settings.Action{At: engine.Time(r.Int64N(int64(w.Jobs[len(w.Jobs)-1].Submit + engine.Hour))), Do: "limits", Partition: -1}
				if r.IntN(2) == 0 {
					a.QOS = &other.Limits.QOS[r.IntN(3)]
				} else {
					a.Association = &other.Limits.Associations[r.IntN(7)]
				}
				if r.IntN(3) == 0 && a.QOS != nil {
					q := limits.NewQOS(a.QOS.Number)
					a.QOS = &q
				}
				s.Actions = append(s.Actions, a)
			}
			o, err := engine.Simulate(w, m, s, engine.Options{Kill: engine.KillRule(seed % 4)})
			if err != nil {
				t.Fatal(err)
			}
			return o
		}
		want, got := outcome(true), outcome(false)
		if !slices.Equal(want.Start, got.Start) || !slices.Equal(want.Pieces, got.Pieces) {
			t.Fatalf("seed %d: starts %v, with all passes %v", seed, got.Start, want.Start)
		}
		w, m, s := limitedWorld(seed)
		if before, err := engine.Simulate(w, m, s, engine.Options{Kill: engine.KillRule(seed % 4)}); err == nil && !slices.Equal(before.Start, got.Start) {
			took++
		}
	}
	if took == 0 {
		t.Error("no change of limits has changed a start")
	}
}

// Of an array, whose tasks have numbers of their own, the tasks 1 and 3 are cancelled, as people name them.
func TestActionsOnTasks(t *testing.T) {
	w := &engine.Workload{}
	for j := range 5 {
		w.Jobs = append(w.Jobs, engine.Job{Run: 100 * engine.Second, Estimate: 2 * engine.Minute, Processors: 1})
		w.Number, w.Array, w.Task = append(w.Number, int64(20+j)), append(w.Array, 7), append(w.Task, int32(j))
	}
	w.Number[4], w.Array[4], w.Task[4] = 3, -1, -1
	p := kindOf(t, `{"actions": [{"at": 5, "do": "cancel", "jobs": "7", "tasks": "1, 3-9"}, {"at": 6, "do": "cancel", "jobs": "8", "tasks": "1"}]}`)
	p.table = every()
	o, err := engine.Simulate(w, two(), p, engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(o.State, o.Warnings), "[completed cancelled completed cancelled completed] [1 of the actions took no effect: cancel job 8_1 at 6 s: there is no such task]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
