package los

import "backfill/engine"

// HybridAsPrinted is Hybrid-LOS exactly as its listing reads. It is an exhibit of what
// the listing does, not a way to run a machine:
//
//   - a batch head that was skipped MaxSkip times, or a dedicated job that was moved to
//     the head, starts without a look at the machine's size (lines 35 to 37), so that
//     more processors are given out than there are;
//   - a dedicated job that is due is only moved to the head (lines 6, 7, 40, 41), the
//     newest in front, and starts at the next event at the earliest;
//   - one branch is taken at an event, and if none follows, jobs never start.
//
// Two gaps are filled: a requested start is an event; and when dedicated jobs with one
// requested start are together wider than the machine, which leaves lines 24 to 26
// without a value, their freeze ends with the last running job and leaves nothing.
//
// Source: Kumar, Shae, Jamjoom, IPDPSW 2012, Algorithms 1, 2 and 3.
type HybridAsPrinted struct {
	Lookahead
	MaxSkip int32 // C_s, at least 0

	skips   []int32 // by job
	moved   []bool  // by job: a dedicated one that was moved to the batch queue
	freezes freezes
}

// DedicatedFirst marks the policy as one with a dedicated queue.
func (p *HybridAsPrinted) DedicatedFirst() {}

// NewestDedicatedFirst marks the policy as one with the newest due job in front.
func (p *HybridAsPrinted) NewestDedicatedFirst() {}

func (p *HybridAsPrinted) Schedule(s *engine.State) {
	p.begin(s)
	if p.skips == nil {
		p.skips = make([]int32, len(s.Workload().Jobs))
		p.moved = make([]bool, len(s.Workload().Jobs))
	}
	head, due := p.queues(s)
	dedicated := due != engine.NoJob || s.Coming() != engine.NoJob
	switch batch := s.Free() > 0 && head != engine.NoJob; {
	case batch && !dedicated:
		p.delayedLOS(s, head)
	case batch && p.skips[head] >= p.MaxSkip:
		noteHead(s, head)
		s.Overcommit(head)
		p.noteStopped(s)
	case due != engine.NoJob:
		p.moved[due] = true
		p.skips[due] = p.MaxSkip
		p.noteStopped(s)
	case batch:
		f := unfrozen(s)
		f.first, f.group = s.Coming(), printedFreeze(s)
		p.skipOrStart(s, head, &f)
	default:
		p.noteStopped(s)
	}
}

// queues returns the head of the batch queue, which is the engine's queue without the
// due jobs that were not moved, and the first of these by requested start: they stand
// in front, the newest first.
func (p *HybridAsPrinted) queues(s *engine.State) (head, due int32) {
	head, due = s.First(), engine.NoJob
	for head != engine.NoJob && s.Workload().Dedicated(head) && !p.moved[head] {
		head, due = s.Next(head), head
	}
	return head, due
}

// DelayedKind takes one branch of Algorithm 1.
func (p *HybridAsPrinted) delayedLOS(s *engine.State, head int32) {
	switch {
	case !fits(s, head):
		f := p.freezes.around(s, head)
		p.startBest(s, s.Next(head), &f)
		f.noteWaiting(s, p.skips, p.MaxSkip)
	case p.skips[head] >= p.MaxSkip:
		startHead(s)
		p.noteStopped(s)
	default:
		f := unfrozen(s)
		p.skipOrStart(s, head, &f)
	}
}

// skipOrStart packs the batch queue from its head on.
func (p *HybridAsPrinted) skipOrStart(s *engine.State, head int32, f *freezing) {
	p.startBest(s, head, f)
	if s.First() == head {
		p.skips[head]++
	}
	f.noteWaiting(s, p.skips, p.MaxSkip)
}

// printedFreeze is the freeze of lines 9 to 30 for the dedicated jobs coming first. A
// running job that ends at their requested start counts as running then.
func printedFreeze(s *engine.State) freeze {
	first := s.Coming()
	start := s.Workload().Requested[first]
	size := int64(0)
	for j := first; j != engine.NoJob && s.Workload().Requested[j] == start; j = s.NextComing(j) {
		size += int64(s.Occupies(j))
	}
	outlook := s.Outlook()
	if free := stepAt(outlook, start-1).Free; size <= int64(free) {
		return freeze{start, free - int32(size), true}
	}
	if size > int64(s.Processors()) {
		return freeze{outlook[len(outlook)-1].At, 0, true}
	}
	step := firstWith(outlook, int32(size))
	return freeze{step.At, step.Free - int32(size), true}
}

// noteStopped records why all jobs wait after a cycle that did not look at them.
func (p *HybridAsPrinted) noteStopped(s *engine.State) {
	f := unfrozen(s)
	f.stopped = true
	f.noteWaiting(s, p.skips, 0)
}
