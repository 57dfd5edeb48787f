package policies

import (
	"testing"

	"backfill/engine"
	"backfill/policies/belief"
	"backfill/policies/internal/reference"
	"backfill/policies/queue"
)

// easyPlusPlus is EASY++ as Tsafrir, Etsion and Feitelson have it.
func easyPlusPlus() *EASY {
	return &EASY{Reservations: 1, Others: queue.Shortest, Belief: &belief.Belief{Predictor: belief.UserLastTwo, Corrector: belief.Steps}}
}

// Jobs per second of the engine alone on real logs.
func BenchmarkLogs(b *testing.B) {
	for _, log := range []struct {
		name, file string
		processors int32
	}{
		{"KTH", "KTH-SP2-1996-filtered.swf.gz", 100},
		{"SDSC-SP2", "SDSC-SP2-1998-filtered.swf.gz", 128},
	} {
		w := reference.ReadLog(b, log.file)
		for _, policy := range []struct {
			name   string
			policy engine.Policy
		}{{"fcfs", FCFS{}}, {"easy", &EASY{Reservations: 1}}, {"easy-sjbf", &EASY{Reservations: 1, Others: queue.Shortest}}, {"easy++", easyPlusPlus()},
			{"conservative", Conservative{Compress: true}}} {
			b.Run(log.name+"/"+policy.name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					reference.Simulate(b, w, log.processors, policy.policy, engine.Options{})
				}
				b.ReportMetric(float64(len(w.Jobs))*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
			})
		}
	}
}
