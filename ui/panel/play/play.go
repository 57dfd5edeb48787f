package play

import (
	"slices"
	"time"

	"backfill/engine"
	"backfill/ui/panel"
	"backfill/ui/timeline"
)

// Play plays a run on the timeline: the past of the picture ends now.
type Play struct {
	*panel.Shared
	OnTime func()      // the reader, or time itself, has moved the instant that is shown
	Places func() bool // the reader may place the jobs, which Place begins
	Place  func()

	On      bool // the timeline shows an instant, not the whole of the run
	running bool // time goes by
	Now     engine.Time
	speed   engine.Time   // simulated time in a second; 0: automatic
	rest    float64       // the part of a millisecond that has gone by beyond Now
	unsaid  time.Duration // how long ago what is said of the instant was rendered

	CallLogs []*callLog // of the runs on the timeline
	keys     int        // counts the questions
	focus    string     // label of the policy whose queue is listed; "": none was chosen
	nth      int        // of the calls at this instant, the one that is shown; -1: the last
	pending  step       // that is taken when the calls are known that lie on the way
	calm     int        // counts the runs that are played step by step
}

const (
	// playTime is how long the automatic speed takes for what the timeline shows.
	playTime = 30 * time.Second
	// panelPause is how often what is said of the present is rendered while time goes by.
	panelPause = 350 * time.Millisecond
	// LongestFrame is how much time goes by in one frame at most: after a pause of the
	// browser a run goes on where it was.
	LongestFrame = 100 * time.Millisecond
)

// New makes a player that shows the whole of the runs.
func New(s *panel.Shared) *Play {
	p := &Play{Shared: s, OnTime: func() {}, Places: func() bool { return false }, Place: func() {}}
	s.OnScene = append(s.OnScene, p.replay)
	return p
}

// Playing says whether time goes by on the timeline.
func (p *Play) Playing() bool { return p.running }

// Moving says whether the picture changes from frame to frame.
func (p *Play) Moving() bool { return p.running && !p.Browser.Calm() }

// PlayedTo is the instant up to which the timeline shows the run; false if it shows the whole
// of it.
func (p *Play) PlayedTo() (engine.Time, bool) { return p.Now, p.On }

// SetPlaying lets time go by on the timeline, from the instant that it shows or else from the
// beginning of what it shows, or stops it.
func (p *Play) SetPlaying(on bool) {
	switch {
	case !on:
		if p.running {
			p.running = false
			p.AskSnapshots()
			p.sayNow()
		}
		return
	case p.Timeline == nil || p.running:
		return
	case !p.On:
		p.playTo(p.Timeline.View.T0)
	case p.Now >= p.Timeline.View.Last:
		p.playTo(p.Timeline.View.First)
	}
	p.running, p.rest, p.unsaid = true, 0, 0
	p.pending = step{}
	if p.Browser.Calm() {
		p.calm++
		p.stepCalmly(p.calm)
		return
	}
	p.AskSnapshots()
	p.Browser.Redraw()
}

// Seek shows the run as it was at t, or at the nearest instant that it has. Time goes by from
// there on, or not, as before.
func (p *Play) Seek(t engine.Time) {
	if p.Timeline != nil {
		p.pending = step{}
		p.playTo(t)
		p.OnTime()
		p.AskSnapshots()
	}
}

// StopPlaying shows the whole run again.
func (p *Play) StopPlaying() {
	p.On, p.running, p.pending = false, false, step{}
	if p.Timeline != nil {
		p.Timeline.Play = nil
		p.Browser.Redraw()
	}
}

// Tick lets time go by for a frame that comes so long after the last one. It says whether the
// page is to be rendered, for what it says of the instant.
func (p *Play) Tick(elapsed time.Duration) (render bool) {
	if p.Timeline == nil || !p.Moving() {
		return false
	}
	elapsed = min(elapsed, LongestFrame)
	step := float64(p.Speed())*elapsed.Seconds() + p.rest
	whole := engine.Time(step)
	p.rest = step - float64(whole)
	p.playTo(p.Now + whole)
	if p.Now >= p.Timeline.View.Last {
		p.SetPlaying(false)
		p.OnTime()
		return true
	}
	if p.unsaid += elapsed; p.unsaid < panelPause {
		return false
	}
	p.unsaid = 0
	p.OnTime()
	p.AskSnapshots()
	return true
}

// playTo shows the instant t, as far as the run lasts; the window follows.
func (p *Play) playTo(t engine.Time) {
	v := p.Timeline.View
	p.On, p.Now, p.nth = true, min(max(t, v.First), v.Last), -1
	if p.Timeline.Play == nil {
		p.Timeline.Play = &timeline.Play{}
	}
	p.Timeline.Play.Now = p.Now
	p.Timeline.View = v.Follow(p.Now)
	p.showForesight()
	p.Browser.Redraw()
}

// replay shows on a new scene the instant that was shown before.
func (p *Play) replay() {
	callLogs := p.CallLogs
	p.CallLogs = nil
	for _, r := range p.Drawn {
		if i := slices.IndexFunc(callLogs, func(known *callLog) bool { return known.Run == r }); i >= 0 {
			p.CallLogs = append(p.CallLogs, callLogs[i])
		} else {
			p.CallLogs = append(p.CallLogs, newCallLog(r, slices.Index(p.Shown.Results.Runs, r)))
		}
	}
	if p.On {
		p.playTo(p.Now)
		p.AskSnapshots()
	}
}

// ShowAt shows the run as it was at t; a run that is still to come, as soon as it is there.
func (p *Play) ShowAt(t engine.Time) {
	if p.Timeline == nil {
		p.On, p.Now = true, t
		return
	}
	p.pending = step{}
	p.playTo(t)
	p.AskSnapshots()
}

// Focused is the callLog of the policy whose queue is listed: the one that was chosen, or else the
// first that may start somebody past a waiting job; nil if nothing is drawn.
func (p *Play) Focused() *callLog {
	first := -1
	for i, l := range p.CallLogs {
		if l.Run.Label == p.focus {
			return l
		}
		if first < 0 && l.Run.Kind != "fcfs" && l.tells() {
			first = i
		}
	}
	if len(p.CallLogs) == 0 {
		return nil
	}
	return p.CallLogs[max(first, 0)]
}

// FocusOn lists the queue of the policy with that label.
func (p *Play) FocusOn(label string) {
	p.focus, p.nth = label, -1
	p.showForesight()
	p.AskSnapshots()
	p.Browser.Redraw()
}

// Call is the index of the call of a callLog that is shown, -1 if it is not known.
func (p *Play) Call(l *callLog) int {
	if l == nil || !l.Knows(p.Now) {
		return -1
	}
	i := l.at(p.Now)
	if p.nth < 0 || i < 0 || l != p.Focused() {
		return i
	}
	return l.firstWith(i) + p.nth
}
