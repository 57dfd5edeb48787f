package o2k

import (
	"cmp"
	"math"
	"slices"

	"backfill/engine/portable"
)

// fit is what makes the jobs of a class demand what they shall.
type fit struct {
	shape    float64 // of the longer half of run times, see runTime
	wide     float64 // share of jobs that are in the class for their processors
	sizes    float64 // exponent of processors in the weights of sizes
	memories float64 // exponent: memories are low + (high - low) u^exponent
}

// Ranges in which exponents are sought.
const (
	sizesLimit    = 4.0  // from -4 to 4
	memoriesLimit = 16.0 // from 1/16 to 16
)

// fitsTried are the shapes and shares of wide jobs that are tried, the plainest first.
var fitsTried = func() []fit {
	var tries []fit
	for _, shape := range []float64{0.35, 0.5, 0.7, 1, 1.4, 2, 3, 4, 6, 10, 20} {
		for tenths := range 11 {
			tries = append(tries, fit{shape: shape, wide: float64(tenths) / 10})
		}
	}
	slices.SortStableFunc(tries, func(a, b fit) int { return cmp.Compare(a.strain(), b.strain()) })
	return tries
}()

// strain is how far shape and share are from the plainest, an even distribution and half
// of the jobs.
func (f fit) strain() float64 {
	return math.Abs(portable.Log(f.shape)) + float64(2*math.Abs(f.wide-0.5))
}

// pricing is what a fit costs that misses a demand by so many points and strains so much.
type pricing func(misses, strain float64) float64

// plainest is the price of fits that do not strain: a miss of 0.05 points weighs as much
// as a shape of e, and grows with its square, so that contradicting demands miss alike.
func plainest(misses, strain float64) float64 {
	const point = 400
	return strain + float64(point*float64(misses*misses))
}

// closest is the price of fits that meet the demands, however much they strain. Most
// shapes do, so that chance says which is taken.
func closest(misses, _ float64) float64 { return misses }

// calibrate makes the jobs of c demand what is wanted as nearly as can be: for each
// shape and share the two exponents that meet the demands, found by bisection, and of
// all that the cheapest.
//
// Demands are monotone in the exponents. That for processing has jumps, since sizes are
// few, and a class of a dozen long jobs may miss by some tenths.
func (c *jobClass) calibrate(wanted demand, price pricing) {
	var best fit
	least := math.Inf(1)
	for _, f := range fitsTried {
		if price(0, f.strain()) >= least {
			break
		}
		c.divide(f.shape, f.wide)
		var misses float64
		f.sizes, misses = nearest(-sizesLimit, sizesLimit, wanted.processing, c.processingDemand)
		cost := price(misses, f.strain()+math.Abs(float64(0.5*f.sizes)))
		if cost >= least {
			continue
		}
		fixed := c.weigh()
		// Demand falls with the exponent, and a logarithm treats its range evenly.
		var negative float64
		limit := portable.Log(memoriesLimit)
		negative, misses = nearest(-limit, limit, wanted.memory, func(x float64) float64 { return c.memoryDemand(fixed, portable.Exp(-x)) })
		f.memories = portable.Exp(-negative)
		cost += price(misses, math.Abs(float64(0.5*negative)))
		if cost < least {
			least, best = cost, f
		}
	}
	c.divide(best.shape, best.wide)
	c.assign(best)
}

// nearest is where from low to high the growing function f comes nearest to wanted, as
// far as 16 bisections tell, and how far it is from it there.
func nearest(low, high, wanted float64, f func(float64) float64) (x, misses float64) {
	below, above := f(low), f(high)
	const steps = 16
	for range steps {
		if below >= wanted || above <= wanted {
			break
		}
		middle := float64(0.5 * (low + high))
		if y := f(middle); y < wanted {
			low, below = middle, y
		} else {
			high, above = middle, y
		}
	}
	if math.Abs(below-wanted) <= math.Abs(above-wanted) {
		return low, math.Abs(below - wanted)
	}
	return high, math.Abs(above - wanted)
}
