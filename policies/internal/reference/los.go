package reference

import (
	"slices"

	"backfill/engine"
)

// LOS is a second simulator, for the LOS family, dedicated jobs and commands, with
// a clock that goes second by second, lists that are searched anew for every question,
// and the published tables. It takes events in batches.
type LOS struct {
	Workload   *engine.Workload
	Processors int32
	Unit       int32
	Options    engine.Options
	Policy     LOSPolicy

	jobs    []engine.Job // as commands have made them
	now     engine.Time
	waiting []int32 // in queue order
	coming  []int32 // dedicated jobs, not due
	running []int32
	start   []engine.Time // -1: not started
	ended   []bool
	skips   []int
	moved   []bool
	had     []int32 // accepted commands
}

// LOSPolicy is a policy of the family in the words of the plain simulator.
type LOSPolicy struct {
	Dedicated bool // has a dedicated queue
	EASY      bool // backfills one after the other, and a job may end at the freeze
	MaxSkip   int
	Reading   Reading
	Depth     int
}

// Reading is how a gap in the published algorithms is filled; the empty one keeps their
// promises.
type Reading string

const (
	OneHead        Reading = "oneHead"
	Literal        Reading = "literal"
	OverFreeze     Reading = "overFreeze"
	NewestFirst    Reading = "newestFirst"
	CombinedFreeze Reading = "combinedFreeze"
	Printed        Reading = "printed"
)

// freeze is a freeze; off: it holds no job back.
type freeze struct {
	on       bool
	end      engine.Time
	capacity int32
}

func (p *LOS) size(j int32) int32 {
	n := p.jobs[j].Processors
	for n%p.Unit != 0 {
		n++
	}
	return n
}

func (p *LOS) isDedicated(j int32) bool {
	return p.Workload.Requested != nil && p.Workload.Requested[j] >= 0
}

func (p *LOS) free() int32 {
	free := p.Processors
	for _, j := range p.running {
		free -= p.size(j)
	}
	return free
}

func (p *LOS) expected(j int32) engine.Time {
	end := p.start[j] + p.jobs[j].Estimate
	switch {
	case end > p.now:
		return end
	case p.Options.Kill == engine.KillAfterGrace:
		return end + p.Options.Grace
	}
	return p.now + engine.Millisecond
}

// freeAt is the number of processors free once all jobs have ended that are expected to end by t.
func (p *LOS) freeAt(t engine.Time) int32 {
	free := p.Processors
	for _, j := range p.running {
		if p.expected(j) > t {
			free -= p.size(j)
		}
	}
	return free
}

// firstEnd is the first of the given ends by which size processors are free.
func (p *LOS) firstEnd(size int32) engine.Time {
	if size <= p.free() {
		return p.now
	}
	best := engine.Never
	for _, j := range p.running {
		if t := p.expected(j); t < best && p.freeAt(t) >= size {
			best = t
		}
	}
	return best
}

func (p *LOS) endsBefore(end engine.Time, f freeze) bool {
	return !f.on || end < f.end || p.Policy.EASY && end == f.end
}

func (p *LOS) passes(j int32, f freeze) bool {
	return p.endsBefore(p.now+p.jobs[j].Estimate, f) || p.size(j) <= f.capacity
}

// group is the coming dedicated jobs of the first instant that fit the machine together.
func (p *LOS) group() (members []int32, total int32) {
	for _, j := range p.coming {
		if p.Workload.Requested[j] != p.Workload.Requested[p.coming[0]] || total+p.size(j) > p.Processors {
			break
		}
		members = append(members, j)
		total += p.size(j)
	}
	return members, total
}

func (p *LOS) dedicatedFreeze() freeze {
	if !p.Policy.Dedicated || len(p.coming) == 0 {
		return freeze{}
	}
	_, total := p.group()
	d := p.Workload.Requested[p.coming[0]]
	if p.freeAt(d) < total {
		d = p.firstEnd(total)
	}
	return freeze{true, d, p.freeAt(d) - total}
}

// headFreeze follows rules 1 to 5 for a head that cannot start; it may lower d's capacity.
func (p *LOS) headFreeze(h int32, d *freeze) freeze {
	size := p.size(h)
	s := p.firstEnd(size)
	own := freeze{true, s, p.freeAt(s) - size}
	before := p.endsBefore(s+p.jobs[h].Estimate, *d)
	if !d.on {
		return own
	}
	if p.isDedicated(h) || p.Policy.Reading == OverFreeze {
		if s <= d.end && !before {
			d.capacity = max(0, d.capacity-size)
		}
		return own
	}
	if before {
		return own
	}
	if size <= d.capacity {
		d.capacity -= size
		return own
	}
	members, _ := p.group()
	ends := []engine.Time{}
	for _, j := range p.running {
		if p.expected(j) > d.end {
			ends = append(ends, p.expected(j))
		}
	}
	for _, j := range members {
		ends = append(ends, d.end+p.jobs[j].Estimate)
	}
	slices.Sort(ends)
	for _, e := range ends {
		sum := d.capacity
		for _, j := range p.running {
			if d.end < p.expected(j) && p.expected(j) <= e {
				sum += p.size(j)
			}
		}
		for _, j := range members {
			if d.end+p.jobs[j].Estimate <= e {
				sum += p.size(j)
			}
		}
		if sum >= size {
			return freeze{true, e, sum - size}
		}
	}
	panic("no end frees the machine")
}

