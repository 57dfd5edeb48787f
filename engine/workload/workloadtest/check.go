package workloadtest

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
)

// Checked are the values of a kind's parameters, given as JSON.
func Checked(t testing.TB, params []param.Param, fields string) param.Values {
	t.Helper()
	var raw map[string]json.RawMessage
	if err := json.Unmarshal([]byte(fields), &raw); err != nil {
		t.Fatal(err)
	}
	v, err := param.Check("", params, raw)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Made is the workload of a kind with the given parameters, as JSON.
func Made(t testing.TB, kind workload.Kind, fields string, in workload.Inputs) *engine.Workload {
	t.Helper()
	w, _, err := kind.Make(Checked(t, kind.Params, fields), in)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// Apply runs one transformation and checks that it left its input alone.
func Apply(t *testing.T, transform workload.Transform, fields string, w *engine.Workload, in workload.Inputs) (*engine.Workload, []string, error) {
	t.Helper()
	before := CopyOf(w)
	out, notes, err := transform.Apply(Checked(t, transform.Params, fields), w, in)
	if diff := cmp.Diff(before, w); diff != "" {
		t.Errorf("the input was changed: %s", diff)
	}
	return out, notes, err
}

// CopyOf is w with columns of its own.
func CopyOf(w *engine.Workload) *engine.Workload {
	c := *w
	v := reflect.ValueOf(&c).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Slice && !f.IsNil() {
			f.Set(reflect.AppendSlice(reflect.MakeSlice(f.Type(), 0, f.Len()), f))
		}
	}
	return &c
}

// OnlyNatively skips a test with -short, as in Node, where its numbers are the same and take many times as long.
func OnlyNatively(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("-short: is the same in Node, only slower")
	}
}
