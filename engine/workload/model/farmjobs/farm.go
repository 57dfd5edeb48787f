// Package farmjobs is the model of Baraglia and others of jobs for a farm of unequal computers, with licences,
// deadlines and checkpoints. It knows no policy.
package farmjobs

import (
	"fmt"
	"math"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/random"
	"backfill/engine/workload/table"
)

// Kind is the model with its published parameters, or others.
var Kind = workload.Kind{
	Description: param.Description{
		Kind: "farm",
		Name: "Jobs of a farm",
		Doc: "Draws jobs that need licences and most of which have deadlines, for a farm of unequal computers: exponential times between arrivals, all else uniform, run times that are known exactly. " +
			"A job that no computer of the farm can run is drawn anew.",
		Source: "Baraglia, Capannini, Dazzi, Pagano, A multi-criteria job scheduling framework for large computing farms",
		Params: []param.Param{
			{Name: "jobs", Kind: param.Integer, Unit: "jobs", Min: 1, Max: 1_000_000, Default: int64(1500), Doc: "How many to draw."},
			{Name: "meanGap", Kind: param.Number, Unit: "s", Min: 0.001, Max: table.MaxMean, Default: 4.0, Doc: "Mean of the exponential times between arrivals (Ta)."},
			{Name: "estimateMin", Kind: param.Number, Unit: "s", Min: 0.001, Max: table.MaxMean, Default: 500.0, Doc: "Least run time, on a computer of the job's benchmark."},
			{Name: "estimateMax", Kind: param.Number, Unit: "s", Min: 0.001, Max: table.MaxMean, Default: 3000.0, Doc: "Greatest run time, on a computer of the job's benchmark."},
			{Name: "benchmarkMin", Kind: param.Integer, Unit: "MIPS", Min: 1, Max: farm.MaxSpeed, Default: int64(200), Doc: "Least speed of the computer that a job's run time holds on."},
			{Name: "benchmarkMax", Kind: param.Integer, Unit: "MIPS", Min: 1, Max: farm.MaxSpeed, Default: int64(600), Doc: "Greatest speed of the computer that a job's run time holds on."},
			{Name: "processorsMin", Kind: param.Integer, Unit: "processors", Min: 1, Max: farm.MaxComputerProcessors, Default: int64(1), Doc: "Least processors of a job."},
			{Name: "processorsMax", Kind: param.Integer, Unit: "processors", Min: 1, Max: farm.MaxComputerProcessors, Default: int64(8), Doc: "Most processors of a job."},
			{Name: "licenceNeed", Kind: param.Number, Min: 0, Max: 1, Default: 0.2, Doc: "Probability that a job needs a licence, for each of those that the farm has."},
			{Name: "checkpointShare", Kind: param.Number, Min: 0, Max: 1, Default: 0.02, Doc: "Probability that a job keeps what it has done when it is preempted, wherever it goes on."},
			{Name: "deadlineShare", Kind: param.Number, Min: 0, Max: 1, Default: 0.7, Doc: "Probability that a job has a deadline."},
			{Name: "deadlineMin", Kind: param.Number, Min: 0, Max: table.MaxMean, Default: 25.0, Doc: "Least number d that makes a deadline."},
			{Name: "deadlineMax", Kind: param.Number, Min: 0, Max: table.MaxMean, Default: 150.0, Doc: "Greatest number d that makes a deadline."},
			{Name: "deadlines", Kind: param.Choice, Choices: []string{"margin", "absolute", "share"}, Default: "margin",
				Doc: "How long after its submission a job with run time e has its deadline: margin, e and d percent of it; absolute, e and d seconds; share, d percent of e, which no computer of the job's benchmark can keep if d is below 100."},
			{Name: "speedUp", Kind: param.Boolean, Default: false,
				Doc: "Whether the run times that are drawn are those on one processor, so that a job on c of them runs a c-th of that."},
		},
	},
	Random: true,
	Make:   makeWorkload,
}

// mostDraws of one job.
const mostDraws = 1000

