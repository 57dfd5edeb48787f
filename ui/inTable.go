package ui

import (
	"math"
	"slices"

	"backfill/engine/metrics"
	"backfill/engine/scenario"
)

// mainMetrics are the rows of the table at first sight.
var mainMetrics = []string{
	"meanWait", "p95Wait", "maxWait", "meanBoundedSlowdown", "p95BoundedSlowdown",
	"utilization", "lossOfCapacity", "makespan", "backfilledShare", "killed",
}

// occasionalMetrics are those that join them where there is something to tell.
var occasionalMetrics = []string{"refused", "unfinished", "dedicatedOnTime", "dedicatedDelay", "penalizedRuntime", "late", "machineUsage", "licenceUsage", "preemptions", "lostWork", "planTime", "commandsAccepted", "commandsRefused"}

// occurs says whether value v of an occasional metric tells something: a count above 0, or
// how those fared, of jobs or machines, that there may be none of.
func occurs(d *metrics.Description, v float64) bool {
	return v > 0 || !math.IsNaN(v) && d.Unit != "jobs" && d.Unit != "commands"
}

// inTable says whether metric d, the one at place i, has a row: at first sight the main
// ones, those that are asked for by name, and those that tell something; otherwise all. What
// is undefined in every run has one only if it is among the main ones.
func inTable(d *metrics.Description, i int, summaries []metrics.Summary, all bool, asked []string) bool {
	if slices.Contains(mainMetrics, d.Name) {
		return true
	}
	defined := func(s metrics.Summary) bool { return !math.IsNaN(s[i]) }
	tells := func(s metrics.Summary) bool { return occurs(d, s[i]) }
	return (all || slices.Contains(asked, d.Name)) && slices.ContainsFunc(summaries, defined) ||
		slices.Contains(occasionalMetrics, d.Name) && slices.ContainsFunc(summaries, tells)
}

// askedMetrics are those that the claims of a plan and its precision are about.
func askedMetrics(plan *scenario.Plan) []string {
	var names []string
	for i := range plan.Claims {
		names = append(names, metrics.Descriptions[plan.Claims[i].Metric].Name)
	}
	if plan.Precision != nil {
		names = append(names, plan.Precision.Metric)
	}
	return names
}
