package transform

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/workloadtest"
)

// Of n = 100,000 jobs a share of P_E is extended and one of P_R reduced; a share p has
// the standard error sqrt(p(1-p)/n). Amounts and delays are exponential, rounded to
// seconds: of k of them the mean has the standard error mean/sqrt(k). (Rounding up
// to one second adds below 0.001 s to a mean of 1000 s.) All within 4 standard errors.
func TestElastic(t *testing.T) {
	workloadtest.OnlyNatively(t)
	const n = 100_000
	w := workloadtest.ManyJobs(n)
	out, notes, err := workloadtest.Apply(t, Elastic, `{"extendShare": 0.3, "reduceShare": 0.05, "meanExtend": 1000, "meanReduce": 2000, "meanDelay": 4000, "maxCommands": 3}`,
		w, workload.Inputs{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	var commands [4]float64
	var amounts [4]float64
	delays := 0.0
	seen := map[int32]bool{}
	for _, c := range out.Commands {
		delay := (c.At - w.Jobs[c.Job].Submit).Seconds()
		amount := engine.Time(c.Amount).Seconds()
		if seen[c.Job] || delay < 1 || delay != math.Trunc(delay) || amount < 1 || amount != math.Trunc(amount) {
			t.Fatalf("command %+v", c)
		}
		seen[c.Job] = true
		commands[c.Kind]++
		amounts[c.Kind] += amount
		delays += delay
	}
	near := func(what string, got, want, standardError float64) {
		t.Helper()
		if math.Abs(got-want) > 4*standardError {
			t.Errorf("%s: %v, want %v ± %v", what, got, want, 4*standardError)
		}
	}
	for kind, c := range []struct{ share, mean float64 }{engine.ExtendTime: {0.3, 1000}, engine.ReduceTime: {0.05, 2000}} {
		near("share", commands[kind]/n, c.share, math.Sqrt(c.share*(1-c.share)/n))
		near("amount", amounts[kind]/commands[kind], c.mean, c.mean/math.Sqrt(commands[kind]))
	}
	near("delay", delays/float64(len(out.Commands)), 4000, 4000/math.Sqrt(float64(len(out.Commands))))
	if commands[engine.ExtendProcessors]+commands[engine.ReduceProcessors] > 0 {
		t.Error("sizes change")
	}
	if !slices.IsSortedFunc(out.Commands, func(a, b engine.Command) int { return int(a.At - b.At) }) {
		t.Error("not sorted by time")
	}
	if out.MaxCommands != 3 || len(notes) != 1 {
		t.Errorf("at most %d commands, notes %q", out.MaxCommands, notes)
	}
}

// A larger share or another mean leaves the other commands as they are; replications differ.
func TestElasticStreamsAreIndependent(t *testing.T) {
	of := func(fields string, replication int) map[int32]engine.Command {
		out, _, err := workloadtest.Apply(t, Elastic, fields, workloadtest.ManyJobs(500), workload.Inputs{Seed: 1, Replication: replication})
		if err != nil {
			t.Fatal(err)
		}
		commands := map[int32]engine.Command{}
		for _, c := range out.Commands {
			commands[c.Job] = c
		}
		return commands
	}
	few, more := of(`{"extendShare": 0.2, "reduceShare": 0}`, 0), of(`{"extendShare": 0.5, "reduceShare": 0}`, 0)
	slow := of(`{"extendShare": 0.2, "reduceShare": 0, "meanDelay": 50000}`, 0)
	for j, c := range few {
		if more[j] != c {
			t.Errorf("%+v became %+v with a larger share", c, more[j])
		}
		if d := slow[j]; d.Amount != c.Amount {
			t.Errorf("%+v became %+v with other delays", c, d)
		}
	}
	if len(few) == 0 || len(more) <= len(few) || cmp.Equal(few, of(`{"extendShare": 0.2, "reduceShare": 0}`, 1)) {
		t.Errorf("%d commands, with a larger share %d; or replications do not differ", len(few), len(more))
	}
}

// Commands that a workload has stay, before drawn ones of the same time.
func TestElasticKeepsCommands(t *testing.T) {
	w := workloadtest.Heterogeneous()
	out, _, err := workloadtest.Apply(t, Elastic, `{"extendShare": 1, "reduceShare": 0, "meanDelay": 1}`, w, workload.Inputs{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, c := range out.Commands {
		if kept < len(w.Commands) && c == w.Commands[kept] {
			kept++
		}
	}
	if kept != 4 || len(out.Commands) != 8 {
		t.Errorf("%+v", out.Commands)
	}
}

func TestElasticRefuses(t *testing.T) {
	_, _, err := workloadtest.Apply(t, Elastic, `{"extendShare": 0.7, "reduceShare": 0.4}`, workloadtest.FourJobs(), workload.Inputs{})
	want := "/reduceShare: 0.4: extendShare (0.7) and reduceShare (0.4) together are above 1; at most 1 is accepted"
	if err == nil || err.Error() != want {
		t.Errorf("error %v", err)
	}
}
