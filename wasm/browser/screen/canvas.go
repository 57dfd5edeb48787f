//go:build js && wasm

package screen

import (
	"fmt"
	"math"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/ui/panel"
	"backfill/ui/timeline"
	"backfill/wasm/javascript"
)

// canvas draws the timeline's scene into a <canvas> that it keeps inside the
// page's empty host element. Nothing that it does has the page rendered anew,
// except that a job is pinned.
type canvas struct {
	hosted
	screen   *Screen
	observer safejs.Value

	drawn    bool      // there has been a picture
	drawing  bool      // dragging draws a job, as the cursor shows
	ticked   time.Time // when time went by last on a run that is played; zero: it does not
	pointers pointers
	group    int          // that was pointed at last
	at       timeline.Hit // what is pointed at
}

// firstFrame is how long a rendering waits at most for the first picture.
const firstFrame = 100 * time.Millisecond

func newCanvas(screen *Screen) *canvas {
	c := &canvas{screen: screen, at: timeline.Nowhere}
	s := &javascript.Script{}
	c.create(s, c.draw)
	resized := s.Function(func(args []safejs.Value) {
		if len(args) > 0 {
			c.resized(args[0])
		}
	})
	c.observer = s.New("ResizeObserver", resized.Value())
	c.pointers.attach(s, c)
	javascript.Report(s.Err)
	return c
}

// rendered puts the canvas into its host if the rendering has not left it there.
func (c *canvas) rendered() {
	s := &javascript.Script{}
	mounted, moved := c.mount(s, panel.TimelineHost, func() { c.attend(s) })
	if !mounted {
		return
	}
	if moved {
		c.redraw()
	}
	if drawing := c.screen.page.WhatIf.Drawing(); drawing != c.drawing {
		c.drawing = drawing
		cursor, touch := "", "pan-y"
		if drawing {
			cursor, touch = "cell", "none" // a finger that draws does not scroll
		}
		c.style(s, "cursor", cursor)
		c.style(s, "touchAction", touch)
	}
	javascript.Report(s.Err)
}

// measurePrerendered asks for the width of the host in the page as it was prerendered.
func (c *canvas) measurePrerendered() {
	s := &javascript.Script{}
	c.find(s, panel.TimelineHost, func() { c.attend(s) })
	javascript.Report(s.Err)
}

// attend listens to another host.
func (c *canvas) attend(s *javascript.Script) {
	s.Call(c.observer, "disconnect")
	c.observe(s)
	c.listenKeys(s)
}

// observe asks to be told of the host's size in device pixels, where the browser
// knows it, and so of changes of the ratio, too.
func (c *canvas) observe(s *javascript.Script) {
	s.Call(c.observer, "observe", c.host, map[string]any{"box": "device-pixel-content-box"})
	if s.Err != nil {
		s.Err = nil
		s.Call(c.observer, "observe", c.host)
	}
}

func (c *canvas) resized(entries safejs.Value) {
	s := &javascript.Script{}
	entry := s.Call(entries, "at", -1)
	ratio := s.Number(s.Global("devicePixelRatio"))
	width := s.Number(entry, "contentRect", "width") * ratio
	if box := s.Get(entry, "devicePixelContentBoxSize"); s.Err == nil && javascript.Present(box) {
		// Exact where the browser rounds borders to device pixels; but not every
		// emulation of another screen knows of it.
		if exact := s.Number(s.Call(box, "at", 0), "inlineSize"); math.Abs(exact-width) <= 1 {
			width = exact
		}
	}
	if s.Err != nil {
		javascript.Report(s.Err)
		return
	}
	if width < 1 {
		return // hidden
	}
	if ratio != c.ratio {
		c.ratio, c.charWidth = ratio, 0
		c.watchRatio(s)
	}
	if c.screen.page.Roomy(s.Number(entry, "contentRect", "height")) {
		c.screen.Later(func() {})
	}
	c.screen.page.Sized(int(math.Round(width)), ratio)
	// Drawn now, before the browser shows the canvas stretched.
	c.draw()
}

// watchRatio asks for the size anew when the ratio changes again: the observer does not
// tell of a change that leaves the host's size in CSS pixels as it is where the browser
// does not know it in device pixels, nor always of one that follows at once.
func (c *canvas) watchRatio(s *javascript.Script) {
	query := fmt.Sprintf("(resolution: %gdppx)", c.ratio)
	s.Listen(s.Call(safejs.Global(), "matchMedia", query), "change", func(safejs.Value) {
		s := &javascript.Script{}
		s.Call(c.observer, "disconnect")
		c.observe(s) // which tells of the size at once
		javascript.Report(s.Err)
	})
	javascript.Report(s.Err)
}

func (c *canvas) draw() {
	c.waiting = true // what settling asks to be drawn is drawn now
	c.pointers.settle()
	c.waiting = false
	c.tick()
	c.screen.player.show()
	scene := c.screen.page.Timeline
	if scene == nil || c.screen.waits() {
		return
	}
	s := &javascript.Script{}
	scene.CharWidth = c.measure(s)
	scene.Draw(&c.raster)
	c.show(s, scene.Labels())
	if s.Err == nil && !c.drawn {
		c.mount(s, panel.TimelineHost, func() { c.attend(s) }) // in the place of what was prerendered
		c.drawn = true
		s.Call(s.Global("performance"), "mark", "backfill-first-picture")
		// For style sheets and tests: something is drawn.
		s.Call(c.element, "toggleAttribute", "data-drawn", true)
	}
	javascript.Report(s.Err)
}

// tick lets time go by on a run that is played, and asks for the next frame.
func (c *canvas) tick() {
	if !c.screen.page.Play.Moving() {
		c.ticked = time.Time{}
		return
	}
	now := time.Now()
	if !c.ticked.IsZero() && c.screen.page.Play.Tick(now.Sub(c.ticked)) {
		c.screen.Later(func() {})
	}
	c.ticked = now
	c.redraw()
}

// goesFirst lets the first picture be drawn, if it is due or being prepared, before the page beside it
// is rendered. A window that nobody sees has no frames, so it does not wait for long.
func (c *canvas) goesFirst() {
	if c.waiting || c.screen.page.Staging() {
		c.settle(firstFrame)
	}
}

// settle waits for the first picture, or until so much time has passed.
func (c *canvas) settle(limit time.Duration) {
	const interval = 4 * time.Millisecond
	for begin := time.Now(); !c.drawn && time.Since(begin) < limit; {
		time.Sleep(interval)
	}
}

// hint shows the line of text on what the pointer is at.
func (c *canvas) hint(text string) {
	s := &javascript.Script{}
	s.Set(s.Element(panel.HintHost), "textContent", text)
	javascript.Report(s.Err)
}
