package ui

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"backfill/engine/experiment"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// reader is somebody who does what comes to mind, on a page whose workers tell of a run bit by bit. What readers do stands in
// random*_test.go, by idea; readsAtRandom has one read.
type reader struct {
	*rand.Rand
	t    *testing.T
	p    *Page
	b    *fake
	done []string // what was done, the last ones

	// What the worker has to tell (randomworker_test.go).
	run    int             // of which the rest is told
	rest   []func()        // of what the worker has to tell of it
	old    []toldOfRun     // the last things that were told of runs
	failed *result.Failure // why the last one could not begin

	writes bool // a file is being written, and something is done meanwhile

	// Files and addresses (randomfiles_test.go).
	disk   *disk
	coming []func() // files that are being read
	been   []string // addresses
	broken string   // the address that could not be opened

	// The timeline (randomtimeline_test.go).
	at     timeline.Hit // what is pointed at
	raster timeline.Raster

	// Of a frame (randomframe_test.go).
	asked int // messages with an id
}

// doing is something that a reader does, and how often. do says what came of it.
type doing struct {
	often int
	name  string
	do    func(r *reader) string
}

// doings are all that readers do.
var doings = slices.Concat(pageDoings, pressDoings, workerDoings, fileDoings, timelineDoings)

// act does one thing and says what.
func (r *reader) act() string {
	if r.p.frame != nil && r.IntN(6) == 0 {
		return r.says()
	}
	all := 0
	for _, d := range doings {
		all += d.often
	}
	k := r.IntN(all)
	for _, d := range doings {
		if k -= d.often; k < 0 {
			return d.name + " " + d.do(r)
		}
	}
	panic("unreachable")
}

// pageDoings are what a page offers whatever it shows.
var pageDoings = []doing{
	{16, "open", func(r *reader) string {
		all := experiments()
		i := r.IntN(len(all))
		open(r.p, all[i])
		return fmt.Sprint(i)
	}},
	{6, "undo", func(r *reader) string { r.p.Shortcut("z", true, false, false); return "" }},
	{3, "redo", func(r *reader) string { r.p.Shortcut("y", true, false, false); return "" }},
	{4, "run", func(r *reader) string { r.p.Shortcut("Enter", true, false, false); return "" }},
	{3, "cancel", func(r *reader) string { r.p.pressCancel(); return "" }},
	{4, "show", func(r *reader) string {
		c := experiment.Cell{Point: r.IntN(7), Replication: r.IntN(5)}
		r.p.ShowCell(c)
		return fmt.Sprint(c)
	}},
	{2, "keep", func(r *reader) string { r.p.Keep(); return r.b.said }},
	{2, "show again", func(r *reader) string {
		if n := len(r.p.Kept); n > 0 {
			r.p.ShowAgain(r.IntN(n))
		}
		return fmt.Sprint(len(r.p.Kept), " kept")
	}},
	{1, "discard", func(r *reader) string {
		if n := len(r.p.Kept); n > 0 {
			r.p.Discard(r.IntN(n))
		}
		return fmt.Sprint(len(r.p.Kept), " kept")
	}},
	{4, "key", func(r *reader) string {
		key := []string{"Escape", "?", "Enter", "ArrowDown", "x"}[r.IntN(5)]
		r.p.Shortcut(key, false, false, r.IntN(2) == 0)
		return key
	}},
}

