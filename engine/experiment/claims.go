package experiment

import "backfill/engine/scenario"

// Verdict is what the measured interval says of a published claim.
type Verdict string

const (
	Reproduced    Verdict = "reproduced"
	SameDirection Verdict = "same direction"
	NotReproduced Verdict = "not reproduced"
	Undecided     Verdict = "not decidable yet"
)

// Judged is a claim beside what was measured. Measured is absent where nothing is
// known, Low and High where there are fewer than two replications.
type Judged struct {
	scenario.Claim
	// Measured is in the terms of the claim's value: the improvement over Versus, from
	// the ratio of the means, at the point that the value is held against; for the
	// direction same the relative difference; without Versus the mean.
	Measured *float64 `json:"measured,omitempty"`
	Low      *float64 `json:"low,omitempty"`
	High     *float64 `json:"high,omitempty"`
	Level    float64  `json:"level"`
	N        int      `json:"n"`
	Verdict  Verdict  `json:"verdict"`
}
