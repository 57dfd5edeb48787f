package metrics

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"backfill/engine"
	"backfill/engine/metrics/grouping"
	"backfill/engine/metrics/metricstest"
)

// twoMonths are six jobs on 4 processors and 8 GB, at times in days from 1 January 2001:
//
//	submit  queue  size  wait  run  request  memory
//	     0  a         1     0    2        2  2 GB
//	    10  a         2     1    4        8  4 GB
//	    20  none      4     3    1        3  unknown
//	    31  b         1     0   10       10  1 GB
//	    40  b         2     2    5       20  8 GB
//	    58  a         4     0    7        7  4 GB
func twoMonths() *engine.Outcome {
	o := metricstest.Outcome(4, 1, []metricstest.Row{
		{Submit: 0, Start: 0, End: 2, Size: 1, Request: 2},
		{Submit: 10, Start: 11, End: 15, Size: 2, Request: 8},
		{Submit: 20, Start: 23, End: 24, Size: 4, Request: 3},
		{Submit: 31, Start: 31, End: 41, Size: 1, Request: 10},
		{Submit: 40, Start: 42, End: 47, Size: 2, Request: 20},
		{Submit: 58, Start: 58, End: 65, Size: 4, Request: 7},
	}, engine.Day)
	w := o.Workload
	w.Queue, w.Queues = []int32{1, 1, -1, 3, 3, 1}, []string{"", "a"}
	w.Memory = []int64{2 * perGB, 2 * perGB, -1, perGB, 4 * perGB, perGB}
	w.Calendar = &engine.Calendar{UnixStart: time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC).Unix()}
	o.Lanes, o.Lane = []engine.Lane{{Processors: 4, Memory: 8192}}, make([]int32, 6)
	return o
}

// lines are the groups of a breakdown with jobs and mean wait in days.
func lines(b *Breakdown) string {
	var s []string
	for i := range b.Len() {
		panel := ""
		if b.Panel != nil {
			panel = b.PanelLabel[i] + ": "
		}
		s = append(s, fmt.Sprintf("%s%s %v %.4g", panel, b.Label[i], b.Value(i, Index("jobs")), b.Value(i, Index("meanWait"))/86400))
	}
	return strings.Join(s, "; ")
}

// perGB is in KB.
const perGB = 1 << 20

func ptr(x float64) *float64 { return &x }

func TestAttributesByHand(t *testing.T) {
	for _, c := range []struct {
		grouping grouping.Grouping
		want     string
	}{
		// January has 31 days: the fourth job is submitted when February begins.
		{grouping.Grouping{Division: grouping.Division{By: "month"}}, "Jan 2001 3 1.333; Feb 2001 3 0.6667"},
		{grouping.Grouping{Division: grouping.Division{By: "queue"}}, "a 3 0.3333; queue 3 2 1; queue unknown 1 3"},
		// Requests over run times: 1, 2, 3, 1, 4, 1; 2 is at most 2.
		{grouping.Grouping{Division: grouping.Division{By: "accuracy", Bounds: []float64{2}}}, "request at most 2 times the run time 4 0.25; request more than 2 times the run time 2 2.5"},
		{grouping.Grouping{Division: grouping.Division{By: "accuracy", Quantiles: 2}}, "request 1 times the run time 3 0; request 2 to 4 times the run time 3 2"},
		{grouping.Grouping{Division: grouping.Division{By: "memory", Bounds: []float64{2, 4}}}, "up to 2 GB 2 0; 2 GB – 4 GB 2 0.5; over 4 GB 1 2; memory unknown 1 3"},
		// Crossed: the classes of each queue; of quantiles those of all jobs together, in
		// order of size 1 1 2 2 4 4.
		{grouping.Grouping{Division: grouping.Division{By: "month"}, Each: &grouping.Division{By: "queue"}},
			"a: Jan 2001 2 0.5; a: Feb 2001 1 0; queue 3: Feb 2001 2 1; queue unknown: Jan 2001 1 3"},
		{grouping.Grouping{Division: grouping.Division{By: "size", Quantiles: 2}, Each: &grouping.Division{By: "month"}},
			"Jan 2001: 1–2 processors 2 0.5; Jan 2001: 4 processors 1 3; Feb 2001: 1–2 processors 2 1; Feb 2001: 4 processors 1 0"},
		// Filtered: run times above 1 and up to 5 days are 2, 4 and 5.
		{grouping.Grouping{Division: grouping.Division{By: "month"}, Where: []grouping.Condition{{By: "runTime", Above: ptr(86400), Most: ptr(5 * 86400)}}}, "Jan 2001 2 0.5; Feb 2001 1 2"},
		{grouping.Grouping{Division: grouping.Division{By: "size", Quantiles: 2}, Where: []grouping.Condition{{By: "queue", In: []string{"queue 3"}}}}, "1 processor 1 0; 2 processors 1 2"},
		{grouping.Grouping{Where: []grouping.Condition{{By: "queue", In: []string{"a", "queue 3"}}, {By: "month", In: []string{"Feb 2001"}}}}, "all 3 0.6667"},
		{grouping.Grouping{Where: []grouping.Condition{{By: "memory", Most: ptr(1000)}, {By: "size", Above: ptr(1)}}}, "all 3 1"},
		{grouping.Grouping{Where: []grouping.Condition{{By: "month", In: []string{"Mar 2001"}}}}, ""},
	} {
		if b := Groups(twoMonths(), []grouping.Grouping{c.grouping})[0]; lines(&b) != c.want {
			t.Errorf("%+v: %s\nwant %s", c.grouping, lines(&b), c.want)
		}
	}
}

