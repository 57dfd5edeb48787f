package inspector

import (
	"fmt"
	"testing"

	"backfill/engine"
)

// What the inspector says of a job that depends on others, is a task and holds licences.
func TestFactsOfDependents(t *testing.T) {
	w := &engine.Workload{Jobs: make([]engine.Job, 9), Number: []int64{1, 2, 3, 4, 5, 6, 7, 8, 90}, Array: []int32{-1, -1, -1, -1, -1, -1, -1, -1, 70}}
	for on := range int32(8) {
		w.Dependencies = append(w.Dependencies, engine.Dependency{Job: 8, On: on, Started: on == 1, Completed: on == 2, Delay: engine.Time(on%2) * 5 * engine.Minute})
	}
	w.Demand = []int32{-1, -1, -1, -1, -1, -1, -1, -1, 0}
	w.Demands = []engine.Demand{{Licences: []engine.Copies{{Licence: 1, Count: 2}, {Licence: 3, Count: 1}}, Once: true, MostTasks: 4, Nice: -50, LeastTime: 5 * engine.Minute}}
	w.Leader = []int32{-1, -1, -1, -1, -1, -1, -1, 7, 7}
	const want = "job 1 has ended, 5 min after job 2 has started, job 3 has ended by itself, 5 min after job 4 has ended, job 5 has ended and 3 more"
	if got := dependsOn(w, 8); got != want || dependsOn(w, 0) != "" {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := fmt.Sprint(demandFacts(w, 8)), "[{Least time 5 min} {Component of job 8} {Task of the array 70, at most 4 at once} {Licences 2 copies of licence 1 and 1 copy of licence 3} {Requeued never} {Nice -50}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got := demandFacts(w, 0); got != nil {
		t.Errorf("%v", got)
	}
}
