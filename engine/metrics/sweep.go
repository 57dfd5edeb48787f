package metrics

import "backfill/engine"

// sweep goes through the instants of a run at which a job began to wait, started or
// ended, in order of time, by merging the three orders of these. A job begins to wait
// when it arrives or, if it is dedicated, at a later requested start; and when it is
// interrupted. It waits no longer when it starts, or is cancelled. A step looks at each job, or each of
// its segments or runs, at most once per kind of event, so the whole takes linear time, and sorting if there
// are dedicated jobs or runs that were stopped.
type sweep struct {
	outcome           *engine.Outcome
	order             []int32     // of beginnings of waits; nil: workload order
	entered           int         // entries of order behind us, with coming
	coming            int32       // the next job that begins to wait
	ready             engine.Time // when it does, Never if there is none
	started, ended    int         // next entry of StartOrder, of EndOrder; of Segments, of SegmentOrder; of runs
	reruns            bool        // some jobs ran in more than one go
	runs              engine.Runs // where some were stopped
	withdrawn         []int32     // jobs that are yet to be cancelled while they wait, in the order of time
	at                engine.Time
	waiting           int32   // jobs that wait after the decisions at this instant
	busy              int64   // processors that running jobs asked for
	occupied          int64   // processors that running jobs take, rounded to the allocation unit
	remembers         bool    // memory is wanted
	memory            int64   // MB that running jobs hold
	takes             bool    // what jobs take is counted by their pieces, on a machine with partitions
	taken             []int32 // processors by job then; nil where runs were stopped
	takenMemory       []int32 // MB by job, the same
	counts            bool    // GPUs are wanted
	gpus              []int32 // by job then; nil where runs were stopped
	gpusInUse         int32
	hidesFits         bool            // it is unknown whether a waiting job would fit
	waitingSizes      *waitingLeast   // of all waiting jobs; nil: not wanted, or the machine has lanes
	onLanes           *waitingOnLanes // nil: not wanted, or the machine has no lanes
	strandedSteps     int             // entries of Stranded that have begun
	waitingProcessors int64           // requested by the waiting jobs, as they start
	usage             *usage          // of a farm; nil: not wanted, or the machine is no farm
}

func newSweep(o *engine.Outcome) *sweep {
	s := &sweep{outcome: o, order: o.ReadyOrder(), reruns: o.Reruns(), withdrawn: o.Withdrawn()}
	if o.Stopped != nil {
		s.runs = o.Runs()
	}
	s.enter()
	return s
}

// watchPieces counts what jobs take by the pieces in which they run, on a machine that has such, and GPUs, if it has any. It prepares
// occupied, memory and gpusInUse, before the first step.
func (s *sweep) watchPieces() {
	o := s.outcome
	s.takes, s.counts = o.Partitions != nil, o.CountsGPUs()
	if o.Stopped == nil {
		s.taken, s.takenMemory = o.Taken()
		s.gpus = o.GPUs()
	}
}

// watchFits prepares anyFits, before the first step. Where jobs lie in several lanes, and on a
// farm, and where jobs were stopped or cancelled while they waited, it is unknown whether one would fit, and nothing is counted.
func (s *sweep) watchFits() {
	if s.hidesFits = hidesFits(s.outcome); s.hidesFits {
		return
	}
	if s.outcome.Lanes != nil {
		s.onLanes = newWaitingOnLanes(s.outcome)
		return
	}
	s.waitingSizes = &waitingLeast{start: s.outcome.Start}
}

// hidesFits says whether an outcome does not tell if a waiting job would have fitted.
func hidesFits(o *engine.Outcome) bool {
	return o.Pieces != nil || o.Reruns() || len(o.Withdrawn()) > 0
}

// anyFits says whether one of the waiting jobs, of which there is at least one, fits on
// the idle processors: on the machine or, if it has lanes, on one of them, with its memory.
func (s *sweep) anyFits() bool {
	switch {
	case s.hidesFits:
		return false
	case s.onLanes != nil:
		return s.onLanes.anyFits()
	}
	return int64(s.waitingSizes.least(s.at, s.waiting)) <= s.idle()
}