// Loads of the months are over 31 and 28 days, of others over the 58 days to the last
// submission, in processor days and GB days. Work is 2, 8, 4, 10, 10, 28; memory times
// run time 4, 16, unknown, 10, 40, 28.
func TestLoadsOfGroups(t *testing.T) {
	b := Groups(twoMonths(), []grouping.Grouping{{Division: grouping.Division{By: "month"}}, {Division: grouping.Division{By: "queue"}, Each: &grouping.Division{By: "month"}}, {Division: grouping.Division{By: "queue"}}})
	type loads struct{ load, memory, jobs, work float64 }
	for i, want := range [][]loads{
		{{14.0 / (4 * 31), 20.0 / (8 * 31), 0.5, 14.0 / 62}, {48.0 / (4 * 28), 78.0 / (8 * 28), 0.5, 48.0 / 62}},
		{{10.0 / (4 * 31), 20.0 / (8 * 31), 2.0 / 3, 10.0 / 14}, {4.0 / (4 * 31), math.NaN(), 1.0 / 3, 4.0 / 14},
			{28.0 / (4 * 28), 28.0 / (8 * 28), 1.0 / 3, 28.0 / 48}, {20.0 / (4 * 28), 50.0 / (8 * 28), 2.0 / 3, 20.0 / 48}},
		{{38.0 / (4 * 58), 48.0 / (8 * 58), 0.5, 38.0 / 62}, {20.0 / (4 * 58), 50.0 / (8 * 58), 2.0 / 6, 20.0 / 62}, {4.0 / (4 * 58), math.NaN(), 1.0 / 6, 4.0 / 62}},
	} {
		if b[i].Len() != len(want) {
			t.Fatalf("%d groups, want %d", b[i].Len(), len(want))
		}
		for k, w := range want {
			g := summaryOf(&b[i], k)
			got := loads{g.Value("offeredLoad"), g.Value("offeredMemory"), g.Value("shareOfJobs"), g.Value("shareOfLoad")}
			if !metricstest.Near(got.load, w.load) || !metricstest.Near(got.memory, w.memory) || !metricstest.Near(got.jobs, w.jobs) || !metricstest.Near(got.work, w.work) {
				t.Errorf("breakdown %d, group %d: %+v, want %+v", i, k, got, w)
			}
		}
	}
	// Groups without classes: the months that are named are the period, and shares are of all jobs.
	february := grouping.Condition{By: "month", In: []string{"Feb 2001"}}
	b = Groups(twoMonths(), []grouping.Grouping{{Where: []grouping.Condition{february, {By: "queue", In: []string{"a"}}}}, {Where: []grouping.Condition{{By: "size", Above: ptr(1)}}}})
	for i, want := range []loads{{28.0 / (4 * 28), 28.0 / (8 * 28), 1.0 / 6, 28.0 / 62}, {50.0 / (4 * 58), math.NaN(), 4.0 / 6, 50.0 / 62}} {
		g := summaryOf(&b[i], 0)
		got := loads{g.Value("offeredLoad"), g.Value("offeredMemory"), g.Value("shareOfJobs"), g.Value("shareOfLoad")}
		if !metricstest.Near(got.load, want.load) || !math.IsNaN(want.memory) && !metricstest.Near(got.memory, want.memory) || !metricstest.Near(got.jobs, want.jobs) || !metricstest.Near(got.work, want.work) {
			t.Errorf("group %d without classes: %+v, want %+v", i, got, want)
		}
	}
	whole := Of(twoMonths())
	if !metricstest.Near(whole.Value("offeredLoad"), 62.0/(4*58)) || !metricstest.Near(whole.Value("offeredMemory"), 98.0/(8*58)) {
		t.Errorf("whole run: %v, %v", whole.Value("offeredLoad"), whole.Value("offeredMemory"))
	}
}

