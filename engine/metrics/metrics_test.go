package metrics

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics/grouping"
	"backfill/engine/metrics/metricstest"
)

// sample is a machine of 4 processors and six jobs (times in seconds):
//
//	row  submit  size  run  start  end
//	0       0      3    20     0    20
//	1       5      2    10    20    30
//	2       6      1     5     6    11   overtakes 1
//	3      10      4     5    30    35   killed
//	4      12      5     -     -     -   refused
//	5      15      1    10    20    30   overtakes 3
//
// and so, after the decisions of each instant:
//
//	from      0   5   6  10  11  12  15  20  30  35
//	busy      3   3   4   4   3   3   3   3   4   0
//	waiting   0   1   1   2   2   2   3   1   0   0   (1; 1,3; 1,3,5; 3)
//	narrowest -   2   2   2   2   2   1   4   -   -
func sample() *engine.Outcome { return metricstest.Outcome(4, 1, sampleRows(), engine.Second) }

func sampleRows() []metricstest.Row {
	return []metricstest.Row{
		{Submit: 0, Size: 3, Start: 0, End: 20},
		{Submit: 5, Size: 2, Start: 20, End: 30},
		{Submit: 6, Size: 1, Start: 6, End: 11},
		{Submit: 10, Size: 4, Start: 30, End: 35, Killed: true},
		{Submit: 12, Size: 5, Start: -1, End: -1, Refused: true},
		{Submit: 15, Size: 1, Start: 20, End: 30},
	}
}

func TestSampleByHand(t *testing.T) {
	want := map[string]float64{
		"jobs": 5,
		// Waits 0, 15, 0, 20, 5; the 95th percentile of five is the ceil(4.75) = 5th.
		"meanWait": 40.0 / 5, "maxWait": 20, "p95Wait": 20,
		// Responses 20, 25, 5, 25, 15.
		"meanResponse": 90.0 / 5,
		// Slowdowns 1, 25/10, 1, 25/5, 15/10.
		"meanSlowdown": 11.0 / 5, "maxSlowdown": 5,
		// Squared deviations from 2.2: 1.44, 0.09, 1.44, 7.84, 0.49.
		"sdSlowdown": math.Sqrt(11.3 / 5),
		// Squares 1, 6.25, 1, 25, 2.25.
		"jainSlowdown": 121.0 / (5 * 35.5),
		// Bounded: 1, 25/10, max(1, 5/10), 25/10, 15/10.
		"meanBoundedSlowdown": 8.5 / 5, "p95BoundedSlowdown": 2.5,
		// Per processor: max(1, 20/60), 25/20, max(1, 5/10), max(1, 25/40), 15/10.
		"meanPerProcessorSlowdown": 5.75 / 5,
		// All ran for less than a minute: response times over 60.
		"meanSlowdownOfMinute": 90.0 / 60 / 5,
		// Neither memory nor a part of anything.
		"offeredMemory": math.NaN(), "shareOfJobs": math.NaN(), "shareOfLoad": math.NaN(),
		// Run times 20, 10, 5, 5, 10.
		"slowdownOfMeans": 90.0 / 50,
		// Areas 60, 20, 5, 20, 10.
		"makespan": 35, "utilization": 115.0 / (4 * 35), "throughput": 5.0 / 35,
		// Last arrival 15: 3·15 of job 0 and 1·5 of job 2.
		"utilizationToLastArrival": 50.0 / (4 * 15), "offeredLoad": 115.0 / (4 * 15),
		// Idle while waiting: 1 in [5, 6), 1 in [11, 20), 1 in [20, 30); a waiting job of
		// size 1 in [15, 20) only.
		"lossOfCapacity": 20.0 / 140, "lossOfCapacityFit": 5.0 / 140,
		"meanQueue": 40.0 / 35, "maxQueue": 3,
		"backfilledShare": 2.0 / 5, "killed": 1, "refused": 1, "unfinished": 0, "cancelled": 0,
		// 20·15 + 20·20 + 10·5 and 60·20 + 20·25 + 5·5 + 20·25 + 10·15.
		"areaWeightedWait": 750.0 / 115, "areaWeightedResponse": 2375.0 / 115,
		// Nobody asked for a start, no command was taken.
		"dedicatedJobs": math.NaN(), "dedicatedOnTime": math.NaN(), "dedicatedDelay": math.NaN(),
		"penalizedRuntime": math.NaN(), "commandsAccepted": math.NaN(), "commandsRefused": math.NaN(),
		// Slowdowns 1, 2.5, 1, 5, 1.5.
		"medianSlowdown": 1.5,
		// Requests are the run times.
		"beliefError": 0, "beliefAccuracy": 1, "believedTooShort": 0, "believedTooLong": 0,
		// No job has a deadline or can be interrupted, and nobody planned.
		"late": math.NaN(), "lateOfAll": math.NaN(), "machineUsage": math.NaN(), "licenceUsage": math.NaN(),
		// The machine has no partitions.
		"strandedProcessors": math.NaN(), "strandedMemory": math.NaN(), "strandedGpus": math.NaN(),
		"preemptions": math.NaN(), "restarts": math.NaN(), "suspensions": math.NaN(), "checkpoints": math.NaN(), "requeues": math.NaN(), "lostWork": math.NaN(),
		"plans": math.NaN(), "planTime": math.NaN(), "planTimeTotal": math.NaN(),
	}
	got := Of(sample())
	for i, d := range Descriptions {
		w, ok := want[d.Name]
		if !ok {
			t.Errorf("no value for %s in this test", d.Name)
		}
		if !metricstest.Near(got[i], w) {
			t.Errorf("%s = %v, want %v", d.Name, got[i], w)
		}
	}
	if len(want) != len(Descriptions) {
		t.Errorf("%d metrics, %d wanted", len(Descriptions), len(want))
	}
}

