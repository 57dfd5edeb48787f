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

// by are groupings that only divide.
func by(divisions ...Division) (groupings []Grouping) {
	for _, d := range divisions {
		groupings = append(groupings, Grouping{Division: d})
	}
	return groupings
}

// summaryOf is every metric of a group, NaN where groups have none.
func summaryOf(b *Breakdown, i int) Summary {
	s := undefined()
	for metric := range s {
		s[metric] = b.Value(i, metric)
	}
	return s
}

// The sample's jobs that ended have sizes 3, 2, 1, 4, 1, run times 20, 10, 5, 5, 10 and
// areas 60, 20, 5, 20, 10, in all 115; their waits are 0, 15, 0, 20, 5.
func TestGroupsByHand(t *testing.T) {
	type group struct {
		class    int32
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
		{Grouping{Division: Division{By: "size", Quantiles: 2}}, []group{
			{1, "1–2 processors", 3, 35, 20.0 / 3}, {2, "3–4 processors", 2, 80, 10}}},
		// Quartiles at ranks ceil(5/4), ceil(10/4), ceil(15/4) = 2, 3, 4.
		{Grouping{Division: Division{By: "size", Quantiles: 4}}, []group{
			{1, "1 processor", 2, 15, 2.5}, {2, "2 processors", 1, 20, 15}, {3, "3 processors", 1, 60, 0}, {4, "4 processors", 1, 20, 20}}},
		// Run times 5 5 10 10 20: quartiles 5, 10, 10, so the third class is empty.
		{Grouping{Division: Division{By: "runTime", Quantiles: 4}}, []group{
			{1, "5 s", 2, 25, 10}, {2, "10 s", 2, 30, 10}, {4, "20 s", 1, 60, 0}}},
		{Grouping{Division: Division{By: "runTime", Bounds: []float64{5, 15, 19}}}, []group{
			{1, "up to 5 s", 2, 25, 10}, {2, "5 s – 15 s", 2, 30, 10}, {4, "over 19 s", 1, 60, 0}}},
		{Grouping{Division: Division{By: "size", Bounds: []float64{1, 3}}}, []group{
			{1, "1 processor", 2, 15, 2.5}, {2, "2–3 processors", 2, 80, 7.5}, {3, "4 or more processors", 1, 20, 20}}},
	} {
		got := Groups(sample(), []Grouping{test.grouping})[0]
		if got.Len() != len(test.want) {
			t.Errorf("%+v: %d groups, want %d", test.grouping, got.Len(), len(test.want))
			continue
		}
		for i, want := range test.want {
			g := summaryOf(&got, i)
			if got.Class[i] != want.class || got.Label[i] != want.label || !near(g.Value("jobs"), want.jobs) ||
				!near(g.Value("shareOfJobs"), want.jobs/5) || !near(g.Value("shareOfLoad"), want.area/115) || !near(g.Value("meanWait"), want.meanWait) {
				t.Errorf("%+v: group %d is %+v, want %+v", test.grouping, i, got, want)
			}
		}
	}
}

