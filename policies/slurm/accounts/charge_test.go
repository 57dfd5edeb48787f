package accounts

import (
	"testing"

	"backfill/engine/machine/partitions"
	"backfill/policies/slurm/settings"
)

// A job has 8 processors, 4096 MB on 2 nodes, and 3 GPUs. By CPU=1.0,Mem=0.25G,GRES/gpu=2 it is charged 8 for processors, 4 * 0.25 = 1 for memory,
// nothing for nodes, 6 for GPUs: 15 in all, 8 at most. Without weights it is charged its processors.
func TestBilling(t *testing.T) {
	has := partitions.Amounts{Processors: 8, Memory: 4096, Nodes: 2, GPUs: 3}
	for _, c := range []struct {
		weights   string
		sum, most float64
	}{
		{"", 8, 8},
		{"CPU=1.0,Mem=0.25G,GRES/gpu=2", 15, 8},
		{"mem=0.5", 2048, 2048},
		{"Node=10,cpu=0.5", 24, 20},
	} {
		b, err := settings.ParseBilling(c.weights)
		if err != nil {
			t.Fatal(err)
		}
		if sum, most := charge(b, has, false), charge(b, has, true); sum != c.sum || most != c.most {
			t.Errorf("%s: %g and %g, want %g and %g", c.weights, sum, most, c.sum, c.most)
		}
	}
	for _, wrong := range []string{"cpu", "cpu=-1", "disk=1", "cpu=NaN", "mem=G", "cpu=1,", "mem=1X"} {
		if _, err := settings.ParseBilling(wrong); err == nil {
			t.Errorf("%q is accepted", wrong)
		}
	}
}
