package script

import "backfill/engine"

// A script may look at a job several times in one call. Why the job waits is noted once, when the call is over: the last that was found, with
// what the script says of it.

// say keeps what the script says of waiting job j in this call.
func (p *policy) say(j int32, text string) {
	if p.state.Recording() && p.state.Records(j) {
		if p.said == nil {
			p.said = map[int32]engine.Remark{}
		}
		p.said[j] = engine.RemarkOf(text)
	}
}

// wait keeps a reason why job j waits in this call.
func (p *policy) wait(j int32, why engine.Reason) {
	if p.reasons == nil {
		p.reasons = map[int32]engine.Reason{}
	}
	p.reasons[j] = why
}

// consider keeps why waiting job j cannot start now, if that is so and recorded.
func (p *policy) consider(j int32) {
	s := p.state
	if !s.Recording() || !s.Records(j) {
		return
	}
	if _, held := p.reservation(j); held {
		return // that says more
	}
	if why := p.reason(j); !why.Rule.Acts() {
		p.wait(j, why)
	}
}

func (p *policy) reservation(j int32) (engine.Slot, bool) {
	if !p.plans {
		return engine.Slot{}, false
	}
	return p.state.Reservation(j)
}

// reason is why job j can start now or cannot.
func (p *policy) reason(j int32) engine.Reason {
	s := p.state
	switch {
	case p.plans:
		return s.WhyNow(j)
	case s.HasRoom(j):
		return engine.Reason{Rule: engine.StartedInOrder, Blocker: engine.NoJob, Free: s.Free()}
	}
	return engine.Reason{Rule: engine.TooWideNow, Blocker: engine.NoJob, Free: s.Free()}
}

// noteStart records why job j, which is about to start, does.
func (p *policy) noteStart(j int32) {
	why := engine.Reason{Rule: engine.StartedInOrder, Blocker: engine.NoJob, Free: p.state.Free()}
	switch slot, held := p.reservation(j); {
	case held && slot.At <= p.state.Now():
		if j != p.state.First() {
			why.Rule, why.Shadow = engine.StartedReserved, p.state.Now()
		}
	case p.plans:
		if found := p.reason(j); found.Rule.Acts() {
			why = found
		}
	}
	why.Said = p.said[j]
	p.state.Note(j, why)
	delete(p.reasons, j)
	delete(p.said, j)
}

// noteWaiting records why all others wait.
func (p *policy) noteWaiting() {
	s := p.state
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if !s.Records(j) {
			continue
		}
		why, known := p.reasons[j]
		if _, held := p.reservation(j); held {
			why, known = s.WhyReserved(j), true
		}
		if !known {
			if why = p.reason(j); why.Rule.Acts() {
				why = engine.Reason{Rule: engine.LeftByScript, Blocker: engine.NoJob, Free: s.Free()}
			}
		}
		why.Said = p.said[j]
		s.Note(j, why)
	}
	clear(p.reasons)
	clear(p.said)
}
