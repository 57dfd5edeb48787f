//go:build campaign

package policies

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"backfill/engine"
	"backfill/engine/byhand"
	"backfill/engine/campaign"
	"backfill/engine/machine/farm"
	"backfill/engine/machine/hosts"
	"backfill/engine/machine/multicluster"
	"backfill/engine/machine/nodes"
	"backfill/engine/machine/partitions"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies/belief"
	"backfill/policies/internal/reference"
	"backfill/policies/internal/schedule"
	"backfill/policies/los"
	"backfill/policies/priority"
	"backfill/policies/queue"
)

// TestCampaignSimulations simulates random jobs on random machines under each policy, with random parameters. What comes out is a schedule, the
// promises of the policy are kept, and who starts when is what a plain simulator says, where there is one.
func TestCampaignSimulations(t *testing.T) {
	for _, kind := range Catalog {
		about, here := held[kind.Kind]
		if !here {
			continue
		}
		t.Run(kind.Kind, func(t *testing.T) {
			plan := campaign.Plan{Name: "simulations/" + kind.Kind, About: about, Cases: 1_000_000}
			campaign.Run(t, plan, func(n int64) error { return simulation(&kind, n) })
		})
	}
}

// simulation is case n of a kind of policy.
func simulation(kind *scenario.PolicyKind, n int64) error {
	x := &simulated{Rand: campaign.Rand("simulations/"+kind.Kind, n), kind: kind}
	for tries := 0; x.machine == nil; tries++ {
		if tries == 20 {
			return fmt.Errorf("%s runs on no machine", x.what)
		}
		v, what, err := reference.DrawValues(x.Rand, kind)
		if err != nil {
			return err
		}
		needs := kind.NeedsWith(v) &^ (engine.Users | engine.Groups | engine.Queues | engine.RecordedWaits) // jobs have what they need of that
		x.what, x.policy = what, func() engine.Policy { return kind.New(v) }
		for i := range reference.MachineKinds {
			x.on = reference.MachineKinds[(int(n)+i)%len(reference.MachineKinds)]
			if x.draw(); needs.Missing(x.machine.Offers()) == nil {
				break
			}
			x.machine = nil // parameters may go together on no machine
		}
	}
	if err := x.check(); err != nil {
		return fmt.Errorf("%s on %s, %v, after %v by %v, users %v: %w", x.what, x.machineIs, x.trial, x.trial.Workload.After, x.trial.Workload.Think, x.trial.Workload.User, err)
	}
	return nil
}

// simulated is one case.
type simulated struct {
	*rand.Rand
	kind      *scenario.PolicyKind
	values    param.Values
	what      string
	policy    func() engine.Policy
	on        string
	trial     reference.Trial
	unit      engine.Time // that all times of the trial are multiples of
	machine   engine.Machine
	machineIs string

	plain  engine.Machine       // another one that does the same, nil: none
	config partitions.Config    // of partitions
	farm   *reference.FarmWorld // of a farm
	hosts  []hosts.Host         // of hosts that the plain simulator knows
	need   []int32              // memory that jobs need there, MB
}

