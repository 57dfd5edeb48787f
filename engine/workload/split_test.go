package workload

import (
	"testing"

	"backfill/engine"

	"github.com/google/go-cmp/cmp"
)

// At a threshold of 11, of the jobs above it 33.39 % have 12 to 14 processors and 67.44 %
// 12 to 17 (61.68 % up to 16): the bounds nearest to one and two thirds.
func TestPhases(t *testing.T) {
	if diff := cmp.Diff([]int32{14, 17}, phases(powerOfTwoWeights(0.85, 1, 38), 11, 4)); diff != "" {
		t.Error(diff)
	}
	s := &split{threshold: 11, most: 4, bounds: []int32{14, 17}}
	got := s.components([]engine.Job{{Processors: 11}, {Processors: 12}, {Processors: 14}, {Processors: 15}, {Processors: 17}, {Processors: 18}, {Processors: 38}})
	want := [][]int32{nil, {6, 6}, {7, 7}, {5, 5, 5}, {7, 5, 5}, {6, 4, 4, 4}, {11, 9, 9, 9}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	narrow := &split{threshold: 1, most: 4, bounds: []int32{1, 1}}
	if diff := cmp.Diff([][]int32{{1, 1}, {1, 1, 1}}, narrow.components([]engine.Job{{Processors: 2}, {Processors: 3}})); diff != "" {
		t.Error(diff)
	}
}
