package session

import (
	"math"
	"time"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/ui/answer"
	"backfill/ui/phrase"
)

// Measurement is an experiment of several cells, or in steady state, as far as it has been measured.
type Measurement struct {
	Plan    *scenario.Plan
	Cells   *experiment.Cells
	Running bool
	Began   time.Time // the present Browser.Measure
	before  int       // cells that were done then
	Done    int       // now
	Planned int       // as far as is known
	Needed  int       // that there will be, by the intervals so far
	most    int       // that there may be

	announced bool // a screen reader has been told what came of it
}

// measures says whether an experiment takes more than the simulation of one cell.
func measures(p *scenario.Plan) bool {
	return len(p.Points) > 1 || answer.MostReplications(p) > 1 || p.Steady != nil
}

// measure begins to measure what is ongoing, or goes on with it.
func (s *Session) measure() {
	m := s.Ongoing
	m.Running, m.Began = true, time.Now()
	m.count()
	m.before = m.Done
	s.Browser.Measure(s.RunNumber, s.Ran.Scenario, s.Ran.Files, m.Plan.Written, m.Cells, m.Plan.Workers)
}

func (m *Measurement) count() {
	was := m.Planned
	m.Done, m.Planned, m.most = m.Cells.Progress()
	if m.Planned != was {
		m.Needed = m.foreseen()
	}
}

// foreseen is how many cells the wanted precision will take if means and spreads stay as
// they are: a half width shrinks with the square root of the number of workloads. O(runs).
func (m *Measurement) foreseen() int {
	q := m.Plan.Precision
	if q == nil {
		return m.Planned
	}
	all := 0
	for point := range m.Plan.Points {
		planned, settled := m.Cells.Replications(point)
		if !settled {
			if w := m.Cells.Widest(point); !math.IsInf(w.Relative, 0) && w.Relative > q.RelativeHalfWidth {
				ratio := w.Relative / q.RelativeHalfWidth
				planned = max(planned, int(math.Ceil(min(float64(w.N)*ratio*ratio, float64(q.MaxReplications)))))
			}
		}
		all += planned
	}
	return all
}

// Measured says that more has come of the cells that Browser.Measure was given. It returns whether that is to be shown now: not
// if estimates are on their way, which show it, too, unless that was so the last time.
func (s *Session) Measured(run int) (shows bool) {
	if run != s.RunNumber || s.Ongoing == nil {
		return false
	}
	s.Ongoing.count()
	s.Quick = s.Quick && time.Since(s.Ongoing.Began).Seconds() < quick
	if s.heldBack && time.Since(s.Ongoing.Began) > s.Patience() {
		s.finish()
	}
	if s.Measurement != s.Ongoing {
		return !s.heldBack
	}
	before := s.Estimating.Busy
	s.Estimate(false)
	return before || !s.Estimating.Busy
}

// MeasureFinished says that all cells are done, seconds after Measure.
func (s *Session) MeasureFinished(run int, seconds float64) {
	if run != s.RunNumber || s.Ongoing == nil {
		return
	}
	m := s.Ongoing
	m.count()
	m.Running = false
	s.noteQuick(seconds < quick)
	if s.heldBack || s.Measurement == m {
		s.Estimate(true)
	}
	if s.Notice.ofRun {
		s.Notice = Notice{}
	}
	if s.Measurement == m && s.Shown.Results != nil && s.isAsItStands(&s.Shown) {
		s.tellLaterFailures(m)
	}
}

// Measuring says whether cells of the current run are being measured.
func (s *Session) Measuring() bool { return s.Ongoing != nil && s.Ongoing.Running }

// stopMeasuring notes that nothing more will come; what has come stays.
func (s *Session) stopMeasuring() {
	if !s.Measuring() {
		return
	}
	s.abandonMeasuring()
	s.Quick = false
	if s.Measurement == s.Ongoing {
		s.Estimate(true)
	}
}

// abandonMeasuring notes that nothing more will come of what is measured, since another run takes its place.
func (s *Session) abandonMeasuring() {
	if s.Measuring() {
		s.Ongoing.count()
		s.Ongoing.Running = false
	}
}

// Unfinished says whether what is shown of a measurement will stay a part of it.
func (s *Session) Unfinished() bool {
	return s.Measurement != nil && !s.Measurement.Running && !s.Measurement.Cells.Done()
}

// Resumable says whether the measurement that is shown was broken off and belongs to the
// experiment as it is. While a schedule is simulated for the timeline it is not: going on
// would give that up.
func (s *Session) Resumable() bool {
	return s.Unfinished() && !s.Running && !s.Partial() && s.UpToDate()
}

// resumeMeasuring goes on with a measurement that was broken off.
func (s *Session) resumeMeasuring() {
	s.RunNumber++
	s.Ran, s.Ongoing = s.Shown, s.Measurement
	s.Ran.Results = nil
	s.measure()
	s.Browser.After(s.Patience(), func() {})
}

// Share is how much of a measurement is done: "1,236 of 3,600 simulations".
func (m *Measurement) Share() string {
	n := len(m.Plan.Policies)
	of := " of "
	if m.most > m.Planned {
		of = " of at least "
	}
	return phrase.Grouped(int64(m.Done*n)) + of + phrase.Plural(int64(m.Planned*n), "simulation")
}

// Verb is the form of a verb that follows Share.
func (m *Measurement) Verb(one, many string) string {
	return phrase.Verb(m.Done*len(m.Plan.Policies), one, many)
}

// Left estimates how long a measurement still takes.
func (m *Measurement) Left() string {
	elapsed := time.Since(m.Began)
	if m.Done == m.before || elapsed < patience {
		return "just begun"
	}
	text := phrase.TimeLeft(elapsed, m.Done-m.before, max(m.Needed, m.Planned)-m.before)
	if points := len(m.Plan.Points); points > 1 && (m.Done < points || m.Cells.PointByPoint) {
		text += " if the other points take as long"
	}
	if m.most > m.Planned {
		text += ", by how far results spread so far"
	}
	return text
}

// WantedCell is the cell that is wanted of the experiment as it is, which need not have been run.
func (s *Session) WantedCell() experiment.Cell { return s.wanted(s.Plan, s.Draft.Opening) }

// wanted is the cell of a plan that the reader has chosen since that experiment was opened, else its first one.
func (s *Session) wanted(plan *scenario.Plan, opening int) experiment.Cell {
	if c, chosen := s.cells[opening]; chosen {
		return fitting(plan, c)
	}
	return firstCell(plan)
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
	if c == s.Cell || s.Running && s.Ran.Plan != s.Shown.Plan {
		return // in the second case another experiment is on its way
	}
	moved := c.Point != s.Cell.Point
	s.Cell, s.cells[s.Shown.opening] = c, c
	if !s.Framed {
		s.writeAddress(true)
	}
	if moved {
		s.Estimate(true)
	}
	s.Ran = s.Shown
	s.simulate()
}

// simulate shows the wanted cell of what was run last.
func (s *Session) simulate() {
	s.Ran.Cell = s.wanted(s.Ran.Plan, s.Ran.opening)
	s.requests.giveUp()
	s.Drawings.GiveUp()
	s.dropHeldBack()
	s.Running, s.Began, s.Ran.Results = true, time.Now(), nil
	s.Ended = make([]int, len(s.Ran.Plan.Policies))
	s.Browser.Simulate(s.RunNumber, s.Ran.Scenario, s.Ran.Files, s.Ran.Plan.Written, s.Ran.Cell)
	s.watcher.Began()
	s.Browser.After(s.Patience(), func() {}) // renders: from then on its progress is shown
}
