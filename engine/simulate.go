package engine

import (
	"fmt"
	"slices"

	"backfill/engine/waiting"
)

// Simulate runs the jobs of w on m under p. Jobs that the machine can never run are refused on
// arrival. It fails only if o.Progress returns an error or if p or an observer calls State.Fail.
//
// Every job costs O(log n) for its events, beside what the policy does; a dedicated job also
// costs one call of announce.
func Simulate(w *Workload, m Machine, p Policy, o Options) (*Outcome, error) {
	live := w
	var e *elastic
	if o.Elastic && len(w.Commands) > 0 {
		e = newElastic(w)
	}
	_, stops := p.(StopsJobs)
	if e != nil || stops || w.After != nil || w.Dependencies != nil || believer(p) != nil {
		changing := *w
		changing.Jobs = slices.Clone(w.Jobs)
		live = &changing
	}
	m.Begin(live)
	if replay, ok := p.(Replay); ok {
		outcome := replay.Replay(w, m)
		for _, observer := range o.Observers {
			observer.Conclude(outcome)
		}
		return outcome, nil
	}
	s := &State{
		workload: live, jobs: live.Jobs, machine: m, offers: m.Offers(), options: o,
		queue:     waiting.New(len(w.Jobs)),
		arrivals:  newArrivals(w, live.Jobs),
		elastic:   e,
		observers: newObservers(o, len(w.Jobs)),
		wakeUp:    Never,
		outcome:   NewOutcome(w, m),
	}
	s.beliefs = newBeliefs(p, w, s.outcome)
	if e != nil && s.beliefs.policy != nil {
		panic("engine: elastic commands under a policy with beliefs of its own")
	}
	if e != nil || stops {
		s.moving = newMoving(len(w.Jobs))
	}
	if variable, ok := m.(VariableRate); ok && variable.Varies() {
		if e != nil {
			panic("engine: elastic commands on a machine that changes the rate of jobs")
		}
		s.variable, s.moving = variable, newMoving(len(w.Jobs))
		s.outcome.VariableRate = true
	}
	if s.scattered, _ = m.(Scattered); s.scattered != nil {
		s.outcome.Lanes = s.scattered.Lanes()
		pieces := len(w.Jobs)
		for _, widths := range w.Components {
			pieces += max(1, len(widths)) - 1
		}
		s.outcome.Pieces, s.outcome.PieceEnd = make([]Piece, 0, pieces), make([]int32, 0, len(w.Jobs))
	}
	if shared, ok := m.(Shared); ok {
		s.outcome.Sharing = shared.Shares()
		s.outcome.VariableRate = e == nil
	}
	s.cluster, _ = m.(*Cluster)
	s.tiered, _ = m.(Tiered)
	if s.parted, _ = m.(Partitioned); s.parted != nil {
		s.outcome.Partitions = s.parted.PartitionList()
		s.outcome.Partition = slices.Repeat([]int32{NoPartition}, len(w.Jobs))
	}
	s.divided, _ = m.(Divided)
	if o.Stranded {
		s.stranding, _ = m.(Stranding)
	}
	if s.divided != nil {
		s.outcome.Lanes = s.divided.Lanes()
		s.outcome.Lane = slices.Repeat([]int32{NoLane}, len(w.Jobs))
	}
	if preemptive, ok := m.(Preemptive); ok {
		s.segments, s.moving = newSegments(preemptive, s.outcome), newMoving(len(w.Jobs))
	}
	if licensed, ok := m.(Licensed); ok {
		s.outcome.Copies = licensed.Copies()
	}
	s.dedicated = newDedicated(&s.queue, p)
	run := s.run
	if s.plain = s.isPlain(); s.plain {
		run = s.runInParts
	}
	if err := run(p); err != nil {
		return nil, err
	}
	s.conclude(p)
	return s.outcome, nil
}

