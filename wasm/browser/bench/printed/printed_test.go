package printed

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestValues(t *testing.T) {
	const text = `goos: linux
pkg: backfill/policies
BenchmarkGrowth/easy/depth=10-2         	       1	       250.0 ns/event
BenchmarkReadSWF/plain 	       3	  40000000 ns/op	        96.25 MB/s
PASS
`
	got, err := Values(strings.NewReader(text), "text")
	want := []Value{{"Growth/easy/depth=10", "ns/event", 250}, {"ReadSWF/plain", "ns/op", 40e6}, {"ReadSWF/plain", "MB/s", 96.25}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("%v, values (-want +got):\n%s", err, diff)
	}
	if _, err := Values(strings.NewReader("BenchmarkX-2 1 much ns/op\n"), "text"); err == nil {
		t.Error(`"much" is taken for a number`)
	}
}
