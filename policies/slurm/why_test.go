package slurm

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/engine/snapshot"
	"backfill/engine/workload/workloadtest"
	"backfill/policies/internal/reference"
	"backfill/policies/slurm/loops"
	"backfill/policies/slurm/settings"
)

// two is a machine of two nodes with 4 processors each, under partitions "both" and "second", of the second node.
func two() *partitions.Machine {
	return partitions.New(partitions.Config{Choice: partitions.Slurm, Nodes: []partitions.Node{{Name: "a", Processors: 4}, {Name: "b", Processors: 4}},
		Partitions: []partitions.Partition{{Name: "both", Number: 1, Nodes: []int32{0, 1}, Default: true}, {Name: "second", Number: 2, Nodes: []int32{1}}}})
}

// queueOfFive are jobs that come at time 0, one for each reason. Job 0 takes node a whole and 2 processors of b for 10 min; job 1 needs 4
// processors and finds 2; job 2 needs 1 and stands behind it; so does job 3, for the whole week; job 4 may run on the second node only.
func queueOfFive() *engine.Workload {
	w := &engine.Workload{Demand: []int32{0, 0, 0, 0, 1}, Demands: []engine.Demand{{Partitions: []int32{1}}, {Partitions: []int32{2}}}}
	for j, processors := range []int32{6, 4, 1, 1, 1} {
		length := 10 * engine.Minute
		if j == 3 {
			length = 7 * 24 * engine.Hour
		}
		w.Jobs = append(w.Jobs, engine.Job{Submit: 0, Run: length, Estimate: length, Processors: processors})
	}
	return w
}

// passAt is a pass that looks at any number of jobs.
func passAt(at engine.Time, kind loops.Kind) loops.Pass {
	return loops.Pass{At: at, Kind: kind, Most: -1}
}

// given are passes at given instants.
type given struct{ passes []loops.Pass }

func (g *given) Ask(engine.Time, bool) {}
func (g *given) Next(engine.Time) loops.Pass {
	if len(g.passes) == 0 {
		return loops.Pass{At: engine.Never, Most: -1}
	}
	return g.passes[0]
}
func (g *given) Skip(engine.Time) {}
func (g *given) Made(loops.Pass)  { g.passes = g.passes[1:] }

// words are short names of rules and plans.
var (
	ruleWords = map[engine.Rule]string{engine.StartedByMain: "main", engine.StartedByBackfill: "backfill", engine.LacksResources: "Resources", engine.BehindPriority: "Priority",
		engine.BehindDepth: "depth", engine.BeforePass: "next pass", engine.WhileCompleting: "COMPLETING", engine.BeforeBegin: "BeginTime", engine.Requeued: "requeued"}
	planWords = []string{"", ", promised", ", beyond the window", ", no nodes", ", over a limit", ", not tested"}
)

// told are the decisions of a run with given passes: when, about which job, and why. What the series lists of promises and passes follows.
func told(t *testing.T, p *Slurm, passes ...loops.Pass) (list []string, calls []snapshot.Snapshot) {
	p.table = &given{passes}
	series := snapshot.Series{Most: 100, Depth: 5}
	o, err := engine.Simulate(queueOfFive(), two(), p, engine.Options{RecordAll: true, Observers: []engine.Observer{series.Observer()}})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range o.Decisions {
		text := fmt.Sprintf("%d s: %d %s", d.At/engine.Second, d.Job, ruleWords[d.Rule])
		if d.Blocker != engine.NoJob {
			text += fmt.Sprintf(" by %d", d.Blocker)
		}
		if text += planWords[d.Plan]; d.Plan == engine.Promised {
			text += fmt.Sprintf(" %d of %d to %d from %d s", d.Nodes, d.Lane, d.LastLane, d.Shadow/engine.Second)
		}
		list = append(list, text)
	}
	return list, series.List
}

