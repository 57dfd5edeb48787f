package policies

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
)

// plainHosts is a second simulator of priority backfilling on hosts with memory, written
// from the description alone and for being obviously right: it steps through every
// millisecond and holds lists of what runs and of what is reserved, which it reads anew
// for every question. Jobs are stopped at their request + grace.
type plainHosts struct {
	jobs         []engine.Job
	memory       []int32 // of each job, MB
	hosts        []engine.Host
	grace        engine.Time
	reservations int
	fixed        bool
	value        func(wait, request float64) float64 // h

	now      engine.Time
	waiting  []int32
	running  []plainStay
	reserved []plainStay
	start    []engine.Time
}

// plainStay is a job on a host from one instant to another, where it runs, as far as is
// known, or has a reservation.
type plainStay struct {
	job      int32
	host     int
	from, to engine.Time
}

// expected is when a running job is expected to end: an overdue one at its limit.
func (p *plainHosts) expected(s plainStay) engine.Time {
	end := s.from + p.jobs[s.job].Estimate
	if end <= p.now {
		end += p.grace
	}
	return end
}

// stays are those on a host.
func (p *plainHosts) stays(host int) []plainStay {
	var list []plainStay
	for _, s := range p.running {
		s.to = p.expected(s)
		list = append(list, s)
	}
	list = append(list, p.reserved...)
	return slices.DeleteFunc(list, func(s plainStay) bool { return s.host != host })
}

// holds says whether the host has room for a job from an instant on for its request. What
// is taken grows only where a stay begins.
func (p *plainHosts) holds(j int32, host int, at engine.Time) bool {
	end := at + p.jobs[j].Estimate
	stays := p.stays(host)
	for _, t := range append(stays, plainStay{from: at}) {
		if t.from < at || t.from >= end {
			continue
		}
		free := p.hosts[host]
		for _, s := range stays {
			if s.from <= t.from && t.from < s.to {
				free.Processors -= p.jobs[s.job].Processors
				free.Memory -= p.memory[s.job]
			}
		}
		if free.Processors < p.jobs[j].Processors || free.Memory < p.memory[j] {
			return false
		}
	}
	return true
}

// ever says whether the empty host has room for a job.
func (p *plainHosts) ever(j int32, host int) bool {
	return p.jobs[j].Processors <= p.hosts[host].Processors && p.memory[j] <= p.hosts[host].Memory
}

// reserve gives a job its earliest slot on the first host that has it then: now is
// impossible, so that it begins where a stay ends.
func (p *plainHosts) reserve(j int32) {
	slot := plainStay{job: j, from: math.MaxInt64}
	for host := range p.hosts {
		if !p.ever(j, host) {
			continue
		}
		for _, s := range p.stays(host) {
			if s.to < slot.from && p.holds(j, host, s.to) {
				slot.host, slot.from = host, s.to
			}
		}
	}
	slot.to = slot.from + p.jobs[j].Estimate
	p.reserved = append(p.reserved, slot)
}

// begin starts a job on the first host that has room now, if any has.
func (p *plainHosts) begin(j int32) bool {
	for host := range p.hosts {
		if p.holds(j, host, p.now) {
			p.running = append(p.running, plainStay{job: j, host: host, from: p.now})
			p.waiting = slices.DeleteFunc(p.waiting, func(k int32) bool { return k == j })
			p.start[j] = p.now
			return true
		}
	}
	return false
}

