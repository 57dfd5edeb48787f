//go:build js && wasm

package screen

import (
	"math"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/ui/panel/play"
	"backfill/wasm/javascript"
)

// player keeps up to date what the page shows of the time of a run that is played, without
// rendering it anew.
type player struct {
	screen *Screen
	bar    safejs.Value // that keys are listened to in
	slider safejs.Value // that is listened to
	value  int          // of the slider, as it was set last
	clock  string       // the same

	sliding *time.Timer // renders what is said once the slider rests
}

// slidePause is how long the slider rests before what is said of its instant is rendered.
const slidePause = 120 * time.Millisecond

func newPlayer(screen *Screen) *player {
	return &player{screen: screen, sliding: time.AfterFunc(0, func() {})}
}

// rendered listens to the elements that a rendering has made.
func (p *player) rendered() {
	s := &javascript.Script{}
	find := func(id string) safejs.Value { return s.Call(s.Global("document"), "getElementById", id) }
	if bar := find(play.PlayerHost); javascript.Present(bar) && !bar.Equal(p.bar) {
		p.bar = bar
		s.Listen(bar, "keydown", p.press)
	}
	if slider := find(play.SliderHost); !slider.Equal(p.slider) {
		p.slider = slider // null: there is none
		if javascript.Present(slider) {
			s.Listen(slider, "input", func(safejs.Value) { p.slide() })
		}
	}
	p.value, p.clock = -1, ""
	javascript.Report(s.Err)
}

// slide shows the instant at which the slider stands.
func (p *player) slide() {
	s := &javascript.Script{}
	value := s.Number(p.slider, "valueAsNumber")
	if s.Err != nil || math.IsNaN(value) {
		javascript.Report(s.Err)
		return
	}
	p.screen.page.Play.SlideTo(int(value))
	p.show()
	p.sliding.Stop()
	p.sliding = time.AfterFunc(slidePause, func() { p.screen.Update(func() {}) })
}

// press lets keys step where they mean nothing else.
func (p *player) press(e safejs.Value) {
	s := &javascript.Script{}
	key := s.Text(e, "key")
	other := s.Truthy(e, "ctrlKey") || s.Truthy(e, "altKey") || s.Truthy(e, "metaKey")
	inside := s.Truthy(s.Call(s.Get(e, "target"), "matches", "select, button"))
	if s.Err != nil || other || inside && key == " " {
		return // the button is pressed
	}
	if p.screen.playKey(key) {
		s.Call(e, "preventDefault")
		s.Call(e, "stopPropagation")
	}
	javascript.Report(s.Err)
}

// playKey answers a key that plays, pauses or steps.
func (screen *Screen) playKey(key string) (known bool) {
	return screen.UpdateIf(func() bool { return screen.page.Play.Key(key) })
}

// show moves the slider and the clock to the present.
func (p *player) show() {
	if _, on := p.screen.page.Play.PlayedTo(); !on || !javascript.Present(p.slider) {
		return
	}
	s := &javascript.Script{}
	if value := p.screen.page.Play.SliderValue(); value != p.value {
		p.value = value
		s.Set(p.slider, "value", value)
	}
	if clock := p.screen.page.Play.NowText(); clock != p.clock {
		p.clock = clock
		s.Set(s.Element(play.ClockHost), "textContent", clock)
		if !p.screen.page.Play.Playing() {
			s.Call(p.slider, "setAttribute", "aria-valuetext", clock)
		}
	}
	javascript.Report(s.Err)
}

// Calm says whether the system is set to reduced motion.
func (screen *Screen) Calm() bool {
	s := &javascript.Script{}
	return s.Truthy(s.Call(safejs.Global(), "matchMedia", "(prefers-reduced-motion: reduce)"), "matches")
}
