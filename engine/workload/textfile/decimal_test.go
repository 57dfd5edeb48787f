package textfile

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// Any decimal number is read as exact fractions say: thousandths, halves up.
func TestParseDecimalAgreesWithFractions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		token := rapid.StringMatching(`[+-]?([0-9]{1,15}(\.[0-9]{0,6})?|\.[0-9]{1,6})`).Draw(t, "token")
		whole, milli, exact, ok := ParseDecimal([]byte(token))
		if !ok {
			t.Fatal("not read")
		}
		want, _ := new(big.Rat).SetString(token)
		if want.Sign() < 0 {
			minusOne := want.Cmp(big.NewRat(-1, 1)) == 0
			if minusOne && whole != -1 || !minusOne && whole != -2 {
				t.Fatalf("whole part %d", whole)
			}
			return
		}
		thousandths := new(big.Rat).Mul(want, big.NewRat(1000, 1))
		half := new(big.Rat).Add(thousandths, big.NewRat(1, 2))
		rounded := new(big.Int).Div(half.Num(), half.Denom()).Int64()
		if whole*1000+milli != rounded || milli < 0 || milli > 999 || exact != thousandths.IsInt() {
			t.Fatalf("%d and %d thousandths, exact %v", whole, milli, exact)
		}
	})
}

func TestParseScientific(t *testing.T) {
	for token, want := range map[string]struct {
		whole, milli int64
		exact, ok    bool
	}{
		"1e3":      {1000, 0, true, true},
		"1.5E+2":   {150, 0, true, true},
		"25e-2":    {0, 250, true, true},
		"5e-4":     {0, 1, false, true},
		"9.9996e0": {10, 0, false, true},
		"-1e0":     {-1, 0, true, true},
		"-2e5":     {-2, 0, true, true},
		"1e400":    {1<<63 - 1, 0, true, true},
		"1e":       {},
		"e5":       {},
		"1e5e5":    {},
		"1e5x":     {},
		"1--e5":    {},
	} {
		whole, milli, exact, ok := ParseDecimal([]byte(token))
		if whole != want.whole || milli != want.milli || exact != want.exact || ok != want.ok {
			if ok || want.ok {
				t.Errorf("%s: %d and %d thousandths, exact %v, ok %v", token, whole, milli, exact, ok)
			}
		}
	}
}
