package reproduce

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/workload/workloadtest"
)

// ngubiriSystem is a system of Ngubiri and van Vliet's study: five clusters of 20 processors
// at a load of 0.787 under FPFS.
type ngubiriSystem struct {
	split     string // random or phased
	threshold int
	jumps     int
	share     bool // components of a job may share a cluster
}

// Groups of jobs by size, widest component and number of components, as the study forms
// them, with the cuts between groups of the widest component that fit its Table 1.
var ngubiriGroups = []struct{ letter, by, bounds string }{
	{"S", "size", "1, 3, 7"}, {"W", "widest", "1, 3, 5"}, {"C", "components", "1, 2, 3"},
}

// Sizes within which the numbers of components are compared.
var ngubiriSizesApart = []int{16, 38}

const response = "meanResponse"

// ngubiriNames are a run's mean response time, of all jobs and of those groups that
// the scenario has, and the trend of its queue.
var ngubiriNames = func() []string {
	names := []string{"all", "rise", "level"}
	for _, g := range ngubiriGroups {
		for class := 1; class <= 4; class++ {
			names = append(names, fmt.Sprintf("%s%d", g.letter, class))
		}
	}
	for _, size := range ngubiriSizesApart {
		for n := 2; n <= 4; n++ {
			names = append(names, fmt.Sprintf("%d in %d", size, n))
		}
	}
	return names
}()

var ngubiriMeasures = measures{names: ngubiriNames, source: "ngubiri_test.go",
	of: func(t *experiment.Task, policy int) ([]float64, error) {
		run, err := t.Measure(policy, nil)
		if err != nil {
			return nil, err
		}
		row := slices.Repeat([]float64{math.NaN()}, len(ngubiriNames))
		set := func(name string, value float64) { row[slices.Index(ngubiriNames, name)] = value }
		set("all", run.Metrics.Value(response))
		var batches []metrics.Summary
		for _, b := range run.Batches {
			batches = append(batches, b.Metrics)
		}
		trend := metrics.TrendOf(batches, t.Plan.Steady.Warmup, t.Plan.Steady.Batch)
		set("rise", trend.Rise)
		set("level", trend.Level)
		for g := range t.Plan.Scenario.Groups {
			b := &run.Groups[g]
			for i, class := range b.Class {
				name := fmt.Sprintf("%s%d", ngubiriGroups[g].letter, class)
				if b.Where != nil {
					name = fmt.Sprintf("%d in %d", ngubiriSizesApart[g], class)
				}
				set(name, b.Value(i, metrics.Index(response)))
			}
		}
		return row, nil
	}}

// A run in steady state: jobs that end before five batches, those of each batch, and half a
// batch more, so that the last one fills before the last arrival.
const (
	steadyWarmup = 20_000
	steadyBatch  = 40_000
)

// study is the system in steady state, with other keys of the scenario behind it.
func (c ngubiriSystem) study(t *testing.T, warmup, batch int, more string, runs int) *study {
	t.Helper()
	return newStudy(t, fmt.Appendf(nil, `{"version": 1, "machine": {"kind": "multicluster", "clusters": [20, 20, 20, 20, 20], "share": %v},
		"workload": {"kind": "power-of-two", "jobs": %d, "threshold": %d, "split": %q}, "policies": [{"kind": "fpfs", "maxJumps": %d}], "steady": {"warmup": %d, "batch": %d}%s}`,
		c.share, warmup+5*batch+batch/2, c.threshold, c.split, c.jumps, warmup, batch, more), runs)
}

// allGroups asks for all groups.
func allGroups() string {
	var list []string
	for _, g := range ngubiriGroups {
		list = append(list, fmt.Sprintf(`{"by": %q, "bounds": [%s]}`, g.by, g.bounds))
	}
	return `, "groups": [` + strings.Join(list, ", ") + `]`
}

// known is what is known of a system: means by name, over independent runs.
type known struct {
	study *study
	s     *simulations
}

// of is what is known of a group's mean response time.
func (k known) of(name string) estimate { return meanOf(k.s.values(simulated{k.study, 0, 0}, name), 1) }

// unstable says whether the queue grows without end, and by which part of its mean it rises
// towards the middle of a run.
func (k known) unstable() (unstable bool, growth float64) {
	at := simulated{k.study, 0, 0}
	rises, levels := k.s.values(at, "rise"), k.s.values(at, "level")
	var trends []metrics.Trend
	rise, level := 0.0, 0.0
	for i := range rises {
		trends = append(trends, metrics.Trend{Rise: rises[i], Level: levels[i]})
		rise, level = rise+rises[i], level+levels[i]
	}
	return metrics.GrowsLikely(trends, 0.95), rise / level
}

// ngubiriTable are mean response times of an independent prototype.
type ngubiriTable struct {
	title   string
	columns string // names
	figures string // by row: the value that varies, then figures
	system  func(value int) ngubiriSystem
}

// rows are the fields of each row.
func (q *ngubiriTable) rows() (rows [][]string) {
	for _, line := range strings.Split(strings.TrimSpace(q.figures), "\n") {
		rows = append(rows, strings.Fields(line))
	}
	return rows
}

