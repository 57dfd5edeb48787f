package snapshot

import (
	"slices"
	"strings"

	"backfill/engine"
)

// observer fills a Series.
type observer struct {
	*Series
	next engine.Time // calls from then on are noted

	call    int32 // number of the present call, from 1
	running []int32
	known   bool // running is up to date as of the call that was noted last

	// By job: the call in which it was promised a slot, and the slot; the call in which a
	// decision about it was noted, and the decision.
	promised, noted []int32
	slots           []engine.Slot
	pieces          map[int32][]engine.Piece // of the present call's slots
	decision        []int32
	decisions       []engine.Decision // of the present call
	reservedNotes   int               // how many jobs with reservations have been told of in it
	fittingNotes    int               // how many more of them that had room
	unnoted         int32             // how many jobs that had room have not been told of
	state           *engine.State
	first           int32   // the job that was first promised a slot in it, NoJob if none was
	extra           int32   // beside that
	waiting         []int32 // buffer

	printed   []string // in the present call
	unprinted int32
}

// Bounds of the lists of a Snapshot.
const (
	maxNoted   = 64
	maxRunning = 256
	maxSearch  = 1024 // places of the queue among which reservations are looked for
	maxPrinted = 64
	maxText    = 240 // bytes
)

// Observer fills the series in the course of one simulation.
func (m *Series) Observer() engine.Observer {
	m.List, m.Ordered, m.Complete = nil, false, false
	return &observer{Series: m, next: m.From}
}

// Begin prepares for a call of the policy, unless that is not to be noted or comes after enough
// others, which ends the simulation.
func (n *observer) Begin(s *engine.State) bool {
	if len(n.List) >= n.Most && s.Now() > n.List[len(n.List)-1].At {
		s.Fail(ErrEnough)
		return false
	}
	if s.Now() < n.next {
		n.known = false
		return false
	}
	if n.promised == nil {
		jobs := len(s.Workload().Jobs)
		n.promised, n.noted = make([]int32, jobs), make([]int32, jobs)
		n.slots, n.decision = make([]engine.Slot, jobs), make([]int32, jobs)
	}
	n.call++
	n.decisions, n.reservedNotes, n.fittingNotes, n.unnoted, n.first = n.decisions[:0], 0, 0, 0, engine.NoJob
	n.printed, n.unprinted = nil, 0
	n.state = s
	clear(n.pieces)
	return true
}

// End notes the call that is over. O(waiting jobs if the policy has an order, running jobs if
// the call before was not noted).
func (n *observer) End(s *engine.State, p engine.Policy) {
	m := Snapshot{At: s.Now(), Events: slices.Clone(s.Events()[:min(len(s.Events()), maxNoted)]), Free: s.Free(), Waiting: int32(s.Waiting()),
		Printed: n.printed, Unprinted: n.unprinted}
	for _, e := range s.Events() {
		m.Happened[e.Kind]++
	}
	n.lineUp(s, p)
	m.Queue = append(m.Queue, n.waiting[:min(len(n.waiting), n.Depth)]...)
	for j := s.Coming(); j != engine.NoJob && len(m.Coming) < n.Depth; j = s.NextComing(j) {
		m.Coming = append(m.Coming, j)
	}
	for _, d := range n.decisions {
		told := slices.Contains(m.Queue, d.Job)
		switch {
		case d.Rule.Acts():
			m.Acted++
			told = told || m.Acted <= maxNoted
		case d.Fitted(s.Occupies(d.Job), s.Outcome().Lane != nil):
			m.Fitting++
			told = told || m.Fitting <= maxNoted
		}
		if told {
			m.Decisions = append(m.Decisions, d)
		}
	}
	m.Fitting += n.unnoted
	if own, ok := p.(Promising); ok {
		m.Passes, m.Extra = own.Passes(), -1
		own.EachPromise(func(j int32, slot engine.Slot, pieces []engine.Piece) {
			if len(m.Reserved) < maxNoted {
				m.Reserved = append(m.Reserved, Promise{Job: j, At: slot.At, Length: slot.Length, Lane: engine.NoLane, Pieces: pieces})
			}
		})
	} else {
		n.promise(s, &m)
	}
	n.expect(s, &m)
	n.List = append(n.List, m)
	if n.Every > 0 {
		n.next = s.Now() + n.Every
	}
}

// lineUp lists the waiting jobs, as far as needed.
func (n *observer) lineUp(s *engine.State, p engine.Policy) {
	own, ordered := p.(Queueing)
	n.Ordered = ordered
	n.waiting = n.waiting[:0]
	for j := s.First(); j != engine.NoJob && (ordered || len(n.waiting) < maxSearch); j = s.Next(j) {
		n.waiting = append(n.waiting, j)
	}
	if ordered {
		own.InOrder(s, n.waiting)
	}
}

