package ui

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/engine/scenario"
	"backfill/policies"
	"backfill/ui/answer"
	"backfill/ui/panel/answers"
	"backfill/ui/phrase"
)

// classScenario has two groupings, the first with two panels, at three loads.
const classScenario = `{"version":1,"name":"classes","machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":60,"processors":32,"load":0.9},
	"policies":[{"kind":"fcfs","label":"FCFS"},{"kind":"easy","label":"EASY"}],"replications":3,
	"sweep":[{"path":"/workload/load","values":[0.7,0.9,1.1]}],
	"groups":[{"by":"runTime","bounds":[60,3600],"each":{"by":"size","bounds":[8]}},{"by":"kind"}]}`

// drawnClasses is what the browser was given to draw in the end: on a busy machine that takes several steps.
func drawnClasses(t *testing.T, b *fake) (s answers.PlotSpec) {
	t.Helper()
	b.pass()
	if err := json.Unmarshal(b.charts[answers.ClassChart], &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// What is drawn are the means that the headless program prints, at the chosen point for
// all policies, or at all points for the chosen policy.
func TestClassesOfAMeasurement(t *testing.T) {
	p, b := firstVisit(t)
	open(p, classScenario)
	whole(p, b)
	want := map[string]*experiment.GroupMeans{} // of the first grouping, by policy and load
	summary := experiment.Collect(p.Measurement.Plan, p.Measurement.Cells.Runs()).GroupSummary
	for i := range summary {
		if m := &summary[i]; m.Grouping == 0 {
			want[m.Policy+phrase.Number(m.Point["/workload/load"].(float64))] = m
		}
	}
	check := func(s answers.PlotSpec, metric string, keys ...string) {
		t.Helper()
		unit := p.Answers.ClassScale()
		if len(s.Panels) != 2 || s.Panels[0].Title != "1–8 processors" || s.Classes[1] != "1 min – 1 h" || len(s.Panels[1].Series) != len(keys) {
			t.Fatalf("%+v", s)
		}
		for k, panel := range s.Panels {
			for i, series := range panel.Series {
				m := want[keys[i]]
				if series.Index != i {
					t.Errorf("%s has the colour %d, want %d", series.Name, series.Index, i)
				}
				found := 0
				for _, at := range series.Points {
					class := int32(at.X.(float64)) + 1
					row := m.Find(grouping.Key{Panel: int32(k + 1), Class: class})
					if row < 0 || math.Abs(at.Y*unit.Per-m.Mean.At(row, metrics.Index(metric))) > 1e-9 || at.Low != nil && math.Abs(*at.Low*unit.Per-m.Low.At(row, metrics.Index(metric))) > 1e-9 {
						t.Errorf("panel %d, %s: %+v is not what was measured", k, series.Name, at)
					}
					found++
				}
				for row := range m.Len() {
					if m.Panel[row] == int32(k+1) {
						found--
					}
				}
				if found != 0 {
					t.Errorf("panel %d, %s: %d points too many", k, series.Name, found)
				}
			}
		}
	}
	s := drawnClasses(t, b)
	if s.Title != "Mean wait by run time, for each size" || s.Bars || s.LogY {
		t.Errorf("%+v", s)
	}
	check(s, "meanWait", "FCFS1.1", "EASY1.1") // at first the last point is shown
	r := render(t, p)
	if folded(r.ids["classes"]) {
		t.Error("the classes are not to be seen")
	}
	r.do("class-metric", "change", "p95Wait")
	check(drawnClasses(t, b), "p95Wait", "FCFS1.1", "EASY1.1")
	r.do("classes-axis-0", "change", "0")
	b.answer()
	b.pass()
	check(drawnClasses(t, b), "p95Wait", "FCFS0.7", "EASY0.7")

	r = render(t, p)
	r.do("class-lines", "change", "/workload/load")
	r.do("class-policy", "change", "EASY")
	s = drawnClasses(t, b)
	check(s, "p95Wait", "EASY0.7", "EASY0.9", "EASY1.1")
	if s.Panels[0].Series[2].Name != "load 1.1" {
		t.Errorf("a line is called %q", s.Panels[0].Series[2].Name)
	}
	// Turned, the classes are the lines and the loads lie along the axis.
	r = render(t, p)
	r.do("class-form", "change", answers.ClassTransposed)
	turned := drawnClasses(t, b)
	if strings.Join(turned.Classes, " ") != "0.7 0.9 1.1" || turned.X != "Load" || len(turned.Panels[0].Series) != len(s.Classes) {
		t.Errorf("%v along %s, %d lines of %d classes", turned.Classes, turned.X, len(turned.Panels[0].Series), len(s.Classes))
	}
	for i, series := range turned.Panels[0].Series {
		for _, point := range series.Points {
			load := int(point.X.(float64))
			if !slices.ContainsFunc(s.Panels[0].Series[load].Points, func(other answers.PlotPoint) bool { return other.X == float64(i) && other.Y == point.Y }) {
				t.Errorf("%s at load %s is %v", series.Name, turned.Classes[load], point.Y)
			}
		}
	}
	r.do("class-form", "change", answers.ClassLines)
	c := &answers.Classes{Answers: p.Answers}
	if got, want := c.Caption(), "Means over 3 workloads with 95 % intervals; under EASY."; got != want {
		t.Errorf("the caption is %q, want %q", got, want)
	}
	rows := p.Answers.ClassRows()
	if !rows[0].Heading || rows[0].Label != "1–8 processors" || len(rows[1].Cells) != 3 || !strings.HasSuffix(rows[1].Small, " of load") {
		t.Errorf("the table begins with %+v", rows[:2])
	}
	r = render(t, p)
	r.do("class-panel", "change", c.Panels()[2])
	if s = drawnClasses(t, b); len(s.Panels) != 1 || s.Panels[0].Title != c.Panels()[2] {
		t.Errorf("chosen is %+v", s.Panels)
	}

	p.Answers.SaveClasses()
	csv := string(b.saved["backfill-classes-classes.csv"])
	if !strings.Contains(csv, "\n/workload/load,policy,by,each,where,panel,group,metric,unit,mean,low,high,level,n\n0.7,FCFS,runTime,size,,1–8 processors,up to 1 min,p95Wait,s,") {
		t.Errorf("the file is\n%.900s", csv)
	}

	// The other grouping has no order: bars.
	r.do("class-grouping", "change", "1")
	if s = drawnClasses(t, b); !s.Bars || len(s.Panels) != 1 || s.Panels[0].Title != "" || !strings.HasSuffix(s.Title, " by kind") {
		t.Errorf("%+v", s)
	}
	r = render(t, p)
	r.do("class-form", "change", "lines")
	if s = drawnClasses(t, b); s.Bars {
		t.Error("bars were chosen away")
	}
	p.Exports.SaveResult()
	b.pass()
	if got, err := p.Measurement.Cells.Result().JSON(); err != nil || string(got) != string(b.saved["backfill-classes.json"]) {
		t.Error("the saved result is not what the headless program prints")
	}
}

// A single run has classes at once, without intervals; they stand below its timeline.
func TestClassesOfARun(t *testing.T) {
	p, b := firstVisit(t)
	s := drawnClasses(t, b)
	if len(s.Panels) != 1 || len(s.Panels[0].Series) != 3 || s.Panels[0].Series[0].Points[0].Low != nil {
		t.Errorf("%+v", s)
	}
	if got, want := (&answers.Classes{Answers: p.Answers}).Caption(), "One run of one workload: no intervals."; got != want {
		t.Errorf("the caption is %q, want %q", got, want)
	}
	p.Answers.SaveClasses()
	if csv := string(b.saved["backfill-a-textbook-case-groups.csv"]); !strings.Contains(csv, "FCFS,size,,,") {
		t.Errorf("the file is\n%.900s", csv)
	}
	for range p.Draft.Groups {
		p.RemoveGrouping(0)
	}
	b.pass()
	b.answer()
	if r := render(t, p); !folded(r.ids["classes"]) {
		t.Error("without groupings there are classes")
	}
}

// With a second axis the lines are the values of one, at the chosen value of the other;
// values that are parts go by their labels.
func TestClassesOfParts(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":32},
		"workload":{"kind":"lublin","jobs":60,"processors":32,"load":0.9,"transform":[{"kind":"estimates","model":"exact"}]},
		"policies":[{"kind":"easy","label":"EASY"}],"replications":1,"groups":[{"by":"runTime","quantiles":3}],
		"sweep":[{"path":"/workload/transform/0","values":[{"kind":"estimates","model":"exact","label":"R* = T"},{"kind":"estimates","model":"factor","factor":2,"label":"R* = 2T"}]},
			{"path":"/policies/0/reservations","values":[1,4]}]}`)
	whole(p, b)
	series := drawnClasses(t, b).Panels[0].Series // of one policy the values are compared, those of the first axis
	if len(series) != 2 || series[0].Name != "R* = T" || series[1].Name != "R* = 2T" {
		t.Fatalf("%+v", series)
	}
	// Shown is the last point, of 4 reservations: the lines are the points 1 and 3.
	unit := p.Answers.ClassScale().Per
	for i, point := range []int{1, 3} {
		m := p.Answers.Classes.Numbers.At(point, 0)
		if got, want := series[i].Points[2].Y*unit, m.Mean.At(2, metrics.Index("meanWait")); math.Abs(got-want) > 1e-9 {
			t.Errorf("line %d shows %v, want %v", i, got, want)
		}
	}
	if got, want := (&answers.Classes{Answers: p.Answers}).Caption(), "One run of one workload: no intervals; under EASY, at EASY: reservations 4."; got != want {
		t.Errorf("the caption is %q, want %q", got, want)
	}
	r := render(t, p)
	r.do("class-lines", "change", "/policies/0/reservations")
	if series = drawnClasses(t, b).Panels[0].Series; series[1].Name != "EASY: reservations 4" {
		t.Errorf("a line is called %q", series[1].Name)
	}
	r.do("class-lines", "change", "policies")
	if series = drawnClasses(t, b).Panels[0].Series; len(series) != 1 || series[0].Name != "EASY" {
		t.Errorf("the lines are %+v", series)
	}
	r.do("class-lines", "change", "/workload/transform/0")
	r = render(t, p)
	if r.ids["classes-axis-0"].parent.attr("hidden") == "" || folded(r.ids["classes-axis-1"]) {
		t.Error("the value of the other axis cannot be chosen, or that of the lines can")
	}
}

// The numbers of a grouping alone are those of the whole result.
func TestSummaryOfOneGrouping(t *testing.T) {
	s, err := scenario.Read([]byte(classScenario))
	if err != nil {
		t.Fatal(err)
	}
	plan, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	_, b := newPage(t)
	var runs []*experiment.Run
	for point := range plan.Points {
		run, err := b.prepare(plan, experiment.Cell{Point: point}).Measure(1, nil)
		if err != nil {
			t.Fatal(err)
		}
		run.Point, run.PointIndex = plan.Points[point].Values, point
		runs = append(runs, run)
	}
	all := experiment.Collect(plan, runs, "meanWait", answer.ShareOfJobs).GroupSummary
	for g := range s.Groups {
		var want []experiment.GroupMeans
		for _, m := range all {
			if m.Grouping == g {
				want = append(want, m)
			}
		}
		got := experiment.SummarizeGroups(plan, runs, g, "meanWait", answer.ShareOfJobs)
		a, _ := json.Marshal(got)
		if c, _ := json.Marshal(want); len(want) != 3 || string(a) != string(c) {
			t.Errorf("grouping %d: %s\nwant %s", g, a, c)
		}
	}
}

// The numbers of classes are unfolded when an experiment without any takes their place.
func TestNoClassesAfterSome(t *testing.T) {
	p, b := firstVisit(t)
	open(p, classScenario)
	whole(p, b)
	p.Unfolded[answers.ClassChart] = true
	if rows := p.Answers.ClassRows(); len(rows) == 0 {
		t.Fatal("there are no classes")
	}
	open(p, sweptScenario)
	whole(p, b)
	render(t, p)
	if rows := p.Answers.ClassRows(); len(rows) > 0 || len(b.reported) > 0 {
		t.Errorf("the classes are %v; %q", rows, b.reported)
	}
}
