package portable

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// ulps is the distance of two floats in units in the last place.
func ulps(a, b float64) float64 {
	if a == b {
		return 0
	}
	return math.Abs(a-b) / math.Max(math.Nextafter(math.Abs(a), math.Inf(1))-math.Abs(a), 5e-324)
}

func TestAgreeWithMath(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	worst := map[string]float64{}
	check := func(name string, x, got, want, most float64) {
		t.Helper()
		d := ulps(want, got)
		worst[name] = max(worst[name], d)
		if d > most {
			t.Errorf("%s(%v) = %v, %v ulp from %v", name, x, got, d, want)
		}
	}
	for range 200_000 {
		x := 1400*r.Float64() - 700
		check("exp", x, Exp(x), math.Exp(x), 2)
		x = 30*r.Float64() - 15
		check("exp", x, Exp(x), math.Exp(x), 2)
		check("exp2", x, Exp2(x), math.Exp2(x), 2)
		x = math.Exp(x)
		check("log", x, Log(x), math.Log(x), 2)
		check("log2 + 64", x, Log2(x)+64, math.Log2(x)+64, 1) // near 1 both are good absolutely only
		x = 0.5 + r.Float64()
		check("log", x, Log(x), math.Log(x), 2)
		y := 20*r.Float64() - 10
		check("pow", x, Pow(x, y), math.Pow(x, y), 16)
	}
	t.Log("largest distances in ulp:", worst)
}

// math itself is not exact; sums of enough terms in 200 bits are.
func TestAgreesWithSeries(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		x := 20*r.Float64() - 10
		if d := ulps(bigExp(x), Exp(x)); d > 1 {
			t.Errorf("exp(%v) is %v ulp off", x, d)
		}
	}
}

func bigExp(x float64) float64 {
	const bits = 200
	term, sum := big.NewFloat(1).SetPrec(bits), big.NewFloat(1).SetPrec(bits)
	bx := big.NewFloat(x).SetPrec(bits)
	for n := 1; n < 150; n++ {
		term.Mul(term, bx)
		term.Quo(term, big.NewFloat(float64(n)))
		sum.Add(sum, term)
	}
	f, _ := sum.Float64()
	return f
}

func TestSpecialValues(t *testing.T) {
	for name, f := range map[string]float64{"exp(NaN)": Exp(math.NaN()), "log(NaN)": Log(math.NaN()), "log(-1)": Log(-1)} {
		if !math.IsNaN(f) {
			t.Errorf("%s = %v instead of NaN", name, f)
		}
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"exp(0)", Exp(0), 1},
		{"exp(-1000)", Exp(-1000), 0},
		{"exp(1000)", Exp(1000), math.Inf(1)},
		{"exp(-745)", Exp(-745), 5e-324},
		{"log(Inf)", Log(math.Inf(1)), math.Inf(1)},
		{"exp2(0)", Exp2(0), 1},
		{"exp2(7)", Exp2(7), 128},
		{"exp2(-3)", Exp2(-3), 0.125},
		{"log(1)", Log(1), 0},
		{"log(0)", Log(0), math.Inf(-1)},
		{"log(smallest)", Log(5e-324), -744.4400719213812},
		{"log2(128)", Log2(128), 7},
		{"log2(1)", Log2(1), 0},
		{"log2(1/8)", Log2(0.125), -3},
	} {
		if c.got != c.want {
			t.Errorf("%s = %v instead of %v", c.name, c.got, c.want)
		}
	}
}

// The same bits natively and as WebAssembly: a digest of many values.
func TestBits(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var digest uint64
	add := func(f float64) { digest = digest*0x9e3779b97f4a7c15 + math.Float64bits(f) }
	for range 100_000 {
		x := 40*r.Float64() - 20
		add(Exp(x))
		add(Exp2(x))
		y := Exp(x)
		add(Log(y))
		add(Log2(y))
		add(Pow(y, 0.3))
	}
	const want = 0x8b7d5b504ce7843e
	if digest != want {
		t.Errorf("digest %#x instead of %#x", digest, uint64(want))
	}
}
