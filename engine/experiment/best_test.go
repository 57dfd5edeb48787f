package experiment_test

import (
	"fmt"
	"math"
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
)

// Mean waits at four points in three replications. At the second the mean is 3, the least. The first has 1 more in each replication: known to be
// worse, though its interval alone, about 4, reaches below 3. The differences of the third are 4, -2 and 1: 1 more on average, with a standard
// error of 3/√3 = 1.732, t(2, 97.5 %) 4.303: from -6.45 to 8.45, so that nobody knows. The fourth lacks the third replication, in which no point
// is compared then: means are 3, 2, 2 and 9, of which the second is the first of two.
func TestBestOf(t *testing.T) {
	p := compile(t, `{"version": 1, "machine": {"kind": "cluster", "processors": 4}, "workload": {"kind": "lublin", "jobs": 10, "load": 0.5},
		"policies": [{"kind": "easy"}], "sweep": [{"path": "/policies/0/reservations", "values": [1, 2, 3, 4]}], "replications": 3}`)
	runs := func(points ...[]float64) (list []*experiment.Run) {
		for point, waits := range points {
			for replication, wait := range waits {
				r := &experiment.Run{Policy: "easy", Replication: replication, PointIndex: point, Measures: experiment.Measures{Metrics: make(metrics.Summary, len(metrics.Descriptions))}}
				for i := range r.Metrics {
					r.Metrics[i] = math.NaN()
				}
				r.Metrics[metrics.Index("meanWait")] = wait
				list = append(list, r)
			}
		}
		return list
	}
	wait := metrics.Index("meanWait")
	b := experiment.BestOf(p, runs([]float64{2, 3, 7}, []float64{1, 2, 6}, []float64{5, 0, 7}, []float64{9, 9, 9}), wait)[0]
	if b.Point != 1 || !b.Apart(0) || b.Apart(1) || b.Apart(2) || b.Means[1].Mean != 3 || b.Means[0].Mean != 4 || *b.Means[0].Low > 3 {
		t.Errorf("the best point is %+v", b)
	}
	if got := fmt.Sprintf("%.3f %.3f %.3f", b.Differences[2].Mean, *b.Differences[2].Low, *b.Differences[2].High); got != "1.000 -6.452 8.452" {
		t.Errorf("at the third point there is %s more", got)
	}
	b = experiment.BestOf(p, runs([]float64{2, 4, 7}, []float64{1, 3, 6}, []float64{4, 0, 7}, []float64{9, 9}), wait)[0]
	if b.Point != 1 || b.Means[0].Mean != 3 || b.Means[1].Mean != 2 || b.Means[2].Mean != 2 || b.Means[3].Mean != 9 || b.Means[2].N != 2 {
		t.Errorf("without the third replication the best point is %+v", b)
	}
	// One replication says nothing of differences; of a metric that is neither better nor worse no point is the best.
	if b = experiment.BestOf(p, runs([]float64{2}, []float64{1}, []float64{3}, []float64{4}), wait)[0]; b.Point != 1 || b.Apart(0) || b.Differences[0].Low != nil {
		t.Errorf("of one replication the best point is %+v", b)
	}
	for i := range metrics.Descriptions {
		if metrics.Descriptions[i].Better == metrics.Neither {
			if b = experiment.BestOf(p, runs([]float64{2}, []float64{1}, []float64{3}, []float64{4}), i)[0]; b.Point != -1 {
				t.Errorf("%s is best at point %d", metrics.Descriptions[i].Name, b.Point)
			}
		}
	}
}