// A pass of the main scheduler at 1 s starts job 0. Job 1 lacks 2 processors and closes "both", with the second node. So jobs 2 and 3 are
// behind it, and job 4 would have room, but on a node that job 1 has closed.
//
// At 2 s the backfill scheduler promises job 1 node 0, where its 4 processors are free together when job 0 ends, at 601 s; rounded down to
// minutes that is from 600 to 1200 s. Jobs 2 and 3 start on node 1, of which nothing is promised. Job 4 would have room there when job 0
// ends. Ends within 30 s count as one: that of job 2, at 602 s.
//
// At 900 s the nodes of job 0 have been COMPLETING for 299 s of 400. Job 1 would have room there, and closes "both". Job 4 has none on node
// 1. They start at 1100 s.
func TestReasons(t *testing.T) {
	list, calls := told(t, &Slurm{Settings: settings.Settings{Config: settings.Defaults(), Completing: 400 * engine.Second}},
		passAt(engine.Second, loops.Main), passAt(2*engine.Second, loops.Backfill), passAt(900*engine.Second, loops.Main), passAt(1100*engine.Second, loops.Main))
	want := []string{
		"0 s: 0 next pass", "0 s: 1 next pass", "0 s: 2 next pass", "0 s: 3 next pass", "0 s: 4 next pass",
		"1 s: 0 main", "1 s: 1 Resources", "1 s: 2 Priority by 1", "1 s: 3 Priority by 1", "1 s: 4 Resources by 1",
		"2 s: 2 backfill", "2 s: 3 backfill", "2 s: 1 Resources, promised 1 of 0 to 0 from 601 s", "2 s: 4 Resources by 1, promised 1 of 1 to 1 from 602 s",
		"601 s: 1 next pass", "602 s: 1 next pass",
		"900 s: 1 COMPLETING, promised 1 of 0 to 0 from 601 s", "900 s: 4 Resources, promised 1 of 1 to 1 from 602 s",
		"1100 s: 1 main", "1100 s: 4 main",
	}
	if !slices.Equal(list, want) {
		t.Errorf("told is\n%s\nwant\n%s", strings.Join(list, "\n"), strings.Join(want, "\n"))
	}
	// Whole nodes are promised, until the jobs start.
	var promised []string
	for _, c := range calls {
		text := fmt.Sprint(c.At/engine.Second, " ", c.Passes)
		for _, p := range c.Reserved {
			text += fmt.Sprintf(" %d:%d+%d %v", p.Job, p.At/engine.Second, p.Length/engine.Second, p.Pieces)
		}
		promised = append(promised, text)
	}
	both := " 1:601+600 [{0 4 -1}] 4:602+600 [{1 4 -1}]"
	if want := []string{"0 0", "1 1", "2 2" + both, "601 0" + both, "602 0" + both, "900 1" + both, "1100 1", "1700 0", "604802 0"}; !slices.Equal(promised, want) {
		t.Errorf("calls are\n%s\nwant\n%s", strings.Join(promised, "\n"), strings.Join(want, "\n"))
	}
}

// A pass of the main scheduler looks at one job, and one of the backfill scheduler at two, up to 5 min ahead: job 1 would begin after 601
// s, job 2 starts.
func TestReasonsBeyondTheDepth(t *testing.T) {
	p := &Slurm{Settings: settings.Settings{Config: settings.Defaults()}}
	p.DefaultQueueDepth, p.BfMaxJobTest, p.BfWindow = 0, 2, 300
	list, _ := told(t, p, passAt(engine.Second, loops.Main), passAt(2*engine.Second, loops.Backfill), passAt(900*engine.Second, loops.Full))
	want := []string{
		"1 s: 0 main", "1 s: 1 depth", "1 s: 2 depth", "1 s: 3 depth", "1 s: 4 depth",
		"2 s: 2 backfill", "2 s: 1 depth, beyond the window", "2 s: 3 depth, not tested", "2 s: 4 depth, not tested",
		"900 s: 1 main", "900 s: 3 main", "900 s: 4 main",
	}
	if list = list[5:]; !slices.Equal(list, want) {
		t.Errorf("told is\n%s\nwant\n%s", strings.Join(list, "\n"), strings.Join(want, "\n"))
	}
}

// Who takes note changes nothing: passes that are left out otherwise start nobody.
func TestObserversChangeNothing(t *testing.T) {
	for seed := range uint64(reference.Trials(150)) {
		outcome := func(o engine.Options) *engine.Outcome {
			w, m, s := world(seed)
			o.Kill = engine.KillRule(seed % 4)
			made, err := engine.Simulate(w, m, s, o)
			if err != nil {
				t.Fatal(err)
			}
			return made
		}
		series := snapshot.Series{Most: 1 << 30, Depth: 3, From: engine.Time(seed) * engine.Minute}
		want, got := outcome(engine.Options{}), outcome(engine.Options{RecordAll: true, Observers: []engine.Observer{series.Observer()}})
		if !slices.Equal(want.Start, got.Start) || !slices.Equal(want.Pieces, got.Pieces) {
			t.Fatalf("seed %d: starts %v, not recorded %v", seed, got.Start, want.Start)
		}
		started := map[int32]int{}
		for _, d := range got.Decisions {
			if d.Rule.Acts() {
				started[d.Job]++
			}
		}
		for j := range got.Start {
			if (got.Start[j] >= 0) != (started[int32(j)] == 1) {
				t.Fatalf("seed %d: job %d starts at %d and is told of %d times", seed, j, got.Start[j], started[int32(j)])
			}
		}
	}
}

