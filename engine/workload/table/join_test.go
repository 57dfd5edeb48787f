package table

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
)

// Whatever columns a workload gets in times to come: joining what Rows has cut apart gives the workload back, and rows that are named move.
func TestJoined(t *testing.T) {
	const n = 6
	w := &engine.Workload{Jobs: make([]engine.Job, n), Demands: []engine.Demand{{Nodes: 1}, {Nodes: 2}, {Nodes: 3}}}
	v := reflect.ValueOf(w).Elem()
	for i := range v.NumField() {
		f, name := v.Field(i), v.Type().Field(i).Name
		if f.Kind() != reflect.Slice || !f.IsNil() || name == "Months" || name == "Queues" || name == "Changes" || name == "Dependencies" || name == "Commands" || name == "NodeLists" {
			continue
		}
		f.Set(reflect.MakeSlice(f.Type(), n, n))
		for k := range n {
			switch e := f.Index(k); e.Kind() {
			case reflect.Bool:
				e.SetBool(k%2 == 1)
			case reflect.Uint64:
				e.SetUint(uint64(k))
			case reflect.Slice:
				e.Set(reflect.MakeSlice(e.Type(), k, k))
			case reflect.Int32, reflect.Int64:
				e.SetInt(int64(k))
			}
		}
	}
	for j := range w.Jobs {
		w.Jobs[j].Submit = engine.Time(j)
		w.After[j], w.Leader[j], w.Continues[j], w.Demand[j] = engine.NoJob, int32(j-j%2), false, int32(j%3)
		w.Commands = append(w.Commands, engine.Command{At: engine.Time(2 * n), Job: int32(j)})
	}
	w.After[1], w.After[5] = 0, 4
	w.NodeLists, w.Started[0].Nodes, w.Started[5].Nodes = [][]int32{{1}, {1, 2}}, 1, 2
	w.Dependencies = []engine.Dependency{{Job: 3, On: 2, Delay: 1}, {Job: 4, On: 2, Delay: 2}} // the second one is between the parts

	got := Joined(Rows(w, 0, 4), Rows(w, 4, 6))
	want := *w
	want.Dependencies = w.Dependencies[:1]
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Error(diff)
	}
}

// A job of 2 nodes of a workload with a list of demands of its own is joined to one that lists 1 and 2 nodes: the second place. One of 5 nodes gets
// the third. Nothing is known of the user of the first two jobs; numbers are written out, as those of the other part are.
func TestJoinedDemands(t *testing.T) {
	first := &engine.Workload{Jobs: make([]engine.Job, 2), Demand: []int32{1, 0}, Demands: []engine.Demand{{Nodes: 1}, {Nodes: 2}}, Machine: 7}
	other := &engine.Workload{Jobs: make([]engine.Job, 3), Demand: []int32{1, -1, 0}, Demands: []engine.Demand{{Nodes: 5}, {Nodes: 2}}, User: []int32{3, 4, 5}, Number: []int64{9, 10, 11}}
	first.Started, first.NodeLists = []engine.RecordedStart{{Nodes: 1}, {}}, [][]int32{{7}}
	other.Started, other.NodeLists = []engine.RecordedStart{{}, {Nodes: 2}, {Nodes: 1}}, [][]int32{{8}, {9}}
	got := Joined(first, other)
	want := &engine.Workload{Jobs: make([]engine.Job, 5), Demand: []int32{1, 0, 1, -1, 2}, Demands: []engine.Demand{{Nodes: 1}, {Nodes: 2}, {Nodes: 5}},
		User: []int32{-1, -1, 3, 4, 5}, Number: []int64{1, 2, 9, 10, 11}, Machine: 7,
		Started: []engine.RecordedStart{{Nodes: 1}, {}, {}, {Nodes: 3}, {Nodes: 2}}, NodeLists: [][]int32{{7}, {8}, {9}}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if len(first.Demands) != 2 || first.Demand[0] != 1 || other.Demand[0] != 1 {
		t.Error("the parts were changed")
	}
}
