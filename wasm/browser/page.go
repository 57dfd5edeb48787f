//go:build js && wasm

package main

import (
	"fmt"
	"time"

	"github.com/hack-pad/safejs"
	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"backfill/engine"
	"backfill/policies"
	"backfill/ui"
	"backfill/ui/session"
	"backfill/ui/timeline"
	"backfill/wasm/zone"
)

// browser implements session.Browser.
//
// JavaScript's events come one at a time, and only while no goroutine of ours can
// go on. Nobody waits for anything while holding the renderer's lock, so a listener
// always gets it at once and may read the page without it.
type browser struct {
	env   vugu.EventEnv
	page  *ui.Page
	frame *ui.Frame // nil: the page is no frame of another one
	pool  *pool

	files       *files
	timeline    *canvas
	heatmap     *heatmap
	differences *differences
	charts      *charts
	player      *player

	changed    bool  // a rendering was asked for
	following  bool  // one will be, in a while
	run        int   // of Simulate
	simulating bool  // what Simulate was asked for
	simulation int   // number of the latest Simulate or Cancel
	running    *task // of Simulate
	needing    needing
	measuring  *measuring       // nil: nothing
	workload   *engine.Workload // that a worker made last
	fragment   string           // of the address
	focus      string           // id of the element to focus after the next rendering
	reveal     string           // id of the element that is to be in sight after it
	toTop      bool             // scroll the columns to their tops after it
	took       time.Duration    // of the last rendering
	ahead      bool             // the page is shown as it was made ahead, and not rendered yet
	answering  bool             // the results have been rendered
}

var _ session.Browser = (*browser)(nil)

// followPause is how long changes may gather before they are rendered together.
const followPause = 100 * time.Millisecond

// runPage renders the page after every event, for ever.
func runPage() error {
	pool, err := newPool()
	if err != nil {
		return err
	}
	renderer, err := domrender.New("#app")
	if err != nil {
		return err
	}
	env, err := vugu.NewBuildEnv(renderer.EventEnv())
	if err != nil {
		return err
	}
	b := &browser{env: renderer.EventEnv(), frame: readFrame(), pool: pool, files: newFiles(), ahead: isAhead()}
	b.page = ui.NewPage(b, policies.Catalogs())
	if b.frame != nil {
		b.page.Embed(b.frame)
	}
	b.timeline = newCanvas(b)
	b.heatmap = newHeatmap(b)
	b.differences = newDifferences(b)
	b.player = newPlayer(b)
	b.charts = newCharts()
	crashed = func(what string) {
		b.page.Crashed(what)
		b.later(func() {})
	}
	if err := b.attach(); err != nil {
		return err
	}

	root := ui.Root(b.page)
	render := func() {
		b.changed, b.following = false, false
		begin := time.Now()
		results := env.RunBuild(root)
		ui.EscapeText(results)
		long := ui.TakeLongTexts(results)
		if err := renderer.Render(results); err != nil {
			panic(fmt.Errorf("render: %w", err))
		}
		setLongTexts(long)
		b.rendered()
		b.took = time.Since(begin)
		b.arrive()
	}
	if b.ahead {
		b.timeline.measureAhead()
		time.AfterFunc(aheadLimit, func() { b.update(func() { b.ahead = false }) })
	}
	// The first rendering shows the experiment already, which a worker simulates meanwhile.
	fragment := b.opens()
	b.update(func() { b.page.Open(fragment) })
	for renderer.EventWait() {
		b.timeline.goesFirst()
		// Once for all changes that come meanwhile.
		turn()
		if b.waits() {
			b.changed, b.following = false, false
			continue
		}
		recovering(render, undrawable)
	}
	return nil
}

// undrawable says above the page that it could not be rendered: to say it on the
// page would take another rendering.
func undrawable(what string) {
	s := &script{}
	failure := s.element("failure")
	s.set(failure, "textContent", "The page could not be drawn: "+what+". Its address holds the experiment; please reload.")
	s.set(failure, "hidden", false)
	report(s.err)
}

// attach listens to what concerns the whole page.
func (b *browser) attach() error {
	for _, part := range []func() error{b.attachAddress, b.attachTheme, b.attachDrop, b.attachShortcuts, b.attachParent, b.exposeHeap} {
		if err := part(); err != nil {
			return fmt.Errorf("attach to the page: %w", err)
		}
	}
	return nil
}

// setLongTexts sets what the renderer had to leave out.
func setLongTexts(texts []ui.LongText) {
	s := &script{}
	for _, t := range texts {
		s.set(s.element(t.ID), t.Property, t.Text)
	}
	report(s.err)
}

