package policies

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
)

// plainLOS is a second simulator, for the LOS family, dedicated jobs and commands, with
// a clock that goes second by second, lists that are searched anew for every question,
// and the published tables. It takes events in batches.
type plainLOS struct {
	jobs       []engine.Job
	workload   *engine.Workload
	processors int32
	unit       int32
	options    engine.Options
	policy     plainPolicy

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

// plainPolicy is a policy of the family in the words of the plain simulator.
type plainPolicy struct {
	dedicated bool // has a dedicated queue
	easy      bool // backfills one after the other, and a job may end at the freeze
	maxSkip   int
	reading   Reading
	depth     int
}

// plainFreeze is a freeze; off: it binds nobody.
type plainFreeze struct {
	on       bool
	end      engine.Time
	capacity int32
}

func (p *plainLOS) size(j int32) int32 {
	n := p.jobs[j].Processors
	for n%p.unit != 0 {
		n++
	}
	return n
}

func (p *plainLOS) isDedicated(j int32) bool {
	return p.workload.Requested != nil && p.workload.Requested[j] >= 0
}

func (p *plainLOS) free() int32 {
	free := p.processors
	for _, j := range p.running {
		free -= p.size(j)
	}
	return free
}

func (p *plainLOS) expected(j int32) engine.Time {
	end := p.start[j] + p.jobs[j].Estimate
	switch {
	case end > p.now:
		return end
	case p.options.Kill == engine.KillAfterGrace:
		return end + p.options.Grace
	}
	return p.now + engine.Millisecond
}

// freeAt is the number of processors free once all have ended who are expected to by t.
func (p *plainLOS) freeAt(t engine.Time) int32 {
	free := p.processors
	for _, j := range p.running {
		if p.expected(j) > t {
			free -= p.size(j)
		}
	}
	return free
}

// firstEnd is the first of the given ends by which size processors are free.
func (p *plainLOS) firstEnd(size int32) engine.Time {
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

func (p *plainLOS) endsBefore(end engine.Time, f plainFreeze) bool {
	return !f.on || end < f.end || p.policy.easy && end == f.end
}

func (p *plainLOS) passes(j int32, f plainFreeze) bool {
	return p.endsBefore(p.now+p.jobs[j].Estimate, f) || p.size(j) <= f.capacity
}

// group is the coming dedicated jobs of the first instant that fit the machine together.
func (p *plainLOS) group() (members []int32, total int32) {
	for _, j := range p.coming {
		if p.workload.Requested[j] != p.workload.Requested[p.coming[0]] || total+p.size(j) > p.processors {
			break
		}
		members = append(members, j)
		total += p.size(j)
	}
	return members, total
}

func (p *plainLOS) dedicatedFreeze() plainFreeze {
	if !p.policy.dedicated || len(p.coming) == 0 {
		return plainFreeze{}
	}
	_, total := p.group()
	d := p.workload.Requested[p.coming[0]]
	if p.freeAt(d) < total {
		d = p.firstEnd(total)
	}
	return plainFreeze{true, d, p.freeAt(d) - total}
}

// headFreeze follows rules 1 to 5 for a head that cannot start; it may lower d's capacity.
func (p *plainLOS) headFreeze(h int32, d *plainFreeze) plainFreeze {
	size := p.size(h)
	s := p.firstEnd(size)
	own := plainFreeze{true, s, p.freeAt(s) - size}
	before := p.endsBefore(s+p.jobs[h].Estimate, *d)
	if !d.on {
		return own
	}
	if p.isDedicated(h) || p.policy.reading == OverFreeze {
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
			return plainFreeze{true, e, sum - size}
		}
	}
	panic("no end frees the machine")
}

func (p *plainLOS) launch(j int32) {
	p.start[j] = p.now
	p.running = append(p.running, j)
	i := slices.Index(p.waiting, j)
	p.waiting = slices.Delete(slices.Clone(p.waiting), i, i+1)
}

// pack starts the best of the given jobs within two freezes, and returns them.
func (p *plainLOS) pack(jobs []int32, freezes ...plainFreeze) []int32 {
	if p.policy.depth > 0 {
		jobs = jobs[:min(len(jobs), p.policy.depth)]
	}
	c := packingCase{free: max(0, p.free())}
	for _, j := range jobs {
		one := candidate{job: j, size: p.size(j)}
		for k, f := range freezes {
			one.past[k] = !p.endsBefore(p.now+p.jobs[j].Estimate, f)
		}
		c.candidates = append(c.candidates, one)
	}
	for k, f := range freezes {
		if f.on {
			c.extra[k] = f.capacity
		}
	}
	chosen := c.table()
	for _, j := range chosen {
		p.launch(j)
	}
	return chosen
}

func (p *plainLOS) cycle() {
	if p.policy.reading == Printed {
		p.asPrinted()
		return
	}
	if p.free() == 0 || len(p.waiting) == 0 {
		return
	}
	d := p.dedicatedFreeze()
	for started := 0; len(p.waiting) > 0; started++ {
		h := p.waiting[0]
		due := p.policy.dedicated && p.isDedicated(h)
		if p.size(h) > p.free() || !due && (p.skips[h] < p.policy.maxSkip || p.policy.reading != OverFreeze && !p.passes(h, d)) {
			break
		}
		if p.policy.reading == OneHead && started == 1 {
			return
		}
		p.launch(h)
		d = p.dedicatedFreeze()
		if p.policy.reading == Literal {
			return
		}
	}
	if p.free() == 0 || len(p.waiting) == 0 {
		return
	}
	h := p.waiting[0]
	due := p.policy.dedicated && p.isDedicated(h)
	switch {
	case p.policy.easy:
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
	case due || p.skips[h] >= p.policy.maxSkip || !d.on && p.size(h) > p.free():
		own := p.headFreeze(h, &d)
		if p.policy.reading == CombinedFreeze && d.on {
			own.end, own.capacity = min(own.end, d.end), min(own.capacity, d.capacity)
			d = plainFreeze{}
		}
		p.pack(p.waiting[1:], own, d)
	default:
		if !slices.Contains(p.pack(p.waiting, plainFreeze{}, d), h) {
			p.skips[h]++
		}
	}
}

// asPrinted is Algorithm 2, line by line.
func (p *plainLOS) asPrinted() {
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
			p.moved[j], p.skips[j] = true, p.policy.maxSkip
		}
	}
	none := len(due) == 0 && len(p.coming) == 0
	if p.free() <= 0 || len(batch) == 0 {
		move()
		return
	}
	h := batch[0]
	all := func(f plainFreeze) {
		if !slices.Contains(p.pack(batch, f), h) {
			p.skips[h]++
		}
	}
	switch {
	case none && p.size(h) > p.free():
		s := p.firstEnd(p.size(h))
		p.pack(batch[1:], plainFreeze{true, s, p.freeAt(s) - p.size(h)})
	case none && p.skips[h] >= p.policy.maxSkip:
		p.launch(h)
	case none:
		all(plainFreeze{})
	case p.skips[h] >= p.policy.maxSkip:
		p.launch(h)
	case len(due) > 0:
		move()
	default:
		start, total := p.workload.Requested[p.coming[0]], int32(0)
		for _, j := range p.coming {
			if p.workload.Requested[j] == start {
				total += p.size(j)
			}
		}
		f := plainFreeze{true, start, p.freeAt(start-1) - total}
		switch {
		case f.capacity >= 0:
		case total > p.processors:
			f = plainFreeze{true, p.now, 0}
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
func (p *plainLOS) realEnd(j int32) engine.Time {
	job := p.jobs[j]
	switch p.options.Kill {
	case engine.KillAtEstimate:
		return p.start[j] + min(job.Run, job.Estimate)
	case engine.KillAfterGrace:
		return p.start[j] + min(job.Run, job.Estimate+p.options.Grace)
	}
	return p.start[j] + job.Run
}

func (p *plainLOS) complete() (any bool) {
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
func (p *plainLOS) obey(c engine.Command, most int32) bool {
	j := c.Job
	job := &p.jobs[j]
	running := p.start[j] >= 0
	resizes := c.Kind == engine.ExtendProcessors || c.Kind == engine.ReduceProcessors
	if job.Submit > p.now || job.Processors > p.processors || p.ended[j] || most > 0 && p.had[j] >= most || running && resizes {
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
		n := min(job.Processors+int32(c.Amount), p.processors)
		for n%p.unit != 0 {
			n++
		}
		job.Processors = n
	case engine.ReduceProcessors:
		n := max(job.Processors-int32(c.Amount), p.unit)
		for n%p.unit != 0 {
			n--
		}
		job.Processors = min(n, job.Processors)
	}
	return true
}

// run returns the start of every job, -1 for those that never start.
func (p *plainLOS) run(until engine.Time) []engine.Time {
	n := len(p.workload.Jobs)
	p.jobs = slices.Clone(p.workload.Jobs)
	p.start, p.ended, p.skips, p.moved, p.had = make([]engine.Time, n), make([]bool, n), make([]int, n), make([]bool, n), make([]int32, n)
	for j := range p.start {
		p.start[j] = -1
	}
	for p.now = 0; p.now <= until; p.now += engine.Second {
		something := p.complete()
		for j := range int32(n) {
			switch {
			case p.workload.Jobs[j].Submit != p.now || p.workload.Jobs[j].Processors > p.processors:
			case !p.isDedicated(j):
				p.waiting = append(p.waiting, j)
				something = true
			case !p.policy.dedicated && p.workload.Requested[j] <= p.now:
				p.waiting = append(p.waiting, j)
				something = true
			default:
				p.coming = append(p.coming, j)
				something = something || p.policy.dedicated
			}
		}
		slices.SortStableFunc(p.coming, func(a, b int32) int {
			if p.workload.Requested[a] != p.workload.Requested[b] {
				return int(p.workload.Requested[a] - p.workload.Requested[b])
			}
			return int(a - b)
		})
		if p.options.Elastic {
			for _, c := range p.workload.Commands {
				if c.At == p.now && p.obey(c, p.workload.MaxCommands) {
					something = true
				}
			}
			something = p.complete() || something
		}
		for len(p.coming) > 0 && p.workload.Requested[p.coming[0]] <= p.now {
			at := len(p.waiting)
			if p.policy.dedicated {
				at = 0
				newest := p.policy.reading == NewestFirst || p.policy.reading == Printed
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

// familyMember is a policy and the same for the plain simulator.
type familyMember struct {
	name   string
	policy engine.Policy
	plain  plainPolicy
}

// family lists the LOS family with its readings, for one simulation each.
func family(maxSkip int32, l Lookahead) []familyMember {
	look, depth := l.fresh, l.Depth
	skip := int(maxSkip)
	var all []familyMember
	for _, r := range []Reading{Faithful, OneHead, Literal} {
		all = append(all,
			familyMember{"LOS", &LOS{Lookahead: look(), Reading: r}, plainPolicy{reading: r, depth: depth}},
			familyMember{"Delayed-LOS", &DelayedLOS{Lookahead: look(), MaxSkip: maxSkip, Reading: r}, plainPolicy{maxSkip: skip, reading: r, depth: depth}})
	}
	for _, r := range []Reading{Faithful, OneHead} {
		all = append(all, familyMember{"LOS-D", &LOSD{Lookahead: look(), Reading: r}, plainPolicy{dedicated: true, reading: r, depth: depth}})
	}
	for _, r := range []Reading{Faithful, OverFreeze, OneHead, CombinedFreeze} {
		all = append(all, familyMember{"Hybrid-LOS", &HybridLOS{Lookahead: look(), MaxSkip: maxSkip, Reading: r}, plainPolicy{dedicated: true, maxSkip: skip, reading: r, depth: depth}})
	}
	return append(all,
		familyMember{"Hybrid-LOS", newestFirst{&HybridLOS{Lookahead: look(), MaxSkip: maxSkip, Reading: NewestFirst}}, plainPolicy{dedicated: true, maxSkip: skip, reading: NewestFirst, depth: depth}},
		familyMember{"Hybrid-LOS", &HybridAsPrinted{Lookahead: look(), MaxSkip: maxSkip}, plainPolicy{dedicated: true, maxSkip: skip, reading: Printed, depth: depth}},
		familyMember{"EASY-D", &EASYD{}, plainPolicy{dedicated: true, easy: true, reading: Faithful}})
}

// world is a small random workload with dedicated jobs and commands.
type world struct {
	seed       uint64
	workload   *engine.Workload
	processors int32
	unit       int32
	options    engine.Options
}

func (c world) String() string {
	return fmt.Sprintf("seed %d: %d processors in units of %d, %+v\njobs %v\nrequested %v\ncommands %v, at most %d",
		c.seed, c.processors, c.unit, c.options, c.workload.Jobs, c.workload.Requested, c.workload.Commands, c.workload.MaxCommands)
}

// drawWorld draws up to most jobs with whole seconds, so that much happens at once.
func drawWorld(seed uint64, most int) world {
	r := rand.New(rand.NewPCG(seed, 11))
	seconds := func(least, below int) engine.Time { return engine.Time(least+r.IntN(below-least)) * engine.Second }
	c := world{seed: seed, unit: 1 + r.Int32N(2), options: engine.Options{Elastic: r.IntN(2) == 0, Kill: engine.KillRule(r.IntN(3))}}
	c.processors = c.unit * (2 + r.Int32N(8))
	if c.options.Kill == engine.KillAfterGrace {
		c.options.Grace = seconds(0, 6)
	}
	share, exact, gap := []float64{0, 0.3, 0.6, 0.9}[r.IntN(4)], r.IntN(2) == 0, 2+r.IntN(7)
	w := &engine.Workload{MaxCommands: r.Int32N(3)}
	submit := engine.Time(0)
	for range 1 + r.IntN(most) {
		submit += seconds(0, gap)
		job := engine.Job{Submit: submit, Run: seconds(1, 13), Processors: 1 + r.Int32N(c.processors)}
		if r.IntN(30) == 0 {
			job.Processors = c.processors + 1
		}
		job.Estimate = job.Run
		if !exact {
			job.Estimate = seconds(1, 17)
		}
		w.Jobs = append(w.Jobs, job)
		requested := engine.Time(-1)
		if r.Float64() < share {
			requested = max(0, submit+seconds(-2, 20))
			if k := r.IntN(len(w.Jobs)); r.IntN(3) == 0 && k < len(w.Requested) && w.Requested[k] >= 0 {
				requested = w.Requested[k]
			}
		}
		if share > 0 {
			w.Requested = append(w.Requested, requested)
		}
		for r.IntN(3) == 0 {
			c := engine.Command{At: max(0, submit+seconds(-2, 30)), Job: int32(len(w.Jobs) - 1), Kind: engine.CommandKind(r.IntN(4))}
			c.Amount = int64(seconds(1, 10))
			if c.Kind == engine.ExtendProcessors || c.Kind == engine.ReduceProcessors {
				c.Amount = int64(1 + r.IntN(4))
			}
			w.Commands = append(w.Commands, c)
		}
	}
	slices.SortStableFunc(w.Commands, func(a, b engine.Command) int { return int(a.At - b.At) })
	c.workload = w
	return c
}

func (c world) run(t *testing.T, p engine.Policy, options engine.Options) *engine.Outcome {
	t.Helper()
	o, err := engine.Simulate(c.workload, engine.NewCluster(c.processors, c.unit), p, options)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// Every member of the family, in every reading, starts every job when the plain
// simulator does.
func TestLOSFamilyEqualsThePlainSimulator(t *testing.T) {
	for seed := range uint64(trials(12000)) {
		c := drawWorld(seed, 14)
		r := rand.New(rand.NewPCG(seed, 12))
		for _, m := range family(r.Int32N(4), Lookahead{Depth: []int{0, 0, 1, 3}[r.IntN(4)]}) {
			o := c.run(t, m.policy, c.options)
			reference := plainLOS{workload: c.workload, processors: c.processors, unit: c.unit, options: c.options, policy: m.plain}
			last := engine.Time(0)
			for j := range c.workload.Jobs {
				last = max(last, o.End[j], c.workload.Ready(int32(j)))
			}
			if want := reference.run(last + engine.Second); !slices.Equal(o.Start, want) {
				t.Fatalf("%s %+v, %v\nstarts %v\nwant   %v", m.name, m.plain, c, o.Start, want)
			}
		}
	}
}
