package convergent

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"backfill/engine"
	"backfill/engine/machine/farm"
)

// roll keeps what is known of the jobs that wait or run, from one plan to the next.
type roll struct {
	slot   []int32 // by job of the workload: where it is kept, -1: nowhere
	kept   []Job
	spare  []int32 // slots that are free
	byWork []int32 // jobs that are kept, those with most work first
	words  int
}

func newRoll(jobs, words int) roll {
	return roll{slot: slices.Repeat([]int32{-1}, jobs), words: words}
}

func (r *roll) of(j int32) *Job { return &r.kept[r.slot[j]] }

// add keeps job j from now on.
func (r *roll) add(j int32) *Job {
	if n := len(r.spare); n > 0 {
		r.slot[j] = r.spare[n-1]
		r.spare = r.spare[:n-1]
	} else {
		r.slot[j] = int32(len(r.kept))
		r.kept = append(r.kept, Job{Affine: make([]uint64, r.words)})
	}
	job := r.of(j)
	*job = Job{Affine: job.Affine, speeds: append(job.speeds[:0], 0), Runs: engine.NoPlace, Home: engine.NoPlace}
	return job
}

// many is how many jobs are sorted together with those that are there, rather than inserted.
const many = 16

// rank puts jobs that were added where their work belongs.
func (r *roll) rank(jobs []int32) {
	if len(jobs) > many {
		r.byWork = append(r.byWork, jobs...)
		slices.SortFunc(r.byWork, r.compare)
		return
	}
	for _, j := range jobs {
		at, _ := slices.BinarySearchFunc(r.byWork, j, r.compare)
		r.byWork = slices.Insert(r.byWork, at, j)
	}
}

func (r *roll) compare(a, b int32) int {
	return cmp.Or(cmp.Compare(r.of(b).total, r.of(a).total), cmp.Compare(a, b))
}

// admit takes note of the jobs that have arrived.
func (p *Policy) admit(s *engine.State) {
	if p.available == nil {
		p.begin(s)
	}
	p.arrived = p.arrived[:0]
	for _, e := range s.Events() {
		if e.Kind == engine.Arrival {
			p.arrived = append(p.arrived, e.Job)
			p.describe(s, e.Job)
		}
	}
	p.jobs.rank(p.arrived)
}

// describe notes what is known of job j, which has arrived, once and for all.
func (p *Policy) describe(s *engine.State, j int32) {
	machine, workload, job := farm.Of(s), s.Workload(), p.jobs.add(j)
	machine.Affine(j, job.Affine)
	job.Needs, job.deadline = workload.Needs(j), workload.DeadlineOf(j)
	for l := range job.Needs.Each {
		p.now.Requests[l]++
	}
	job.fastest = engine.NoPlace
	job.total = float64(machine.Left(j, 0, s.Now()))
	job.AtHome, job.Elsewhere = job.total, job.total
	for w, word := range job.Affine {
		for ; word != 0; word &= word - 1 {
			at := engine.Placement(w*64 + bits.TrailingZeros64(word))
			if job.fastest == engine.NoPlace {
				job.fastest = at
			}
			job.slowest = at
			job.count++
			job.speeds = append(job.speeds, job.speeds[len(job.speeds)-1]+p.now.Computers[at].Speed)
			job.Energy = max(job.Energy, float64(p.now.Computers[at].Power*p.now.remaining(job, at)))
		}
	}
	p.bracket(job)
}

// bracket finds the shortest and the longest time that a job has left to run.
func (p *Policy) bracket(job *Job) {
	now := &p.now
	job.Shortest, job.Longest = job.Elsewhere/now.speed[job.fastest], job.Elsewhere/now.speed[job.slowest]
	if job.Home != engine.NoPlace {
		home := job.AtHome / now.speed[job.Home]
		job.Shortest, job.Longest = min(job.Shortest, home), max(job.Longest, home)
	}
}

// survey finds out how all jobs stand now.
func (p *Policy) survey(s *engine.State) {
	machine, now := farm.Of(s), s.Now()
	p.plans++
	p.rows = s.Present(p.rows[:0])
	for _, j := range p.rows {
		job := p.jobs.of(j)
		job.seen = p.plans
		job.Age, job.Slack = float64(now-s.Job(j).Submit), math.Inf(1)
		if job.deadline != engine.Never {
			job.Slack = float64(job.deadline - now)
		}
		at := machine.PlaceOf(j)
		if at == engine.NoPlace && job.Runs == engine.NoPlace {
			continue
		}
		job.Runs, job.Home, job.Elapsed = at, at, 0
		if at != engine.NoPlace {
			job.Elapsed = float64(now - machine.Began(j))
		} else {
			job.Home = machine.KeptAt(j) // may be another one than where it was when it last ran: that may be undone
		}
		other := engine.Placement(0)
		if job.Home == 0 && len(p.now.Computers) > 1 {
			other = 1
		}
		job.AtHome, job.Elsewhere = float64(machine.Left(j, job.Home, now)), float64(machine.Left(j, other, now))
		p.bracket(job)
	}
	if len(p.jobs.byWork) > len(p.rows) {
		p.dismiss()
	}
	p.most()
	for l, n := range p.now.Requests {
		p.now.Demand[l] = float64(n) / float64(p.now.Copies[l])
	}
}

// dismiss forgets jobs that have ended.
func (p *Policy) dismiss() {
	r := &p.jobs
	staying := r.byWork[:0]
	for _, j := range r.byWork {
		job := r.of(j)
		if job.seen == p.plans {
			staying = append(staying, j)
			continue
		}
		for l := range job.Needs.Each {
			p.now.Requests[l]--
		}
		r.spare = append(r.spare, r.slot[j])
		r.slot[j] = -1
	}
	r.byWork = staying
}

// most finds the most that is left to do on each computer: few jobs are looked at for each, since
// none has more left to do than all its work.
func (p *Policy) most() {
	now := &p.now
	now.MostLeft = 0
	for at := range now.Most {
		most := 0.0
		for _, j := range p.jobs.byWork {
			job := p.jobs.of(j)
			if job.total <= most {
				break
			}
			if job.Affine[at/64]&(1<<(at%64)) == 0 {
				continue
			}
			left := job.Elsewhere
			if engine.Placement(at) == job.Home {
				left = job.AtHome
			}
			most = max(most, left)
		}
		now.Most[at] = most
		now.MostLeft = max(now.MostLeft, most)
	}
}
