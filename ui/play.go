package ui

import (
	"slices"
	"time"

	"backfill/engine"
	"backfill/engine/snapshot"
	"backfill/ui/result"
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

	callLogs []*callLog // of the runs on the timeline
	keys     int        // of questions
	focus    string     // label of the policy whose queue is listed; "": none was chosen
	nth      int        // of the calls at this instant, the one that is shown; -1: the last
	pending  stride     // that is taken when the calls are known that lie on the way
	calm     int        // counts the runs that are played step by step
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

// Moving says whether the picture changes from frame to frame.
func (p *Page) Moving() bool { return p.play.running && !p.browser.Calm() }

// PlayedTo is the instant up to which the timeline shows the run; false if it shows the whole
// of it.
func (p *Page) PlayedTo() (engine.Time, bool) { return p.play.now, p.play.on }

// SetPlaying lets time go by on the timeline, from the instant that it shows or else from the
// beginning of what it shows, or stops it.
func (p *Page) SetPlaying(on bool) {
	switch {
	case !on:
		if p.play.running {
			p.play.running = false
			p.askMoments()
			p.sayPlayed()
		}
		return
	case p.scene == nil || p.play.running:
		return
	case !p.play.on:
		p.playTo(p.scene.View.T0)
	case p.play.now >= p.scene.View.Last:
		p.playTo(p.scene.View.First)
	}
	p.play.running, p.play.rest, p.play.unsaid = true, 0, 0
	p.play.pending = stride{}
	if p.browser.Calm() {
		p.play.calm++
		p.strideOn(p.play.calm)
		return
	}
	p.askMoments()
	p.browser.Redraw()
}

// Seek shows the run as it was at t, or at the nearest instant that it has. Time goes by from
// there on, or not, as before.
func (p *Page) Seek(t engine.Time) {
	if p.scene != nil {
		p.play.pending = stride{}
		p.playTo(t)
		p.tellTime()
		p.askMoments()
	}
}

// StopPlaying shows the whole run again.
func (p *Page) StopPlaying() {
	p.play.on, p.play.running, p.play.pending = false, false, stride{}
	if p.scene != nil {
		p.scene.Play = nil
		p.browser.Redraw()
	}
}

// Tick lets time go by for a frame that comes so long after the last one. It says whether the
// page is to be rendered, for what it says of the instant.
func (p *Page) Tick(elapsed time.Duration) (render bool) {
	if p.scene == nil || !p.Moving() {
		return false
	}
	elapsed = min(elapsed, longestFrame)
	step := float64(p.playSpeed())*elapsed.Seconds() + p.play.rest
	whole := engine.Time(step)
	p.play.rest = step - float64(whole)
	p.playTo(p.play.now + whole)
	if p.play.now >= p.scene.View.Last {
		p.SetPlaying(false)
		p.tellTime()
		return true
	}
	if p.play.unsaid += elapsed; p.play.unsaid < panelPause {
		return false
	}
	p.play.unsaid = 0
	p.tellTime()
	p.askMoments()
	return true
}

// playSpeed is how much simulated time goes by in a second, in milliseconds.
func (p *Page) playSpeed() engine.Time {
	if p.play.speed > 0 {
		return p.play.speed
	}
	return p.automaticSpeed()
}

// automaticSpeed is the speed at which what the timeline shows takes playTime; at least 1.
func (p *Page) automaticSpeed() engine.Time {
	return max(engine.Time(float64(p.scene.View.Span())/playTime.Seconds()), 1)
}

// playTo shows the instant t, as far as the run lasts; the window follows.
func (p *Page) playTo(t engine.Time) {
	v := p.scene.View
	p.play.on, p.play.now, p.play.nth = true, min(max(t, v.First), v.Last), -1
	if p.scene.Play == nil {
		p.scene.Play = &timeline.Play{}
	}
	p.scene.Play.Now = p.play.now
	p.scene.View = v.Follow(p.play.now)
	p.foresee()
	p.browser.Redraw()
}

// replay shows the instant that was shown before on a scene that is new.
func (p *Page) replay() {
	callLogs := p.play.callLogs
	p.play.callLogs = nil
	for _, r := range p.drawn {
		i := slices.IndexFunc(callLogs, func(known *callLog) bool { return known.run == r })
		if i >= 0 {
			p.play.callLogs = append(p.play.callLogs, callLogs[i])
		} else {
			p.play.callLogs = append(p.play.callLogs, newCallLog(r, slices.Index(p.results.Runs, r)))
		}
	}
	if p.play.on {
		p.playTo(p.play.now)
		p.askMoments()
	}
}

// speedNow is how much simulated time goes by in a second now, 0 if it stands still.
func (p *Page) speedNow() engine.Time {
	if !p.Moving() {
		return 0
	}
	return p.playSpeed()
}

// askMoments asks for the calls around the present, of the policy in focus first.
func (p *Page) askMoments() {
	if !p.play.on || p.running || p.scene == nil {
		return
	}
	focus := p.focused()
	for _, r := range append([]*callLog{focus}, p.play.callLogs...) {
		if r == nil || r.key != 0 || r.lost || !r.tells() || !slices.Contains(p.results.Runs, r.run) {
			continue // it can be a run before these results, as long as the timeline still shows that
		}
		if wanted, ok := r.wants(p.play.now, p.speedNow()); ok {
			r.most = min(2*r.most, manyMoments)
			p.play.keys++
			r.key = p.play.keys
			p.browser.Moments(r.key, p.onPage().simulation(r.policy), wanted)
		}
	}
}

// MomentsCame hands over the calls that were asked for.
func (p *Page) MomentsCame(key int, m *snapshot.Series) {
	if r := p.asked(key); r != nil {
		r.take(m, p.play.now)
		p.foresee()
		p.goOn()
		p.askMoments()
		p.browser.Redraw()
	}
}

// MomentsLost says that they do not come.
func (p *Page) MomentsLost(key int, f result.Failure) {
	if r := p.asked(key); r != nil {
		r.key, r.lost = 0, true
		p.Failed(p.run, f)
	}
}

func (p *Page) asked(key int) *callLog {
	for _, r := range p.play.callLogs {
		if r.key == key {
			return r
		}
	}
	return nil
}

// giveUp forgets the questions that the browser has given up.
func (s *playing) giveUp() {
	for _, r := range s.callLogs {
		r.key = 0
	}
}

// focused is the callLog of the policy whose queue is listed: the one that was chosen, or else the
// first that may start somebody past a waiting job; nil if nothing is drawn.
func (p *Page) focused() *callLog {
	first := -1
	for i, r := range p.play.callLogs {
		if r.run.Label == p.play.focus {
			return r
		}
		if first < 0 && r.run.Kind != "fcfs" && r.tells() {
			first = i
		}
	}
	if len(p.play.callLogs) == 0 {
		return nil
	}
	return p.play.callLogs[max(first, 0)]
}

// FocusOn lists the queue of the policy with that label.
func (p *Page) FocusOn(label string) {
	p.play.focus, p.play.nth = label, -1
	p.foresee()
	p.askMoments()
	p.browser.Redraw()
}

// call is the index of the call of a callLog that is shown, -1 if it is not known.
func (p *Page) call(r *callLog) int {
	if r == nil || !r.knows(p.play.now) {
		return -1
	}
	i := r.at(p.play.now)
	if p.play.nth < 0 || i < 0 || r != p.focused() {
		return i
	}
	return r.firstWith(i) + p.play.nth
}

// foresee tells the scene what the policies know of the future.
func (p *Page) foresee() {
	if p.scene == nil || p.scene.Play == nil {
		return
	}
	play := p.scene.Play
	if len(play.Known) != len(p.play.callLogs) {
		play.Known = make([]*timeline.Foresight, len(p.play.callLogs))
	}
	for g, r := range p.play.callLogs {
		var m *snapshot.Snapshot
		if i := p.call(r); i >= 0 {
			m = &r.list[i]
		}
		if m == r.seen && (m == nil) == (play.Known[g] == nil) {
			continue
		}
		r.seen, play.Known[g] = m, nil
		if m != nil {
			play.Known[g] = &timeline.Foresight{Running: m.Running, Reserved: m.Reserved, Requested: requested(r.run.Outcome.Workload, m.Coming), Extra: m.Extra}
		}
	}
}

// requested are the starts that dedicated jobs ask for.
func requested(w *engine.Workload, coming []int32) []snapshot.Promise {
	var list []snapshot.Promise
	for _, j := range coming {
		list = append(list, snapshot.Promise{Job: j, At: w.Requested[j], Length: w.Jobs[j].Estimate, Lane: engine.NoLane})
	}
	return list
}

// stride is a step to the next call, by 1, or the one before, by -1; 0: none. With decision only
// those count in which something was decided.
type stride struct {
	by       int
	decision bool
}

// Step shows the next call of the policy in focus or, if by is -1, the one before; with decision
// the next in which somebody started or the first of the queue was promised another start. Time
// stands still then.
func (p *Page) Step(by int, decision bool) {
	if p.scene == nil {
		return
	}
	p.play.running = false
	if !p.play.on {
		p.playTo(p.scene.View.T0)
	}
	p.play.calm++
	p.play.pending = stride{by, decision}
	p.askMoments()
	p.goOn()
}

// goOn takes the step that is pending, as far as the calls on its way are known.
func (p *Page) goOn() {
	s, r := p.play.pending, p.focused()
	if s.by == 0 || r == nil {
		return
	}
	if !r.tells() {
		p.play.pending = stride{}
		p.playTo(r.neighbour(p.play.now, s.by))
		p.sayPlayed()
		return
	}
	if !r.knows(p.play.now) || r.every > 0 {
		return // it is asked for
	}
	i := p.call(r)
	if s.by < 0 && i >= 0 && r.list[i].At < p.play.now {
		i++ // the call is shown when it was made
	}
	for i += s.by; i >= 0 && i < len(r.list); i += s.by {
		if !s.decision || r.decides(i) {
			p.showCall(r, i)
			return
		}
	}
	switch {
	case i < 0 && r.from > r.first():
		p.play.now = r.from
		p.play.nth = 0
	case i < 0:
		p.play.pending = stride{}
		p.playTo(p.scene.View.First)
		p.browser.Say("This is the beginning.")
		return
	case r.until == engine.Never:
		p.play.pending, p.play.running = stride{}, false
		p.playTo(p.scene.View.Last)
		p.browser.Say("This is the end.")
		return
	default:
		p.playTo(r.until - 1)
	}
	if p.askMoments(); r.key == 0 {
		p.play.pending = stride{} // there is nothing to wait for
	}
}

// showCall shows the i-th call of a callLog.
func (p *Page) showCall(r *callLog, i int) {
	p.play.pending = stride{}
	p.playTo(r.list[i].At)
	p.play.nth = i - r.firstWith(i)
	p.foresee()
	p.askMoments()
	p.sayPlayed()
	p.tellTime()
}

// calmPause is how long each decision is shown where people want no motion.
const calmPause = 1500 * time.Millisecond

// strideOn goes on from decision to decision, as long as the run is played that was played when
// it was asked for.
func (p *Page) strideOn(calm int) {
	if calm != p.play.calm || !p.play.running {
		return
	}
	p.play.pending = stride{by: 1, decision: true}
	p.askMoments()
	p.goOn()
	p.browser.After(calmPause, func() { p.strideOn(calm) })
}
