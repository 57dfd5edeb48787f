package experiment

import (
	"math"
	"slices"

	"backfill/engine/metrics/stats"
	"backfill/engine/scenario"
)

// Verdict is what the measured intervals say of a published claim.
type Verdict string

const (
	Reproduced    Verdict = "reproduced"
	SameDirection Verdict = "same direction"
	NotReproduced Verdict = "not reproduced"
	Undecided     Verdict = "not decidable yet"
	NoSteadyState Verdict = "unstable" // a system in question has no steady state
)

// leastToJudge is the least number of replications from which a claim is judged: with fewer,
// intervals from resampling are too narrow to decide.
const leastToJudge = 10

// Judged is a claim beside what was measured at the point with which its value is compared.
// Deciding is what was measured where the direction is decided, if that is another point.
type Judged struct {
	scenario.Claim
	Estimate
	Deciding *Estimate `json:"deciding,omitempty"`
	Level    float64   `json:"level"` // of the intervals
	Verdict  Verdict   `json:"verdict"`
}

// Estimate is what was measured at a point, in the terms of the claim's value: the
// improvement over Versus, from the ratio of the means; for the direction same the
// relative difference; without Versus the mean. Measured is absent where nothing is
// known, Low and High where there are too few replications.
type Estimate struct {
	Point    map[string]any `json:"point"`
	Measured *float64       `json:"measured,omitempty"`
	Low      *float64       `json:"low,omitempty"`
	High     *float64       `json:"high,omitempty"`
	N        int            `json:"n"`
}

// judge holds a claim against the samples of all points.
//
// The direction is decided at the claim's point or, if it names none, where the claim fares
// worst. The value is compared with the best point if the claim says so, else with the point that
// decides the direction.
func judge(p *scenario.Plan, c *scenario.PlannedClaim, points []samples, ratios *bootstraps) Judged {
	estimates := make([]Estimate, len(points))
	known, stable := true, true
	for i := range points {
		if i == c.At || c.At < 0 || c.Best {
			estimates[i] = estimate(p, c, i, points, ratios)
			stable = stable && !points[i].unstable[c.Policy] && (c.Versus < 0 || !points[against(c, i)].unstable[c.Versus])
			known = known && estimates[i].Low != nil && estimates[i].N >= leastToJudge
		}
	}
	deciding, held := c.At, c.At
	if c.At < 0 {
		deciding = extreme(estimates, func(e *Estimate) float64 { return -standing(c, *e.Measured) })
		held = deciding
	}
	if c.Best {
		held = extreme(estimates, func(e *Estimate) float64 { return *e.Measured })
	}
	j := Judged{Claim: *c.Claim, Estimate: estimates[held], Level: p.Level, Verdict: Undecided}
	if held != deciding {
		j.Deciding = &estimates[deciding]
	}
	switch {
	case !stable:
		j.Verdict = NoSteadyState
	case known:
		j.Verdict = verdict(c, &estimates[deciding], &estimates[held])
	}
	return j
}

// against is the point that a claim about point i compares it with.
func against(c *scenario.PlannedClaim, i int) int {
	if c.VersusAt >= 0 {
		return c.VersusAt
	}
	return i
}

// standing is how well a measured value stands for the claim: the larger the better.
func standing(c *scenario.PlannedClaim, measured float64) float64 {
	switch {
	case c.Versus >= 0 && c.Direction != "same":
		return measured
	case c.Versus >= 0:
		return -math.Abs(measured)
	case c.Direction == "lower":
		return -measured
	case c.Direction == "higher":
		return measured
	}
	return -math.Abs(measured - *c.Value)
}

// extreme is the first of the measured points with the largest value, 0 if none was measured.
func extreme(estimates []Estimate, value func(*Estimate) float64) int {
	best := -1
	for i := range estimates {
		if estimates[i].Measured != nil && (best < 0 || value(&estimates[i]) > value(&estimates[best])) {
			best = i
		}
	}
	return max(best, 0)
}

// estimate is what the samples of point i say in the terms of the claim.
func estimate(p *scenario.Plan, c *scenario.PlannedClaim, i int, points []samples, ratios *bootstraps) Estimate {
	var interval stats.Interval
	shift, sign := 0.0, 1.0
	own := series{&points[i], c.Policy, c.Metric, c.Group}
	if c.Versus < 0 {
		interval = stats.MeanInterval(defined(own.values()), p.Level)
	} else {
		pair := pairing{series{&points[against(c, i)], c.Versus, c.Metric, c.VersusGroup}, own}
		interval = ratios.ratio(pair)
		if c.Direction == "same" && math.IsNaN(interval.Mean) && pair.equal() {
			// Both are zero throughout: there is no ratio, and no difference.
			zero := 1.0
			interval.Mean, interval.Low, interval.High = zero, &zero, &zero
		}
		if shift = -1; c.Direction == "lower" {
			shift, sign = 1, -1
		}
	}
	e := Estimate{Point: p.Points[i].Values, N: interval.N}
	if math.IsNaN(interval.Mean) {
		return e
	}
	measured := shift + float64(sign*interval.Mean)
	e.Measured = &measured
	if interval.Low != nil {
		low, high := shift+float64(sign**interval.Low), shift+float64(sign**interval.High)
		if sign < 0 {
			low, high = high, low
		}
		e.Low, e.High = &low, &high
	}
	return e
}

// defined leaves out NaN.
func defined(values []float64) []float64 {
	return slices.DeleteFunc(values, math.IsNaN)
}

// verdict is the rule, from the intervals alone: the direction holds if the deciding
// interval lies entirely on the side that is claimed, and the claim is reproduced if,
// besides, the other interval reaches the published value. An interval that contains
// zero refutes the claim only if the published value is out of reach.
func verdict(c *scenario.PlannedClaim, deciding, held *Estimate) Verdict {
	low, high := *deciding.Low, *deciding.High
	switch {
	case c.Direction == "same":
		middle, width := 0.0, c.Within
		if c.Versus < 0 {
			middle, width = *c.Value, float64(c.Within*math.Abs(*c.Value))
		}
		return sides(middle-width <= low && high <= middle+width, high < middle-width || middle+width < low)
	case c.Versus < 0 && c.Direction == "lower":
		return sides(high <= *c.Value, low > *c.Value)
	case c.Versus < 0:
		return sides(low >= *c.Value, high < *c.Value)
	}
	reached := c.Value == nil || *held.High >= *c.Value
	switch {
	case low > 0 && reached:
		return Reproduced
	case low > 0:
		return SameDirection
	case high < 0 || !reached:
		return NotReproduced
	}
	return Undecided
}

// sides is the verdict on a claim whose direction cannot hold by itself, by whether the interval
// lies wholly inside or wholly outside the range claimed.
func sides(inside, outside bool) Verdict {
	switch {
	case inside:
		return Reproduced
	case outside:
		return NotReproduced
	}
	return Undecided
}
