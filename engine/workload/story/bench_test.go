package story

import (
	"bytes"
	"testing"

	"backfill/assets/centre"
	"backfill/engine/workload/accounting"
)

func BenchmarkStory(b *testing.B) {
	const jobs = 100_000
	var text bytes.Buffer
	if err := centre.Write(&text, jobs, 365, 1); err != nil {
		b.Fatal(err)
	}
	log, err := accounting.Read(&text, "log", accounting.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		Of(log, nil)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/jobs, "ns/job")
}
