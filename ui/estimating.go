package ui

import (
	"time"

	"backfill/engine/scenario"
	"backfill/ui/answer"
)

// estimating is how the next estimates is made.
type estimating struct {
	current int // counts how often they were begun
	busy    bool
	again   bool      // they will be out of date
	began   time.Time // the last ones
	cost    time.Duration
}

const (
	// estimatePause is how long the page waits, while cells come in, between estimates;
	// estimateShare is the least multiple of their own cost.
	estimatePause = 800 * time.Millisecond
	estimateShare = 4
)

// estimate makes the next estimates: at once, or if that was long enough ago, since it only
// takes in more cells.
func (s *Session) estimate(atOnce bool) {
	m, d := s.measured, &s.estimating
	if m == nil {
		s.estimates, s.estimatesOf = nil, nil
		d.current++
		d.busy, d.again = false, false
		return
	}
	switch {
	case atOnce:
	case d.busy || d.again:
		d.again = true
		return
	default:
		if wait := max(estimatePause, estimateShare*d.cost) - time.Since(d.began); wait > 0 && s.estimatesOf == m {
			d.again = true
			s.browser.Proceed(wait, func() bool {
				if !d.again || d.busy {
					return false
				}
				d.again = false
				s.estimate(true)
				return !d.busy
			})
			return
		}
	}
	d.current++
	d.busy, d.again, d.began = true, false, time.Now()
	current := d.current
	s.inSteps(s.estimation(), func() bool { return current == d.current }, func() {
		d.busy, d.cost = false, time.Since(d.began)
		if d.again {
			d.again = false
			s.estimate(false)
		}
	})
}

// settling says whether everything has been measured and the last estimates are being made.
func (s *Session) settling() bool {
	m := s.measured
	return m != nil && m == s.ongoing && !m.running && s.estimating.busy && (s.estimatesOf != m || s.estimates.Cells < m.done)
}

// inSteps does the steps with pauses in which the browser takes its turn, as long as
// they are wanted, and then what is to be done in the end: only then there is something
// new to show, and it returns true if that is now.
func (s *Session) inSteps(steps []func(), wanted func() bool, end func()) bool {
	if !wanted() {
		return false
	}
	for begin := time.Now(); len(steps) > 0 && time.Since(begin) < slice; steps = steps[1:] {
		steps[0]()
	}
	if len(steps) > 0 {
		s.browser.Proceed(pause, func() bool { return s.inSteps(steps, wanted, end) })
		return false
	}
	end()
	return true
}

// estimation is what it takes to make estimates, in order.
func (s *Session) estimation() []func() {
	m := s.measured
	e, steps := answer.Estimate(m.plan, m.book, answer.Wanted{Baseline: s.baselineOf(m.plan), Point: s.cell.Point, Metric: s.curveMetric(m.plan), AllMetrics: s.allMetrics})
	e.Cells = m.done
	return append(steps, func() {
		s.estimates, s.estimatesOf = e, m
		// Before MeasureFinished they may lack what came while they were made, and nothing is announced.
		last := !m.running && m.book.Done() && !m.announced
		m.announced = m.announced || last
		s.watcher.Estimated(last)
	})
}

// Estimates are those of the measurement that is shown; nil if there are none yet.
func (s *Session) Estimates() *answer.Estimates {
	if s.measured == nil || s.estimatesOf != s.measured {
		return nil
	}
	return s.estimates
}

// baselineOf is the policy of a plan that the others are compared with.
func (s *Session) baselineOf(plan *scenario.Plan) int {
	for i, policy := range plan.Policies {
		if policy.Label == s.draft.Settings.Texts["baseline"] {
			return i
		}
	}
	return plan.Baseline
}

// curveMetric is the metric of the curves: no share, which only a group has.
func (s *Session) curveMetric(plan *scenario.Plan) string {
	if s.metric != "" {
		return s.metric
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
	s.metric = name
	s.estimate(true)
}

// SwitchAllMetrics has intervals of all metrics computed, or of the usual ones.
func (s *Session) SwitchAllMetrics() {
	s.allMetrics = !s.allMetrics
	s.estimate(true)
}
