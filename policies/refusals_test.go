package policies

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/engine/snapshot"
	"backfill/policies/internal/reference"
)

// fitting takes down, after every call, which of the waiting jobs the machine would take.
type fitting struct{ calls [][]int32 }

func (*fitting) Begin(*engine.State) bool                    { return true }
func (*fitting) Wants(int32, bool) bool                      { return false }
func (*fitting) Decided(*engine.State, int32, engine.Reason) {}
func (*fitting) Reserved(*engine.State, int32, engine.Slot)  {}
func (*fitting) Dropping(*engine.State)                      {}
func (*fitting) Conclude(*engine.Outcome)                    {}
func (f *fitting) End(s *engine.State, _ engine.Policy) {
	var fit []int32
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if _, ok := s.Fits(j); ok {
			fit = append(fit, j)
		}
	}
	f.calls = append(f.calls, fit)
}

// On every kind of machine, under every policy: of every waiting job that fits when a call is over it is said why it does not
// start, however short the list of the queue is; and the inspector, for which decisions are recorded job by job, says the same.
// What is said is so, on one pool of processors in every number, elsewhere as far as promises go.
func TestEveryRefusalHasAReason(t *testing.T) {
	refused, checked := map[engine.Rule]int{}, map[engine.Rule]int{}
	reference.EachTrial(t, 300, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 21))
		reference.Crowd(r, &c)
		m, what := reference.RandomMachine(r, &c)
		if c.Seed%3 == 0 {
			for _, job := range c.Workload.Jobs {
				c.Workload.Requested = append(c.Workload.Requested, max(-1, job.Submit+engine.Time(r.IntN(40))-engine.Time(r.IntN(400))))
			}
		}
		everyRefusalHasAReason(t, c, m, what, refused, checked)
	})
	for _, rule := range []engine.Rule{engine.HeadBlocked, engine.Reserved, engine.WouldDelay, engine.BehindHead, engine.HeadSkipped, engine.NotPacked,
		engine.PackedAhead, engine.WouldDelayDedicated, engine.OutOfSight, engine.NextCycle, engine.BehindJumped, engine.NextPlan, engine.NotCounted} {
		if refused[rule] < reference.Trials(4) {
			t.Errorf("rule %d refuses %d jobs only", rule, refused[rule])
		}
	}
	for _, rule := range []engine.Rule{engine.HeadBlocked, engine.Reserved, engine.WouldDelay, engine.BehindHead, engine.BehindJumped, engine.NextPlan, engine.NotCounted} {
		if checked[rule] < reference.Trials(100) {
			t.Errorf("rule %d has been checked %d times only", rule, checked[rule])
		}
	}
}

// The same on partitions.
func TestEveryRefusalOnPartitionsHasAReason(t *testing.T) {
	refused, checked := map[engine.Rule]int{}, map[engine.Rule]int{}
	reference.EachTrial(t, 300, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 38))
		config := reference.RandomPartitions(r, &c)
		everyRefusalHasAReason(t, c, partitions.New(config), fmt.Sprintf("%+v", config), refused, checked)
	})
	for _, rule := range []engine.Rule{engine.BehindHeads, engine.BehindHead, engine.Reserved, engine.WouldDelay} {
		if refused[rule] < reference.Trials(100) {
			t.Errorf("rule %d refuses %d jobs only", rule, refused[rule])
		}
	}
}

// everyRefusalHasAReason holds what is said of jobs that wait on m against what is so, and counts refusals and those that were checked.
func everyRefusalHasAReason(t *testing.T, c reference.Trial, m engine.Machine, what string, refused, checked map[engine.Rule]int) {
	t.Helper()
	eachPolicyOn(t, m.Offers(), func(name string, make func() engine.Policy) {
		short, whole, fit := snapshot.Series{Most: math.MaxInt, Depth: 1}, snapshot.Series{Most: math.MaxInt, Depth: 1000}, &fitting{}
		options := c.Options
		options.RecordAll, options.Observers = true, []engine.Observer{short.Observer(), whole.Observer(), fit}
		o, err := engine.Simulate(c.Workload, m, make(), options)
		if err != nil {
			t.Fatal(err)
		}
		account := account{t, name, c, o, m.Offers()&engine.OnePool != 0 && c.Options.Order == engine.Batch}
		for i := range whole.List {
			s, before, told := &whole.List[i], &snapshot.Snapshot{}, 0
			if i > 0 {
				before = &whole.List[i-1]
			}
			for at, d := range s.Decisions {
				if d.Rule.Acts() || !d.Fitted(o.Occupied(d.Job), o.Lane != nil) {
					continue
				}
				told++
				refused[d.Rule]++
				if !slices.ContainsFunc(o.Decisions, func(e engine.Decision) bool {
					return e.Job == d.Job && e.At <= s.At && s.At <= e.Until && e.Reason == d.Reason
				}) {
					t.Fatalf("%s on %s, %v: at %d %+v, but the inspector says something else", name, what, c, s.At, d)
				}
				if account.holds(s, before, at) {
					checked[d.Rule]++
				}
			}
			if told != int(s.Fitting) {
				t.Fatalf("%s on %s, %v: at %d %d jobs are said to fit, of %d something is said", name, what, c, s.At, s.Fitting, told)
			}
			s = &short.List[i]
			for _, j := range fit.calls[i] {
				at := slices.IndexFunc(s.Decisions, func(d engine.Decision) bool { return d.Job == j && !d.Rule.Acts() })
				if at < 0 {
					t.Fatalf("%s on %s, %v: at %d job %d fits and waits, but nothing is said of it: %+v", name, what, c, s.At, j, s)
				}
				d := &s.Decisions[at]
				if !d.Fitted(o.Occupied(j), o.Lane != nil) && m.Offers()&engine.Monotone != 0 {
					t.Fatalf("%s on %s, %v: at %d job %d fits, but it is said that it does not: %+v", name, what, c, s.At, j, d)
				}
			}
		}
	})
}

