//go:build reproduce

package reproduce

import (
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/engine/workload/transform"
	"backfill/policies"
	"backfill/policies/internal/reference"
)

// TestReproduce writes ../../REPRODUCED.md. It fails where something does not come out.
func TestReproduce(t *testing.T) {
	var b strings.Builder
	b.WriteString("# What reproduces\n\n`make reproduce` writes this file.\n")
	reproduceReference(t, &b)
	reproduceMeans(t, &b)
	reproduceBeliefs(t, &b)
	reproduceRLScheduler(t, &b)
	reproduceSlurm(t, &b)
	reproduceReadings(t, &b)
	reproduceClosedForms(t, &b)
	reproduceLublin(t, &b)
	reproduceKumar(t, &b)
	reproduceFigure1(t, &b)
	reproduceChiang(t, &b)
	reproduceBaraglia(t, &b)
	reproduceNgubiri(t, &b)
	reproduceGuim(t, &b)
	if t.Failed() {
		return
	}
	if err := os.WriteFile("../../REPRODUCED.md", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// reproduceSlurm writes the comparison with a real Slurm, whose numbers the tests of package slurm hold.
func reproduceSlurm(t *testing.T, b *strings.Builder) {
	text, err := os.ReadFile("slurm.md")
	if err != nil {
		t.Fatal(err)
	}
	b.Write(text)
}

func reproduceReference(t *testing.T, b *strings.Builder) {
	b.WriteString("\n## Schedules of the reference simulator\n\n" +
		"Jobs whose start differs from pyss, the field's reference simulator, with `\"simultaneous\": \"sequential\"`, as pyss takes events,\n" +
		"and with the default, `\"batch\"`.\n\n" +
		"| log | processors | policy | jobs | sequential | batch |\n|---|---|---|---|---|---|\n")
	for _, c := range references {
		w, different := compareWithReference(t, c, engine.Sequential)
		_, batch := compareWithReference(t, c, engine.Batch)
		fmt.Fprintf(b, "| %s | %d | %s | %d | %d | %d |\n", c.log, c.processors, strings.TrimSuffix(c.reference, "-sequential"), len(w.Jobs), len(different), len(batch))
		if len(different) > 0 {
			t.Errorf("%s, %s: %d jobs differ", c.log, c.reference, len(different))
		}
	}
}

func reproduceMeans(t *testing.T, b *strings.Builder) {
	b.WriteString("\n## Means of the same logs\n\n" +
		"| log and policy | simultaneous events | mean wait (s) | known | mean bounded slowdown | known |\n|---|---|---|---|---|---|\n")
	for _, c := range knownMeans {
		m := metrics.Of(reference.Simulate(t, reference.ReadLog(t, c.log), c.processors, c.policy, engine.Options{Order: c.order}))
		known := "-"
		if c.bsld > 0 {
			known = fmt.Sprint(c.bsld)
		}
		fmt.Fprintf(b, "| %s | %s | %.3f | %v | %.4f | %s |\n", c.name, [...]string{"batch", "sequential"}[c.order],
			m.Value("meanWait"), c.wait, m.Value("meanBoundedSlowdown"), known)
	}
}

func reproduceClosedForms(t *testing.T, b *strings.Builder) {
	b.WriteString("\n## Closed forms\n\n" +
		"Mean wait of the M/M/c queue: one-processor jobs, exponential gaps and run times (mean 100 s), FCFS; 400 batches of 50,000 jobs, 99 % interval.\n\n" +
		"| servers | load | measured (s) | interval | closed form |\n|---|---|---|---|---|\n")
	for _, c := range mmcCases {
		interval, want := c.meanWait(t, 400, 0.99)
		fmt.Fprintf(b, "| %d | %v | %.3f | %.3f to %.3f | %.3f |\n", c.servers, c.load, interval.Mean, *interval.Low, *interval.High, want)
		if want < *interval.Low || want > *interval.High {
			t.Errorf("M/M/%d at load %v: %v, want %v", c.servers, c.load, interval, want)
		}
	}
}

// The spec's figure is the mean of 16 to 24 samples; by the rule of agreement ours
// may differ from it by 3.5 standard errors of the difference.
func reproduceLublin(t *testing.T, b *strings.Builder) {
	const samples, quoted, quotedSamples = 1000, 0.765, 16
	s, err := scenario.Read([]byte(`{"version": 1, "machine": {"kind": "cluster", "processors": 128},
		"workload": {"kind": "lublin", "jobs": 2000, "processors": 128}, "policies": [{"kind": "fcfs"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	var loads []float64
	for r := range samples {
		w, _, err := plan.Workload(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		loads = append(loads, transform.OfferedLoad(w, 128))
	}
	mean, sd := stat.MeanStdDev(loads, nil)
	allowed := 3.5 * sd * math.Sqrt(1.0/samples+1.0/quotedSamples)
	fmt.Fprintf(b, "\n## Lublin-Feitelson model\n\nOffered load of %d typeless samples of 2,000 jobs for 128 processors: %.4f, standard error %.4f. "+
		"Quoted: %v from %d samples; the two may differ by %.3f.\n", samples, mean, sd/math.Sqrt(samples), quoted, quotedSamples, allowed)
	if math.Abs(mean-quoted) > allowed {
		t.Errorf("offered load %v, quoted %v ± %v", mean, quoted, allowed)
	}
}