// at is the system of a row.
func (q *ngubiriTable) at(t *testing.T, row []string) ngubiriSystem {
	t.Helper()
	value, err := strconv.Atoi(row[0])
	if err != nil {
		t.Fatal(err)
	}
	return q.system(value)
}

var ngubiriTables = []ngubiriTable{
	{"Random split, threshold 11, by maxJumps", "all S1 S2 S3 S4 W1 W2 W3 W4 C1 C2 C3 C4", `
		0  45.3 44.8 44.8 45.2 46.6 44.8 44.9 45.3 46.4 45.1 47.5 47.0 47.4
		1  37.6 36.4 36.7 37.6 39.7 36.4 36.8 37.7 39.3 37.2 40.6 40.0 40.4
		2  30.8 28.6 29.5 31.2 34.1 28.6 29.6 31.2 33.6 30.3 35.2 34.4 34.9
		3  25.5 22.2 23.6 26.2 30.3 22.2 23.7 26.2 29.7 24.9 31.5 30.6 31.2
		5  19.2 14.1 16.1 20.2 26.8 14.1 16.3 20.3 25.8 18.2 28.6 27.3 27.9
		7  16.9 12.0 13.6 17.3 25.1 12.0 13.7 17.6 23.8 15.8 27.6 25.9 26.6
		10 15.46 11.27 12.23 15.18 23.61 11.27 12.39 15.57 22.14 14.25 26.95 25.00 25.76
		15 14.4 10.8 11.4 13.6 22.2 10.8 11.6 14.2 20.6 13.1 26.5 24.3 25.4
		20 13.9 10.7 11.1 12.9 21.5 10.7 11.2 13.6 19.7 12.6 26.5 24.1 25.3
		30 13.4 10.5 10.7 12.1 20.6 10.5 10.9 12.9 18.8 12.0 26.5 23.8 25.3
		50 12.9 10.3 10.5 11.6 19.8 10.3 10.6 12.4 18.1 11.5 26.7 23.6 25.2`,
		func(jumps int) ngubiriSystem { return ngubiriSystem{"random", 11, jumps, false} }},
	{"Phased split, threshold 11, by maxJumps", "all S1 S2 S3 S4 C1 C2 C3 C4", `
		0  31.2 30.7 30.7 31.1 32.4 31.0 32.1 32.4 34.0
		1  27.0 25.9 26.2 27.1 28.9 26.7 28.6 29.0 30.7
		3  20.4 17.4 18.5 20.9 24.8 19.8 24.3 24.9 27.1
		5  16.2 12.3 13.5 16.5 22.6 15.3 22.0 22.7 25.7
		10 13.87 10.71 11.27 13.33 20.55 12.90 20.03 21.13 25.78
		20 13.0 10.3 10.6 12.0 19.3 11.9 18.7 20.4 27.4
		50 12.4 10.1 10.3 11.2 18.3 11.3 17.1 19.3 29.9`,
		func(jumps int) ngubiriSystem { return ngubiriSystem{"phased", 11, jumps, false} }},
	{"Random split, FPFS(10), by threshold", "all S1 S4", `
		4  14.9 11.3 21.1
		6  14.9 11.2 21.0
		8  15.1 11.2 22.2
		10 15.2 11.2 22.8
		11 15.5 11.3 23.6
		12 15.8 11.4 24.4
		13 16.0 11.5 24.8
		14 16.5 11.6 25.8
		15 17.3 11.9 27.3
		16 18.8 12.5 29.8
		17 19.5 12.7 31.2
		18 20.2 13.0 32.1
		19 21.4 13.5 34.0
		20 22.8 14.1 36.0`,
		func(threshold int) ngubiriSystem { return ngubiriSystem{"random", threshold, 10, false} }},
	{"Phased split, FPFS(10), by threshold", "all", `
		4  12.5
		7  12.9
		9  13.4
		11 13.9
		13 14.6
		15 16.1
		17 18.8
		19 20.1`,
		func(threshold int) ngubiriSystem { return ngubiriSystem{"phased", threshold, 10, false} }},
	{"Components may share a cluster: random split, threshold 11, by maxJumps", "all S1 S4 C2 C3 C4", `
		0  26.8 - - - - -
		10 13.90 10.8 20.2 23.6 21.6 20.6`,
		func(jumps int) ngubiriSystem { return ngubiriSystem{"random", 11, jumps, true} }},
}

// quotedBatches and quotedBatch are how many batches of how many jobs the prototype has at least
// behind each figure, quotedWidth is the largest relative half-width of its intervals.
const (
	quotedBatches = 20
	quotedBatch   = 5 * steadyBatch
	quotedWidth   = 0.02
)

// quotedMean is a figure of the prototype. Its standard error is that of the widest
// interval it may have or, if that is smaller, the one of its batches.
func quotedMean(t *testing.T, text string, e estimate) figure {
	t.Helper()
	f, err := parseFigure(text)
	if err != nil {
		t.Fatal(err)
	}
	f.half = min(quotedWidth*f.value, 1.96*e.standardError(quotedBatches))
	return f
}