// All jobs of queueOfFive are of one user, whose jobs may have 7 processors together under their QOS. Job 0 takes 6, so that job 1 is over
// the limit with its 4. Job 2 takes the seventh. Jobs 3 and 4 are over it with theirs, and none of the three is promised anything.
func TestLimitsAsReasons(t *testing.T) {
	w := queueOfFive()
	for range w.Jobs {
		w.User, w.Group, w.QOS = append(w.User, 1), append(w.Group, 1), append(w.QOS, 1)
	}
	values := workloadtest.Checked(t, Kind.Params, `{"limits": true, "qos": [{"number": 1, "limits": "MaxTRESPU=cpu=7"}]}`)
	p := Kind.New(values).(*Slurm)
	p.table = &given{[]loops.Pass{passAt(engine.Second, loops.Main), passAt(2*engine.Second, loops.Backfill), passAt(900*engine.Second, loops.Full)}}
	o, err := engine.Simulate(w, two(), p, engine.Options{RecordAll: true})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, d := range o.Decisions {
		if d.Rule == engine.OverLimit {
			list = append(list, fmt.Sprintf("%d s: %d %s, %d and %d of %d%s", d.At/engine.Second, d.Job, d.Limit, d.LimitUsed, d.LimitAsked, d.LimitBound, planWords[d.Plan]))
		}
	}
	const limit = "QOSMaxCpuPerUserLimit"
	want := []string{"1 s: 1 " + limit + ", 6 and 4 of 7", "1 s: 3 " + limit + ", 7 and 1 of 7", "1 s: 4 " + limit + ", 7 and 1 of 7",
		"2 s: 1 " + limit + ", 7 and 4 of 7, over a limit", "2 s: 3 " + limit + ", 7 and 1 of 7, over a limit", "2 s: 4 " + limit + ", 7 and 1 of 7, over a limit"}
	if !slices.Equal(list, want) {
		t.Errorf("told is\n%s\nwant\n%s", strings.Join(list, "\n"), strings.Join(want, "\n"))
	}
	if o.Start[2] != engine.Second || o.Start[1] != 900*engine.Second {
		t.Errorf("starts are %v", o.Start)
	}
}

// Job 1 needs both nodes. At 10 s node b is reserved from 30 s on, when the job would still run; at 20 s the reservation is over and b drained; at
// 30 s b is back, the job starts, and job 2, held since 5 s, is released at 35 s but finds no room.
func TestReasonsOfNodes(t *testing.T) {
	w := &engine.Workload{}
	for range 2 {
		w.Jobs = append(w.Jobs, engine.Job{Run: engine.Minute, Estimate: engine.Minute, Processors: 8})
	}
	do := func(at int, name string, change func(a *settings.Action)) settings.Action {
		a := settings.Action{At: engine.Time(at) * engine.Second, Do: name, Partition: -1}
		change(&a)
		return a
	}
	onB := func(a *settings.Action) { a.Nodes = []string{"b"} }
	p := &Slurm{table: every(), Settings: settings.Settings{Config: settings.Defaults(), Actions: []settings.Action{
		do(0, "reserve", func(a *settings.Action) { a.Nodes, a.In, a.Length = []string{"b"}, 12*engine.Second, 5*engine.Second }),
		do(5, "hold", func(a *settings.Action) { a.Jobs = job(2) }), do(15, "drain", onB), do(25, "resume", onB), do(35, "release", func(a *settings.Action) { a.Jobs = job(2) })}}}
	o, err := engine.Simulate(w, two(), p, engine.Options{RecordAll: true})
	if err != nil {
		t.Fatal(err)
	}
	words := map[engine.Rule]string{engine.ReservedForOthers: "reserved", engine.NodesDown: "down", engine.IsHeld: "held", engine.LacksResources: "Resources", engine.StartedByMain: "main", engine.BeforePass: "next pass"}
	var list []string
	for _, d := range o.Decisions {
		list = append(list, fmt.Sprintf("%d s: %d %s", d.At/engine.Second, d.Job+1, words[d.Rule]))
	}
	want := []string{"0 s: 1 next pass", "0 s: 2 next pass", "10 s: 1 reserved", "10 s: 2 held", "20 s: 1 down", "30 s: 1 main", "30 s: 2 held", "40 s: 2 Resources", "90 s: 2 main"}
	if !slices.Equal(list, want) {
		t.Errorf("%q\nwant %q", list, want)
	}
}