// experiments are some of every kind that takes little time.
func experiments() []string {
	const machine = `{"version":1,"name":"%s","machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":60,"processors":32,"load":0.7},%s}`
	of := func(name, more string) string { return fmt.Sprintf(machine, name, more) }
	const two = `"policies":[{"kind":"fcfs","label":"FCFS"},{"kind":"easy","label":"EASY"}]`
	const loads = `"sweep":[{"path":"/workload/load","values":[0.4,0.5,0.6,0.7,0.8,0.9]}]`
	const few = `"machine":{"kind":"cluster","processors":4},"workload":{"kind":"jobs","jobs":[{"run":60,"request":90,"processors":3},{"submit":5,"run":30,"request":30,"processors":2},{"submit":9,"run":20,"request":40,"processors":1}]}`
	return []string{
		sweptScenario, classScenario, withOwnScript, failing,
		of("two", two), of("one", `"policies":[{"kind":"conservative"}]`), of("repeated", two+`,"replications":5`),
		of("wide", two+","+loads), of("asks", two+","+loads+`,"replications":10000`),
		of("precise", two+`,"precision":{"relativeHalfWidth":0.3,"maxReplications":12}`),
		of("fails", loads+`,"policies":[{"kind":"easy"},{"kind":"script","source":"def schedule():\n    start_in_order()\n    if len(waiting()) > 6:\n        fail('many')\n"}]`),
		of("priority", `"policies":[{"kind":"priority-backfill","priority":"wait + 1"},{"kind":"easy"}]`),
		`{"version":1,"name":"log","machine":{"kind":"cluster","processors":8},"workload":{"kind":"swf","file":"there.swf"},` + two + `}`,
		`{"version":1,"name":"farm","machine":{"kind":"farm","computers":6},"workload":{"kind":"farm","jobs":40},"policies":[{"kind":"convergent"},{"kind":"easy"}]}`,
		`{"version":1,"name":"parts","machine":{"kind":"partitions","choice":"slurm","nodes":[{"name":"n[1-4]","processors":8}],"partitions":[{"name":"p","maxTime":36000}]},
			"workload":{"kind":"lublin","jobs":40,"processors":32,"load":0.9},"policies":[{"kind":"easy"},{"kind":"slurm","label":"S"}],"replications":3,
			"sweep":[{"path":"/policies/1/parameters/bf_interval","values":[30,300]},{"path":"/policies/1/parameters/default_queue_depth","values":[1,100]}]}`,
		`{"version":1,"name":"commands","machine":{"kind":"cluster","processors":320,"unit":32},"workload":{"kind":"lublin-cwf","jobs":40,"dedicatedShare":0.5,"extendShare":0.2,"reduceShare":0.1,"load":0.9},
			"policies":[{"kind":"easy-d","elastic":true},{"kind":"priority-backfill","elastic":true},{"kind":"hybrid-los","elastic":true}],"replications":3,"simultaneous":"sequential"}`,
		`{"version":1,"name":"few",` + few + `,` + two + `}`,
		`{"version":1,"name":"by hand",` + few + `,"policies":[{"kind":"easy","label":"EASY"},{"kind":"by-hand","rule":"EASY"}]}`,
		onSharedNodes,
	}
}

// readsAtRandom has a reader do so many things, and says what went wrong.
func readsAtRandom(t *testing.T, random *rand.Rand, actions int) (err error) {
	r := newReader(t, random)
	defer func() {
		if mistake := recover(); mistake != nil {
			err = r.wrong("%v, at\n%s", mistake, debug.Stack())
		}
	}()
	for range actions {
		r.done = append(r.done[max(0, len(r.done)-25):], "(begun)")
		what := r.act()
		r.done[slices.Index(r.done, "(begun)")] = what
		if r.IntN(3) == 0 {
			render(t, r.p)
		}
		if err := r.mistaken(); err != nil {
			return err
		}
	}
	r.done = append(r.done, "(waits)")
	r.rests()
	if err := r.waitsForNothing(); err != nil {
		return err
	}
	if err := r.hasItsOwnResults(); err != nil {
		return err
	}
	r.done = append(r.done, "(saves everything)")
	r.savesEverything()
	r.rests()
	if err := r.mistaken(); err != nil {
		return err
	}
	r.done = append(r.done, "(is compared)")
	return r.isAsOpenedAfresh()
}

// newReader is somebody who has just come: to the page or, one in four, to a page with a frame of it.
func newReader(t *testing.T, random *rand.Rand) *reader {
	r := &reader{Rand: random, t: t, at: timeline.Nowhere, disk: newDisk()}
	query := ""
	if r.IntN(4) == 0 {
		query = frameQueries[r.IntN(len(frameQueries))]
		r.done = append(r.done, "a frame: "+query)
	}
	r.opens(query)
	r.p.Open("", "")
	r.p.Sized(900, 1)
	return r
}

// opens makes a page with the workers and the disk of a browser.
func (r *reader) opens(query string) {
	r.b = &fake{t: r.t, saved: map[string][]byte{}, charts: map[string][]byte{}, theme: "light", versions: r.disk.texts}
	r.p = NewPage(busy{r.b, r}, pageCatalogs)
	r.b.page = r.p
	if query != "" {
		r.p.Embed(readQuery(r.t, query))
	}
}

// wrong is an error with what was done before.
func (r *reader) wrong(format string, args ...any) error {
	return fmt.Errorf(format+" after\n%s", append(args, strings.Join(r.done, "\n"))...)
}

// mistaken says whether the page has reported a mistake of its own.
func (r *reader) mistaken() error {
	if len(r.b.reported) > 0 {
		return r.wrong("%q", r.b.reported)
	}
	return nil
}

// TestReadersAtRandom has readers do things at random, in the midst of runs, too.
func TestReadersAtRandom(t *testing.T) {
	for n := range uint64(12) {
		if err := readsAtRandom(t, rand.New(rand.NewPCG(n, 1)), 120); err != nil {
			t.Errorf("reader %d: %v", n, err)
		}
	}
}
