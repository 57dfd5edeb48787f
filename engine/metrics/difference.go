package metrics

// Difference is by how much one metric differs from the baseline's.
type Difference struct {
	Metric     string   `json:"metric"`
	N          int      `json:"n"`                  // pairs of runs
	Difference float64  `json:"difference"`         // other - baseline
	Relative   *float64 `json:"relative,omitempty"` // difference / |baseline|; nil if the baseline is 0
	Kind       string   `json:"kind"`               // "difference"
}
