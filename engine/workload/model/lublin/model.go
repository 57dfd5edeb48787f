// Package lublin is the model of rigid jobs of Lublin and Feitelson, as published and in the
// variant of Kumar, Shae and Jamjoom with dedicated and elastic jobs.
package lublin

import (
	"errors"
	"math"

	"backfill/engine"
	"backfill/engine/portable"
	"backfill/engine/workload/random"
	"backfill/engine/workload/table"
)

// jobType is the parameter set of one type of jobs in the model of Lublin and
// Feitelson. Logarithms of times are natural, those of sizes binary; gamma
// distributions are given by shape and scale.
type jobType struct {
	serial     float64 // probability of a job on one processor
	powerOfTwo float64 // probability of a parallel job whose size is rounded to a power of two

	// Two-stage uniform distribution of the binary logarithm of a parallel job's
	// size: between uLow and uMed with probability uProb, else between uMed and uHi.
	uLow, uMed, uHi, uProb float64

	// Hyper-gamma distribution of the logarithm of the run time: the first gamma
	// with probability pa*size + pb, cut to [0, 1].
	a1, b1, a2, b2, pa, pb float64

	aarr, barr float64 // gamma distribution of the logarithm of the gap between arrivals in busy hours
	anum, bnum float64 // gamma distribution of arrivals over the half hours of a day
	arar       float64 // factor on aarr: arrivals of a day rather than of its busy hours
}

// The published parameters, for a machine of 128 processors.
var (
	typeless = jobType{0.244, 0.576, 0.8, 4.5, 7, 0.86, 4.2, 0.94, 312, 0.03, -0.0054, 0.78,
		10.2303, 0.4871, 8.1737, 3.9631, 1.0225}
	batch = jobType{0.2927, 0.6686, 1.2, 5, 7, 0.875, 6.57, 0.823, 639.1, 0.0156, -0.003, 0.6986,
		6.0415, 0.8531, 6.1271, 5.2740, 1.0519}
	interactive = jobType{0.1541, 0.625, 1, 3, 5.5, 0.705, 3.8351, 0.6605, 7.073, 0.6856, -0.0118, 0.9156,
		6.5510, 0.6621, 8.9186, 3.6680, 0.9797}
)

const (
	publishedProcessors = 128  // of the machine that the published parameters are for
	maxLogRun           = 12.0 // longest run time e^12 s, 1.9 days
	maxLogGap           = 13.0 // longest gap e^13 s, 5.1 days, before the daily cycle

	bucketsPerDay = 48
	bucket        = 1800.0 // s
	cycleStart    = 11     // bucket of the day, from 1, at which the daily gamma distribution begins

	// mostTries bounds the search for a value below the largest one. The published
	// parameters need more than 20 with a probability below 10^-40; others may never succeed.
	mostTries = 10_000
)

// forMachine is t for a machine of p processors: sizes keep their distance from the
// machine's in binary logarithms, as the authors advise (uHi = log2 p, uMed = uHi-2.5
// for the typeless set). On small machines uMed and uLow give way.
func (t jobType) forMachine(p int32) jobType {
	shift := portable.Log2(float64(p)) - portable.Log2(publishedProcessors)
	t.uHi += shift
	t.uMed = min(max(t.uMed+shift, t.uLow), max(t.uHi, t.uLow))
	t.uHi = max(t.uHi, t.uMed)
	return t
}

// size draws the size of a job, at most most. Rounding to a power of two can pass
// the upper end of the distribution, where the original program does not look at
// the machine; a job for p processors is never wider than they are.
func (t *jobType) size(from random.Source, most int32) int32 {
	u := from.Uniform()
	if u <= t.serial {
		return 1
	}
	low, high := t.uLow, t.uMed
	if from.Uniform() > t.uProb {
		low, high = t.uMed, t.uHi
	}
	l := low + float64((high-low)*from.Uniform())
	if u <= t.serial+t.powerOfTwo {
		l = math.Floor(l + 0.5)
	}
	return int32(min(math.Floor(portable.Exp2(l)+0.5), float64(most)))
}

// runTime draws the run time, in whole seconds, of a job of the given size. ok is
// false if the parameters leave no chance of one of at most e^12 s.
func (t *jobType) runTime(from random.Source, size int32) (seconds float64, ok bool) {
	p := float64(t.pa*float64(size)) + t.pb
	for range mostTries {
		var h float64
		if from.Uniform() <= p {
			h = from.Gamma(t.a1, t.b1)
		} else {
			h = from.Gamma(t.a2, t.b2)
		}
		if h <= maxLogRun {
			return math.Floor(portable.Exp(h)), true
		}
	}
	return 0, false
}

// arrivalProcess is the arrival process of one type: gaps are drawn as if the rate
// were the same all day and then stretched by the weight of the half hour.
type arrivalProcess struct {
	from         random.Source
	shape, scale float64
	weight       [bucketsPerDay]float64 // mean 1
	forgets      bool                   // points and rem are lost from one arrival to the next
	bucket       int                    // of the day
	points       float64                // left over in the bucket
	rem          float64                // part of the bucket that is over
	at           float64                // next arrival, whole seconds from midnight
}

