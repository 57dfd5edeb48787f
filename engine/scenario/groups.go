package scenario

import (
	"fmt"
	"slices"

	"backfill/engine/metrics"
	"backfill/engine/param"
)

// repeatedMetrics are the metrics of groups that are kept of each run if there are several
// replications. Metrics that claims are about are kept, too.
var repeatedMetrics = []string{
	"jobs", "meanWait", "maxWait", "p95Wait", "meanResponse", "meanSlowdown", "meanBoundedSlowdown", "meanSlowdownOfMinute",
	"offeredLoad", "offeredMemory", "shareOfJobs", "shareOfLoad",
}

// maxGroupValues is how many metrics of groups are kept of all runs together: 400 MB.
const maxGroupValues = 50_000_000

// compileGroups decides which metrics of groups are kept and checks that all runs
// together can be kept.
func (p *Plan) compileGroups() error {
	replications := p.Replications
	if p.Precision != nil {
		replications = p.Precision.MaxReplications
	}
	if replications == 1 {
		p.GroupMetrics = metrics.GroupMetrics(nil)
	} else {
		names := slices.Clone(repeatedMetrics)
		for _, c := range p.Claims {
			if c.Group >= 0 || c.VersusGroup >= 0 {
				names = append(names, c.Claim.Metric)
			}
		}
		if p.Precision != nil && p.Precision.Groups {
			names = append(names, p.Precision.Metric)
		}
		p.GroupMetrics = metrics.GroupMetrics(names)
	}
	groups := 0
	for i := range p.Groupings {
		groups += p.Groupings[i].Most()
	}
	perReplication := groups * len(p.GroupMetrics) * len(p.Points) * len(p.Policies)
	if perReplication == 0 || replications <= maxGroupValues/perReplication {
		return nil
	}
	return &param.Error{Path: "/groups", Reason: fmt.Sprintf(
		"%d runs with up to %d groups each are too many; fewer groups, points or replications are accepted, so that the product is at most %d",
		replications*len(p.Points)*len(p.Policies), groups, maxGroupValues/len(p.GroupMetrics))}
}