func (p *LOS) launch(j int32) {
	p.start[j] = p.now
	p.running = append(p.running, j)
	i := slices.Index(p.waiting, j)
	p.waiting = slices.Delete(slices.Clone(p.waiting), i, i+1)
}

// pack starts the best of the given jobs within two freezes, and returns them.
func (p *LOS) pack(jobs []int32, freezes ...freeze) []int32 {
	if p.Policy.Depth > 0 {
		jobs = jobs[:min(len(jobs), p.Policy.Depth)]
	}
	c := Packing{Free: max(0, p.free())}
	for _, j := range jobs {
		one := Candidate{Job: j, Size: p.size(j)}
		for k, f := range freezes {
			one.Past[k] = !p.endsBefore(p.now+p.jobs[j].Estimate, f)
		}
		c.Candidates = append(c.Candidates, one)
	}
	for k, f := range freezes {
		if f.on {
			c.Extra[k] = f.capacity
		}
	}
	chosen := c.Table()
	for _, j := range chosen {
		p.launch(j)
	}
	return chosen
}

func (p *LOS) cycle() {
	if p.Policy.Reading == Printed {
		p.asPrinted()
		return
	}
	if p.free() == 0 || len(p.waiting) == 0 {
		return
	}
	d := p.dedicatedFreeze()
	for started := 0; len(p.waiting) > 0; started++ {
		h := p.waiting[0]
		due := p.Policy.Dedicated && p.isDedicated(h)
		if p.size(h) > p.free() || !due && (p.skips[h] < p.Policy.MaxSkip || p.Policy.Reading != OverFreeze && !p.passes(h, d)) {
			break
		}
		if p.Policy.Reading == OneHead && started == 1 {
			return
		}
		p.launch(h)
		d = p.dedicatedFreeze()
		if p.Policy.Reading == Literal {
			return
		}
	}
	if p.free() == 0 || len(p.waiting) == 0 {
		return
	}
	h := p.waiting[0]
	due := p.Policy.Dedicated && p.isDedicated(h)
	switch {
	case p.Policy.EASY:
		own := p.headFreeze(h, &d)
		for _, j := range slices.Clone(p.waiting[1:]) {
			if p.size(j) > p.free() || !p.passes(j, own) || !p.passes(j, d) {
				continue
			}
			if !p.endsBefore(p.now+p.jobs[j].Estimate, own) {
				own.capacity -= p.size(j)
			}
			if !p.endsBefore(p.now+p.jobs[j].Estimate, d) {
				d.capacity -= p.size(j)
			}
			p.launch(j)
		}
	case due || p.skips[h] >= p.Policy.MaxSkip || !d.on && p.size(h) > p.free():
		own := p.headFreeze(h, &d)
		if p.Policy.Reading == CombinedFreeze && d.on {
			own.end, own.capacity = min(own.end, d.end), min(own.capacity, d.capacity)
			d = freeze{}
		}
		p.pack(p.waiting[1:], own, d)
	default:
		if !slices.Contains(p.pack(p.waiting, freeze{}, d), h) {
			p.skips[h]++
		}
	}
}

// asPrinted is Algorithm 2, line by line.
func (p *LOS) asPrinted() {
	batch, due := []int32{}, []int32{}
	for _, j := range p.waiting {
		if p.isDedicated(j) && !p.moved[j] {
			due = append(due, j)
		} else {
			batch = append(batch, j)
		}
	}
	move := func() {
		if len(due) > 0 {
			j := due[len(due)-1] // the newest stands in front, the oldest is moved first
			p.moved[j], p.skips[j] = true, p.Policy.MaxSkip
		}
	}
	none := len(due) == 0 && len(p.coming) == 0
	if p.free() <= 0 || len(batch) == 0 {
		move()
		return
	}
	h := batch[0]
	all := func(f freeze) {
		if !slices.Contains(p.pack(batch, f), h) {
			p.skips[h]++
		}
	}
	switch {
	case none && p.size(h) > p.free():
		s := p.firstEnd(p.size(h))
		p.pack(batch[1:], freeze{true, s, p.freeAt(s) - p.size(h)})
	case none && p.skips[h] >= p.Policy.MaxSkip:
		p.launch(h)
	case none:
		all(freeze{})
	case p.skips[h] >= p.Policy.MaxSkip:
		p.launch(h)
	case len(due) > 0:
		move()
	default:
		start, total := p.Workload.Requested[p.coming[0]], int32(0)
		for _, j := range p.coming {
			if p.Workload.Requested[j] == start {
				total += p.size(j)
			}
		}
		f := freeze{true, start, p.freeAt(start-1) - total}
		switch {
		case f.capacity >= 0:
		case total > p.Processors:
			f = freeze{true, p.now, 0}
			for _, j := range p.running {
				f.end = max(f.end, p.expected(j))
			}
		default:
			f.end = p.firstEnd(total)
			f.capacity = p.freeAt(f.end) - total
		}
		all(f)
	}
}