// draw draws a machine and its jobs.
func (x *simulated) draw() {
	x.trial, x.unit, x.plain, x.farm, x.hosts = reference.DrawTrial(x.Rand, 200), 1, nil, nil, nil
	w := x.trial.Workload
	switch x.on {
	case "cluster":
		if x.IntN(4) == 0 {
			reference.LetFollow(x.Rand, w)
		}
		if x.IntN(3) == 0 {
			x.unit = []engine.Time{1000, 40_000, engine.Hour}[x.IntN(3)]
			x.trial = x.trial.Scaled(x.unit)
		}
		x.machine, x.machineIs = engine.NewCluster(x.trial.Processors, x.trial.Unit), "cluster"
	case "multicluster":
		size := make([]int32, 1+x.IntN(5))
		for i := range size {
			size[i] = 1 + x.Int32N(9)
		}
		reference.SplitJobs(x.Rand, &x.trial)
		rule, share, slowdown := multicluster.Rule(x.IntN(3)), x.IntN(3) == 0, []float64{1, 1.25, 3}[x.IntN(3)]
		x.machine, x.plain = multicluster.New(size, rule, share, slowdown), &reference.Multicluster{Size: size, Rule: rule, Share: share, Slowdown: slowdown}
		x.machineIs = fmt.Sprintf("clusters %v, rule %d, share %v, slowdown %v, components %v", size, rule, share, slowdown, w.Components)
	case "nodes":
		if x.IntN(2) == 0 {
			x.trial.Seed = x.Uint64()
			x.machine, x.machineIs = reference.MachineOf(x.on, x.Rand, &x.trial)
			break
		}
		config := nodes.Config{Count: 1 + x.Int32N(30), PerNode: 1 + x.Int32N(5), Selection: nodes.Selection(x.IntN(4))}
		for j := range w.Jobs {
			w.Jobs[j].Processors = 1 + x.Int32N(9)
		}
		x.machine, x.plain, x.machineIs = nodes.New(config), reference.NewNodes(config), fmt.Sprintf("%+v", config)
	case "hosts":
		if x.IntN(2) == 0 {
			x.machine, x.machineIs = reference.MachineOf(x.on, x.Rand, &x.trial)
			break
		}
		for range 1 + x.IntN(4) {
			x.hosts = append(x.hosts, hosts.Host{Processors: 1 + x.Int32N(x.trial.Processors), Memory: 1 + x.Int32N(40)})
		}
		slices.SortFunc(x.hosts, func(a, b hosts.Host) int { return 1000*int(a.Processors-b.Processors) + int(a.Memory-b.Memory) })
		x.need = nil
		for _, j := range w.Jobs {
			each := x.Int32N(4)
			w.Memory, x.need = append(w.Memory, 1024*int64(each)), append(x.need, each*j.Processors)
		}
		x.trial.Options.Kill, x.trial.Options.Order = engine.KillAfterGrace, engine.Batch
		x.machine, x.machineIs = hosts.New(x.hosts, hosts.FirstFit), fmt.Sprintf("hosts %v, memory %v", x.hosts, w.Memory)
	case "farm":
		if x.IntN(2) == 0 {
			x.machine, x.machineIs = reference.MachineOf(x.on, x.Rand, &x.trial)
			break
		}
		world := reference.DrawFarmWorld(x.Uint64()/300*300, 14) // never with very many computers
		x.farm, x.trial.Workload, x.trial.Options = &world, world.Workload, world.Options
		world.Workload.User = slices.Repeat([]int32{1}, len(world.Workload.Jobs))
		x.machine, x.machineIs = farm.New(world.Config), world.String()
	case "partitions":
		x.config = reference.RandomPartitions(x.Rand, &x.trial)
		if x.IntN(20) == 0 {
			x.trial.Workload = reference.Repeated(x.trial.Workload, 12)
		}
		x.machine, x.machineIs = partitions.New(x.config), reference.PartitionsText(x.config, x.trial.Workload)
	}
	if x.kind.Kind == "recorded" {
		x.drawWaits()
	}
}

// drawWaits draws how long jobs waited by the log, -1 for those that never started.
func (x *simulated) drawWaits() {
	w := x.trial.Workload
	w.After, w.Think, w.Wait = nil, nil, nil
	for range w.Jobs {
		w.Wait = append(w.Wait, engine.Time(x.IntN(20)-1))
	}
}

func (x *simulated) run(m engine.Machine, p engine.Policy) (*engine.Outcome, error) {
	return engine.Simulate(x.trial.Workload, m, p, x.trial.Options)
}

