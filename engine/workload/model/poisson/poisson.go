// Package poisson is the source of jobs of queueing theory: exponential times between arrivals, and run times and sizes
// of a chosen distribution, all independent of each other. Where there is a closed form for the mean wait, it knows that,
// too.
package poisson

import (
	"fmt"
	"math"
	"math/bits"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/portable"
	"backfill/engine/workload"
	"backfill/engine/workload/random"
	"backfill/engine/workload/table"
	"backfill/engine/workload/transform"
)

// Kind is the model with all its parameters.
var Kind = workload.Kind{
	Description: param.Description{
		Kind: "poisson",
		Name: "Poisson arrivals",
		Doc: "Draws jobs as queueing theory has them: exponential times between arrivals, and run times and sizes from a chosen distribution, independent of each other; jobs request exactly their run times. " +
			"On a cluster under FCFS with jobs of one size this is M/M/c or, where they run one at a time, M/G/1: then the closed forms for the steady state stand beside what is measured.",
		Source: "Kleinrock, Queueing systems, volume 1: theory, 1975",
		Params: []param.Param{
			{Name: "jobs", Kind: param.Integer, Unit: "jobs", Min: 1, Max: 10_000_000, Default: int64(10_000), Doc: "How many to draw. The busier the machine, the more it takes until the beginning with an empty one is forgotten."},
			{Name: "processors", Kind: param.Integer, Unit: "processors", Min: 1, Max: engine.MaxProcessors,
				Doc: "Size of the machine that the load is for and that the largest jobs may fill, the scenario's if left out."},
			{Name: "load", Kind: param.Number, Min: 0.001, Max: 100, Title: "Load (expected)",
				Doc: "Expected offered load, 0.8 if neither it nor meanGap is given: mean size times mean run time, by the processors times the mean time between arrivals. The offered load of the jobs that are drawn differs from it by chance. From 1 on there is no steady state."},
			{Name: "meanGap", Kind: param.Number, Unit: "s", Min: 0.001, Max: maxMean, Doc: "Instead of a load: mean of the exponential times between arrivals."},
			{Name: "meanRun", Kind: param.Number, Unit: "s", Min: 1, Max: maxMean, Default: 100.0, Doc: "Mean of the run times."},
			{Name: "runs", Title: "Run times", Kind: param.Choice, Choices: []string{"exponential", "constant", "uniform", "erlang", "hyperexponential", "lognormal"}, Default: "exponential",
				Doc: "Distribution of the run times: uniform from 0 to twice the mean; erlang, the sum of several exponential phases; hyperexponential, one of two exponential distributions whose shares of all work are equal."},
			{Name: "cv", Title: "Coefficient of variation", Kind: param.Number, Min: 0.01, Max: 10, Default: 2.0, Only: &param.Only{Name: "runs", In: []string{"hyperexponential", "lognormal"}}, Doc: "Coefficient of variation, standard deviation over mean, of hyperexponential run times (from 1 on) and of lognormal ones; the others have their own."},
			{Name: "phases", Kind: param.Integer, Min: 1, Max: 1000, Default: int64(4), Only: &param.Only{Name: "runs", In: []string{"erlang"}}, Doc: "Number of phases of erlang run times, whose coefficient of variation is the square root of its reciprocal."},
			{Name: "sizes", Kind: param.Choice, Choices: []string{"one", "constant", "uniform", "powersOfTwo"}, Default: "one",
				Doc: "Processors of jobs: one, the same number for all, each number up to the largest with equal probability, or each power of two up to it."},
			{Name: "size", Kind: param.Integer, Unit: "processors", Min: 1, Max: engine.MaxProcessors, Only: &param.Only{Name: "sizes", In: []string{"constant", "uniform", "powersOfTwo"}},
				Doc: "Processors of all jobs if sizes are constant (1 if left out), else of the largest ones (the machine's if left out); sizes of one need none."},
		},
	},
	Random: true,
	Make:   makeWorkload,
	Queue:  queue,
}

// maxMean of times that are drawn, in seconds: some four months.
const maxMean = 1e7

// defaultLoad is the expected load if nothing is said about arrivals.
const defaultLoad = 0.8

// model is what jobs are drawn from.
type model struct {
	gap, run   float64 // means, s
	runs       string  // as the parameter
	cv         float64 // of run times, whatever their distribution
	phases     int64
	sizes      string
	size       int32
	meanSize   float64
	processors int32 // 0 if they are not known and do not matter
}

