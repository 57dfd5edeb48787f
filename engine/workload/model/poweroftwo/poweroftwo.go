// Package poweroftwo is the model of Ngubiri and van Vliet for multi-clusters: sizes that are
// often powers of two, with large jobs split into components.
package poweroftwo

import (
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/portable"
	"backfill/engine/workload"
	"backfill/engine/workload/table"
	"backfill/engine/workload/transform"
)

// Kind is the model with its published parameters, or others.
var Kind = workload.Kind{
	Description: param.Description{
		Kind: "power-of-two",
		Name: "Powers of two",
		Doc: "Draws sizes that become rarer the larger they are, powers of two three times as often as their neighbours, with exponential times between arrivals and exponential run times, which jobs request exactly; " +
			"large jobs are split into components.",
		Source: transform.CoallocationSource,
		Params: slices.Concat([]param.Param{
			{Name: "jobs", Kind: param.Integer, Unit: "jobs", Min: 1, Max: 10_000_000, Default: int64(20_000), Doc: "How many to draw."},
			{Name: "q", Kind: param.Number, Min: 0.001, Max: 1, Default: 0.85, Doc: "Frequency of a size by that of the size one smaller."},
			{Name: "min", Kind: param.Integer, Unit: "processors", Min: 1, Max: 10_000, Default: int64(1), Doc: "Smallest size (n1)."},
			{Name: "max", Kind: param.Integer, Unit: "processors", Min: 1, Max: 10_000, Default: int64(38), Doc: "Largest size (n2)."},
			{Name: "meanRun", Kind: param.Number, Unit: "s", Min: 0.01, Max: table.MaxMean, Default: 10.0, Doc: "Mean of the exponential run times."},
			{Name: "meanGap", Kind: param.Number, Unit: "s", Min: 0.001, Max: table.MaxMean, Default: 0.64, Doc: "Mean of the exponential times between arrivals."},
		}, transform.SplitParams),
	},
	Random: true,
	Make:   makeWorkload,
}

// makeWorkload draws jobs whose estimates are their run times.
func makeWorkload(v param.Values, in workload.Inputs) (*engine.Workload, *workload.Report, error) {
	const (
		gapStream = iota
		runStream
		sizeStream
		splitStream
	)
	if v.Int("min") > v.Int("max") {
		return nil, nil, &param.Error{Path: "/max", Value: param.Format(v["max"]), Reason: "a size of at least min, " + param.Format(v["min"]) + ", is accepted"}
	}
	weights := weightsOf(v.Float("q"), int(v.Int("min")), int(v.Int("max")))
	cumulative := make([]float64, len(weights))
	sum := 0.0
	for size, weight := range weights {
		sum += weight
		cumulative[size] = sum
	}
	gaps, runs, sizes := in.Stream(gapStream), in.Stream(runStream), in.Stream(sizeStream)
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
	s := transform.NewSplitter(v, weights, in.Stream(splitStream))
	w.Components = s.Components(jobs)
	report := workload.ReportOf(w)
	report.Notes = append(report.Notes, s.Note(w.Components))
	return w, report, nil
}

// weightsOf are the relative frequencies of the sizes from 0 to high; those below
// low have none. 1 counts as a power of two.
func weightsOf(q float64, low, high int) []float64 {
	weights := make([]float64, high+1)
	for size := low; size <= high; size++ {
		weights[size] = portable.Pow(q, float64(size))
		if size&(size-1) == 0 {
			weights[size] = float64(3 * weights[size])
		}
	}
	return weights
}