func (x *simulated) check() error {
	p := x.policy()
	if x.kind.Kind == byhand.Kind {
		return x.checkByHand()
	}
	record := x.IntN(4) == 0
	x.trial.Options.RecordAll = record
	o, err := x.run(x.machine, p)
	if err != nil {
		return err
	}
	x.trial.Options.RecordAll = false
	if x.kind.Kind == "recorded" {
		return x.checkRecorded(o)
	}
	if err := schedule.Check(o, x.trial.Options, false); err != nil && x.on != "farm" {
		return err
	}
	if x.farm != nil {
		if err := x.farm.Fault(o); err != nil {
			return err
		}
	}
	if record {
		again, err := x.run(x.machine, x.policy())
		if err != nil {
			return err
		}
		if !slices.Equal(again.Start, o.Start) {
			return fmt.Errorf("starts %v while decisions are recorded, %v if not", o.Start, again.Start)
		}
	}
	if err := x.promises(o, record); err != nil {
		return fmt.Errorf("starts %v: %w", o.Start, err)
	}
	return x.compare(o)
}

// checkRecorded compares with the log.
func (x *simulated) checkRecorded(o *engine.Outcome) error {
	w := x.trial.Workload
	for j, wait := range w.Wait {
		start := engine.Time(-1)
		if wait >= 0 {
			start = w.Jobs[j].Submit + wait
		}
		if o.Start[j] != start || start >= 0 && o.End[j] != start+w.Jobs[j].Run {
			return fmt.Errorf("job %d, which waited %d, runs from %d to %d", j, wait, o.Start[j], o.End[j])
		}
	}
	return nil
}

// checkByHand makes the schedule of another policy by hand.
func (x *simulated) checkByHand() error {
	others := []engine.Policy{FCFS{}, &EASY{Reservations: 1}, Conservative{Compress: true}, &los.LOS{Reading: los.Faithful}, &FPFS{MaxJumps: 3, head: engine.NoJob},
		&priority.Ordered{Priority: priority.Priority{Name: "sjf"}, WhoeverFits: true}}
	if len(x.trial.Workload.Jobs) > byhand.MaxJobs {
		x.trial.Workload.Jobs = x.trial.Workload.Jobs[:byhand.MaxJobs]
		x.trial.Workload.User, x.trial.Workload.After, x.trial.Workload.Think = nil, nil, nil
	}
	want, err := x.run(x.machine, others[x.IntN(len(others))])
	if err != nil {
		return err
	}
	list := byhand.Of(want)
	read, err := byhand.Read(list.String())
	if err != nil || !slices.Equal(read, list) {
		return fmt.Errorf("%v is read as %v: %v", list, read, err)
	}
	left := x.IntN(len(read) + 1)
	if x.IntN(2) == 0 {
		left = len(read)
	}
	got, err := x.run(x.machine, &ByHand{Moves: read[:left]})
	if err != nil {
		return fmt.Errorf("%v: %w", list, err)
	}
	if err := schedule.Check(got, x.trial.Options, true); err != nil {
		return err
	}
	if left == len(read) && (!slices.Equal(got.Start, want.Start) || !slices.Equal(got.End, want.End)) {
		return fmt.Errorf("by hand %v, want %v", got.Start, want.Start)
	}
	if moved := byhand.Of(got); !slices.Equal(moved, read[:left]) {
		return fmt.Errorf("the moves %v come out as %v", read[:left], moved)
	}
	return nil
}

// believed says whether p plans with something else than requests.
func believed(p engine.Policy) bool {
	b, ok := p.(engine.Believer)
	return ok && b.Believes()
}

// promises checks those of the policy that can be seen on one pool of processors where events come in batches.
func (x *simulated) promises(o *engine.Outcome, recorded bool) error {
	if x.on != "cluster" || x.trial.Options.Order != engine.Batch {
		return nil
	}
	h := schedule.HeadsOf(o)
	stopped := x.trial.Options.Kill == engine.KillAtEstimate
	switch p := x.policy().(type) {
	case FCFS:
		if err := h.InOrder(); err != nil {
			return err
		}
		return h.NeverIdle()
	case *EASY:
		if err := h.NeverIdle(); err != nil {
			return err
		}
		if stopped && !believed(p) {
			return h.Delayed(0)
		}
	case *Relaxed:
		if err := h.NeverIdle(); err != nil {
			return err
		}
		if stopped && !believed(p) {
			return h.Delayed(p.Relaxation)
		}
	case *FPFS:
		if err := h.NeverIdle(); err != nil {
			return err
		}
		return h.Jumped(p.MaxJumps)
	case *MultipleQueue:
		return h.NeverIdle()
	case Conservative:
		if !stopped || believed(p) {
			return nil
		}
		if recorded {
			if err := schedule.PromisesKept(o, !p.Compress); err != nil {
				return err
			}
		}
		if x.exact() && x.trial.Workload.After == nil {
			if want := schedule.Earliest(x.trial.Workload, x.trial.Processors, x.trial.Unit); !slices.Equal(o.Start, want) {
				return fmt.Errorf("the earliest starts are %v", want)
			}
		}
	}
	return nil
}

