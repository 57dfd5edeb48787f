package export_test

import (
	"testing"

	"backfill/engine/export"
	"backfill/engine/metrics"
	"backfill/ui/timeline"
)

// counted is a writer that counts bytes.
type counted int64

func (c *counted) Write(b []byte) (int, error) {
	*c += counted(len(b))
	return len(b), nil
}

// BenchmarkTrace writes the trace of 140,000 jobs on 128 processors.
func BenchmarkTrace(b *testing.B) {
	o := simulated(b, `{"version": 1, "machine": {"kind": "cluster", "processors": 128}, "workload": {"kind": "lublin", "jobs": 140000, "processors": 128, "load": 0.7}, "policies": [{"kind": "easy"}]}`, nil)[0].Outcome
	list := []export.Traced{{Name: "EASY", Outcome: o, Blocks: timeline.Place(o).Blocks(), Series: metrics.OverTime(o)}}
	var written counted
	for b.Loop() {
		written = 0
		if err := export.WriteTrace(&written, list, ""); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(written))
}
