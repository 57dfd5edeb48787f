package slurm

import (
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/bitset"
	"backfill/engine/machine/partitions"
	"backfill/policies/internal/reference"
	"backfill/policies/slurm/accounts"
	"backfill/policies/slurm/limits"
	"backfill/policies/slurm/settings"
)

// limitedWorld is a world whose jobs are of 4 users in 3 accounts, 0 above 1 above 2, and of 3 QOS. Either QOS have limits or, for odd
// seeds, associations.
func limitedWorld(seed uint64) (*engine.Workload, *partitions.Machine, *Slurm) {
	w, m, p := world(seed)
	r := rand.New(rand.NewPCG(seed, 2))
	for range w.Jobs {
		user := r.Int32N(4)
		w.User, w.Group, w.QOS = append(w.User, user), append(w.Group, user%3), append(w.QOS, r.Int32N(3))
	}
	s := &settings.Limits{Config: limits.Config{CalcPeriod: []engine.Time{10, 60, 300}[r.IntN(3)] * engine.Second, Safe: r.IntN(2) == 0, HalfLife: engine.Time(r.IntN(2)) * 10 * engine.Minute}}
	number := func(to *int64, most int64) {
		if r.IntN(6) == 0 {
			*to = 1 + r.Int64N(most)
		}
	}
	both := func(l *limits.Limits) {
		number(&l.GrpJobs, 4)
		number(&l.MaxWall, 60)
		number(&l.GrpTRES[limits.CPU], 16)
		number(&l.GrpTRES[limits.Memory], 4000)
		number(&l.GrpTRES[limits.Node], 4)
		number(&l.MaxTRES[limits.CPU], 8)
		number(&l.MaxTRESPerNode[limits.CPU], 8)
		number(&l.GrpTRESRunMins[limits.CPU], 400)
		number(&l.GrpTRESMins[limits.CPU], 2000)
	}
	for q := range int32(3) {
		of := limits.NewQOS(q)
		of.NoReserve = r.IntN(4) == 0
		if seed%2 == 0 {
			both(&of.Limits)
			number(&of.MaxJobsPerUser, 3)
			number(&of.MaxJobsPerAccount, 3)
			number(&of.MaxTRESPerUser[limits.CPU], 12)
			number(&of.MaxTRESPerAccount[limits.Node], 3)
			number(&of.MinTRES[limits.CPU], 2)
		}
		s.QOS = append(s.QOS, of)
	}
	for _, a := range []limits.Association{limits.NewAssociation(0, limits.None, limits.None), limits.NewAssociation(1, 0, limits.None), limits.NewAssociation(2, 1, limits.None),
		limits.NewAssociation(0, limits.None, 0), limits.NewAssociation(1, limits.None, 1), limits.NewAssociation(2, limits.None, 2), limits.NewAssociation(0, limits.None, 3)} {
		if seed%2 == 1 {
			both(&a.Limits)
			number(&a.MaxJobs, 3)
		}
		s.Associations = append(s.Associations, a)
	}
	p.Limits, p.AssocLimitStop = s, r.IntN(6) == 0
	return w, m, p
}

// usage is what runs of a group at an instant, counted from the outcome alone.
type usage struct {
	jobs, cpus, memory int64
	nodes              map[int32]bool
	cpuMinutes         float64 // that may still be used
}

// At no instant is a limit exceeded. The group of a QOS is its jobs; that of an association those of its user or of all users in accounts below.
func TestNoLimitIsExceeded(t *testing.T) {
	starts, waits := 0, 0
	for seed := range uint64(reference.Trials(800)) {
		started, waiting := checkLimits(t, seed)
		starts, waits = starts+started, waits+waiting
	}
	t.Logf("%d starts, %d jobs that never start", starts, waits)
}

