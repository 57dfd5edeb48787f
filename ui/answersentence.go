package ui

import (
	"math"

	"backfill/engine/metrics"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// Sentence is the answer in words.
func (p *Page) Sentence() string {
	if p.measured != nil {
		return p.measuredSentence()
	}
	runs, baseline := p.runs()
	if len(runs) == 0 {
		return ""
	}
	return phrase.Join(" ", answer(runs, baseline), lateWords(runs), p.refusals())
}

// lateWords say how many jobs miss their deadlines under each policy; "" if there are no deadlines.
func lateWords(runs []*result.Run) string {
	var clauses []string
	for _, r := range runs {
		if late := r.Metrics.Value("late"); !math.IsNaN(late) {
			clauses = append(clauses, phrase.Unbroken(phrase.Percent(late))+" under "+r.Label)
		}
	}
	if len(clauses) == 0 {
		return ""
	}
	return "Late, of the jobs with a deadline: " + phrase.List(clauses) + "."
}

// answer says how long jobs wait under each policy and how that compares.
func answer(runs []*result.Run, baseline int) string {
	base := runs[baseline]
	wait := base.Metrics.Value("meanWait")
	if math.IsNaN(wait) {
		return "No job ended, so there is nothing to compare."
	}
	const once = "; one run of one workload: no interval."
	if len(runs) == 1 {
		return "Under " + base.Label + " a job waits " + phrase.Unbroken(phrase.Seconds(wait)) + " on average" + once
	}
	var clauses []string
	for i, r := range runs {
		if i == baseline {
			continue
		}
		other := r.Metrics.Value("meanWait")
		clause := r.Label + " " + compared(wait, other)
		switch {
		case len(clauses) > 0:
			clause += " (" + phrase.Unbroken(phrase.Seconds(other)) + ")"
		case wait == other:
			clause += " as " + base.Label + " (mean " + phrase.Unbroken(phrase.Seconds(other)) + ")"
		default:
			clause += " than " + base.Label + " (mean " + phrase.Unbroken(phrase.Seconds(other)) + " against " + phrase.Unbroken(phrase.Seconds(wait)) + ")"
		}
		clauses = append(clauses, clause)
	}
	return phrase.List(clauses) + once
}

func compared(base, other float64) string {
	switch {
	case math.IsNaN(other):
		return "has no mean wait"
	case base == other:
		return "waits as long"
	case base == 0:
		return "waits longer"
	case other < base:
		return "waits " + phrase.Unbroken(phrase.Percent((base-other)/base)) + " less"
	}
	return "waits " + phrase.Unbroken(phrase.Percent((other-base)/base)) + " more"
}

// value is a metric for people, with its unit.
func value(d *metrics.Description, v float64) string {
	switch {
	case math.IsNaN(v):
		return "–"
	case d.Unit == "s" && v != 0 && v < 0.1 && v > -0.1:
		return phrase.Decimals(v*1000, 2) + " ms"
	case d.Unit == "s":
		return phrase.Seconds(v)
	case d.Unit != "" && d.Unit != "jobs/s" && v == float64(int64(v)):
		return phrase.Grouped(int64(v))
	case d.Unit == "jobs/s":
		return phrase.Decimals(v*3600, 1) + " /h"
	case isShare(d.Name):
		return phrase.Percent(v)
	}
	digits := 2
	if v >= 1000 {
		digits = 0
	}
	return phrase.Decimals(v, digits)
}

// isShare says whether a metric is a part of a whole, or of what would have been.
func isShare(name string) bool {
	switch name {
	case "utilization", "utilizationToLastArrival", "lossOfCapacity", "lossOfCapacityFit", "backfilledShare", "offeredLoad", "offeredMemory", "shareOfJobs", "shareOfLoad", "dedicatedOnTime", "penalizedRuntime",
		"late", "lateOfAll", "machineUsage", "licenceUsage", "lostWork":
		return true
	}
	return false
}
