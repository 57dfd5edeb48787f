package play

import (
	"slices"
	"time"

	"backfill/engine"
	"backfill/ui/panel"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// Play plays a run on the timeline: the past of the picture ends now.
type Play struct {
	*panel.Shared
	OnTime func() // the reader, or time itself, has moved the instant that is shown

	On      bool // the timeline shows an instant, not the whole of the run
	running bool // time goes by
	Now     engine.Time
	speed   engine.Time   // simulated time in a second; 0: automatic
	rest    float64       // of a millisecond that has gone by
	unsaid  time.Duration // since what is said of the instant was rendered

	CallLogs []*callLog // of the runs on the timeline
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
	LongestFrame = 100 * time.Millisecond
)

// NewPlay makes a player that shows the whole of the runs.
func New(s *panel.Shared) *Play {
	p := &Play{Shared: s, OnTime: func() {}}
	s.OnScene = append(s.OnScene, p.Replay)
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
			p.AskMoments()
			p.sayPlayed()
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
	p.pending = stride{}
	if p.Browser.Calm() {
		p.calm++
		p.strideOn(p.calm)
		return
	}
	p.AskMoments()
	p.Browser.Redraw()
}

// Seek shows the run as it was at t, or at the nearest instant that it has. Time goes by from
// there on, or not, as before.
func (p *Play) Seek(t engine.Time) {
	if p.Timeline != nil {
		p.pending = stride{}
		p.playTo(t)
		p.OnTime()
		p.AskMoments()
	}
}

// StopPlaying shows the whole run again.
func (p *Play) StopPlaying() {
	p.On, p.running, p.pending = false, false, stride{}
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
	step := float64(p.PlaySpeed())*elapsed.Seconds() + p.rest
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
	p.AskMoments()
	return true
}

// PlaySpeed is how much simulated time goes by in a second, in milliseconds.
func (p *Play) PlaySpeed() engine.Time {
	if p.speed > 0 {
		return p.speed
	}
	return p.automaticSpeed()
}

// automaticSpeed is the speed at which what the timeline shows takes playTime; at least 1.
func (p *Play) automaticSpeed() engine.Time {
	return max(engine.Time(float64(p.Timeline.View.Span())/playTime.Seconds()), 1)
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
	p.foresee()
	p.Browser.Redraw()
}

// Replay shows the instant that was shown before on a scene that is new.
func (p *Play) Replay() {
	callLogs := p.CallLogs
	p.CallLogs = nil
	for _, r := range p.Drawn {
		i := slices.IndexFunc(callLogs, func(known *callLog) bool { return known.Run == r })
		if i >= 0 {
			p.CallLogs = append(p.CallLogs, callLogs[i])
		} else {
			p.CallLogs = append(p.CallLogs, newCallLog(r, slices.Index(p.Shown.Results.Runs, r)))
		}
	}
	if p.On {
		p.playTo(p.Now)
		p.AskMoments()
	}
}

// speedNow is how much simulated time goes by in a second now, 0 if it stands still.
func (p *Play) speedNow() engine.Time {
	if !p.Moving() {
		return 0
	}
	return p.PlaySpeed()
}

// AskMoments asks for the calls around the present, of the policy in focus first.
func (p *Play) AskMoments() {
	if !p.On || p.Running || p.Timeline == nil {
		return
	}
	focus := p.Focused()
	for _, r := range append([]*callLog{focus}, p.CallLogs...) {
		if r == nil || r.key != 0 || r.lost || !r.tells() || !slices.Contains(p.Shown.Results.Runs, r.Run) {
			continue // it can be a run before these results, as long as the timeline still shows that
		}
		if wanted, ok := r.wants(p.Now, p.speedNow()); ok {
			r.most = min(2*r.most, manyMoments)
			p.keys++
			r.key = p.keys
			p.Browser.Moments(r.key, p.OnPage().Simulation(r.policy), wanted)
		}
	}
}

// MomentsCame hands over the calls that were asked for.
func (p *Play) MomentsCame(key int, m *engine.Moments) {
	if r := p.asked(key); r != nil {
		r.take(m, p.Now)
		p.foresee()
		p.goOn()
		p.AskMoments()
		p.Browser.Redraw()
	}
}

// MomentsLost says that they do not come.
func (p *Play) MomentsLost(key int, f result.Failure) {
	if r := p.asked(key); r != nil {
		r.key, r.lost = 0, true
		p.Failed(p.RunNumber, f)
	}
}

func (p *Play) asked(key int) *callLog {
	for _, r := range p.CallLogs {
		if r.key == key {
			return r
		}
	}
	return nil
}

// ShowAt shows the run as it was at t; a run that is still to come, as soon as it is there.
func (p *Play) ShowAt(t engine.Time) {
	if p.Timeline == nil {
		p.On, p.Now = true, t
		return
	}
	p.pending = stride{}
	p.playTo(t)
	p.AskMoments()
}

// GiveUp forgets the questions that the browser has given up.
func (s *Play) GiveUp() {
	for _, r := range s.CallLogs {
		r.key = 0
	}
}

// Focused is the callLog of the policy whose queue is listed: the one that was chosen, or else the
// first that may start somebody past a waiting job; nil if nothing is drawn.
func (p *Play) Focused() *callLog {
	first := -1
	for i, r := range p.CallLogs {
		if r.Run.Label == p.focus {
			return r
		}
		if first < 0 && r.Run.Kind != "fcfs" && r.tells() {
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
	p.foresee()
	p.AskMoments()
	p.Browser.Redraw()
}

// Call is the index of the call of a callLog that is shown, -1 if it is not known.
func (p *Play) Call(r *callLog) int {
	if r == nil || !r.Knows(p.Now) {
		return -1
	}
	i := r.at(p.Now)
	if p.nth < 0 || i < 0 || r != p.Focused() {
		return i
	}
	return r.firstWith(i) + p.nth
}

// foresee tells the scene what the policies know of the future.
func (p *Play) foresee() {
	if p.Timeline == nil || p.Timeline.Play == nil {
		return
	}
	play := p.Timeline.Play
	if len(play.Known) != len(p.CallLogs) {
		play.Known = make([]*timeline.Foresight, len(p.CallLogs))
	}
	for g, r := range p.CallLogs {
		var m *engine.Moment
		if i := p.Call(r); i >= 0 {
			m = &r.List[i]
		}
		if m == r.seen && (m == nil) == (play.Known[g] == nil) {
			continue
		}
		r.seen, play.Known[g] = m, nil
		if m != nil {
			play.Known[g] = &timeline.Foresight{Running: m.Running, Reserved: m.Reserved, Requested: requested(r.Run.Outcome.Workload, m.Coming), Extra: m.Extra}
		}
	}
}

// requested are the starts that dedicated jobs ask for.
func requested(w *engine.Workload, coming []int32) []engine.Promise {
	var list []engine.Promise
	for _, j := range coming {
		list = append(list, engine.Promise{Job: j, At: w.Requested[j], Length: w.Jobs[j].Estimate, Lane: engine.NoLane})
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
func (p *Play) Step(by int, decision bool) {
	if p.Timeline == nil {
		return
	}
	p.running = false
	if !p.On {
		p.playTo(p.Timeline.View.T0)
	}
	p.calm++
	p.pending = stride{by, decision}
	p.AskMoments()
	p.goOn()
}

// goOn takes the step that is pending, as far as the calls on its way are known.
func (p *Play) goOn() {
	s, r := p.pending, p.Focused()
	if s.by == 0 || r == nil {
		return
	}
	if !r.tells() {
		p.pending = stride{}
		p.playTo(r.neighbour(p.Now, s.by))
		p.sayPlayed()
		return
	}
	if !r.Knows(p.Now) || r.Every > 0 {
		return // it is asked for
	}
	i := p.Call(r)
	if s.by < 0 && i >= 0 && r.List[i].At < p.Now {
		i++ // the call is shown when it was made
	}
	for i += s.by; i >= 0 && i < len(r.List); i += s.by {
		if !s.decision || r.decides(i) {
			p.showCall(r, i)
			return
		}
	}
	switch {
	case i < 0 && r.from > r.first():
		p.Now = r.from
		p.nth = 0
	case i < 0:
		p.pending = stride{}
		p.playTo(p.Timeline.View.First)
		p.Browser.Say("This is the beginning.")
		return
	case r.until == engine.Never:
		p.pending, p.running = stride{}, false
		p.playTo(p.Timeline.View.Last)
		p.Browser.Say("This is the end.")
		return
	default:
		p.playTo(r.until - 1)
	}
	if p.AskMoments(); r.key == 0 {
		p.pending = stride{} // there is nothing to wait for
	}
}

// showCall shows the i-th call of a callLog.
func (p *Play) showCall(r *callLog, i int) {
	p.pending = stride{}
	p.playTo(r.List[i].At)
	p.nth = i - r.firstWith(i)
	p.foresee()
	p.AskMoments()
	p.sayPlayed()
	p.OnTime()
}

// calmPause is how long each decision is shown where people want no motion.
const calmPause = 1500 * time.Millisecond

// strideOn goes on from decision to decision, as long as the run is played that was played when
// it was asked for.
func (p *Play) strideOn(calm int) {
	if calm != p.calm || !p.running {
		return
	}
	p.pending = stride{by: 1, decision: true}
	p.AskMoments()
	p.goOn()
	p.Browser.After(calmPause, func() { p.strideOn(calm) })
}
