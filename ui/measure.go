package ui

import (
	"math"
	"time"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/ui/answer"
	"backfill/ui/phrase"
)

// measurement is an experiment of several cells, or in steady state: the book of what
// has been measured so far.
type measurement struct {
	plan    *scenario.Plan
	book    *experiment.Book
	running bool
	began   time.Time // the present Browser.Measure
	before  int       // cells that were done then
	done    int       // now
	planned int       // as far as is known
	needed  int       // that there will be, by the intervals so far
	most    int       // that there may be

	announced bool // a screen reader has been told what came of it
}

// measures says whether an experiment takes more than the simulation of one cell.
func measures(p *scenario.Plan) bool {
	return len(p.Points) > 1 || answer.MostReplications(p) > 1 || p.Steady != nil
}

// measure begins to measure what is ongoing, or goes on with it.
func (s *Session) measure() {
	m := s.ongoing
	m.running, m.began = true, time.Now()
	m.count()
	m.before = m.done
	s.browser.Measure(s.run, s.ran.Scenario, s.ran.Files, m.plan.Expressions, m.book, m.plan.Workers)
}

func (m *measurement) count() {
	was := m.planned
	m.done, m.planned, m.most = m.book.Progress()
	if m.planned != was {
		m.needed = m.foreseen()
	}
}

// foreseen is how many cells the wanted precision will take if means and spreads stay as
// they are: a half width shrinks with the square root of the number of workloads. O(runs).
func (m *measurement) foreseen() int {
	q := m.plan.Precision
	if q == nil {
		return m.planned
	}
	all := 0
	for point := range m.plan.Points {
		planned, settled := m.book.Replications(point)
		if !settled {
			if w := m.book.Widest(point); !math.IsInf(w.Relative, 0) && w.Relative > q.RelativeHalfWidth {
				ratio := w.Relative / q.RelativeHalfWidth
				planned = max(planned, int(math.Ceil(min(float64(w.N)*ratio*ratio, float64(q.MaxReplications)))))
			}
		}
		all += planned
	}
	return all
}

// Measured says that the book which Browser.Measure was given has grown. It returns whether that is to be shown now: not
// if estimates are on their way, which show it, too, unless that has been so the last time.
func (s *Session) Measured(run int) (shows bool) {
	if run != s.run || s.ongoing == nil {
		return false
	}
	s.ongoing.count()
	s.quick = s.quick && time.Since(s.ongoing.began).Seconds() < quick
	if s.measured != s.ongoing {
		return true
	}
	before := s.estimating.busy
	s.estimate(false)
	return before || !s.estimating.busy
}

// MeasureFinished says that the book is done, seconds after Measure.
func (s *Session) MeasureFinished(run int, seconds float64) {
	if run != s.run || s.ongoing == nil {
		return
	}
	m := s.ongoing
	m.count()
	m.running = false
	s.quick = seconds < quick
	if s.measured == m {
		s.estimate(true)
	}
	if s.notice.OfRun {
		s.notice = notice{}
	}
}

// measuring says whether cells of the current run are being measured.
func (s *Session) measuring() bool { return s.ongoing != nil && s.ongoing.running }

// stopMeasuring notes that nothing more will come; what has come stays.
func (s *Session) stopMeasuring() {
	if !s.measuring() {
		return
	}
	s.ongoing.count()
	s.ongoing.running = false
	s.quick = false
	if s.measured == s.ongoing {
		s.estimate(true)
	}
}

// unfinished says whether what is shown of a measurement will stay a part of it.
func (s *Session) unfinished() bool {
	return s.measured != nil && !s.measured.running && !s.measured.book.Done()
}

// resumable says whether the measurement that is shown was broken off and belongs to the
// experiment as it is. While a schedule is simulated for the timeline it is not: going on
// would give that up.
func (s *Session) resumable() bool {
	return s.unfinished() && !s.running && !s.partial() && s.upToDate()
}

// resumeMeasuring goes on with a measurement that was broken off.
func (s *Session) resumeMeasuring() {
	s.run++
	s.ran, s.ongoing = s.Shown, s.measured
	s.ran.Results = nil
	s.measure()
	s.browser.After(patience, func() {})
}

// share is how much of a measurement is done: "1,236 of 3,600 simulations".
func (m *measurement) share() string {
	n := len(m.plan.Policies)
	of := " of "
	if m.most > m.planned {
		of = " of at least "
	}
	return phrase.Grouped(int64(m.done*n)) + of + phrase.Plural(int64(m.planned*n), "simulation")
}

// left estimates how long a measurement still takes.
func (m *measurement) left() string {
	elapsed := time.Since(m.began)
	if m.done == m.before || elapsed < patience {
		return "just begun"
	}
	text := phrase.TimeLeft(elapsed, m.done-m.before, max(m.needed, m.planned)-m.before)
	if m.most > m.planned {
		text += ", by how far results spread so far"
	}
	return text
}

// fitting is cell c, or the one of the plan that comes closest.
func fitting(plan *scenario.Plan, c experiment.Cell) experiment.Cell {
	return experiment.Cell{
		Point:       min(max(c.Point, 0), len(plan.Points)-1),
		Replication: min(max(c.Replication, 0), answer.MostReplications(plan)-1),
	}
}

// firstCell is the cell of a plan that is shown at first: at the point that a claim is
// about, else at the last one, where a sweep is most extreme.
func firstCell(plan *scenario.Plan) experiment.Cell {
	for i := range plan.Claims {
		if at := plan.Claims[i].At; at >= 0 {
			return experiment.Cell{Point: at}
		}
	}
	return experiment.Cell{Point: len(plan.Points) - 1}
}

// ShowCell shows another cell of the experiment whose results are shown.
func (s *Session) ShowCell(c experiment.Cell) {
	if s.Shown.Results == nil {
		return
	}
	c = fitting(s.Shown.Plan, c)
	if c == s.cell || s.running && s.ran.Plan != s.Shown.Plan {
		return // in the second case another experiment is on its way
	}
	moved := c.Point != s.cell.Point
	s.cell = c
	if moved {
		s.estimate(true)
	}
	s.ran = s.Shown
	s.simulate()
}

// simulate shows the wanted cell of what was run last.
func (s *Session) simulate() {
	s.cell = fitting(s.ran.Plan, s.cell)
	s.ran.Cell = s.cell
	s.requests.giveUp()
	s.watcher.Began()
	s.running, s.began, s.ran.Results = true, time.Now(), nil
	s.progress = make([]int, len(s.ran.Plan.Policies))
	s.browser.Simulate(s.run, s.ran.Scenario, s.ran.Files, s.ran.Plan.Expressions, s.ran.Cell)
	s.browser.After(patience, func() {}) // renders: from then on its progress is shown
}
