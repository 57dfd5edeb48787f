package link

import "testing"

func TestSigned(t *testing.T) {
	for _, v := range []int64{0, 1, 63, 64, 127, 128, 8191, 8192, 1<<31 - 1, -1, -64, -65, -1 << 31} {
		b := appendVarint(nil, v)
		r := &wasmReader{rest: b}
		if got := r.signed(); got != v || r.err != nil || len(r.rest) > 0 {
			t.Errorf("%d: read %d from %x, error %v", v, got, b, r.err)
		}
	}
}
