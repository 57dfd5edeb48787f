package timeline

import (
	"fmt"
	"math"
	"sort"
	"strings"

	"backfill/engine"
	"backfill/ui/phrase"
)

// Passes are those that the schedulers of a policy made, as far as they are known: calls from From on and before Until.
type Passes struct {
	List        []Pass // ascending
	From, Until engine.Time
	Sparse      bool // some of that stretch are left out
}

// Pass is what one call of the policy was: a pass of one scheduler, or of several.
type Pass struct {
	At engine.Time
	Of engine.Passes
}

// passes are the ticks in the strip above a Gantt chart while a run is played: in the upper row those of the backfill scheduler, in the lower
// one those of the main scheduler, which are shorter.
type passes struct {
	known              *Passes
	base, upper, lower int // pixel rows: of the line under the ticks, and where each row begins
}

// passesIn are those of the group whose title a lane has; false if it makes no passes or nothing is played.
func (s *Scene) passesIn(lane Lane) (p passes, ok bool) {
	if s.Play == nil || lane.Part != TitlePart || lane.Group >= len(s.Play.Passes) || s.Play.Passes[lane.Group] == nil {
		return p, false
	}
	p.known = s.Play.Passes[lane.Group]
	p.base = lane.Top + lane.Height - s.px(1)
	p.lower = p.base - s.px(4)
	p.upper = p.lower - s.px(7)
	return p, true
}

// within are the passes from t0 on and before t1 that have been made by now.
func (p *Passes) within(t0, t1, now engine.Time) []Pass {
	before := func(t engine.Time) int {
		return sort.Search(len(p.List), func(i int) bool { return p.List[i].At >= t })
	}
	from, to := before(t0), before(min(t1, now+1))
	return p.List[from:max(from, to)]
}

// drawPasses draws a tick for each pass that is known, or one for all of a pixel column, on a line that is as long as the stretch of which
// they are known: dashed, if some of it are left out. O(passes in the window).
func (s *Scene) drawPasses(dst *Raster, lane Lane) {
	p, ok := s.passesIn(lane)
	if !ok {
		return
	}
	v, bottom := &s.View, lane.Top+lane.Height
	dash, muted, text := s.px(3), s.Theme.Muted.pixel(), s.Theme.Text.pixel()
	for x := max(v.Column(max(p.known.From, v.T0)), 0); x < min(v.Column(min(p.known.Until, s.Play.Now+1, v.T1)), dst.Width); x++ {
		if !p.known.Sparse || x%(2*dash) < dash {
			dst.rect(Rect{x, p.base, x + 1, bottom}, lane.Top, bottom, muted)
		}
	}
	drawn, of := -1, engine.Passes(0) // the last column, and of which schedulers
	for _, pass := range p.known.within(v.T0, v.T1, s.Play.Now) {
		x := v.Column(pass.At)
		if x != drawn {
			drawn, of = x, 0
		} else if of|pass.Of == of {
			continue
		}
		of |= pass.Of
		if pass.Of&engine.MainPass != 0 {
			dst.rect(Rect{x, p.lower, x + 1, p.base}, lane.Top, bottom, muted)
		}
		if pass.Of&engine.BackfillPass != 0 {
			dst.rect(Rect{x, p.upper, x + 1, p.lower - s.px(1)}, lane.Top, bottom, text)
		}
	}
}

// schedulers are the words for those that make passes.
var schedulers = []struct {
	of   engine.Passes
	name string
}{{engine.MainPass, "main scheduler"}, {engine.BackfillPass, "backfill scheduler"}}

// PassLine says which passes have ticks where the pointer is, within a few pixels: "pass of the main scheduler at 12:00:03"; "" if none have.
func (s *Scene) PassLine(h Hit) string {
	if h.Lane < 0 || h.Lane >= len(s.View.Lanes) {
		return ""
	}
	p, ok := s.passesIn(s.View.Lanes[h.Lane])
	if !ok {
		return ""
	}
	x, near := s.View.Column(h.Time), s.px(2)
	return s.tellPasses(p.known.within(s.View.Time(x-near), s.View.Time(x+near+1), s.Play.Now), false)
}

// tellPasses says how many passes each scheduler has made, and when it made the last one; of schedulers without any if all is true.
func (s *Scene) tellPasses(list []Pass, all bool) string {
	var told []string
	for _, scheduler := range schedulers {
		n, last := int64(0), engine.Time(0)
		for _, pass := range list {
			if pass.Of&scheduler.of != 0 {
				n++
				last = pass.At
			}
		}
		switch {
		case n == 1:
			told = append(told, "pass of the "+scheduler.name+" at "+s.Clock.Format(last))
		case n > 1:
			told = append(told, phrase.Grouped(n)+" passes of the "+scheduler.name+", the last at "+s.Clock.Format(last))
		case all:
			told = append(told, "no pass of the "+scheduler.name)
		}
	}
	return strings.Join(told, "; ")
}

// describePasses says which passes the window shows up to the present: for people who do not see the ticks.
func (s *Scene) describePasses(b *strings.Builder, g int) {
	if g >= len(s.Play.Passes) || s.Play.Passes[g] == nil {
		return
	}
	known := s.Play.Passes[g]
	from, to := max(s.View.T0, known.From), min(s.View.T1, s.Play.Now+1, known.Until)
	if from >= to {
		return
	}
	left := ""
	if known.Sparse {
		left = " of which some are left out"
	}
	fmt.Fprintf(b, " Ticks above the chart, from %s to %s%s: %s.", s.Clock.Format(from), s.Clock.Format(to-1), left, s.tellPasses(known.within(from, to, s.Play.Now), true))
}

// passesLegend explains the ticks, if a policy of the picture makes passes.
func (s *Scene) passesLegend() (legend []LegendEntry) {
	of, any := engine.Passes(0), false
	for _, lane := range s.View.Lanes {
		p, ok := s.passesIn(lane)
		if !ok {
			continue
		}
		any = true
		for _, pass := range p.known.within(s.View.T0, s.View.T1, s.Play.Now) {
			of |= pass.Of
		}
	}
	if !any {
		return nil
	}
	return []LegendEntry{
		{Color: s.Theme.Background, Text: "upper ticks: passes of the backfill scheduler, at most one a pixel", Upper: true, Absent: of&engine.BackfillPass == 0},
		{Color: s.Theme.Background, Text: "lower ticks: passes of the main scheduler; the line under them: where passes are known, dashed where some are left out", Lower: true, Absent: of&engine.MainPass == 0},
	}
}

// titleMiddle is how far below the top of a title's lane the middle of its text lies, in device pixels.
func (s *Scene) titleMiddle(lane Lane) float64 {
	height := lane.Height
	if s.Groups[lane.Group].Passing {
		height -= int(math.Round(passesHeight * s.View.Ratio))
	}
	return 0.62 * float64(height)
}