// mixed is a machine of 4 processors and five jobs (times in seconds):
//
//	row  submit  requested  ready  size  run  start  end
//	0       0        -        0      3    10     0    10
//	1       2        8        8    1,2     5    10    15   extended to 2 processors; overtakes 3; 2 s late
//	2       4        6        6      1     3     6     9   overtakes 3; on time
//	3       5        -        5      4     5    15    20
//	4      20        7       20      1     1    20    21   on time
//
// and so, after the decisions of each instant:
//
//	from      0   5   6   8   9  10  15  20  21
//	busy      3   3   4   4   3   2   4   1   0
//	waiting   0   1   1   2   2   1   0   0   0   (3; 1,3; 3)
func mixed() *engine.Outcome {
	o := metricstest.Outcome(4, 1, []metricstest.Row{
		{Submit: 0, Size: 3, Start: 0, End: 10},
		{Submit: 2, Size: 1, Executed: 2, Start: 10, End: 15, Requested: 8},
		{Submit: 4, Size: 1, Start: 6, End: 9, Requested: 6},
		{Submit: 5, Size: 4, Start: 15, End: 20},
		{Submit: 20, Size: 1, Start: 20, End: 21, Requested: 7},
	}, engine.Second)
	o.Fates = []engine.CommandFate{engine.Accepted, engine.RefusedEnded, engine.RefusedTooMany, engine.NotIssued, engine.Accepted, engine.RefusedEarly}
	return o
}

func TestDedicatedByHand(t *testing.T) {
	got := Of(mixed())
	for name, want := range map[string]float64{
		// Waits 0, 2, 0, 10, 0, responses 10, 7, 3, 15, 1, run times 10, 5, 3, 5, 1.
		"meanWait": 12.0 / 5, "meanResponse": 36.0 / 5, "slowdownOfMeans": (12.0 + 24) / 24, "maxSlowdown": 3,
		"dedicatedJobs": 3, "dedicatedOnTime": 2.0 / 3, "dedicatedDelay": 2.0 / 3,
		"backfilledShare": 2.0 / 5, "commandsAccepted": 2, "commandsRefused": 3,
		// Areas 30, 10, 3, 20, 1; all but the last before the last submission. Job 1 asked for half of its 10.
		"utilization": 64.0 / (4 * 21), "offeredLoad": 59.0 / (4 * 20), "utilizationToLastArrival": 63.0 / (4 * 20),
		"areaWeightedWait": (10.0*2 + 20*10) / 64,
		"meanQueue":        12.0 / 21, "maxQueue": 2,
		// Idle while waiting: 1 in [5, 6), 1 in [9, 10), 2 in [10, 15). The 2 processors of job
		// 1 are more than 1, the 4 of job 3 more than 2.
		"lossOfCapacity": 12.0 / 84, "lossOfCapacityFit": 0,
	} {
		if !metricstest.Near(got.Value(name), want) {
			t.Errorf("%s = %v, want %v", name, got.Value(name), want)
		}
	}
}

