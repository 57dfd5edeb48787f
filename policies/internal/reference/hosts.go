package reference

import (
	"cmp"
	"math"
	"slices"

	"backfill/engine"
	"backfill/engine/machine/hosts"
)

// Hosts is a second simulator of priority backfilling on hosts with memory, written
// from the description alone, to be obviously right: it steps through every
// millisecond and holds lists of what runs and of what is reserved, which it reads anew
// for every question. Jobs are stopped at their request + grace.
type Hosts struct {
	Jobs         []engine.Job
	Memory       []int32 // of each job, MB
	Hosts        []hosts.Host
	Grace        engine.Time
	Reservations int
	Fixed        bool
	Order        Order

	now      engine.Time
	waiting  []int32
	running  []stay
	reserved []stay
	start    []engine.Time
}

// stay is a job on a host from one instant to another, where it runs, as far as is
// known, or has a reservation.
type stay struct {
	job      int32
	host     int
	from, to engine.Time
}

// expected is when a running job is expected to end: an overdue one at its limit.
func (p *Hosts) expected(s stay) engine.Time {
	end := s.from + p.Jobs[s.job].Estimate
	if end <= p.now {
		end += p.Grace
	}
	return end
}

// stays are those on a host.
func (p *Hosts) stays(host int) []stay {
	var list []stay
	for _, s := range p.running {
		s.to = p.expected(s)
		list = append(list, s)
	}
	list = append(list, p.reserved...)
	return slices.DeleteFunc(list, func(s stay) bool { return s.host != host })
}

// holds says whether the host has room for a job from an instant on for its request. What
// is taken grows only where a stay begins.
func (p *Hosts) holds(j int32, host int, at engine.Time) bool {
	end := at + p.Jobs[j].Estimate
	stays := p.stays(host)
	for _, t := range append(stays, stay{from: at}) {
		if t.from < at || t.from >= end {
			continue
		}
		free := p.Hosts[host]
		for _, s := range stays {
			if s.from <= t.from && t.from < s.to {
				free.Processors -= p.Jobs[s.job].Processors
				free.Memory -= p.Memory[s.job]
			}
		}
		if free.Processors < p.Jobs[j].Processors || free.Memory < p.Memory[j] {
			return false
		}
	}
	return true
}

// ever says whether the empty host has room for a job.
func (p *Hosts) ever(j int32, host int) bool {
	return p.Jobs[j].Processors <= p.Hosts[host].Processors && p.Memory[j] <= p.Hosts[host].Memory
}

// reserve gives a job its earliest slot on the first host that has it then: now is
// impossible, so that it begins where a stay ends.
func (p *Hosts) reserve(j int32) {
	slot := stay{job: j, from: math.MaxInt64}
	for host := range p.Hosts {
		if !p.ever(j, host) {
			continue
		}
		for _, s := range p.stays(host) {
			if s.to < slot.from && p.holds(j, host, s.to) {
				slot.host, slot.from = host, s.to
			}
		}
	}
	slot.to = slot.from + p.Jobs[j].Estimate
	p.reserved = append(p.reserved, slot)
}

// begin starts a job on the first host that has room now, if any has.
func (p *Hosts) begin(j int32) bool {
	for host := range p.Hosts {
		if p.holds(j, host, p.now) {
			p.running = append(p.running, stay{job: j, host: host, from: p.now})
			p.waiting = slices.DeleteFunc(p.waiting, func(k int32) bool { return k == j })
			p.start[j] = p.now
			return true
		}
	}
	return false
}

// pass is the scheduling pass at every submission and termination.
func (p *Hosts) pass() {
	var order []int32
	if p.Fixed {
		for _, s := range p.reserved {
			order = append(order, s.job)
		}
	}
	held := len(order)
	for _, j := range p.waiting {
		if !slices.Contains(order, j) {
			order = append(order, j)
		}
	}
	standing := func(j int32) Standing {
		job := &p.Jobs[j]
		return Standing{p.now - job.Submit, job.Estimate, job.Submit, job.Processors}
	}
	slices.SortFunc(order[held:], func(a, b int32) int {
		return cmp.Or(p.Order(standing(a), standing(b)), cmp.Compare(a, b))
	})
	p.reserved = nil
	for _, j := range order {
		if !p.begin(j) && len(p.reserved) < p.Reservations {
			p.reserve(j)
		}
	}
	if !p.Fixed {
		p.reserved = nil
	}
}

// Run simulates until all jobs have ended, and returns the starts, -1 of jobs that fit no
// host.
func (p *Hosts) Run() []engine.Time {
	p.start = slices.Repeat([]engine.Time{-1}, len(p.Jobs))
	for next := 0; next < len(p.Jobs) || len(p.waiting)+len(p.running) > 0; p.now++ {
		running := len(p.running)
		p.running = slices.DeleteFunc(p.running, func(s stay) bool {
			job := p.Jobs[s.job]
			return p.now >= s.from+min(job.Run, job.Estimate+p.Grace)
		})
		happened := len(p.running) < running
		for ; next < len(p.Jobs) && p.Jobs[next].Submit == p.now; next++ {
			for host := range p.Hosts {
				if p.ever(int32(next), host) {
					p.waiting = append(p.waiting, int32(next))
					happened = true
					break
				}
			}
		}
		if happened {
			p.pass()
		}
	}
	return p.start
}
