package wire

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"
	"unsafe"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/engine/machine/hosts"
	"backfill/engine/machine/multicluster"
	"backfill/engine/machine/nodes"
	"backfill/engine/machine/partitions"
	"backfill/engine/metrics"
	"backfill/engine/metrics/grouping"
	"backfill/engine/metrics/stats"
	"backfill/engine/snapshot"
	"backfill/engine/workload"
	"backfill/policies"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// sample is an EASY run of n random jobs on 64 processors, some of which are dedicated,
// change by commands, follow others or have test runs.
func sample(t testing.TB, n int) (Made, *result.Run) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, uint64(n)))
	w := &engine.Workload{Machine: 64, Calendar: &engine.Calendar{UnixStart: 843500000, Zone: "Europe/Stockholm"}}
	at := engine.Time(0)
	for range n {
		at += engine.Time(random.IntN(60_000))
		run := engine.Time(1 + random.IntN(600_000))
		w.Jobs = append(w.Jobs, engine.Job{Submit: at, Run: run, Estimate: run * 3 / 2, Processors: int32(1 + random.IntN(8))})
		w.User = append(w.User, int32(random.IntN(5))-1)
		w.Requested = append(w.Requested, max(-1, at+engine.Time(random.IntN(200_000)-100_000)))
	}
	w.Preceding, w.Think = make([]int64, n), make([]engine.Time, n)
	w.After, w.Continues = make([]int32, n), make([]bool, n)
	for j := range n {
		w.Preceding[j], w.After[j] = int64(j)-9, max(engine.NoJob, int32(j)-9)
		if j%5 == 4 {
			w.After[j], w.Continues[j], w.Jobs[j].Submit, w.Requested[j-1] = int32(j)-1, true, w.Jobs[j-1].Submit, -1
		}
	}
	w.Array, w.Entered, w.Leader = make([]int32, n), make([]engine.Time, n), make([]int32, n)
	for j := range n {
		w.Leader[j] = int32(j) - int32(j%3)
		w.Array[j], w.Entered[j] = int32(j%4)-1, max(-1, w.Jobs[j].Submit-engine.Time(j*1000))
		if j >= 20 && j%7 == 0 {
			w.Dependencies = append(w.Dependencies, engine.Dependency{Job: int32(j), On: int32(j) - 20, Started: j%2 == 0}, engine.Dependency{Job: int32(j), On: int32(j) - 15, Delay: 5, Completed: j == 70})
		}
	}
	for j := 0; j < n; j += 3 {
		w.Commands = append(w.Commands, engine.Command{At: w.Jobs[j].Submit + 5, Job: int32(j), Kind: engine.CommandKind(j % 4), Amount: int64(1 + j%3)})
	}
	w.MaxCommands = 2
	w.Until, w.LogEnd = 5*engine.Second, 7*engine.Second
	w.Changes = []engine.JobChange{{Number: 7, Was: engine.Job{Submit: 1, Run: 2, Estimate: 3, Processors: 4}}, {Number: 8, Is: engine.Job{Run: 5, Estimate: 6, Processors: 7}}}
	o, err := engine.Simulate(w, engine.NewCluster(64, 2), &policies.EASY{Reservations: 1}, engine.Options{RecordAll: n < 1000, Elastic: true})
	if err != nil {
		t.Fatal(err)
	}
	groups := []grouping.Grouping{{Division: grouping.Division{By: "size", Quantiles: 3}}}
	run := &result.Run{
		Label: "easy", Kind: "easy", Shadow: true, Outcome: o, Layout: timeline.NewLayout(timeline.Place(o), 40),
		Series: metrics.OverTime(o), Metrics: metrics.Of(o), Groups: metrics.Groups(o, groups), Owners: metrics.AllOwners(o),
		Wait: stats.DistributionOf(metrics.Waits(o), 50), Slowdown: stats.DistributionOf(metrics.BoundedSlowdowns(o), 50),
		Warnings: []string{"a warning"},
	}
	report := &workload.Report{File: "a.swf", Lines: 2 * n, JobLines: n, Jobs: n, Remarks: []workload.Remark{}, Notes: []string{"a note"}}
	return Made{Workload: w, Report: report, Version: "1", Policies: 3}, run
}

