package inspector

import (
	"strconv"

	"backfill/engine"
	"backfill/ui/phrase"
)

// valued is a policy by priority; the value of an expression is not known here.
type valued interface {
	Value(job *engine.Job, wait engine.Time) (float64, bool)
}

// orderWords says what priority job j had when it started under policy i of the results;
// "" if it did not start or the policy has no priorities. O(n) for n jobs.
func (n *Inspector) orderWords(i int, j int32) string {
	r := n.Shown.Results.Runs[i]
	o := r.Outcome
	if r.Kind != "priority" && r.Kind != "priority-backfill" || o.Start[j] < 0 {
		return ""
	}
	at := o.Start[j]
	request := o.Workload.Jobs[j].Estimate
	wait := max(0, at-o.Ready(j)) // until it first started
	state := " after a wait of " + phrase.Span(wait) + " for a requested time of " + phrase.Span(request)
	ofExpression := "Its priority" + state + " is that of the policy's expression."
	policy, ok := n.Shown.Plan.Points[n.Shown.Cell.Point].Policies[i].New().(valued)
	if !ok {
		return ofExpression
	}
	mine, ok := policy.Value(&o.Workload.Jobs[j], wait)
	if !ok {
		return ofExpression
	}
	waiting, before := 0, 0
	for k := range o.Workload.Jobs {
		k := int32(k)
		ready := o.Ready(k)
		if o.State[k] == engine.Refused || ready < 0 || ready > at || o.Start[k] >= 0 && o.Start[k] < at {
			continue
		}
		waiting++
		if x, _ := policy.Value(&o.Workload.Jobs[k], at-ready); x > mine || x == mine && k < j {
			before++
		}
	}
	place := "number " + phrase.Grouped(int64(before+1)) + " of the " + phrase.Grouped(int64(waiting)) + " jobs that waited"
	if waiting == 1 {
		place = "no other job waited"
	}
	return "Its priority" + state + " was " + strconv.FormatFloat(mine, 'g', 4, 64) + ": " + place + "."
}
