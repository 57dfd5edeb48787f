package engine

import (
	"slices"

	"backfill/engine/eventlist"
	"backfill/engine/waiting"
)

// SegmentEnd says how a segment of a job ended.
type SegmentEnd uint8

const (
	RunsOn       SegmentEnd = iota // it had not ended when the simulation stopped
	Ended                          // with the job
	Restarted                      // preempted: what the job had done is lost
	Suspended                      // preempted: what it had done is kept where it was
	Checkpointed                   // preempted: what it had done is kept
)

// Segment is one interval in which a job ran, without interruption and in one place; its
// length is not 0.
type Segment struct {
	Job  int32
	Lane int32
	From Time
	To   Time // -1: it had not ended when the simulation stopped
	End  SegmentEnd
}

// Preemptive is a Divided machine that can interrupt jobs. How long a job runs depends on its
// place.
type Preemptive interface {
	Machine
	Divided
	// Takes is how long job j, which does not run, would run from a start at p until its work is
	// done, less what it has done before and keeps there. The whole work takes length on the
	// computer for which the job's times are given. At least 1 ms.
	Takes(j int32, p Placement, length Time) Time
	// Begun notes that job j, which was placed, runs from now on.
	Begun(j int32, now Time)
	// Preempt notes that running job j, which began earlier, stops now. It is called before the
	// job is released.
	Preempt(j int32, now Time) SegmentEnd
	// Lost is how long job j, which ends now and is not released yet, ran without doing lasting
	// work.
	Lost(j int32) Time
}

// Licensed is a Machine with floating licences.
type Licensed interface {
	// Copies says how many copies of each licence there are.
	Copies() []int32
}

// segments keeps what is known of running jobs and their segments on a Preemptive machine.
type segments struct {
	machine   Preemptive
	present   waiting.Queue // jobs that wait or run, in the order of arrival
	begun     int32         // how often jobs were started
	waits     []bool        // by job
	last      []int32       // by job: its latest segment, an index of Outcome.Segments
	estimated []Time        // by running job: when it ends by its estimate
	stopped   []Time        // by running job: when it is killed, Never if it is not killed
}

func newSegments(m Preemptive, o *Outcome) *segments {
	n := len(o.Start)
	o.Segments, o.SegmentOrder = make([]Segment, 0, n), make([]int32, 0, n)
	o.Held, o.Lost = make([]Time, n), make([]Time, n)
	return &segments{
		machine: m, present: waiting.New(n), waits: make([]bool, n), last: make([]int32, n),
		estimated: make([]Time, n), stopped: make([]Time, n),
	}
}

// Present appends the jobs that wait or run, in the order of their arrival. The machine can
// interrupt jobs.
func (s *State) Present(list []int32) []int32 {
	present := &s.segments.present
	for j := present.First; j != NoJob; j = present.Next[j] {
		list = append(list, j)
	}
	return list
}

// Preempt interrupts running job j, on a machine that can do so. The job waits again, at its
// place in the order of arrival, and may be started at once. If it was started at this very
// instant, the start is undone. O(running jobs that arrived before it + segments that began now).
func (s *State) Preempt(j int32) {
	st := s.segments
	expected := s.ExpectedEnd(j)
	if s.outcome.Segments[st.last[j]].From == s.now {
		s.undoSegment(j)
	} else {
		s.closeSegment(j, st.machine.Preempt(j, s.now))
	}
	s.machine.Release(j)
	s.freed = true
	s.moving.end[j] = -1
	s.outcome.State[j] = Unfinished
	if s.forecast != nil {
		s.removeOverdue(j)
		s.forecast.Ended(j, expected)
	}
	after := st.present.Prev[j]
	for after != NoJob && !st.waits[after] {
		after = st.present.Prev[after]
	}
	s.queue.Insert(j, after)
	st.waits[j] = true
}