// onHosts is such a run on hosts with memory.
func onHosts(t testing.TB, n int) (Made, *result.Run) {
	made, run := sample(t, n)
	w := *made.Workload
	w.Memory = make([]int64, n)
	for j := range w.Memory {
		w.Memory[j] = int64(j%7) << 10
	}
	m := hosts.New([]hosts.Host{{Processors: 40, Memory: 200}, {Processors: 24, Memory: 100}}, hosts.BestFit)
	o, err := engine.Simulate(&w, m, &policies.EASY{Reservations: 1}, engine.Options{RecordAll: true})
	if err != nil {
		t.Fatal(err)
	}
	made.Workload, run.Outcome, run.Series = &w, o, metrics.OverTime(o)
	run.Layout = timeline.NewLayout(timeline.Place(o), 40)
	return made, run
}

// onClusters is such a run of jobs with components on a multi-cluster or, with processors
// that have numbers, on nodes.
func onClusters(t testing.TB, n int, numbered bool) (Made, *result.Run) {
	made, run := sample(t, n)
	w := *made.Workload
	w.Components = make([][]int32, n)
	for j := range w.Jobs {
		w.Bandwidth, w.Network = append(w.Bandwidth, int32(j%3*1000)), append(w.Network, int32(j%5)-1)
		if size := w.Jobs[j].Processors; size > 2 {
			w.Components[j] = []int32{size - 2, 2}
			slices.SortFunc(w.Components[j], func(a, b int32) int { return int(b - a) })
		}
	}
	var machine engine.Machine = multicluster.New([]int32{30, 20, 14}, multicluster.WorstFit, false, 1.5)
	if numbered {
		machine = nodes.New(nodes.Config{Count: 64, PerNode: 5, Selection: nodes.NodeCyclic, Sharing: engine.Sharing{Model: engine.SharedRate, Bandwidth: 3000, Scale: 1}})
	}
	o, err := engine.Simulate(&w, machine, &policies.EASY{Reservations: 1}, engine.Options{RecordAll: true})
	if err != nil {
		t.Fatal(err)
	}
	made.Workload, run.Outcome, run.Series = &w, o, metrics.OverTime(o)
	run.Layout = timeline.NewLayout(timeline.Place(o), 40)
	return made, run
}

// interrupting starts whoever fits, in the order of arrival, and interrupts each job up to
// twice.
type interrupting struct {
	random *rand.Rand
	times  map[int32]int
}

func (p interrupting) Schedule(s *engine.State) {
	for _, j := range s.Present(nil) {
		if farm.Of(s).PlaceOf(j) != engine.NoPlace && p.times[j] < 2 && p.random.IntN(4) == 0 {
			p.times[j]++
			s.Preempt(j)
		}
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		s.Note(j, engine.Reason{Rule: engine.HeadBlocked, Blocker: engine.NoJob})
		if place, ok := s.Fits(j); ok {
			s.Start(j, place)
		}
	}
}

// onFarm is such a run of jobs that are interrupted, on a farm.
func onFarm(t testing.TB, n int) (Made, *result.Run) {
	made, run := sample(t, n)
	w := &engine.Workload{Jobs: made.Workload.Jobs, Calendar: made.Workload.Calendar, Machine: 64}
	for j := range w.Jobs {
		w.Benchmark = append(w.Benchmark, int32(j%3)*200)
		w.Licences = append(w.Licences, engine.Licences(j%4))
		w.Deadline = append(w.Deadline, max(-1, w.Jobs[j].Submit+engine.Time(j%5-1)*engine.Minute))
		w.Checkpoints = append(w.Checkpoints, j%3 == 0)
	}
	machine := farm.New(farm.Config{
		Computers: []farm.Computer{{Processors: 8, Speed: 300, Licences: 3, Suspends: true}, {Processors: 8, Speed: 500, Licences: 1}, {Processors: 4, Speed: 200, Licences: 2}},
		Copies:    []int32{2, 1}, Benchmark: 400,
	})
	policy := interrupting{rand.New(rand.NewPCG(2, uint64(n))), map[int32]int{}}
	o, err := engine.Simulate(w, machine, policy, engine.Options{RecordAll: n < 1000, Clock: func() time.Duration { return 0 }})
	if err != nil {
		t.Fatal(err)
	}
	o.PlanTime = 5 * time.Millisecond
	made.Workload, run.Outcome, run.Series = w, o, metrics.OverTime(o)
	run.Layout = timeline.NewLayout(timeline.Place(o), 40)
	return made, run
}

