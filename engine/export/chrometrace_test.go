package export_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/export"
	"backfill/engine/metrics"
	"backfill/ui/timeline"
)

// event is one of a trace; what is absent is nil.
type event struct {
	Ph, Name, Cat string
	Pid, Tid      *int
	Ts, Dur       *json.Number
	Args          map[string]any
}

func (e *event) time(t testing.TB, n *json.Number) int64 {
	t.Helper()
	if n == nil {
		t.Fatalf("an event %q without a time: %+v", e.Ph, e)
		return 0
	}
	v, err := n.Int64()
	if err != nil || v < 0 {
		t.Fatalf("the time %s of %+v is no whole number of microseconds", *n, e)
	}
	return v
}

// traced is the trace of some runs.
func traced(t testing.TB, runs []*experiment.Run, origin string) []byte {
	t.Helper()
	var list []export.Traced
	for _, run := range runs {
		list = append(list, export.Traced{Name: run.Policy, Outcome: run.Outcome, Blocks: timeline.Place(run.Outcome).Blocks(), Series: metrics.OverTime(run.Outcome)})
	}
	var b bytes.Buffer
	if err := export.WriteTrace(&b, list, origin); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// thread is a track of a process.
type thread struct{ pid, tid int }

// validate holds a trace against the rules of the Trace Event Format, as far as it uses it, and returns its events.
func validate(t testing.TB, text []byte) []event {
	t.Helper()
	var trace struct {
		DisplayTimeUnit string            `json:"displayTimeUnit"`
		OtherData       map[string]string `json:"otherData"`
		TraceEvents     []event           `json:"traceEvents"`
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&trace); err != nil {
		t.Fatal(err)
	}
	if u := trace.DisplayTimeUnit; u != "ms" && u != "ns" {
		t.Errorf("the unit %q is none", u)
	}
	processes, threads := map[int]string{}, map[thread]string{}
	ends := map[thread]int64{}
	counted := map[string]int64{}
	for i := range trace.TraceEvents {
		e := &trace.TraceEvents[i]
		if e.Pid == nil || e.Name == "" {
			t.Fatalf("an event without process or name: %+v", e)
		}
		switch e.Ph {
		case "M":
			switch name, _ := e.Args["name"].(string); e.Name {
			case "process_name":
				processes[*e.Pid] = name
			case "thread_name":
				threads[thread{*e.Pid, *e.Tid}] = name
			case "process_sort_index", "thread_sort_index":
				if _, ok := e.Args["sort_index"].(float64); !ok {
					t.Fatalf("no place to sort to: %+v", e)
				}
			default:
				t.Fatalf("unknown metadata: %+v", e)
			}
		case "X":
			if e.Tid == nil || e.Cat == "" {
				t.Fatalf("a complete event without thread or category: %+v", e)
			}
			at := thread{*e.Pid, *e.Tid}
			if _, named := processes[at.pid]; !named || threads[at] == "" {
				t.Fatalf("a thread or process without a name: %+v", e)
			}
			ts, dur := e.time(t, e.Ts), e.time(t, e.Dur)
			if dur == 0 || ts < ends[at] {
				t.Fatalf("%+v at %d for %d overlaps in %q, which is taken until %d", e, ts, dur, threads[at], ends[at])
			}
			ends[at] = ts + dur
		case "C":
			if len(e.Args) != 1 {
				t.Fatalf("a counter of %d values: %+v", len(e.Args), e)
			}
			for _, v := range e.Args {
				if _, ok := v.(float64); !ok {
					t.Fatalf("a counter that is no number: %+v", e)
				}
			}
			name := fmt.Sprint(*e.Pid, e.Name)
			ts := e.time(t, e.Ts)
			if before, ok := counted[name]; ok && ts <= before {
				t.Fatalf("a counter at the same time or before: %+v", e)
			}
			counted[name] = ts
		default:
			t.Fatalf("the phase %q is none of M, X and C", e.Ph)
		}
	}
	return trace.TraceEvents
}

// step is a value from an instant on.
type step struct {
	at    int64
	value int
}

// busy are the processors of all complete events of a process, added up over time.
func busy(t testing.TB, events []event, pid int) []step {
	change := map[int64]int{}
	for i := range events {
		if e := &events[i]; e.Ph == "X" && *e.Pid == pid {
			n := 1
			if from, to, several := strings.Cut(e.Args["processors"].(string), "-"); several {
				var a, b int
				fmt.Sscan(from, &a)
				fmt.Sscan(to, &b)
				n = b - a + 1
			}
			ts := e.time(t, e.Ts)
			change[ts] += n
			change[ts+e.time(t, e.Dur)] -= n
		}
	}
	var steps []step
	for at, d := range change {
		steps = append(steps, step{at, d})
	}
	slices.SortFunc(steps, func(a, b step) int { return int(a.at - b.at) })
	sum, kept := 0, steps[:0]
	for _, s := range steps {
		if s.value != 0 {
			sum += s.value
			kept = append(kept, step{s.at, sum})
		}
	}
	return kept
}

// counter is how one changes.
func counter(t testing.TB, events []event, pid int, name string) []step {
	var steps []step
	for i := range events {
		if e := &events[i]; e.Ph == "C" && *e.Pid == pid && e.Name == name {
			for _, v := range e.Args {
				steps = append(steps, step{e.time(t, e.Ts), int(v.(float64))})
			}
		}
	}
	if len(steps) > 0 && steps[0].value == 0 {
		steps = steps[1:]
	}
	return steps
}

// What the blocks of jobs add up to is what the counter of processors says, at every instant; the longest queue and the most
// processors are those of the sweep. On pools, lanes, several clusters, nodes and farms, where jobs are interrupted.
func TestTraceAgreesWithTheSweep(t *testing.T) {
	for name, text := range map[string]string{
		"KTH":             easyOnKTH,
		"pool in units":   `{"version": 1, "machine": {"kind": "cluster", "processors": 320, "unit": 32}, "workload": {"kind": "lublin", "jobs": 500, "processors": 320}, "policies": [{"kind": "fcfs"}, {"kind": "easy"}]}`,
		"hosts":           `{"version": 1, "machine": {"kind": "hosts", "hosts": [{"processors": 64, "memory": 64, "count": 2}]}, "workload": {"kind": "lublin", "jobs": 300, "processors": 64}, "policies": [{"kind": "easy"}]}`,
		"multicluster":    `{"version": 1, "machine": {"kind": "multicluster", "clusters": [32, 16]}, "workload": {"kind": "power-of-two", "jobs": 300, "max": 4, "threshold": 8, "maxComponents": 2}, "policies": [{"kind": "fpfs"}]}`,
		"nodes":           `{"version": 1, "machine": {"kind": "nodes", "processors": 64, "perNode": 4, "bandwidth": 6000, "model": "rate"}, "workload": {"kind": "lublin", "jobs": 300, "processors": 64, "transform": [{"kind": "bandwidth"}]}, "policies": [{"kind": "easy"}]}`,
		"farm":            `{"version": 1, "machine": {"kind": "farm"}, "workload": {"kind": "farm", "jobs": 300}, "policies": [{"kind": "convergent"}]}`,
		"many processors": `{"version": 1, "machine": {"kind": "cluster", "processors": 4096}, "workload": {"kind": "lublin", "jobs": 1000, "processors": 4096}, "policies": [{"kind": "easy"}]}`,
	} {
		t.Run(name, func(t *testing.T) {
			runs := simulated(t, text, trace(t))
			events := validate(t, traced(t, runs, "origin"))
			for i, run := range runs {
				blocks, counted := busy(t, events, i+1), counter(t, events, i+1, "busy processors")
				if !slices.Equal(blocks, counted) {
					t.Errorf("%s: the blocks add up to something else than the counter of processors: %d and %d steps", run.Policy, len(blocks), len(counted))
				}
				queue := 0
				for _, s := range counter(t, events, i+1, "jobs waiting") {
					queue = max(queue, s.value)
				}
				if want := run.Metrics.Value("maxQueue"); float64(queue) != want && !math.IsNaN(want) {
					t.Errorf("%s: the longest queue is %d, of the sweep %v", run.Policy, queue, want)
				}
			}
		})
	}
}

// The segments of a job that was interrupted are in its metadata and in a trace, and its resources are those of all of them.
func TestSegmentsOfAFarm(t *testing.T) {
	run := simulated(t, `{"version": 1, "machine": {"kind": "farm"}, "workload": {"kind": "farm", "jobs": 300}, "policies": [{"kind": "convergent"}]}`, nil)[0]
	o := run.Outcome
	if len(o.Segments) == len(o.StartOrder) {
		t.Fatal("no job was interrupted")
	}
	table := batsim(t, o, "farm", "")
	if jobs := readBatsim(t, table); len(jobs) != len(o.EndOrder) {
		t.Errorf("%d jobs in the table, %d ended", len(jobs), len(o.EndOrder))
	}
	several := map[int32]int{}
	for _, s := range o.Segments {
		several[s.Job]++
	}
	lines := strings.Split(table, "\n")[1:]
	for j, n := range several {
		if told := strings.Count(lines[j], " to "); n > 1 && told != n || n == 1 && told > 0 {
			t.Errorf("job %d has %d segments: %s", j+1, n, lines[j])
		}
	}
	blocks := 0
	for _, e := range validate(t, traced(t, []*experiment.Run{run}, "")) {
		if e.Ph == "X" {
			blocks++
		}
	}
	if blocks < len(o.Segments) {
		t.Errorf("%d events for %d segments", blocks, len(o.Segments))
	}
}

// Whatever the texts are, the files are of their format and hold them as texts.
func FuzzTexts(f *testing.F) {
	for _, text := range []string{"EASY", "=cmd|' /C calc'!A0", "a,b\"c", "</script><script>alert(1)</script>", "line\r\nbreak\u2028", "-1", "\x00\xff", "@SUM(1;2)", "\t=1"} {
		f.Add(text)
	}
	o := &engine.Outcome{
		Workload: &engine.Workload{Jobs: []engine.Job{{Run: 1000, Estimate: 1000, Processors: 1}}}, Processors: 1, Unit: 1,
		Start: []engine.Time{0}, End: []engine.Time{1000}, State: []engine.JobState{engine.Completed}, Overtook: []bool{false}, StartOrder: []int32{0}, EndOrder: []int32{0},
	}
	run := []*experiment.Run{{Outcome: o}}
	f.Fuzz(func(t *testing.T, text string) {
		run[0].Policy = text
		events := validate(t, traced(t, run, text))
		if got := events[0].Args["name"]; got != text && utf8.ValidString(text) {
			t.Errorf("the trace has %q for %q", got, text)
		}
		table := batsim(t, o, text, text)
		if jobs := readBatsim(t, table); len(jobs) != 1 {
			t.Errorf("%d jobs in %q", len(jobs), table)
		}
		if cell := export.Cell(text); cell != "" && strings.ContainsRune("=+@\t\r", rune(strings.TrimPrefix(cell, `"`)[0])) && !isNumber(text) {
			t.Errorf("%q is a formula: %q", text, cell)
		}
	})
}

func isNumber(text string) bool {
	var v float64
	n, err := fmt.Sscan(text, &v)
	return n == 1 && err == nil
}
