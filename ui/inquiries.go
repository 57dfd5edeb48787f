package ui

import (
	"backfill/engine"
	"backfill/engine/experiment"
)

// inquiries are the questions about simulations whose answers are still to come. A new
// simulation, and Cancel, give them up.
type inquiries struct {
	last    int // key
	waiting map[int]answered
}

// answered is what becomes of an answer.
type answered struct {
	came   func([]engine.Decision) // of explain
	needs  func([]experiment.Need) // of need
	failed func(Failure)
}

// inquiry asks about a policy of an edition.
func (e *edition) inquiry(policy int) Inquiry {
	return Inquiry{Scenario: e.scenario, Files: e.files, Expressions: e.plan.Expressions, Cell: e.cell, Policy: policy, Workload: e.results.Workload}
}

// explain asks for the decisions about jobs under a policy of an edition.
func (p *Page) explain(e *edition, policy int, jobs []int32, then answered) {
	p.browser.Explain(p.inquiries.add(then), e.inquiry(policy), jobs)
}

// need asks how much less job j would have had to ask for to start before an instant, under a policy
// of an edition.
func (p *Page) need(e *edition, policy int, j int32, before engine.Time, then answered) {
	p.browser.Need(p.inquiries.add(then), e.inquiry(policy), j, before)
}

// NeedsCame hands over how much less a job would have had to ask for.
func (p *Page) NeedsCame(key int, needs []experiment.Need) {
	if then, ok := p.inquiries.take(key); ok {
		then.needs(needs)
	}
}

// add notes what becomes of an answer and returns the key of the question.
func (q *inquiries) add(then answered) int {
	if q.waiting == nil {
		q.waiting = map[int]answered{}
	}
	q.last++
	q.waiting[q.last] = then
	return q.last
}

// Explained hands over the record of the decisions that were asked for.
func (p *Page) Explained(key int, decisions []engine.Decision) {
	if then, ok := p.inquiries.take(key); ok {
		then.came(decisions)
	}
}

// Unexplained says that there is no such record.
func (p *Page) Unexplained(key int, f Failure) {
	if then, ok := p.inquiries.take(key); ok {
		then.failed(f)
	}
}

func (q *inquiries) take(key int) (answered, bool) {
	then, ok := q.waiting[key]
	delete(q.waiting, key)
	return then, ok
}

// giveUp forgets the questions that the browser has given up.
func (q *inquiries) giveUp() { q.waiting = nil }
