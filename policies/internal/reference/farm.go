package reference

import (
	"slices"

	"backfill/engine"
	"backfill/engine/machine/farm"
)

// Farm is a second simulator of backfilling on a farm, written from the description
// alone: it steps through every millisecond and holds lists of what runs and of what is
// reserved, which it reads anew for every question. It takes events in batches.
type Farm struct {
	FarmWorld

	Start []engine.Time
	Lane  []int32

	computers []farm.Computer // fastest first
	now       engine.Time
	waiting   []int32
	running   []stay // to: when it really ends
	reserved  []stay
}

// estimated is how long job j takes on a computer by its estimate.
func (p *Farm) estimated(j int32, host int) engine.Time {
	return takes(p.work(j, p.Workload.Jobs[j].Estimate), p.computers[host].Speed)
}

// expected is when a running job is expected to end.
func (p *Farm) expected(s stay) engine.Time {
	end := s.from + p.estimated(s.job, s.host)
	switch {
	case end > p.now:
		return end
	case p.Options.Kill == engine.KillAfterGrace:
		return s.from + takes(p.work(s.job, p.limit(s.job)), p.computers[s.host].Speed)
	}
	return p.now + 1
}

// at are the jobs that run or hold a reservation at t, as far as is known.
func (p *Farm) at(t engine.Time) (list []stay) {
	for _, s := range p.running {
		if t < p.expected(s) {
			list = append(list, s)
		}
	}
	for _, s := range p.reserved {
		if s.from <= t && t < s.to {
			list = append(list, s)
		}
	}
	return list
}

// room says whether job j has room on a computer at t.
func (p *Farm) room(j int32, host int, t engine.Time) bool {
	return p.affine(j, p.computers[host]) && p.fits(append(p.at(t), stay{job: j, host: host})) == ""
}

// slot is where job j has room from t on until it ends, on the fastest such computer.
func (p *Farm) slot(j int32, t engine.Time) (stay, bool) {
	for host := range p.computers {
		s := stay{job: j, host: host, from: t, to: t + p.estimated(j, host)}
		for s.from < s.to && p.room(j, host, s.from) {
			s.from++
		}
		if s.from == s.to {
			s.from = t
			return s, true
		}
	}
	return stay{}, false
}

func (p *Farm) earliest(j int32) stay {
	for t := p.now; ; t++ {
		if s, ok := p.slot(j, t); ok {
			return s
		}
	}
}

func (p *Farm) launch(j int32, host int) {
	p.Start[j], p.Lane[j] = p.now, int32(host)
	work := p.work(j, min(p.Workload.Jobs[j].Run, p.limit(j)))
	p.running = append(p.running, stay{job: j, host: host, from: p.now, to: p.now + takes(work, p.computers[host].Speed)})
	p.waiting = slices.DeleteFunc(p.waiting, func(k int32) bool { return k == j })
	p.reserved = slices.DeleteFunc(p.reserved, func(s stay) bool { return s.job == j })
}

// easy is the rule as it is described: the first that cannot start is promised the
// instant, and the fastest computer then, at which enough others will have ended. Another
// one may start if it ends by then, or leaves the processors there and the copies that the
// first needs at that instant.
func (p *Farm) easy(order []int32) {
	head, promised := engine.NoJob, stay{}
	for _, j := range order {
		started := false
		for host := range p.computers {
			if !started && p.room(j, host, p.now) && (head == engine.NoJob || p.passes(j, host, promised)) {
				p.launch(j, host)
				started = true
			}
		}
		if started || head != engine.NoJob {
			continue
		}
		head, promised = j, stay{job: j, from: engine.Never}
		for t := p.now; promised.from == engine.Never; t++ {
			for host := range p.computers {
				if promised.from == engine.Never && p.room(j, host, t) {
					promised.from, promised.host = t, host
				}
			}
		}
	}
}

