package ui

import (
	"strings"
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/ui/panel/answers"
)

// What goes against a claim is said as it is, not as less than nothing.
func TestMeasuredAgainstAClaim(t *testing.T) {
	p, _ := firstVisit(t)
	low, value, high := -0.019, -0.016, -0.013
	wait := &metrics.Descriptions[metrics.Index("meanWait")]
	for direction, want := range map[string]string{
		"higher": "1.6 % less; 95 % interval 1.3 to 1.9 %, 200 workloads",
		"lower":  "1.6 % more; 95 % interval 1.3 to 1.9 %, 200 workloads",
	} {
		j := &experiment.Judged{
			Claim: scenario.Claim{Metric: "meanWait", Policy: "LOS", Versus: "EASY", Direction: direction}, Level: 0.95,
			Estimate: experiment.Estimate{Measured: &value, Low: &low, High: &high, N: 200},
		}
		if got := strings.ReplaceAll(p.Answers.EstimateWords(wait, j, &j.Estimate), "\u00a0", " "); got != want {
			t.Errorf("%s: %q, want %q", direction, got, want)
		}
	}
}

// What is the same may be more or less, and it is said within what.
func TestMeasuredAsTheSame(t *testing.T) {
	p, _ := firstVisit(t)
	wait := &metrics.Descriptions[metrics.Index("meanWait")]
	value, within, much := -0.14, 0.2, 0.6
	j := &experiment.Judged{
		Claim:    scenario.Claim{Metric: "meanWait", Policy: "LOS", Versus: "EASY", Direction: "same", Within: &within, Published: "similar"},
		Estimate: experiment.Estimate{Measured: &value, N: 10},
	}
	if got, want := p.Answers.EstimateWords(wait, j, &j.Estimate)+" | "+answers.PublishedWords(wait, j), "14.0 % less, 10 workloads | Published: similar; held against 20 % more or less"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	j.Claim = scenario.Claim{Metric: "meanWait", Policy: "LOS", Versus: "EASY", Direction: "lower", Value: &much, Published: "by up to 60 %"}
	if got, want := answers.PublishedWords(wait, j), "Published: by up to 60 %; held against 60.0 % less"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The table has a row, at first sight, for what a claim is about, and none, however much is
// asked for, for what is undefined in every run: nothing is dedicated here.
func TestRowsOfTheTable(t *testing.T) {
	const claimed = `{"version":1,"machine":{"kind":"cluster","processors":32},
		"workload":{"kind":"lublin","jobs":60,"processors":32,"load":0.7},
		"policies":[{"kind":"fcfs","label":"FCFS"},{"kind":"easy","label":"EASY"}],%s
		"claims":[{"metric":"slowdownOfMeans","policy":"EASY","versus":"FCFS","direction":"lower"}]}`
	for _, repeated := range []string{"", `"replications":3,`, `"precision":{"maxReplications":10,"metric":"meanQueue"},`} {
		p, b := firstVisit(t)
		open(p, strings.Replace(claimed, "%s", repeated, 1))
		b.answer()
		if repeated != "" {
			whole(p, b)
		}
		names := func() string {
			names := ""
			for _, row := range (p.Answers).Rows() {
				names += row.About.Name + " "
			}
			return names
		}
		first := names()
		if !strings.Contains(first, "slowdownOfMeans ") || strings.Contains(first, "meanQueue ") != strings.Contains(repeated, "meanQueue") || strings.Contains(first, "maxQueue ") {
			t.Errorf("%q: the rows are %s", repeated, first)
		}
		p.AllMetrics = true
		p.Estimate(true)
		b.pass()
		if all := names(); !strings.Contains(all, "maxQueue ") || strings.Contains(all, "dedicated") || strings.Contains(all, "commands") {
			t.Errorf("%q: all rows are %s", repeated, all)
		}
	}
}

// Claims about some of the jobs, against other jobs, at two points, and about a figure.
func TestStatementsOfClaims(t *testing.T) {
	p, b := firstVisit(t)
	const short, long = `[{"by":"runTime","most":3600}]`, `[{"by":"runTime","above":3600},{"by":"kind","in":["batch jobs"]}]`
	want := []struct{ claim, says string }{
		{`"metric":"meanWait","policy":"EASY","versus":"FCFS","direction":"lower","where":` + short,
			"For jobs with run time up to 1 h, the mean wait is lower under EASY than under FCFS."},
		{`"metric":"p95Wait","policy":"EASY","versus":"FCFS","direction":"same","where":` + long,
			"For jobs with run time over 1 h, that are batch jobs, the 95th percentile of wait is the same under EASY as under FCFS."},
		{`"metric":"meanWait","policy":"EASY","versus":"EASY","direction":"higher","where":` + long + `,"versusWhere":` + short,
			"The mean wait is higher for jobs with run time over 1 h, that are batch jobs, under EASY than for jobs with run time up to 1 h."},
		{`"metric":"meanWait","policy":"FCFS","versus":"FCFS","direction":"lower","at":{"/workload/load":0.5},"versusAt":{"/workload/load":0.9}`,
			"The mean wait is lower under FCFS at load 0.5 than at load 0.9."},
		{`"metric":"meanSlowdown","policy":"EASY","versus":"FCFS","direction":"lower","at":{"/workload/load":0.5},"versusAt":{"/workload/load":0.9},"where":` + short,
			"For jobs with run time up to 1 h, the mean slowdown is lower under EASY at load 0.5 than under FCFS at load 0.9."},
		{`"metric":"late","policy":"EASY","versus":"FCFS","direction":"lower"`, "The share of late jobs is lower under EASY than under FCFS."},
		{`"metric":"killed","policy":"EASY","versus":"FCFS","direction":"same"`, "The number of killed jobs is the same under EASY as under FCFS."},
		{`"metric":"meanWait","policy":"EASY","direction":"lower","value":60,"where":` + short,
			"Under EASY the mean wait for jobs with run time up to 1 h is at most 1 min."},
		{`"metric":"utilization","policy":"EASY","direction":"higher","value":0.5,"at":{"/workload/load":0.9}`,
			"Under EASY the utilization at load 0.9 is at least 50.0 %."},
		{`"metric":"jobs","policy":"EASY","direction":"same","value":30,"within":0,"at":{"/workload/load":0.9}`,
			"There are 30 jobs at load 0.9."},
		{`"metric":"jobs","policy":"EASY","versus":"EASY","direction":"lower","where":` + short + `,"versusWhere":` + long,
			"There are fewer jobs with run time up to 1 h under EASY than with run time over 1 h, that are batch jobs."},
	}
	var claims []string
	for _, w := range want {
		claims = append(claims, "{"+w.claim+"}")
	}
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":30,"processors":32,"load":0.9},
		"policies":[{"kind":"fcfs","label":"FCFS"},{"kind":"easy","label":"EASY"}],"sweep":[{"path":"/workload/load","values":[0.5,0.9]}],
		"claims":[`+strings.Join(claims, ",")+`]}`)
	whole(p, b)
	list := (&answers.Claims{Answers: p.Answers}).List()
	if len(list) != len(want) {
		t.Fatalf("%d claims, want %d: %v", len(list), len(want), p.Wrong)
	}
	for i, w := range want {
		if list[i].Statement != w.says {
			t.Errorf("%s\nreads %q\nwant  %q", w.claim, list[i].Statement, w.says)
		}
	}
}