// pass is the scheduling pass at every submission and termination.
func (p *plainHosts) pass() {
	var order []int32
	if p.fixed {
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
	value := func(j int32) float64 {
		return p.value(float64(p.now-p.jobs[j].Submit)/3.6e6, float64(p.jobs[j].Estimate)/3.6e6)
	}
	slices.SortFunc(order[held:], func(a, b int32) int {
		return cmp.Or(cmp.Compare(value(b), value(a)), cmp.Compare(a, b))
	})
	p.reserved = nil
	for _, j := range order {
		if !p.begin(j) && len(p.reserved) < p.reservations {
			p.reserve(j)
		}
	}
	if !p.fixed {
		p.reserved = nil
	}
}

// run simulates until everybody has ended, and returns the starts, -1 of jobs that fit no
// host.
func (p *plainHosts) run() []engine.Time {
	p.start = slices.Repeat([]engine.Time{-1}, len(p.jobs))
	for next := 0; next < len(p.jobs) || len(p.waiting)+len(p.running) > 0; p.now++ {
		running := len(p.running)
		p.running = slices.DeleteFunc(p.running, func(s plainStay) bool {
			job := p.jobs[s.job]
			return p.now >= s.from+min(job.Run, job.Estimate+p.grace)
		})
		happened := len(p.running) < running
		for ; next < len(p.jobs) && p.jobs[next].Submit == p.now; next++ {
			for host := range p.hosts {
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

// plainPriorities are the formulas with weight w, in hours; the longest request is m.
func plainPriorities(w, m float64) map[string]func(wait, request float64) float64 {
	return map[string]func(wait, request float64) float64{
		"fcfs":       func(wait, request float64) float64 { return wait },
		"sjf":        func(wait, request float64) float64 { return m / request },
		"lxf":        func(wait, request float64) float64 { return (wait + request) / request },
		"lxf-w":      func(wait, request float64) float64 { return (wait+request)/request + float64(w*wait) },
		"sjf-w":      func(wait, request float64) float64 { return m/request + float64(w*wait) },
		"sqrt-sjf-w": func(wait, request float64) float64 { return math.Sqrt(m/request) + float64(w*wait) },
		"sqrt-lxf-w": func(wait, request float64) float64 { return math.Sqrt((wait+request)/request) + float64(w*wait) },
	}
}

// On random hosts with memory, with jobs that run past their requests and are stopped
// after a grace, under every priority, with dynamic and fixed reservations for one, a few
// or all, each job starts when the plain simulator says.
func TestHostsEqualThePlainSimulator(t *testing.T) {
	reserved, overdue, different := map[string]int{}, 0, 0
	eachTrial(t, 1500, func(t *testing.T, c trial) {
		r := rand.New(rand.NewPCG(c.seed, 11))
		p := drawPriority(r)
		p.Name, p.Expression = priorities[c.seed%uint64(len(priorities))].name, nil
		var hosts []engine.Host
		for range 1 + r.IntN(4) {
			hosts = append(hosts, engine.Host{Processors: 1 + r.Int32N(c.processors), Memory: 1 + r.Int32N(40)})
		}
		slices.SortFunc(hosts, func(a, b engine.Host) int { return 1000*int(a.Processors-b.Processors) + int(a.Memory-b.Memory) })
		plain := plainHosts{jobs: c.workload.Jobs, hosts: hosts, grace: c.options.Grace, reservations: p.Reservations, fixed: p.Fixed,
			value: plainPriorities(p.WaitWeight, p.MaxRequest)[p.Name]}
		for _, j := range c.workload.Jobs {
			perProcessor := r.Int32N(4)
			c.workload.Memory = append(c.workload.Memory, 1024*int64(perProcessor))
			plain.memory = append(plain.memory, perProcessor*j.Processors)
			if j.Run > j.Estimate {
				overdue++
			}
		}
		o, err := engine.Simulate(c.workload, engine.NewHosts(hosts, engine.FirstFit), &p, engine.Options{Kill: engine.KillAfterGrace, Grace: c.options.Grace})
		if err != nil {
			t.Fatal(err)
		}
		want := plain.run()
		if !slices.Equal(o.Start, want) {
			t.Errorf("%+v, %d reservations, fixed %v, on %v with memory %v %v:\nstarts %v\nwant   %v", p.Priority, p.Reservations, p.Fixed, hosts, plain.memory, c, o.Start, want)
		}
		reserved[p.Name]++
		if !slices.IsSorted(want) {
			different++
		}
	})
	if len(reserved) != len(priorities) || overdue < trials(5000) || different < trials(700) {
		t.Errorf("the trials are too easy: priorities %v, %d overdue jobs, %d schedules in another order than that of arrival", reserved, overdue, different)
	}
}