// makeWorkload draws jobs for in.Farm; without one they need no licences and all are kept.
//
// Each attribute has a stream of its own, of which a job takes one number; width and licences
// of a job are drawn from a stream of that job, again until some computer can run it: no other
// attribute matters for that. So the same jobs come out whatever the times between them are.
func makeWorkload(v param.Values, in workload.Inputs) (*engine.Workload, *workload.Report, error) {
	const (
		gapStream = iota
		runStream
		benchmarkStream
		demandStream
		checkpointStream
		deadlineStream
		marginStream
	)
	for _, name := range []string{"estimate", "benchmark", "processors", "deadline"} {
		if low, high := v[name+"Min"], v[name+"Max"]; asFloat(low) > asFloat(high) {
			return nil, nil, &param.Error{Path: "/" + name + "Max", Value: param.Format(high),
				Reason: fmt.Sprintf("a number of at least %sMin, %s, is accepted", name, param.Format(low))}
		}
	}
	gaps, runs, benchmarks, demands := in.Stream(gapStream), in.Stream(runStream), in.Stream(benchmarkStream), in.Stream(demandStream)
	checkpoints, deadlines, margins := in.Stream(checkpointStream), in.Stream(deadlineStream), in.Stream(marginStream)

	n := int(v.Int("jobs"))
	w := &engine.Workload{Jobs: make([]engine.Job, n), Benchmark: make([]int32, n), Checkpoints: make([]bool, n), Deadline: make([]engine.Time, n)}
	kinds := 0
	if in.Farm != nil {
		kinds = len(in.Farm.Copies())
		w.Licences = make([]engine.Licences, n)
	}
	at, redrawn := 0.0, 0
	for i := range w.Jobs {
		at += float64(gaps.Exponential() * v.Float("meanGap"))
		job := &w.Jobs[i]
		job.Submit = min(table.Latest, engine.FromSeconds(at))
		w.Benchmark[i] = wholeFrom(benchmarks, v.Int("benchmarkMin"), v.Int("benchmarkMax"))
		w.Checkpoints[i] = checkpoints.Uniform() < v.Float("checkpointShare")

		own := demands.Split()
		draws := 0
		for {
			needs := engine.Licences(0)
			job.Processors = wholeFrom(own, v.Int("processorsMin"), v.Int("processorsMax"))
			for l := range kinds {
				if own.Uniform() < v.Float("licenceNeed") {
					needs |= 1 << l
				}
			}
			if in.Farm == nil {
				break
			}
			if draws++; in.Farm.Runs(job.Processors, needs) {
				w.Licences[i] = needs
				break
			}
			if draws == mostDraws {
				return nil, nil, unrunnable(v, in.Farm)
			}
			redrawn++
		}

		run := numberFrom(runs, v.Float("estimateMin"), v.Float("estimateMax"))
		if v.Bool("speedUp") {
			run /= float64(job.Processors)
		}
		job.Run = max(engine.Millisecond, engine.FromSeconds(run))
		job.Estimate = job.Run
		due, margin := deadlines.Uniform() < v.Float("deadlineShare"), numberFrom(margins, v.Float("deadlineMin"), v.Float("deadlineMax"))
		switch v.Text("deadlines") {
		case "margin":
			margin = run + float64(run*margin/100)
		case "absolute":
			margin += run
		case "share":
			margin = float64(run * margin / 100)
		}
		w.Deadline[i] = -1
		if due {
			w.Deadline[i] = min(table.Latest, job.Submit+engine.FromSeconds(min(margin, table.MaxSeconds)))
		}
	}
	report := workload.ReportOf(w)
	if redrawn > 0 {
		report.Notes = append(report.Notes, fmt.Sprintf("%d draws of jobs that no computer can run were replaced", redrawn))
	}
	return w, report, nil
}

// unrunnable is the error about jobs of which none was found that the farm can run.
func unrunnable(v param.Values, farm *farm.Machine) error {
	if low, widest := v.Int("processorsMin"), farm.Widest(0); low > int64(widest) {
		return &param.Error{Path: "/processorsMin", Value: fmt.Sprint(low), Reason: fmt.Sprintf("no computer of the farm has as many; at most %d is accepted", widest)}
	}
	return &param.Error{Path: "/licenceNeed", Value: fmt.Sprint(v.Float("licenceNeed")),
		Reason: fmt.Sprintf("of %d jobs drawn one after another none could run on any computer of the farm; a smaller number, or computers that are wider or may use more licences, are accepted", mostDraws)}
}

// wholeFrom is a number from low to high, both included.
func wholeFrom(s *random.Stream, low, high int64) int32 {
	return int32(low) + int32(math.Floor(float64(s.Uniform()*float64(high-low+1))))
}

// numberFrom is a number from low to high.
func numberFrom(s *random.Stream, low, high float64) float64 {
	return low + float64(s.Uniform()*(high-low))
}

// asFloat is a checked value, whole or not.
func asFloat(value any) float64 {
	if whole, is := value.(int64); is {
		return float64(whole)
	}
	return value.(float64)
}
