package simulator

import (
	"errors"
	"time"

	"backfill/engine"
	"backfill/engine/forecast"
	future "backfill/engine/workload/transform/forecast"
	"backfill/wasm/wire"
)

// foretell says when a job would start, or how often that would have been told rightly.
func (w *Simulator) foretell(r wire.Request) error {
	task, err := w.repeated(r)
	if err != nil {
		return err
	}
	if r.Forecast == nil {
		return errors.New("what is to be foretold is not said")
	}
	if like := r.Forecast.Like; like < engine.NoJob || int(like) >= len(task.Workload.Jobs) {
		return errors.New("the job that asks for the same is not in the log")
	}
	last := time.Now()
	m := forecast.Model{Plan: task.Plan, Point: task.Point, Policy: r.Policy, Parallel: 1, Progress: func(done, of int) error {
		if now := time.Now(); now.Sub(last) >= progressEvery {
			last = now
			w.answer(wire.Answer{Say: wire.Progressed, Task: r.Task, Policy: r.Policy, Ended: done, Jobs: of}, nil)
		}
		return nil
	}}
	answer, err := m.Ask(future.NewLog(task.Workload), *r.Forecast)
	if err != nil {
		return err
	}
	w.answer(wire.Answer{Say: wire.Foretold, Task: r.Task, Policy: r.Policy, Forecast: answer}, nil)
	return nil
}
