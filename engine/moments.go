package engine

import (
	"errors"
	"slices"
)

// Moments is what a simulation is to note of the calls of the policy, and what it has noted.
type Moments struct {
	// From is the instant from which on calls are noted; Most, at least 1, how many: the
	// simulation ends with ErrEnough before the next instant. Those of one instant stay together.
	From Time
	Most int
	// Every, if above 0, leaves out the calls that come sooner after the one noted last.
	Every Time
	// Depth is how many of those who wait are listed.
	Depth int

	List []Moment
	// Ordered says that the policy has an order of its own among those who wait.
	Ordered bool
	// Complete says that nothing was left to note: no call comes after those in List.
	Complete bool
}

// Moment is one call of the policy: what had happened, what it decided, and how things stood
// when it was over.
type Moment struct {
	At       Time
	Events   []Event           // since the call before, the first maxNoted of them
	Happened [WakeUp + 1]int32 // how many there were, by kind
	Free     int32             // processors that no job held
	Acted    int32             // how many jobs the call started, moved or interrupted

	Waiting int32   // how many jobs waited
	Queue   []int32 // the first of them, in the policy's own order if it has one, else in that of arrival
	Coming  []int32 // the first dedicated jobs that are not due yet

	// Decisions about jobs that started, moved or were interrupted, the first maxNoted of them,
	// and about those in Queue, as far as the policy gave reasons. Until is At, Times 1.
	Decisions []Decision

	// Reserved are the slots of waiting jobs that the call gave or left, in the order of the
	// queue, the first maxNoted of them. Under a policy that reckons with the blocked head of
	// the queue without a reservation, that is when it is expected to start.
	Reserved []Promise
	// Extra is the number of processors left beside the first of these when it begins.
	Extra int32

	// Running are jobs that ran when the call was over, the first maxRunning to start, with
	// their ends as expected then.
	Running []Expectation
}

// Promise is a slot that was found for a waiting job.
type Promise struct {
	Job    int32
	At     Time
	Length Time
	Lane   int32   // of a divided machine, else NoLane
	Pieces []Piece // of a scattered machine, if it tells them
}

// Expectation is when a job that runs will end, as the policy knows.
type Expectation struct {
	Job int32
	End Time
}

// Bounds of the lists of a Moment.
const (
	maxNoted   = 64
	maxRunning = 256
	maxSearch  = 1024 // places of the queue among which reservations are looked for
)

// ErrEnough is what Simulate returns when all moments that were asked for are noted.
var ErrEnough = errors.New("the moments that were asked for are noted")

// Queueing is a Policy that has an order of its own among those who wait.
type Queueing interface {
	Policy
	// InOrder puts waiting jobs, given in the order of arrival, into the order in which the
	// policy looks at them at this instant. It is called after Schedule and changes nothing else.
	InOrder(s *State, waiting []int32)
}

// noting fills Moments.
type noting struct {
	*Moments
	next Time // calls from then on are noted

	call    int32 // number of the present call, from 1
	starts  int   // jobs that had started before it
	running []int32
	known   bool // running is up to date as of the call that was noted last

	// By job: the call in which it was promised a slot, and that; the call in which a decision
	// about it was noted, and which.
	promised, noted []int32
	slots           []Slot
	pieces          map[int32][]Piece // of the present call's slots
	decision        []int32
	decisions       []Decision // of the present call
	reservedNotes   int        // how many jobs with reservations have been told of in it
	first           int32      // who was promised a slot first in it, NoJob if nobody was
	extra           int32      // beside that
	waiting         []int32    // buffer
}

func newNoting(m *Moments, jobs int) *noting {
	m.List, m.Ordered, m.Complete = nil, false, false
	return &noting{Moments: m, next: m.From, promised: make([]int32, jobs), noted: make([]int32, jobs),
		slots: make([]Slot, jobs), decision: make([]int32, jobs)}
}

// begin prepares for a call of the policy, unless that is not to be noted or comes after enough
// others, which ends the simulation.
func (n *noting) begin(s *State) bool {
	if len(n.List) >= n.Most && s.now > n.List[len(n.List)-1].At {
		s.Fail(ErrEnough)
		return false
	}
	if s.now < n.next {
		n.known = false
		return false
	}
	n.call++
	n.starts = len(s.outcome.StartOrder)
	n.decisions, n.reservedNotes, n.first = n.decisions[:0], 0, NoJob
	clear(n.pieces)
	return true
}

// end notes the call that is over. O(waiting jobs if the policy has an order, running jobs if
// the call before was not noted).
func (n *noting) end(s *State, p Policy) {
	m := Moment{At: s.now, Events: slices.Clone(s.events[:min(len(s.events), maxNoted)]), Free: s.Free(), Waiting: s.queue.Length}
	for _, e := range s.events {
		m.Happened[e.Kind]++
	}
	n.lineUp(s, p)
	m.Queue = append(m.Queue, n.waiting[:min(len(n.waiting), n.Depth)]...)
	for j := s.dedicated.coming.First; j != NoJob && len(m.Coming) < n.Depth; j = s.NextComing(j) {
		m.Coming = append(m.Coming, j)
	}
	told := 0
	for _, d := range n.decisions {
		if d.Rule.Acts() {
			m.Acted++
		}
		if slices.Contains(m.Queue, d.Job) {
			m.Decisions = append(m.Decisions, d)
		} else if d.Rule.Acts() && told < maxNoted {
			m.Decisions = append(m.Decisions, d)
			told++
		}
	}
	n.promise(s, &m)
	n.expect(s, &m)
	n.List = append(n.List, m)
	if n.Every > 0 {
		n.next = s.now + n.Every
	}
}