// checkLimits checks the world of a seed, and counts starts and jobs that never start.
func checkLimits(t failer, seed uint64) (starts, waits int) {
	w, m, p := limitedWorld(seed)
	o, err := engine.Simulate(w, m, p, engine.Options{Kill: engine.KillAtEstimate})
	if err != nil {
		t.Fatal(err)
	}
	first := map[int32]int{} // place of the pieces of a job
	for i, j := range o.StartOrder {
		first[j] = i
	}
	pieces := func(j int32) []engine.Piece {
		i, from := first[j], int32(0)
		if i > 0 {
			from = o.PieceEnd[i-1]
		}
		return o.Pieces[from:o.PieceEnd[i]]
	}
	cpusOf := func(j int32) (n int64) {
		for _, piece := range pieces(j) {
			n += int64(piece.Processors)
		}
		return n
	}
	group := func(at engine.Time, in func(j int32) bool) usage {
		u := usage{nodes: map[int32]bool{}}
		for _, j := range o.StartOrder {
			if o.Start[j] > at || o.End[j] >= 0 && o.End[j] <= at || !in(j) {
				continue
			}
			u.jobs++
			for _, piece := range pieces(j) {
				u.nodes[piece.Lane] = true
				if d := w.DemandOf(j); m.Nodes[piece.Lane].Memory > 0 {
					u.memory += int64(d.NodeMemory)
				}
			}
			u.cpus += cpusOf(j)
			left := (o.Start[j] + (w.Jobs[j].Estimate+engine.Minute-1)/engine.Minute*engine.Minute - at).Seconds() / 60
			u.cpuMinutes += float64(cpusOf(j)) * max(left, 0)
		}
		return u
	}
	for _, j := range o.StartOrder {
		at := o.Start[j]
		within := func(what string, used, limit int64) {
			if limit != limits.Unlimited && used > limit {
				t.Fatalf("seed %d at %v s: %s is %d, %d is used", seed, at.Seconds(), what, limit, used)
			}
		}
		common := func(l *limits.Limits, in func(j int32) bool) {
			u := group(at, in)
			within("GrpJobs", u.jobs, l.GrpJobs)
			within("GrpTRES cpu", u.cpus, l.GrpTRES[limits.CPU])
			within("GrpTRES node", int64(len(u.nodes)), l.GrpTRES[limits.Node])
			within("GrpTRES mem", u.memory, l.GrpTRES[limits.Memory])
			within("GrpTRESRunMins", int64(u.cpuMinutes)-1, l.GrpTRESRunMins[limits.CPU])
		}
		alone := func(l *limits.Limits) {
			within("MaxWall", int64((w.Jobs[j].Estimate+engine.Minute-1)/engine.Minute), l.MaxWall)
			within("MaxTRES", cpusOf(j), l.MaxTRES[limits.CPU])
			within("MaxTRESPerNode", cpusOf(j)/int64(len(pieces(j))), l.MaxTRESPerNode[limits.CPU])
		}
		for i := range p.Limits.QOS {
			q := &p.Limits.QOS[i]
			common(&q.Limits, func(k int32) bool { return w.QOS[k] == q.Number })
			if w.QOS[j] != q.Number {
				continue
			}
			alone(&q.Limits)
			if least := q.MinTRES[limits.CPU]; cpusOf(j) < least {
				t.Fatalf("seed %d: job %d has %d CPUs, at least %d are wanted", seed, j, cpusOf(j), least)
			}
			user := group(at, func(k int32) bool { return w.QOS[k] == q.Number && w.User[k] == w.User[j] })
			within("MaxJobsPU", user.jobs, q.MaxJobsPerUser)
			within("MaxTRESPU", user.cpus, q.MaxTRESPerUser[limits.CPU])
			account := group(at, func(k int32) bool { return w.QOS[k] == q.Number && w.Group[k] == w.Group[j] })
			within("MaxJobsPA", account.jobs, q.MaxJobsPerAccount)
			within("MaxTRESPA", int64(len(account.nodes)), q.MaxTRESPerAccount[limits.Node])
		}
		for i := range p.Limits.Associations {
			a := &p.Limits.Associations[i]
			// Accounts lie in a row: the greater number is below.
			common(&a.Limits, func(k int32) bool { return w.Group[k] >= a.Account && (a.User == limits.None || w.User[k] == a.User) })
			if a.Account == w.Group[j] && a.User == w.User[j] {
				alone(&a.Limits)
				within("MaxJobs", group(at, func(k int32) bool { return w.User[k] == a.User }).jobs, a.MaxJobs)
			}
		}
		starts++
	}
	// With safe and without decay, what a QOS has used in the end is within its minutes: Slurm counts those that are used and those
	// that may still be in whole ones.
	for i := range p.Limits.QOS {
		q, used := &p.Limits.QOS[i], 0.0
		for _, j := range o.StartOrder {
			if w.QOS[j] == q.Number {
				used += float64(cpusOf(j)) * (o.End[j] - o.Start[j]).Seconds() / 60
			}
		}
		if limit := q.GrpTRESMins[limits.CPU]; p.Limits.Safe && p.Limits.HalfLife == 0 && limit != limits.Unlimited && used > float64(limit)+2+float64(len(o.StartOrder)) {
			t.Fatalf("seed %d: QOS %d has used %g minutes of %d", seed, i, used, limit)
		}
	}
	for j := range int32(len(w.Jobs)) {
		if o.Start[j] < 0 && m.CanEver(j) && !p.AssocLimitStop {
			waits++
			mayStart(t, w, m, p, j)
		}
	}
	return starts, waits
}