func newArrivalProcess(t *jobType, from random.Source) *arrivalProcess {
	return &arrivalProcess{from: from, shape: float64(t.aarr * t.arar), scale: t.barr, weight: dailyWeights(t.anum, t.bnum)}
}

// next moves at to the arrival after it. ok is false if the parameters leave no
// chance of a gap of at most e^13 s.
func (a *arrivalProcess) next() (ok bool) {
	var gap float64
	for range mostTries {
		if gap = a.from.Gamma(a.shape, a.scale); gap <= maxLogGap {
			ok = true
			break
		}
	}
	if !ok {
		return false
	}
	if a.forgets {
		a.points, a.rem = 0, 0
	}
	a.points += float64(portable.Exp(gap) / bucket)
	elapsed := 0.0
	for a.points > a.weight[a.bucket] {
		a.points -= a.weight[a.bucket]
		a.bucket = (a.bucket + 1) % bucketsPerDay
		elapsed += bucket
	}
	rem := a.points / a.weight[a.bucket]
	elapsed += float64(bucket * (rem - a.rem))
	a.rem = rem
	a.at = math.Floor(a.at + elapsed)
	return true
}

// dailyWeights is how many arrivals each half hour of the day gets, from midnight
// on, with mean 1: the gamma distribution, of time in half hours, over the 48
// intervals around 11, 12, ..., 58.
func dailyWeights(shape, scale float64) (weight [bucketsPerDay]float64) {
	// Nodes and weights of Gauss and Legendre's rule of 8 points on [-1, 1]. Integrating
	// the density keeps the small weights of the night exact, which differences of a
	// distribution function near 1 do not.
	nodes := [...]float64{0.1834346424956498, 0.5255324099163290, 0.7966664774136267, 0.9602898564975363}
	parts := [...]float64{0.3626837833783620, 0.3137066458778873, 0.2223810344533745, 0.1012285362903763}
	logDensity := func(t float64) float64 { return float64((shape-1)*portable.Log(t)) - t/scale }
	const first, last = cycleStart - 0.5, cycleStart + bucketsPerDay - 0.5
	top := logDensity(min(max(float64((shape-1)*scale), first), last))
	sum := 0.0
	for i := cycleStart; i < cycleStart+bucketsPerDay; i++ {
		w := 0.0
		for k, x := range nodes {
			left := portable.Exp(logDensity(float64(i)-float64(x/2)) - top)
			right := portable.Exp(logDensity(float64(i)+float64(x/2)) - top)
			w += float64(parts[k] * (left + right))
		}
		weight[(i-1)%bucketsPerDay] = w
		sum += w
	}
	for b := range weight {
		weight[b] = float64(weight[b]*bucketsPerDay) / sum
	}
	return weight
}

// Types of jobs, as the queue numbers of the model's output.
const (
	interactiveJobs = iota
	batchJobs
)

// model is the model of a stream of jobs of one or two types.
type model struct {
	types      [2]jobType // interactive, batch
	twoTypes   bool       // false: only the first
	processors int32
	arrivals   [2]random.Source
	sizes      [2]random.Source
	runs       [2]random.Source
}

// Reasons why the model cannot go on with parameters far from the published ones.
var (
	errNoGap   = errors.New("gaps between arrivals are practically never below e^13 s")
	errNoRun   = errors.New("run times are practically never below e^12 s")
	errTooLate = errors.New("the last jobs would arrive after 10^12 s")
)

// generate draws n jobs. Arrivals and run times are whole seconds; estimates are
// the run times.
//
// The streams of both types are started even if only one is used, and the arrival
// after a job's is drawn before its size and run time, as in the original program.
//
// Source: U. Lublin and D. G. Feitelson, The workload on parallel supercomputers:
// modeling the characteristics of rigid jobs, J. Parallel and Distributed Computing
// 63(11), 2003, and their program.
func (m *model) generate(n int) (*engine.Workload, error) {
	w := &engine.Workload{Jobs: make([]engine.Job, n), Machine: m.processors}
	if m.twoTypes {
		w.Queue = make([]int32, n)
	}
	var next [2]*arrivalProcess
	for _, k := range [...]int{batchJobs, interactiveJobs} {
		next[k] = newArrivalProcess(&m.types[k], m.arrivals[k])
		if !next[k].next() {
			return nil, errNoGap
		}
	}
	if !m.twoTypes {
		next[batchJobs].at = math.Inf(1)
	}
	for i := range w.Jobs {
		kind := interactiveJobs
		if next[batchJobs].at < next[interactiveJobs].at {
			kind = batchJobs
		}
		at := next[kind].at
		if at > table.MaxSeconds {
			return nil, errTooLate
		}
		if !next[kind].next() {
			return nil, errNoGap
		}
		size := m.types[kind].size(m.sizes[kind], m.processors)
		run, ok := m.types[kind].runTime(m.runs[kind], size)
		if !ok {
			return nil, errNoRun
		}
		r := engine.FromSeconds(run)
		w.Jobs[i] = engine.Job{Submit: engine.FromSeconds(at), Run: r, Estimate: r, Processors: size}
		if m.twoTypes {
			w.Queue[i] = int32(kind)
		}
	}
	return w, nil
}
