//go:build js && wasm

package screen

import (
	"github.com/hack-pad/safejs"

	"backfill/ui/timeline"
	"backfill/wasm/javascript"
)

// Pictures on paper are as wide as A4 between its usual margins, in CSS pixels, and twice as fine as on a usual screen.
const (
	paperWidth = 718
	paperRatio = 2
)

// listenPrinting draws the pictures for paper, in light colours, as long as the page is being printed.
func (screen *Screen) listenPrinting(s *javascript.Script) {
	var back func()
	s.Listen(s.Global("window"), "beforeprint", func(safejs.Value) {
		if back == nil && screen.timeline.drawn && screen.page.Timeline != nil {
			back = screen.drawForPaper()
		}
	})
	s.Listen(s.Global("window"), "afterprint", func(safejs.Value) {
		if back != nil {
			back()
			back = nil
		}
	})
}

// drawForPaper has to be done at once: the browser waits for nothing that comes later. What it returns draws for the screen again.
func (screen *Screen) drawForPaper() (back func()) {
	page, c := screen.page, screen.timeline
	width, ratio, room, view := page.Width, page.Ratio, page.Schedules.Room, page.Timeline.View
	draw := func() {
		page.ThemeChanged()
		c.draw()
		screen.heatmap.redrawNow()
		screen.differences.redrawNow()
		screen.colorLegends()
	}
	screen.paper = true
	c.ratio, c.charWidth = paperRatio, 0
	page.OnPaper(true)
	page.Roomy(0)
	page.Sized(paperWidth*paperRatio, paperRatio)
	draw()
	return func() {
		screen.paper = false
		c.ratio, c.charWidth = ratio, 0
		page.OnPaper(false)
		page.Roomy(room)
		page.Sized(width, ratio)
		if page.Timeline != nil && page.Timeline.View.First == view.First && page.Timeline.View.Last == view.Last {
			page.Timeline.View.T0, page.Timeline.View.T1 = view.T0, view.T1
		}
		draw()
		screen.Later(func() {})
	}
}

// colorLegends gives the legends of the timeline the colours that the picture has, which the next rendering would.
func (screen *Screen) colorLegends() {
	s := &javascript.Script{}
	for _, of := range []struct {
		selector string
		entries  []timeline.LegendEntry
	}{{".picture > .place-head .swatch rect", screen.page.Schedules.Legend}, {"#future-legend .swatch rect", screen.page.Schedules.FutureLegend()}} {
		swatches := s.Call(s.Global("document"), "querySelectorAll", of.selector)
		for i := range min(len(of.entries), int(s.Number(swatches, "length"))) {
			s.Call(s.Call(swatches, "item", i), "setAttribute", "fill", of.entries[i].Color.CSS())
		}
	}
	javascript.Report(s.Err)
}
