package play

import (
	"slices"
	"time"

	"backfill/engine"
	"backfill/engine/snapshot"
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
	p := &Play{Shared: s, OnTime: func() {}}
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

// Speed is how much simulated time goes by in a second, in milliseconds.
func (p *Play) Speed() engine.Time {
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
	p.showForesight()
	p.Browser.Redraw()
}

// replay shows the instant that was shown before on a scene that is new.
func (p *Play) replay() {
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
		p.AskSnapshots()
	}
}

// speedNow is how much simulated time goes by in a second now, 0 if it stands still.
func (p *Play) speedNow() engine.Time {
	if !p.Moving() {
		return 0
	}
	return p.Speed()
}

// AskSnapshots asks for the calls around the present, of the policy in focus first.
func (p *Play) AskSnapshots() {
	if !p.On || p.Running || p.Timeline == nil {
		return
	}
	focus := p.Focused()
	for _, l := range append([]*callLog{focus}, p.CallLogs...) {
		if l == nil || l.key != 0 || l.lost || !l.tells() || !slices.Contains(p.Shown.Results.Runs, l.Run) {
			continue // it can be a run before these results, as long as the timeline still shows that
		}
		if wanted, ok := l.wants(p.Now, p.speedNow()); ok {
			l.most = min(2*l.most, manySnapshots)
			p.keys++
			l.key = p.keys
			p.Browser.Snapshots(l.key, p.OnPage().Simulation(l.policy), wanted)
		}
	}
}

// SnapshotsCame hands over the calls that were asked for.
func (p *Play) SnapshotsCame(key int, s *snapshot.Series) {
	if l := p.asked(key); l != nil {
		l.take(s, p.Now)
		p.showForesight()
		p.takeStep()
		p.AskSnapshots()
		p.Browser.Redraw()
	}
}

// SnapshotsLost says that they do not come.
func (p *Play) SnapshotsLost(key int, f result.Failure) {
	if l := p.asked(key); l != nil {
		l.key, l.lost = 0, true
		p.Failed(p.RunNumber, f)
	}
}

func (p *Play) asked(key int) *callLog {
	for _, l := range p.CallLogs {
		if l.key == key {
			return l
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
	p.pending = step{}
	p.playTo(t)
	p.AskSnapshots()
}

// GiveUp forgets the questions that the browser has given up.
func (p *Play) GiveUp() {
	for _, l := range p.CallLogs {
		l.key = 0
	}
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

// showForesight tells the scene what the policies know of the future.
func (p *Play) showForesight() {
	if p.Timeline == nil || p.Timeline.Play == nil {
		return
	}
	play := p.Timeline.Play
	if len(play.Known) != len(p.CallLogs) {
		play.Known = make([]*timeline.Foresight, len(p.CallLogs))
	}
	for g, l := range p.CallLogs {
		var s *snapshot.Snapshot
		if i := p.Call(l); i >= 0 {
			s = &l.List[i]
		}
		if s == l.seen && (s == nil) == (play.Known[g] == nil) {
			continue
		}
		l.seen, play.Known[g] = s, nil
		if s != nil {
			play.Known[g] = &timeline.Foresight{Running: s.Running, Reserved: s.Reserved, Requested: requested(l.Run.Outcome.Workload, s.Coming), Extra: s.Extra}
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

// step is a step to the next call, by 1, or the one before, by -1; 0: none. With decision only
// those count in which something was decided.
type step struct {
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
	p.pending = step{by, decision}
	p.AskSnapshots()
	p.takeStep()
}

// takeStep takes the step that is pending, as far as the calls on its way are known.
func (p *Play) takeStep() {
	s, l := p.pending, p.Focused()
	if s.by == 0 || l == nil {
		return
	}
	if !l.tells() {
		p.pending = step{}
		p.playTo(l.neighbour(p.Now, s.by))
		p.sayNow()
		return
	}
	if !l.Knows(p.Now) || l.Every > 0 {
		return // it is asked for
	}
	i := p.Call(l)
	if s.by < 0 && i >= 0 && l.List[i].At < p.Now {
		i++ // the call is shown when it was made
	}
	for i += s.by; i >= 0 && i < len(l.List); i += s.by {
		if !s.decision || l.decides(i) {
			p.showCall(l, i)
			return
		}
	}
	switch {
	case i < 0 && l.from > l.first():
		p.Now = l.from
		p.nth = 0
	case i < 0:
		p.pending = step{}
		p.playTo(p.Timeline.View.First)
		p.Browser.Say("This is the beginning.")
		return
	case l.until == engine.Never:
		p.pending, p.running = step{}, false
		p.playTo(p.Timeline.View.Last)
		p.Browser.Say("This is the end.")
		return
	default:
		p.playTo(l.until - 1)
	}
	if p.AskSnapshots(); l.key == 0 {
		p.pending = step{} // there is nothing to wait for
	}
}

// showCall shows the i-th call of a callLog.
func (p *Play) showCall(l *callLog, i int) {
	p.pending = step{}
	p.playTo(l.List[i].At)
	p.nth = i - l.firstWith(i)
	p.showForesight()
	p.AskSnapshots()
	p.sayNow()
	p.OnTime()
}

// calmPause is how long each decision is shown where people want no motion.
const calmPause = 1500 * time.Millisecond

// stepCalmly goes on from decision to decision, as long as the run is played that was played when
// it was asked for.
func (p *Play) stepCalmly(calm int) {
	if calm != p.calm || !p.running {
		return
	}
	p.pending = step{by: 1, decision: true}
	p.AskSnapshots()
	p.takeStep()
	p.Browser.After(calmPause, func() { p.stepCalmly(calm) })
}