// Classes whose names would be the same when rounded are called by their exact values.
func TestGroupsHaveNamesOfTheirOwn(t *testing.T) {
	var rows []row
	for i, run := range []engine.Time{60, 3600, 3628, 90_000} {
		rows = append(rows, row{submit: engine.Time(i), start: engine.Time(i), end: engine.Time(i) + run, size: 1})
	}
	o := outcome(8, 1, rows, engine.Second)
	for _, test := range []struct {
		division Division
		want     string
	}{
		{Division{By: "runTime", Quantiles: 4}, "1 min; 3600 s; 3628 s; 1 d 1 h"},
		{Division{By: "runTime", Bounds: []float64{60, 3600, 3601, 3629}}, "up to 1 min; 1 min – 1 h; 3601 s – 3629 s; over 1 h"},
	} {
		if got := strings.Join(Groups(o, by(test.division))[0].Label, "; "); got != test.want {
			t.Errorf("%+v: %s, want %s", test.division, got, test.want)
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
		return strings.Join(Groups(o, []Grouping{g})[0].Label, "; ")
	}
	for _, test := range []struct {
		grouping Grouping
		want     string
	}{
		// Sorted by their user's jobs: 1 2 2 4 4 4 4; the median, at rank 4, is 4.
		{Grouping{Division: Division{By: "user", Quantiles: 2}}, "users with 1–4 jobs; users unknown"},
		// Terciles at ranks 3 and 5 are 2 and 4.
		{Grouping{Division: Division{By: "user", Quantiles: 3}}, "users with 1–2 jobs; users with 4 jobs; users unknown"},
		{Grouping{Division: Division{By: "user", Bounds: []float64{1, 3}}}, "users with 1 job; users with 2–3 jobs; users with 4 or more jobs; users unknown"},
	} {
		if got := labels(test.grouping); got != test.want {
			t.Errorf("%+v: %s, want %s", test.grouping, got, test.want)
		}
	}
	o.Workload.User = nil
	if got := labels(Grouping{Division: Division{By: "user", Quantiles: 4}}); got != "users unknown" {
		t.Error(got)
	}
}

// The sizes are those submitted, 3 1 1 4 1, while shares are of the executed areas 30,
// 10, 3, 20, 1. Batch jobs wait 0 and 10, dedicated ones 2, 0, 0.
func TestGroupsOfDedicatedJobs(t *testing.T) {
	b := Groups(mixed(), by(Division{By: "kind"}, Division{By: "size", Bounds: []float64{1}}))
	for i, want := range []struct {
		label                  string
		class                  int32
		jobs, area, wait, late float64
	}{{"batch jobs", 1, 2, 50, 5, math.NaN()}, {"dedicated jobs", 2, 3, 14, 2.0 / 3, 2.0 / 3}} {
		g := summaryOf(&b[0], i)
		if b[0].Label[i] != want.label || b[0].Class[i] != want.class || !near(g.Value("shareOfJobs"), want.jobs/5) || !near(g.Value("shareOfLoad"), want.area/64) ||
			!near(g.Value("meanWait"), want.wait) || !near(g.Value("dedicatedDelay"), want.late) {
			t.Errorf("%+v, want %+v", g, want)
		}
	}
	if g := summaryOf(&b[1], 0); g.Value("jobs") != 3 || !near(g.Value("shareOfLoad"), 14.0/64) {
		t.Errorf("%+v", g)
	}
	if b := Groups(sample(), by(Division{By: "kind"}))[0]; b.Len() != 1 || b.Label[0] != "batch jobs" {
		t.Errorf("without dedicated jobs %+v", b)
	}
}

func TestGroupJSON(t *testing.T) {
	data, err := json.Marshal(Groups(sample(), by(Division{By: "size", Quantiles: 2}))[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`{"by":"size","quantiles":2,"class":[1,2],"label":["1–2 processors","3–4 processors"],"metrics":{"jobs":[3,2],"meanWait":[`, `"shareOfJobs":[0.6,0.4]`, `"dedicatedDelay":[null,null]`} {
		if !strings.Contains(string(data), want) {
			t.Errorf("%s lacks %s", data, want)
		}
	}
	if strings.Contains(string(data), "utilization") {
		t.Errorf("%s has a metric that no group has", data)
	}
	var read Breakdown
	if err := json.Unmarshal(data, &read); err != nil {
		t.Fatal(err)
	}
	if again, err := json.Marshal(read); err != nil || string(again) != string(data) {
		t.Errorf("%s, %v, want %s", again, err, data)
	}
	for _, wrong := range []string{`{"metrics":{"meanwait":[1]}}`, `{"metrics":{"jobs":[1],"meanWait":[1,2]}}`} {
		if json.Unmarshal([]byte(wrong), &read) == nil {
			t.Errorf("%s was read", wrong)
		}
	}
}

func TestReadGroupings(t *testing.T) {
	got, err := ReadGroupings("/groups", []byte(`[{"by": "size", "quantiles": 4}, {"by": "runTime", "bounds": [60, 600, 3600]}, {"by": "kind"}]`))
	if err != nil || len(got) != 3 || got[2].By != "kind" || got[0].Quantiles != 4 || got[1].By != "runTime" || len(got[1].Bounds) != 3 {
		t.Errorf("%+v, %v", got, err)
	}
	got, err = ReadGroupings("/groups", []byte(`[{"by": "queue", "each": {"by": "month"}, "where": [{"by": "runTime", "above": 60, "most": 180000}, {"by": "kind", "in": ["batch jobs"]}]}, {"where": [{"by": "accuracy", "most": 2}]}]`))
	if err != nil || len(got) != 2 || got[0].By != "queue" || got[0].Each.By != "month" || *got[0].Where[0].Above != 60 || *got[0].Where[0].Most != 180000 ||
		got[0].Where[1].In[0] != "batch jobs" || got[1].By != "" || *got[1].Where[0].Most != 2 || got[1].Where[0].Above != nil {
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
		`[{"by": "month", "each": null}]`:    "/groups/0/each",
		`[{"by": "month", "each": "queue"}]`: "/groups/0/each",
		`[{"by": "month", "each": {"by": "size"}}]`:                                                               "/groups/0/each",
		`[{"by": "month", "each": {"by": "size", "bounds": [2, 1]}}]`:                                             "/groups/0/each/bounds",
		`[{"by": "month", "each": {"by": "queue", "each": {"by": "month"}}}]`:                                     "/groups/0/each/each",
		`[{"each": {"by": "month"}}]`:                                                                             "/groups/0/by",
		`[{"quantiles": 2, "where": [{"by": "size", "most": 2}]}]`:                                                "/groups/0/by",
		`[{"by": "month", "where": []}]`:                                                                          "/groups/0/where",
		`[{"by": "month", "where": {"by": "size", "most": 2}}]`:                                                   "/groups/0/where",
		`[{"by": "month", "where": [{"by": "colour", "most": 2}]}]`:                                               "/groups/0/where/0/by",
		`[{"by": "month", "where": [{"by": "size"}]}]`:                                                            "/groups/0/where/0",
		`[{"by": "month", "where": [{"by": "size", "in": ["a"]}]}]`:                                               "/groups/0/where/0",
		`[{"by": "month", "where": [{"by": "size", "most": 1.5}]}]`:                                               "/groups/0/where/0/most",
		`[{"by": "month", "where": [{"by": "size", "most": null}]}]`:                                              "/groups/0/where/0/most",
		`[{"by": "month", "where": [{"by": "runTime", "above": -1}]}]`:                                            "/groups/0/where/0/above",
		`[{"by": "month", "where": [{"by": "runTime", "above": 2, "most": 2}]}]`:                                  "/groups/0/where/0/most",
		`[{"by": "month", "where": [{"by": "queue", "most": 2}]}]`:                                                "/groups/0/where/0",
		`[{"by": "month", "where": [{"by": "queue", "in": []}]}]`:                                                 "/groups/0/where/0/in",
		`[{"by": "month", "where": [{"by": "queue", "in": "a"}]}]`:                                                "/groups/0/where/0/in",
		`[{"by": "month", "where": [{"by": "size", "most": 2}, {"by": "month", "in": ["Jan 2001", "2001-02"]}]}]`: "/groups/0/where/1/in/1",
		`[{"by": "month", "where": [{"by": "kind", "in": ["elastic jobs"]}]}]`:                                    "/groups/0/where/0/in/0",
		`[{"by": "accuracy", "bounds": [0.0000001]}]`:                                                             "/groups/0/bounds",
		`[{"by": "memory", "bounds": [1e15]}]`:                                                                    "/groups/0/bounds",
		`[{"by": "size", "classes": 4}]`:                                                                          "/groups/0/classes",
		`[{"by": "size", "quantiles": 4, "bounds": [1]}]`:                                                         "/groups/0",
		`[{"by": "kind", "quantiles": 2}]`:                                                                        "/groups/0",
		`[{"by": "kind", "bounds": [1]}]`:                                                                         "/groups/0",
		`[{"by": "size", "quantiles": 1}]`:                                                                        "/groups/0/quantiles",
		`[{"by": "size", "quantiles": 21}]`:                                                                       "/groups/0/quantiles",
		`[{"by": "size", "quantiles": 2.5}]`:                                                                      "/groups/0/quantiles",
		`[{"by": "size", "quantiles": null}]`:                                                                     "/groups/0/quantiles",
		`[{"by": "size", "bounds": []}]`:                                                                          "/groups/0/bounds",
		`[{"by": "size", "bounds": null}]`:                                                                        "/groups/0/bounds",
		`[{"by": "size", "bounds": [1, 1]}]`:                                                                      "/groups/0/bounds",
		`[{"by": "size", "bounds": [1.5]}]`:                                                                       "/groups/0/bounds",
		`[{"by": "runTime", "bounds": [0]}]`:                                                                      "/groups/0/bounds",
		`[{"by": "runTime", "bounds": [1e300]}]`:                                                                  "/groups/0/bounds",
		`[{"by": "runTime", "bounds": [5, "long"]}]`:                                                              "/groups/0/bounds",
		`[{"by": "runTime", "bounds": [0.0001, 0.0002]}]`:                                                         "/groups/0/bounds",
		`[{"by": "runTime", "bounds": [1.5]}, {"by": "size", "bounds": [8, 4]}]`:                                  "/groups/1/bounds",
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
		5_400_000: "1 h 30 min", 7_199_999: "2 h", 86_400_000: "1 d", 2*86_400_000 + 3_600_000: "2 d 1 h", 400 * 3_600_000: "400 h", 240 * 3_600_000: "10 d",
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
		`[{"by":"user","quantiles":2,"class":[],"label":[],"metrics":{"jobs":[]}}]`: Groups(o, by(Division{By: "user", Quantiles: 2}), Index("jobs")),
		`{"value":[],"share":[]}`: DistributionOf(Waits(o), 400),
	} {
		if data, err := json.Marshal(v); err != nil || string(data) != want {
			t.Errorf("%s, %v, want %s", data, err, want)
		}
	}
}
