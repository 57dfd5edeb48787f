package script

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.starlark.net/starlark"

	"backfill/engine"
	"backfill/engine/snapshot"
	"backfill/policies/scripting"
)

// What a script says of a job stands in the record of decisions and in snapshots, and what it prints in the snapshot of the call. Of three jobs of
// two processors two run on five processors from their submission on; the third, submitted at 2 s, waits until 10 s.
func TestWhyAndPrint(t *testing.T) {
	const text = `
def schedule():
    print("free", free(), [job.number for job in waiting()])
    for job in waiting():
        why(job, "job %d of %d" % (job.number, len(waiting())))
        if fits(job):
            start(job)
    if now() == 2:
        for i in range(70):
            print("x" * 300)
`
	series := snapshot.Series{Most: 100, Depth: 10}
	o, err := engine.Simulate(threeJobs(), engine.NewCluster(5, 1), compiled(t, text).New(), engine.Options{RecordAll: true, Observers: []engine.Observer{series.Observer()}})
	if err != nil {
		t.Fatal(err)
	}
	var said []string
	for _, d := range o.Decisions {
		said = append(said, fmt.Sprint(d.Job+1, " at ", d.At/engine.Second, " acts ", d.Rule.Acts(), ": ", d.Said))
	}
	if want := []string{"1 at 0 acts true: job 1 of 1", "2 at 1 acts true: job 2 of 1", "3 at 2 acts false: job 3 of 1", "3 at 10 acts true: job 3 of 1"}; !slices.Equal(said, want) {
		t.Errorf("the record says %q, want %q", said, want)
	}
	third := series.List[2]
	if len(third.Decisions) != 1 || third.Decisions[0].Said.String() != "job 3 of 1" || third.Decisions[0].Rule != engine.TooWideNow {
		t.Errorf("the decisions of the third call are %+v", third.Decisions)
	}
	if len(third.Printed) != 64 || third.Unprinted != 7 || third.Printed[0] != "free 1 [3]" || third.Printed[1] != strings.Repeat("x", 240)+"…" {
		t.Errorf("%d lines are printed, %d more: %.300q", len(third.Printed), third.Unprinted, third.Printed)
	}
}

// A script that never comes back to jobs says how many, and how things stood when it was last called. Of three jobs of two processors and 10 s, submitted
// at 0, 1 and 2 s on five processors: who starts one job a call starts 1 at 0, 2 at 1 and, since the third does not fit at 2 s, 3 at 10 s, when 1 ends. Who
// starts only when a job arrives and it fits leaves the third; the last call is that of the end of 2, at 11 s. Who starts nobody is last called at 2 s.
func TestJobsThatAreNeverStarted(t *testing.T) {
	for text, want := range map[string]string{
		"start_in_order()": "",
		"if happened('arrival'):\n    start_in_order()": "1 of 3 jobs was never started: the last call of schedule(), at 11 s, left it waiting with 5 of 5 processors free",
		"pass": "3 of 3 jobs were never started: the last call of schedule(), at 2 s, left them waiting with 5 of 5 processors free",
		"if now() < 40:\n    wake_at(now() + 30)": "3 of 3 jobs were never started: the last call of schedule(), at 62 s, left them waiting with 5 of 5 processors free",
	} {
		o, err := run(t, in(text))
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(o.Warnings, "|"); got != want {
			t.Errorf("%s: the warnings are\n%q, want\n%q", text, got, want)
		}
	}
}