// mayStart fails if a job that has never started is within all limits when nothing runs, and nothing has run before.
func mayStart(t failer, w *engine.Workload, m *partitions.Machine, p *Slurm, j int32) {
	l, err := accounts.NewLimits(p.Limits, m, w, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	all := bitset.New(int32(len(m.Nodes)))
	all.Add(0, int32(len(m.Nodes)))
	trial := partitions.NewTrial(m)
	for _, in := range m.MayRunIn(j) {
		trial.Begin(j, int32(in), all)
		used := false // minutes, which stay
		for i := range p.Limits.QOS {
			used = used || p.Limits.HalfLife == 0 && p.Limits.QOS[i].GrpTRESMins[limits.CPU] != limits.Unlimited
		}
		for i := range p.Limits.Associations {
			used = used || p.Limits.HalfLife == 0 && p.Limits.Associations[i].GrpTRESMins[limits.CPU] != limits.Unlimited
		}
		if trial.Fits() && !used && !l.Before(j, int32(in)) && !l.After(j, int32(in), trial, new([]int32)) {
			t.Fatalf("seed %d: job %d never starts", w.Seed, j)
		}
	}
}

// Passes that would decide as the last one are left out beside limits, too.
func TestPassesThatAreLeftOutBesideLimits(t *testing.T) {
	for seed := range uint64(reference.Trials(150)) {
		outcome := func(plain bool) *engine.Outcome {
			w, m, s := limitedWorld(seed)
			s.plain = plain
			o, err := engine.Simulate(w, m, s, engine.Options{Kill: engine.KillRule(seed % 4)})
			if err != nil {
				t.Fatal(err)
			}
			return o
		}
		if want, got := outcome(true), outcome(false); !slices.Equal(want.Start, got.Start) || !slices.Equal(want.Pieces, got.Pieces) {
			t.Fatalf("seed %d: starts %v, with all passes %v", seed, got.Start, want.Start)
		}
	}
}

// small is a controller of two nodes with 4 processors each, on which job 0 runs for 10 minutes; the others wait. Job j is of user j/10
// with the QOS j%10 of ask, for so many processors and 5 minutes.
func small(t *testing.T, ask []int32, processors []int32, change func(q []limits.QOS), stop bool) (c *controller, started, promised *[]int32) {
	t.Helper()
	m := partitions.New(partitions.Config{Choice: partitions.Slurm, Nodes: []partitions.Node{{Name: "a", Processors: 4}, {Name: "b", Processors: 4}},
		Partitions: []partitions.Partition{{Name: "p", Number: 1, Nodes: []int32{0, 1}, Default: true}}})
	w := &engine.Workload{}
	for j := range ask {
		w.Jobs = append(w.Jobs, engine.Job{Submit: engine.Time(j), Run: engine.Minute, Estimate: 5 * engine.Minute, Processors: processors[j]})
		w.User, w.QOS, w.Group = append(w.User, ask[j]/10), append(w.QOS, ask[j]%10), append(w.Group, 0)
	}
	w.Jobs[0].Estimate = 10 * engine.Minute
	m.Begin(w)
	config := settings.Defaults()
	config.AssocLimitStop = stop
	c = newController(config, m, w)
	s := &settings.Limits{Config: limits.Config{CalcPeriod: engine.Minute, QOS: []limits.QOS{limits.NewQOS(0), limits.NewQOS(1)}}}
	change(s.QOS)
	var err error
	if c.limits, err = accounts.NewLimits(s, m, w, 0, 0); err != nil {
		t.Fatal(err)
	}
	started, promised = new([]int32), new([]int32)
	c.start = func(j, _ int32) {
		m.Place(j, 0)
		*started = append(*started, j)
	}
	c.planned = func(p Plan) { *promised = append(*promised, p.Job) }
	for j := range w.Jobs {
		c.submit(int32(j), 0)
	}
	c.trial.Begin(0, 0, c.up)
	c.trial.Fits()
	c.begin(0, 0)
	*started = nil
	return c, started, promised
}

// What a job that is over a limit does to those behind it.
func TestJobsOverLimits(t *testing.T) {
	jobs := func(most int64) func([]limits.QOS) { return func(q []limits.QOS) { q[1].GrpJobs = most } }
	user := func(q []limits.QOS) { q[1].MaxTRESPerUser[limits.CPU] = 4 }
	none := func([]limits.QOS) {}
	for name, c := range map[string]struct {
		ask, processors               []int32
		change                        func(q []limits.QOS)
		stop                          bool
		main, backfill, backfillPlans []int32
	}{
		// Job 0 runs, and 7 processors are free. One job of QOS 1 may run: job 1 is skipped, job 2 starts.
		"a job too many": {[]int32{1, 1, 0}, []int32{1, 1, 1}, jobs(1), false, []int32{2}, []int32{2}, nil},
		// With assoc_limit_stop job 1 closes the partition of the main scheduler. The backfill scheduler does not start it either.
		"a job too many, stop": {[]int32{1, 1, 0}, []int32{1, 1, 1}, jobs(1), true, nil, []int32{2}, nil},
		"as many as may be":    {[]int32{1, 1, 0}, []int32{1, 1, 1}, jobs(2), false, []int32{1, 2}, []int32{1, 2}, nil},
		// Job 0 has 4 processors, and so many its user may have. Job 1, of the same user, wants 8, for which there are not enough nodes,
		// too: that it is over the limit comes first, so that job 2 starts. Job 1 is not promised anything.
		"over a limit and without room": {[]int32{11, 11, 20}, []int32{4, 8, 4}, user, false, []int32{2}, []int32{2}, nil},
		// Without a limit, job 1 closes the partition and is promised both nodes in 10 minutes; job 2, which takes 5, starts before.
		"without room": {[]int32{11, 11, 20}, []int32{4, 8, 4}, none, false, nil, []int32{2}, []int32{1}},
		// Of another user it is promised them as long as there is no limit for that one: 8 are more than 4.
		"over the limit when it starts": {[]int32{11, 21, 20}, []int32{4, 8, 4}, user, false, []int32{2}, []int32{2}, nil},
		// assoc_limit_stop: the promise is made, and the partition is closed.
		"over the limit, stop": {[]int32{11, 21, 20}, []int32{4, 8, 4}, user, true, nil, []int32{2}, []int32{1}},
		// NoReserve: no promise, though it closes the partition of the main scheduler, as others do that find no room.
		"no promises": {[]int32{10, 21, 20}, []int32{4, 8, 4}, func(q []limits.QOS) { q[1].NoReserve = true }, false, nil, []int32{2}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			k, started, _ := small(t, c.ask, c.processors, c.change, c.stop)
			k.mainPass(engine.Second, true)
			if !slices.Equal(*started, c.main) {
				t.Errorf("the main scheduler starts %v, want %v", *started, c.main)
			}
			k, started, promised := small(t, c.ask, c.processors, c.change, c.stop)
			k.backfillPass(engine.Second, -1)
			if !slices.Equal(*started, c.backfill) || !slices.Equal(*promised, c.backfillPlans) {
				t.Errorf("the backfill scheduler starts %v and promises %v, want %v and %v", *started, *promised, c.backfill, c.backfillPlans)
			}
		})
	}
}

