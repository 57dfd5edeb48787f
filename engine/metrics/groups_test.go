package metrics

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics/grouping"
	"backfill/engine/metrics/metricstest"
	"backfill/engine/metrics/stats"
)

// by are groupings that only divide.
func by(divisions ...grouping.Division) (groupings []grouping.Grouping) {
	for _, d := range divisions {
		groupings = append(groupings, grouping.Grouping{Division: d})
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
		grouping grouping.Grouping
		want     []group
	}{
		// Sorted sizes 1 1 2 3 4: the median is the third.
		{grouping.Grouping{Division: grouping.Division{By: "size", Quantiles: 2}}, []group{
			{1, "1–2 processors", 3, 35, 20.0 / 3}, {2, "3–4 processors", 2, 80, 10}}},
		// Quartiles at ranks ceil(5/4), ceil(10/4), ceil(15/4) = 2, 3, 4.
		{grouping.Grouping{Division: grouping.Division{By: "size", Quantiles: 4}}, []group{
			{1, "1 processor", 2, 15, 2.5}, {2, "2 processors", 1, 20, 15}, {3, "3 processors", 1, 60, 0}, {4, "4 processors", 1, 20, 20}}},
		// Run times 5 5 10 10 20: quartiles 5, 10, 10, so the third class is empty.
		{grouping.Grouping{Division: grouping.Division{By: "runTime", Quantiles: 4}}, []group{
			{1, "5 s", 2, 25, 10}, {2, "10 s", 2, 30, 10}, {4, "20 s", 1, 60, 0}}},
		{grouping.Grouping{Division: grouping.Division{By: "runTime", Bounds: []float64{5, 15, 19}}}, []group{
			{1, "up to 5 s", 2, 25, 10}, {2, "5 s – 15 s", 2, 30, 10}, {4, "over 19 s", 1, 60, 0}}},
		{grouping.Grouping{Division: grouping.Division{By: "size", Bounds: []float64{1, 3}}}, []group{
			{1, "1 processor", 2, 15, 2.5}, {2, "2–3 processors", 2, 80, 7.5}, {3, "4 or more processors", 1, 20, 20}}},
	} {
		got := Groups(sample(), []grouping.Grouping{test.grouping})[0]
		if got.Len() != len(test.want) {
			t.Errorf("%+v: %d groups, want %d", test.grouping, got.Len(), len(test.want))
			continue
		}
		for i, want := range test.want {
			g := summaryOf(&got, i)
			if got.Class[i] != want.class || got.Label[i] != want.label || !metricstest.Near(g.Value("jobs"), want.jobs) ||
				!metricstest.Near(g.Value("shareOfJobs"), want.jobs/5) || !metricstest.Near(g.Value("shareOfLoad"), want.area/115) || !metricstest.Near(g.Value("meanWait"), want.meanWait) {
				t.Errorf("%+v: group %d is %+v, want %+v", test.grouping, i, got, want)
			}
		}
	}
}

// Classes whose names would be the same when rounded are called by their exact values.
func TestGroupsHaveNamesOfTheirOwn(t *testing.T) {
	var rows []metricstest.Row
	for i, run := range []engine.Time{60, 3600, 3628, 90_000} {
		rows = append(rows, metricstest.Row{Submit: engine.Time(i), Start: engine.Time(i), End: engine.Time(i) + run, Size: 1})
	}
	o := metricstest.Outcome(8, 1, rows, engine.Second)
	for _, test := range []struct {
		division grouping.Division
		want     string
	}{
		{grouping.Division{By: "runTime", Quantiles: 4}, "1 min; 3600 s; 3628 s; 1 d 1 h"},
		{grouping.Division{By: "runTime", Bounds: []float64{60, 3600, 3601, 3629}}, "up to 1 min; 1 min – 1 h; 3601 s – 3629 s; over 1 h"},
	} {
		if got := strings.Join(Groups(o, by(test.division))[0].Label, "; "); got != test.want {
			t.Errorf("%+v: %s, want %s", test.division, got, test.want)
		}
	}
}

