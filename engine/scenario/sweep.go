package scenario

import "encoding/json"

// Axis is one parameter of a sweep with the values that it takes.
type Axis struct {
	Path   string            `json:"path"`   // JSON pointer into the scenario
	Values []json.RawMessage `json:"values"` // as they were written
}

// Point is the scenario with one value for each axis of its sweep. A scenario
// without a sweep has one point, without values.
type Point struct {
	Parts
	Index  int            // in Plan.Points; the last axis changes first
	Values map[string]any // path to checked value: int64, float64, bool or string; empty without a sweep

	places   []int  // of the values in those of the axes
	workload string // what the jobs depend on, see SameWorkload
}

// SameWorkload says whether points a and b have the same jobs in every replication,
// as those of a sweep over a policy's parameter do.
func (p *Plan) SameWorkload(a, b int) bool { return p.Points[a].workload == p.Points[b].workload }
