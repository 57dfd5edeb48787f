package policies

import (
	"fmt"
	"strconv"

	"backfill/engine"
	"backfill/engine/byhand"
	"backfill/engine/param"
	"backfill/engine/scenario"
)

// ByHand starts the jobs that somebody has chosen, in the order and at the instants that were chosen, and nobody else. After the last move it
// starts nobody any more. A move that cannot be carried out ends the simulation with a *byhand.Refused: the job does not wait then, or does not fit.
//
// Where the policy is called several times at one instant, a move is carried out as soon as that is possible.
//
// O(waiting jobs) a call, of at most byhand.MaxJobs.
type ByHand struct {
	Moves byhand.Moves

	jobs    []int32         // of the moves, as rows; nil: not known yet
	done    int             // moves that have been carried out
	refused *byhand.Refused // why the next one could not be in a call before, at its instant
}

// Schedule carries out the moves whose instant has come.
func (p *ByHand) Schedule(s *engine.State) {
	if p.jobs == nil && !p.begin(s) {
		return
	}
	for p.done < len(p.Moves) && p.Moves[p.done].At <= s.Now() {
		move, j := p.Moves[p.done], p.jobs[p.done]
		place, why := p.place(s, j)
		if why == "" && move.At == s.Now() {
			s.Note(j, engine.Reason{Rule: engine.StartedByHand, Blocker: engine.NoJob, Free: s.Free()})
			s.Start(j, place)
			p.done++
			p.refused = nil
			continue
		}
		if move.At < s.Now() {
			if p.refused == nil {
				p.refused = &byhand.Refused{Move: move, Why: "no job had come by then"}
			}
			s.Fail(p.refused)
			return
		}
		p.refused = &byhand.Refused{Move: move, Why: why}
		s.WakeAt(s.Now() + engine.Millisecond) // unless another call at this instant makes room
		break
	}
	if p.done < len(p.Moves) {
		s.WakeAt(p.Moves[p.done].At)
	}
	p.explain(s)
}

// begin finds the jobs of the moves; false if there are moves of jobs that are not there, or too many jobs.
func (p *ByHand) begin(s *engine.State) bool {
	w := s.Workload()
	if n := len(w.Jobs); n > byhand.MaxJobs {
		s.Fail(fmt.Errorf("the workload has %d jobs; up to %d can be placed by hand", n, byhand.MaxJobs))
		return false
	}
	p.jobs = make([]int32, len(p.Moves))
	for i, move := range p.Moves {
		if p.jobs[i] = w.JobNumbered(move.Job); p.jobs[i] == engine.NoJob {
			s.Fail(&byhand.Refused{Move: move, Why: "the workload has no such job"})
			return false
		}
	}
	return true
}

// place is where job j may start now, or why it may not.
func (p *ByHand) place(s *engine.State, j int32) (place engine.Placement, why string) {
	waits := false
	for k := s.First(); k != engine.NoJob; k = s.Next(k) {
		waits = waits || k == j
	}
	place, fits := engine.Placement(0), false
	if waits {
		place, fits = s.Fits(j)
	}
	o := s.Outcome()
	switch {
	case fits:
		return place, ""
	case waits:
		return 0, fmt.Sprintf("%d of its %d processors are free", s.Free(), s.Occupies(j))
	case o.State[j] == engine.Refused:
		return 0, "the machine can never run it"
	case o.Start[j] >= 0:
		return 0, "it has started at " + strconv.FormatFloat(o.Start[j].Seconds(), 'f', -1, 64) + " s"
	}
	return 0, "it has not come yet"
}

// explain notes why each job waits that does.
func (p *ByHand) explain(s *engine.State) {
	if !s.Recording() {
		return
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		why := engine.Reason{Rule: engine.TooWideNow, Blocker: engine.NoJob, Free: s.Free()}
		if _, fits := s.Fits(j); fits {
			why.Rule = engine.LeftByHand
		}
		s.Note(j, why)
	}
}

// Chosen are the moves that it carries out.
func (p *ByHand) Chosen() byhand.Moves { return p.Moves }

// LeftJobs says that jobs have not been placed.
func (p *ByHand) LeftJobs(n int) string {
	if n == 1 {
		return "1 job has not been placed"
	}
	return fmt.Sprintf("%d jobs have not been placed", n)
}

var byHand = scenario.PolicyKind{
	Description: param.Description{
		Kind: byhand.Kind, Name: "By hand",
		Doc: "Starts the jobs that you place, when you place them, and nobody else.",
		Params: []param.Param{
			{Name: "moves", Kind: param.Text, Default: "", Fixed: true,
				Doc: "Which jobs start when: instants in seconds, each with a colon and the numbers of the jobs that start then, in their order, such as 0:1,2; 240:4. The page writes it while you place jobs."},
			{Name: "rule", Kind: param.Text, Default: "", Fixed: true,
				Doc: "The policy that you want to follow, which changes nothing but what the page says of your schedule: the label of another policy of the experiment, or a kind of policy such as easy."},
		},
	},
	Needs: engine.OnePool,
	Check: func(v param.Values) error {
		if _, err := byhand.Read(v.Text("moves")); err != nil {
			return &param.Error{Path: "/moves", Reason: err.Error()}
		}
		return nil
	},
	Rule: func(v param.Values) string { return v.Text("rule") },
	New: func(v param.Values) engine.Policy {
		moves, err := byhand.Read(v.Text("moves"))
		if err != nil {
			panic(err) // it was checked
		}
		return &ByHand{Moves: moves}
	},
}
