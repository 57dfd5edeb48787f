package policies

import (
	"slices"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies/belief"
)

// Selective backfilling gives a reservation only to jobs that have waited long for their length: to those whose expansion factor, wait
// plus request by request, is at least a threshold. Who has a reservation keeps it, as under conservative backfilling: when a job ends,
// all reservations are put back at their earliest starts, one after the other in the order of arrival. All other jobs start, in the order
// of arrival, if they can run for their whole request without delaying a reservation.
//
// The threshold is fixed, or, if Adaptive, the mean bounded slowdown of the jobs that have ended so far, 1 before the first end. With a
// threshold of 1 every job has a reservation from its arrival on: that is conservative backfilling.
//
// The paper says that a reservation is given when the expansion factor exceeds the threshold, and leaves open when that is looked at and
// in which order. Here it is looked at whenever the policy is called, in the order of arrival; between two calls nobody starts. A job
// that has just reached the threshold counts.
//
// A call costs O(q) for q waiting jobs, beside the search of the future of those that have a reservation.
//
// Source: Srinivasan, Kettimuthu, Subramani, Sadayappan, Selective reservation strategies for backfill job scheduling, JSSPP 2002.
type Selective struct {
	Threshold float64 // at least 1
	Adaptive  bool
	*belief.Belief

	selected  []bool // by job
	ended     int    // jobs
	slowdowns float64
}

// shortRun is the run time below which a slowdown is bounded.
const shortRun = 10 * engine.Second

func (p *Selective) Schedule(s *engine.State) {
	if p.selected == nil {
		p.selected = make([]bool, len(s.Workload().Jobs))
	}
	if p.Adaptive {
		p.takeEnds(s)
	}
	if s.Saw(engine.Overrun) || s.Saw(engine.Change) {
		s.DropAll()
	}
	ended := s.Saw(engine.Completion)
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if p.selected[j] = p.selected[j] || p.reaches(s, j); !p.selected[j] {
			continue
		}
		slot, waited := s.Reservation(j)
		if waited && ended && slot.At > s.Now() {
			s.Drop(j)
		}
		if _, holds := s.Reservation(j); !holds {
			slot = s.Reserve(j)
		}
		startIfDue(s, j, slot, waited)
	}
	p.startOthers(s)
	wakeWhenDue(s)
}

// startOthers starts the jobs without a reservation that may start.
func (p *Selective) startOthers(s *engine.State) {
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if p.selected[j] {
			continue
		}
		s.NoteStartsNow(j)
		if place, ok := s.StartsNow(j); ok {
			s.Start(j, place)
		}
	}
}

// reaches says whether the expansion factor of waiting job j is at least the threshold.
func (p *Selective) reaches(s *engine.State, j int32) bool {
	threshold := p.Threshold
	if p.Adaptive {
		threshold = 1
		if p.ended > 0 {
			threshold = p.slowdowns / float64(p.ended)
		}
	}
	request := float64(s.Request(j))
	return float64(s.Now()-s.Job(j).Submit)+request >= float64(threshold*request)
}

// takeEnds takes in the bounded slowdowns of the jobs that have ended.
func (p *Selective) takeEnds(s *engine.State) {
	o := s.Outcome()
	for _, e := range s.Events() {
		if e.Kind == engine.Completion {
			response, run := s.Now()-s.Job(e.Job).Submit, s.Now()-o.Start[e.Job]
			p.slowdowns += max(1, float64(response)/float64(max(run, shortRun)))
			p.ended++
		}
	}
}

var selective = scenario.PolicyKind{
	Description: param.Description{
		Kind: "selective", Name: "Selective backfilling",
		Doc:    "A job that has waited long for its length gets a reservation, which it keeps and no job may delay; others may start past the rest.",
		Source: "Srinivasan, Kettimuthu, Subramani, Sadayappan 2002",
		Params: slices.Concat([]param.Param{
			{Name: "rule", Kind: param.Choice, Choices: []string{"fixed", "adaptive"}, Default: "fixed",
				Doc: "Whether the threshold is fixed, or the mean bounded slowdown of the jobs that have ended so far."},
			{Name: "threshold", Kind: param.Number, Min: 1, Max: 1e6, Default: 2.0, Only: &param.Only{Name: "rule", In: []string{"fixed"}},
				Doc: "From which expansion factor on, wait plus request by request, a job has a reservation. With 1 every job has: that is conservative backfilling."},
		}, belief.Params),
		Presets: selectivePresets,
	},
	Needs:   engine.Estimates,
	Demands: belief.Demands,
	Check:   belief.Check,
	New: func(v param.Values) engine.Policy {
		return &Selective{Threshold: v.Float("threshold"), Adaptive: v.Text("rule") == "adaptive", Belief: belief.Of(v)}
	},
}