// What is printed beyond the bounds is counted and told, and not even computed unless that does something else: of 20,000 lines in each of six calls, at 0, 1, 2, 10, 11 and 20 s, the first 64
// are kept. Whether anybody listens changes nothing. A run keeps 100,000 lines: those of 1,562 calls with 64 lines and 32 more.
func TestTooManyLines(t *testing.T) {
	const most = scripting.MaxLines
	left := func(lost, all int) string {
		return fmt.Sprintf("%d of the %d lines that the script prints are left out: the first 64 of each call are kept, and the first 100000 of a run", lost, all)
	}
	program := compiled(t, in("for i in range(20000):\n    print(i, [i] * 100)\nstart_in_order()"))
	series := snapshot.Series{Most: 100, Depth: 10}
	for _, observers := range [][]engine.Observer{nil, {series.Observer()}} {
		o, err := engine.Simulate(threeJobs(), engine.NewCluster(5, 1), program.New(), engine.Options{Observers: observers})
		if err != nil { // weighed and made into texts, 20,000 lists of 100 numbers would take too many steps
			t.Fatal(err)
		}
		if got, want := strings.Join(o.Warnings, "|"), left(6*(20000-most), 6*20000); got != want {
			t.Errorf("the warnings are %q, want %q", got, want)
		}
	}
	for _, c := range series.List {
		if len(c.Printed) != most || c.Unprinted != 20000-most || !strings.HasPrefix(c.Printed[most-1], "63 [63, 63,") {
			t.Errorf("at %v %d lines are printed, %d more", c.At, len(c.Printed), c.Unprinted)
		}
	}

	const calls = scripting.MaxLinesKept/most + 2
	text := fmt.Sprintf("for i in range(%d):\n    print(i)\nif now() < %d:\n    wake_at(now() + 1)\nelif head():\n    start_in_order()", most, calls-1)
	var l list
	o, err := engine.Simulate(&engine.Workload{Jobs: threeJobs().Jobs[:1]}, engine.NewCluster(5, 1), compiled(t, in(text)).New(), engine.Options{Observers: []engine.Observer{&l}})
	if err != nil {
		t.Fatal(err)
	}
	// One more call comes when the job ends.
	if want := left((calls+1)*most-scripting.MaxLinesKept, (calls+1)*most); l.lines != scripting.MaxLinesKept || len(o.Warnings) != 1 || o.Warnings[0] != want {
		t.Errorf("%d lines are told; the warnings are %q, want %q", l.lines, o.Warnings, want)
	}
}

// What a line computes is left out with it, but nothing that acts: of 70 lines 64 are kept, so that the 65th may fail, which nobody sees, and 70 values are
// still taken off a list, a job is started, and a function of the script is called.
func TestLinesThatAct(t *testing.T) {
	for text, want := range map[string]string{
		"for i in range(70):\n    print(1 // max(64 - i, 0))":                                                                                                                "",
		"for i in range(70):\n    print(1 // max(63 - i, 0))":                                                                                                                "line 3, column 17: ",
		"l = [0] * 70\nfor i in range(70):\n    print(l.pop())\nif len(l):\n    fail()":                                                                                      "",
		"n = []\ndef f():\n    n.append(1)\nfor i in range(70):\n    print(len(n), f())\nif len(n) < 70:\n    fail()":                                                        "",
		"n = []\nfor i in range(70):\n    print(max([1], key=lambda x: n.append(x) or 1))\nif len(n) < 70:\n    fail()":                                                      "",
		"for i in range(70):\n    print(start(head()) if i == 69 and head() != None and fits(head()) else 0)\nif happened(\"arrival\") and len(running()) == 0:\n    fail()": "",
	} {
		o, err := run(t, in(text))
		switch {
		case want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)):
			t.Errorf("%s\ngives %v, want %s", text, err, want)
		case want == "" && err != nil:
			t.Errorf("%s\ngives %v", text, err)
		case want == "" && !strings.Contains(o.Warnings[len(o.Warnings)-1], "lines that the script prints are left out"):
			t.Errorf("%s\nwarns %q", text, o.Warnings)
		}
	}
}

// list counts the lines that it is told.
type list struct{ lines int }

func (l *list) Begin(*engine.State) bool                    { return true }
func (l *list) Wants(int32, bool) bool                      { return false }
func (l *list) Decided(*engine.State, int32, engine.Reason) {}
func (l *list) Reserved(*engine.State, int32, engine.Slot)  {}
func (l *list) Dropping(*engine.State)                      {}
func (l *list) End(*engine.State, engine.Policy)            {}
func (l *list) Conclude(*engine.Outcome)                    {}
func (l *list) Printed(*engine.State, string)               { l.lines++ }
func (l *list) Unprinted(*engine.State, int32)              {}

// A remark that is too long is cut between letters.
func TestRemarks(t *testing.T) {
	for text, want := range map[string]string{"": "", "short": "short", strings.Repeat("a", 96): strings.Repeat("a", 96), strings.Repeat("a", 97): strings.Repeat("a", 93) + "…", strings.Repeat("ü", 50): strings.Repeat("ü", 46) + "…"} {
		if got := engine.RemarkOf(text).String(); got != want {
			t.Errorf("%q is kept as %q", text, got)
		}
	}
}

