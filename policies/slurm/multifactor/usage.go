package multifactor

import (
	"time"

	"backfill/engine/portable"
)

// Add adds usage, in seconds times billing, to a user and to all accounts above.
func (t *Tree) Add(user int32, usage float64) {
	for a := user; a != None; a = t.nodes[a].Account {
		t.nodes[a].usage += usage
	}
}

// Usage is what an association has used, in seconds times billing, decayed by the last calculation.
func (t *Tree) Usage(a int32) float64 { return t.nodes[a].usage }

// scale multiplies all usage, as decay does, or a reset with 0.
func (t *Tree) scale(by float64) {
	for i := range t.nodes {
		t.nodes[i].usage *= by
	}
}

// Decay is what becomes of usage over time. Slurm takes 0.693 for the logarithm of 2 and the first term of the exponential series: a second
// leaves 1 - 0.693/h of the usage, with the half-life h. What a job uses in s seconds is added as s times what is left after s seconds, as
// if all were used at the beginning.
type Decay struct {
	second float64 // what is left after a second
	// The last power is kept: nearly all running jobs have run as long since the last calculation.
	seconds int64
	left    float64
}

// NewDecay takes the half-life in seconds; 0: usage never decays.
func NewDecay(halfLife int64) Decay {
	d := Decay{second: 1, left: 1}
	if halfLife > 0 {
		d.second = 1 - 0.693/float64(halfLife)
	}
	return d
}

// After is what is left after some seconds.
func (d *Decay) After(seconds int64) float64 {
	if seconds != d.seconds {
		d.seconds, d.left = seconds, 1
		if d.second < 1 {
			d.left = portable.Pow(d.second, float64(seconds))
		}
	}
	return d.left
}

// Used is what is added for a job that ran for some seconds.
func (d *Decay) Used(seconds int64, billing float64) float64 {
	return float64(float64(seconds)*d.After(seconds)) * billing
}

// Reset is when all usage is forgotten: PriorityUsageResetPeriod.
type Reset uint8

// At midnight: of each day, of each Sunday, of the first day of each month, quarter and year.
const (
	NoReset Reset = iota
	Daily
	Weekly
	Monthly
	Quarterly
	Yearly
)

// After is the next reset after an instant, both in seconds of local time since 1970.
func (r Reset) After(instant int64) int64 {
	t := time.Unix(instant, 0).UTC()
	year, month, day := t.Date()
	switch r {
	case Daily:
		day++
	case Weekly:
		day += 7 - int(t.Weekday())
	case Monthly:
		month, day = month+1, 1
	case Quarterly:
		month, day = (month-1)/3*3+4, 1
	case Yearly:
		year, month, day = year+1, 1, 1
	}
	return time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix()
}