// same compares with NaN equal to itself, without what only its own package knows and without the outcome of a placement,
// which is that of the run.
func same(t *testing.T, want, got any) {
	t.Helper()
	plain := cmp.FilterPath(func(p cmp.Path) bool {
		field, ok := p.Last().(cmp.StructField)
		return ok && (field.Name()[0] < 'A' || field.Name()[0] > 'Z' || field.Name() == "Ran")
	}, cmp.Ignore())
	if diff := cmp.Diff(want, got, plain, cmpopts.EquateNaNs()); diff != "" {
		t.Errorf("what came back differs (-want +got):\n%s", diff)
	}
}

func TestWorkload(t *testing.T) {
	for _, n := range []int{0, 1, 7, 500} {
		want, _ := sample(t, n)
		b := encodedWorkload(t, want)
		got, err := DecodeWorkload(b, func() {})
		if err != nil {
			t.Fatal(err)
		}
		same(t, want, got)
	}
}

func TestRun(t *testing.T) {
	for _, n := range []int{1, 2, 33, 500, 30000, -500} {
		made, want := sample(t, max(n, 1))
		if n < 0 {
			made, want = onHosts(t, -n)
		}
		b := encodedRun(t, want)
		got, err := b.run(made.Workload)
		if err != nil {
			t.Fatal(err)
		}
		same(t, want, got)
		if n == 30000 && len(got.Layout.Levels) == 0 {
			t.Error("no level of detail to compare")
		}
		if &got.Outcome.Workload.Jobs[0] != &made.Workload.Jobs[0] {
			t.Error("the run has jobs of its own")
		}
		if got.Layout.Ran != got.Outcome {
			t.Error("the layout has times of its own")
		}
	}
}

func TestRunInPieces(t *testing.T) {
	for _, numbered := range []bool{false, true} {
		for _, n := range []int{1, 33, 500} {
			made, want := onClusters(t, n, numbered)
			jobs := encodedWorkload(t, made)
			got, err := DecodeWorkload(jobs, func() {})
			if err != nil {
				t.Fatal(err)
			}
			same(t, made, got)
			b := encodedRun(t, want)
			run, err := b.run(made.Workload)
			if err != nil {
				t.Fatal(err)
			}
			same(t, want, run)
		}
	}
}

// simulateOnNodes has the jobs run on 64 nodes of a processor, which are all in the first partition.
func simulateOnNodes(t *testing.T, made Made, run *result.Run, of []partitions.Partition, p engine.Policy, options engine.Options) {
	t.Helper()
	c := partitions.Config{Partitions: of}
	for i := range int32(64) {
		c.Nodes = append(c.Nodes, partitions.Node{Name: fmt.Sprint(i), Processors: 1})
		c.Partitions[0].Nodes = append(c.Partitions[0].Nodes, i)
	}
	o, err := engine.Simulate(made.Workload, partitions.New(c), p, options)
	if err != nil {
		t.Fatal(err)
	}
	run.Outcome, run.Series = o, metrics.OverTime(o)
	run.Layout = timeline.NewLayout(timeline.Place(o), 40)
}

