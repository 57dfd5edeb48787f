package ui

import (
	"math"
	"time"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
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
	return len(p.Points) > 1 || mostReplications(p) > 1 || p.Steady != nil
}

// mostReplications is how many workloads there are at most at each point.
func mostReplications(p *scenario.Plan) int {
	if p.Precision != nil {
		return p.Precision.MaxReplications
	}
	return p.Replications
}

// measure begins to measure what is ongoing, or goes on with it.
func (p *Page) measure() {
	m := p.ongoing
	m.running, m.began = true, time.Now()
	m.count()
	m.before = m.done
	p.browser.Measure(p.run, p.ran.Scenario, p.ran.Files, m.plan.Expressions, m.book, m.plan.Workers)
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
// if a finding is on its way, which shows it, too, unless that has been so the last time.
func (p *Page) Measured(run int) (shows bool) {
	if run != p.run || p.ongoing == nil {
		return false
	}
	p.ongoing.count()
	p.quick = p.quick && time.Since(p.ongoing.began).Seconds() < quick
	if p.measured != p.ongoing {
		return true
	}
	before := p.digesting.busy
	p.digest(false)
	return before || !p.digesting.busy
}

// MeasureFinished says that the book is done, seconds after Measure.
func (p *Page) MeasureFinished(run int, seconds float64) {
	if run != p.run || p.ongoing == nil {
		return
	}
	m := p.ongoing
	m.count()
	m.running = false
	p.quick = seconds < quick
	if p.measured == m {
		p.digest(true)
	}
	if p.notice.OfRun {
		p.notice = notice{}
	}
}

// measuring says whether cells of the current run are being measured.
func (p *Page) measuring() bool { return p.ongoing != nil && p.ongoing.running }

// stopMeasuring notes that nothing more will come; what has come stays.
func (p *Page) stopMeasuring() {
	if !p.measuring() {
		return
	}
	p.ongoing.count()
	p.ongoing.running = false
	p.quick = false
	if p.measured == p.ongoing {
		p.digest(true)
	}
}

// unfinished says whether what is shown of a measurement will stay a part of it.
func (p *Page) unfinished() bool {
	return p.measured != nil && !p.measured.running && !p.measured.book.Done()
}

// resumable says whether the measurement that is shown was broken off and belongs to the
// experiment as it is. While a schedule is simulated for the timeline it is not: going on
// would give that up.
func (p *Page) resumable() bool {
	return p.unfinished() && !p.running && !p.partial() && p.upToDate()
}

// resumeMeasuring goes on with a measurement that was broken off.
func (p *Page) resumeMeasuring() {
	p.run++
	p.ran, p.ongoing = p.Shown, p.measured
	p.ran.Results = nil
	p.measure()
	p.browser.After(patience, func() {})
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
		Replication: min(max(c.Replication, 0), mostReplications(plan)-1),
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
func (p *Page) ShowCell(c experiment.Cell) {
	if p.Shown.Results == nil {
		return
	}
	c = fitting(p.Shown.Plan, c)
	if c == p.cell || p.running && p.ran.Plan != p.Shown.Plan {
		return // in the second case another experiment is on its way
	}
	moved := c.Point != p.cell.Point
	p.cell = c
	if moved {
		p.digest(true)
	}
	p.ran = p.Shown
	p.simulate()
}

// simulate shows the wanted cell of what was run last.
func (p *Page) simulate() {
	p.cell = fitting(p.ran.Plan, p.cell)
	p.ran.Cell = p.cell
	p.requests.giveUp()
	p.watcher.Began()
	p.running, p.began, p.ran.Results = true, time.Now(), nil
	p.progress = make([]int, len(p.ran.Plan.Policies))
	p.browser.Simulate(p.run, p.ran.Scenario, p.ran.Files, p.ran.Plan.Expressions, p.ran.Cell)
	p.browser.After(patience, func() {}) // renders: from then on its progress is shown
}
