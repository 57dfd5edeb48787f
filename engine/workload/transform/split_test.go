package transform

import (
	"math"
	"math/bits"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
)

// At a threshold of 11, of the jobs above it 33.39 % have 12 to 14 processors and 67.44 %
// 12 to 17 (61.68 % up to 16): the bounds nearest to one and two thirds.
func TestPhases(t *testing.T) {
	weights := make([]float64, 39) // D(0.85) on [1, 38]
	for size := 1; size <= 38; size++ {
		weights[size] = math.Pow(0.85, float64(size))
		if bits.OnesCount(uint(size)) == 1 {
			weights[size] *= 3
		}
	}
	if diff := cmp.Diff([]int32{14, 17}, phases(weights, 11, 4)); diff != "" {
		t.Error(diff)
	}
	s := &Splitter{threshold: 11, most: 4, bounds: []int32{14, 17}}
	got := s.Components([]engine.Job{{Processors: 11}, {Processors: 12}, {Processors: 14}, {Processors: 15}, {Processors: 17}, {Processors: 18}, {Processors: 38}})
	want := [][]int32{nil, {6, 6}, {7, 7}, {5, 5, 5}, {7, 5, 5}, {6, 4, 4, 4}, {11, 9, 9, 9}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	narrow := &Splitter{threshold: 1, most: 4, bounds: []int32{1, 1}}
	if diff := cmp.Diff([][]int32{{1, 1}, {1, 1, 1}}, narrow.Components([]engine.Job{{Processors: 2}, {Processors: 3}})); diff != "" {
		t.Error(diff)
	}
}