// realEnd is when running job j ends.
func (p *LOS) realEnd(j int32) engine.Time {
	job := p.jobs[j]
	switch p.Options.Kill {
	case engine.KillAtEstimate:
		return p.start[j] + min(job.Run, job.Estimate)
	case engine.KillAfterGrace:
		return p.start[j] + min(job.Run, job.Estimate+p.Options.Grace)
	}
	return p.start[j] + job.Run
}

func (p *LOS) complete() (any bool) {
	for _, j := range slices.Clone(p.running) {
		if p.realEnd(j) <= p.now {
			p.ended[j] = true
			i := slices.Index(p.running, j)
			p.running = slices.Delete(p.running, i, i+1)
			any = true
		}
	}
	return any
}

// obey applies a command, unless it must be refused.
func (p *LOS) obey(c engine.Command, most int32) bool {
	j := c.Job
	job := &p.jobs[j]
	running := p.start[j] >= 0
	resizes := c.Kind == engine.ExtendProcessors || c.Kind == engine.ReduceProcessors
	if job.Submit > p.now || job.Processors > p.Processors || p.ended[j] || most > 0 && p.had[j] >= most || running && resizes {
		return false
	}
	p.had[j]++
	floor := engine.Second
	if running {
		floor = max(floor, p.now-p.start[j])
	}
	shorter := func(t engine.Time) engine.Time { return max(t-engine.Time(c.Amount), min(t, floor)) }
	switch c.Kind {
	case engine.ExtendTime:
		job.Run += engine.Time(c.Amount)
		job.Estimate += engine.Time(c.Amount)
	case engine.ReduceTime:
		within := job.Run <= job.Estimate
		job.Estimate = shorter(job.Estimate)
		if within {
			job.Run = min(job.Run, job.Estimate)
		} else {
			job.Run = shorter(job.Run)
		}
	case engine.ExtendProcessors:
		n := min(job.Processors+int32(c.Amount), p.Processors)
		for n%p.Unit != 0 {
			n++
		}
		job.Processors = n
	case engine.ReduceProcessors:
		n := max(job.Processors-int32(c.Amount), p.Unit)
		for n%p.Unit != 0 {
			n--
		}
		job.Processors = min(n, job.Processors)
	}
	return true
}

// Run returns the start of every job, -1 for those that never start.
func (p *LOS) Run(until engine.Time) []engine.Time {
	n := len(p.Workload.Jobs)
	p.jobs = slices.Clone(p.Workload.Jobs)
	p.start, p.ended, p.skips, p.moved, p.had = make([]engine.Time, n), make([]bool, n), make([]int, n), make([]bool, n), make([]int32, n)
	for j := range p.start {
		p.start[j] = -1
	}
	for p.now = 0; p.now <= until; p.now += engine.Second {
		something := p.complete()
		for j := range int32(n) {
			switch {
			case p.Workload.Jobs[j].Submit != p.now || p.Workload.Jobs[j].Processors > p.Processors:
			case !p.isDedicated(j):
				p.waiting = append(p.waiting, j)
				something = true
			case !p.Policy.Dedicated && p.Workload.Requested[j] <= p.now:
				p.waiting = append(p.waiting, j)
				something = true
			default:
				p.coming = append(p.coming, j)
				something = something || p.Policy.Dedicated
			}
		}
		slices.SortStableFunc(p.coming, func(a, b int32) int {
			if p.Workload.Requested[a] != p.Workload.Requested[b] {
				return int(p.Workload.Requested[a] - p.Workload.Requested[b])
			}
			return int(a - b)
		})
		if p.Options.Elastic {
			for _, c := range p.Workload.Commands {
				if c.At == p.now && p.obey(c, p.Workload.MaxCommands) {
					something = true
				}
			}
			something = p.complete() || something
		}
		for len(p.coming) > 0 && p.Workload.Requested[p.coming[0]] <= p.now {
			at := len(p.waiting)
			if p.Policy.Dedicated {
				at = 0
				newest := p.Policy.Reading == NewestFirst || p.Policy.Reading == Printed
				for !newest && at < len(p.waiting) && p.isDedicated(p.waiting[at]) {
					at++
				}
			}
			p.waiting = slices.Insert(p.waiting, at, p.coming[0])
			p.coming = p.coming[1:]
			something = true
		}
		if something {
			p.cycle()
		}
	}
	return p.start
}
