package slurm

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"backfill/engine"
	"backfill/engine/forecast"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload/catalog"
	future "backfill/engine/workload/transform/forecast"
	"backfill/policies/slurm/settings"
)

// How often forecasts are right is the same when every pass goes through the whole queue, try by try: 30 jobs of a log that the policy itself made on four nodes
// are asked about, with 15 drawings of each.
func TestForecastsAreThoseOfWholePasses(t *testing.T) {
	kind := func(name string, plain bool) scenario.PolicyKind {
		return scenario.PolicyKind{Description: param.Description{Kind: name}, Needs: engine.NodesAsSlurm, New: func(param.Values) engine.Policy {
			return &Slurm{Settings: settings.Settings{Config: settings.Defaults(), Completing: 20}, plain: plain}
		}}
	}
	sc, err := scenario.Read([]byte(`{"version":1,"machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n[1-4]","processors":8}],"partitions":[{"name":"batch"},{"name":"short","tier":2,"maxTime":900,"nodes":"n[1-2]"}]},
		"workload":{"kind":"jobs","jobs":[{"run":1}]},"policies":[{"kind":"fast"},{"kind":"whole"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(sc, scenario.Catalogs{Machines: scenario.Machines, Workloads: catalog.Kinds, Policies: []scenario.PolicyKind{kind("fast", false), kind("whole", true)}})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 0))
	w, at := &engine.Workload{}, engine.Time(0)
	for j := range 150 {
		at += engine.Time(r.IntN(80)) * engine.Second
		limit := engine.Time(1+r.IntN(30)) * engine.Minute
		w.Jobs = append(w.Jobs, engine.Job{Submit: at, Run: engine.Second + engine.Time(r.Int64N(int64(limit))), Estimate: limit, Processors: 1 + r.Int32N(12)})
		w.Partition = append(w.Partition, 1+int32(j%3/2))
	}
	o, err := engine.Simulate(w, plan.Points[0].Machine(), kind("", true).New(nil), engine.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for j := range w.Jobs {
		w.Wait = append(w.Wait, -1)
		if o.Start[j] >= 0 {
			w.Wait[j] = o.Start[j] - w.Jobs[j].Submit
		}
	}
	log := future.NewLog(w)
	var told [2]*forecast.Answer
	for i := range told {
		m := &forecast.Model{Plan: plan, Policy: i}
		if told[i], err = m.Ask(log, forecast.Question{At: engine.Never, Like: engine.NoJob, Check: 30, Drawings: 15}); err != nil {
			t.Fatal(err)
		}
	}
	if told[0].Check.Waited < 10 {
		t.Errorf("only %d of %d jobs have waited", told[0].Check.Waited, len(told[0].Check.Tries))
	}
	if !reflect.DeepEqual(told[0], told[1]) {
		t.Errorf("%+v, with whole passes %+v", told[0].Check, told[1].Check)
	}
}
