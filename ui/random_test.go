package ui

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/vugu/vugu"

	"backfill/engine/experiment"
	"backfill/engine/param"
	"backfill/ui/result"
)

// reader is somebody who does what comes to mind, on a page whose worker tells of a run bit by bit.
type reader struct {
	*rand.Rand
	t    *testing.T
	p    *Page
	b    *fake
	done []string // what was done, the last ones
	run  int      // of which the rest is told
	rest []func() // of what the worker has to tell of it
	old  []func() // what was told of runs

	failed *result.Failure // why the last one could not begin
}

// experiments are experiments of every kind that takes little time.
func experiments() []string {
	const machine = `{"version":1,"name":"%s","machine":{"kind":"cluster","processors":32},"workload":{"kind":"lublin","jobs":60,"processors":32,"load":0.7},%s}`
	of := func(name, more string) string { return fmt.Sprintf(machine, name, more) }
	const two = `"policies":[{"kind":"fcfs","label":"FCFS"},{"kind":"easy","label":"EASY"}]`
	const loads = `"sweep":[{"path":"/workload/load","values":[0.4,0.5,0.6,0.7,0.8,0.9]}]`
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
	}
}

// texts are what somebody may type or choose where nothing else is offered.
var texts = []string{"", "1", "0", "-1", "3", "16", "64", "0.5", "1.1", "x", "1e9", "30 min", "0.5 to 0.9 step 0.2", "0.6, 0.8", "wait", "wait + 1", "2,3", "true", "EASY", "[]", "def schedule():\n    start_in_order()\n"}

// act does one thing and says what.
func (r *reader) act() string {
	p, b := r.p, r.b
	switch k := r.IntN(100); {
	case k < 8:
		all := experiments()
		i := r.IntN(len(all))
		open(p, all[i])
		return fmt.Sprintf("open %d", i)
	case k < 10:
		p.FileCame(droppedLog(r.t, []string{"a.swf", "there.swf"}[r.IntN(2)]))
		return "drop a log"
	case k < 30:
		return r.tell()
	case k < 38:
		return r.measure(1 + r.IntN(9))
	case k < 48:
		b.pass()
		return "time passes"
	case k < 52:
		b.check()
		return "scripts are checked"
	case k < 56:
		r.answerQuestions()
		return "questions are answered"
	case k < 57:
		if p.Running {
			r.rest = nil
			p.Failed(p.RunNumber, result.Failure{Reason: "the disk is full.", Crash: r.IntN(2) == 0})
		}
		return "the run fails"
	case k < 60:
		p.Undo()
		return "undo"
	case k < 61:
		p.Redo()
		return "redo"
	case k < 62:
		p.CancelRun()
		return "cancel"
	case k < 64:
		if len(r.old) > 0 {
			r.old[r.IntN(len(r.old))]()
		}
		return "something is told late"
	case k < 66:
		c := experiment.Cell{Point: r.IntN(7), Replication: r.IntN(5)}
		p.ShowCell(c)
		return fmt.Sprintf("show %v", c)
	case k < 67 && b.address != "":
		p.Navigated(b.address)
		return "the address again"
	}
	return r.press()
}

// press presses, types into or chooses from something that is on the page.
func (r *reader) press() string {
	all := render(r.t, r.p).all
	var live []*element
	for _, e := range all {
		id := e.attr("id")
		if len(e.DOMEventHandlerSpecList) > 0 && !e.has("disabled") && !e.isHidden() && !strings.HasPrefix(id, "dialog-item") && id != "reload-button" {
			live = append(live, e)
		}
	}
	if len(live) == 0 {
		return "nothing to press"
	}
	e := live[r.IntN(len(live))]
	h := e.DOMEventHandlerSpecList[r.IntN(len(e.DOMEventHandlerSpecList))]
	value := texts[r.IntN(len(texts))]
	if options := e.optionValues(); len(options) > 0 {
		value = options[r.IntN(len(options))]
	}
	what := fmt.Sprintf("%s %s#%s %.30q %q", h.EventType, e.Data, e.attr("id"), e.text(), value)
	h.Func(happening{map[string]any{"value": value, "checked": r.IntN(2) == 0}})
	return what
}

func (e *element) has(key string) bool {
	return slices.ContainsFunc(e.Attr, func(a vugu.VGAttribute) bool { return a.Key == key })
}

// isHidden says whether nobody can see the element.
func (e *element) isHidden() bool {
	for ; e != nil; e = e.parent {
		if e.has("hidden") {
			return true
		}
	}
	return false
}

// optionValues are what a select offers.
func (e *element) optionValues() (list []string) {
	for _, c := range e.children {
		if c.Data == "option" {
			if c.has("value") {
				list = append(list, c.attr("value"))
			} else {
				list = append(list, c.text())
			}
		}
		list = append(list, c.optionValues()...)
	}
	return list
}

// tell tells the page the next of what the worker has to say of the last run.
func (r *reader) tell() string {
	p, b := r.p, r.b
	if len(b.asked) != r.run {
		r.run, r.rest = len(b.asked), r.toTell(b.asked[len(b.asked)-1])
	}
	if !p.Running || len(r.rest) == 0 {
		return "nothing to tell"
	}
	next := r.rest[0]
	r.rest = r.rest[1:]
	next()
	r.old = append(r.old[max(0, len(r.old)-8):], next)
	return fmt.Sprintf("the worker tells, with %d to follow", len(r.rest))
}

