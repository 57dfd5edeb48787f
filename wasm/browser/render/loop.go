//go:build js && wasm

// Package render changes the page and has it rendered: one change after the other, and one rendering for all that come together. It
// knows neither what is on the page nor who changes it.
//
// JavaScript's events come one at a time, and only while no goroutine of ours can
// go on. Nobody waits for anything while holding the renderer's lock, so a listener
// always gets it at once and may read the page without it. An event that a rendering causes
// itself comes in its middle: when a field with the focus leaves the page, the browser tells of
// that at once. Its listener must not wait for the lock.
package render

import (
	"fmt"
	"time"

	"github.com/vugu/vugu"
	"github.com/vugu/vugu/domrender"

	"backfill/ui"
	"backfill/wasm/javascript"
)

// Loop is the renderer and its lock.
type Loop struct {
	renderer  *domrender.JSRenderer
	env       vugu.EventEnv
	changed   bool          // a rendering was asked for
	following bool          // one will be, in a while
	took      time.Duration // the last one
}

// followPause is how long changes may gather before they are rendered together.
const followPause = 100 * time.Millisecond

// New prepares to render into the element that a CSS selector names.
func New(selector string) (*Loop, error) {
	renderer, err := domrender.New(selector)
	if err != nil {
		return nil, err
	}
	return &Loop{renderer: renderer, env: renderer.EventEnv()}, nil
}

// Run renders root after every change, for ever. Before each rendering it asks due whether that is to take place, and calls rendered
// after it.
func (l *Loop) Run(root vugu.Builder, due func() bool, rendered func()) error {
	env, err := vugu.NewBuildEnv(l.env)
	if err != nil {
		return err
	}
	render := func() {
		begin := time.Now()
		results := env.RunBuild(root)
		ui.EscapeText(results)
		long := ui.TakeLongTexts(results)
		if err := l.renderer.Render(results); err != nil {
			panic(fmt.Errorf("render: %w", err))
		}
		setLongTexts(long)
		rendered()
		l.took = time.Since(begin)
	}
	for l.renderer.EventWait() {
		wanted := due()
		l.changed, l.following = false, false
		if wanted {
			javascript.Recover(render, undrawable)
		}
	}
	return nil
}

// undrawable says above the page that it could not be rendered: to say it on the
// page would take another rendering.
func undrawable(what string) {
	s := &javascript.Script{}
	failure := s.Element("failure")
	s.Set(failure, "textContent", "The page could not be drawn: "+what+". Its address holds the experiment; please reload.")
	s.Set(failure, "hidden", false)
	javascript.Report(s.Err)
}

// setLongTexts sets what the renderer had to leave out.
func setLongTexts(texts []ui.LongText) {
	s := &javascript.Script{}
	for _, t := range texts {
		s.Set(s.Element(t.ID), t.Property, t.Text)
	}
	javascript.Report(s.Err)
}

// Took is how long the last rendering took.
func (l *Loop) Took() time.Duration { return l.took }

// Update changes the page by f and has it rendered anew.
func (l *Loop) Update(f func()) {
	l.env.Lock()
	javascript.Guard(f)
	l.unlockRender()
}

// UpdateIf is Update that has the page rendered anew only if f says that it shows something new, and
// returns that: false if f panics, which shows by itself.
func (l *Loop) UpdateIf(f func() bool) (shows bool) {
	l.env.Lock()
	javascript.Guard(func() { shows = f() })
	if shows {
		l.unlockRender()
	} else {
		l.env.UnlockOnly()
	}
	return shows
}

// Quietly does what concerns the page but changes nothing of what it shows.
func (l *Loop) Quietly(f func()) {
	l.env.Lock()
	javascript.Guard(f)
	l.env.UnlockOnly()
}

// Follow changes the page by f and has it rendered before long. What comes in quick
// succession is rendered once.
func (l *Loop) Follow(f func()) {
	l.Quietly(f)
	if l.following {
		return
	}
	l.following = true
	time.AfterFunc(followPause, func() {
		if l.following {
			l.Update(func() {})
		}
	})
}

// Later is Update once the present event has been dealt with.
func (l *Loop) Later(f func()) { go l.Update(f) }

// After is Update when d has passed.
func (l *Loop) After(d time.Duration, f func()) {
	time.AfterFunc(d, func() {
		javascript.Turn()
		l.Update(f)
	})
}

// Proceed is UpdateIf when d has passed.
func (l *Loop) Proceed(d time.Duration, f func() (shows bool)) {
	time.AfterFunc(d, func() {
		javascript.Turn()
		l.UpdateIf(f)
	})
}

// unlockRender asks for a rendering unless that has been done since the last one.
func (l *Loop) unlockRender() {
	if l.changed {
		l.env.UnlockOnly()
		return
	}
	l.changed = true
	l.env.UnlockRender()
}