// Job 0 has a node and a half for 10 min. Job 1, in the partition of node b, finds no room there and closes that node. Job 2 wants both nodes
// and more processors than its user may have: the main scheduler, which looks for enough nodes first, says that it lacks them, the backfill
// scheduler that it is over the limit, which stands beside what the main scheduler says again: nothing new is told at 3 s.
func TestLimitStaysBesideResources(t *testing.T) {
	w := &engine.Workload{User: []int32{1, 2, 1}, Group: []int32{1, 1, 1}, QOS: []int32{1, 1, 1}, Demand: []int32{0, 1, 2}, Demands: []engine.Demand{{Partitions: []int32{1}}, {Partitions: []int32{2}}, {Partitions: []int32{1}, Nodes: 2}}}
	for _, processors := range []int32{6, 4, 8} {
		w.Jobs = append(w.Jobs, engine.Job{Run: 10 * engine.Minute, Estimate: 10 * engine.Minute, Processors: processors})
	}
	p := Kind.New(workloadtest.Checked(t, Kind.Params, `{"limits": true, "qos": [{"number": 1, "limits": "MaxTRESPU=cpu=7"}]}`)).(*Slurm)
	list := decisionsOf(t, p, w, 2, passAt(engine.Second, loops.Main), passAt(2*engine.Second, loops.Backfill), passAt(3*engine.Second, loops.Main))
	if want := []string{"0 s: next pass", "1 s: Resources", "2 s: Resources, over a limit QOSMaxCpuPerUserLimit", "601 s: next pass"}; !slices.Equal(list, want) {
		t.Errorf("told is %q, want %q", list, want)
	}
}

// Job 0 is requeued at 2 s and may start at 12 s, while job 1 has both nodes until 604 s. At 20 s the backfill scheduler promises it nodes:
// that it waits for its begin is no longer so, and the main scheduler has not come to it.
func TestBeginTimeEndsWithTheFirstPass(t *testing.T) {
	w := &engine.Workload{Jobs: []engine.Job{
		{Run: 600 * engine.Second, Estimate: 600 * engine.Second, Processors: 8}, {Submit: 3 * engine.Second, Run: 600 * engine.Second, Estimate: 600 * engine.Second, Processors: 8}}}
	p := Kind.New(workloadtest.Checked(t, Kind.Params, `{"requeueDelay": 10, "completing": 0, "actions": [{"at": 2, "do": "requeue", "jobs": "1"}]}`)).(*Slurm)
	list := decisionsOf(t, p, w, 0, passAt(engine.Second, loops.Main), passAt(4*engine.Second, loops.Main), passAt(20*engine.Second, loops.Backfill))
	if want := []string{"0 s: next pass", "1 s: main", "2 s: requeued", "4 s: BeginTime", "20 s: next pass, promised"}; !slices.Equal(list, want) {
		t.Errorf("told is %q, want %q", list, want)
	}
}

