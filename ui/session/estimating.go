package session

import (
	"time"

	"backfill/engine/scenario"
	"backfill/ui/answer"
)

// estimating is how far the next estimates are.
type estimating struct {
	current  int // counts how often they were begun
	Busy     bool
	again    bool      // they will be out of date
	baseline int       // of those that are being made
	began    time.Time // the last ones
	cost     time.Duration
}

const (
	// estimatePause is the least time between estimates while cells come in, and
	// estimateShare the least multiple of what the last ones took.
	estimatePause = 800 * time.Millisecond
	estimateShare = 4
)

// Estimate makes the next estimates: at once, or if that was long enough ago, since it only
// takes in more cells.
func (s *Session) Estimate(atOnce bool) {
	m, d := s.toEstimate(), &s.Estimating
	if m == nil {
		s.estimates, s.estimatesOf = nil, nil
		d.current++
		d.Busy, d.again = false, false
		return
	}
	switch {
	case atOnce:
	case d.Busy || d.again:
		d.again = true
		return
	default:
		if wait := max(estimatePause, estimateShare*d.cost) - time.Since(d.began); wait > 0 && s.estimatesOf == m {
			d.again = true
			s.Browser.Proceed(wait, func() bool {
				if !d.again || d.Busy {
					return false
				}
				d.again = false
				s.Estimate(true)
				return !d.Busy
			})
			return
		}
	}
	d.current++
	d.Busy, d.again, d.began, d.baseline = true, false, time.Now(), s.BaselineOf(m.Plan)
	current := d.current
	s.InSteps(s.estimation(), func() bool { return current == d.current }, func() {
		d.Busy, d.cost = false, time.Since(d.began)
		if d.again {
			d.again = false
			s.Estimate(false)
		}
	})
}

// ofOtherBaseline says whether the estimates that are being made, else those that there are, compare with another policy than is wanted.
func (s *Session) ofOtherBaseline() bool {
	if m := s.toEstimate(); m != nil && s.Estimating.Busy {
		return s.Estimating.baseline != s.BaselineOf(m.Plan)
	}
	return s.estimates != nil && s.estimates.Plan.Baseline != s.BaselineOf(s.estimates.Plan)
}

// toEstimate is the measurement that estimates are made of: the one that is shown, or that which takes its place as soon as it has some.
func (s *Session) toEstimate() *Measurement {
	if s.heldBack && !s.Ongoing.Running {
		return s.Ongoing
	}
	return s.Measurement
}

// Settling says whether everything has been measured and the last estimates are being made.
func (s *Session) Settling() bool {
	m := s.Measurement
	return m != nil && m == s.Ongoing && !m.Running && s.Estimating.Busy && (s.estimatesOf != m || s.estimates.Cells < m.Done)
}

// Long work is done in slices with pauses, in which the browser takes its turn. A
// pause of nothing would not let it.
const (
	Slice = 12 * time.Millisecond
	Pause = 4 * time.Millisecond
)

// InSteps does the steps with pauses in which the browser takes its turn, as long as
// they are wanted, and then what is to be done in the end: only then there is something
// new to show, and it returns true if that is now.
func (s *Session) InSteps(steps []func(), wanted func() bool, end func()) bool {
	if !wanted() {
		return false
	}
	for begin := time.Now(); len(steps) > 0 && time.Since(begin) < Slice; steps = steps[1:] {
		steps[0]()
	}
	if len(steps) > 0 {
		s.Browser.Proceed(Pause, func() bool { return s.InSteps(steps, wanted, end) })
		return false
	}
	end()
	return true
}

// estimation is what it takes to make estimates, in order.
func (s *Session) estimation() []func() {
	m, point := s.toEstimate(), s.Cell.Point
	if m != s.Measurement { // it is not shown yet
		point = s.Ran.Cell.Point
	}
	e, steps := answer.Estimate(m.Plan, m.Cells, answer.Wanted{
		Baseline: s.BaselineOf(m.Plan), Point: point, Metric: s.curveMetric(m.Plan), AllMetrics: s.AllMetrics, Asked: s.MoreMetrics, Absolute: s.Absolute,
	})
	e.Cells = m.Done
	return append(steps, func() {
		s.estimates, s.estimatesOf = e, m
		if s.heldBack && m == s.Ongoing {
			s.finish()
		}
		// Before MeasureFinished they may lack what came while they were made, and nothing is announced.
		last := !m.Running && m.Cells.Done() && !m.announced
		m.announced = m.announced || last
		s.watcher.Estimated(last)
	})
}

// Estimates are those of the measurement that is shown; nil if there are none yet.
func (s *Session) Estimates() *answer.Estimates {
	if s.Measurement == nil || s.estimatesOf != s.Measurement {
		return nil
	}
	return s.estimates
}

// curveMetric is the metric of the curves: no share, which only a group has.
func (s *Session) curveMetric(plan *scenario.Plan) string {
	if s.metric != "" {
		return s.metric
	}
	if len(s.MoreMetrics) > 0 {
		return s.MoreMetrics[0]
	}
	for i := range plan.Scenario.Claims {
		if name := plan.Scenario.Claims[i].Metric; !answer.CountsJobs(name) && name != answer.ShareOfLoad {
			return name
		}
	}
	return answer.WantedMetric(plan)
}

// ShowMetric chooses the metric of the curves.
func (s *Session) ShowMetric(name string) {
	if name == s.metric {
		return
	}
	s.metric = name
	if !s.Framed && s.Valid != nil {
		s.writeAddress(true)
	}
	s.Estimate(true)
}

// SwitchAllMetrics has intervals of all metrics computed, or of the usual ones.
func (s *Session) SwitchAllMetrics() {
	s.AllMetrics = !s.AllMetrics
	s.Estimate(true)
}
