//go:build js && wasm

package main

import (
	"fmt"
	"math"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/ui/panel"
)

// canvas draws the timeline's scene into a <canvas> that it keeps inside the
// page's empty host element. Nothing that it does has the page rendered anew,
// except that a job is pinned.
type canvas struct {
	plate
	b        *browser
	observer safejs.Value

	drawn    bool      // there has been a picture
	drawing  bool      // dragging draws a job, as the cursor shows
	ticked   time.Time // when time went by last on a run that is played; zero: it does not
	pointers pointers
	group    int   // that was pointed at last
	piece    int32 // the same
}

// firstFrame is how long a rendering waits at most for the first picture.
const firstFrame = 100 * time.Millisecond

func newCanvas(b *browser) *canvas {
	c := &canvas{b: b}
	s := &script{}
	c.create(s, c.draw)
	resized := s.function(func(args []safejs.Value) {
		if len(args) > 0 {
			c.resized(args[0])
		}
	})
	c.observer = s.create("ResizeObserver", resized.Value())
	c.pointers.attach(s, c)
	report(s.err)
	return c
}

// rendered puts the canvas into its host if the rendering has not left it there.
func (c *canvas) rendered() {
	s := &script{}
	laid, moved := c.lay(s, panel.TimelineHost, func() { c.attend(s) })
	if !laid {
		return
	}
	if moved {
		c.redraw()
	}
	if drawing := c.b.page.Drawing(); drawing != c.drawing {
		c.drawing = drawing
		cursor, touch := "", "pan-y"
		if drawing {
			cursor, touch = "cell", "none" // a finger that draws does not scroll
		}
		c.style(s, "cursor", cursor)
		c.style(s, "touchAction", touch)
	}
	report(s.err)
}

// measureAhead asks for the width of the host in the page as it was made ahead.
func (c *canvas) measureAhead() {
	s := &script{}
	c.find(s, panel.TimelineHost, func() { c.attend(s) })
	report(s.err)
}

// attend listens to another host.
func (c *canvas) attend(s *script) {
	s.call(c.observer, "disconnect")
	c.observe(s)
	c.listenKeys(s)
}

// observe asks to be told of the host's size in device pixels, where the browser
// knows it, and so of changes of the ratio, too.
func (c *canvas) observe(s *script) {
	s.call(c.observer, "observe", c.host, map[string]any{"box": "device-pixel-content-box"})
	if s.err != nil {
		s.err = nil
		s.call(c.observer, "observe", c.host)
	}
}

func (c *canvas) resized(entries safejs.Value) {
	s := &script{}
	entry := s.call(entries, "at", -1)
	ratio := s.number(s.global("devicePixelRatio"))
	width := s.number(entry, "contentRect", "width") * ratio
	if box := s.get(entry, "devicePixelContentBoxSize"); s.err == nil && present(box) {
		// Exact where the browser rounds borders to device pixels; but not every
		// emulation of another screen knows of it.
		if exact := s.number(s.call(box, "at", 0), "inlineSize"); math.Abs(exact-width) <= 1 {
			width = exact
		}
	}
	if s.err != nil {
		report(s.err)
		return
	}
	if width < 1 {
		return // hidden
	}
	if ratio != c.ratio {
		c.ratio, c.charWidth = ratio, 0
		c.watchRatio(s)
	}
	c.b.page.Sized(int(math.Round(width)), ratio)
	// Drawn now, before the browser shows the canvas stretched.
	c.draw()
}

// watchRatio asks for the size anew when the ratio changes again: the observer does not
// tell of a change that leaves the host's size in CSS pixels as it is where the browser
// does not know it in device pixels, nor always of one that follows at once.
func (c *canvas) watchRatio(s *script) {
	query := fmt.Sprintf("(resolution: %gdppx)", c.ratio)
	s.listen(s.call(safejs.Global(), "matchMedia", query), "change", func(safejs.Value) {
		s := &script{}
		s.call(c.observer, "disconnect")
		c.observe(s) // which tells of the size at once
		report(s.err)
	})
	report(s.err)
}

func (c *canvas) draw() {
	c.waiting = true // what settling asks to be drawn is drawn now
	c.pointers.settle()
	c.waiting = false
	c.tick()
	c.b.player.show()
	scene := c.b.page.Scene()
	if scene == nil || c.b.waits() {
		return
	}
	s := &script{}
	scene.CharWidth = c.measure(s)
	scene.Draw(&c.raster)
	c.show(s, scene.Labels())
	if s.err == nil && !c.drawn {
		c.lay(s, panel.TimelineHost, func() { c.attend(s) }) // in the place of what was made ahead
		c.drawn = true
		s.call(s.global("performance"), "mark", "backfill-first-picture")
		// For style sheets and tests: something is drawn.
		s.call(c.element, "toggleAttribute", "data-drawn", true)
	}
	report(s.err)
}

// tick lets time go by on a run that is played, and asks for the next frame.
func (c *canvas) tick() {
	if !c.b.page.Play.Moving() {
		c.ticked = time.Time{}
		return
	}
	now := time.Now()
	if !c.ticked.IsZero() && c.b.page.Play.Tick(now.Sub(c.ticked)) {
		c.b.later(func() {})
	}
	c.ticked = now
	c.redraw()
}

// goesFirst lets the first picture be drawn, if it is due or being prepared, before the page beside it
// is rendered. A window that nobody sees has no frames, so it does not wait for long.
func (c *canvas) goesFirst() {
	if c.waiting || c.b.page.Staging() {
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
	s := &script{}
	s.set(s.element(panel.HintHost), "textContent", text)
	report(s.err)
}