// compare compares with plain simulators, as far as there are some.
func (x *simulated) compare(o *engine.Outcome) error {
	same := func(by string, want []engine.Time) error {
		if !slices.Equal(o.Start, want) {
			return fmt.Errorf("starts %v, by %s %v", o.Start, by, want)
		}
		return nil
	}
	if p := x.plainPolicy(); p != nil {
		want, err := x.run(x.machine, p)
		if err != nil {
			return err
		}
		if err := same("the plain policy", want.Start); err != nil {
			return err
		}
	}
	if x.plain != nil && !believed(x.policy()) && len(x.trial.Workload.Jobs) <= 40 {
		want, err := x.run(x.plain, x.policy())
		if err != nil {
			return err
		}
		if err := same("the plain machine", want.Start); err != nil {
			return err
		}
		if !slices.Equal(o.End, want.End) || !slices.Equal(o.State, want.State) {
			return fmt.Errorf("ends %v %v, on the plain machine %v %v", o.End, o.State, want.End, want.State)
		}
	}
	if by, want := x.plainSimulator(); want != nil {
		return same(by, want)
	}
	return nil
}

// plainSimulator is what the plain simulator of the machine says, nil if there is none or if it does not know the policy.
func (x *simulated) plainSimulator() (by string, starts []engine.Time) {
	p, options := x.policy(), x.trial.Options
	rule, easy := ruleOf(p), (*EASY)(nil)
	switch p := p.(type) {
	case FCFS, *PartitionFCFS, *priority.Flexible:
	case Conservative:
		if believed(p) {
			return "", nil
		}
	case *EASY:
		if easy = p; believed(p) || p.Reading != (Reading{}) || p.OnlyFitting || p.Others != queue.ByArrival && (p.Others != queue.Shortest || x.on != "partitions") {
			return "", nil
		}
	default:
		return "", nil
	}
	switch {
	case options.Order != engine.Batch && x.farm == nil:
	case x.on == "partitions" && len(x.trial.Workload.Jobs) <= 40:
		plain := reference.Partitions{Workload: x.trial.Workload, Config: x.config, Options: options}
		starts, _ := plain.Run(rule)
		return "the plain simulator of partitions", starts
	case x.on == "cluster" && !rule.ByPartition:
		few := rule == reference.Rule{} || rule == reference.Rule{Reservations: 1} || len(x.trial.Workload.Jobs) <= 40
		if !few || x.unit > 1 && options.Kill == engine.KillNever { // an overdue job is expected to end in a millisecond
			return "", nil
		}
		return "the plain simulator of the cluster", x.inTicks(rule)
	case x.hosts != nil && easy != nil && !easy.ByPartition:
		plain := reference.Hosts{Jobs: x.trial.Workload.Jobs, Memory: x.need, Hosts: x.hosts, Grace: options.Grace, Reservations: easy.Reservations, Order: reference.Published("fcfs", 0, 0)}
		return "the plain simulator of hosts", plain.Run()
	case x.farm != nil && (easy != nil || rule.Flexible != nil || rule.Conservative && rule.Compress && x.exact()):
		plain := reference.Farm{FarmWorld: *x.farm}
		plain.Run(rule)
		return "the plain simulator of the farm", plain.Start
	}
	return "", nil
}

// exact says whether all requests are right: each is as long as its job runs.
func (x *simulated) exact() bool {
	return !slices.ContainsFunc(x.trial.Workload.Jobs, func(j engine.Job) bool { return j.Run != j.Estimate })
}