// User 7 has one job, user 9 two and user 3 four; one job is nobody's.
func TestUserGroups(t *testing.T) {
	var rows []metricstest.Row
	for i, user := range []int32{3, 3, 7, 9, 3, -1, 9, 3} {
		rows = append(rows, metricstest.Row{Submit: engine.Time(i), Start: engine.Time(i), End: engine.Time(i) + 1, Size: 1, User: user})
	}
	o := metricstest.Outcome(8, 1, rows, engine.Second)
	labels := func(g grouping.Grouping) string {
		return strings.Join(Groups(o, []grouping.Grouping{g})[0].Label, "; ")
	}
	for _, test := range []struct {
		grouping grouping.Grouping
		want     string
	}{
		// Sorted by their user's jobs: 1 2 2 4 4 4 4; the median, at rank 4, is 4.
		{grouping.Grouping{Division: grouping.Division{By: "user", Quantiles: 2}}, "users with 1–4 jobs; users unknown"},
		// Terciles at ranks 3 and 5 are 2 and 4.
		{grouping.Grouping{Division: grouping.Division{By: "user", Quantiles: 3}}, "users with 1–2 jobs; users with 4 jobs; users unknown"},
		{grouping.Grouping{Division: grouping.Division{By: "user", Bounds: []float64{1, 3}}}, "users with 1 job; users with 2–3 jobs; users with 4 or more jobs; users unknown"},
	} {
		if got := labels(test.grouping); got != test.want {
			t.Errorf("%+v: %s, want %s", test.grouping, got, test.want)
		}
	}
	o.Workload.User = nil
	if got := labels(grouping.Grouping{Division: grouping.Division{By: "user", Quantiles: 4}}); got != "users unknown" {
		t.Error(got)
	}
}

// The sizes are those submitted, 3 1 1 4 1, while shares are of the executed areas 30,
// 10, 3, 20, 1. Batch jobs wait 0 and 10, dedicated ones 2, 0, 0.
func TestGroupsOfDedicatedJobs(t *testing.T) {
	b := Groups(mixed(), by(grouping.Division{By: "kind"}, grouping.Division{By: "size", Bounds: []float64{1}}))
	for i, want := range []struct {
		label                  string
		class                  int32
		jobs, area, wait, late float64
	}{{"batch jobs", 1, 2, 50, 5, math.NaN()}, {"dedicated jobs", 2, 3, 14, 2.0 / 3, 2.0 / 3}} {
		g := summaryOf(&b[0], i)
		if b[0].Label[i] != want.label || b[0].Class[i] != want.class || !metricstest.Near(g.Value("shareOfJobs"), want.jobs/5) || !metricstest.Near(g.Value("shareOfLoad"), want.area/64) ||
			!metricstest.Near(g.Value("meanWait"), want.wait) || !metricstest.Near(g.Value("dedicatedDelay"), want.late) {
			t.Errorf("%+v, want %+v", g, want)
		}
	}
	if g := summaryOf(&b[1], 0); g.Value("jobs") != 3 || !metricstest.Near(g.Value("shareOfLoad"), 14.0/64) {
		t.Errorf("%+v", g)
	}
	if b := Groups(sample(), by(grouping.Division{By: "kind"}))[0]; b.Len() != 1 || b.Label[0] != "batch jobs" {
		t.Errorf("without dedicated jobs %+v", b)
	}
}

func TestGroupJSON(t *testing.T) {
	data, err := json.Marshal(Groups(sample(), by(grouping.Division{By: "size", Quantiles: 2}))[0])
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

// Readers of the JSON expect lists, empty if need be.
func TestEmptyLists(t *testing.T) {
	o := metricstest.Outcome(4, 1, nil, engine.Second)
	for want, v := range map[string]any{
		`[{"by":"user","quantiles":2,"class":[],"label":[],"metrics":{"jobs":[]}}]`: Groups(o, by(grouping.Division{By: "user", Quantiles: 2}), Index("jobs")),
		`{"value":[],"share":[]}`: stats.DistributionOf(Waits(o), 400),
	} {
		if data, err := json.Marshal(v); err != nil || string(data) != want {
			t.Errorf("%s, %v, want %s", data, err, want)
		}
	}
}
