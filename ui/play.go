package ui

import (
	"time"

	"backfill/engine"
	"backfill/ui/timeline"
)

// playing is a run that is played on the timeline: the past of the picture ends now.
type playing struct {
	on      bool // the timeline shows an instant, not the whole of the run
	running bool // time goes by
	now     engine.Time
	speed   engine.Time   // simulated time in a second; 0: automatic
	rest    float64       // of a millisecond that has gone by
	unsaid  time.Duration // since what is said of the instant was rendered
}

const (
	// playTime is how long the automatic speed takes for what the timeline shows.
	playTime = 30 * time.Second
	// panelPause is how often what is said of the present is rendered while time goes by.
	panelPause = 350 * time.Millisecond
	// longestFrame is how much time goes by in one frame at most: after a pause of the
	// browser a run goes on where it was.
	longestFrame = 100 * time.Millisecond
)

// Playing says whether time goes by on the timeline.
func (p *Page) Playing() bool { return p.play.running }

// PlayedTo is the instant up to which the timeline shows the run; false if it shows the whole
// of it.
func (p *Page) PlayedTo() (engine.Time, bool) { return p.play.now, p.play.on }

// SetPlaying lets time go by on the timeline, from the instant that it shows or else from the
// beginning of what it shows, or stops it.
func (p *Page) SetPlaying(on bool) {
	switch {
	case !on:
		p.play.running = false
		return
	case p.scene == nil || p.play.running:
		return
	case !p.play.on:
		p.playTo(p.scene.View.T0)
	case p.play.now >= p.scene.View.Last:
		p.playTo(p.scene.View.First)
	}
	p.play.running, p.play.rest, p.play.unsaid = true, 0, 0
	p.browser.Redraw()
}

// Seek shows the run as it was at t, or at the nearest instant that it has. Time goes by from
// there on, or not, as before.
func (p *Page) Seek(t engine.Time) {
	if p.scene != nil {
		p.playTo(t)
		p.tellTime()
	}
}

// StopPlaying shows the whole run again.
func (p *Page) StopPlaying() {
	p.play.on, p.play.running = false, false
	if p.scene != nil {
		p.scene.Play = nil
		p.browser.Redraw()
	}
}

// Tick lets time go by for a frame that comes so long after the last one. It says whether the
// page is to be rendered, for what it says of the instant.
func (p *Page) Tick(elapsed time.Duration) (render bool) {
	if !p.play.running || p.scene == nil {
		return false
	}
	elapsed = min(elapsed, longestFrame)
	step := float64(p.playSpeed())*elapsed.Seconds() + p.play.rest
	whole := engine.Time(step)
	p.play.rest = step - float64(whole)
	p.playTo(p.play.now + whole)
	if p.play.now >= p.scene.View.Last {
		p.play.running = false
		p.tellTime()
		return true
	}
	if p.play.unsaid += elapsed; p.play.unsaid < panelPause {
		return false
	}
	p.play.unsaid = 0
	p.tellTime()
	return true
}

// playSpeed is how much simulated time goes by in a second, in milliseconds.
func (p *Page) playSpeed() engine.Time {
	if p.play.speed > 0 {
		return p.play.speed
	}
	return max(engine.Time(float64(p.scene.View.Span())/playTime.Seconds()), 1)
}

// playTo shows the instant t, as far as the run lasts; the window follows.
func (p *Page) playTo(t engine.Time) {
	v := p.scene.View
	p.play.on, p.play.now = true, min(max(t, v.First), v.Last)
	if p.scene.Play == nil {
		p.scene.Play = &timeline.Play{}
	}
	p.scene.Play.Now = p.play.now
	p.scene.View = v.Follow(p.play.now)
	p.browser.Redraw()
}

// replay shows the instant that was shown before on a scene that is new.
func (p *Page) replay() {
	if p.play.on {
		p.playTo(p.play.now)
	}
}
