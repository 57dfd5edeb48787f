//go:build js && wasm

package screen

import (
	"math"
	"strconv"

	"github.com/hack-pad/safejs"

	"backfill/ui/panel"
	"backfill/ui/panel/byhand"
	"backfill/wasm/javascript"
)

// dragging lets the reader drag waiting jobs onto the machine: the picture of it, or the timeline. A copy of the job follows the pointer.
type dragging struct {
	screen *Screen
	host   safejs.Value // that is listened to
	job    int64        // the number of the job that is pressed, -1: none
	id     float64      // of the pointer
	from   point        // where it was pressed, CSS pixels
	slop   float64      // how far it may move from there before that is no tap
	grip   point        // where in the copy the pointer is
	source safejs.Value // the job's button
	ghost  safejs.Value // the copy; undefined as long as nothing moves
}

func newDragging(screen *Screen) *dragging { return &dragging{screen: screen, job: -1} }

// attach follows pointers wherever they go.
func (d *dragging) attach(s *javascript.Script) {
	document := s.Global("document")
	s.Listen(document, "pointermove", d.move)
	s.Listen(document, "pointerup", func(e safejs.Value) { d.release(e, true) })
	s.Listen(document, "pointercancel", func(e safejs.Value) { d.release(e, false) })
}

// touchSlop is by how many CSS pixels a finger that taps may tremble.
const touchSlop = 12

// dropsOn are the elements onto which jobs are dragged.
const dropsOn = "#" + byhand.MachineHost + ", #" + panel.TimelineHost

// rendered listens to a panel that a rendering has made.
func (d *dragging) rendered() {
	s := &javascript.Script{}
	host := s.Call(s.Global("document"), "getElementById", byhand.Host)
	if javascript.Present(host) && !host.Equal(d.host) {
		s.Listen(host, "pointerdown", d.press)
	}
	d.host = host
	javascript.Report(s.Err)
}

func (d *dragging) press(e safejs.Value) {
	s := &javascript.Script{}
	source := s.Call(s.Get(e, "target"), "closest", "[data-job]")
	if s.Err != nil || !javascript.Present(source) || s.Number(e, "button") != 0 || d.job >= 0 {
		return
	}
	number, err := strconv.ParseInt(s.Text(s.Get(source, "dataset"), "job"), 10, 64)
	box := s.Call(source, "getBoundingClientRect")
	from := point{s.Number(e, "clientX"), s.Number(e, "clientY")}
	grip := point{from.x - s.Number(box, "left"), from.y - s.Number(box, "top")}
	id := s.Number(e, "pointerId")
	slop := float64(clickSlop)
	if s.Text(s.Get(e, "pointerType")) == "touch" {
		slop = touchSlop
	}
	if s.Err != nil || err != nil {
		javascript.Report(s.Err)
		return
	}
	d.job, d.id, d.source, d.from, d.grip, d.slop = number, id, source, from, grip, slop
}

func (d *dragging) move(e safejs.Value) {
	if d.job < 0 {
		return
	}
	s := &javascript.Script{}
	at := point{s.Number(e, "clientX"), s.Number(e, "clientY")}
	if s.Err != nil || s.Number(e, "pointerId") != d.id {
		return
	}
	if !javascript.Present(d.ghost) {
		if math.Hypot(at.x-d.from.x, at.y-d.from.y) <= d.slop {
			return
		}
		s.Call(d.host, "setPointerCapture", d.id) // so that the browser makes no click on the job of it
		s.Err = nil                               // of a pointer or a panel that is gone already
		d.ghost = s.Call(d.source, "cloneNode", true)
		s.Call(d.ghost, "removeAttribute", "id")
		s.Call(d.ghost, "setAttribute", "aria-hidden", "true")
		s.Call(s.Get(d.ghost, "classList"), "add", "ghost")
		s.Call(s.Get(s.Global("document"), "body"), "append", d.ghost)
	}
	style := s.Get(d.ghost, "style")
	s.Set(style, "left", strconv.FormatFloat(at.x-d.grip.x, 'f', 1, 64)+"px")
	s.Set(style, "top", strconv.FormatFloat(at.y-d.grip.y, 'f', 1, 64)+"px")
	over := d.over(s, at)
	s.Call(s.Get(d.ghost, "classList"), "toggle", "lands", over)
	javascript.Report(s.Err)
}

// over says whether the machine is at a place in the window.
func (d *dragging) over(s *javascript.Script, at point) bool {
	element := s.Call(s.Global("document"), "elementFromPoint", at.x, at.y)
	return s.Err == nil && javascript.Present(element) && javascript.Present(s.Call(element, "closest", dropsOn))
}

func (d *dragging) release(e safejs.Value, wanted bool) {
	s := &javascript.Script{}
	if d.job < 0 || s.Number(e, "pointerId") != d.id {
		return
	}
	job, dragged := d.job, javascript.Present(d.ghost)
	d.job = -1
	if !dragged {
		return // a click
	}
	s.Call(d.ghost, "remove")
	d.ghost = safejs.Undefined()
	if d.over(s, point{s.Number(e, "clientX"), s.Number(e, "clientY")}) && wanted {
		d.screen.Update(func() { d.screen.page.ByHand.PlaceNumbered(job) })
	}
	javascript.Report(s.Err)
}
