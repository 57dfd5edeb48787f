package compare

import (
	"slices"
	"testing"

	"backfill/engine"
)

func TestPairJobs(t *testing.T) {
	numbered := func(numbers ...int64) *engine.Workload {
		return &engine.Workload{Jobs: make([]engine.Job, len(numbers)), Number: numbers}
	}
	unnumbered := func(n int) *engine.Workload { return &engine.Workload{Jobs: make([]engine.Job, n)} }
	// Job 5 runs for a test first, in a row before its own.
	tested := numbered(5, 5, 6)
	tested.Continues = []bool{false, true, false}
	alsoTested := *tested
	const none = engine.NoJob
	for _, test := range []struct {
		name string
		a, b *engine.Workload
		want []int32
	}{
		{"by row", unnumbered(3), unnumbered(2), []int32{0, 1, none}},
		{"by number", numbered(7, 9, 8), numbered(8, 7, 6), []int32{1, none, 0}},
		{"number is row + 1", unnumbered(2), numbered(5, 2), []int32{none, 1}},
		{"the second of a number is the second", numbered(4, 4, 4), numbered(4, 3, 4), []int32{0, 2, none}},
		{"a job with a test run", tested, numbered(5, 6), []int32{none, 0, 1}},
		{"a job without one", numbered(5, 6), tested, []int32{1, 2}},
		{"test runs of both", tested, &alsoTested, []int32{0, 1, 2}},
	} {
		if got := PairJobs(test.a, test.b); !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