// account holds what is said of waiting jobs that fit against what ran and was promised at that moment.
type account struct {
	*testing.T
	policy string
	reference.Trial
	outcome *engine.Outcome
	pool    bool // the machine is one, and no job has given back its processors that is still said to run
}

// holds checks the i-th decision of a call, with the call before it, and says whether there was something to check.
func (a account) holds(s, before *snapshot.Snapshot, i int) bool {
	a.Helper()
	o, w, d := a.outcome, a.Workload, s.Decisions[i]
	wrong := func(what string) {
		a.Helper()
		a.Fatalf("%s, %v: at %d %+v: %s\n%+v\n%+v", a.policy, a.Trial, s.At, d, what, before, s)
	}
	size, end := o.Occupied(d.Job), s.At+w.Jobs[d.Job].Estimate
	switch {
	case d.Rule == engine.NextPlan:
		if d.Shadow <= s.At || d.Shadow > s.At+10 || d.Shadow%10 != 0 {
			wrong("that is not when the next plan is made, of one in 10 ms")
		}
		return true
	case o.Lanes != nil && d.Rule == engine.WouldDelay && o.Segments == nil:
		slot := a.slot(s, before, i, d.Blocker)
		if slot == nil || slot.At != d.Shadow || slot.At >= end || o.Lane != nil && slot.Lane != d.Lane {
			wrong("nobody was promised that")
		}
		return true
	case !a.pool:
		return false
	}
	busy := a.busyAt(s, before, i, s.At)
	switch head := first(o, s); d.Rule {
	case engine.BehindHead:
		if strings.HasPrefix(a.policy, "priority{") {
			head = d.Blocker // whom its priority says
		}
		if d.Blocker != head || o.Occupied(head)+busy <= o.Processors {
			wrong("the head of the queue is another one, or fits")
		}
	case engine.BehindJumped:
		most := 10
		if strings.Contains(a.policy, `"maxJumps": 1}`) {
			most = 1
		}
		if d.Blocker != head || int(d.Skips) != most || jumps(o, head, s.At) != most {
			wrong("the head of the queue has not been jumped so often")
		}
	case engine.WouldDelay:
		if o.Workload.Requested != nil && len(s.Coming) > 0 {
			return false // the dedicated jobs that come have a share in it
		}
		if inclusive := strings.Contains(a.policy, "los"); end < d.Shadow || end == d.Shadow && !inclusive {
			wrong("it would have ended")
		}
		left := o.Processors - a.busyAt(s, before, i, d.Shadow)
		if strings.HasPrefix(a.policy, "relaxed") {
			left -= o.Occupied(d.Blocker) // which is promised something when the others have been looked at
		}
		if left != d.Extra || size <= left {
			wrong("something else is left then")
		}
	case engine.NotCounted:
		if slot := promised(s, d.Blocker); slot == nil || slot.At != d.Shadow || d.Blocker != head || end < d.Shadow || size <= d.Extra {
			wrong("the policy counts enough")
		}
		if left := o.Processors - a.busyAt(s, before, i, d.Shadow); end > d.Shadow && size > left {
			wrong("it would delay the head")
		}
	case engine.Reserved, engine.HeadBlocked:
		own, was := promised(s, d.Job), promised(before, d.Job)
		if own == nil || own.At != d.Shadow || own.At <= s.At {
			wrong("it was promised something else")
		}
		if d.Blocker == engine.NoJob {
			if was == nil || was.At != own.At || !a.keepsPromises() {
				wrong("it was promised something else before")
			}
			break
		}
		slot := a.slot(s, before, i, d.Blocker)
		if slot == nil || slot.At >= end || size <= o.Processors-a.busyAt(s, before, i, slot.At) {
			wrong("nobody is in its way")
		}
	default:
		return false
	}
	if d.Free != o.Processors-busy {
		wrong("something else is free")
	}
	return true
}