// lineUp lists who waits, as far as that is needed.
func (n *noting) lineUp(s *State, p Policy) {
	own, ordered := p.(Queueing)
	n.Ordered = ordered
	n.waiting = n.waiting[:0]
	for j := s.First(); j != NoJob && (ordered || len(n.waiting) < maxSearch); j = s.Next(j) {
		n.waiting = append(n.waiting, j)
	}
	if ordered {
		own.InOrder(s, n.waiting)
	}
}

// promise notes the slots that are held or were given in this call.
func (n *noting) promise(s *State, m *Moment) {
	var far ReservedPieces
	if s.scattered != nil {
		far, _ = s.forecast.(ReservedPieces)
	}
	held := false // the first
	for _, j := range n.waiting[:min(len(n.waiting), maxSearch)] {
		if len(m.Reserved) == maxNoted {
			break
		}
		slot, holds := Slot{}, false
		if s.forecast != nil {
			slot, holds = s.forecast.Reservation(j)
		}
		if !holds && n.promised[j] != n.call {
			continue
		}
		promise := Promise{Job: j, Lane: NoLane}
		if !holds {
			slot, promise.Pieces = n.slots[j], n.pieces[j]
		} else if far != nil {
			promise.Pieces = far.AppendReserved(nil, j)
		}
		promise.At, promise.Length = slot.At, slot.Length
		if s.divided != nil {
			promise.Lane = int32(slot.Place)
		}
		if len(m.Reserved) == 0 {
			held = holds
		}
		m.Reserved = append(m.Reserved, promise)
	}
	switch {
	case held:
		m.Extra = s.forecast.Extra(m.Reserved[0].At)
	case len(m.Reserved) > 0 && m.Reserved[0].Job == n.first:
		m.Extra = n.extra
	case len(m.Reserved) > 0:
		m.Extra = -1
	case n.noted[max(s.queue.First, 0)] == n.call && s.queue.First != NoJob:
		head := n.decisions[n.decision[s.queue.First]]
		if head.Rule == HeadBlocked && head.Shadow > s.now && head.Shadow < Never {
			m.Reserved = append(m.Reserved, Promise{Job: head.Job, At: head.Shadow, Length: s.jobs[head.Job].Estimate, Lane: NoLane})
			m.Extra = head.Extra
		}
	}
}

// expect notes when the running jobs are expected to end.
func (n *noting) expect(s *State, m *Moment) {
	o := s.outcome
	switch {
	case s.segments != nil:
		n.running = n.running[:0]
		present := &s.segments.present
		for j := present.First; j != NoJob; j = present.Next[j] {
			if !s.segments.waits[j] {
				n.running = append(n.running, j)
			}
		}
	case !n.known:
		n.running = append(n.running[:0], o.StartOrder...)
	default:
		n.running = append(n.running, o.StartOrder[n.starts:]...)
	}
	n.known = true
	n.running = slices.DeleteFunc(n.running, func(j int32) bool { return o.End[j] >= 0 })
	for _, j := range n.running[:min(len(n.running), maxRunning)] {
		m.Running = append(m.Running, Expectation{j, max(s.expectedEnd(j), s.now+Millisecond)})
	}
}

// reserved notes that the policy has found a slot for job j.
func (n *noting) reserved(s *State, j int32, slot Slot) {
	if n.first == NoJob {
		n.first, n.extra = j, -1
	}
	n.promised[j], n.slots[j] = n.call, slot
	if far, ok := s.forecast.(ReservedPieces); ok {
		if n.pieces == nil {
			n.pieces = map[int32][]Piece{}
		}
		n.pieces[j] = far.AppendReserved(nil, j)
	}
}

// dropping notes what is left beside the first slot that was given in this call, before all
// are given up.
func (n *noting) dropping(s *State) {
	if n.first == NoJob {
		return
	}
	if slot, holds := s.forecast.Reservation(n.first); holds {
		n.extra = s.forecast.Extra(slot.At)
	}
}

// wants says that there is no list of so many reservations as to show more than some.
func (n *noting) wants(_ int32, reserved bool) bool {
	if reserved {
		n.reservedNotes++
	}
	return !reserved || n.reservedNotes <= maxNoted
}

// decided notes a decision; the last one about a job in a call counts.
func (n *noting) decided(s *State, j int32, why Reason) {
	d := Decision{Reason: why, Job: j, At: s.now, Until: s.now, Times: 1}
	if n.noted[j] == n.call {
		n.decisions[n.decision[j]] = d
		return
	}
	n.noted[j], n.decision[j] = n.call, int32(len(n.decisions))
	n.decisions = append(n.decisions, d)
}

func (n *noting) conclude(*Outcome) { n.Complete = true }
