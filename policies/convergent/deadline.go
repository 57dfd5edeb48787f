package convergent

import (
	"math"
	"math/bits"

	"backfill/engine"
)

// deadline favours jobs that are close to missing their deadlines, on computers that are fast
// enough to meet them.
//
// The urgency f of a pair is 0 if twice the time that the job has left to run there, the
// second one k-fold, passes before the deadline; 1 if it cannot end in time; in between it
// grows with T_end. Equation 6 multiplies 1 - f by F, the mean of f over all computers that
// can run the job; so it is 1/4 at most where they are equal. Figure 2 shows f itself, and 0
// for a pair that is too late.
//
// Source: section 4.1, equations 2 to 7, with k in the denominator of equation 5, without
// which f is not 1 at the deadline; figure 2.
type deadline struct {
	k      float64
	figure bool
}

// urgency is f of a job that has remaining ms left to run and slack ms left to do so. It never
// falls as remaining grows, rounding included.
//
// With T_last = D - k R and T_end = now + R, (T_end - T_last) / (k R) = 1 - ((D - now) / R - 1) / k.
func (h deadline) urgency(slack, remaining float64) float64 {
	switch {
	case slack < remaining:
		return 1
	case h.k == 0:
		return 0
	}
	if f := 1 - (slack/remaining-1)/h.k; f > 0 { // max is a call in WebAssembly
		return f
	}
	return 0
}

// Whole is F, equation 7.
func (h deadline) Whole(now *Instant, j *Job) float64 {
	if h.figure {
		return 0
	}
	least := h.urgency(j.Slack, j.Shortest)
	if least == 1 || least == h.urgency(j.Slack, j.Longest) {
		return least // everywhere
	}
	if h.k < steep {
		sum := 0.0
		for w, word := range j.Affine {
			for ; word != 0; word &= word - 1 {
				sum += h.urgency(j.Slack, now.remaining(j, engine.Placement(w*64+bits.TrailingZeros64(word))))
			}
		}
		return sum / j.count
	}
	mean := h.meanElsewhere(now, j)
	if j.Home != engine.NoPlace {
		speed := now.speed[j.Home]
		mean += (h.urgency(j.Slack, j.AtHome/speed) - h.urgency(j.Slack, j.Elsewhere/speed)) / j.count
	}
	return min(max(mean, 0), 1) // it is rounded
}

// steep is the k below which the urgency changes so fast that a sum of straight lines would
// round too much of it.
const steep = 1e-3

func (h deadline) Value(_ *Instant, j *Job, _ engine.Placement, remaining, whole float64) float64 {
	f := h.urgency(j.Slack, remaining)
	if !h.figure {
		return float64((1 - f) * whole)
	}
	if f < 1 {
		return f
	}
	return 0
}

func (h deadline) Bound(now *Instant, j *Job, shortest float64, _ bool) float64 {
	least := h.urgency(j.Slack, shortest)
	if least == 1 || math.IsInf(j.Slack, 1) {
		return 0
	}
	if h.figure || h.k < steep {
		return h.urgency(j.Slack, j.Longest)
	}
	return float64((1 - least) * h.meanElsewhere(now, j))
}

// meanElsewhere is F of job j, which has not missed its deadline yet, as if it had as much left
// to do at its home as elsewhere: not less than F. O(words of a set).
//
// The urgency is what a straight line over the speeds of computers leaves between 0 and 1: 1
// below the speed that just meets the deadline, 0 from k + 1 times that speed on.
func (h deadline) meanElsewhere(now *Instant, j *Job) float64 {
	enough := j.Elsewhere / j.Slack
	timely, calm := j.atLeast(now, enough), j.atLeast(now, float64((1+h.k)*enough))
	line := float64(float64(timely-calm) * (1 + h.k))
	line -= float64(j.speeds[timely]-j.speeds[calm]) / enough
	return (j.count - float64(timely) + line/h.k) / j.count
}
