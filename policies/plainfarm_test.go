package policies

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
)

// plainFarm is a second simulator of backfilling on a farm, written from the description
// alone: it steps through every millisecond and holds lists of what runs and of what is
// reserved, which it reads anew for every question. It takes events in batches.
type plainFarm struct {
	farmWorld
	computers []engine.Computer // fastest first

	now      engine.Time
	waiting  []int32
	running  []plainStay // to: when it really ends
	reserved []plainStay
	start    []engine.Time
	lane     []int32
}

// estimated is how long job j takes on a computer by its estimate.
func (p *plainFarm) estimated(j int32, host int) engine.Time {
	return takes(p.work(j, p.workload.Jobs[j].Estimate), p.computers[host].Speed)
}

// expected is when a running job is expected to end.
func (p *plainFarm) expected(s plainStay) engine.Time {
	end := s.from + p.estimated(s.job, s.host)
	switch {
	case end > p.now:
		return end
	case p.options.Kill == engine.KillAfterGrace:
		return s.from + takes(p.work(s.job, p.limit(s.job)), p.computers[s.host].Speed)
	}
	return p.now + 1
}

// at are those who run or hold a reservation at t, as far as is known.
func (p *plainFarm) at(t engine.Time) (list []plainStay) {
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
func (p *plainFarm) room(j int32, host int, t engine.Time) bool {
	return p.affine(j, p.computers[host]) && p.fits(append(p.at(t), plainStay{job: j, host: host})) == ""
}

// slot is where job j has room from t on until it ends, on the fastest such computer.
func (p *plainFarm) slot(j int32, t engine.Time) (plainStay, bool) {
	for host := range p.computers {
		s := plainStay{job: j, host: host, from: t, to: t + p.estimated(j, host)}
		for s.from < s.to && p.room(j, host, s.from) {
			s.from++
		}
		if s.from == s.to {
			s.from = t
			return s, true
		}
	}
	return plainStay{}, false
}

func (p *plainFarm) earliest(j int32) plainStay {
	for t := p.now; ; t++ {
		if s, ok := p.slot(j, t); ok {
			return s
		}
	}
}

func (p *plainFarm) launch(j int32, host int) {
	p.start[j], p.lane[j] = p.now, int32(host)
	work := p.work(j, min(p.workload.Jobs[j].Run, p.limit(j)))
	p.running = append(p.running, plainStay{job: j, host: host, from: p.now, to: p.now + takes(work, p.computers[host].Speed)})
	p.waiting = slices.DeleteFunc(p.waiting, func(k int32) bool { return k == j })
	p.reserved = slices.DeleteFunc(p.reserved, func(s plainStay) bool { return s.job == j })
}

// easy is the rule as it is described: the first that cannot start is promised the
// instant, and the fastest computer then, at which enough others will have ended. Another
// one may start if it ends by then, or leaves the processors there and the copies that the
// first needs at that instant.
func (p *plainFarm) easy(order []int32) {
	head, promised := engine.NoJob, plainStay{}
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
		head, promised = j, plainStay{job: j, from: engine.Never}
		for t := p.now; promised.from == engine.Never; t++ {
			for host := range p.computers {
				if promised.from == engine.Never && p.room(j, host, t) {
					promised.from, promised.host = t, host
				}
			}
		}
	}
}

func (p *plainFarm) passes(j int32, host int, promised plainStay) bool {
	if p.now+p.estimated(j, host) <= promised.from {
		return true
	}
	then := append(p.at(promised.from), promised, plainStay{job: j, host: host})
	if host == promised.host {
		return p.fits(then) == ""
	}
	both := p.workload.Licences[j] & p.workload.Licences[promised.job]
	for l := range both.Each {
		on := map[int]bool{}
		for _, s := range then {
			if p.workload.Licences[s.job]&(1<<l) != 0 {
				on[s.host] = true
			}
		}
		if len(on) > int(p.config.Copies[l]) {
			return false
		}
	}
	return true
}

// severalReservations is backfilling with k reservations.
func (p *plainFarm) severalReservations(k int) {
	for _, j := range slices.Clone(p.waiting) {
		if s, ok := p.slot(j, p.now); ok {
			p.launch(j, s.host)
		} else if len(p.reserved) < k {
			p.reserved = append(p.reserved, p.earliest(j))
		}
	}
	p.reserved = nil
}

