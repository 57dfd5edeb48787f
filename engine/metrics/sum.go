package metrics

import (
	"math"
	"math/bits"
)

// integerSum adds non-negative integers exactly, up to 2^128.
type integerSum struct{ high, low uint64 }

// add adds x.
func (s *integerSum) add(x uint64) {
	var carry uint64
	s.low, carry = bits.Add64(s.low, x, 0)
	s.high += carry
}

// addProduct adds x times y.
func (s *integerSum) addProduct(x, y uint64) {
	high, low := bits.Mul64(x, y)
	var carry uint64
	s.low, carry = bits.Add64(s.low, low, 0)
	s.high, _ = bits.Add64(s.high, high, carry)
}

// addSum adds another sum.
func (s *integerSum) addSum(other integerSum) {
	var carry uint64
	s.low, carry = bits.Add64(s.low, other.low, 0)
	s.high, _ = bits.Add64(s.high, other.high, carry)
}

// float is the sum, correctly rounded below 2^64 and within 2 units in the last place
// above.
func (s *integerSum) float() float64 { return math.Ldexp(float64(s.high), 64) + float64(s.low) }

// compensatedSum adds numbers with an error of about one unit in the last place,
// whatever their number (Neumaier, ZAMM 54, 1974). Only sums are involved, so that no
// platform fuses anything.
type compensatedSum struct{ sum, compensation float64 }

// add adds x.
func (s *compensatedSum) add(x float64) {
	t := s.sum + x
	if math.Abs(s.sum) >= math.Abs(x) {
		s.compensation += (s.sum - t) + x
	} else {
		s.compensation += (x - t) + s.sum
	}
	s.sum = t
}

// value is the sum.
func (s *compensatedSum) value() float64 { return s.sum + s.compensation }

// ratio is a / b, NaN if b is zero.
func ratio(a, b float64) float64 {
	if b == 0 {
		return math.NaN()
	}
	return a / b
}