// next moves to the following instant and says whether there is one.
func (s *sweep) next() bool {
	at := s.following()
	if at == engine.Never {
		return false
	}
	s.at = at
	o := s.outcome
	for s.ready == at {
		// A job that has started by now is never seen waiting, unless it was interrupted or stopped.
		j := s.coming
		if s.usage != nil {
			s.usage.comes(j, 1)
		}
		if s.reruns || o.Start[j] < 0 || o.Start[j] > at {
			s.waits(j, 1)
			if s.waitingSizes != nil {
				s.waitingSizes.push(o.Occupied(j), j)
			}
			if s.onLanes != nil {
				s.onLanes.comes(j)
			}
		}
		s.enter()
	}
	for ; len(s.withdrawn) > 0 && o.End[s.withdrawn[0]] == at; s.withdrawn = s.withdrawn[1:] {
		s.waits(s.withdrawn[0], -1)
	}
	if s.reruns {
		if o.Segments != nil {
			s.followSegments()
		} else {
			s.followRuns()
		}
		return true
	}
	for ; s.started < len(o.StartOrder) && o.Start[o.StartOrder[s.started]] == at; s.started++ {
		j := o.StartOrder[s.started]
		s.busy += int64(o.Size(j))
		s.occupied += s.processorsOf(j)
		if s.remembers {
			s.memory += s.memoryOf(j)
		}
		if s.counts {
			s.gpusInUse += s.gpus[j]
		}
		if o.Ready(j) < at {
			s.waits(j, -1)
			if s.onLanes != nil {
				s.onLanes.goes(j)
			}
		}
		if s.onLanes != nil {
			s.onLanes.change(j, -1)
		}
	}
	if s.onLanes != nil {
		s.onLanes.settle(at)
	}
	for ; s.ended < len(o.EndOrder) && o.End[o.EndOrder[s.ended]] == at; s.ended++ {
		j := o.EndOrder[s.ended]
		s.busy -= int64(o.Size(j))
		s.occupied -= s.processorsOf(j)
		if s.remembers {
			s.memory -= s.memoryOf(j)
		}
		if s.counts {
			s.gpusInUse -= s.gpus[j]
		}
		if s.onLanes != nil {
			s.onLanes.change(j, 1)
		}
	}
	return true
}

// processorsOf are those that job j takes while it runs.
func (s *sweep) processorsOf(j int32) int64 {
	if s.taken != nil {
		return int64(s.taken[j])
	}
	return int64(s.outcome.Occupied(j))
}

// memoryOf is what job j takes while it runs, in MB.
func (s *sweep) memoryOf(j int32) int64 {
	if s.takenMemory != nil {
		return int64(s.takenMemory[j])
	}
	return int64(s.outcome.Memory(j))
}

// followSegments takes in what begins and ends at this instant on a machine that can
// interrupt jobs. A job that is interrupted waits, and may start again at once.
func (s *sweep) followSegments() {
	o := s.outcome
	for ; s.started < len(o.Segments) && o.Segments[s.started].From == s.at; s.started++ {
		s.segment(&o.Segments[s.started], 1)
		s.waits(o.Segments[s.started].Job, -1)
	}
	for ; s.ended < len(o.SegmentOrder) && o.Segments[o.SegmentOrder[s.ended]].To == s.at; s.ended++ {
		segment := &o.Segments[o.SegmentOrder[s.ended]]
		s.segment(segment, -1)
		switch {
		case segment.End > engine.Ended:
			s.waits(segment.Job, 1)
		case s.usage != nil:
			s.usage.comes(segment.Job, -1)
		}
	}
	if s.usage != nil {
		s.usage.pass(s, s.following())
	}
}

// followRuns takes in the runs that begin and end at this instant where some were stopped. A job whose run was stopped waits, and may
// start again at once.
func (s *sweep) followRuns() {
	for ; s.started < len(s.runs.Begun); s.started++ {
		run := s.runs.At(s.runs.Begun[s.started])
		if run.From != s.at {
			break
		}
		s.run(run, 1)
		s.waits(run.Job, -1)
	}
	for ; s.ended < len(s.runs.Ended); s.ended++ {
		place := s.runs.Ended[s.ended]
		run := s.runs.At(place)
		if run.To != s.at {
			break
		}
		s.run(run, -1)
		if place < 0 {
			s.waits(run.Job, 1)
		}
	}
}

