package ui

import (
	"regexp"
	"strings"
	"testing"

	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/engine/scenario"
	"backfill/ui/answer"
	"backfill/ui/panel/answers"
)

// The points of a single policy are compared with the first one.
func TestPointsInASentence(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":200,"processors":32,"load":0.9},
		"policies":[{"kind":"easy","label":"EASY"}],"replications":10,"sweep":[{"path":"/workload/load","values":[0.7,0.71,1.4]}]}`)
	whole(p, b)
	text := strings.ReplaceAll(p.Answers.Sentence(), "\u00a0", " ")
	want := regexp.MustCompile(`^Under EASY, compared with load 0\.7, a job waits [\d,.]+ % more \(.* %\) at 1\.4; no difference is shown at 0\.71 \(−?[\d,.]+ to [\d,.]+ %\); 95 % intervals; 10 paired workloads\. At load 1\.4: under EASY a job waits `)
	if !want.MatchString(text) {
		t.Errorf("the sentence is %q", text)
	}
}

// On 4 processors the job of 8 is refused, on 8 and 16 none is: that the means are not over the same jobs is said.
func TestPointsWithOtherJobs(t *testing.T) {
	p, b := firstVisit(t)
	open(p, `{"version":1,"machine":{"kind":"cluster","processors":8},"policies":[{"kind":"fcfs","label":"FCFS"}],"sweep":[{"path":"/machine/processors","values":[8,16,4]}],
		"workload":{"kind":"jobs","jobs":[{"run":100,"processors":3},{"run":100,"processors":8},{"run":50,"processors":2}]}}`)
	whole(p, b)
	text := strings.ReplaceAll(p.Answers.Sentence(), "\u00a0", " ")
	if want := " But at 4 other jobs were refused, killed, cancelled or left unfinished than at 8: these means are not over the same jobs."; !strings.Contains(text, want) {
		t.Errorf("the sentence is %q", text)
	}
}

// At first the picture of classes shows what is claimed of them.
func TestClaimedMetricOfClasses(t *testing.T) {
	run := grouping.Condition{By: "runTime"}
	plan := &scenario.Plan{GroupMetrics: []int{metrics.Index("p95Wait"), metrics.Index(answer.ShareOfJobs), metrics.Index("meanWait")}}
	for _, c := range []struct {
		claimed []string // of jobs by run time
		by      string
		want    string
	}{
		{nil, "runTime", "meanWait"},
		{[]string{"jobs", "p95Wait"}, "runTime", "p95Wait"},
		{[]string{"jobs"}, "runTime", answer.ShareOfJobs},
		{[]string{"p95Wait"}, "size", "meanWait"},
		{[]string{"maxWait"}, "runTime", "meanWait"}, // it was not kept
	} {
		plan.Claims = nil
		for _, name := range c.claimed {
			plan.Claims = append(plan.Claims, scenario.PlannedClaim{
				Claim: &scenario.Claim{Metric: name, Where: []grouping.Condition{run}}, Metric: metrics.Index(name),
			})
		}
		if got := answers.ClaimedMetric(plan, &grouping.Grouping{Division: grouping.Division{By: c.by}}); got != c.want {
			t.Errorf("claims about %v open classes by %s with %s, want %s", c.claimed, c.by, got, c.want)
		}
	}
}
