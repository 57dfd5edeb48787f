package priority

import (
	"math"

	"backfill/engine"
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
}{
	{"ljf", func(job *engine.Job, _ engine.Time) float64 { return job.Estimate.Seconds() }},
	{"saf", func(job *engine.Job, _ engine.Time) float64 { return -area(job) }},
	{"laf", func(job *engine.Job, _ engine.Time) float64 { return area(job) }},
	{"srf", func(job *engine.Job, _ engine.Time) float64 { return -job.Estimate.Seconds() / float64(job.Processors) }},
	{"lrf", func(job *engine.Job, _ engine.Time) float64 { return job.Estimate.Seconds() / float64(job.Processors) }},
	{"f1", func(job *engine.Job, _ engine.Time) float64 {
		return -float64(math.Log10(job.Estimate.Seconds())*float64(job.Processors)) - float64(870*logSubmit(job))
	}},
	{"f2", func(job *engine.Job, _ engine.Time) float64 {
		return -float64(math.Sqrt(job.Estimate.Seconds())*float64(job.Processors)) - float64(25600*logSubmit(job))
	}},
	{"f3", func(job *engine.Job, _ engine.Time) float64 { return -area(job) - float64(6.86e6*logSubmit(job)) }},
	{"f4", func(job *engine.Job, _ engine.Time) float64 {
		return -float64(job.Estimate.Seconds()*math.Sqrt(float64(job.Processors))) - float64(5.3e5*logSubmit(job))
	}},
	{"wfp3", func(job *engine.Job, wait engine.Time) float64 {
		x := float64(wait) / float64(job.Estimate)
		return float64(x*x*x) * float64(job.Processors)
	}},
	{"unicef", func(job *engine.Job, wait engine.Time) float64 {
		return float64(wait) / float64(job.Estimate) / math.Log2(float64(max(job.Processors, 2)))
	}},
	{"unicep", func(job *engine.Job, wait engine.Time) float64 {
		return float64(wait.Seconds()+tiny) / float64(math.Log2(float64(job.Processors)+tiny)*job.Estimate.Seconds())
	}},
}

// tiny keeps the program of RLScheduler from dividing by zero.
const tiny = 1e-15

// area is processors times requested time, in processor-seconds.
func area(job *engine.Job) float64 { return job.Estimate.Seconds() * float64(job.Processors) }

// logSubmit is the logarithm to base 10 of the time of submission in seconds.
func logSubmit(job *engine.Job) float64 { return math.Log10(max(job.Submit.Seconds(), 1)) }
