package answer

import (
	"math"
	"slices"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
	"backfill/engine/scenario"
	"backfill/ui/phrase"
)

// Jobs that never run are in no mean of jobs: a policy that leaves wide ones waiting for ever has short waits. So where other numbers of jobs never run
// than under the baseline, means over jobs are not compared.

// never is what never runs under a policy.
type never struct {
	jobs  float64 // refused or left unfinished, the mean over the workloads
	n     int     // workloads
	other bool    // in some workload not as many as under the baseline
}

// at is a policy at a point of a sweep.
type at struct {
	point  int
	policy string
}

// neverRun finds the jobs that never run. It is empty of a steady state, which stops before all jobs have run.
func neverRun(plan *scenario.Plan, runs []*experiment.Run) map[at]never {
	of := map[at]never{}
	if plan.Steady != nil {
		return of
	}
	count := func(r *experiment.Run) (n float64) {
		for _, name := range []string{"refused", "unfinished"} {
			if v := r.Metrics.Value(name); !math.IsNaN(v) {
				n += v
			}
		}
		return n
	}
	base := map[experiment.Cell]float64{}
	for _, r := range runs {
		if r.Policy == plan.Policies[plan.Baseline].Label {
			base[r.Cell()] = count(r)
		}
	}
	for _, r := range runs {
		key, jobs := at{r.PointIndex, r.Policy}, count(r)
		one := of[key]
		was, known := base[r.Cell()]
		one.jobs, one.n, one.other = one.jobs+jobs, one.n+1, one.other || known && was != jobs
		of[key] = one
	}
	for key, one := range of {
		one.jobs /= float64(one.n)
		of[key] = one
	}
	return of
}

// OtherJobs says whether not as many jobs run under a policy at a point as under the baseline, so that means over jobs are not over the same ones.
func (e *Estimates) OtherJobs(point int, policy string) bool {
	base := e.Plan.Policies[e.Plan.Baseline].Label
	isLog := func(p scenario.PlannedPolicy) bool {
		return p.Kind.Kind == scenario.Recorded && (p.Label == policy || p.Label == base)
	}
	return e.never[at{point, policy}].other && !slices.ContainsFunc(e.Plan.Policies, isLog)
}

// Unlike says whether a metric of a policy at a point is over other jobs than that of the baseline, so that there is no difference of them.
func (e *Estimates) Unlike(point int, d *metrics.Description, policy string) bool {
	return d.Group && comparedOverJobs(d) && e.OtherJobs(point, policy)
}

// neverWords say how many jobs never run under policies and under the baseline: "Under A 2.5 jobs on average never run, under B none: ...". "" of no policy.
func (e *Estimates) neverWords(policies []string) string {
	if len(policies) == 0 {
		return ""
	}
	base := e.Plan.Policies[e.Plan.Baseline].Label
	var clauses []string
	for i, label := range append(slices.Clone(policies), base) {
		one := e.never[at{e.Point, label}]
		text := "under " + label + " "
		switch {
		case one.jobs == 0:
			text += "none"
		case one.jobs == math.Trunc(one.jobs):
			text += phrase.Grouped(int64(one.jobs))
		default:
			text += strings.TrimRight(phrase.Decimals(one.jobs, max(1, significant(one.jobs))), "0")
		}
		if i == 0 {
			job, run := " jobs", " never run"
			if one.jobs == 1 {
				job, run = " job", " never runs"
			}
			if one.jobs == 0 {
				job = " of the jobs"
			}
			if one.n > 1 {
				job += " on average"
			}
			text += job + run
		}
		clauses = append(clauses, text)
	}
	text := phrase.List(clauses) + ": these are not means over the same jobs, so that "
	if len(policies) == 1 {
		return text + "the two policies are not compared."
	}
	return text + phrase.List(policies) + " are not compared with " + base + "."
}
