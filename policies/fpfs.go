package policies

import (
	"math"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies/queue"
)

// FPFS, "fit processors first served", starts the head of the queue if it fits, else the
// first job behind it that does, without looking at run times. Each job that is started
// so jumps the head, and after MaxJumps jumps the head is waited for.
//
// With MaxJumps 0 it is FCFS. After mere arrivals, on a machine that is monotone, only the new jobs are looked
// at. Else a pass costs, for each job started, O(q) for q waiting jobs; if those are many, O(l) for l sorts of
// jobs that need the same room.
//
// Source: Ngubiri and van Vliet, Group-wise performance evaluation of processor
// co-allocation in multi-cluster systems, JSSPP 2007, section 3.
type FPFS struct {
	MaxJumps int

	head  int32 // the job that was head of the queue last, NoJob at first
	jumps int   // over head

	index queue.ByRoom // if many wait
}

func (p *FPFS) Schedule(s *engine.State) {
	switch {
	case s.Recording():
		p.index.Exists = false // every waiting job is looked at
	case p.MaxJumps > 0:
		p.index.Update(s)
	}
	var behind int32
	if p.head == s.First() && s.OnlyArrivals(engine.Monotone) && !s.Recording() && firstArrived(s) {
		behind = s.Events()[0].Job // neither the head nor any job before this one has room
	} else {
		behind = p.startHeads(s)
	}
	for behind != engine.NoJob && p.jump(s, behind) {
		behind = p.startHeads(s)
	}
}

// firstArrived says whether the job of the first event stands ahead of those that have arrived with it: where some jobs go before others
// that is not certain.
func firstArrived(s *engine.State) bool {
	_, tiered := s.Machine().(engine.Tiered)
	return !tiered || len(s.Events()) == 1
}

// startHeads starts the head of the queue as long as it fits and returns the job behind
// the one that does not, NoJob if there is none.
func (p *FPFS) startHeads(s *engine.State) int32 {
	for head := s.First(); head != engine.NoJob; head = s.First() {
		if head != p.head {
			p.head, p.jumps = head, 0
		}
		place, ok := s.Fits(head)
		if !ok {
			p.note(s, head, engine.HeadJumped)
			return s.Next(head)
		}
		p.note(s, head, engine.StartedInOrder)
		p.start(s, head, place)
	}
	return engine.NoJob
}

// jump starts the first job from j on that fits; false if there is none or the head has been
// jumped as often as it may be.
func (p *FPFS) jump(s *engine.State, j int32) bool {
	if p.index.Exists && p.jumps < p.MaxJumps && j == s.Next(p.head) {
		if j = p.index.FirstFitting(s); j == engine.NoJob {
			return false
		}
	}
	for ; j != engine.NoJob; j = s.Next(j) {
		if p.jumps >= p.MaxJumps {
			if !s.Recording() {
				return false
			}
			p.note(s, j, engine.BehindJumped)
			continue
		}
		if place, ok := s.Fits(j); ok {
			p.jumps++
			p.note(s, j, engine.StartedJumping)
			p.start(s, j, place)
			return true
		}
		p.note(s, j, engine.TooWideNow)
	}
	return false
}

func (p *FPFS) start(s *engine.State, j int32, place engine.Placement) {
	s.Start(j, place)
	if p.index.Exists {
		p.index.Remove(s, j)
	}
}

// note records why job j starts or waits.
func (p *FPFS) note(s *engine.State, j int32, rule engine.Rule) {
	if s.Records(j) {
		s.Note(j, p.because(s, rule))
	}
}

// because is a reason that speaks of the head of the queue and its jumps.
func (p *FPFS) because(s *engine.State, rule engine.Rule) engine.Reason {
	why := engine.Reason{Rule: rule, Blocker: engine.NoJob, Free: s.Free()}
	if rule != engine.StartedInOrder && rule != engine.TooWideNow {
		why.Skips, why.MaxSkip = int32(p.jumps), int32(min(p.MaxJumps, math.MaxInt32))
	}
	if rule == engine.StartedJumping || rule == engine.BehindJumped {
		why.Blocker = p.head
	}
	return why
}

var fpfs = scenario.PolicyKind{
	Description: param.Description{
		Kind: "fpfs", Name: "FPFS",
		Doc:    "First come, first served, but a job at the head of the queue that does not fit lets up to maxJumps jobs past that do; knows nothing of run times.",
		Source: "Ngubiri and van Vliet 2007",
		Params: []param.Param{
			{Name: "maxJumps", Kind: param.Integer, Unit: "jobs", Min: 0, Max: 1e9, Default: int64(10),
				Doc: "How many jobs may jump a job while it is at the head of the queue; 0: none, which is FCFS."},
		},
	},
	New: func(v param.Values) engine.Policy {
		return &FPFS{MaxJumps: int(v.Int("maxJumps")), head: engine.NoJob}
	},
}