// Only a log may say that a job started before its requested start: it did not wait.
// Job 0 runs from 3 to 8, so job 1 waits alone, from 4 to 8.
func TestStartedBeforeItsTime(t *testing.T) {
	got := Of(metricstest.Outcome(1, 1, []metricstest.Row{
		{Submit: 0, Size: 1, Start: 3, End: 8, Requested: 5},
		{Submit: 4, Size: 1, Start: 8, End: 9},
	}, engine.Second))
	for name, want := range map[string]float64{"meanWait": 4.0 / 2, "meanResponse": (5.0 + 5) / 2, "meanQueue": 4.0 / 9, "maxQueue": 1, "dedicatedDelay": 0} {
		if !metricstest.Near(got.Value(name), want) {
			t.Errorf("%s = %v, want %v", name, got.Value(name), want)
		}
	}
}

// The names of the contract, in its order, lead the table.
func TestNamesOfTheContract(t *testing.T) {
	contract := []string{"jobs", "meanWait", "maxWait", "p95Wait", "meanResponse", "meanSlowdown", "meanBoundedSlowdown",
		"p95BoundedSlowdown", "slowdownOfMeans", "utilization", "utilizationToLastArrival", "makespan", "lossOfCapacity",
		"lossOfCapacityFit", "meanQueue", "maxQueue", "backfilledShare", "killed", "refused"}
	for i, name := range contract {
		if Descriptions[i].Name != name {
			t.Errorf("metric %d is %s, want %s", i, Descriptions[i].Name, name)
		}
	}
	seen := map[string]bool{}
	for _, d := range Descriptions {
		if seen[d.Name] || d.Title == "" || d.Doc == "" || d.Formula == "" {
			t.Errorf("%s: described twice or incompletely", d.Name)
		}
		seen[d.Name] = true
	}
}

// Without jobs only counts are defined; nothing undefined reaches JSON.
func TestNoJobs(t *testing.T) {
	for _, o := range []*engine.Outcome{
		metricstest.Outcome(4, 1, nil, engine.Second),
		metricstest.Outcome(4, 1, []metricstest.Row{{Submit: 1, Size: 9, Start: -1, End: -1, Refused: true}}, engine.Second),
	} {
		data, err := json.Marshal(Of(o))
		if err != nil {
			t.Fatal(err)
		}
		want := `{"jobs":0,"killed":0,"refused":0,"unfinished":0,"cancelled":0}`
		if len(o.State) == 1 {
			want = `{"jobs":0,"killed":0,"refused":1,"unfinished":0,"cancelled":0}`
		}
		if string(data) != want {
			t.Errorf("%s, want %s", data, want)
		}
	}
}

// A job still running and one still waiting at the stop are in no mean of jobs, but
// use the machine and lengthen the queue until the last end, 10:
// busy 1·10 + 2·(10-4) = 22 of 40; queue 1·(10-6) = 4.
func TestUnfinished(t *testing.T) {
	got := Of(metricstest.Outcome(4, 1, []metricstest.Row{
		{Submit: 0, Size: 1, Start: 0, End: 10},
		{Submit: 4, Size: 2, Start: 4, End: -1},
		{Submit: 6, Size: 1, Start: -1, End: -1},
	}, engine.Second))
	for name, want := range map[string]float64{
		"jobs": 1, "unfinished": 2, "meanWait": 0, "makespan": 10, "utilization": 22.0 / 40, "meanQueue": 4.0 / 10, "maxQueue": 1,
		"utilizationToLastArrival": (6.0 + 4) / 24, "lossOfCapacity": 4.0 / 40, "lossOfCapacityFit": 4.0 / 40,
	} {
		if !metricstest.Near(got.Value(name), want) {
			t.Errorf("%s = %v, want %v", name, got.Value(name), want)
		}
	}
}