// An advance reservation of node b from minute 6 to 10, unless a job fits before. Partitions that are down start nobody.
func TestReservationsAndPartitionsThatAreDown(t *testing.T) {
	for name, c := range map[string]struct {
		begin, end int64
		down       bool
		starts     []int32
	}{
		"before":           {360, 600, false, []int32{1}}, // 1 s + 300 s
		"not before":       {300, 600, false, nil},
		"behind":           {0, 1, false, []int32{1}},
		"a partition down": {360, 600, true, nil},
	} {
		k, started, _ := small(t, []int32{10, 10}, []int32{4, 4}, func([]limits.QOS) {}, false)
		nodes := bitset.New(2)
		nodes.Add(1, 1)
		k.reserved = []reservation{{begin: c.begin, end: c.end, nodes: nodes}}
		k.down[0] = c.down
		k.mainPass(engine.Second, true)
		if !slices.Equal(*started, c.starts) {
			t.Errorf("%s: starts %v, want %v", name, *started, c.starts)
		}
	}
}

// A job of 4 processors runs for 10 min, in a QOS that may use 2 minutes of processors. It starts between 0 and 3 s. Every 10 s it is computed
// what is used: at 30 s at most 29 s of 4 processors, less than 2 min; at 60 s at least 46 s of 4, more than 3 min. So it is killed at 60 s, as
// jobs are looked for every 30 s. With safe it does not start.
func TestUsedUp(t *testing.T) {
	for _, safe := range []bool{false, true} {
		w := &engine.Workload{Jobs: []engine.Job{{Run: 10 * engine.Minute, Estimate: 10 * engine.Minute, Processors: 4}}, QOS: []int32{1}}
		s := &settings.Limits{Config: limits.Config{CalcPeriod: 10 * engine.Second, Safe: safe, QOS: []limits.QOS{limits.NewQOS(1)}}}
		s.QOS[0].GrpTRESMins[limits.CPU] = 2
		o, err := engine.Simulate(w, two(), &Slurm{Settings: settings.Settings{Config: settings.Defaults(), Limits: s}}, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := engine.Minute; !safe && (o.End[0] != want || o.State[0] != engine.Killed) || safe && o.Start[0] >= 0 {
			t.Errorf("safe %v: %s from %d to %d ms", safe, o.State[0], o.Start[0], o.End[0])
		}
	}
}

// Three jobs of a user come at once to a QOS in which each user may have two that wait or run: the third is refused, and one that comes when the
// first has ended is not. With DenyOnLimit one that asks for more processors than a job may have is refused, too; without it waits.
func TestRefusedWhenSubmitted(t *testing.T) {
	for _, deny := range []bool{false, true} {
		w := &engine.Workload{QOS: []int32{1, 1, 1, 1, 2}, User: []int32{1, 1, 1, 1, 1}}
		for j, submit := range []engine.Time{0, 0, 0, 20, 30} {
			w.Jobs = append(w.Jobs, engine.Job{Submit: submit * engine.Second, Run: 15 * engine.Second, Estimate: engine.Minute, Processors: []int32{1, 8, 1, 1, 4}[j]})
		}
		w.Jobs[1].Run = engine.Minute // job 2 still runs or waits then
		s := &settings.Limits{Config: limits.Config{CalcPeriod: engine.Minute, QOS: []limits.QOS{limits.NewQOS(1), limits.NewQOS(2)}}}
		s.QOS[0].MaxSubmitPerUser = 2
		s.QOS[1].MaxTRES[limits.CPU], s.QOS[1].DenyOnLimit = 3, deny
		o, err := engine.Simulate(w, two(), &Slurm{Settings: settings.Settings{Config: settings.Defaults(), Limits: s}}, engine.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var states []string
		for j := range w.Jobs {
			states = append(states, o.State[j].String())
		}
		last := map[bool]string{false: "unfinished", true: "refused"}[deny]
		if want := []string{"completed", "completed", "refused", "completed", last}; !slices.Equal(states, want) {
			t.Errorf("deny %v: %v, want %v", deny, states, want)
		}
		if got, want := o.Refusal(2), "over QOSMaxSubmitJobPerUserLimit: at most 2, with 2 there and 1 asked for"; got != want {
			t.Errorf("refused: %s", got)
		}
	}
}
