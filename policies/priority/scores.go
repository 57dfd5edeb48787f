package priority

import (
	"math"

	"backfill/engine"
	"backfill/engine/portable"
)

// score is a published priority of a waiting job that depends on more than its wait and its request: the larger goes first, so that of a
// published one of which the lowest goes first it is the negative.
type score func(job *engine.Job, wait engine.Time) float64

// scores by name, in the order in which they are offered, with r the requested time in s, n the processors, s the time of submission in s
// on the clock of the workload and w the wait in s. Nothing is divided by zero: r is at least 1 ms, s below 1 s counts as 1 s, and one
// processor counts as two where the logarithm of n divides.
//
// Source: Carastan-Santos and de Camargo, Obtaining dynamic scheduling policies with simulation and machine learning, SC 2017 (F1 to F4);
// Tang, Lan, Desai and Buettner, Fault-aware, utility-based job scheduling on Blue Gene/P systems, Cluster 2009 (WFP3 and UNICEF, which
// some papers call UNICEP); Zhang et al., RLScheduler, SC 2020, and its program (unicep, under which jobs of one processor go before all others).
var scores = []struct {
	name  string
	score score
	exact func(job *engine.Job) fraction // what the score grows with, where that is one fraction
}{
	{"ljf", func(job *engine.Job, _ engine.Time) float64 { return float64(job.Estimate) }, nil},
	{"saf", func(job *engine.Job, _ engine.Time) float64 { return -area(job) }, nil},
	{"laf", func(job *engine.Job, _ engine.Time) float64 { return area(job) }, nil},
	{"srf", func(job *engine.Job, _ engine.Time) float64 { return -ratio(job) },
		func(job *engine.Job) fraction { return fraction{engine.Time(job.Processors), job.Estimate} }},
	{"lrf", func(job *engine.Job, _ engine.Time) float64 { return ratio(job) },
		func(job *engine.Job) fraction { return fraction{job.Estimate, engine.Time(job.Processors)} }},
	{"f1", func(job *engine.Job, _ engine.Time) float64 {
		return -float64(log10(job.Estimate.Seconds())*float64(job.Processors)) - float64(870*logSubmit(job))
	}, nil},
	{"f2", func(job *engine.Job, _ engine.Time) float64 {
		return -float64(math.Sqrt(job.Estimate.Seconds())*float64(job.Processors)) - float64(25600*logSubmit(job))
	}, nil},
	{"f3", func(job *engine.Job, _ engine.Time) float64 {
		return -float64(area(job)/1000) - float64(6.86e6*logSubmit(job))
	}, nil},
	{"f4", func(job *engine.Job, _ engine.Time) float64 {
		return -float64(job.Estimate.Seconds()*math.Sqrt(float64(job.Processors))) - float64(5.3e5*logSubmit(job))
	}, nil},
	{"wfp3", func(job *engine.Job, wait engine.Time) float64 {
		x := float64(wait) / float64(job.Estimate)
		return float64(x*x*x) * float64(job.Processors)
	}, nil},
	{"unicef", func(job *engine.Job, wait engine.Time) float64 {
		return float64(wait) / float64(job.Estimate) / portable.Log2(float64(max(job.Processors, 2)))
	}, nil},
	{"unicep", func(job *engine.Job, wait engine.Time) float64 {
		return float64(wait.Seconds()+tiny) / float64(portable.Log2(float64(job.Processors)+tiny)*job.Estimate.Seconds())
	}, nil},
}

// tiny keeps the program of RLScheduler from dividing by zero.
const tiny = 1e-15

// area is processors times requested time, in milliseconds: exact below 2^53.
func area(job *engine.Job) float64 { return float64(job.Estimate) * float64(job.Processors) }

// ratio is the requested time in milliseconds for each processor.
func ratio(job *engine.Job) float64 { return float64(job.Estimate) / float64(job.Processors) }

// logSubmit is the logarithm to base 10 of the time of submission in seconds.
func logSubmit(job *engine.Job) float64 { return log10(max(job.Submit.Seconds(), 1)) }

// log10 is the same on every platform.
func log10(x float64) float64 { return portable.Log(x) / math.Ln10 }
