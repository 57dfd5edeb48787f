package experiment_test

import (
	"fmt"
	"testing"

	"backfill/engine"
	"backfill/engine/factors"
)

// Job 1 has the node, of 4 processors, for 10 minutes. Job 2 wants 2 processors, job 3 all: sizes (1 + 2/4)/2 and 1, so 750 and 1000 of 1000.
// Job 2 came before job 3, so that it needs as much as that has: a nice of -250 would do, QOS 7 would add 200 only. Job 4 belongs to QOS 7, wants
// 1 processor and is held back by its nice: (1 + 1/4)/2 of 1000 is 625, 200 more are 825, 125 less are 700.
//
// Nobody's usage counts before a calculation, of which there is none within the first minutes: the tree is the one of the beginning, but for shares:
// user 1 has 3 of 4 in account 5, user 2 one.
func TestFactorsByHand(t *testing.T) {
	task := prepareAlone(t, `"machine": {"kind": "partitions", "choice": "slurm", "nodes": [{"name": "n", "processors": 4}], "partitions": [{"name": "p", "nodes": "n"}]},
 "workload": {"kind": "jobs", "jobs": [
  {"id": 1, "submit": 0, "run": 600, "request": 600, "processors": 4, "user": 1, "group": 5}, {"id": 2, "submit": 60, "run": 60, "request": 600, "processors": 2, "user": 2, "group": 5},
  {"id": 3, "submit": 70, "run": 60, "request": 600, "processors": 4, "user": 1, "group": 5}, {"id": 4, "submit": 80, "run": 60, "request": 900, "processors": 1, "user": 1, "group": 5, "nice": 125, "qos": 7}]},
 "policies": [{"kind": "slurm", "settings": [{"key": "PriorityType", "value": "priority/multifactor"}, {"key": "PriorityWeightJobSize", "value": "1000"}, {"key": "PriorityWeightQOS", "value": "200"}, {"key": "PriorityCalcPeriod", "value": "1-00:00:00"}],
   "associations": [{"account": 5}, {"account": 5, "user": 1, "shares": 3}, {"account": 5, "user": 2}], "qos": [{"number": 7, "priority": 10}]}, {"kind": "slurm"}, {"kind": "easy"}]`)
	at := 300 * engine.Second
	r, err := task.Factors(0, factors.Question{Job: 1, From: 60 * engine.Second, To: at, Steps: 4, At: at, Users: true})
	if err != nil {
		t.Fatal(err)
	}
	if r.Every != 60*engine.Second || len(r.Points) != 5 || len(r.Instants) != 5 || fmt.Sprint(r.Partitions) != "[1]" {
		t.Errorf("%d points, %d instants, every %v, in %v", len(r.Points), len(r.Instants), r.Every, r.Partitions)
	}
	for i, want := range []string{"wanted 750 by -1, 0 ahead", "wanted 1000 by 2, 1 ahead"} { // at 60 and 120 s
		p := r.Points[i]
		if got := fmt.Sprintf("wanted %d by %d, %d ahead", p.Wanted, p.First, p.Ahead); p.Priority != 750 || got != want || p.Addends[3] != 750 {
			t.Errorf("%+v: %s, want %s", p, got, want)
		}
	}
	if got, want := fmt.Sprint(r.Next.Rivals, r.Next.Changes), "[{2 1000 false}] [{3 0.75 1 true 250} {5 -1 7 false 200} {8 0 -250 true 250}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	fourth, err := task.Factors(0, factors.Question{Job: 3, To: -1, At: at})
	if err != nil || fourth.Next.Priority != 700 || fourth.Next.Ahead != 2 || fourth.Next.Wanted != 1001 || len(fourth.Points) > 0 {
		t.Errorf("%+v, %v", fourth.Next, err)
	}
	var tree string
	for _, s := range r.Tree {
		tree += fmt.Sprintf("%d under %d: %d %g %g; ", s.User, s.Parent, s.Shares, s.Norm, s.FairShare)
	}
	if want := "-1 under -1: 1 1 -1; -1 under 0: 1 1 -1; 1 under 1: 3 0.75 1; 2 under 1: 1 0.25 1; "; tree != want {
		t.Errorf("%s, want %s", tree, want)
	}
	for policy, want := range map[int]bool{1: true, 2: true} {
		if r, err := task.Factors(policy, factors.Question{Job: 1, At: at}); err != nil || (r.Unweighed != "") != want {
			t.Errorf("policy %d: %+v, %v", policy, r, err)
		}
	}
}