// Clocks in Stockholm are two hours ahead of UTC in summer, one in winter: the month
// ends so much earlier. Months that are named count, whatever the calendar says.
func TestMonths(t *testing.T) {
	at := func(month time.Month, day, hour int) engine.Time {
		return engine.Time(time.Date(1996, month, day, hour, 0, 0, 0, time.UTC).Unix()) * engine.Second
	}
	start := at(time.September, 23, 0)
	var rows []metricstest.Row
	for _, submit := range []engine.Time{at(9, 30, 21), at(9, 30, 22), at(10, 31, 22), at(10, 31, 23), at(12, 31, 22), at(12, 31, 23)} {
		submit -= start
		rows = append(rows, metricstest.Row{Submit: submit, Start: submit, End: submit + 1, Size: 1})
	}
	// Summer time ended on 27 October 1996 at 1 o'clock UTC.
	autumn := time.Date(1996, 10, 27, 1, 0, 0, 0, time.UTC).Unix()
	defer func(before func(string) (func(int64) int, error)) { engine.LoadZone = before }(engine.LoadZone)
	engine.LoadZone = func(name string) (func(unix int64) int, error) {
		if name != "Europe/Stockholm" {
			return nil, fmt.Errorf("no zone %q", name)
		}
		return func(unix int64) int {
			if unix < autumn {
				return 7200
			}
			return 3600
		}, nil
	}
	o := metricstest.Outcome(1, 1, rows, engine.Millisecond)
	months := func() string {
		b := Groups(o, by(grouping.Division{By: "month"}), Index("jobs"), Index("meanWait"))[0]
		return lines(&b)
	}
	if got := months(); got != "month unknown 6 0" {
		t.Error(got)
	}
	o.Workload.Calendar = &engine.Calendar{UnixStart: int64(start / engine.Second), Zone: "Europe/Stockholm"}
	if got := months(); got != "Sep 1996 1 0; Oct 1996 2 0; Nov 1996 1 0; Dec 1996 1 0; Jan 1997 1 0" {
		t.Error(got)
	}
	// October has an hour more than its 31 days, when clocks are put back.
	if m := o.Workload.SubmitMonths(); len(m) != 5 || m[0].Begin != at(8, 31, 22)-start || m[1].Length != 31*engine.Day+engine.Hour {
		t.Errorf("%+v", m)
	}
	o.Workload.Calendar.Zone = "Mars/Olympus"
	if got := months(); got != "Sep 1996 2 0; Oct 1996 2 0; Dec 1996 2 0" {
		t.Error(got)
	}
	o.Workload.Months = []engine.Month{{Year: 2000, Month: 11, Begin: 0, Length: rows[1].Submit}, {Year: 2001, Month: 3, Begin: rows[2].Submit, Length: engine.Day}}
	if got := months(); got != "Nov 2000 1 0; Mar 2001 2 0; month unknown 3 0" {
		t.Error(got)
	}
}

// Of 21 queues with 1, 1, 1, 2, 2, ... jobs the two with the fewest, and of equal ones the
// highest numbers, are put together.
func TestRareClasses(t *testing.T) {
	var rows []metricstest.Row
	var queue []int32
	for q := range int32(21) {
		for range 1 + q/3 {
			rows, queue = append(rows, metricstest.Row{Submit: 0, Start: 0, End: 1, Size: 1}), append(queue, q)
		}
	}
	o := metricstest.Outcome(100, 1, rows, engine.Second)
	o.Workload.Queue = queue
	b := Groups(o, by(grouping.Division{By: "queue"}))[0]
	if b.Len() != grouping.MaxClasses || b.Label[0] != "queue 0" || b.Label[1] != "queue 3" || b.Label[19] != "others" || b.Class[19] != grouping.Others || b.Value(19, Index("jobs")) != 2 {
		t.Errorf("%v %v", b.Class, b.Label)
	}
}