// conservative makes all reservations anew at every event, which is what compression
// comes to where estimates are right.
func (p *plainFarm) conservative() {
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
func (p *plainFarm) byPriority(weights *FlexibleBackfill) []int32 {
	fastest := func(j int32) float64 {
		host := slices.IndexFunc(p.computers, func(on engine.Computer) bool { return p.affine(j, on) })
		return float64(p.estimated(j, host))
	}
	shortest := fastest(p.waiting[0])
	for _, j := range p.waiting {
		shortest = min(shortest, fastest(j))
	}
	priority := func(j int32) float64 {
		estimate, now := fastest(j), float64(p.now)
		age := now - float64(p.workload.Jobs[j].Submit)
		sum := float64(weights.AgingWeight * (age / (age + estimate)))
		if weights.Literal {
			sum = float64(weights.AgingWeight * (age / 1000))
		}
		if deadline := float64(p.workload.Deadline[j]); deadline >= 0 {
			latest, end := deadline-float64(weights.K*estimate), now+estimate
			if latest < end && end <= deadline {
				sum += float64(weights.DeadlineWeight * ((end - latest) / float64(weights.K*estimate)))
			}
		}
		if needs := p.workload.Licences[j]; needs != 0 {
			ratios, n := 0.0, 0.0
			for l := range needs.Each {
				asking := 0.0
				for _, k := range p.waiting {
					asking += float64(p.workload.Licences[k] >> l & 1)
				}
				for _, s := range p.running {
					asking += float64(p.workload.Licences[s.job] >> l & 1)
				}
				ratios += asking / float64(p.config.Copies[l])
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

// run finds start and lane of every job.
func (p *plainFarm) run(policy engine.Policy) {
	p.computers = p.fastestFirst()
	left := 0
	for j := range p.workload.Jobs {
		p.start, p.lane = append(p.start, -1), append(p.lane, engine.NoLane)
		if p.runs(int32(j)) {
			left++
		}
	}
	for p.now = 0; left > 0; p.now++ {
		before := len(p.running)
		p.running = slices.DeleteFunc(p.running, func(s plainStay) bool { return s.to == p.now })
		happened := len(p.running) < before
		left -= before - len(p.running)
		for j, job := range p.workload.Jobs {
			if job.Submit == p.now && p.runs(int32(j)) {
				p.waiting = append(p.waiting, int32(j))
				happened = true
			}
		}
		if !happened || len(p.waiting) == 0 {
			continue
		}
		switch policy := policy.(type) {
		case *EASY:
			if policy.Reservations == 1 {
				p.easy(slices.Clone(p.waiting))
			} else {
				p.severalReservations(policy.Reservations)
			}
		case Conservative:
			p.conservative()
		case *FlexibleBackfill:
			p.easy(p.byPriority(policy))
		}
	}
}

func TestBackfillingOnFarmsEqualsThePlainSimulator(t *testing.T) {
	for seed := range uint64(trials(4000)) {
		c := drawFarmWorld(seed, 14)
		if len(c.config.Computers) > 4 {
			continue // too many for it
		}
		r := rand.New(rand.NewPCG(seed, 31))
		flexible := &FlexibleBackfill{DeadlineWeight: float64(r.IntN(20)), AgingWeight: float64(r.IntN(6)), LicenceWeight: float64(r.IntN(6)), WaitWeight: float64(r.IntN(9)),
			K: []float64{0, 0.5, 1, 1.5}[r.IntN(4)], Literal: r.IntN(3) == 0}
		for _, policy := range []engine.Policy{&EASY{1}, &EASY{2}, &EASY{4}, flexible, Conservative{true}} {
			c := c
			if _, ok := policy.(Conservative); ok { // where it never overruns, nor wakes for a promise
				c = drawFarmWorld(seed, 14)
				for j := range c.workload.Jobs {
					c.workload.Jobs[j].Estimate = c.workload.Jobs[j].Run
				}
			}
			p := plainFarm{farmWorld: c}
			p.run(policy)
			o := c.run(t, policy)
			if !slices.Equal(o.Start, p.start) || !slices.Equal(o.Lane, p.lane) {
				t.Fatalf("%T%+v, %v\nstarts %v\nwant   %v\nlanes %v\nwant  %v", policy, policy, c, o.Start, p.start, o.Lane, p.lane)
			}
		}
	}
}

// Where nothing but the wait counts, flexible backfilling is EASY.
func TestFlexibleBackfillingByWaitIsEASY(t *testing.T) {
	for seed := range uint64(trials(1000)) {
		c := drawFarmWorld(seed, 30)
		c.options.Order = engine.Order(seed % 2)
		flexible, easy := c.run(t, &FlexibleBackfill{AgingWeight: 5, Literal: true}), c.run(t, &EASY{1})
		if !slices.Equal(flexible.Start, easy.Start) || !slices.Equal(flexible.Lane, easy.Lane) {
			t.Fatalf("%v\nstarts %v\nEASY's %v", c, flexible.Start, easy.Start)
		}
	}
}

// One computer without licences is a cluster. Events are taken in batches, since on a farm
// whoever ends now has always left before anybody comes.
func TestAFarmOfOneComputerIsACluster(t *testing.T) {
	eachTrial(t, 300, func(t *testing.T, c trial) {
		c.unit = 1
		if !c.exact {
			c.options.Order = engine.Batch
		}
		config := engine.FarmConfig{Benchmark: 300, Computers: []engine.Computer{{Processors: c.processors, Speed: 300}}}
		eachPolicyOn(t, engine.NewFarm(config).Offers()&engine.NewCluster(1, 1).Offers(), func(name string, make func() engine.Policy) {
			want := c.run(t, make(), false)
			o, err := engine.Simulate(c.workload, engine.NewFarm(config), make(), c.options)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(o.Start, want.Start) || !slices.Equal(o.End, want.End) || !slices.Equal(o.State, want.State) || !slices.Equal(o.Overtook, want.Overtook) {
				t.Errorf("%s, %v\nfarm    %v\ncluster %v", name, c, o.Start, want.Start)
			}
		})
	})
}

// Job 0 ends at 10 s, when job 3 arrives: where events come one at a time it is not there any
// more when flexible backfilling is asked about the arrival. So one job for 4 copies needs
// licence 1, and job 2 with 8 (8/10) + 5 (1/4) = 7.65 is behind jobs 1 and 3 with 8 (8/8).
// If job 0 counted, it would be 8.9, and job 2 the first.
func TestFlexibleDemandIsOfThoseWhoAreThere(t *testing.T) {
	job := func(submit, run engine.Time) engine.Job {
		return engine.Job{Submit: submit * engine.Second, Run: run * engine.Second, Estimate: run * engine.Second, Processors: 1}
	}
	w := &engine.Workload{Jobs: []engine.Job{job(0, 10), job(1, 8), job(2, 10), job(10, 8)}, Licences: []engine.Licences{1, 0, 1, 0}}
	for _, order := range []engine.Order{engine.Batch, engine.Sequential} {
		farm := engine.NewFarm(engine.FarmConfig{Benchmark: 400, Copies: []int32{4}, Computers: []engine.Computer{{Processors: 1, Speed: 400, Licences: 1}}})
		o, err := engine.Simulate(w, farm, &FlexibleBackfill{LicenceWeight: 5, WaitWeight: 8}, engine.Options{Order: order})
		if err != nil {
			t.Fatal(err)
		}
		if want := []engine.Time{0, 10_000, 26_000, 18_000}; !slices.Equal(o.Start, want) {
			t.Errorf("order %d: starts %v, want %v", order, o.Start, want)
		}
	}
}

// Three jobs of 1100 years on the fastest computer that there can be, one after the other on
// the slowest: each ends after 2^52 ms, where the clock would overflow with the second.
func TestHugeTimesOnAFarm(t *testing.T) {
	job := engine.Job{Run: 1 << 45, Estimate: 1 << 45, Processors: 1}
	w := &engine.Workload{Jobs: []engine.Job{job, job, job}, Benchmark: []int32{engine.MaxSpeed, engine.MaxSpeed, engine.MaxSpeed}}
	for _, policy := range []engine.Policy{FCFS{}, &EASY{1}, Conservative{Compress: true}} {
		farm := engine.NewFarm(engine.FarmConfig{Benchmark: 400, Computers: []engine.Computer{{Processors: 1, Speed: 1}}})
		steps := 0
		o, err := engine.Simulate(w, farm, policy, engine.Options{Progress: func(int) error {
			if steps++; steps > 2 {
				return errors.New("it does not end")
			}
			return nil
		}})
		if err != nil {
			t.Fatalf("%T: %v", policy, err)
		}
		if want := []engine.Time{1 << 52, 2 << 52, 3 << 52}; !slices.Equal(o.End, want) {
			t.Errorf("%T: ends %v, want %v", policy, o.End, want)
		}
	}
}
