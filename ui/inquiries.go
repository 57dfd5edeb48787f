package ui

import "backfill/engine"

// inquiries are the questions about simulations whose answers are still to come. A new
// simulation, and Cancel, give them up.
type inquiries struct {
	last    int // key
	waiting map[int]answered
}

// answered is what becomes of an answer.
type answered struct {
	came   func([]engine.Decision)
	failed func(Failure)
}

// inquiry asks about a policy of an edition.
func (e *edition) inquiry(policy int) Inquiry {
	return Inquiry{Scenario: e.scenario, Files: e.files, Expressions: e.plan.Expressions, Cell: e.cell, Policy: policy, Workload: e.results.Workload}
}

// explain asks for the decisions about jobs under a policy of an edition.
func (p *Page) explain(e *edition, policy int, jobs []int32, then answered) {
	q := &p.inquiries
	if q.waiting == nil {
		q.waiting = map[int]answered{}
	}
	q.last++
	q.waiting[q.last] = then
	p.browser.Explain(q.last, e.inquiry(policy), jobs)
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