// What is grouped is every job that ended and meets the conditions, once; jobs, work and
// waits add up to those of one group of them all, and groups are found by their keys.
func TestCrossedGroupsAddUp(t *testing.T) {
	division := func(t *rapid.T) grouping.Division {
		a := rapid.SampledFrom(grouping.Attributes).Draw(t, "attribute")
		switch d := (grouping.Division{By: a.Name}); {
		case a.Natural:
			return d
		case rapid.Bool().Draw(t, "by quantiles"):
			d.Quantiles = rapid.IntRange(2, 5).Draw(t, "quantiles")
			return d
		default:
			d.Bounds = []float64{1, 2, 3}
			return d
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		o := randomOutcome(t, false)
		w := o.Workload
		w.Calendar = &engine.Calendar{UnixStart: time.Date(2001, 1, 31, 23, 59, 59, 0, time.UTC).Unix()}
		for range w.Jobs {
			w.Queue = append(w.Queue, int32(rapid.IntRange(-1, 25).Draw(t, "queue")))
			w.Memory = append(w.Memory, int64(rapid.IntRange(-1, 3).Draw(t, "memory"))*perGB/2)
		}
		g := grouping.Grouping{Division: division(t)}
		if rapid.Bool().Draw(t, "each") {
			each := division(t)
			g.Each = &each
		}
		if rapid.Bool().Draw(t, "where") {
			g.Where = []grouping.Condition{{By: "size", Most: ptr(float64(rapid.IntRange(1, 4).Draw(t, "most")))}}
		}
		b := Groups(o, []grouping.Grouping{g, {Where: g.Where}})
		sum := func(b *Breakdown, value func(i int) float64) float64 {
			total := 0.0
			for i := range b.Len() {
				total += value(i)
			}
			return total
		}
		for name, value := range map[string]func(b *Breakdown) float64{
			"jobs": func(b *Breakdown) float64 {
				return sum(b, func(i int) float64 { return b.Value(i, Index("jobs")) })
			},
			"waits": func(b *Breakdown) float64 {
				return sum(b, func(i int) float64 { return b.Value(i, Index("jobs")) * b.Value(i, Index("meanWait")) })
			},
			"work": func(b *Breakdown) float64 {
				if g.By == "month" || g.Each != nil && g.Each.By == "month" {
					return 0 // over the months' own lengths
				}
				return sum(b, func(i int) float64 { return b.Value(i, Index("offeredLoad")) })
			},
		} {
			if got, want := value(&b[0]), value(&b[1]); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
				t.Errorf("%+v: %s add up to %v, want %v", g, name, got, want)
			}
		}
		keys := make([]grouping.Key, b[0].Len())
		panels := map[int32]float64{}
		for i := range keys {
			keys[i] = b[0].Key(i)
			panels[keys[i].Panel] += b[0].Value(i, Index("shareOfJobs"))
			if b[0].Find(keys[i]) != i || b[0].Label[i] == "" {
				t.Errorf("group %d of %+v", i, b[0])
			}
		}
		if !slices.IsSortedFunc(keys, grouping.Key.Compare) || b[0].Find(grouping.Key{Panel: -7, Class: -7}) != -1 {
			t.Errorf("keys %v", keys)
		}
		for panel, share := range panels {
			if !metricstest.Near(share, 1) {
				t.Errorf("shares of panel %d add up to %v", panel, share)
			}
		}
	})
}

// A job with a test run is grouped once, as the row that continues it.
func TestGroupsOfTestRuns(t *testing.T) {
	o := metricstest.Outcome(4, 1, []metricstest.Row{{Submit: 0, Start: 0, End: 1, Size: 1}, {Submit: 0, Start: 5, End: 9, Size: 1, Request: 8}, {Submit: 2, Start: 2, End: 3, Size: 2}}, engine.Second)
	o.Workload.After, o.Workload.Continues = []int32{engine.NoJob, 0, engine.NoJob}, []bool{false, true, false}
	b := Groups(o, by(grouping.Division{By: "accuracy", Bounds: []float64{1}}))[0]
	// The full run waits from the submission of the test run on: 5 s.
	if b.Len() != 2 || b.Value(0, Index("jobs")) != 1 || b.Value(1, Index("jobs")) != 1 || b.Value(1, Index("meanWait")) != 5 {
		t.Errorf("%+v", b)
	}
}
