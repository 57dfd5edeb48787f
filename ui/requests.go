package ui

import (
	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/ui/result"
)

// requests are the questions about simulations whose answers are still to come. A new
// simulation, and Cancel, give them up.
type requests struct {
	last    int // key
	waiting map[int]answered
}

// answered is what becomes of an answer.
type answered struct {
	came   func([]engine.Decision) // of explain
	needs  func([]experiment.Need) // of need
	failed func(result.Failure)
}

// simulation is that of a policy of an edition.
func (e *Simulated) simulation(policy int) result.Simulation {
	return result.Simulation{Scenario: e.Scenario, Files: e.Files, Expressions: e.Plan.Expressions, Cell: e.Cell, Policy: policy, Workload: e.Results.Workload}
}

// explain asks for the decisions about jobs under a policy of an edition.
func (s *Session) explain(e *Simulated, policy int, jobs []int32, then answered) {
	s.browser.Explain(s.requests.add(then), e.simulation(policy), jobs)
}

// need asks how much less job j would have had to ask for to start before an instant, under a policy
// of an edition.
func (s *Session) need(e *Simulated, policy int, j int32, before engine.Time, then answered) {
	s.browser.Need(s.requests.add(then), e.simulation(policy), j, before)
}

// NeedsCame hands over how much less a job would have had to ask for.
func (s *Session) NeedsCame(key int, needs []experiment.Need) {
	if then, ok := s.requests.take(key); ok {
		then.needs(needs)
	}
}

// add notes what becomes of an answer and returns the key of the question.
func (r *requests) add(then answered) int {
	if r.waiting == nil {
		r.waiting = map[int]answered{}
	}
	r.last++
	r.waiting[r.last] = then
	return r.last
}

// Explained hands over the record of the decisions that were asked for.
func (s *Session) Explained(key int, decisions []engine.Decision) {
	if then, ok := s.requests.take(key); ok {
		then.came(decisions)
	}
}

// Unexplained says that there is no such record.
func (s *Session) Unexplained(key int, f result.Failure) {
	if then, ok := s.requests.take(key); ok {
		then.failed(f)
	}
}

func (r *requests) take(key int) (answered, bool) {
	then, ok := r.waiting[key]
	delete(r.waiting, key)
	return then, ok
}

// giveUp forgets the questions that the browser has given up.
func (r *requests) giveUp() { r.waiting = nil }