func TestRunOnPartitions(t *testing.T) {
	onPartitions := func() (Made, *result.Run) {
		made, run := sample(t, 33)
		simulateOnNodes(t, made, run, []partitions.Partition{{Name: "all", Number: 1}, {Name: "some", Number: 2, Nodes: []int32{3, 5}}}, &policies.EASY{Reservations: 1}, engine.Options{RecordAll: true})
		return made, run
	}
	made, want := onPartitions()
	b := encodedRun(t, want)
	got, err := b.run(made.Workload)
	if err != nil {
		t.Fatal(err)
	}
	same(t, want, got)
	for i, spoil := range []func(o *engine.Outcome){
		func(o *engine.Outcome) { o.Partition[3] = 2 },
		func(o *engine.Outcome) { o.Partition[3] = engine.NoPartition - 1 },
		func(o *engine.Outcome) { o.Partition = nil },
		func(o *engine.Outcome) { o.Partitions = nil },
		func(o *engine.Outcome) { o.Partitions[1].Lanes = []int32{3, 64} },
		func(o *engine.Outcome) { o.Partitions[1].Lanes = []int32{3, 3} },
	} {
		made, run := onPartitions()
		spoil(run.Outcome)
		b := encodedRun(t, run)
		if _, err := b.run(made.Workload); err == nil {
			t.Errorf("no error for outcome %d", i)
		}
	}
}

// stopsSome starts whoever fits and, at every third call, requeues the job that started last, cancels one that waits and one that runs.
type stopsSome struct{ calls int }

func (*stopsSome) StopsJobs() {}

func (p *stopsSome) Schedule(s *engine.State) {
	o := s.Outcome()
	if p.calls++; p.calls%3 == 0 && p.calls < 60 && len(o.StartOrder) > 1 {
		if j := o.StartOrder[len(o.StartOrder)-1]; s.Runs(j) {
			s.Requeue(j, p.calls%2 == 0)
		}
		if j := o.StartOrder[0]; s.Runs(j) {
			s.Cancel(j)
		} else if j = s.First(); j != engine.NoJob && p.calls%2 == 0 {
			s.Cancel(j)
		}
		return
	}
	for j := s.First(); j != engine.NoJob; j = s.Next(j) {
		if place, ok := s.Fits(j); ok {
			s.Start(j, place)
		}
	}
}

func TestRunWithStoppedJobs(t *testing.T) {
	stopped := func() (Made, *result.Run) {
		made, run := sample(t, 33)
		simulateOnNodes(t, made, run, []partitions.Partition{{Name: "all", Number: 1}}, &stopsSome{}, engine.Options{})
		return made, run
	}
	made, want := stopped()
	if o := want.Outcome; len(o.Stopped) < 3 || !slices.Contains(o.State, engine.Cancelled) || len(o.Withdrawn()) == 0 {
		t.Fatalf("%d runs were stopped, the states are %v", len(o.Stopped), o.State)
	}
	b := encodedRun(t, want)
	got, err := b.run(made.Workload)
	if err != nil {
		t.Fatal(err)
	}
	same(t, want, got)
	for i, spoil := range []func(o *engine.Outcome){
		func(o *engine.Outcome) { o.Stopped[1].Job = 33 },
		func(o *engine.Outcome) { o.Stopped[1].To = o.Stopped[1].From },
		func(o *engine.Outcome) { o.Stopped[1].To = o.Stopped[0].To - 1 },
		func(o *engine.Outcome) { o.Stopped[1].Partition = 1 },
		func(o *engine.Outcome) { o.Stopped[1].Pieces = nil },
		func(o *engine.Outcome) { o.Stopped[1].Pieces[0].Lane = 64 },
		func(o *engine.Outcome) { o.Stopped = nil },
		func(o *engine.Outcome) { o.Lost = nil },
		func(o *engine.Outcome) { o.State[2] = engine.Cancelled + 1 },
	} {
		made, run := stopped()
		spoil(run.Outcome)
		b := encodedRun(t, run)
		if _, err := b.run(made.Workload); err == nil {
			t.Errorf("no error for outcome %d", i)
		}
	}
}

func TestRunOnFarm(t *testing.T) {
	for _, n := range []int{1, 33, 500} {
		made, want := onFarm(t, n)
		jobs := encodedWorkload(t, made)
		got, err := DecodeWorkload(jobs, func() {})
		if err != nil {
			t.Fatal(err)
		}
		same(t, made, got)
		b := encodedRun(t, want)
		run, err := b.run(made.Workload)
		if err != nil {
			t.Fatal(err)
		}
		same(t, want, run)
		if n > 1 && len(run.Outcome.Segments) <= n {
			t.Errorf("%d segments of %d jobs: nobody was interrupted", len(run.Outcome.Segments), n)
		}
	}
}