// conclude completes the outcome of a run that is over.
func (s *State) conclude(p Policy) {
	o := s.outcome
	if s.arrivals.first != nil {
		o.Submit = make([]Time, len(s.jobs))
		for j := range o.Submit {
			o.Submit[j] = s.jobs[j].Submit
		}
	}
	o.MarkOvertaking()
	slices.SortFunc(o.WhyRefused, func(a, b Refusal) int { return int(a.Job - b.Job) })
	for _, observer := range s.observers {
		observer.Conclude(o)
	}
	if s.elastic != nil {
		o.Fates = s.elastic.fates
	}
	for j := range o.Sizes {
		o.Sizes[j] = s.jobs[j].Processors
	}
	if limiting, ok := p.(LimitsJobs); ok && s.queue.Length > 0 {
		o.WhyLeft = limiting.LeftOver(s)
		slices.SortFunc(o.WhyLeft, func(a, b Left) int { return int(a.Job - b.Job) })
	}
	leaver, leaves := p.(LeavesJobs)
	switch n := s.queue.Length; {
	case n > 0 && leaves:
		o.Warnings = append(o.Warnings, leaver.LeftJobs(int(n)))
	case n == 1:
		o.Warnings = append(o.Warnings, "the policy left 1 job waiting for ever")
	case n > 1:
		o.Warnings = append(o.Warnings, fmt.Sprintf("the policy left %d jobs waiting for ever", n))
	}
	if never := s.arrivals.never(); never > 0 && s.nextInstant() == Never {
		o.Warnings = append(o.Warnings, fmt.Sprintf("%d jobs never came: jobs that they depend on never ended as they were to", never))
	}
	if s.overcommitted > 0 {
		o.Warnings = append(o.Warnings, fmt.Sprintf("the policy started %d jobs on processors that were not free", s.overcommitted))
	}
	if w, ok := p.(Warner); ok {
		o.Warnings = append(o.Warnings, w.Warnings()...)
	}
}

// NewOutcome is the outcome in which no job of w has arrived at m yet.
func NewOutcome(w *Workload, m Machine) *Outcome {
	n := len(w.Jobs)
	return &Outcome{
		Workload: w, Processors: m.Processors(), Unit: m.Unit(),
		Start: slices.Repeat([]Time{-1}, n), End: slices.Repeat([]Time{-1}, n),
		State: make([]JobState, n), Overtook: make([]bool, n),
		StartOrder: make([]int32, 0, n), EndOrder: make([]int32, 0, n),
	}
}

// progressEvery is the number of instants between two calls of Options.Progress.
const progressEvery = 1 << 12

func (s *State) run(p Policy) error {
	for instant := 0; s.failure == nil; instant++ {
		t := s.nextInstant()
		if t == Never || s.options.Enough != nil && instant > 0 && s.options.Enough(s.outcome, s.now) {
			break
		}
		if s.options.Progress != nil && instant%progressEvery == 0 {
			if err := s.options.Progress(len(s.outcome.EndOrder), s.now); err != nil {
				return err
			}
		}
		if t > s.now || instant == 0 {
			s.now = t
			if s.forecast != nil {
				s.foresee()
			}
		}
		if s.options.Order == Batch {
			if s.ends.At() == t {
				s.completeDue()
			}
			for s.arrivals.at() == t {
				s.arrive(s.arrivals.take())
			}
			if s.elastic != nil || s.dedicated.coming.First != NoJob {
				s.takeLate()
			}
		} else {
			s.takeInTurn(p)
		}
		if s.wakeUp == t {
			s.note(Event{WakeUp, NoJob})
		}
		s.call(p)
		if s.variable != nil {
			s.settle()
		}
		if s.stranding != nil {
			s.noteStranded()
		}
	}
	return s.failure
}

// takeLate takes the commands and requested starts of this instant in the order of Batch.
func (s *State) takeLate() {
	if s.nextCommand() == s.now {
		for s.command() {
		}
		s.completeDue()
	}
	for s.takeDedicated() {
	}
}