// Every verb and attribute that is described is there, and no other.
func TestWhatIsDescribedIsThere(t *testing.T) {
	p := compiled(t, in("pass")).New().(*policy)
	there := p.verbs()
	for _, g := range scripting.Groups {
		for _, v := range g.Verbs {
			if there[v.Name] == nil {
				t.Errorf("%s is described and not there", v.Name)
			}
			delete(there, v.Name)
			if v.Doc == "" || !strings.HasSuffix(v.Doc, ".") {
				t.Errorf("%s is not described: %q", v.Name, v.Doc)
			}
		}
	}
	for name := range there {
		t.Errorf("%s is there and not described", name)
	}
	for _, f := range scripting.Functions {
		if f.Name != "sum" && !starlark.Universe.Has(f.Name) {
			t.Errorf("the language has no %s", f.Name)
		}
	}
	var lines []string
	for _, a := range scripting.OfJobs {
		lines = append(lines, "x = head()."+a.Name)
	}
	for _, a := range scripting.OfEvents {
		lines = append(lines, "x = events()[0]."+a.Name)
	}
	if _, err := run(t, in(strings.Join(lines, "\n"))); err != nil {
		t.Error(err)
	}
	methods := map[string]bool{}
	for _, of := range []starlark.HasAttrs{&starlark.List{}, &starlark.Dict{}, &starlark.Set{}, starlark.String("")} {
		for _, m := range of.AttrNames() {
			methods[m] = true
		}
	}
	for _, m := range scripting.Methods {
		if !methods[m] {
			t.Errorf("nothing has a method %s", m)
		}
	}
}

// What a script needs follows from what it names.
func TestDemands(t *testing.T) {
	for text, want := range map[string]engine.Capability{
		"start(head())":                            0,
		"backfill()":                               engine.Estimates,
		"x = [job.user for job in waiting()]":      engine.Users,
		"x = earliest(head()) + head().queue":      engine.Estimates | engine.Queues,
		"x = head().partitions":                    engine.Partitions,
		"x = 'reserve'\ny = {'group': 1}['group']": 0,
	} {
		if got := compiled(t, in(text)).Demands(); got != want {
			t.Errorf("%s needs %b, want %b", text, got, want)
		}
	}
}

// The jobs that waiting gives stay the same while some of them start, and jobs are handed out in the orders by name. Jobs 1 to 4 request 30, 10, 20 and
// 10 s on 1, 3, 2 and 2 processors: areas 30, 30, 40 and 20.
func TestWaitingJobs(t *testing.T) {
	s := engine.Second
	w := &engine.Workload{Jobs: []engine.Job{
		{Run: 30 * s, Estimate: 30 * s, Processors: 1}, {Run: 10 * s, Estimate: 10 * s, Processors: 3}, {Run: 20 * s, Estimate: 20 * s, Processors: 2}, {Run: 10 * s, Estimate: 10 * s, Processors: 2},
	}}
	text := `
def numbers(jobs):
    return [job.number for job in jobs]

def expect(got, want):
    if got != want:
        fail(str(got), "want", str(want))

def schedule():
    if now() > 0:
        return
    jobs = waiting()
    first = jobs[0]
    expect(numbers(waiting("shortest")), [2, 4, 3, 1])
    expect(numbers(waiting("longest")), [1, 3, 2, 4])
    expect(numbers(waiting("narrowest")), [1, 3, 4, 2])
    expect(numbers(waiting("widest")), [2, 3, 4, 1])
    expect(numbers(waiting("smallest")), [4, 1, 2, 3])
    expect(numbers(waiting("largest")), [3, 1, 2, 4])
    seen = []
    for job in jobs:
        seen.append(job.number)
        if job == first:
            start(jobs[3])
            start(job)
    expect(seen, [1, 2, 3, 4])
    expect(numbers(jobs), [1, 2, 3, 4])
    expect(numbers(jobs[::-2] + [first]), [4, 2, 1])
    expect(numbers(waiting()), [2, 3])
    expect(numbers(running()), [4, 1])
    expect(next_fitting(head()).number, 3)
    expect([first.state, first.started, first.end, first.waited, head().end, head().started], ["running", 0, 30, 0, 10, None])
    expect([len(jobs), bool(jobs), head() in jobs, first in waiting()], [4, True, True, False])
`
	if _, err := engine.Simulate(w, engine.NewCluster(5, 1), compiled(t, text).New(), engine.Options{}); err != nil {
		t.Error(err)
	}
}
