package ui

import (
	"fmt"
	"html"
	"math"
	"strings"
	"testing"

	"backfill/ui/panel/answers"
)

// Two words of SchedulerParameters, varied at once. Twelve workloads; under EASY, which has no such words, all points are the same.
const sweptWords = `{"version":1,"name":"Words","machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n[1-4]","processors":8}],"partitions":[{"name":"p"}]},
	"workload":{"kind":"lublin","jobs":60,"processors":32,"load":0.9},"policies":[{"kind":"slurm","label":"S"},{"kind":"easy","label":"EASY"}],"replications":12,
	"sweep":[{"path":"/policies/0/parameters/bf_interval","values":[30,3600]},{"path":"/policies/0/parameters/default_queue_depth","values":[1,5,100]}]}`

// The map has the mean of each point, computed here from the runs, in its row and column, and the best one is named with its interval; which others
// are not known to differ from it is what Student's t says of the twelve differences: t(11, 97.5 %) is 2.200985.
func TestMapOfASweep(t *testing.T) {
	p, b := firstVisit(t)
	open(p, sweptWords)
	whole(p, b)
	waits := make([][]float64, 6) // by point and replication
	for i := range waits {
		waits[i] = make([]float64, 12)
	}
	for _, r := range p.Measurement.Cells.Runs() {
		if r.Policy == "S" {
			waits[r.PointIndex][r.Replication] = r.Metrics.Value("meanWait")
		}
	}
	mean := func(values []float64) (m float64) {
		for _, v := range values {
			m += v / float64(len(values))
		}
		return m
	}
	best := 0
	for i := range waits {
		if mean(waits[i]) < mean(waits[best]) {
			best = i
		}
	}
	open, apart := 0, 0
	for i := range waits {
		if i == best {
			continue
		}
		var d []float64
		for r := range waits[i] {
			d = append(d, waits[i][r]-waits[best][r])
		}
		squares := 0.0
		for _, v := range d {
			squares += (v - mean(d)) * (v - mean(d))
		}
		if mean(d) > 2.200985*math.Sqrt(squares/11/12) {
			apart++
		} else {
			open++
		}
	}
	if open == 0 || apart == 0 {
		t.Fatalf("%d points are open and %d apart: the test tells nothing", open, apart)
	}
	page := render(t, p)
	var cells []string
	for i := range waits {
		cells = append(cells, strings.ReplaceAll(page.ids[fmt.Sprintf("map-%d", i)].text(), "\u00a0", " "))
	}
	marked := strings.Count(strings.Join(cells, " "), "≈")
	if marked != open || !strings.HasSuffix(cells[best], "best") || strings.Count(strings.Join(cells, " "), "best") != 1 {
		t.Errorf("the cells are %q; want point %d as the best and %d marked", cells, best, open)
	}
	scale := p.Answers.PlotScale()
	for i, cell := range cells {
		if want := strings.ReplaceAll(scale.Text(mean(waits[i])), "\u00a0", " "); !strings.HasPrefix(cell, want) {
			t.Errorf("point %d has %q, want %q", i, cell, want)
		}
	}
	sentence := strings.ReplaceAll(html.UnescapeString(page.ids["map-sentence"].text()), "\u00a0", " ")
	for _, want := range []string{"Under S the mean wait is lowest, ", " at S: bf_interval ", fmt.Sprintf("%d ", open), "by the 95 % interval of each difference by itself, 12 paired workloads, each in another drawing of when Slurm's loops begin. Of many comparisons some come out by chance."} {
		if !strings.Contains(sentence, want) {
			t.Errorf("the sentence is %q, without %q", sentence, want)
		}
	}
	if got := strings.Join(strings.Fields(page.ids["map"].text()), " "); !strings.HasPrefix(got, "Mean wait by S: bf_interval and S: default_queue_depth S: default_queue_depth (jobs) ↓, S: bf_interval (s) → 303600 1") {
		t.Errorf("the map is %q", got)
	}

	page.ids["map-4"].hear("click", "")
	if p.Cell.Point != 4 {
		t.Errorf("shown is point %d", p.Cell.Point)
	}
	page = render(t, p)
	page.ids["map-policy"].hear("change", "EASY")
	if got := strings.ReplaceAll(render(t, p).ids["map-sentence"].text(), "\u00a0", " "); !strings.Contains(got, "Under EASY the mean wait is lowest") || !strings.Contains(got, "5 others, marked ≈, are not known to differ from it: ") {
		t.Errorf("under EASY: %q", got)
	}
	p.ShowMetric("jobs")
	b.pass()
	if got := render(t, p).ids["map-sentence"].text(); got != "Neither less nor more of this metric is better: no point is called the best." {
		t.Errorf("of the number of jobs: %q", got)
	}
}

// No point is called best where the jobs are others, where other jobs came to an end, or where there is but one workload.
func TestMapsWithoutABestPoint(t *testing.T) {
	for _, c := range []struct{ change, to, want string }{
		{`{"path":"/policies/0/parameters/bf_interval","values":[30,3600]}`, `{"path":"/workload/load","values":[0.5,0.9]}`, "The points do not have the same jobs: none is called the best."},
		{`{"path":"/policies/0/parameters/bf_interval","values":[30,3600]}`, `{"path":"/machine/partitions/0/maxNodes","values":[1,0]}`, "Not as many jobs ended, were killed or cancelled, or never start, at every point, so that these means are not over the same jobs: none is called the best."},
		{`"replications":12`, `"replications":1`, "One run of one workload at each point, in one drawing of when Slurm's loops begin: there are no intervals, and no point is called the best."},
	} {
		p, b := firstVisit(t)
		open(p, strings.Replace(sweptWords, c.change, c.to, 1))
		whole(p, b)
		page := render(t, p)
		if page.ids["map-sentence"] == nil {
			t.Errorf("%s: there is no map: %s, %v", c.to, p.Notice.Text, p.Wrong)
			continue
		}
		if got := html.UnescapeString(page.ids["map-sentence"].text()); got != c.want || strings.Contains(page.ids["map"].text(), "best") {
			t.Errorf("%s: %q", c.to, got)
		}
	}
	// One parameter makes no map.
	p, b := sweptPage(t)
	whole(p, b)
	if render(t, p).ids["map"] != nil || (&answers.Curves{Answers: p.Answers}).Title() != "Mean wait by load" {
		t.Error("a sweep over one parameter has a map")
	}
}
