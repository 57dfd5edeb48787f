package session

import (
	"backfill/engine"
	"backfill/engine/agreement"
	"backfill/engine/experiment"
	"backfill/engine/factors"
	"backfill/engine/forecast"
	"backfill/ui/drawing"
	"backfill/ui/result"
)

// requests are the questions about simulations whose answers are still to come. A new
// simulation, and CancelRun, give them up.
type requests struct {
	last    int // key
	waiting map[int]Reply
}

// Reply is what becomes of an answer.
type Reply struct {
	Came   func([]engine.Decision)   // of Explain
	Needs  func([]experiment.Need)   // of Need
	Found  func(*agreement.Findings) // of Compare
	Weighs func(*factors.Record)     // of Factors
	Tells  func(*forecast.Answer)    // of Foretell
	Nears  func(done, of int)        // of Foretell, before that
	Failed func(result.Failure)
}

// Simulation is that of a policy of a simulated cell.
func (s *Simulated) Simulation(policy int) result.Simulation {
	return result.Simulation{Scenario: s.Scenario, Files: s.Files, Written: s.Plan.Written, Cell: s.Cell, Policy: policy, Workload: s.Results.Workload}
}

// Explain asks for the decisions about jobs under a policy of a simulated cell.
func (s *Session) Explain(e *Simulated, policy int, jobs []int32, then Reply) {
	s.Browser.Explain(s.requests.add(then), e.Simulation(policy), jobs)
}

// Need asks how much less job j would have had to ask for to start before an instant, under a policy
// of a simulated cell.
func (s *Session) Need(e *Simulated, policy int, j int32, before engine.Time, then Reply) {
	s.Browser.Need(s.requests.add(then), e.Simulation(policy), j, before)
}

// Draw asks for drawings 0 to n-1 of a policy of a simulated cell, whose run has come: the one that is shown, or any that is kept.
// result.Run.Drawings has them then, and drawing.Queue.Want says when tell is called.
func (s *Session) Draw(e *Simulated, policy, n int, tell func(drawing.Progress)) {
	s.Drawings.Want(e.Simulation(policy), e.Results.Runs[policy], n, e.Plan.Workers, tell)
}

// Compare asks how well a policy of a simulated cell agrees with the log.
func (s *Session) Compare(e *Simulated, policy int, then Reply) {
	s.Browser.Compare(s.requests.add(then), e.Simulation(policy))
}

// Compared hands over how well it agrees.
func (s *Session) Compared(key int, f *agreement.Findings) {
	if then, ok := s.requests.take(key); ok {
		then.Found(f)
	}
}

// NeedsCame hands over how much less a job would have had to ask for.
func (s *Session) NeedsCame(key int, needs []experiment.Need) {
	if then, ok := s.requests.take(key); ok {
		then.Needs(needs)
	}
}

// Factors asks what the priorities under a policy of a simulated cell are made of.
func (s *Session) Factors(e *Simulated, policy int, asked factors.Question, then Reply) {
	s.Browser.Factors(s.requests.add(then), e.Simulation(policy), asked)
}

// FactorsCame hands over what priorities are made of.
func (s *Session) FactorsCame(key int, record *factors.Record) {
	if then, ok := s.requests.take(key); ok {
		then.Weighs(record)
	}
}

// Foretell asks when a job would start under a policy of a simulated cell, or how often that would have been told rightly.
func (s *Session) Foretell(e *Simulated, policy int, asked forecast.Question, then Reply) {
	s.Browser.Foretell(s.requests.add(then), e.Simulation(policy), asked)
}

// Foretelling notes how far it is.
func (s *Session) Foretelling(key, done, of int) {
	if then, ok := s.requests.waiting[key]; ok {
		then.Nears(done, of)
	}
}

// Foretold hands over when a job would start.
func (s *Session) Foretold(key int, answer *forecast.Answer) {
	if then, ok := s.requests.take(key); ok {
		then.Tells(answer)
	}
}

// add notes what becomes of an answer and returns the key of the question.
func (r *requests) add(then Reply) int {
	if r.waiting == nil {
		r.waiting = map[int]Reply{}
	}
	r.last++
	r.waiting[r.last] = then
	return r.last
}

// AwaitsAnswers says whether something is still to be told of what is shown: a question is open, or the end of a run will ask.
func (s *Session) AwaitsAnswers() bool { return s.Running || len(s.requests.waiting) > 0 }

// Explained hands over the record of the decisions that were asked for.
func (s *Session) Explained(key int, decisions []engine.Decision) {
	if then, ok := s.requests.take(key); ok {
		then.Came(decisions)
	}
}

// Unexplained says that there is no such record.
func (s *Session) Unexplained(key int, f result.Failure) {
	if then, ok := s.requests.take(key); ok {
		then.Failed(f)
	}
}

func (r *requests) take(key int) (Reply, bool) {
	then, ok := r.waiting[key]
	delete(r.waiting, key)
	return then, ok
}

// giveUp forgets the questions that the browser has given up.
func (r *requests) giveUp() { r.waiting = nil }
