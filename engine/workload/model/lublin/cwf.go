package lublin

import (
	"math"

	"backfill/engine"
	"backfill/engine/workload/random"
)

// elasticType is the parameter set of Kumar, Shae and Jamjoom: the typeless run
// times of Lublin and Feitelson with another arrival process, most of whose jobs come
// between 5 and 13 o'clock. Sizes are cwfModel's, and the scale of arrivals is what
// makes the load.
var elasticType = func() jobType {
	t := typeless
	t.aarr, t.anum, t.bnum, t.arar = 13.2303, 15.1737, 0.9631, 1.0225
	return t
}()

// Sizes of jobs in allocation units.
const (
	largestSmall  = 3
	smallestLarge = 4
)

// Scales of the arrival process (beta_arr) among which one is sought for a load: mean
// gaps of a few seconds and of almost two days.
const (
	lowestScale  = 0.1
	highestScale = 1.2
)

// cwfModel is the model of a stream of jobs of whole allocation units, small and large.
type cwfModel struct {
	jobType
	processors int32
	unit       int32
	smallShare float64
	floorLarge bool // large sizes are rounded down instead of to the nearest
	unitP      bool // run times depend on units instead of processors
	sizes      random.Source
	runs       random.Source
	gaps       gapPool
	cycle      arrivalProcess // before the first arrival; source and scale are missing
}

// size draws the size of a job in units: small ones uniform on [1, 3], large ones on
// [4, units of the machine]. It always takes two numbers.
func (m *cwfModel) size() int32 {
	small, u := m.sizes.Uniform() < m.smallShare, m.sizes.Uniform()
	if small {
		return int32(math.Floor(1 + float64((largestSmall-1)*u) + 0.5))
	}
	x := smallestLarge + float64(float64(m.processors/m.unit-smallestLarge)*u)
	if !m.floorLarge {
		x += 0.5
	}
	return int32(math.Floor(x))
}

// jobs draws sizes and run times of n jobs. Estimates are the run times.
func (m *cwfModel) jobs(n int) []engine.Job {
	jobs := make([]engine.Job, n)
	for i := range jobs {
		units := m.size()
		size := units * m.unit
		s := size
		if m.unitP {
			s = units
		}
		run, _ := m.runTime(m.runs, s) // the published parameters have a chance
		r := engine.FromSeconds(run)
		jobs[i] = engine.Job{Run: r, Estimate: r, Processors: size}
	}
	return jobs
}

// arrive gives jobs the submit times that a scale, at most highestScale, makes of the
// gaps, and returns the last one in ms.
func (m *cwfModel) arrive(jobs []engine.Job, scale float64) (last float64) {
	m.gaps.next = 0
	a := m.cycle
	a.from, a.scale = &m.gaps, scale
	for i := range jobs {
		a.next() // finds a gap: a quarter of them is below e^13 s at highestScale, more at others
		jobs[i].Submit = engine.FromSeconds(a.at)
	}
	return float64(jobs[len(jobs)-1].Submit)
}

// solve gives jobs the submit times at which their load, from time 0 to the
// last submission, is nearest to the wanted one, and returns the scale that does. The
// nights are empty, so that a load may be out of reach by what the last job's
// waiting for the morning makes: some 0.5 % of 500 jobs. ok is false if no scale from
// lowestScale to highestScale gives the load.
//
// The last submission grows with the scale but for jumps downwards where a gap comes
// to lie above e^13 s and is rejected; bisection between a scale that is too small and
// one that is too large ends at a point where it grows. Cost: 29 passes over the jobs.
func (m *cwfModel) solve(jobs []engine.Job, load float64) (scale float64, ok bool) {
	wanted := area(jobs) / float64(float64(m.processors)*load) // ms from 0 to the last submission
	low, high := lowestScale, highestScale
	below, above := m.arrive(jobs, low), m.arrive(jobs, high)
	if below > wanted || above < wanted {
		return 0, false
	}
	const steps = 26 // to 2e-8
	for range steps {
		middle := float64(0.5 * (low + high))
		if last := m.arrive(jobs, middle); last < wanted {
			low, below = middle, last
		} else {
			high, above = middle, last
		}
	}
	// The nearer load: loads are the reciprocals of the times.
	if float64(above*(wanted-below)) < float64(below*(above-wanted)) {
		high = low
	}
	m.arrive(jobs, high)
	return high, true
}

// area is the sum of processors times run time of jobs, in processor milliseconds.
func area(jobs []engine.Job) float64 {
	sum := 0.0
	for i := range jobs {
		sum += float64(float64(jobs[i].Run) * float64(jobs[i].Processors))
	}
	return sum
}

// gapPool is a source of gamma draws of one shape that can be read again with another
// scale: the numbers are drawn once.
type gapPool struct {
	random.Source
	unit []float64 // drawn so far, with scale 1
	next int
}

// Gamma is the next number, of the first time's shape.
func (p *gapPool) Gamma(shape, scale float64) float64 {
	if p.next == len(p.unit) {
		p.unit = append(p.unit, p.Source.Gamma(shape, 1))
	}
	g := p.unit[p.next]
	p.next++
	return float64(scale * g)
}
