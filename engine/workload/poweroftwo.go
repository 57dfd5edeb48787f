package workload

import (
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/portable"
	"backfill/engine/workload/table"
)

var powerOfTwoKind = Kind{
	Description: param.Description{
		Kind: "power-of-two",
		Name: "Powers of two",
		Doc: "Draws sizes that become rarer the larger they are, powers of two three times as often as their neighbours, with exponential times between arrivals and exponential run times, which jobs request exactly; " +
			"large jobs are split into components.",
		Source: coallocationSource,
		Params: slices.Concat([]param.Param{
			{Name: "jobs", Kind: param.Integer, Unit: "jobs", Min: 1, Max: 10_000_000, Default: int64(20_000), Doc: "How many to draw."},
			{Name: "q", Kind: param.Number, Min: 0.001, Max: 1, Default: 0.85, Doc: "Frequency of a size by that of the size one smaller."},
			{Name: "min", Kind: param.Integer, Unit: "processors", Min: 1, Max: 10_000, Default: int64(1), Doc: "Smallest size (n1)."},
			{Name: "max", Kind: param.Integer, Unit: "processors", Min: 1, Max: 10_000, Default: int64(38), Doc: "Largest size (n2)."},
			{Name: "meanRun", Kind: param.Number, Unit: "s", Min: 0.01, Max: table.MaxMean, Default: 10.0, Doc: "Mean of the exponential run times."},
			{Name: "meanGap", Kind: param.Number, Unit: "s", Min: 0.001, Max: table.MaxMean, Default: 0.64, Doc: "Mean of the exponential times between arrivals."},
		}, splitParams),
	},
	Random: true,
	Make:   makePowerOfTwo,
}

// makePowerOfTwo draws jobs whose estimates are their run times.
func makePowerOfTwo(v param.Values, in Inputs) (*engine.Workload, *Report, error) {
	const (
		gapStream = iota
		runStream
		sizeStream
		splitStream
	)
	if v.Int("min") > v.Int("max") {
		return nil, nil, &param.Error{Path: "/max", Value: param.Format(v["max"]), Reason: "a size of at least min, " + param.Format(v["min"]) + ", is accepted"}
	}
	weights := powerOfTwoWeights(v.Float("q"), int(v.Int("min")), int(v.Int("max")))
	cumulative := make([]float64, len(weights))
	sum := 0.0
	for size, weight := range weights {
		sum += weight
		cumulative[size] = sum
	}
	gaps, runs, sizes := in.stream(gapStream), in.stream(runStream), in.stream(sizeStream)
	meanGap, meanRun := v.Float("meanGap"), v.Float("meanRun")
	jobs := make([]engine.Job, v.Int("jobs"))
	at := 0.0
	for i := range jobs {
		at += float64(gaps.Exponential() * meanGap)
		run := max(engine.Millisecond, engine.FromSeconds(float64(runs.Exponential()*meanRun)))
		size, _ := slices.BinarySearch(cumulative[:len(cumulative)-1], float64(sizes.Uniform()*sum))
		jobs[i] = engine.Job{Submit: min(table.Latest, engine.FromSeconds(at)), Run: run, Estimate: run, Processors: int32(size)}
	}
	w := &engine.Workload{Jobs: jobs}
	s := newSplit(v, weights, in.stream(splitStream))
	w.Components = s.components(jobs)
	report := reportOf(w)
	report.Notes = append(report.Notes, s.note(w.Components))
	return w, report, nil
}

// powerOfTwoWeights are the relative frequencies of the sizes from 0 to high; those below
// low have none. 1 counts as a power of two.
func powerOfTwoWeights(q float64, low, high int) []float64 {
	weights := make([]float64, high+1)
	for size := low; size <= high; size++ {
		weights[size] = portable.Pow(q, float64(size))
		if size&(size-1) == 0 {
			weights[size] = float64(3 * weights[size])
		}
	}
	return weights
}