// inTicks runs the plain simulator of the cluster, which steps through every unit of time.
func (x *simulated) inTicks(rule reference.Rule) []engine.Time {
	w := *x.trial.Workload
	w.Jobs, w.Think = nil, nil
	for _, job := range x.trial.Workload.Jobs {
		w.Jobs = append(w.Jobs, engine.Job{Submit: job.Submit / x.unit, Run: job.Run / x.unit, Estimate: job.Estimate / x.unit,
			Processors: (job.Processors + x.trial.Unit - 1) / x.trial.Unit * x.trial.Unit})
	}
	for _, think := range x.trial.Workload.Think {
		w.Think = append(w.Think, think/x.unit)
	}
	options := x.trial.Options
	options.Grace /= x.unit
	plain := reference.Cluster{Workload: &w, Processors: x.trial.Processors, Options: options}
	starts := plain.Run(rule)
	for j := range starts {
		if starts[j] > 0 {
			starts[j] *= x.unit
		}
	}
	return starts
}

// plainPriority is EASY in the words of priority backfilling.
type plainPriority struct {
	*reference.Priority
	*belief.Belief
}

// plainFCFS starts from the head of the queue on whoever fits.
type plainFCFS struct{}

func (plainFCFS) Schedule(s *engine.State) {
	for j := s.First(); j != engine.NoJob; j = s.First() {
		place, fits := s.Fits(j)
		if !fits {
			return
		}
		s.Start(j, place)
	}
}

// onlyFitting makes no pass where nothing happens but submissions of jobs that do not fit.
type onlyFitting struct {
	engine.Policy
	*belief.Belief
}

func (p onlyFitting) Schedule(s *engine.State) {
	for _, e := range s.Events() {
		fits := true
		switch e.Kind {
		case engine.Overrun:
			continue
		case engine.Arrival:
			_, fits = s.Fits(e.Job)
		}
		if fits {
			p.Policy.Schedule(s)
			return
		}
	}
}

// plainPolicy is the policy in the words of its definition, nil if there is none on the machine.
func (x *simulated) plainPolicy() engine.Policy {
	pool, batch, few := x.on == "cluster", x.trial.Options.Order == engine.Batch, len(x.trial.Workload.Jobs) <= 40
	switch p := x.policy().(type) {
	case FCFS:
		return plainFCFS{}
	case *EASY:
		var plain engine.Policy
		switch {
		case p.ByPartition && x.on == "partitions":
			return nil
		case p.Reading != (Reading{}) && !batch:
			return nil // a job that ends now may not have been taken out yet, for which the plain versions are too plain
		case p.Reading != (Reading{}):
			plain = plainReading{p.Reading, p.Others, p.Belief}
		default:
			plain = plainPriority{&reference.Priority{
				Order:  func(*engine.State, int32, int32) int { return 0 },
				Others: func(s *engine.State, a, b int32) int { return p.Others.Compare(s.Job(a), s.Job(b)) }, Reservations: p.Reservations,
			}, p.Belief}
		}
		if p.OnlyFitting {
			return onlyFitting{plain, p.Belief}
		}
		return plain
	case Conservative:
		if p.Compress && pool && batch && few {
			return &plainSelective{threshold: 1, Belief: p.Belief}
		}
	case *Selective:
		if pool && batch && few {
			return &plainSelective{threshold: p.Threshold, adaptive: p.Adaptive, Belief: p.Belief}
		}
	case *Relaxed:
		if pool && batch {
			return &plainRelaxed{relaxation: p.Relaxation, promised: p.Promised, Belief: p.Belief}
		}
	case *Slack:
		if pool && batch && few {
			return &plainSlack{factor: p.Factor, places: p.Places, promised: p.Promised, Belief: p.Belief}
		}
	case *MultipleQueue:
		if pool && batch && few {
			return &plainMultipleQueue{bounds: p.Bounds, Belief: p.Belief}
		}
	case *FPFS:
		return &reference.FPFS{Most: p.MaxJumps, Head: engine.NoJob}
	}
	return nil
}
