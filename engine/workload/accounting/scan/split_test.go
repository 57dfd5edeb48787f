package scan

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"testing"
)

// Split cuts as bytes.SplitN does, whatever stands beside the delimiters: bytes that differ from them by one bit, or that have the highest one.
func TestSplit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	const delimiter = '|'
	for range 20_000 {
		line := make([]byte, random.IntN(40))
		for i := range line {
			line[i] = []byte{delimiter, delimiter ^ 1, delimiter ^ 0x80, delimiter - 1, 0, 0xff, 'a'}[random.IntN(7)]
		}
		most := 1 + random.IntN(12)
		if got, want := Split(nil, line, delimiter, most), bytes.SplitN(line, []byte{delimiter}, most+1); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q, at most %d: %q, not %q", line, most, got, want)
		}
	}
}