// toTell is what a worker has to tell of a simulation.
func (r *reader) toTell(q request) (list []func()) {
	p := r.p
	if r.failed = r.failure(q); r.failed != nil {
		return []func(){func() { p.Failed(q.run, *r.failed) }}
	}
	results := r.b.simulate(q)
	runs, failures := takeRuns(results)
	list = append(list, func() {
		again := *results // it may be told twice
		takeRuns(&again)
		p.Received(q.run, &again)
	})
	for i, run := range runs {
		if f, failed := failures[i]; failed {
			list = append(list, func() { p.PolicyFailed(q.run, i, f) })
			continue
		}
		list = append(list, func() { p.Progressed(q.run, i, 10, len(results.Workload.Jobs)) }, func() { p.RunCame(q.run, i, run) })
	}
	return append(list, func() { p.Finished(q.run, 0.01) })
}

// failure is why a simulation cannot begin, nil if it can.
func (r *reader) failure(q request) *result.Failure {
	_, err := r.b.tryTask(q)
	if err == nil {
		return nil
	}
	f := &result.Failure{Reason: err.Error()}
	if wrong := (*param.Error)(nil); errors.As(err, &wrong) {
		f.Path, f.Value, f.Reason = wrong.Path, wrong.Value, wrong.Reason
	}
	return f
}

// measure lets so many cells come of what is measured; those that cannot be simulated are lost.
func (r *reader) measure(cells int) string {
	b, p := r.b, r.p
	if len(b.measured) == 0 || !p.Measuring() || b.measured[len(b.measured)-1].run != p.RunNumber {
		return "nothing to measure"
	}
	m := b.measured[len(b.measured)-1]
	for range cells {
		c, more := m.book.Next()
		if !more {
			break
		}
		if err := b.enterCell(m, c); err != nil {
			m.book.Lose(c, err.Error())
		}
	}
	b.tellMeasured(m)
	return fmt.Sprintf("%d cells come", cells)
}

// answerQuestions lets everything come that the page has asked of simulations.
func (r *reader) answerQuestions() {
	for _, answer := range []func(){r.b.explain, r.b.need, r.b.compare, r.b.weigh, r.b.watch, r.b.plan, func() { r.b.draw(3) }} {
		answer()
	}
}

// rests lets everything come that is under way. What takes long is cancelled.
func (r *reader) rests() {
	for range 60 {
		r.b.pass()
		r.b.check()
		for r.p.Running && r.tell() != "nothing to tell" {
		}
		if m := r.p.Ongoing; m != nil && m.Planned > 100 && r.p.Measuring() {
			r.p.CancelRun()
		}
		r.measure(40)
		r.answerQuestions()
	}
}

// readsAtRandom has a reader do so many things, and says what went wrong.
func readsAtRandom(t *testing.T, random *rand.Rand, actions int) (err error) {
	p, b := firstVisit(t)
	r := &reader{Rand: random, t: t, p: p, b: b, run: len(b.asked)}
	defer func() {
		if mistake := recover(); mistake != nil {
			err = fmt.Errorf("%v after\n%s\n%s", mistake, strings.Join(r.done, "\n"), debug.Stack())
		}
	}()
	for range actions {
		r.done = append(r.done[max(0, len(r.done)-25):], "(begun)")
		what := r.act()
		r.done[len(r.done)-1] = what
		if r.IntN(3) == 0 {
			render(t, p)
		}
		if len(b.reported) > 0 {
			return fmt.Errorf("%q after\n%s", b.reported, strings.Join(r.done, "\n"))
		}
	}
	r.rests()
	render(t, p)
	if p.Running || p.Measuring() {
		return fmt.Errorf("it does not come to rest (runs %v, measures %v, %d of %d asked) after\n%s", p.Running, p.Measuring(), r.run, len(b.asked), strings.Join(r.done, "\n"))
	}
	if p.Stale() || p.Partial() || p.Question.Text != "" || p.Missing != nil || b.address == "" {
		return nil
	}
	// Who opens the address finds the same, but for what the reader has chosen to look at.
	p.MoreMetrics, p.AllMetrics, p.Absolute = nil, false, false
	p.ShowMetric("")
	r.rests()
	other, at := newPage(t)
	visitor := &reader{Rand: random, t: t, p: other, b: at}
	other.Sized(900, 1)
	other.Navigated(b.address)
	visitor.rests()
	if other.Question.Text != "" || other.Missing != nil || other.Shown.Results == nil {
		return nil
	}
	if other.Shown.Cell != p.Shown.Cell || len(other.Shown.Results.Runs) != len(p.Shown.Results.Runs) {
		return fmt.Errorf("who opens the address sees %v, not %v, after\n%s", other.Shown.Cell, p.Shown.Cell, strings.Join(r.done, "\n"))
	}
	for i, run := range p.Shown.Results.Runs {
		if again := other.Shown.Results.Runs[i]; run != nil && again != nil && !slices.Equal(again.Outcome.Start, run.Outcome.Start) {
			return fmt.Errorf("who opens the address sees another schedule of %s, after\n%s", run.Label, strings.Join(r.done, "\n"))
		}
	}
	if got, want := plain(other), plain(p); got != want {
		return fmt.Errorf("who opens the address reads %q, not %q, after\n%s", got, want, strings.Join(r.done, "\n"))
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