// Two jobs of 1 processor on 8 in units of 4 take 4 each: utilization is of what was
// asked for, 2·10 of 8·10; the waiting third fits nowhere, as nothing is idle.
func TestAllocationUnit(t *testing.T) {
	o := metricstest.Outcome(8, 4, []metricstest.Row{
		{Submit: 0, Size: 1, Start: 0, End: 10},
		{Submit: 0, Size: 1, Start: 0, End: 10},
		{Submit: 0, Size: 2, Start: 10, End: 20},
	}, engine.Second)
	got := Of(o)
	for name, want := range map[string]float64{"utilization": 40.0 / 160, "lossOfCapacity": 0, "lossOfCapacityFit": 0} {
		if !metricstest.Near(got.Value(name), want) {
			t.Errorf("%s = %v, want %v", name, got.Value(name), want)
		}
	}
	if busy := OverTime(o).Busy; busy.At(0) != 8 || busy.At(1) != 4 {
		t.Errorf("busy %v, want 8, 4, 0", busy)
	}
}

func TestSummaryJSON(t *testing.T) {
	want := Of(sample())
	want[Index("meanWait")] = math.NaN()
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got Summary
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		if got[i] != want[i] && !(math.IsNaN(got[i]) && math.IsNaN(want[i])) {
			t.Errorf("%s = %v, want %v", Descriptions[i].Name, got[i], want[i])
		}
	}
	if err := json.Unmarshal([]byte(`{"meanwait": 1}`), &got); err == nil {
		t.Error("an unknown metric was read")
	}
}

// Four jobs that ran 20, 5, 30 and 30 s: the first of a run time of 10 s, twice as long; the
// second as it would; the third, of 40 s, until it was killed 10 s after its request of 20; the
// fourth, of 30 s, ten longer than it requested, since nobody stopped it. So 1 / 4.
func TestPenalizedRuntime(t *testing.T) {
	o := metricstest.Outcome(4, 1, []metricstest.Row{{Size: 1, End: 20}, {Size: 1, End: 5}, {Size: 1, End: 30}, {Size: 1, End: 30}}, engine.Second)
	o.VariableRate = true
	for j, run := range []engine.Time{10, 5, 40, 30} {
		o.Workload.Jobs[j].Run, o.Workload.Jobs[j].Estimate = run*engine.Second, min(run, 20)*engine.Second
	}
	o.State[2] = engine.Killed
	if got := Of(o).Value("penalizedRuntime"); !metricstest.Near(got, 0.25) {
		t.Errorf("%v, want 0.25", got)
	}
}

// Jobs of 8 = 5 + 3, 4 and 6 = 2 + 2 + 2 processors.
func TestGroupsByComponents(t *testing.T) {
	o := metricstest.Outcome(20, 1, []metricstest.Row{{Submit: 0, Size: 8, Start: 0, End: 9}, {Submit: 0, Size: 4, Start: 0, End: 9}, {Submit: 0, Size: 6, Start: 0, End: 9}}, engine.Second)
	o.Workload.Components = [][]int32{{5, 3}, nil, {2, 2, 2}}
	for by, want := range map[string]string{
		"components": "[1 component 2 components 3 or more components]",
		"widest":     "[1–2 processors 3–4 processors 5 or more processors]",
	} {
		bounds := map[string][]float64{"components": {1, 2}, "widest": {2, 4}}[by]
		b := Groups(o, []grouping.Grouping{{Division: grouping.Division{By: by, Bounds: bounds}}})[0]
		if got := fmt.Sprint(b.Label); got != want || b.Len() != 3 {
			t.Errorf("%s: %s, want %s", by, got, want)
		}
	}
}
