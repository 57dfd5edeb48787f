package wire

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/policies"
)

// measuredSample is a few cells of a sweep with everything that a measured run can have.
func measuredSample(t testing.TB) (*scenario.Plan, []experiment.Cell, []*experiment.Run) {
	t.Helper()
	s, err := scenario.Read([]byte(`{"version": 1, "machine": {"kind": "cluster", "processors": 64},
		"workload": {"kind": "lublin", "jobs": 60, "processors": 64}, "policies": [{"kind": "fcfs"}, {"kind": "easy"}],
		"sweep": [{"path": "/workload/load", "values": [0.5, 0.9]}], "replications": 3,
		"groups": [{"by": "size", "quantiles": 3, "each": {"by": "kind"}}, {"by": "user", "quantiles": 2}],
		"claims": [{"metric": "meanWait", "policy": "easy", "versus": "easy", "direction": "lower", "where": [{"by": "size", "most": 2}], "versusWhere": [{"by": "size", "above": 2}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	cells := []experiment.Cell{{Point: 1, Replication: 2}, {Point: 0, Replication: 0}, {Point: 1, Replication: 0}}
	var runs []*experiment.Run
	for n, c := range cells {
		task, err := experiment.Prepare(plan, c.Point, c.Replication, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range plan.Policies {
			run, err := task.Measure(i, nil)
			if err != nil {
				t.Fatal(err)
			}
			run.Elapsed = 0 // it stays with the worker
			if n == 1 {
				run.Warnings = append(run.Warnings, "a warning", "", "a warning")
				bare := experiment.Measures{Metrics: run.Metrics, Groups: []metrics.Breakdown{}}
				run.Batches = []experiment.Measures{bare, bare}
				run.RefusedCommands = []experiment.RefusedCommand{{Job: 7, At: 1.5, Type: "ET", Amount: 60, Reason: "the job had ended"}}
			}
			runs = append(runs, run)
		}
	}
	return plan, cells, runs
}

func TestMeasured(t *testing.T) {
	plan, cells, runs := measuredSample(t)
	for n := range len(cells) + 1 { // what came of the first n cells
		var want [][]*experiment.Run
		for i := range n {
			want = append(want, runs[2*i:2*i+2])
		}
		got, err := DecodeMeasured(EncodeMeasured(runs[:2*n]).Bytes(), plan, cells, func() {})
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 && len(got) == 0 {
			continue
		}
		same(t, want, got)
	}
}

func TestMeasuredOfOtherCells(t *testing.T) {
	plan, cells, runs := measuredSample(t)
	b := EncodeMeasured(runs).Bytes()
	for n := range b {
		if _, err := DecodeMeasured(b[:n], plan, cells, func() {}); err == nil {
			t.Fatalf("no error for the first %d of %d bytes", n, len(b))
		}
	}
	if _, err := DecodeMeasured(b, plan, cells[:2], func() {}); err == nil {
		t.Error("no error for more cells than were asked for")
	}
	if _, err := DecodeMeasured(EncodeMeasured(runs[:3]).Bytes(), plan, cells, func() {}); err == nil {
		t.Error("no error for half a cell")
	}
}

func FuzzDecodeMeasured(f *testing.F) {
	plan, cells, runs := measuredSample(f)
	f.Add(EncodeMeasured(runs).Bytes())
	f.Add(EncodeMeasured(nil).Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		measured, err := DecodeMeasured(b, plan, cells, func() {})
		if err != nil {
			return
		}
		var runs []*experiment.Run
		for _, cell := range measured {
			runs = append(runs, cell...)
		}
		again, err := DecodeMeasured(EncodeMeasured(runs).Bytes(), plan, cells, func() {})
		if err != nil || !cmp.Equal(again, measured, cmpopts.EquateNaNs()) {
			t.Errorf("written and read again it is %v, %v", again, err)
		}
	})
}
