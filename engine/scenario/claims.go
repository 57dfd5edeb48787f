package scenario

// Claim is a published statement about the policies of a scenario, to be held
// against what is measured.
type Claim struct {
	Metric    string         `json:"metric"`
	Policy    string         `json:"policy"`              // a label
	Versus    string         `json:"versus,omitempty"`    // the label of what it is compared with; empty: the value is absolute
	Direction string         `json:"direction"`           // lower, higher or same
	Published string         `json:"published,omitempty"` // as it is printed in the source
	Value     *float64       `json:"value,omitempty"`     // see PlannedClaim
	At        map[string]any `json:"at,omitempty"`        // the point that decides the direction: path to value
	Best      bool           `json:"best,omitempty"`      // the value is the largest over the sweep
	Within    *float64       `json:"within,omitempty"`    // relative, for the direction same
	Source    string         `json:"source,omitempty"`
	Remark    string         `json:"remark,omitempty"`
}

// PlannedClaim is a claim that has been checked.
//
// With Versus, its value is an improvement: by which share of what the other policy
// has the metric is better, in the direction claimed, from above 0. Without, it is a
// figure in the metric's unit.
type PlannedClaim struct {
	*Claim
	Metric int     // index into metrics.Descriptions
	Policy int     // index into Plan.Policies
	Versus int     // index into Plan.Policies, -1 without
	At     int     // index into Plan.Points, -1: every point
	Within float64 // largest relative difference that counts as the same
}
