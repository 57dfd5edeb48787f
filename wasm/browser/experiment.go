//go:build js && wasm

package main

import (
	"errors"
	"time"

	"github.com/hack-pad/safejs"

	"backfill/ui"
	"backfill/wasm/wire"
)

func (b *browser) Simulate(run int, scenario []byte, files []ui.FileRef) {
	b.Cancel()
	simulation := b.simulation
	begin := time.Now()
	b.simulates(true)
	b.ask(question{
		request: wire.Request{Ask: wire.Simulate, Scenario: scenario, Files: files},
		stale:   func() bool { return simulation != b.simulation },
		begun:   func(t *task) { b.running = t },
		failed: func(f ui.Failure) {
			b.busy = false
			b.page.Failed(run, f)
		},
		answer: func(a wire.Answer, data []byte) error {
			switch a.Say {
			case wire.WorkloadMade:
				made, err := wire.DecodeWorkload(data)
				if err != nil {
					return err
				}
				b.workload = made.Workload
				b.page.Received(run, &ui.Results{
					Scenario: scenario, Version: made.Version, Workload: made.Workload, Report: made.Report,
					Runs: make([]*ui.Run, made.Policies),
				})
			case wire.Progressed:
				b.page.Progressed(run, a.Policy, a.Ended, a.Jobs)
			case wire.RunMade:
				r, err := wire.DecodeRun(data, b.workload)
				if err != nil {
					return err
				}
				r.Seconds = a.Seconds
				b.page.RunCame(run, a.Policy, r)
			case wire.Done:
				b.busy = false
				b.page.Finished(run, time.Since(begin).Seconds())
				return b.pool.spare()
			}
			return nil
		},
	})
}

func (b *browser) Explain(run int, scenario []byte, files []ui.FileRef, policy int, j int32) {
	simulation, workload := b.simulation, b.workload
	b.ask(question{
		request: wire.Request{Ask: wire.Explain, Scenario: scenario, Files: files, Policy: policy, Job: j},
		stale:   func() bool { return simulation != b.simulation },
		beside:  b.running,
		begun:   func(*task) {},
		failed:  func(f ui.Failure) { b.page.Failed(run, f) },
		answer: func(a wire.Answer, data []byte) error {
			if workload == nil {
				return errors.New("there is no workload to explain")
			}
			decisions, err := wire.DecodeDecisions(data, workload)
			if err != nil {
				return err
			}
			b.page.Explained(run, ui.Explanation{Policy: policy, Job: j, Decisions: decisions})
			return nil
		},
	})
}

func (b *browser) Cancel() {
	b.simulation++
	b.busy = false
	b.running.cancel()
	b.running = nil
}

// simulates notes whether an experiment runs. <html> has the attribute data-busy
// from then on until what came of it is on the page.
func (b *browser) simulates(yes bool) {
	b.busy = yes
	s := &script{}
	s.call(s.global("document", "documentElement"), "toggleAttribute", "data-busy", yes)
	report(s.err)
}

// question is a request and what becomes of its answers.
type question struct {
	request wire.Request
	stale   func() bool                            // nobody wants to know any more
	beside  *task                                  // whose worker knows the workload already
	begun   func(*task)                            // a worker has it
	failed  func(ui.Failure)                       // it ended without a result
	answer  func(a wire.Answer, data []byte) error // one more answer
}

// ask gives a question to a worker as soon as the logs that it needs are at hand,
// and lets the answers change the page.
func (b *browser) ask(q question) {
	if len(q.request.Files) == 0 {
		b.begin(q, nil)
		return
	}
	go guard(func() {
		logs, err := b.files.fetch(q.request.Files)
		b.update(func() {
			switch {
			case q.stale():
			case err != nil:
				q.failed(ui.Failure{Path: "/workload/file", Reason: err.Error()})
			default:
				b.begin(q, logs)
			}
		})
	})
}

func (b *browser) begin(q question, logs []log) {
	t, err := b.pool.begin(q.request, logs, safejs.Undefined(), q.beside, func(a wire.Answer, data safejs.Value) {
		change := b.update
		switch a.Say {
		case wire.WorkloadMade, wire.Progressed, wire.RunMade:
			change = b.follow // more will come
		}
		change(func() {
			if q.stale() {
				return
			}
			if a.Say == wire.Failed {
				q.failed(*a.Failure)
				return
			}
			s := &script{}
			var content []byte
			if present(data) {
				content = s.bytes(data)
			}
			err := s.err
			if err == nil {
				err = q.answer(a, content)
			}
			if err != nil {
				q.failed(ui.Failure{Reason: err.Error(), Crash: true})
			}
		})
	})
	if err != nil {
		q.failed(ui.Failure{Reason: err.Error(), Crash: true})
		return
	}
	q.begun(t)
}