// run notes that a run begins, sign 1, or ends, -1.
func (s *sweep) run(run engine.Run, sign int32) {
	o, j := s.outcome, run.Job
	processors, memory := o.Occupied(j), o.Memory(j)
	if s.takes {
		processors, memory = o.TakenBy(j, run.Pieces)
	}
	s.busy += int64(sign * o.Size(j))
	s.occupied += int64(sign * processors)
	s.memory += int64(sign * memory)
	if s.counts {
		s.gpusInUse += sign * o.GPUsOn(j, len(run.Pieces))
	}
}

// segment notes that a segment begins, sign 1, or ends, -1.
func (s *sweep) segment(segment *engine.Segment, sign int32) {
	o, j := s.outcome, segment.Job
	s.busy += int64(sign * o.Size(j))
	s.occupied += int64(sign * o.Occupied(j))
	if s.remembers {
		s.memory += int64(sign * o.Memory(j))
	}
	if s.usage != nil {
		s.usage.runs(j, segment.Lane, sign)
	}
}

// waits notes that job j waits, sign 1, or does so no longer, -1.
func (s *sweep) waits(j, sign int32) {
	s.waiting += sign
	s.waitingProcessors += int64(sign * s.outcome.Size(j))
}

// following is the instant after this one, Never if there is none.
func (s *sweep) following() engine.Time {
	o, at := s.outcome, s.ready
	if len(s.withdrawn) > 0 {
		at = min(at, o.End[s.withdrawn[0]])
	}
	if s.reruns && o.Segments == nil {
		if s.started < len(s.runs.Begun) {
			at = min(at, s.runs.At(s.runs.Begun[s.started]).From)
		}
		if s.ended < len(s.runs.Ended) {
			at = min(at, s.runs.At(s.runs.Ended[s.ended]).To)
		}
		return at
	}
	if s.reruns {
		if s.started < len(o.Segments) {
			at = min(at, o.Segments[s.started].From)
		}
		if s.ended < len(o.SegmentOrder) {
			at = min(at, o.Segments[o.SegmentOrder[s.ended]].To)
		}
		return at
	}
	if s.started < len(o.StartOrder) {
		at = min(at, o.Start[o.StartOrder[s.started]])
	}
	if s.ended < len(o.EndOrder) {
		at = min(at, o.End[o.EndOrder[s.ended]])
	}
	return at
}

// enter finds the next job that begins to wait. Refused jobs never do, nor jobs that were never
// submitted.
func (s *sweep) enter() {
	o := s.outcome
	for ; s.entered < len(o.State); s.entered++ {
		j := int32(s.entered)
		if s.order != nil {
			j = s.order[s.entered]
		}
		if o.State[j] != engine.Refused && o.Submitted(j) >= 0 {
			s.entered++
			s.coming, s.ready = j, o.Ready(j)
			return
		}
	}
	s.ready = engine.Never
}

// mostInstants is how many instants a sweep of a run has at most; where jobs begin to wait as others start or end there are fewer.
// Columns that grow would need twice the memory for a moment, and a browser's memory never shrinks; to count the instants would take
// as long as to go through them. O(n).
func mostInstants(o *engine.Outcome) int {
	n := len(o.StartOrder) + len(o.EndOrder) + 2*len(o.Stopped) + 2*len(o.Segments)
	again := o.Reruns()
	for j := range o.Start {
		if again || o.Start[j] < 0 || o.Start[j] > o.Ready(int32(j)) {
			n++ // where it begins to wait; a job that starts at once does so at an instant that is counted
		}
	}
	return n + len(o.Withdrawn())
}

// idle is the number of processors that no job takes, given the machine's.
func (s *sweep) idle() int64 { return int64(s.outcome.Processors) - s.occupied }

// freeAmounts are what is free after the decisions at this instant, and what is stranded; zero if that is not known.
func (s *sweep) freeAmounts() (amounts engine.FreeAmounts) {
	list := s.outcome.Stranded
	for s.strandedSteps < len(list) && list[s.strandedSteps].At <= s.at {
		s.strandedSteps++
	}
	if s.strandedSteps > 0 {
		amounts = list[s.strandedSteps-1].Of
	}
	return amounts
}
