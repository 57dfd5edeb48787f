package policies

import (
	"strings"
	"testing"

	"backfill/engine/scenario"
	"backfill/policies/slurm"
)

// A sweep varies single words of a text, each in its place and beside the others: here bf_interval, which is there, and defer and bf_window, which
// are not. Two axes may vary two words of one text.
func TestSweepOverWords(t *testing.T) {
	plan := func(sweep string) (*scenario.Plan, error) {
		s, err := scenario.Read([]byte(`{"version":1,"machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n1","processors":1}],"partitions":[{"name":"p"}]},
			"workload":{"kind":"jobs","jobs":[{"run":1}]},"policies":[{"kind":"easy"},{"kind":"slurm","label":"S","parameters":"bf_max_job_test=7,BF_interval=20"}],"sweep":[` + sweep + `]}`))
		if err != nil {
			t.Fatal(err)
		}
		return scenario.Compile(s, Catalogs())
	}
	p, err := plan(`{"path":"/policies/1/parameters/bf_interval","values":[10,60]},{"path":"/policies/1/parameters/bf_window","values":[60,120]}`)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][2]int64{{10, 60}, {10, 120}, {60, 60}, {60, 120}} {
		c := p.Points[i].Policies[1].New().(*slurm.Slurm).Config
		if c.BfInterval != want[0] || c.BfWindow != 60*want[1] || c.BfMaxJobTest != 7 {
			t.Errorf("point %d: %+v, want %v", i, c, want)
		}
		if p.Points[i].Policies[1].Label != "S" {
			t.Errorf("point %d is called %q", i, p.Points[i].Policies[1].Label)
		}
	}
	if !p.SameWorkload(0, 3) || !p.SameRun(0, 0, 3) || p.SameRun(1, 0, 1) {
		t.Error("jobs, and the other policy, are the same at all points, and the policy is another one")
	}
	if p, err = plan(`{"path":"/policies/1/parameters/defer","values":[false,true]}`); err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{false, true} {
		if got := p.Points[i].Policies[1].New().(*slurm.Slurm).Config.Defer; got != want {
			t.Errorf("defer is %v at point %d", got, i)
		}
	}
	for _, v := range p.Sweepable() {
		if v.Path == "/policies/1/parameters/bf_interval" && v.Current != int64(20) || v.Path == "/policies/1/parameters/bf_window" && v.Current != int64(1440) {
			t.Errorf("%s is %v now", v.Path, v.Current)
		}
	}
	for sweep, want := range map[string]string{
		`{"path":"/policies/1/parameters/bf_interval","values":[0]}`:     "/sweep/0/values/0: 0: a whole number from 1 to 10,800",
		`{"path":"/policies/1/parameters/bf_nonsense","values":[1]}`:     "no parameter that a sweep can vary",
		`{"path":"/policies/1/parameters","values":["bf_interval=1"]}`:   "no parameter that a sweep can vary",
		`{"path":"/policies/1/parameters/bf_interval/x","values":["a"]}`: "no parameter that a sweep can vary",
		`{"path":"/policies/1/parameters/defer","values":["perhaps"]}`:   "true or false",
	} {
		if _, err := plan(sweep); err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), "10800", "10,800"), want) {
			t.Errorf("%s: %v, want %q", sweep, err, want)
		}
	}
}

// So does one over weights, which are rows of a table, and over a time limit and shares, which are cells of others. Weights are listed only where there
// are rows.
func TestSweepOverWeightsAndCells(t *testing.T) {
	plan := func(settings, sweep string) (*scenario.Plan, error) {
		s, err := scenario.Read([]byte(`{"version":1,"machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n1","processors":1}],"partitions":[{"name":"p","maxTime":600}]},
			"workload":{"kind":"jobs","jobs":[{"run":1}]},"policies":[{"kind":"slurm"` + settings + `}]` + sweep + `}`))
		if err != nil {
			t.Fatal(err)
		}
		return scenario.Compile(s, Catalogs())
	}
	const ranked = `,"settings":[{"key":"PriorityType","value":"priority/multifactor"},{"key":"priorityweightage","value":"1000"}],"associations":[{"account":1,"shares":3}]`
	p, err := plan(ranked, `,"sweep":[{"path":"/policies/0/settings/PriorityWeightAge","values":[5,6]},{"path":"/policies/0/settings/PriorityWeightFairshare","values":[0,7]}]`)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][2]float64{{5, 0}, {5, 7}, {6, 0}, {6, 7}} {
		w := p.Points[i].Policies[0].New().(*slurm.Slurm).Priorities.Weights
		if float64(w.Age) != want[0] || float64(w.FairShare) != want[1] {
			t.Errorf("point %d: %+v, want %v", i, w, want)
		}
	}
	if p, err = plan(ranked, `,"sweep":[{"path":"/machine/partitions/0/maxTime","values":[60,120]},{"path":"/policies/0/associations/0/shares","values":[1,2]}]`); err != nil {
		t.Fatal(err)
	}
	is := map[string]any{}
	for _, v := range p.Sweepable() {
		is[v.Path] = v.Current
	}
	if is["/policies/0/settings/PriorityWeightAge"] != int64(1000) || is["/policies/0/settings/PriorityWeightQOS"] != int64(0) || is["/machine/partitions/0/maxTime"] != 600.0 || is["/policies/0/associations/0/shares"] != int64(3) {
		t.Errorf("listed are %v", is)
	}
	if p, err = plan("", ""); err != nil {
		t.Fatal(err)
	}
	for _, v := range p.Sweepable() {
		if strings.Contains(v.Path, "PriorityWeight") {
			t.Errorf("%s is listed where jobs have no priorities", v.Path)
		}
	}
	if _, err := plan("", `,"sweep":[{"path":"/policies/0/settings/PriorityWeightAge","values":[5,6]}]`); err == nil || !strings.Contains(err.Error(), "no parameter that a sweep can vary") {
		t.Errorf("without priorities: %v", err)
	}
}
