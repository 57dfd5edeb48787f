package stats

import (
	"math"
	"math/bits"
)

// IntegerSum adds non-negative integers exactly, up to 2^128.
type IntegerSum struct{ high, low uint64 }

// Add adds x.
func (s *IntegerSum) Add(x uint64) {
	var carry uint64
	s.low, carry = bits.Add64(s.low, x, 0)
	s.high += carry
}

// AddProduct adds x times y.
func (s *IntegerSum) AddProduct(x, y uint64) {
	high, low := bits.Mul64(x, y)
	var carry uint64
	s.low, carry = bits.Add64(s.low, low, 0)
	s.high, _ = bits.Add64(s.high, high, carry)
}

// AddSum adds another sum.
func (s *IntegerSum) AddSum(other IntegerSum) {
	var carry uint64
	s.low, carry = bits.Add64(s.low, other.low, 0)
	s.high, _ = bits.Add64(s.high, other.high, carry)
}

// Float is the sum, correctly rounded below 2^64 and within 2 units in the last place
// above.
func (s *IntegerSum) Float() float64 { return math.Ldexp(float64(s.high), 64) + float64(s.low) }

// CompensatedSum adds numbers with an error of about one unit in the last place,
// whatever their number (Neumaier, ZAMM 54, 1974). Only sums are involved, so that no
// platform fuses anything.
type CompensatedSum struct{ sum, compensation float64 }

// Add adds x.
func (s *CompensatedSum) Add(x float64) {
	t := s.sum + x
	if math.Abs(s.sum) >= math.Abs(x) {
		s.compensation += (s.sum - t) + x
	} else {
		s.compensation += (x - t) + s.sum
	}
	s.sum = t
}

// Value is the sum.
func (s *CompensatedSum) Value() float64 { return s.sum + s.compensation }

// Ratio is a / b, NaN if b is zero.
func Ratio(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}