func TestSegmentsMakeSense(t *testing.T) {
	for i, spoil := range []func(o *engine.Outcome){
		func(o *engine.Outcome) { o.Segments[3].Job = 33 },
		func(o *engine.Outcome) { o.Segments[3].Lane = 3 },
		func(o *engine.Outcome) { o.Segments[3].To = -1 },
		func(o *engine.Outcome) { o.Segments[3].To = o.Segments[3].From - 1 },
		func(o *engine.Outcome) { o.Segments[3].From = o.Segments[2].From - 1 },
		func(o *engine.Outcome) { o.Segments[3].End = engine.Checkpointed + 1 },
		func(o *engine.Outcome) { o.Segments[3].End = engine.RunsOn },
		func(o *engine.Outcome) { o.SegmentOrder[0] = int32(len(o.Segments)) },
		func(o *engine.Outcome) { o.SegmentOrder = o.SegmentOrder[1:] },
		func(o *engine.Outcome) { slices.Reverse(o.SegmentOrder) },
		func(o *engine.Outcome) { o.Segments = nil },
		func(o *engine.Outcome) { o.Held = nil },
		func(o *engine.Outcome) { o.Lost = o.Lost[1:] },
		func(o *engine.Outcome) { o.Plans[1] = o.Plans[0] },
		func(o *engine.Outcome) { o.PlanCount = len(o.Plans) - 1 },
		func(o *engine.Outcome) { o.Copies = make([]int32, engine.MaxLicences+1) },
		func(o *engine.Outcome) { o.Copies[0] = -1 },
		func(o *engine.Outcome) { o.Lanes[0].Speed = -1 },
	} {
		made, run := onFarm(t, 33)
		run.Outcome.Copies = slices.Clone(run.Outcome.Copies)
		spoil(run.Outcome)
		b := encodedRun(t, run)
		if _, err := b.run(made.Workload); err == nil {
			t.Errorf("no error for outcome %d", i)
		}
	}
}

func TestDecisions(t *testing.T) {
	made, run := sample(t, 100)
	for _, want := range [][]engine.Decision{run.Outcome.Decisions, nil} {
		got, err := DecodeDecisions(EncodeDecisions(want).Bytes(), made.Workload)
		if err != nil {
			t.Fatal(err)
		}
		same(t, want, got)
	}
}

// Rows travel as they lie in memory, so that no field may be anything but a number: a pointer would lead nowhere, and junk is no bool.
func TestRowsAreNumbers(t *testing.T) {
	var numbers func(of reflect.Type) bool
	numbers = func(of reflect.Type) bool {
		switch of.Kind() {
		case reflect.Struct:
			for i := range of.NumField() {
				if !numbers(of.Field(i).Type) {
					return false
				}
			}
			return true
		case reflect.Array:
			return numbers(of.Elem())
		}
		return of.Kind() > reflect.Bool && of.Kind() <= reflect.Float64 && of.Kind() != reflect.Uintptr
	}
	for _, row := range []any{engine.Job{}, engine.Decision{}, engine.Piece{}, engine.Segment{}, engine.Command{}, dependencyRow{}, engine.Event{}, snapshot.Expectation{}, snapshotRow{}, promiseRow{}, stoppedRow{}} {
		if of := reflect.TypeOf(row); !numbers(of) {
			t.Errorf("%v has fields that are no numbers", of)
		}
	}
}

// Large columns share the buffer's memory.
func TestWithoutCopying(t *testing.T) {
	p := &packer{}
	pack(p, []int64{1, -2, 3})
	pack(p, []uint8{1, 2, 3})
	pack(p, []int32(nil))
	pack(p, []int32{})
	pack(p, []float64{math.Inf(1)})
	b := p.packed().Bytes()
	u := newUnpacker(b)
	column := unpack[int64](u)
	if at := uintptr(unsafe.Pointer(&column[0])) - uintptr(unsafe.Pointer(&b[0])); at >= uintptr(len(b)) {
		t.Error("a column was copied")
	}
	if diff := cmp.Diff([]int64{1, -2, 3}, column); diff != "" {
		t.Error(diff)
	}
	if got := unpack[uint8](u); !cmp.Equal(got, []uint8{1, 2, 3}) {
		t.Errorf("bytes: %v", got)
	}
	if got := unpack[int32](u); got != nil {
		t.Errorf("an absent column came back as %v", got)
	}
	if got := unpack[int32](u); got == nil || len(got) != 0 {
		t.Errorf("an empty column came back as %v", got)
	}
	if got := unpack[float64](u); len(got) != 1 || !math.IsInf(got[0], 1) {
		t.Errorf("floats: %v", got)
	}
	if err := u.end(); err != nil {
		t.Error(err)
	}
}

