package poweroftwo

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/transform"
	"backfill/engine/workload/workloadtest"
)

// shares are the shares of jobs and of load (in percent) of the sizes that match.
func shares(weights []float64, match func(size int) float64) (jobs, load float64) {
	var all, area float64
	for size, weight := range weights {
		all += weight
		area += weight * float64(size)
		jobs += weight * match(size)
		load += weight * match(size) * float64(size)
	}
	return 100 * jobs / all, 100 * load / area
}

// The distribution D(0.85) on [1, 38] has mean 5.0345, and with exponential run times of
// mean 10 and gaps of mean 0.64 a load of 0.78665 on 100 processors. The shares of the
// groups are those that the published table is a sample of.
func TestPowerOfTwoSizes(t *testing.T) {
	weights := weightsOf(0.85, 1, 38)
	sum, mean := 0.0, 0.0
	for size, weight := range weights {
		sum += weight
		mean += weight * float64(size)
	}
	mean /= sum
	between := func(low, high int) func(int) float64 {
		return func(size int) float64 {
			if low <= size && size <= high {
				return 1
			}
			return 0
		}
	}
	// widest is how probable it is that the widest component of a job lies in a range, with a
	// threshold of 11 and 2 to 4 components.
	widest := func(low, high int) func(int) float64 {
		return func(size int) float64 {
			if size <= 11 {
				return between(low, high)(size)
			}
			p := 0.0
			for n := 2; n <= 4; n++ {
				p += between(low, high)(size-(n-1)*(size/n)) / 3
			}
			return p
		}
	}
	// table is the published one, whose groups by widest component fit these bounds best.
	table := map[string][2]float64{"S1": {24.88, 5.08}, "S2": {25.64, 11.49}, "S3": {25.20, 24.13}, "S4": {24.28, 59.30},
		"W1": {24.88, 5.08}, "W2": {25.64, 11.49}, "W3": {22.98, 23.45}, "W4": {26.50, 59.98}}
	for _, c := range []struct {
		what      string
		match     func(int) float64
		jobs, sum string
	}{
		{"one component", between(1, 11), "89.61", "64.31"},
		{"several", between(12, 38), "10.39", "35.69"},
		{"S1", between(1, 1), "24.17", "4.80"},
		{"S2", between(2, 3), "26.37", "11.63"},
		{"S3", between(4, 7), "25.67", "24.46"},
		{"S4", between(8, 38), "23.79", "59.11"},
		{"W1", widest(1, 1), "24.17", "4.80"},
		{"W2", widest(2, 3), "26.82", "12.70"},
		{"W3", widest(4, 5), "21.89", "24.14"},
		{"W4", widest(6, 19), "27.11", "58.35"}, // 58.3549; what the others, rounded, leave is 58.36
	} {
		jobs, load := shares(weights, c.match)
		if fmt.Sprintf("%.2f", jobs) != c.jobs || fmt.Sprintf("%.2f", load) != c.sum {
			t.Errorf("%s: %.2f %% of the jobs and %.2f %% of the load, want %s and %s", c.what, jobs, load, c.jobs, c.sum)
		}
		within := 0.75
		if c.what[0] == 'W' {
			within = 1.7
		}
		if published, listed := table[c.what]; listed && (math.Abs(jobs-published[0]) > within || math.Abs(load-published[1]) > within) {
			t.Errorf("%s: %.2f %% of the jobs and %.2f %% of the load, published %v", c.what, jobs, load, published)
		}
	}
	if got := fmt.Sprintf("%.4f %.4f %.5f", sum, mean, mean*10/0.64/100); got != "10.5484 5.0345 0.78665" {
		t.Errorf("sum, mean and load %s", got)
	}
}

// Of 200,000 jobs the means of sizes, run times and gaps, the shares of sizes and, of
// large jobs, of 2, 3 and 4 components lie within four standard errors of what they are drawn from.
func TestPowerOfTwoIsDrawnFromItsDistribution(t *testing.T) {
	const n = 200_000
	w, _, err := Kind.Make(workloadtest.Checked(t, Kind.Params, fmt.Sprintf(`{"jobs": %d}`, n)), workload.Inputs{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	weights := weightsOf(0.85, 1, 38)
	counts := make([]float64, len(weights))
	components := map[int]float64{}
	var run, large float64
	for i, j := range w.Jobs {
		counts[j.Processors]++
		run += j.Run.Seconds()
		if j.Processors > 11 {
			large++
			components[len(w.Components[i])]++
			if c := w.Components[i]; c[0] != slices.Max(c) || sumOf(c) != j.Processors {
				t.Fatalf("components %v of %d processors", c, j.Processors)
			}
		} else if w.Components[i] != nil {
			t.Fatalf("a job of %d processors has components", j.Processors)
		}
	}
	near := func(what string, got, want, deviation, n float64) {
		if math.Abs(got-want) > 4*deviation/math.Sqrt(n) {
			t.Errorf("%s %v, want %v", what, got, want)
		}
	}
	near("mean run time", run/n, 10, 10, n)
	near("mean gap", w.Jobs[n-1].Submit.Seconds()/n, 0.64, 0.64, n)
	sum := 0.0
	for _, weight := range weights {
		sum += weight
	}
	for size, count := range counts {
		p := weights[size] / sum
		near(fmt.Sprintf("share of size %d", size), count/n, p, math.Sqrt(p*(1-p)), n)
	}
	for k := 2; k <= 4; k++ {
		near(fmt.Sprintf("share of %d components", k), components[k]/large, 1.0/3, math.Sqrt(2.0/9), large)
	}
}

func sumOf(widths []int32) (sum int32) {
	for _, width := range widths {
		sum += width
	}
	return sum
}

// Another threshold changes the components only, and the transformation splits a log as the
// generator does with shares that it counts.
func TestSplit(t *testing.T) {
	draw := func(fields string) *engine.Workload {
		w, _, err := Kind.Make(workloadtest.Checked(t, Kind.Params, fields), workload.Inputs{Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		return w
	}
	low, high := draw(`{"jobs": 2000, "threshold": 4}`), draw(`{"jobs": 2000, "threshold": 30}`)
	if diff := cmp.Diff(low.Jobs, high.Jobs); diff != "" {
		t.Error(diff)
	}
	for i, c := range high.Components {
		if c != nil && cmp.Diff(c, low.Components[i]) != "" {
			t.Errorf("job %d: %v and %v", i, low.Components[i], c)
		}
	}
	// Sizes 1, 2, 16, 8: of the larger three those up to 2 are one third, those up to 8 two.
	out, notes, err := workloadtest.Apply(t, transform.Split, `{"threshold": 1, "split": "phased"}`, &engine.Workload{Jobs: []engine.Job{
		{Processors: 1}, {Processors: 2}, {Processors: 16}, {Processors: 8}}}, workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]int32{nil, {1, 1}, {4, 4, 4, 4}, {4, 2, 2}}, out.Components); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"3 of 4 jobs, those above 1 processors, have more than one component; one more each above [2 8] processors"}, notes); diff != "" {
		t.Error(diff)
	}
}
