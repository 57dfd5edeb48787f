package script

import (
	"testing"

	"backfill/engine"
	"backfill/policies/internal/reference"
)

// Jobs per second of scripts on a real log, beside the built-in EASY.
func BenchmarkKTH(b *testing.B) {
	w := reference.ReadLog(b, "KTH-SP2-1996-filtered.swf.gz")
	measure := func(name string, policy func() engine.Policy) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				reference.Simulate(b, w, 100, policy(), engine.Options{})
			}
			b.ReportMetric(float64(len(w.Jobs))*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
		})
	}
	measure("built-in easy", func() engine.Policy { return builtIn(b, "easy", nil) })
	for _, p := range pairs(b, "86400") {
		program := compiled(b, p.source)
		measure(p.name, program.New)
	}
}

// What printing costs: the same script with 20,000 lines in each of its calls, and with none.
func BenchmarkPrinting(b *testing.B) {
	for name, line := range map[string]string{"nothing": "now()", "a number": "print(i)", "a text": `print("job", i, "of", head(), [1, 2, 3])`} {
		program := compiled(b, "def schedule():\n    for i in range(20000):\n        "+line+"\n    start_in_order()\n")
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := engine.Simulate(threeJobs(), engine.NewCluster(5, 1), program.New(), engine.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