func (p *Farm) passes(j int32, host int, promised stay) bool {
	if p.now+p.estimated(j, host) <= promised.from {
		return true
	}
	then := append(p.at(promised.from), promised, stay{job: j, host: host})
	if host == promised.host {
		return p.fits(then) == ""
	}
	both := p.Workload.Licences[j] & p.Workload.Licences[promised.job]
	for l := range both.Each {
		on := map[int]bool{}
		for _, s := range then {
			if p.Workload.Licences[s.job]&(1<<l) != 0 {
				on[s.host] = true
			}
		}
		if len(on) > int(p.Config.Copies[l]) {
			return false
		}
	}
	return true
}

// severalReservations is backfilling with k reservations.
func (p *Farm) severalReservations(k int) {
	for _, j := range slices.Clone(p.waiting) {
		if s, ok := p.slot(j, p.now); ok {
			p.launch(j, s.host)
		} else if len(p.reserved) < k {
			p.reserved = append(p.reserved, p.earliest(j))
		}
	}
	p.reserved = nil
}

// Conservative makes all reservations anew at every event, which is what compression
// comes to where estimates are right.
func (p *Farm) conservative() {
	for _, j := range slices.Clone(p.waiting) {
		if s := p.earliest(j); s.from == p.now {
			p.launch(j, s.host)
		} else {
			p.reserved = append(p.reserved, s)
		}
	}
	p.reserved = nil
}

// byPriority are the waiting jobs in the order of flexible backfilling.
func (p *Farm) byPriority(weights *Flexible) []int32 {
	fastest := func(j int32) float64 {
		host := slices.IndexFunc(p.computers, func(on farm.Computer) bool { return p.affine(j, on) })
		return float64(p.estimated(j, host))
	}
	shortest := fastest(p.waiting[0])
	for _, j := range p.waiting {
		shortest = min(shortest, fastest(j))
	}
	priority := func(j int32) float64 {
		estimate, now := fastest(j), float64(p.now)
		age := now - float64(p.Workload.Jobs[j].Submit)
		sum := float64(weights.AgingWeight * (age / (age + estimate)))
		if weights.Literal {
			sum = float64(weights.AgingWeight * (age / 1000))
		}
		if deadline := float64(p.Workload.Deadline[j]); deadline >= 0 {
			latest, end := deadline-float64(weights.K*estimate), now+estimate
			if latest < end && end <= deadline {
				sum += float64(weights.DeadlineWeight * ((end - latest) / float64(weights.K*estimate)))
			}
		}
		if needs := p.Workload.Licences[j]; needs != 0 {
			ratios, n := 0.0, 0.0
			for l := range needs.Each {
				asking := 0.0
				for _, k := range p.waiting {
					asking += float64(p.Workload.Licences[k] >> l & 1)
				}
				for _, s := range p.running {
					asking += float64(p.Workload.Licences[s.job] >> l & 1)
				}
				ratios += asking / float64(p.Config.Copies[l])
				n++
			}
			sum += float64(weights.LicenceWeight * min(ratios/n, 1))
		}
		return sum + float64(weights.WaitWeight*(shortest/estimate))
	}
	order := slices.Clone(p.waiting)
	slices.SortStableFunc(order, func(a, b int32) int {
		switch x, y := priority(a), priority(b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return order
}

// Run finds start and lane of every job.
func (p *Farm) Run(rule Rule) {
	p.computers = p.fastestFirst()
	left := 0
	for j := range p.Workload.Jobs {
		p.Start, p.Lane = append(p.Start, -1), append(p.Lane, engine.NoLane)
		if p.runs(int32(j)) {
			left++
		}
	}
	for p.now = 0; left > 0; p.now++ {
		before := len(p.running)
		p.running = slices.DeleteFunc(p.running, func(s stay) bool { return s.to == p.now })
		happened := len(p.running) < before
		left -= before - len(p.running)
		for j, job := range p.Workload.Jobs {
			if job.Submit == p.now && p.runs(int32(j)) {
				p.waiting = append(p.waiting, int32(j))
				happened = true
			}
		}
		if !happened || len(p.waiting) == 0 {
			continue
		}
		switch {
		case rule.Flexible != nil:
			p.easy(p.byPriority(rule.Flexible))
		case rule.Conservative:
			p.conservative()
		case rule.Reservations == 1:
			p.easy(slices.Clone(p.waiting))
		default:
			p.severalReservations(rule.Reservations)
		}
	}
}
