package panel

import "backfill/ui/result"

// PolicyChoice is the policy that a panel shows if it is about one policy of a kind: the one that was chosen or, if that is not of the kind, the
// first that is.
type PolicyChoice struct {
	Policy int                      // place among the runs
	Of     func(r *result.Run) bool // whether a run, which has come, is of the kind
}

func (c *PolicyChoice) is(r *result.Run) bool { return r != nil && c.Of(r) }

// Run is the run of the policy, nil if none is of the kind.
func (c *PolicyChoice) Run(of *result.Results) *result.Run {
	if of == nil {
		return nil
	}
	if c.Policy < len(of.Runs) && c.is(of.Runs[c.Policy]) {
		return of.Runs[c.Policy]
	}
	for i, r := range of.Runs {
		if c.is(r) {
			c.Policy = i
			return r
		}
	}
	return nil
}

// Labels are the policies of the kind.
func (c *PolicyChoice) Labels(of *result.Results) (labels []string) {
	if of == nil {
		return nil
	}
	for _, r := range of.Runs {
		if c.is(r) {
			labels = append(labels, r.Label)
		}
	}
	return labels
}

// Choose chooses the policy with that label.
func (c *PolicyChoice) Choose(of *result.Results, label string) {
	for i, r := range of.Runs {
		if c.is(r) && r.Label == label {
			c.Policy = i
		}
	}
}
