package wire

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine/drawings"
)

func TestDrawings(t *testing.T) {
	all := []drawings.Waits{{0, 1 << 40, drawings.Unknown}, {5, drawings.Unknown, 7}}
	b := EncodeDrawings(all).Bytes()
	got, err := DecodeDrawings(b, 2, 3)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(all, got); diff != "" {
		t.Error(diff)
	}
	for n := range b {
		if _, err := DecodeDrawings(b[:n], 2, 3); err == nil {
			t.Fatalf("no error for the first %d of %d bytes", n, len(b))
		}
	}
	for _, other := range [][2]int{{3, 2}, {2, 2}, {1, 6}, {6, 1}} {
		if _, err := DecodeDrawings(b, other[0], other[1]); err == nil {
			t.Errorf("two drawings of 3 jobs are read as %d of %d", other[0], other[1])
		}
	}
	if _, err := DecodeDrawings(EncodeDrawings([]drawings.Waits{{-2}}).Bytes(), 1, 1); err == nil {
		t.Error("a wait of -2 ms is read")
	}
}