func TestLanesAreParts(t *testing.T) {
	for _, spoil := range []func(o *engine.Outcome){
		func(o *engine.Outcome) { o.Lane[3] = 2 },
		func(o *engine.Outcome) { o.Lane[3] = -2 },
		func(o *engine.Outcome) { o.Lane = nil },
		func(o *engine.Outcome) { o.Lanes = nil },
		func(o *engine.Outcome) { o.Lanes[0].Processors++ },
	} {
		made, run := onHosts(t, 9)
		spoil(run.Outcome)
		b := encodedRun(t, run)
		if _, err := b.run(made.Workload); err == nil {
			t.Errorf("no error for lanes %v and %v", run.Outcome.Lanes, run.Outcome.Lane)
		}
	}
}

// A buffer that does not begin at a multiple of 8 is read all the same.
func TestUnaligned(t *testing.T) {
	made, want := sample(t, 20)
	b := encodedRun(t, want)
	for _, part := range []*[]byte{&b.outcome, &b.series, &b.layout} {
		*part = append(make([]byte, 1, len(*part)+1), *part...)[1:]
	}
	got, err := b.run(made.Workload)
	if err != nil {
		t.Fatal(err)
	}
	same(t, want, got)
}

func encodedWorkload(t testing.TB, m Made) []byte {
	t.Helper()
	p, err := EncodeWorkload(m)
	if err != nil {
		t.Fatal(err)
	}
	return p.Bytes()
}

// parts are those of a run as it travels.
type parts struct{ outcome, series, layout []byte }

func encodedRun(t testing.TB, r *result.Run) (p parts) {
	t.Helper()
	outcome, err := EncodeOutcome(r)
	if err != nil {
		t.Fatal(err)
	}
	layout, err := EncodeLayout(r.Layout, r.Outcome)
	if err != nil {
		t.Fatal(err)
	}
	return parts{outcome.Bytes(), EncodeSeries(r.Series).Bytes(), layout.Bytes()}
}

// run puts the parts together again.
func (p parts) run(w *engine.Workload) (*result.Run, error) {
	r, err := DecodeOutcome(p.outcome, w, func() {})
	if err != nil {
		return nil, err
	}
	if r.Series, err = DecodeSeries(p.series); err != nil {
		return nil, err
	}
	r.Layout, err = DecodeLayout(p.layout, r.Outcome, func() {})
	return r, err
}

func TestTruncated(t *testing.T) {
	made, run := sample(t, 5)
	b := encodedRun(t, run)
	for _, part := range []func(p *parts) *[]byte{
		func(p *parts) *[]byte { return &p.outcome },
		func(p *parts) *[]byte { return &p.series },
		func(p *parts) *[]byte { return &p.layout },
	} {
		whole := *part(&b)
		for n := range whole {
			short := b
			*part(&short) = whole[:n]
			if _, err := short.run(made.Workload); err == nil {
				t.Fatalf("no error for the first %d of %d bytes", n, len(whole))
			}
		}
	}
	if _, err := b.run(&engine.Workload{Jobs: made.Workload.Jobs[:4]}); err == nil {
		t.Error("no error for the run of another workload")
	}
}

func FuzzDecodeWorkload(f *testing.F) {
	made, _ := sample(f, 3)
	f.Add(encodedWorkload(f, made))
	f.Add([]byte{})
	made, _ = onFarm(f, 3)
	f.Add(encodedWorkload(f, made))
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := DecodeWorkload(b, func() {})
		if err != nil {
			return
		}
		if n := len(m.Workload.Jobs); m.Workload.User != nil && len(m.Workload.User) != n {
			t.Errorf("%d users of %d jobs", len(m.Workload.User), n)
		}
		if _, err := EncodeWorkload(m); err != nil {
			t.Errorf("what was read cannot be written: %v", err)
		}
	})
}

