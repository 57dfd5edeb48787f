//go:build js && wasm

// Package screen is what the reader sees, hears and presses: the canvases and charts in the page's empty elements, the keyboard, the
// focus, the theme. It draws what the page hands it, and decides nothing.
package screen

import (
	"fmt"
	"time"

	"backfill/ui"
	"backfill/ui/session"
	"backfill/ui/timeline"
	"backfill/wasm/browser/render"
	"backfill/wasm/javascript"
	"backfill/wasm/timezone"
)

// Screen implements session.Screen.
type Screen struct {
	*render.Loop
	page  *ui.Page
	frame *ui.Frame // nil: the page is no frame of another one

	timeline    *canvas
	heatmap     *heatmap
	differences *differences
	charts      *charts
	player      *player
	dragging    *dragging

	focus       string  // id of the element to focus after the next rendering
	inPlace     bool    // without scrolling
	selection   *[2]int // what is selected of the text in it, in UTF-16 code units; nil: as it was
	held        held    // what is to stay where it is
	reveal      string  // id of the element that is to be in sight after it
	toTop       bool    // scroll the columns to their tops after it
	prerendered bool    // the page is shown as the build has made it, and not rendered yet
	answering   bool    // the results have been rendered
	paper       bool    // the page is being printed: pictures are drawn for paper
	newcomer    bool    // as Newcomer says
	names       bool    // a list of what can be written at the caret is shown
	explains    bool    // the explanations of terms are in the page
}

var _ session.Screen = (*Screen)(nil)

// New is the screen of a page that may be in a frame.
func New(loop *render.Loop, frame *ui.Frame) *Screen {
	return &Screen{Loop: loop, frame: frame, prerendered: isPrerendered(), newcomer: frame == nil && newcomer()}
}

// Attach shows the page from now on, and listens to what is done with it.
func (screen *Screen) Attach(page *ui.Page) error {
	screen.page = page
	screen.timeline = newCanvas(screen)
	screen.heatmap = newHeatmap(screen)
	screen.differences = newDifferences(screen)
	screen.player = newPlayer(screen)
	screen.dragging = newDragging(screen)
	screen.charts = newCharts()
	s := &javascript.Script{}
	screen.listenTheme(s)
	screen.listenWriting(s)
	screen.listenShortcuts(s)
	screen.listenPrinting(s)
	screen.dragging.attach(s)
	if screen.prerendered {
		screen.timeline.measurePrerendered()
		time.AfterFunc(prerenderedLimit, func() { screen.Update(func() { screen.prerendered = false }) })
	}
	return s.Err
}

// Due says whether the page is to be rendered, once the first picture, which goes first, has been drawn.
func (screen *Screen) Due() bool {
	screen.timeline.goesFirst()
	javascript.Turn() // once for all changes that come meanwhile
	return !screen.waits()
}

// AwaitPicture waits for the first picture, or until so much time has passed.
func (screen *Screen) AwaitPicture(limit time.Duration) { screen.timeline.settle(limit) }

// Rendered puts into the page's empty elements what belongs there.
func (screen *Screen) Rendered() {
	screen.timeline.rendered()
	screen.heatmap.rendered()
	screen.differences.rendered()
	screen.player.rendered()
	screen.dragging.rendered()
	screen.charts.rendered()
	screen.placeTerms()
	screen.goWhereAsked()
	screen.revealNames()
	screen.replacePrerendered()
}

// goWhereAsked does what ToTop, Reveal and Focus have asked for.
func (screen *Screen) goWhereAsked() {
	if screen.toTop {
		screen.toTop = false
		s := &javascript.Script{}
		all := s.Call(s.Global("document"), "querySelectorAll", columns)
		for i := range int(s.Number(all, "length")) {
			s.Set(s.Call(all, "item", i), "scrollTop", 0)
		}
		javascript.Report(s.Err)
	}
	screen.release()
	if screen.reveal != "" {
		s := &javascript.Script{}
		element := s.Element(screen.reveal)
		top := s.Number(s.Call(element, "getBoundingClientRect"), "top")
		if room := s.Number(s.Global("window"), "innerHeight"); top < 0 || top > room*2/3 {
			s.Call(element, "scrollIntoView")
		}
		screen.reveal = ""
		javascript.Report(s.Err)
	}
	if screen.focus != "" {
		s := &javascript.Script{}
		element := s.Call(s.Global("document"), "getElementById", screen.focus)
		switch {
		case s.Err != nil:
		case !element.IsNull():
			s.Call(element, "focus", map[string]any{"preventScroll": screen.inPlace})
			if part := screen.selection; part != nil {
				s.Call(element, "setSelectionRange", part[0], part[1])
			}
		case screen.frame == nil: // which need not show every part of the page
			s.Err = fmt.Errorf("no element %s", screen.focus)
		}
		screen.focus, screen.selection = "", nil
		javascript.Report(s.Err)
	}
}

func (screen *Screen) Focus(id string) {
	screen.focus, screen.inPlace, screen.selection = id, false, nil
}

func (screen *Screen) FocusInPlace(id string) {
	screen.focus, screen.inPlace, screen.selection = id, true, nil
}

func (screen *Screen) Reveal(id string) { screen.reveal = id }

func (screen *Screen) ToTop() { screen.toTop, screen.held = true, held{} }

func (screen *Screen) Redraw() {
	screen.timeline.redraw()
	screen.heatmap.redraw()
	screen.differences.redraw()
}

func (screen *Screen) ShowChart(id string, spec []byte) { screen.charts.show(id, spec) }

// announcer is a polite live region, which index.html has beside what is rendered.
const announcer = "announcer"

// Report writes a mistake of ours to the console.
func (screen *Screen) Report(err error) { javascript.Report(err) }

// Say empties the live region first, so that the same text is announced again.
func (screen *Screen) Say(text string) {
	set := func(text string) {
		s := &javascript.Script{}
		s.Set(s.Element(announcer), "textContent", text)
		javascript.Report(s.Err)
	}
	set("")
	time.AfterFunc(50*time.Millisecond, func() { javascript.Guard(func() { set(text) }) })
}

// Zone asks the browser's own zone database.
func (screen *Screen) Zone(name string) (timeline.Zone, bool) { return timezone.Of(name) }
