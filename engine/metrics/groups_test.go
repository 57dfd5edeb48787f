package metrics

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/param"
)

// The sample's jobs that ended have sizes 3, 2, 1, 4, 1, run times 20, 10, 5, 5, 10 and
// areas 60, 20, 5, 20, 10, in all 115; their waits are 0, 15, 0, 20, 5.
func TestGroupsByHand(t *testing.T) {
	type group struct {
		class    int
		label    string
		jobs     float64
		area     float64
		meanWait float64
	}
	for _, test := range []struct {
		grouping Grouping
		want     []group
	}{
		// Sorted sizes 1 1 2 3 4: the median is the third.
		{Grouping{By: "size", Quantiles: 2}, []group{
			{1, "1–2 processors", 3, 35, 20.0 / 3}, {2, "3–4 processors", 2, 80, 10}}},
		// Quartiles at ranks ceil(5/4), ceil(10/4), ceil(15/4) = 2, 3, 4.
		{Grouping{By: "size", Quantiles: 4}, []group{
			{1, "1 processor", 2, 15, 2.5}, {2, "2 processors", 1, 20, 15}, {3, "3 processors", 1, 60, 0}, {4, "4 processors", 1, 20, 20}}},
		// Run times 5 5 10 10 20: quartiles 5, 10, 10, so the third class is empty.
		{Grouping{By: "runTime", Quantiles: 4}, []group{
			{1, "5 s", 2, 25, 10}, {2, "10 s", 2, 30, 10}, {4, "20 s", 1, 60, 0}}},
		{Grouping{By: "runTime", Bounds: []float64{5, 15, 19}}, []group{
			{1, "up to 5 s", 2, 25, 10}, {2, "5 s – 15 s", 2, 30, 10}, {4, "over 19 s", 1, 60, 0}}},
		{Grouping{By: "size", Bounds: []float64{1, 3}}, []group{
			{1, "1 processor", 2, 15, 2.5}, {2, "2–3 processors", 2, 80, 7.5}, {3, "4 or more processors", 1, 20, 20}}},
	} {
		got := Groups(sample(), []Grouping{test.grouping})[0]
		if len(got.Groups) != len(test.want) {
			t.Errorf("%+v: %d groups, want %d", test.grouping, len(got.Groups), len(test.want))
			continue
		}
		for i, want := range test.want {
			g := got.Groups[i]
			if g.Class != want.class || g.Label != want.label || !near(g.Metrics.Value("jobs"), want.jobs) ||
				!near(g.ShareOfJobs, want.jobs/5) || !near(g.ShareOfLoad, want.area/115) || !near(g.Metrics.Value("meanWait"), want.meanWait) {
				t.Errorf("%+v: %+v, want %+v", test.grouping, g, want)
			}
		}
	}
}

// User 7 has one job, user 9 two and user 3 four; one job is nobody's.
func TestUserGroups(t *testing.T) {
	var rows []row
	for i, user := range []int32{3, 3, 7, 9, 3, -1, 9, 3} {
		rows = append(rows, row{submit: engine.Time(i), start: engine.Time(i), end: engine.Time(i) + 1, size: 1, user: user})
	}
	o := outcome(8, 1, rows, engine.Second)
	labels := func(g Grouping) string {
		var s []string
		for _, group := range Groups(o, []Grouping{g})[0].Groups {
			s = append(s, group.Label)
		}
		return strings.Join(s, "; ")
	}
	for _, test := range []struct {
		grouping Grouping
		want     string
	}{
		// Sorted by their user's jobs: 1 2 2 4 4 4 4; the median, at rank 4, is 4.
		{Grouping{By: "user", Quantiles: 2}, "users with 1–4 jobs; users unknown"},
		// Terciles at ranks 3 and 5 are 2 and 4.
		{Grouping{By: "user", Quantiles: 3}, "users with 1–2 jobs; users with 4 jobs; users unknown"},
		{Grouping{By: "user", Bounds: []float64{1, 3}}, "users with 1 job; users with 2–3 jobs; users with 4 or more jobs; users unknown"},
	} {
		if got := labels(test.grouping); got != test.want {
			t.Errorf("%+v: %s, want %s", test.grouping, got, test.want)
		}
	}
	o.Workload.User = nil
	if got := labels(Grouping{By: "user", Quantiles: 4}); got != "users unknown" {
		t.Error(got)
	}
}

// The sizes are those submitted, 3 1 1 4 1, while shares are of the executed areas 30,
// 10, 3, 20, 1. Batch jobs wait 0 and 10, dedicated ones 2, 0, 0.
func TestGroupsOfDedicatedJobs(t *testing.T) {
	b := Groups(mixed(), []Grouping{{By: "kind"}, {By: "size", Bounds: []float64{1}}})
	for i, want := range []struct {
		label                  string
		class                  int
		jobs, area, wait, late float64
	}{{"batch jobs", 1, 2, 50, 5, math.NaN()}, {"dedicated jobs", 2, 3, 14, 2.0 / 3, 2.0 / 3}} {
		g := b[0].Groups[i]
		if g.Label != want.label || g.Class != want.class || !near(g.ShareOfJobs, want.jobs/5) || !near(g.ShareOfLoad, want.area/64) ||
			!near(g.Metrics.Value("meanWait"), want.wait) || !near(g.Metrics.Value("dedicatedDelay"), want.late) {
			t.Errorf("%+v, want %+v", g, want)
		}
	}
	if g := b[1].Groups[0]; g.Metrics.Value("jobs") != 3 || !near(g.ShareOfLoad, 14.0/64) {
		t.Errorf("%+v", g)
	}
	if g := Groups(sample(), []Grouping{{By: "kind"}})[0].Groups; len(g) != 1 || g[0].Label != "batch jobs" {
		t.Errorf("without dedicated jobs %+v", g)
	}
}

