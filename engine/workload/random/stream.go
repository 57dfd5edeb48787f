// Package random draws the random numbers of models and transformations: the same on every
// platform, in a stream of its own for each attribute of the jobs of one replication. It
// knows which streams are taken, and nothing of jobs.
package random

import (
	"math"
	"math/rand/v2"

	"backfill/engine/portable"
)

// Source is what models draw random numbers from.
type Source interface {
	// Uniform is from [0, 1).
	Uniform() float64
	// Gamma has the given shape and scale, both above 0: mean shape*scale,
	// variance shape*scale^2.
	Gamma(shape, scale float64) float64
}

// Stream is one sequence of random numbers, the same on every platform.
type Stream struct {
	source   rand.PCG
	spare    float64 // normal draws come in pairs
	hasSpare bool
}

// New is the stream of one attribute of the jobs of one replication: seeded
// by two numbers of PCG(seed, replication), the attribute saying which. Each
// attribute has a stream of its own, so that a change to one, such as another rate
// of arrivals, leaves the others as they were: common random numbers.
func New(seed uint64, replication, attribute int) *Stream {
	root := rand.NewPCG(seed, uint64(replication))
	for range attribute {
		root.Uint64()
		root.Uint64()
	}
	s := &Stream{}
	s.source.Seed(root.Uint64(), root.Uint64())
	return s
}

// Split is a stream of its own. It takes two numbers from s, however many are taken from it.
func (s *Stream) Split() *Stream {
	own := &Stream{}
	own.source.Seed(s.source.Uint64(), s.source.Uint64())
	return own
}

// Uniform is from [0, 1), a multiple of 2^-53.
func (s *Stream) Uniform() float64 { return float64(s.source.Uint64()>>11) * 0x1p-53 }

// Exponential has mean 1 and is below 37.
func (s *Stream) Exponential() float64 { return -portable.Log(1 - s.Uniform()) }

// Normal has mean 0 and variance 1.
//
// Source: Marsaglia's polar method, SIAM Review 6(3), 1964.
func (s *Stream) Normal() float64 {
	if s.hasSpare {
		s.hasSpare = false
		return s.spare
	}
	for {
		u := float64(2*s.Uniform()) - 1
		v := float64(2*s.Uniform()) - 1
		q := float64(u*u) + float64(v*v)
		if q >= 1 || q == 0 {
			continue
		}
		f := math.Sqrt(float64(-2*portable.Log(q)) / q)
		s.spare, s.hasSpare = float64(v*f), true
		return float64(u * f)
	}
}

// Gamma takes about one normal and one uniform draw, whatever the shape.
//
// Source: Marsaglia and Tsang, A simple method for generating gamma variables, ACM
// TOMS 26(3), 2000; for shapes below 1 their note: gamma(shape+1) * U^(1/shape).
func (s *Stream) Gamma(shape, scale float64) float64 {
	if shape < 1 {
		return float64(s.Gamma(shape+1, scale) * portable.Pow(1-s.Uniform(), 1/shape))
	}
	d := shape - 1.0/3
	c := 1 / math.Sqrt(float64(9*d))
	for {
		x := s.Normal()
		v := 1 + float64(c*x)
		if v <= 0 {
			continue
		}
		v = float64(float64(v*v) * v)
		u, square := 1-s.Uniform(), float64(x*x)
		// The first condition implies the second one and nearly always holds, without logarithms.
		if u < 1-float64(0.0331*float64(square*square)) || portable.Log(u) < float64(0.5*square)+float64(d*(1-v+portable.Log(v))) {
			return float64(float64(d*v) * scale)
		}
	}
}

// Permutation is the numbers from 0 to n-1 in random order.
func Permutation(s *Stream, n int) []int32 {
	order := make([]int32, n)
	for i := range order {
		k := int(math.Floor(float64(s.Uniform() * float64(i+1))))
		order[i] = order[k]
		order[k] = int32(i)
	}
	return order
}
