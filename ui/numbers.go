package ui

import (
	"slices"

	"backfill/engine/experiment"
	"backfill/engine/metrics"
)

// numbers are means and differences, with their intervals.
type numbers struct {
	means       []experiment.Mean
	comparisons []experiment.Comparison
	unstable    []experiment.Unstable
}

func (n *numbers) add(r *experiment.Result) {
	n.means, n.comparisons = append(n.means, r.Summary...), append(n.comparisons, r.Comparisons...)
	n.unstable = r.Unstable
}

// isUnstable says whether the system has no steady state under the policy.
func (n *numbers) isUnstable(policy string) bool {
	return slices.ContainsFunc(n.unstable, func(u experiment.Unstable) bool { return u.Policy == policy })
}

// mean is the mean of a metric under a policy, nil if it is not known.
func (n *numbers) mean(metric, policy string) *experiment.Mean {
	i := slices.IndexFunc(n.means, func(m experiment.Mean) bool { return m.Metric == metric && m.Policy == policy })
	if i < 0 {
		return nil
	}
	return &n.means[i]
}

// comparison is one metric of a policy against the baseline: of that kind, or nil.
func (n *numbers) comparison(metric, policy, kind string) *experiment.Comparison {
	i := slices.IndexFunc(n.comparisons, func(c experiment.Comparison) bool {
		return c.Metric == metric && c.Policy == policy && c.Kind == kind
	})
	if i < 0 {
		return nil
	}
	return &n.comparisons[i]
}

// tells is the comparison that tells most: relative where that is known, absolute for
// shares, which are relative already.
func (n *numbers) tells(d *metrics.Description, policy string) *experiment.Comparison {
	if !isShare(d.Name) {
		if c := n.comparison(d.Name, policy, "ratio"); c != nil {
			return c
		}
	}
	return n.comparison(d.Name, policy, "difference")
}