func TestGroupJSON(t *testing.T) {
	data, err := json.Marshal(Groups(sample(), []Grouping{{By: "size", Quantiles: 2}})[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`{"by":"size","quantiles":2,"groups":[{"class":1,"label":"1–2 processors","shareOfJobs":0.6,`, `"metrics":{"jobs":3,"meanWait":`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%s lacks %s", data, want)
		}
	}
	if strings.Contains(string(data), "utilization") {
		t.Errorf("%s has a metric that no group has", data)
	}
}

func TestReadGroupings(t *testing.T) {
	got, err := ReadGroupings("/groups", []byte(`[{"by": "size", "quantiles": 4}, {"by": "runTime", "bounds": [60, 600, 3600]}, {"by": "kind"}]`))
	if err != nil || len(got) != 3 || got[2].By != "kind" || got[0].Quantiles != 4 || got[1].By != "runTime" || len(got[1].Bounds) != 3 {
		t.Errorf("%+v, %v", got, err)
	}
	for text, path := range map[string]string{
		`null`:                               "/groups",
		`{"by": "size"}`:                     "/groups",
		`[3]`:                                "/groups/0",
		`[null]`:                             "/groups/0",
		`[{"quantiles": 4}]`:                 "/groups/0/by",
		`[{"by": "colour", "quantiles": 4}]`: "/groups/0/by",
		`[{"by": null, "quantiles": 4}]`:     "/groups/0/by",
		`[{"by": "size"}]`:                   "/groups/0",
		`[{"by": "size", "classes": 4}]`:     "/groups/0/classes",
		`[{"by": "size", "quantiles": 4, "bounds": [1]}]`:                        "/groups/0",
		`[{"by": "kind", "quantiles": 2}]`:                                       "/groups/0",
		`[{"by": "kind", "bounds": [1]}]`:                                        "/groups/0",
		`[{"by": "size", "quantiles": 1}]`:                                       "/groups/0/quantiles",
		`[{"by": "size", "quantiles": 21}]`:                                      "/groups/0/quantiles",
		`[{"by": "size", "quantiles": 2.5}]`:                                     "/groups/0/quantiles",
		`[{"by": "size", "quantiles": null}]`:                                    "/groups/0/quantiles",
		`[{"by": "size", "bounds": []}]`:                                         "/groups/0/bounds",
		`[{"by": "size", "bounds": null}]`:                                       "/groups/0/bounds",
		`[{"by": "size", "bounds": [1, 1]}]`:                                     "/groups/0/bounds",
		`[{"by": "size", "bounds": [1.5]}]`:                                      "/groups/0/bounds",
		`[{"by": "runTime", "bounds": [0]}]`:                                     "/groups/0/bounds",
		`[{"by": "runTime", "bounds": [1e300]}]`:                                 "/groups/0/bounds",
		`[{"by": "runTime", "bounds": [5, "long"]}]`:                             "/groups/0/bounds",
		`[{"by": "runTime", "bounds": [0.0001, 0.0002]}]`:                        "/groups/0/bounds",
		`[{"by": "runTime", "bounds": [1.5]}, {"by": "size", "bounds": [8, 4]}]`: "/groups/1/bounds",
	} {
		_, err := ReadGroupings("/groups", []byte(text))
		var e *param.Error
		if !errors.As(err, &e) || e.Path != path || e.Reason == "" {
			t.Errorf("%s: %v, want an error at %s", text, err, path)
		}
	}
}

func TestDurationLabels(t *testing.T) {
	for ms, want := range map[int64]string{
		1: "0.001 s", 250: "0.25 s", 45_000: "45 s", 60_000: "1 min", 90_000: "1 min 30 s", 3_600_000: "1 h",
		5_400_000: "1 h 30 min", 7_199_999: "2 h", 86_400_000: "1 d", 2*86_400_000 + 3_600_000: "2 d 1 h",
	} {
		if got := duration(ms); got != want {
			t.Errorf("%d ms is %s, want %s", ms, got, want)
		}
	}
	for _, test := range []struct {
		low, high int64
		want      string
	}{{-1, 60_000, "up to 1 min"}, {60_000, 600_000, "1 min – 10 min"}, {3_600_000, -1, "over 1 h"}, {30_000, 30_000, "30 s"}} {
		if got := durationLabel(test.low, test.high); got != test.want {
			t.Errorf("%v", got)
		}
	}
}

// Readers of the JSON expect lists, empty if need be.
func TestEmptyLists(t *testing.T) {
	o := outcome(4, 1, nil, engine.Second)
	for want, v := range map[string]any{
		`[{"by":"user","quantiles":2,"groups":[]}]`: Groups(o, []Grouping{{By: "user", Quantiles: 2}}),
		`{"value":[],"share":[]}`:                   DistributionOf(Waits(o), 400),
	} {
		if data, err := json.Marshal(v); err != nil || string(data) != want {
			t.Errorf("%s, %v, want %s", data, err, want)
		}
	}
}
