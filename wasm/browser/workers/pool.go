//go:build js && wasm

package workers

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/hack-pad/safejs"

	"backfill/ui/result"
	"backfill/wasm/browser/storage"
	"backfill/wasm/javascript"
	"backfill/wasm/wire"
)

// pool gives tasks to workers. One that idles is used again, since it keeps the
// logs that it was sent and the workload that it made last. A task is cancelled by
// terminating its worker: while it computes, it hears nothing.
//
// Most tasks are done by one worker each, with a spare one beside it. What measures an
// experiment of many runs holds several of them (measure.go).
type pool struct {
	page      *program // the page's own, which is there
	written   *program
	workerURL string
	workers   []*worker // the one used last comes last
	tasks     int       // so far
}

// program is what workers run.
type program struct {
	fetch func() (safejs.Value, error) // waits, so that no listener may call it
	parts safejs.Value                 // the first message to a worker, undefined until it was fetched
}

// ready says whether workers can run the program at once.
func (of *program) ready() bool { return javascript.Present(of.parts) }

// get makes the program ready. It waits.
func (of *program) get() error {
	if of.ready() {
		return nil
	}
	parts, err := of.fetch()
	if err != nil {
		return fmt.Errorf("the part of the program that computes expressions and scripts could not be loaded; please check the connection and try again (%w)", err)
	}
	of.parts = parts
	return nil
}

// fetchWritten lets boot.js fetch and compile the program of expressions and scripts.
func fetchWritten() (safejs.Value, error) {
	s := &javascript.Script{}
	parts := s.Await(s.Call(s.Global("backfill"), "written"))
	return parts, s.Err
}

// worker is one Web Worker.
type worker struct {
	js    safejs.Value
	runs  *program
	kept  map[string]bool // logs that it holds, by SHA-256
	tasks []*task         // under way, in their order: it does one after the other
	used  bool            // it has had a task
	held  bool            // it is kept for further tasks of one that holds it

	coming    arrival                // of the answer that it is giving
	listeners map[string]safejs.Func // by the event, until it is dropped
}

// task is one request under way.
type task struct {
	number int
	worker *worker
	pool   *pool
	answer func(wire.Answer, []byte)

	// again is called if the worker breaks during a task before this one; nil: then this
	// one has failed as well.
	again func()
}

// tooMuchData is the size in bytes of an answer, the layout of some 700,000 jobs, whose worker is not kept: another one makes the
// workload again in less time than it took to simulate, and what this one has taken would stay for ever.
const tooMuchData = 24 << 20

// newPool takes over the worker that boot.js has started.
func newPool() (*pool, error) {
	s := &javascript.Script{}
	p := &pool{
		page:      &program{parts: s.Global("backfill", "parts")},
		written:   &program{fetch: fetchWritten, parts: safejs.Undefined()},
		workerURL: s.Text(s.Global("backfill", "workerURL")),
	}
	first := s.Global("backfill", "worker")
	if s.Err != nil {
		return nil, fmt.Errorf("prepare the workers: %w", s.Err)
	}
	if !javascript.Present(first) {
		return p, p.spare(p.page)
	}
	_, err := p.add(s, first, p.page)
	return p, err
}

// spare makes sure that the next task of a program finds an idle worker that is up already.
func (p *pool) spare(of *program) error {
	if p.idle(of) != nil {
		return nil
	}
	_, err := p.start(of)
	return err
}

// idle is the worker used last among those of a program without a task that nobody holds,
// nil if there is none.
func (p *pool) idle(of *program) *worker {
	for i := len(p.workers) - 1; i >= 0; i-- {
		if w := p.workers[i]; w.runs == of && w.idle() {
			return w
		}
	}
	return nil
}

func (w *worker) idle() bool { return len(w.tasks) == 0 && !w.held }

// hold takes an idle worker, or a new one, for whoever has several tasks for it: an
// unused one if that is wanted. It is to be released.
func (p *pool) hold(of *program, unused bool) (*worker, error) {
	w := p.idle(of)
	if unused && w != nil && w.used {
		w = nil
		if i := slices.IndexFunc(p.workers, func(w *worker) bool { return w.runs == of && w.idle() && !w.used }); i >= 0 {
			w = p.workers[i]
		}
	}
	if w == nil {
		var err error
		if w, err = p.start(of); err != nil {
			return nil, err
		}
	}
	w.held = true
	return w, nil
}

// release lets others have a worker that was held.
func (p *pool) release(w *worker) {
	w.held = false
	p.thin()
}

func (p *pool) start(of *program) (*worker, error) {
	s := &javascript.Script{}
	js := s.New("Worker", p.workerURL)
	s.Call(js, "postMessage", of.parts)
	return p.add(s, js, of)
}

// add makes a worker that has the program a part of the pool.
func (p *pool) add(s *javascript.Script, js safejs.Value, of *program) (*worker, error) {
	w := &worker{js: js, runs: of, kept: map[string]bool{}, listeners: map[string]safejs.Func{}}
	w.listen(s, "message", func(e safejs.Value) { p.receive(w, e) })
	broken := func(e safejs.Value) {
		s := &javascript.Script{}
		what := s.Text(e, "message")
		if s.Err != nil || what == "" {
			what = "the worker could not go on"
		}
		p.broke(w, what)
	}
	w.listen(s, "error", broken)
	w.listen(s, "messageerror", broken)
	w.lock(s)
	if s.Err != nil {
		return nil, fmt.Errorf("start a worker: %w", s.Err)
	}
	p.workers = append(p.workers, w)
	return w, nil
}

