package engine

import "slices"

// recorder collects decisions. Consecutive decisions about a job with the same
// reason become one entry.
type recorder struct {
	all       bool
	watched   []bool  // by job
	left      []int32 // watched jobs that may still be decided about
	decisions []Decision
	last      []int32 // by job: index of its latest decision + 1
}

func newRecorder(o Options, jobs int) *recorder {
	r := &recorder{all: o.RecordAll, watched: make([]bool, jobs), left: slices.Clone(o.Record), last: make([]int32, jobs)}
	for _, j := range o.Record {
		r.watched[j] = true
	}
	return r
}

// Begin finds out whether a watched job can be decided about: without one, policies are as fast
// as if nothing was recorded. O(watched jobs that have not ended).
func (r *recorder) Begin(s *State) bool {
	o := s.outcome
	r.left = slices.DeleteFunc(r.left, func(j int32) bool {
		return o.State[j] == Refused || o.End[j] >= 0 || s.segments == nil && o.Start[j] >= 0
	})
	return r.all || slices.ContainsFunc(r.left, func(j int32) bool { return s.jobs[j].Submit <= s.now })
}

func (r *recorder) Wants(j int32, _ bool) bool { return r.all || r.watched[j] }

func (r *recorder) Decided(s *State, j int32, why Reason) {
	if k := r.last[j]; k > 0 && r.decisions[k-1].Reason == why {
		r.decisions[k-1].Until = s.now
		r.decisions[k-1].Times++
		return
	}
	r.decisions = append(r.decisions, Decision{Reason: why, Job: j, At: s.now, Until: s.now, Times: 1})
	r.last[j] = int32(len(r.decisions))
}

func (r *recorder) Reserved(*State, int32, Slot) {}

func (r *recorder) Dropping(*State) {}

func (r *recorder) End(*State, Policy) {}

func (r *recorder) Conclude(o *Outcome) { o.Decisions = r.decisions }
