package play

import (
	"time"

	"backfill/engine"
)

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
