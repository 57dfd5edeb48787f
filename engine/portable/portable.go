// Package portable has the functions that give the same bits on every platform, which math.Exp and what is built on it
// do not. They use only + - * / and the exact math.Frexp, math.Ldexp and math.Floor, and round each product by a
// conversion, so that no compiler fuses it with a sum.
//
// Whatever decides a schedule uses these functions instead of those of math. Each one states its error.
package portable

import "math"

const (
	// ln 2 in two parts; the first has 32 zero bits at its end, so that its product
	// with an exponent is exact.
	ln2High = 0x1.62e42feep-01
	ln2Low  = 0x1.a39ef35793c76p-33
)

// Exp is e^x within 1 unit in the last place; 0 below -745.2, +Inf above 709.8.
//
// x = k ln 2 + r with |r| <= ln 2 / 2, and e^r by its Taylor series up to r^13,
// whose remainder is below 2^-57.
func Exp(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 709.782712893384:
		return math.Inf(1)
	case x < -745.2:
		return 0
	}
	k := math.Floor(float64(x/math.Ln2) + 0.5)
	high := x - float64(k*ln2High)
	low := float64(k * ln2Low)
	r := high - low
	return math.Ldexp(1+(r+(float64(float64(r*r)*expTail(r))+((high-r)-low))), int(k))
}

// Exp2 is 2^x within 1 unit in the last place, exact for whole x. |x| is below 1000.
func Exp2(x float64) float64 {
	k := math.Floor(x + 0.5)
	r := x - k // exact
	// r ln 2 in two parts: the high part of ln 2 times the leading bits of r is exact.
	lead := math.Float64frombits(math.Float64bits(r) &^ (1<<32 - 1))
	high := float64(lead * ln2High)
	low := float64((r-lead)*ln2High) + float64(r*ln2Low)
	y := high + low
	return math.Ldexp(1+(y+(float64(float64(y*y)*expTail(y))+((high-y)+low))), int(k))
}

// expTail is (e^r - 1 - r)/r^2 for |r| <= ln 2 / 2.
func expTail(r float64) float64 {
	t := 1.0 / 6227020800
	for _, c := range [...]float64{1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320,
		1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2} {
		t = float64(t*r) + c
	}
	return t
}

// Log is the natural logarithm of x within 1 unit in the last place, -Inf for 0, NaN for
// what is negative.
//
// x = 2^k (1+f) with 1+f from sqrt(1/2) to sqrt(2), and with s = f/(2+f)
// ln(1+f) = 2 artanh(s) = 2s + 2s^3/3 + 2s^5/5 + ..., up to s^23, whose remainder is
// below 2^-62. It is summed as f - (f^2/2 - s (f^2/2 + rest)), whose leading term is exact.
func Log(x float64) float64 {
	switch {
	case x == 0:
		return math.Inf(-1)
	case x != x || x < 0:
		return math.NaN()
	case x > math.MaxFloat64:
		return x
	}
	fraction, k := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction *= 2
		k--
	}
	f := fraction - 1
	s := f / (2 + f)
	z := float64(s * s)
	rest := 2.0 / 23
	for _, c := range [...]float64{2.0 / 21, 2.0 / 19, 2.0 / 17, 2.0 / 15, 2.0 / 13, 2.0 / 11, 2.0 / 9, 2.0 / 7, 2.0 / 5, 2.0 / 3} {
		rest = float64(rest*z) + c
	}
	rest = float64(rest * z)
	half := float64(0.5 * float64(f*f))
	e := float64(k)
	high := float64(e * ln2High)
	low := float64(e * ln2Low)
	return high - ((half - (float64(s*(half+rest)) + low)) - f)
}

// Log2 is the binary logarithm of x > 0, exact for powers of two; elsewhere its
// absolute error is below 2^-51 (1 + |log2 x|).
func Log2(x float64) float64 {
	fraction, k := math.Frexp(x)
	return float64(k-1) + float64(Log(2*fraction)/math.Ln2)
}

// Pow is x^y for x > 0; its relative error grows with |y ln x|, about 2^-52 times it.
func Pow(x, y float64) float64 { return Exp(float64(y * Log(x))) }