// meets says whether an estimate may differ from the figure as it does.
func (f figure) meets(e estimate) bool {
	return math.Abs(e.value-f.value) <= f.allowed(e, quotedBatches)
}

// quotedSaturation are utilizations of the prototype while at least 200 jobs wait.
var quotedSaturation = []struct {
	ngubiriSystem
	text string
}{
	{ngubiriSystem{"random", 4, 0, false}, ".849"}, {ngubiriSystem{"random", 7, 0, false}, ".841"}, {ngubiriSystem{"random", 9, 0, false}, ".827"}, {ngubiriSystem{"random", 11, 0, false}, ".817"},
	{ngubiriSystem{"random", 13, 0, false}, ".807"}, {ngubiriSystem{"random", 15, 0, false}, ".794"}, {ngubiriSystem{"random", 17, 0, false}, ".774"}, {ngubiriSystem{"random", 19, 0, false}, ".767"},
	{ngubiriSystem{"random", 4, 10, false}, ".897"}, {ngubiriSystem{"random", 7, 10, false}, ".895"}, {ngubiriSystem{"random", 9, 10, false}, ".895"}, {ngubiriSystem{"random", 11, 10, false}, ".892"},
	{ngubiriSystem{"random", 13, 10, false}, ".886"}, {ngubiriSystem{"random", 15, 10, false}, ".876"}, {ngubiriSystem{"random", 17, 10, false}, ".861"}, {ngubiriSystem{"random", 19, 10, false}, ".852"},
	{ngubiriSystem{"phased", 11, 0, false}, ".831"}, {ngubiriSystem{"phased", 11, 10, false}, ".915"}, {ngubiriSystem{"random", 11, 0, true}, ".842"},
}

// always is how many jobs wait and run in a saturated system. At most 100 run.
const always = 300

// saturated measures the utilization while every job that ends is followed by a new one,
// so that the number of jobs in the system stays the same.
var saturated = measures{names: []string{"utilization"}, source: "ngubiri_test.go",
	of: func(t *experiment.Task, policy int) ([]float64, error) {
		w := *t.Workload
		w.After = make([]int32, len(w.Jobs))
		for j := range w.After {
			w.After[j] = max(engine.NoJob, int32(j)-always)
		}
		closed := *t
		closed.Workload = &w
		run, err := closed.Simulate(policy, nil)
		if err != nil {
			return nil, err
		}
		return []float64{run.Metrics.Value("utilization")}, nil
	}}

// saturation is the measured utilization beside the quoted one.
func (s *simulations) saturation(t *testing.T, c ngubiriSystem, text string, runs int) (estimate, figure) {
	t.Helper()
	x := c.study(t, steadyWarmup, steadyBatch, "", runs)
	s.measure(t, x, 0, []int{0})
	e := meanOf(s.values(simulated{x, 0, 0}, "utilization"), 1)
	return e, quotedMean(t, text, e)
}

// A sample of the study's figures: FCFS and FPFS(10) with either split, all groups, and
// two saturated systems. FCFS at a threshold of 19 is unstable, at 11 it is not.
func TestSampleOfNgubiri(t *testing.T) {
	workloadtest.OnlyNatively(t)
	if runtime.GOARCH == "wasm" {
		t.Skip("schedules are the same there, as the golden ones show, and it would take long")
	}
	const runs = 6
	s := simulations{measures: ngubiriMeasures}
	compared := 0
	for i := range ngubiriTables[:2] {
		q := &ngubiriTables[i]
		for _, row := range q.rows() {
			if row[0] != "0" && row[0] != "10" {
				continue
			}
			x := q.at(t, row).study(t, steadyWarmup, steadyBatch, allGroups(), runs)
			s.measure(t, x, 0, []int{0})
			k := known{x, &s}
			for c, name := range strings.Fields(q.columns) {
				e := k.of(name)
				if f := quotedMean(t, row[c+1], e); !f.meets(e) {
					t.Errorf("%s, %s, %s: %s, quoted %s", q.title, row[0], name, f.format(e.value), f.text)
				}
				compared++
			}
			if unstable, growth := k.unstable(); unstable {
				t.Errorf("%s, %s is unstable: its queue grows by %v", q.title, row[0], growth)
			}
		}
	}
	if compared != 2*13+2*9 {
		t.Errorf("%d figures were compared", compared)
	}
	x := ngubiriSystem{"random", 19, 0, false}.study(t, steadyWarmup, steadyBatch, "", runs)
	s.measure(t, x, 0, []int{0})
	if unstable, growth := (known{x, &s}).unstable(); !unstable {
		t.Errorf("FCFS at a threshold of 19 is stable: its queue grows by %v", growth)
	}
	full := simulations{measures: saturated}
	for _, c := range quotedSaturation {
		if c.threshold != 11 {
			continue
		}
		if e, f := full.saturation(t, c.ngubiriSystem, c.text, 2); !f.meets(e) {
			t.Errorf("saturated, %+v: %s, quoted %s", c.ngubiriSystem, f.format(e.value), f.text)
		}
	}
}