// promise notes the slots that are held or were given in this call.
func (n *observer) promise(s *engine.State, m *Snapshot) {
	var far engine.ReservedPieces
	if s.Outcome().PieceEnd != nil {
		far, _ = s.Forecast().(engine.ReservedPieces)
	}
	held := false // the first
	for _, j := range n.waiting[:min(len(n.waiting), maxSearch)] {
		if len(m.Reserved) == maxNoted {
			break
		}
		slot, holds := engine.Slot{}, false
		if s.Forecast() != nil {
			slot, holds = s.Forecast().Reservation(j)
		}
		if !holds && n.promised[j] != n.call {
			continue
		}
		promise := Promise{Job: j, Lane: engine.NoLane}
		if !holds {
			slot, promise.Pieces = n.slots[j], n.pieces[j]
		} else if far != nil {
			promise.Pieces = far.AppendReserved(nil, j)
		}
		promise.At, promise.Length = slot.At, slot.Length
		if s.Outcome().Lane != nil {
			promise.Lane = int32(slot.Place)
		}
		if len(m.Reserved) == 0 {
			held = holds
		}
		m.Reserved = append(m.Reserved, promise)
	}
	switch {
	case held:
		m.Extra = s.Forecast().Extra(m.Reserved[0].At)
	case len(m.Reserved) > 0 && m.Reserved[0].Job == n.first:
		m.Extra = n.extra
	case len(m.Reserved) > 0:
		m.Extra = -1
	case n.noted[max(s.First(), 0)] == n.call && s.First() != engine.NoJob:
		head := n.decisions[n.decision[s.First()]]
		if head.Rule == engine.HeadBlocked && head.Shadow > s.Now() && head.Shadow < engine.Never {
			m.Reserved = append(m.Reserved, Promise{Job: head.Job, At: head.Shadow, Length: s.Job(head.Job).Estimate, Lane: engine.NoLane})
			m.Extra = head.Extra - n.taken(s, head.Shadow)
		}
	}
}

// taken are the processors that the jobs which this call has started past the blocked head of the queue still hold at its shadow time: the
// head's reason speaks of what was left before they started.
func (n *observer) taken(s *engine.State, shadow engine.Time) (processors int32) {
	for _, d := range n.decisions {
		switch d.Rule {
		case engine.StartedPacked, engine.StartedBeforeShadow, engine.StartedInExtra:
			if s.Now()+s.Job(d.Job).Estimate > shadow {
				processors += s.Occupies(d.Job)
			}
		}
	}
	return processors
}

// expect notes when the running jobs are expected to end.
func (n *observer) expect(s *engine.State, m *Snapshot) {
	o := s.Outcome()
	switch {
	case o.Segments != nil:
		n.running = slices.DeleteFunc(s.Present(n.running[:0]), func(j int32) bool { return !s.Runs(j) })
	case !n.known:
		n.running = append(n.running[:0], o.StartOrder...)
	default: // those that began at this instant, be it in a call before, come last
		n.running = slices.DeleteFunc(n.running, func(j int32) bool { return o.Start[j] == s.Now() })
		begun := len(o.StartOrder)
		for begun > 0 && o.Start[o.StartOrder[begun-1]] == s.Now() {
			begun--
		}
		n.running = append(n.running, o.StartOrder[begun:]...)
	}
	n.known = true
	n.running = slices.DeleteFunc(n.running, func(j int32) bool { return !s.Runs(j) })
	for _, j := range n.running[:min(len(n.running), maxRunning)] {
		m.Running = append(m.Running, Expectation{j, max(s.ExpectedEnd(j), s.Now()+engine.Millisecond)})
	}
}

// Reserved notes that the policy has found a slot for job j.
func (n *observer) Reserved(s *engine.State, j int32, slot engine.Slot) {
	if n.first == engine.NoJob {
		n.first, n.extra = j, -1
	}
	n.promised[j], n.slots[j] = n.call, slot
	if far, ok := s.Forecast().(engine.ReservedPieces); ok {
		if n.pieces == nil {
			n.pieces = map[int32][]engine.Piece{}
		}
		n.pieces[j] = far.AppendReserved(nil, j)
	}
}

// Dropping notes what is left beside the first slot given in this call, before all slots are
// given up.
func (n *observer) Dropping(s *engine.State) {
	if n.first == engine.NoJob {
		return
	}
	if slot, holds := s.Forecast().Reservation(n.first); holds {
		n.extra = s.Forecast().Extra(slot.At)
	}
}

// Wants takes every note, but in each call only the first maxNoted about jobs with reservations
// and as many more about those of them that have room: no list shows more.
func (n *observer) Wants(j int32, reserved bool) bool {
	if !reserved {
		return true
	}
	n.reservedNotes++
	switch {
	case n.reservedNotes <= maxNoted:
		return true
	case !n.state.HasRoom(j):
		return false
	case n.fittingNotes < maxNoted:
		n.fittingNotes++
		return true
	}
	n.unnoted++
	return false
}

// Decided notes a decision; the last one about a job in a call counts.
func (n *observer) Decided(s *engine.State, j int32, why engine.Reason) {
	d := engine.Decision{Reason: why, Job: j, At: s.Now(), Until: s.Now(), Times: 1}
	if n.noted[j] == n.call {
		n.decisions[n.decision[j]] = d
		return
	}
	n.noted[j], n.decision[j] = n.call, int32(len(n.decisions))
	n.decisions = append(n.decisions, d)
}

// Printed keeps the first texts.
func (n *observer) Printed(_ *engine.State, text string) {
	if len(n.printed) == maxPrinted {
		n.unprinted++
		return
	}
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[:maxText], "") + "…"
	}
	n.printed = append(n.printed, text)
}

// Unprinted counts those that nobody keeps.
func (n *observer) Unprinted(_ *engine.State, more int32) { n.unprinted += more }

func (n *observer) Conclude(*engine.Outcome) { n.Complete = true }
