package stats

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func TestIntegerSumIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var sum, other IntegerSum
		want := new(big.Int)
		for range rapid.IntRange(0, 20).Draw(t, "terms") {
			x, y := rapid.Uint64().Draw(t, "x"), rapid.Uint64Range(0, 1<<55).Draw(t, "y")
			sum.Add(x)
			other.AddProduct(x, y)
			big := func(x uint64) *big.Int { return new(big.Int).SetUint64(x) }
			want.Add(want, big(x)).Add(want, big(x).Mul(big(x), big(y)))
		}
		sum.AddSum(other)
		got := new(big.Int).SetUint64(sum.high)
		got.Lsh(got, 64).Add(got, new(big.Int).SetUint64(sum.low))
		if got.Cmp(want) != 0 {
			t.Errorf("%v, want %v", got, want)
		}
		if f, _ := new(big.Float).SetInt(want).Float64(); math.Abs(sum.Float()-f) > 4e-16*f {
			t.Errorf("%v, want %v", sum.Float(), f)
		}
	})
}

// A million tenths are 100,000 to the last digit, where plain addition is off in the
// twelfth; and what is small survives beside what is large.
func TestCompensatedSum(t *testing.T) {
	var sum CompensatedSum
	for range 1_000_000 {
		sum.Add(0.1)
	}
	if sum.Value() != 100_000 {
		t.Errorf("%v", sum.Value())
	}
	sum = CompensatedSum{}
	for _, x := range []float64{1, 1e100, 1, -1e100} {
		sum.Add(x)
	}
	if sum.Value() != 2 {
		t.Errorf("%v, want 2", sum.Value())
	}
}