// enqueue puts job j behind all waiting jobs, on a machine with tiers behind those of its own tier and of higher ones.
func (s *State) enqueue(j int32) {
	after := s.queue.Last
	if s.tiered != nil {
		for tier := s.tiered.Tier(j); after != NoJob && s.tiered.Tier(after) < tier; {
			after = s.queue.Prev[after]
		}
	}
	s.queue.Insert(j, after)
	if s.stranding != nil {
		s.stranding.Waits(j)
	}
	if s.bySize.Exists {
		s.bySize.Add(j, s.jobs[j].Processors, s.jobs[j].Estimate)
	}
	if s.segments != nil {
		s.segments.present.Append(j)
		s.segments.waits[j] = true
	}
}

// beginSegment starts waiting job j at p, for the first time or again.
func (s *State) beginSegment(j int32, p Placement) {
	st, o, job := s.segments, s.outcome, &s.jobs[j]
	seq := st.begun
	st.begun++
	st.estimated[j], st.stopped[j] = s.now+st.machine.Takes(j, p, job.Estimate), Never
	if limit := s.limit(j); limit != Never {
		st.stopped[j] = s.now + st.machine.Takes(j, p, limit)
	}
	end := s.now + st.machine.Takes(j, p, job.Run)
	o.State[j] = Completed
	if end > st.stopped[j] {
		end, o.State[j] = st.stopped[j], Killed
	}
	s.moving.seq[j], s.moving.end[j] = seq, end
	s.ends.Push(eventlist.Entry{At: end, Seq: seq, Job: j})
	if s.forecast != nil {
		s.forecast.Started(j, p, st.estimated[j])
		if end > st.estimated[j] {
			s.expiries.Push(eventlist.Entry{At: st.estimated[j], Seq: seq, Job: j})
		}
	}

	if o.Start[j] < 0 {
		o.Start[j] = s.now
		o.StartOrder = append(o.StartOrder, j)
		s.arrivals.started(j, s.now)
	}
	s.queue.Remove(j)
	st.waits[j], st.last[j] = false, int32(len(o.Segments))
	s.machine.Place(j, p)
	st.machine.Begun(j, s.now)
	o.Segments = append(o.Segments, Segment{Job: j, Lane: int32(p), From: s.now, To: -1})
}

// closeSegment notes how the segment of running job j ends now.
func (s *State) closeSegment(j int32, how SegmentEnd) {
	o := s.outcome
	segment := &o.Segments[s.segments.last[j]]
	segment.To, segment.End = s.now, how
	o.Lane[j] = segment.Lane
	o.SegmentOrder = append(o.SegmentOrder, s.segments.last[j])
	o.Held[j] += s.now - segment.From
}

// undoSegment forgets the segment of job j that begins now.
func (s *State) undoSegment(j int32) {
	st, o := s.segments, s.outcome
	i := st.last[j]
	o.Segments = append(o.Segments[:i], o.Segments[i+1:]...)
	for k := int(i); k < len(o.Segments); k++ {
		st.last[o.Segments[k].Job] = int32(k)
	}
	if o.Start[j] == s.now {
		o.Start[j] = -1
		at := slices.Index(o.StartOrder, j)
		o.StartOrder = append(o.StartOrder[:at], o.StartOrder[at+1:]...)
	}
}

// planned notes that the policy has made a plan.
func (s *State) planned() {
	o := s.outcome
	if n := len(o.Plans); n == 0 || o.Plans[n-1] < s.now {
		o.Plans = append(o.Plans, s.now)
	}
}

// estimatedEnd is when running job j ends by its estimate.
func (s *State) estimatedEnd(j int32) Time {
	if s.segments != nil {
		return s.segments.estimated[j]
	}
	return s.outcome.Start[j] + s.jobs[j].Estimate
}

// stoppedAt is when running job j is killed if it has not ended by then, Never if it is not
// killed.
func (s *State) stoppedAt(j int32) Time {
	if s.segments != nil {
		return s.segments.stopped[j]
	}
	if limit := s.limit(j); limit < Never-s.outcome.Start[j] {
		return s.outcome.Start[j] + limit
	}
	return Never
}
