package scenario_test

import (
	"errors"
	"strings"
	"testing"

	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies"
)

// A change of job 9 that a typed list of jobs does not have is a mistake; where other cells of the
// experiment may have it, it is noted.
func TestChangeOfAnAbsentJob(t *testing.T) {
	const change = `"transform": [{"kind": "change", "jobs": [{"job": 1, "run": 5}, {"job": 9000, "run": 5}]}]`
	for _, c := range []struct {
		work    string
		refused bool
	}{
		{`{"kind": "jobs", "jobs": [{"run": 7}], ` + change + `}, "policies": [{"kind": "fcfs"}]`, true},
		{`{"kind": "jobs", "jobs": [{"run": 7}], ` + change + `}, "policies": [{"kind": "easy"}], "sweep": [{"path": "/policies/0/reservations", "values": [1, 2]}]`, false},
		{`{"kind": "lublin", "jobs": 20, "processors": 8, ` + change + `}, "policies": [{"kind": "fcfs"}]`, false},
	} {
		s, err := scenario.Read([]byte(`{"version": 1, "machine": {"kind": "cluster", "processors": 8}, "workload": ` + c.work + `}`))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := scenario.Compile(s, policies.Catalogs())
		if err != nil {
			t.Fatal(err)
		}
		w, report, err := plan.Points[0].Workload(0, nil)
		var wrong *param.Error
		switch {
		case c.refused && (!errors.As(err, &wrong) || wrong.Path != "/workload/transform/0/jobs/1/job" || wrong.Value != "9000"):
			t.Errorf("%s: %v", c.work, err)
		case c.refused:
		case err != nil:
			t.Errorf("%s: %v", c.work, err)
		case w.Jobs[0].Run.Seconds() != 5 || !strings.HasSuffix(report.Notes[len(report.Notes)-1], "; not among the jobs: 9000"):
			t.Errorf("%s: %+v, %q", c.work, w.Jobs[0], report.Notes)
		}
	}
}
