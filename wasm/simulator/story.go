package simulator

import (
	"errors"

	"backfill/engine/workload/accounting"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/story"
	"backfill/wasm/wire"
)

// story tells the story of a log, which it reads again: rows of all runs are not kept, since they need more memory than its jobs.
func (w *Simulator) story(r wire.Request) error {
	if r.Story == nil {
		return errors.New("no log whose story is to be told")
	}
	kept := w.logs[r.Story.File.SHA256]
	if kept == nil {
		return errors.New("the log is not there")
	}
	file, params := kept.open(), r.Story.Params
	var log *accounting.Log
	var err error
	if r.Story.Kind == accounting.Kind.Kind {
		log, err = accounting.Read(file, r.Story.File.Name, accounting.Options{Zone: params["zone"]})
	} else {
		log, err = logs.History(file, r.Story.File.Name, logs.Unreadable(params["lines"]))
	}
	if err != nil {
		return err
	}
	w.answer(wire.Answer{Say: wire.Told, Task: r.Task, Story: story.Of(log, r.Story.Filter)}, nil)
	return nil
}
