package catalog

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/workloadtest"
)

// What a source or a transformation says of dates, before it has made any jobs, is what becomes of theirs.
func TestDatesAreForetold(t *testing.T) {
	fields := map[string]string{
		"window": `{"from": 150.5}`, "load": `{"factor": 0.5}`, "change": `{"jobs": [{"job": 1, "submit": 150}]}`, "filter": `{"processors": "1-"}`,
		"demand": `{"rows": [{"gpus": 1}]}`,
	}
	for _, x := range Transforms {
		text, given := fields[x.Kind]
		if !given {
			text = "{}"
		}
		values := workloadtest.Checked(t, x.Params, text)
		before := workloadtest.FourJobs()
		after, _, err := x.Apply(values, before, workload.Inputs{Processors: 16})
		if err != nil {
			t.Errorf("%s: %v", x.Kind, err)
			continue
		}
		want := before.Calendar
		if x.Dates != nil {
			want = x.Dates(values, before.Calendar)
		}
		if diff := cmp.Diff(want, after.Calendar); diff != "" {
			t.Errorf("%s: %s", x.Kind, diff)
		}
	}
	sources := map[string][]string{
		"o2k": {`{"months": "2001-02..2001-03"}`, `{"months": "2001-02,2001-04"}`}, "jobs": {`{"jobs": [{"run": 1}]}`}, "poisson": {`{"load": 0.5}`},
		"swf": nil, "cwf": nil, "accounting": nil, // which are dated by their files
	}
	for _, k := range Kinds {
		texts, given := sources[k.Kind]
		if !given {
			texts = []string{"{}"}
		}
		for _, text := range texts {
			values := workloadtest.Checked(t, k.Params, text)
			w, _, err := k.Make(values, workload.Inputs{Seed: 1, Processors: 256})
			if err != nil {
				t.Errorf("%s: %v", k.Kind, err)
				continue
			}
			var want *engine.Calendar
			if k.Dates != nil {
				want = k.Dates(values)
			}
			if diff := cmp.Diff(want, w.Calendar); diff != "" {
				t.Errorf("%s with %s: %s", k.Kind, text, diff)
			}
		}
	}
}
