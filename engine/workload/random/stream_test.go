package random

import (
	"math"
	"testing"
)

// The same bits natively and as WebAssembly: a digest of many values.
func TestStreamBits(t *testing.T) {
	var digest uint64
	add := func(f float64) { digest = digest*0x9e3779b97f4a7c15 + math.Float64bits(f) }
	s := New(7, 8, 2)
	for range 20_000 {
		add(s.Uniform())
		add(s.Normal())
		add(s.Gamma(312, 0.03))
		add(s.Gamma(0.7, 2))
	}
	const want = 0x8cc528bb8d2b30d7
	if digest != want {
		t.Errorf("digest %#x instead of %#x", digest, uint64(want))
	}
}