// modelOf are the parameters on a machine of so many processors, 0 if it is not one pool.
func modelOf(v param.Values, processors int32) (*model, error) {
	m := &model{run: v.Float("meanRun"), runs: v.Text("runs"), phases: v.Int("phases"), sizes: v.Text("sizes"), processors: processors}
	if v.Has("processors") {
		m.processors = int32(v.Int("processors"))
	}
	if v.Has("load") && v.Has("meanGap") {
		return nil, &param.Error{Path: "/meanGap", Value: param.Format(v["meanGap"]), Reason: "load is given too; one of load and meanGap is accepted"}
	}
	anySize := m.sizes == "uniform" || m.sizes == "powersOfTwo"
	if m.processors == 0 && (!v.Has("meanGap") || anySize && !v.Has("size")) {
		return nil, &param.Error{Path: "/processors", Reason: "missing, and the machine is not one pool whose size could be used; the number of processors is accepted"}
	}
	switch m.runs {
	case "exponential":
		m.cv = 1
	case "constant":
	case "uniform":
		m.cv = 1 / math.Sqrt(3)
	case "erlang":
		m.cv = 1 / math.Sqrt(float64(m.phases))
	default:
		m.cv = v.Float("cv")
	}
	if m.runs == "hyperexponential" && m.cv < 1 {
		return nil, &param.Error{Path: "/cv", Value: param.Format(v["cv"]), Reason: "a number of at least 1 is accepted for hyperexponential run times"}
	}
	m.size = 1
	if anySize {
		m.size = m.processors
	}
	if v.Has("size") && m.sizes != "one" {
		m.size = int32(v.Int("size"))
	}
	switch powers := bits.Len32(uint32(m.size)); m.sizes {
	case "uniform":
		m.meanSize = float64(m.size+1) / 2
	case "powersOfTwo":
		m.meanSize = float64(uint32(1)<<powers-1) / float64(powers)
	default:
		m.meanSize = float64(m.size)
	}
	if v.Has("meanGap") {
		m.gap = v.Float("meanGap")
		return m, nil
	}
	load := defaultLoad
	if v.Has("load") {
		load = v.Float("load")
	}
	m.gap = float64(m.meanSize*m.run) / float64(load*float64(m.processors))
	return m, nil
}

// load is the expected offered load on so many processors.
func (m *model) load(processors int32) float64 {
	return float64(m.meanSize*m.run) / float64(float64(processors)*m.gap)
}

// makeWorkload draws jobs whose estimates are their run times. Each attribute has a stream of its own.
func makeWorkload(v param.Values, in workload.Inputs) (*engine.Workload, *workload.Report, error) {
	const (
		gapStream = iota
		runStream
		sizeStream
	)
	m, err := modelOf(v, in.Processors)
	if err != nil {
		return nil, nil, err
	}
	gaps, runs, sizes := in.Stream(gapStream), in.Stream(runStream), in.Stream(sizeStream)
	jobs := make([]engine.Job, v.Int("jobs"))
	at := 0.0 // s
	for i := range jobs {
		at += float64(gaps.Exponential() * m.gap)
		if at > table.MaxSeconds {
			path := "/load"
			if v.Has("meanGap") {
				path = "/meanGap"
			}
			return nil, nil, &param.Error{Path: path, Reason: fmt.Sprintf("job %d would be submitted after %d s, the latest time that is accepted; fewer jobs, a higher load or a shorter mean gap are accepted", i+1, int64(table.MaxSeconds))}
		}
		run := max(engine.Millisecond, engine.FromSeconds(min(table.MaxSeconds, m.runTime(runs))))
		jobs[i] = engine.Job{Submit: engine.FromSeconds(at), Run: run, Estimate: run, Processors: m.processorsOf(sizes)}
	}
	w := &engine.Workload{Jobs: jobs, Machine: m.processors}
	report := workload.ReportOf(w)
	if m.processors > 0 {
		expected := m.load(m.processors)
		on := "one processor"
		if m.processors > 1 {
			on = fmt.Sprintf("%d processors", m.processors)
		}
		note := fmt.Sprintf("the expected offered load on %s is %.4g", on, expected)
		if drawn := transform.OfferedLoad(w, m.processors); !math.IsNaN(drawn) {
			note += fmt.Sprintf("; that of the jobs that were drawn is %.4g", drawn)
		}
		if expected >= 1 {
			note += "; there is no steady state: the more jobs, the longer they wait on average"
		}
		report.Notes = append(report.Notes, note)
	}
	return w, report, nil
}

// runTime draws a run time in seconds.
func (m *model) runTime(s *random.Stream) float64 {
	switch m.runs {
	case "constant":
		return m.run
	case "uniform":
		return float64(2 * float64(m.run*s.Uniform()))
	case "erlang":
		return s.Gamma(float64(m.phases), m.run/float64(m.phases))
	case "hyperexponential":
		// Branches of probability p and 1-p with means run/(2p) and run/(2(1-p)).
		squared := float64(m.cv * m.cv)
		p := float64(0.5 * (1 + math.Sqrt((squared-1)/(squared+1))))
		if s.Uniform() >= p {
			p = 1 - p
		}
		return float64(s.Exponential()*m.run) / float64(2*p)
	case "lognormal":
		variance := portable.Log(1 + float64(m.cv*m.cv)) // of the logarithm
		return float64(m.run * portable.Exp(float64(math.Sqrt(variance)*s.Normal())-float64(0.5*variance)))
	}
	return float64(m.run * s.Exponential())
}

// processorsOf draws a size.
func (m *model) processorsOf(s *random.Stream) int32 {
	switch m.sizes {
	case "uniform":
		return 1 + int32(float64(s.Uniform()*float64(m.size)))
	case "powersOfTwo":
		return 1 << int32(float64(s.Uniform()*float64(bits.Len32(uint32(m.size)))))
	}
	return m.size
}
