package multicluster

import (
	"testing"

	"backfill/engine"
)

// Clusters of 8, 4 and 4 processors, all free. Components of 6, 4 and 4 fit; of 4, 4, 4 and 1
// the last finds no cluster, unless clusters are shared: two of them lie in the widest then. Of
// 5 and 5 the second finds none in either case.
func TestLackOfComponents(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{Processors: 14}, {Processors: 13}, {Processors: 9}, {Processors: 10}},
		Components: [][]int32{{6, 4, 4}, {4, 4, 4, 1}, nil, {5, 5}}}
	for _, c := range []struct {
		share bool
		want  [4]engine.Room
	}{
		{false, [4]engine.Room{{}, {Component: 1}, {Processors: 8, Component: 9}, {Processors: 4, Component: 5}}},
		{true, [4]engine.Room{{}, {}, {Processors: 8, Component: 9}, {Processors: 4, Component: 5}}},
	} {
		m := New([]int32{8, 4, 4}, WorstFit, c.share, 1)
		m.Begin(w)
		for j, want := range c.want {
			if got := m.Lacks(int32(j)); got != want {
				t.Errorf("share %t: job %d has the room %+v, want %+v", c.share, j, got, want)
			}
		}
	}
}
