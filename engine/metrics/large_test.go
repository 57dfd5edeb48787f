package metrics

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/metrics/grouping"
	"backfill/engine/metrics/metricstest"
	"backfill/engine/metrics/stats"
)

// firstCome is an outcome of n jobs of the shape of an archive log under first come,
// first served without backfilling, on 128 processors: queues get long and sizes mixed.
func firstCome(n int) *engine.Outcome {
	random := rand.New(rand.NewPCG(1, 2))
	w := &engine.Workload{Jobs: make([]engine.Job, n), User: make([]int32, n)}
	o := &engine.Outcome{Workload: w, Processors: 128, Unit: 1, Start: make([]engine.Time, n), End: make([]engine.Time, n),
		State: make([]engine.JobState, n), Overtook: make([]bool, n), StartOrder: make([]int32, n), EndOrder: make([]int32, n)}
	// free[p] is when processor p is free, sorted.
	free := make([]engine.Time, o.Processors)
	var submit, previous engine.Time
	for j := range n {
		run := engine.Second * engine.Time(1+random.IntN(1<<random.IntN(15)))
		size := int32(1) << random.IntN(7)
		submit += engine.Time(random.IntN(800)) * engine.Second
		start := max(submit, free[size-1], previous)
		end := start + run
		previous = start
		place, _ := slices.BinarySearch(free, end)
		copy(free, free[size:place])
		for p := max(place, int(size)) - int(size); p < max(place, int(size)); p++ {
			free[p] = end
		}
		w.Jobs[j] = engine.Job{Submit: submit, Run: run, Estimate: 2 * run, Processors: size}
		w.User[j] = int32(random.IntN(1 + random.IntN(200)))
		o.Start[j], o.End[j], o.State[j] = start, end, engine.Completed
		o.StartOrder[j], o.EndOrder[j] = int32(j), int32(j)
	}
	slices.SortStableFunc(o.EndOrder, func(a, b int32) int { return int(o.End[a] - o.End[b]) })
	return o
}

// The same digits on every platform: these were printed natively on amd64.
func TestDigits(t *testing.T) {
	got := Of(firstCome(20_000))
	for name, want := range map[string]float64{
		"jobs":                     20000,
		"meanWait":                 1297.2307000000001,
		"maxWait":                  33255,
		"p95Wait":                  7848,
		"meanResponse":             2383.6628000000001,
		"meanSlowdown":             276.06435111243314,
		"meanBoundedSlowdown":      59.502425080687111,
		"p95BoundedSlowdown":       391.10000000000002,
		"slowdownOfMeans":          2.1940283244576446,
		"utilization":              0.38988400130876472,
		"utilizationToLastArrival": 0.38983516906222038,
		"makespan":                 7989977,
		"lossOfCapacity":           0.080626684102156995,
		"lossOfCapacityFit":        0.072434847512702474,
		"meanQueue":                3.2471450168129397,
		"maxQueue":                 78,
		"throughput":               0.002503136116662163,
		"offeredLoad":              0.39008275368192413,
		"areaWeightedWait":         1682.0077253602237,
		"areaWeightedResponse":     9062.8376403151997,
		"meanPerProcessorSlowdown": 15.671889562089065,
		"maxSlowdown":              30702,
		"sdSlowdown":               1384.8730771524233,
		"jainSlowdown":             0.03821879571989166,
	} {
		if !metricstest.Near(got.Value(name), want) {
			t.Errorf("%s = %.17g, want %.17g", name, got.Value(name), want)
		}
	}
}

func BenchmarkOf(b *testing.B) { benchmark(b, func(o *engine.Outcome) { Of(o) }) }
func BenchmarkSteady(b *testing.B) {
	benchmark(b, func(o *engine.Outcome) { Steady(o, 100_000, 100_000) })
}
func BenchmarkSeries(b *testing.B) { benchmark(b, func(o *engine.Outcome) { OverTime(o) }) }
func BenchmarkGroups(b *testing.B) {
	benchmark(b, func(o *engine.Outcome) {
		Groups(o, by(grouping.Division{By: "size", Quantiles: 4}, grouping.Division{By: "runTime", Bounds: []float64{60, 600, 3600}}, grouping.Division{By: "user", Quantiles: 4}))
	})
}
func BenchmarkDistribution(b *testing.B) {
	benchmark(b, func(o *engine.Outcome) { stats.DistributionOf(BoundedSlowdowns(o), 400) })
}

// BenchmarkOf500 is one of the thousands of workloads of a sweep.
func BenchmarkOf500(b *testing.B) {
	o := firstCome(500)
	b.ReportAllocs()
	for b.Loop() {
		Of(o)
	}
}

func benchmark(b *testing.B, f func(*engine.Outcome)) {
	const n = 1_000_000
	o := firstCome(n)
	b.ReportAllocs()
	for b.Loop() {
		f(o)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/job")
}

// BenchmarkGroupsOfMonths is a log of 60,000 jobs in ten months, by queue each month.
func BenchmarkGroupsOfMonths(b *testing.B) {
	o := firstCome(60_000)
	w := o.Workload
	w.Calendar = &engine.Calendar{UnixStart: 970358400}
	last := w.Jobs[len(w.Jobs)-1].Submit
	for j := range w.Jobs {
		w.Queue = append(w.Queue, int32(j%12))
		w.Jobs[j].Submit = w.Jobs[j].Submit * 300 / (1 + last/engine.Day) // over 300 days
	}
	groupings := []grouping.Grouping{{Division: grouping.Division{By: "queue"}, Each: &grouping.Division{By: "month"}}}
	b.ReportAllocs()
	for b.Loop() {
		Groups(o, groupings)
	}
}