// decisionsOf are the decisions about job j with given passes.
func decisionsOf(t *testing.T, p *Slurm, w *engine.Workload, j int32, passes ...loops.Pass) (list []string) {
	t.Helper()
	p.table = &given{passes}
	o, err := engine.Simulate(w, two(), p, engine.Options{RecordAll: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range o.Decisions {
		if d.Job != j {
			continue
		}
		text := fmt.Sprintf("%d s: %s%s", d.At/engine.Second, ruleWords[d.Rule], planWords[d.Plan])
		if d.Plan == engine.KeptByLimit {
			text += " " + d.Limit.String()
		}
		list = append(list, text)
	}
	return list
}

// Parameters that are refused, with their row.
func TestSettingsThatAreRefused(t *testing.T) {
	for fields, want := range map[string]string{
		`{"parameters": "bf_interval=x"}`:                   `/parameters: "bf_interval=x": bf_interval is "x"; a whole number from 1 to 10800 is accepted`,
		`{"settings": [{"key": "KillWait", "value": "3"}]}`: `/settings/0/key: "KillWait": a setting of slurm.conf that begins with Priority or FairShare is accepted`,
		`{"settings": [{"key": "PriorityType", "value": "priority/multifactor"}, {"key": "PriorityMaxAge", "value": "UNLIMITED"}]}`:                            `/settings: PriorityMaxAge is "UNLIMITED"; a length such as 7-00:00:00 is accepted`,
		`{"settings": [{"key": "PriorityType", "value": "priority/multifactor"}, {"key": "PriorityWeightTRES", "value": "CPU=1,fs/x=2"}]}`:                     `/settings: PriorityWeightTRES has "fs/x=2"; weights of cpu, mem, node, gres/gpu such as CPU=1000 are accepted`,
		`{"settings": [{"key": "PriorityType", "value": "priority/multifactor"}], "associations": [{"account": 1, "parent": 7}]}`:                              `/associations/0/parent: 7: no row is about this account; the number of one that has a row, or 0 for the root, is accepted`,
		`{"settings": [{"key": "PriorityType", "value": "priority/multifactor"}], "associations": [{"account": 1}, {"account": 2, "user": 5}]}`:                `/associations/1/account: 2: no row is about this account; the number of one that has a row, or 0 for the root, is accepted`,
		`{"settings": [{"key": "PriorityType", "value": "priority/multifactor"}], "associations": [{"account": 1, "parent": 2}, {"account": 2, "parent": 1}]}`: `/associations/0/parent: 2: this account is above itself; accounts below the root are accepted`,
		`{"limits": true, "qos": [{"number": 1}, {"number": 2, "limits": "MaxTRESPU=cpu=many"}]}`:                                                              `/qos/1/limits: "MaxTRESPU=cpu=many": an amount such as 16, 4000M or 62.50G is accepted, up to 9007199254740992`,
		`{"limits": true, "qos": [{"number": 1, "limits": "MaxJobsPU=2"}, {"number": 2, "limits": "GrpTRES=cpu=4,license/a=2"}]}`:                              `/qos/1/limits: "GrpTRES=cpu=4,license/a=2": GrpTRES of license/a is not counted; limits on cpu, mem, node, gres/gpu are accepted`,
		`{"limits": true, "associations": [{"account": 1, "parent": 7}]}`:                                                                                      `/associations/0/parent: 7: no row is about this account; the number of one that has a row, or 0 for the root, is accepted`,
		`{"limits": true, "associations": [{"account": 1, "parent": 2}, {"account": 2, "parent": 1}]}`:                                                         `/associations/0/parent: 2: this account is above itself; accounts below the root are accepted`,
		`{"limits": true, "associations": [{"account": 1}, {"account": 1, "user": 2}, {"account": 1}]}`:                                                        `/associations/2/account: 1: a row before is about the same account and user; one is accepted`,
		`{"preempt": "qos", "qos": [{"number": 1}, {"number": 2, "preempts": "1-3, 5, 7-9"}]}`:                                                                 `/qos/1/preempts: 5: no row is about this QOS; numbers of QOS that have a row are accepted`,
		`{"licences": [{"number": 3, "copies": 1}, {"number": 3, "copies": 2}]}`:                                                                               `/licences/1/number: 3: a row before is about the same licence; one is accepted`,
		`{"qos": [{"number": 3}, {"number": 3, "priority": 4}]}`:                                                                                               `/qos/1/number: 3: a row before is about the same QOS; one is accepted`,
		`{"limits": true, "associations": [{"account": 1, "limits": "MaxJobs"}]}`:                                                                              `/associations/0/limits: "MaxJobs": MaxJobs is not known; limits such as GrpTRES=cpu=16 or MaxJobs=2 are accepted`,
		`{"limits": true, "qos": [{"number": 1, "limits": "MaxFoo=3"}]}`:                                                                                       `/qos/0/limits: "MaxFoo=3": MaxFoo=3 is not known; limits such as GrpTRES=cpu=16 or MaxJobs=2 are accepted`,
	} {
		err := Kind.Check(workloadtest.Checked(t, Kind.Params, fields))
		if err == nil || err.Error() != want {
			t.Errorf("%s\ngives %v\nwant %s", fields, err, want)
		}
	}
}