// completeDue ends the jobs that end now, in the order of their starts.
func (s *State) completeDue() {
	for s.ends.At() == s.now {
		e := s.ends.Pop()
		if s.moving != nil && s.stale(e) {
			continue
		}
		if s.cluster != nil {
			s.cluster.Release(e.Job)
			s.freed = true
		} else {
			s.release(e.Job)
		}
		s.complete(e.Job)
	}
}

// takeInTurn takes the events of this instant, but for wake-ups, in the order of Sequential
// and calls the policy after each.
func (s *State) takeInTurn(p Policy) {
	s.due = s.takeDue(s.due[:0])
	for _, j := range s.due {
		if s.leavesFirst(j) {
			s.release(j)
		}
	}
	for s.arrivals.at() == s.now {
		s.arrive(s.arrivals.take())
		s.call(p)
	}
	for _, j := range s.due {
		if !s.leavesFirst(j) {
			s.release(j)
		}
		s.complete(j)
		s.call(p)
	}
	for s.command() {
		s.completeDue()
		s.call(p)
	}
	for s.takeDedicated() {
		s.call(p)
	}
}

// nextInstant is the time of the next arrival, end, command, requested start or wake-up; Never if
// none is left.
func (s *State) nextInstant() Time {
	t := s.arrivals.at()
	if s.moving != nil {
		s.dropStale()
		t = min(t, s.nextCommand())
	}
	t = min(t, s.ends.At())
	if j := s.dedicated.coming.First; j != NoJob {
		t = min(t, s.workload.Requested[j])
	}
	return min(t, s.wakeUp)
}

// foresee brings the forecast to the present. Jobs that outlived their estimate are now expected
// to end later.
func (s *State) foresee() {
	s.forecast.Advance(s.now)
	s.overdueEnd = s.now + Millisecond
	if len(s.overdue) > 0 || len(s.expiries) > 0 {
		s.outlive()
	}
}

// outlive moves the expected ends of jobs that are or become overdue.
func (s *State) outlive() {
	for _, j := range s.overdue {
		s.forecast.Moved(j, s.now, s.overdueEnd)
		s.note(Event{Overrun, j})
	}
	s.expire()
}

// expire moves the expected ends of running jobs whose estimate is over by now.
func (s *State) expire() {
	for len(s.expiries) > 0 && s.expiries[0].At <= s.now {
		expired := s.expiries.Pop()
		j := expired.Job
		if s.moving != nil && (s.outcome.End[j] >= 0 || s.moving.end[j] <= expired.At || s.moving.seq[j] != expired.Seq || s.estimatedEnd(j) != expired.At) {
			continue // it has ended, ends now, or was interrupted or changed since
		}
		if s.beliefs.policy != nil && s.correct(expired) {
			continue
		}
		if s.options.Kill == KillNever {
			s.overdue = append(s.overdue, j)
			s.forecast.Moved(j, s.now, s.overdueEnd)
		} else {
			s.forecast.Moved(j, expired.At, s.stoppedAt(j))
		}
		s.note(Event{Overrun, j})
	}
}

// takeDue appends the jobs that end now, in the order of their starts.
func (s *State) takeDue(due []int32) []int32 {
	for s.ends.At() == s.now {
		e := s.ends.Pop()
		if s.moving != nil && (s.stale(e) || len(due) > 0 && due[len(due)-1] == e.Job) {
			continue // its end has moved, or moved away and back
		}
		due = append(due, e.Job)
	}
	return due
}

// leavesFirst says whether the processors of job j, which ends now, count as free before anything
// else happens. They do if the end was foreseen, at its estimate or, once that is over, at its limit,
// and on a machine that can interrupt jobs, since the job must not be interrupted any more.
func (s *State) leavesFirst(j int32) bool {
	estimated := s.estimatedEnd(j)
	return s.segments != nil || s.now == estimated || s.now > estimated && s.now == s.stoppedAt(j)
}

