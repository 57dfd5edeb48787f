package metrics

import "math"

// Difference compares one metric of two runs on the same workload.
type Difference struct {
	Metric     string   `json:"metric"`
	N          int      `json:"n"`                  // pairs of runs: 1, so there is no interval
	Difference float64  `json:"difference"`         // other - baseline
	Relative   *float64 `json:"relative,omitempty"` // difference / |baseline|; nil if the baseline is 0
	Kind       string   `json:"kind"`               // "difference"
}

// Compare lists, for every metric defined in both runs, by how much other differs from
// baseline, in the order of Descriptions.
func Compare(baseline, other Summary) []Difference {
	var differences []Difference
	for i := range Descriptions {
		d := other[i] - baseline[i]
		if math.IsNaN(d) {
			continue
		}
		difference := Difference{Metric: Descriptions[i].Name, N: 1, Difference: d, Kind: "difference"}
		if baseline[i] != 0 {
			relative := d / math.Abs(baseline[i])
			difference.Relative = &relative
		}
		differences = append(differences, difference)
	}
	return differences
}
