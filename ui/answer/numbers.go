package answer

import (
	"slices"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
)

// Numbers are means and differences, with their intervals.
type Numbers struct {
	Means       []experiment.Mean
	Comparisons []experiment.Comparison
	unstable    []experiment.Unstable
}

func (n *Numbers) add(r *experiment.Result) {
	n.Means, n.Comparisons = append(n.Means, r.Summary...), append(n.Comparisons, r.Comparisons...)
	n.unstable = r.Unstable
}

// isUnstable says whether the system has no steady state under the policy.
func (n *Numbers) isUnstable(policy string) bool {
	return slices.ContainsFunc(n.unstable, func(u experiment.Unstable) bool { return u.Policy == policy })
}

// Mean is the mean of a metric under a policy, nil if it is not known.
func (n *Numbers) Mean(metric, policy string) *experiment.Mean {
	i := slices.IndexFunc(n.Means, func(m experiment.Mean) bool { return m.Metric == metric && m.Policy == policy })
	if i < 0 {
		return nil
	}
	return &n.Means[i]
}

// Comparison is one metric of a policy against the baseline: of that kind, or nil.
func (n *Numbers) Comparison(metric, policy, kind string) *experiment.Comparison {
	i := slices.IndexFunc(n.Comparisons, func(c experiment.Comparison) bool {
		return c.Metric == metric && c.Policy == policy && c.Kind == kind
	})
	if i < 0 {
		return nil
	}
	return &n.Comparisons[i]
}

// BestComparison is the comparison that tells most: relative where that is known, unless it is to be absolute as for
// shares, which are relative already.
func (n *Numbers) BestComparison(d *metrics.Description, policy string, absolute bool) *experiment.Comparison {
	if !IsShare(d.Name) && !absolute {
		if c := n.Comparison(d.Name, policy, "ratio"); c != nil {
			return c
		}
	}
	return n.Comparison(d.Name, policy, "difference")
}