func FuzzDecodeRun(f *testing.F) {
	made, run := sample(f, 3)
	divided, runOnHosts := onHosts(f, 3)
	made.Workload.Memory = divided.Workload.Memory
	farmed, runOnFarm := onFarm(f, 3)
	made.Workload.Licences = farmed.Workload.Licences
	for _, run := range []*result.Run{run, runOnHosts, runOnFarm} {
		p := encodedRun(f, run)
		f.Add(p.outcome, p.series, p.layout)
	}
	f.Fuzz(func(t *testing.T, outcome, series, layout []byte) {
		r, err := parts{outcome, series, layout}.run(made.Workload)
		if err != nil {
			return
		}
		encodedRun(t, r)
	})
}

func FuzzDecodeDecisions(f *testing.F) {
	made, run := sample(f, 3)
	f.Add(EncodeDecisions(run.Outcome.Decisions).Bytes())
	_, run = onFarm(f, 3)
	f.Add(EncodeDecisions(run.Outcome.Decisions).Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		decisions, err := DecodeDecisions(b, made.Workload)
		if err != nil {
			return
		}
		again, err := DecodeDecisions(EncodeDecisions(decisions).Bytes(), made.Workload)
		if err != nil || !cmp.Equal(again, decisions, cmpopts.EquateNaNs()) {
			t.Errorf("written and read again it is %v, %v", again, err)
		}
	})
}

// planned is a matrix of jobs of a workload with n of them, one of which cannot run on the
// second computer.
func planned(n int) *engine.Matrix {
	m := &engine.Matrix{At: 5000, Lanes: 3, Terms: []string{"deadline", "waiting"}}
	for j := 0; j < n; j += 2 {
		m.Jobs = append(m.Jobs, int32(j))
		m.Where, m.Plan = append(m.Where, engine.Placement(j%3)-1), append(m.Plan, engine.Placement(j%4)-1)
		for v := range 6 {
			m.Value = append(m.Value, float32(j)/3+float32(v))
		}
	}
	if n > 0 {
		m.Value[2], m.Value[3] = float32(math.NaN()), float32(math.NaN())
	}
	return m
}

func TestMatrix(t *testing.T) {
	made, _ := sample(t, 100)
	for _, want := range []*engine.Matrix{planned(100), planned(1), {}} {
		got, err := DecodeMatrix(EncodeMatrix(want).Bytes(), made.Workload)
		if err != nil {
			t.Fatal(err)
		}
		same(t, want, got)
	}
	for i, spoil := range []func(m *engine.Matrix){
		func(m *engine.Matrix) { m.Jobs[3] = 100 },
		func(m *engine.Matrix) { m.Jobs[3] = -1 },
		func(m *engine.Matrix) { m.Value = m.Value[1:] },
		func(m *engine.Matrix) { m.Where = nil },
		func(m *engine.Matrix) { m.Plan = m.Plan[1:] },
		func(m *engine.Matrix) { m.Plan[0] = 3 },
		func(m *engine.Matrix) { m.Where[0] = -2 },
		func(m *engine.Matrix) { m.Lanes = 2 },
		func(m *engine.Matrix) { m.At = -1 },
	} {
		m := planned(100)
		spoil(m)
		if _, err := DecodeMatrix(EncodeMatrix(m).Bytes(), made.Workload); err == nil {
			t.Errorf("no error for matrix %d", i)
		}
	}
}

func FuzzDecodeMatrix(f *testing.F) {
	made, _ := sample(f, 9)
	f.Add(EncodeMatrix(planned(9)).Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := DecodeMatrix(b, made.Workload)
		if err != nil {
			return
		}
		if _, err := DecodeMatrix(EncodeMatrix(m).Bytes(), made.Workload); err != nil {
			t.Errorf("what was read cannot be written: %v", err)
		}
	})
}