// begin gives a request to an idle worker of a program that is ready, or a new one, with
// the logs that it needs; data is copied to it. answer is called with each answer and its data. beside names a task
// whose worker is to be preferred, even if it is busy; it may be nil.
func (p *pool) begin(of *program, r wire.Request, logs []storage.Log, data safejs.Value, beside *task, answer func(wire.Answer, []byte)) (*task, error) {
	var w *worker
	if beside != nil && slices.Contains(p.workers, beside.worker) {
		w = beside.worker
	} else if w = p.idle(of); w == nil {
		var err error
		if w, err = p.start(of); err != nil {
			return nil, err
		}
	}
	return p.give(w, r, logs, data, answer)
}

// give is begin for that worker.
func (p *pool) give(w *worker, r wire.Request, logs []storage.Log, data safejs.Value, answer func(wire.Answer, []byte)) (*task, error) {
	p.workers = append(slices.DeleteFunc(p.workers, func(other *worker) bool { return other == w }), w)
	for _, l := range logs {
		if w.kept[l.Ref.SHA256] {
			continue
		}
		if err := w.post(wire.Request{Ask: wire.Keep, Files: []result.FileRef{l.Ref}}, l.Content); err != nil {
			p.drop(w)
			return nil, err
		}
		w.kept[l.Ref.SHA256] = true
	}
	p.tasks++
	r.Task = p.tasks
	if err := w.post(r, data); err != nil {
		p.drop(w)
		return nil, err
	}
	t := &task{number: r.Task, worker: w, pool: p, answer: answer}
	w.tasks, w.used = append(w.tasks, t), true
	return t, nil
}

// post sends a request; data is copied, unless it is a Blob, which the worker reads itself.
func (w *worker) post(r wire.Request, data safejs.Value) error {
	head, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("ask a worker: %w", err)
	}
	s := &javascript.Script{}
	message := s.New("Object")
	s.Set(message, "head", string(head))
	s.Set(message, "data", data)
	s.Call(w.js, "postMessage", message)
	if s.Err != nil {
		return fmt.Errorf("ask a worker: %w", s.Err)
	}
	return nil
}

func (p *pool) receive(w *worker, event safejs.Value) {
	var a wire.Answer
	s := &javascript.Script{}
	message := s.Get(event, "data")
	if lock := s.Get(message, "lock"); javascript.Present(lock) {
		p.watch(s, w, lock)
		javascript.Report(s.Err)
		return
	}
	head := s.Text(message, "head")
	if s.Err == nil {
		s.Err = json.Unmarshal([]byte(head), &a)
	}
	i := slices.IndexFunc(w.tasks, func(t *task) bool { return t.number == a.Task })
	complete := w.coming.take(s, w.js, message, i >= 0)
	if s.Err != nil {
		p.broke(w, fmt.Sprintf("the worker's answer cannot be read: %v", s.Err))
		return
	}
	if i < 0 || !complete {
		return
	}
	t, data := w.tasks[i], w.coming.data
	w.coming.data = nil
	if a.Say == wire.Failed && a.Failure != nil && a.Failure.Crash {
		p.broke(w, a.Failure.Reason)
		return
	}
	if a.Say.Ends() {
		if a.Say == wire.LogRead && a.Log != nil {
			w.kept[a.Log.SHA256] = true
		}
		w.tasks = slices.Delete(w.tasks, i, i+1)
		if w.coming.most >= tooMuchData && w.idle() {
			p.drop(w)
		}
		p.thin()
	}
	t.answer(a, data)
}

// thin ends workers beyond those held and two: one for the next task, one should that be
// cancelled. Those that have had no task yet go first, since the others have the program at hand.
func (p *pool) thin() {
	free := 0
	for _, w := range p.workers {
		if !w.held {
			free++
		}
	}
	for _, used := range []bool{false, true} {
		for i := 0; i < len(p.workers) && free > 2; {
			if w := p.workers[i]; w.idle() && w.used == used {
				p.drop(w)
				free--
			} else {
				i++
			}
		}
	}
}

// broke gives a worker up that has crashed, and reports that to the task that it was at.
// The others go on elsewhere, if they can.
func (p *pool) broke(w *worker, what string) {
	if !slices.Contains(p.workers, w) {
		return
	}
	tasks := w.tasks
	p.drop(w)
	if len(tasks) > 0 { // else it may be that no worker can start at all
		javascript.Report(p.spare(w.runs))
	}
	for i, t := range tasks {
		if i > 0 && t.again != nil {
			t.again()
			continue
		}
		t.answer(wire.Answer{Say: wire.Failed, Task: t.number, Failure: &result.Failure{Reason: what, Crash: true}}, nil)
	}
}

// drop terminates a worker. Nothing comes of its tasks any more.
func (p *pool) drop(w *worker) {
	w.tasks = nil
	p.workers = slices.DeleteFunc(p.workers, func(other *worker) bool { return other == w })
	s := &javascript.Script{}
	s.Call(w.js, "terminate")
	w.deafen(s)
	javascript.Report(s.Err)
}

// interrupt drops a worker at once whose tasks are no longer wanted, but for questions that came to it since it knows the workload: others
// are asked those. Who does not want a task any more must know that when its again is called.
func (p *pool) interrupt(w *worker) {
	tasks := w.tasks
	p.drop(w)
	for _, t := range tasks {
		if t.again != nil {
			t.again()
		}
	}
}

// cancel stops a task at once, if it is still under way.
func (t *task) cancel() {
	if t != nil && slices.Contains(t.worker.tasks, t) {
		t.pool.drop(t.worker)
		javascript.Report(t.pool.spare(t.worker.runs))
	}
}
