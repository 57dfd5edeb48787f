package nodes

import (
	"math"
	"math/bits"

	"backfill/engine"
)

// work is an amount of work, or of time, in units of 2^-63 ms: 2^64 high + low. What exceeds 128 bits stays at the largest amount.
type work struct{ high, low uint64 }

// fullSpeed is the work done in a millisecond where nobody is slowed down.
const fullSpeed = 1 << 63

// workOf is the work that takes t at full speed.
func workOf(t engine.Time) work { return work{0, fullSpeed}.times(uint64(t)) }

func (a work) plus(b work) work {
	low, carry := bits.Add64(a.low, b.low, 0)
	high, carry := bits.Add64(a.high, b.high, carry)
	if carry != 0 {
		return work{math.MaxUint64, math.MaxUint64}
	}
	return work{high, low}
}

// minus is not below 0.
func (a work) minus(b work) work {
	low, borrow := bits.Sub64(a.low, b.low, 0)
	high, borrow := bits.Sub64(a.high, b.high, borrow)
	if borrow != 0 {
		return work{}
	}
	return work{high, low}
}

func (a work) times(n uint64) work {
	over, top := bits.Mul64(a.high, n)
	if over != 0 {
		return work{math.MaxUint64, math.MaxUint64}
	}
	high, low := bits.Mul64(a.low, n)
	return work{high, low}.plus(work{top, 0})
}

// by is the nth part of a, to the nearest unit.
func (a work) by(n uint64) work {
	a = a.plus(work{0, n / 2})
	low, _ := bits.Div64(a.high%n, a.low, n)
	return work{a.high / n, low}
}

// takes is how long it takes to do a where speed is done in a millisecond, at least 1: rounded up to the millisecond, where less than
// 2^-20 ms above a whole one counts as that one. It is at most 2^62 ms.
func (a work) takes(speed uint64) engine.Time {
	const most = 1 << 62
	if a.high >= speed {
		return most // the quotient has more than 64 bits
	}
	t, rest := bits.Div64(a.high, a.low, speed)
	if rest > speed>>20 && t < most {
		t++
	}
	return engine.Time(min(t, most))
}

// speedAt is the work done in a millisecond under a penalty p: fullSpeed / (1 + p).
func speedAt(p work) uint64 {
	factor := p.plus(work{0, fullSpeed})
	// Its 64 leading bits, of which the quotient has no more.
	shift := bits.Len64(factor.high)
	divisor := factor.high<<(64-shift) | factor.low>>shift
	speed, _ := bits.Div64(fullSpeed/2, divisor/2, divisor) // 2^126 / divisor, to the nearest
	return max(1, speed>>shift)
}

// scaleOf is a scale of penalties, not below 0 and finite, in units of 2^-63. It is exact for 0 and from 2^-10 on.
func scaleOf(scale float64) work {
	fraction, exponent := math.Frexp(scale) // scale = fraction 2^exponent, with 53 bits of fraction
	if exponent < -62 {
		return work{}
	}
	mantissa := work{0, uint64(math.Ldexp(fraction, 63))} // scale = mantissa 2^(exponent-63)
	if exponent < 0 {
		return work{0, mantissa.low >> -exponent}
	}
	return mantissa.times(1 << min(exponent, 63))
}