// rendered puts into the page's empty elements what belongs there.
func (b *browser) rendered() {
	b.showBusy()
	b.timeline.rendered()
	b.heatmap.rendered()
	b.differences.rendered()
	b.player.rendered()
	b.charts.rendered()
	if b.toTop {
		b.toTop = false
		s := &script{}
		columns := s.call(s.global("document"), "querySelectorAll", ".cards, .middle, .right")
		for i := range int(s.number(columns, "length")) {
			s.set(s.call(columns, "item", i), "scrollTop", 0)
		}
		report(s.err)
	}
	if b.reveal != "" {
		s := &script{}
		element := s.element(b.reveal)
		top := s.number(s.call(element, "getBoundingClientRect"), "top")
		if room := s.number(s.global("window"), "innerHeight"); top < 0 || top > room*2/3 {
			s.call(element, "scrollIntoView")
		}
		b.reveal = ""
		report(s.err)
	}
	if b.focus != "" {
		s := &script{}
		element := s.call(s.global("document"), "getElementById", b.focus)
		switch {
		case s.err != nil:
		case !element.IsNull():
			s.call(element, "focus")
		case b.frame == nil: // which need not show every part of the page
			s.err = fmt.Errorf("no element %s", b.focus)
		}
		b.focus = ""
		report(s.err)
	}
}

// follow changes the page by f and has it rendered before long. What comes in quick
// succession is rendered once.
func (b *browser) follow(f func()) {
	b.quietly(f)
	if b.following {
		return
	}
	b.following = true
	time.AfterFunc(followPause, func() {
		if b.following {
			b.update(func() {})
		}
	})
}

// quietly does what concerns the page but changes nothing of what it shows.
func (b *browser) quietly(f func()) {
	b.env.Lock()
	guard(f)
	b.env.UnlockOnly()
}

// update changes the page by f and has it rendered anew.
func (b *browser) update(f func()) {
	b.env.Lock()
	guard(f)
	b.unlockRender()
}

// updateIf is update that has the page rendered anew only if f says that it shows something new, and
// returns that: false if f panics, which shows by itself.
func (b *browser) updateIf(f func() bool) (shows bool) {
	b.env.Lock()
	guard(func() { shows = f() })
	if shows {
		b.unlockRender()
	} else {
		b.env.UnlockOnly()
	}
	return shows
}

// unlockRender asks for a rendering unless that has been done since the last one.
func (b *browser) unlockRender() {
	if b.changed {
		b.env.UnlockOnly()
		return
	}
	b.changed = true
	b.env.UnlockRender()
}

func (b *browser) attachShortcuts() error {
	s := &script{}
	s.listen(s.global("document"), "keydown", func(e safejs.Value) {
		s := &script{}
		key := s.text(e, "key")
		ctrl := s.truthy(e, "ctrlKey") || s.truthy(e, "metaKey")
		shift := s.truthy(e, "shiftKey")
		typing := s.typing(e)
		if s.err != nil || s.truthy(e, "defaultPrevented") || s.truthy(e, "isComposing") {
			return
		}
		if !b.updateIf(func() bool { return b.page.Shortcut(key, ctrl, shift, typing) }) {
			return
		}
		s.call(e, "preventDefault")
		report(s.err)
	})
	return s.err
}

// typing says whether the event goes to a field that takes text.
func (s *script) typing(e safejs.Value) bool {
	target := s.get(e, "target")
	if s.err != nil || !present(target) || s.get(target, "matches").Type() != safejs.TypeFunction {
		return false
	}
	fields := s.call(target, "matches", `textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button])`)
	return s.truthy(fields)
}

func (b *browser) Focus(id string) { b.focus = id }

func (b *browser) Reveal(id string) { b.reveal = id }

func (b *browser) ToTop() { b.toTop = true }

func (b *browser) Redraw() {
	b.timeline.redraw()
	b.heatmap.redraw()
	b.differences.redraw()
}

func (b *browser) ShowChart(id string, spec []byte) { b.charts.show(id, spec) }

// announcer is a polite live region, which index.html has beside what is rendered.
const announcer = "announcer"

// Report writes a mistake of ours to the console.
func (b *browser) Report(err error) { report(err) }

// Say empties the live region first, so that the same text is announced again.
func (b *browser) Say(text string) {
	set := func(text string) {
		s := &script{}
		s.set(s.element(announcer), "textContent", text)
		report(s.err)
	}
	set("")
	time.AfterFunc(50*time.Millisecond, func() { guard(func() { set(text) }) })
}

// Zone asks the browser's own zone database.
func (b *browser) Zone(name string) (timeline.Zone, bool) { return zone.Of(name) }

func (b *browser) Proceed(d time.Duration, f func() (shows bool)) {
	time.AfterFunc(d, func() {
		turn()
		b.updateIf(f)
	})
}

func (b *browser) After(d time.Duration, f func()) {
	time.AfterFunc(d, func() {
		turn()
		b.update(f)
	})
}