func (s *State) arrive(j int32) {
	ever := false
	if s.cluster != nil {
		ever = s.cluster.CanEver(j)
	} else {
		ever = s.machine.CanEver(j)
	}
	if !ever {
		s.refuse(j)
		s.arrivals.ended(j, s.now, false)
		return
	}
	if s.beliefs.policy != nil {
		s.believe(j)
	}
	if s.workload.Dedicated(j) {
		s.announce(j)
		return
	}
	s.enqueue(j)
	s.note(Event{Arrival, j})
}

// refuse notes that the machine can never run job j.
func (s *State) refuse(j int32) {
	o := s.outcome
	o.State[j] = Refused
	if m, ok := s.machine.(Refusing); ok {
		o.WhyRefused = append(o.WhyRefused, Refusal{j, m.WhyNever(j), s.machine.Offers()&LetsWait != 0})
	}
}

func (s *State) release(j int32) {
	if s.segments != nil {
		s.outcome.Lost[j] = s.segments.machine.Lost(j)
		s.segments.present.Remove(j)
		if s.forecast != nil {
			s.foreseeEnd(j) // so that the forecast knows what the machine knows
		}
	}
	s.machine.Release(j)
	s.freed = true
}

// foreseeEnd notes in the forecast that job j ends now.
func (s *State) foreseeEnd(j int32) {
	expected := s.estimatedEnd(j)
	if s.now > expected {
		expected = s.settleOverdue(j)
	}
	s.forecast.Ended(j, expected)
}

// complete notes the end of job j, whose processors are free again.
func (s *State) complete(j int32) {
	s.outcome.End[j] = s.now
	s.outcome.EndOrder = append(s.outcome.EndOrder, j)
	if s.arrivals.first != nil {
		s.arrivals.ended(j, s.now, s.outcome.State[j] == Completed)
	}
	if s.beliefs.policy != nil {
		s.beliefs.policy.Learn(s, j, s.now-s.outcome.Start[j])
	}
	s.note(Event{Completion, j})
	if s.segments != nil {
		s.closeSegment(j, Ended)
		return
	}
	if o := s.outcome; o.Held != nil {
		o.Held[j] += s.now - o.Start[j]
	}
	if s.forecast != nil {
		s.foreseeEnd(j)
	}
}

// settleOverdue takes job j, which outlived its estimated end, off the list of overdue jobs, if
// it is there. It returns when the job was last expected to end.
func (s *State) settleOverdue(j int32) Time {
	if s.options.Kill != KillNever {
		return s.stoppedAt(j)
	}
	s.removeOverdue(j)
	return s.overdueEnd
}

// removeOverdue takes job j off the list of overdue jobs, if it is there.
func (s *State) removeOverdue(j int32) {
	if i := slices.Index(s.overdue, j); i >= 0 {
		s.overdue = slices.Delete(s.overdue, i, i+1)
	}
}

func (s *State) note(e Event) {
	s.events = append(s.events, e)
	s.saw |= 1 << e.Kind
}

// call lets the policy act if anything but overruns happened. Overruns alone wait for the next
// call.
func (s *State) call(p Policy) {
	if s.saw&^(1<<Overrun) == 0 || s.failure != nil {
		return
	}
	if s.beginCall(); s.failure != nil {
		return
	}
	s.wakeUp, s.postponed = Never, false
	if s.options.Clock == nil {
		p.Schedule(s)
	} else {
		begin := s.options.Clock()
		p.Schedule(s)
		s.outcome.PlanTime += s.options.Clock() - begin
	}
	if !s.postponed {
		s.outcome.PlanCount++
		if s.segments != nil {
			s.planned()
		}
	}
	for _, o := range s.observing {
		o.End(s, p)
	}
	s.events = s.events[:0]
	s.saw = 0
	s.freed = false
}
