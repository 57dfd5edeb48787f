//go:build js && wasm

package main

import (
	"math"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/engine/snapshot"
	"backfill/ui"
	"backfill/ui/result"
	"backfill/wasm/wire"
)

// player keeps up to date what the page shows of the time of a run that is played, without
// rendering it anew.
type player struct {
	b      *browser
	bar    safejs.Value // that keys are listened to in
	slider safejs.Value // that is listened to
	value  int          // of the slider, as it was set last
	clock  string       // the same

	sliding *time.Timer // renders what is said once the slider rests
}

// slidePause is how long the slider rests before what is said of its instant is rendered.
const slidePause = 120 * time.Millisecond

func newPlayer(b *browser) *player {
	return &player{b: b, sliding: time.AfterFunc(0, func() {})}
}

// rendered listens to the elements that a rendering has made.
func (p *player) rendered() {
	s := &script{}
	find := func(id string) safejs.Value { return s.call(s.global("document"), "getElementById", id) }
	if bar := find(ui.PlayerHost); present(bar) && !bar.Equal(p.bar) {
		p.bar = bar
		s.listen(bar, "keydown", p.press)
	}
	if slider := find(ui.PlaySlider); !slider.Equal(p.slider) {
		p.slider = slider // null: there is none
		if present(slider) {
			s.listen(slider, "input", func(safejs.Value) { p.slide() })
		}
	}
	p.value, p.clock = -1, ""
	report(s.err)
}

// slide shows the instant at which the slider stands.
func (p *player) slide() {
	s := &script{}
	value := s.number(p.slider, "valueAsNumber")
	if s.err != nil || math.IsNaN(value) {
		report(s.err)
		return
	}
	p.b.page.SlideTo(int(value))
	p.show()
	p.sliding.Stop()
	p.sliding = time.AfterFunc(slidePause, func() { p.b.update(func() {}) })
}

// press lets keys step where they mean nothing else.
func (p *player) press(e safejs.Value) {
	s := &script{}
	key := s.text(e, "key")
	other := s.truthy(e, "ctrlKey") || s.truthy(e, "altKey") || s.truthy(e, "metaKey")
	inside := s.truthy(s.call(s.get(e, "target"), "matches", "select, button"))
	if s.err != nil || other || inside && key == " " {
		return // the button is pressed
	}
	if p.b.playKey(key) {
		s.call(e, "preventDefault")
		s.call(e, "stopPropagation")
	}
	report(s.err)
}

// playKey answers a key that plays, pauses or steps.
func (b *browser) playKey(key string) (known bool) {
	return b.updateIf(func() bool { return b.page.PlayKey(key) })
}

// show moves the slider and the clock to the present.
func (p *player) show() {
	if _, on := p.b.page.PlayedTo(); !on || !present(p.slider) {
		return
	}
	s := &script{}
	if value := p.b.page.SliderValue(); value != p.value {
		p.value = value
		s.set(p.slider, "value", value)
	}
	if clock := p.b.page.PlayClock(); clock != p.clock {
		p.clock = clock
		s.set(s.element(ui.PlayClockHost), "textContent", clock)
		if !p.b.page.Playing() {
			s.call(p.slider, "setAttribute", "aria-valuetext", clock)
		}
	}
	report(s.err)
}

// Calm says whether the system is set to reduced motion.
func (b *browser) Calm() bool {
	s := &script{}
	return s.truthy(s.call(safejs.Global(), "matchMedia", "(prefers-reduced-motion: reduce)"), "matches")
}

func (b *browser) Moments(key int, of result.Simulation, wanted snapshot.Series) {
	q := b.about(of, wire.Request{Ask: wire.Snapshots, At: wanted.From, Most: wanted.Most, Every: wanted.Every, Depth: wanted.Depth})
	q.failed = func(f result.Failure) { b.page.MomentsLost(key, f) }
	q.read = func(_ wire.Answer, data []byte, _ func()) (func(), error) {
		m, err := wire.DecodeSnapshots(data, of.Workload)
		return func() { b.page.MomentsCame(key, m) }, err
	}
	b.ask(q)
}
