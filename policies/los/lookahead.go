package los

import (
	"fmt"

	"backfill/engine"
	"backfill/engine/param"
)

// Lookahead is what the policies of the LOS family share: how far they look into the
// queue, and the packing of what they see there. The zero value looks at the whole
// queue.
type Lookahead struct {
	Depth     int // jobs that a packing is made from, the first of the queue without a blocked head; 0: all
	MaxStates int // bound of the dynamic program, see packing; 0: the default

	packing    packing
	candidates []candidate
	seen       recollection // of the last packing, if decisions are recorded
	cycles     int          // packings
	shrunk     int          // of these, those beyond the bound
	began      bool
	givesBack  bool // the last packing chose a job that ends with the head's freeze
}

// begin prepares the first call.
func (l *Lookahead) begin(s *engine.State) {
	if l.began {
		return
	}
	l.began = true
	s.Outlook() // forecasts must be asked for from the first call on
	if l.MaxStates == 0 {
		l.MaxStates = maxPackingStates
	}
}

// onlyNewcomers is the first waiting job that can be better off than in the last
// call, if no job before it can, and engine.NoJob if all jobs must be looked at.
//
// A packing leaves no job over that could be added to it. If since then nothing
// happened but arrivals at the end of the queue, behind a head that did not fit,
// neither the free processors nor the head's freeze have changed and less ends before
// it, so the jobs that were left over are left over again. Not so if a chosen job ends exactly
// with the freeze: it took of the extra processors and now gives them back, since by
// then it will have ended. Nor with a lookahead, where newcomers may be out of sight,
// nor with dedicated jobs coming, whose freeze may be another.
func (l *Lookahead) onlyNewcomers(s *engine.State) int32 {
	if !s.OnlyArrivals(engine.FirmPlaces) || s.Recording() || l.Depth > 0 || l.givesBack || s.Coming() != engine.NoJob {
		return engine.NoJob
	}
	events := s.Events()
	if events[0].Job == s.First() {
		return engine.NoJob
	}
	if s.Workload().Requested != nil {
		for _, e := range events {
			if s.Workload().Dedicated(e.Job) {
				return engine.NoJob
			}
		}
	}
	return events[0].Job
}

// startBest starts the best packing of the waiting jobs from j on within the freezes.
func (l *Lookahead) startBest(s *engine.State, j int32, f *freezing) {
	l.givesBack = false
	jobs := l.choose(s, j, &f.head, &f.group)
	if s.Recording() {
		f.remember(s, l, jobs)
	}
	for _, k := range jobs {
		f.noteChosen(s, k)
		l.givesBack = l.givesBack || s.Now()+s.Job(k).Estimate == f.head.end
		s.Start(k, 0)
	}
}

// choose returns the best packing of the waiting jobs from j on within the freezes of
// the head and of a group of dedicated jobs, in the order of the queue. Its memory is
// used again by the next call.
func (l *Lookahead) choose(s *engine.State, j int32, head, group *freeze) []int32 {
	l.candidates = l.candidates[:0]
	free := s.Free()
	left := l.Depth
	for ; j != engine.NoJob && (l.Depth == 0 || left > 0); j = s.Next(j) {
		left--
		if s.Job(j).Processors > free {
			continue
		}
		expected := s.Now() + s.Job(j).Estimate
		l.candidates = append(l.candidates, candidate{j, s.Occupies(j), [2]bool{head.runsPast(expected), group.runsPast(expected)}})
	}
	if s.Recording() {
		l.seen.candidates = append(l.seen.candidates[:0], l.candidates...)
	}
	jobs, exact := l.packing.choose(l.candidates, free, [2]int32{head.extra, group.extra}, l.MaxStates)
	l.cycles++
	if !exact {
		l.shrunk++
	}
	return jobs
}

// Warnings says how often the queue was packed in parts.
func (l *Lookahead) Warnings() []string {
	if l.shrunk == 0 {
		return nil
	}
	return []string{fmt.Sprintf("in %d of %d cycles the queue was packed in parts, for the whole of it needs more than maxStates = %d", l.shrunk, l.cycles, l.MaxStates)}
}

// lookaheadParams describe a Lookahead.
var lookaheadParams = []param.Param{
	{Name: "lookahead", Kind: param.Integer, Unit: "jobs", Min: 0, Max: 1e9, Default: int64(0),
		Doc:    "How many jobs a packing is made from: the first of the queue, without a head that holds a reservation; 0 for all, 50 in the paper that introduced it.",
		Source: "Shmueli and Feitelson 2005"},
	{Name: "maxStates", Kind: param.Integer, Unit: "states", Min: 64, Max: 1 << 31, Default: int64(maxPackingStates),
		Doc: "The packing is the best there is as long as its states (totals and capacities) times the waiting jobs stay below this; beyond, the queue is packed in parts and the result says how often."},
}

func newLookahead(v param.Values) Lookahead {
	return Lookahead{Depth: int(v.Int("lookahead")), MaxStates: int(v.Int("maxStates"))}
}
