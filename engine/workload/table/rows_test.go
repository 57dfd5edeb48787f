package table

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
)

// Whatever columns a workload gets in times to come: cutting out rows and sorting
// must move all of them together.
func TestEveryColumnMoves(t *testing.T) {
	const n = 9
	w := &engine.Workload{Jobs: make([]engine.Job, n)}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range w.Jobs {
		w.Jobs[i].Submit = engine.Time(r.IntN(5))
	}
	v := reflect.ValueOf(w).Elem()
	each := func(w *engine.Workload, visit func(name string, column reflect.Value)) {
		v := reflect.ValueOf(w).Elem()
		for i := range v.NumField() {
			switch name := v.Type().Field(i).Name; name {
			case "Jobs", "Months", "Queues", "Changes", "Demands", "Dependencies", "NodeLists": // no columns
			default:
				if f := v.Field(i); f.Kind() == reflect.Slice {
					visit(name, f)
				}
			}
		}
	}
	// value is what entry i says of its job: the row that it had, or whether that was odd.
	value := func(column reflect.Value, i int) reflect.Value {
		switch v := column.Index(i); v.Kind() {
		case reflect.Struct:
			if amount := v.FieldByName("Amount"); amount.IsValid() {
				return amount
			}
			return v.FieldByName("Nodes")
		case reflect.Slice:
			return v.Index(0)
		default:
			return v
		}
	}
	each(w, func(name string, column reflect.Value) {
		column.Set(reflect.MakeSlice(column.Type(), n, n))
		for i := range n {
			if name == "Components" {
				column.Index(i).Set(reflect.ValueOf([]int32{0}))
			}
			switch v := value(column, i); v.Kind() {
			case reflect.Bool:
				v.SetBool(i%2 == 1)
			case reflect.Uint64:
				v.SetUint(uint64(i))
			default:
				v.SetInt(int64(i))
			}
		}
	})
	tells := func(column reflect.Value, i int, row int64) bool {
		switch v := value(column, i); v.Kind() {
		case reflect.Bool:
			return v.Bool() == (row%2 == 1)
		case reflect.Uint64:
			return v.Uint() == uint64(row)
		default:
			return v.Int() == row
		}
	}
	for i := range n {
		w.After[i] = int32(i) - 1
		w.Leader[i] = int32(i) - int32(i)%2 // components of pairs
	}
	for i := range w.Commands {
		w.Commands[i].Job = int32(i)
	}
	// Each job depends on the one before, in the row of which it says so by its delay.
	for i := 1; i < n; i++ {
		w.Dependencies = append(w.Dependencies, engine.Dependency{Job: int32(i), On: int32(i) - 1, Delay: engine.Time(i)})
	}
	if v.NumField() == 0 {
		t.Fatal("no columns")
	}

	part := Rows(w, 2, 7)
	if diff := cmp.Diff([]int32{-1, 0, 1, 2, 3}, part.After) + cmp.Diff([]bool{false, true, false, true, false}, part.Continues); diff != "" {
		t.Errorf("Rows: followers %s", diff)
	}
	if diff := cmp.Diff([]int32{0, 0, 2, 2, 4}, part.Leader) + cmp.Diff([]int32{-1, 1, 1}, Rows(w, 3, 6).Leader); diff != "" {
		t.Errorf("Rows: leaders %s", diff)
	}
	if want := []engine.Dependency{{Job: 1, On: 0, Delay: 3}, {Job: 2, On: 1, Delay: 4}, {Job: 3, On: 2, Delay: 5}, {Job: 4, On: 3, Delay: 6}}; !slices.Equal(part.Dependencies, want) {
		t.Errorf("Rows: dependencies %+v", part.Dependencies)
	}
	each(part, func(name string, column reflect.Value) {
		if name == "After" || name == "Continues" || name == "Leader" {
			return
		}
		if column.Len() != 5 || !tells(column, 0, 2) || !tells(column, 1, 3) || name != "Commands" && column.Cap() != 5 {
			t.Errorf("Rows does not cut %s", name)
		}
	})
	order := SortBySubmit(w)
	if !slices.IsSortedFunc(w.Jobs, func(a, b engine.Job) int { return int(a.Submit - b.Submit) }) {
		t.Error("not sorted")
	}
	for _, d := range w.Dependencies {
		if order[d.Job] != int32(d.Delay) || order[d.On] != int32(d.Delay)-1 {
			t.Errorf("SortBySubmit gives the dependency of job %d to job %d", d.Delay, order[d.Job])
		}
	}
	if len(w.Dependencies) != n-1 {
		t.Errorf("SortBySubmit leaves %d dependencies", len(w.Dependencies))
	}
	for _, c := range w.Commands {
		if order[c.Job] != int32(c.Amount) {
			t.Errorf("SortBySubmit gives the command of job %d to job %d", c.Amount, order[c.Job])
		}
	}
	each(w, func(name string, column reflect.Value) {
		for i, row := range order {
			if name == "After" {
				if after := column.Index(i).Int(); after < 0 && row != 0 || after >= 0 && order[after] != row-1 {
					t.Errorf("SortBySubmit lets the job of row %d follow another one", row)
				}
				continue
			}
			if name == "Leader" {
				if leader := column.Index(i).Int(); order[leader] != row-row%2 {
					t.Errorf("SortBySubmit gives the job of row %d another leader", row)
				}
				continue
			}
			if name != "Commands" && !tells(column, i, int64(row)) {
				t.Errorf("SortBySubmit does not move %s: %v", name, fmt.Sprint(column))
				break
			}
		}
	})
}
