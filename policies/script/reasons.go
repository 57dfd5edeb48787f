package script

import "backfill/engine"

// reasons are what is recorded of the jobs in one call. A script may ask about a job and decide then: so why a job waits is noted when the
// script turns to another job, and before anything changes. Jobs of which nothing has been noted follow when the call is over.
type reasons struct {
	noted map[int32]bool
	said  map[int32]engine.Remark // what the script says of jobs

	open bool // the script has last turned to job, which waits because of why
	job  int32
	why  engine.Reason
}

// say keeps what the script says of waiting job j.
func (p *policy) say(j int32, text string) {
	if !p.state.Recording() || !p.state.Records(j) {
		return
	}
	r := &p.reasons
	if r.said == nil {
		r.said = map[int32]engine.Remark{}
	}
	r.said[j] = engine.RemarkOf(text)
	if r.noted[j] { // so it is noted again, with this
		p.settle()
		r.open, r.job, r.why = true, j, p.whyItWaits(j)
	}
}

// settle notes why the job waits to which the script has turned last.
func (p *policy) settle() {
	if r := &p.reasons; r.open {
		r.open = false
		p.note(r.job, r.why)
	}
}

func (p *policy) note(j int32, why engine.Reason) {
	r := &p.reasons
	why.Said = r.said[j]
	p.state.Note(j, why)
	if r.noted == nil {
		r.noted = map[int32]bool{}
	}
	r.noted[j] = true
}

// turnTo is called when the script has asked about waiting job j, or has reserved for it.
func (p *policy) turnTo(j int32) {
	if !p.state.Recording() {
		return
	}
	r := &p.reasons
	if r.open && r.job != j {
		p.settle()
	}
	if p.state.Records(j) && !r.noted[j] {
		if _, held := p.reservation(j); held {
			r.open, r.job, r.why = true, j, p.state.WhyReserved(j)
		} else if why := p.reason(j); !why.Rule.Acts() {
			r.open, r.job, r.why = true, j, why
		}
	}
}

// passOver notes why waiting job j waits, which a verb has passed over.
func (p *policy) passOver(j int32) {
	p.turnTo(j)
	p.settle()
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

// whyItWaits is the reason of job j, which is not started.
func (p *policy) whyItWaits(j int32) engine.Reason {
	if _, held := p.reservation(j); held {
		return p.state.WhyReserved(j)
	}
	if why := p.reason(j); !why.Rule.Acts() {
		return why
	}
	return engine.Reason{Rule: engine.LeftByScript, Blocker: engine.NoJob, Free: p.state.Free()}
}

// noteStart records why job j, which is about to start, does.
func (p *policy) noteStart(j int32) {
	if r := &p.reasons; r.open && r.job == j {
		r.open = false
	}
	p.settle()
	why := engine.Reason{Rule: engine.StartedInOrder, Blocker: engine.NoJob, Free: p.state.Free()}
	switch slot, held := p.reservation(j); {
	case held && slot.At <= p.state.Now():
		if why.Shadow = p.state.Now(); j != p.state.First() {
			why.Rule = engine.StartedReserved
		}
	case p.plans:
		if found := p.reason(j); found.Rule.Acts() {
			why = found
		}
	}
	if why.Rule == engine.StartedInOrder && p.state.Records(j) {
		why = p.ahead(j, why)
	}
	p.note(j, why)
}

// ahead is why job j starts if others wait before it in the queue: the order of a script is not known.
func (p *policy) ahead(j int32, why engine.Reason) engine.Reason {
	n, s := int32(0), p.state
	for k := s.First(); k != engine.NoJob && k != j; k = s.Next(k) {
		if _, fits := s.Fits(k); fits {
			why.Rule, why.Blocker, why.Others = engine.StartedByScript, engine.NoJob, 0
			return why
		}
		if n++; n == 1 {
			why.Rule, why.Blocker = engine.StartedFitting, k
		}
		why.Others = n - 1
	}
	return why
}

// noteWaiting records why all others wait, when a call is over.
func (p *policy) noteWaiting() {
	p.settle()
	s, r := p.state, &p.reasons
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if s.Records(j) && !r.noted[j] {
			p.note(j, p.whyItWaits(j))
		}
	}
	clear(r.noted)
	clear(r.said)
}