// busyAt is how many processors are held at an instant, as far as is known when the i-th decision of a call is made: by jobs that run
// by then and for which that is expected, and by those that were promised a start and wait.
func (a account) busyAt(s, before *snapshot.Snapshot, i int, at engine.Time) (busy int32) {
	o := a.outcome
	packed := strings.Contains(a.policy, "los") // waiting jobs are told why when the chosen ones have started
	later := comes(s, i)
	for _, e := range s.Running {
		acts := slices.ContainsFunc(s.Decisions, func(d engine.Decision) bool { return d.Job == e.Job && d.Rule == engine.StartedPacked })
		if e.End > at && !later(e.Job) && !(packed && acts) {
			busy += o.Occupied(e.Job)
		}
	}
	for j := range int32(len(o.Start)) {
		if slot := a.slot(s, before, i, j); slot != nil && j != s.Decisions[i].Job && slot.At <= at && at < slot.At+slot.Length {
			busy += o.Occupied(j)
		}
	}
	return busy
}

// comes says of a job whether the policy comes to it after the i-th decision of a call.
func comes(s *snapshot.Snapshot, i int) func(j int32) bool {
	return func(j int32) bool {
		return slices.ContainsFunc(s.Decisions[i+1:], func(d engine.Decision) bool { return d.Job == j })
	}
}

// keepsPromises says whether jobs keep their reservations from one call to the next.
func (a account) keepsPromises() bool {
	return strings.HasPrefix(a.policy, "conservative") || strings.HasPrefix(a.policy, "selective") || strings.HasPrefix(a.policy, "slack") || strings.Contains(a.policy, "# Conservative")
}

// slot is what job j was promised when the i-th decision of a call was made, nil if nothing was.
func (a account) slot(s, before *snapshot.Snapshot, i int, j int32) *snapshot.Promise {
	switch {
	case !comes(s, i)(j) || strings.HasPrefix(a.policy, "slack"): // which tells jobs why they wait when all have been planned
		return promised(s, j)
	case a.keepsPromises() && s.Happened[engine.Overrun] == 0:
		return promised(before, j)
	}
	return nil
}

// promised is the slot of a waiting job, nil if it has none.
func promised(s *snapshot.Snapshot, j int32) *snapshot.Promise {
	if i := slices.IndexFunc(s.Reserved, func(p snapshot.Promise) bool { return p.Job == j }); i >= 0 {
		return &s.Reserved[i]
	}
	return nil
}

// first is the waiting job that came first.
func first(o *engine.Outcome, s *snapshot.Snapshot) int32 {
	head := engine.NoJob
	for j := range int32(len(o.Start)) {
		waits := o.Ready(j) <= s.At && (o.Start[j] < 0 || o.Start[j] > s.At) && o.State[j] != engine.Refused
		if waits && (head == engine.NoJob || came(o, j, head) < 0) {
			head = j
		}
	}
	return head
}

// came compares when two jobs began to wait. At the same instant jobs whose requested start has come stand behind those that
// have just been submitted.
func came(o *engine.Outcome, a, b int32) int {
	late := func(j int32) int { return min(1, int(o.Ready(j)-o.Submitted(j))) }
	return cmp.Or(cmp.Compare(o.Ready(a), o.Ready(b)), cmp.Compare(late(a), late(b)), cmp.Compare(a, b))
}

// jumps is how many jobs have started by an instant since a job is head of the queue.
func jumps(o *engine.Outcome, head int32, by engine.Time) (n int) {
	for _, j := range o.StartOrder {
		switch {
		case o.Start[j] > by:
			return n
		case came(o, j, head) < 0:
			n = 0
		default:
			n++
		}
	}
	return n
}

// Conservative backfilling on 4 processors: job 0 has 2 of them until 100, and 70 jobs of 3 processors have the time from then on. Of the
// 100 jobs behind these, of 1 processor and 1,000 long, the first starts beside them; the others have room too, on the last free
// processor, and may not keep it from job 1. Reasons are given for 64 of them, and they are counted.
func TestRefusalsBehindManyReservations(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{{Run: 100, Estimate: 100, Processors: 2}}}
	for range 70 {
		w.Jobs = append(w.Jobs, engine.Job{Submit: 1, Run: 10, Estimate: 10, Processors: 3})
	}
	for range 100 {
		w.Jobs = append(w.Jobs, engine.Job{Submit: 2, Run: 1000, Estimate: 1000, Processors: 1})
	}
	got, _ := noted(t, w, engine.NewCluster(4, 1), Conservative{Compress: true}, engine.Options{}, snapshot.Series{Most: 3, Depth: 1})
	s, told := got.List[2], 0
	for _, d := range s.Decisions {
		if d.Rule == engine.Reserved && d.Job > 71 && d.Blocker == 1 {
			told++
		}
	}
	if s.At != 2 || s.Fitting != 99 || told != 64 || len(s.Decisions) != 66 {
		t.Errorf("at %d %d jobs fit, of %d of them it is said why they wait, in %d decisions", s.At, s.Fitting, told, len(s.Decisions))
	}
}
