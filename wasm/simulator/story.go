package simulator

import (
	"errors"

	"backfill/engine/workload/accounting"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/story"
	"backfill/ui/result"
	"backfill/wasm/wire"
)

// story tells the story of a log. It reads it again: the rows of all runs need more memory than its jobs, and are not kept.
func (w *Simulator) story(r wire.Request) error {
	if r.Story == nil {
		return errors.New("no log whose story is to be told")
	}
	kept := w.logs[r.Story.File.SHA256]
	if kept == nil {
		return errors.New("the log is not there")
	}
	log, err := kept.history(r.Story)
	if err != nil {
		return err
	}
	w.answer(wire.Answer{Say: wire.Told, Task: r.Task, Story: story.Of(log, r.Story.Filter)}, nil)
	return nil
}

// history is what a log recorded of all jobs.
func (l *log) history(of *result.LogStory) (*accounting.Log, error) {
	if of.Kind == accounting.Kind.Kind {
		return accounting.Read(l.open(), of.File.Name, accounting.Options{Zone: of.Params["zone"]})
	}
	return logs.History(l.open(), of.File.Name, logs.Unreadable(of.Params["lines"]))
}
