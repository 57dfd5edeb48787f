package simulator

import (
	"bytes"
	"errors"
	"io"
	"io/fs"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/demands"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/transform"
	"backfill/ui/result"
	"backfill/wasm/wire"
)

// read holds a log, or a table of what jobs ask for, and says what it is.
func (w *Simulator) read(r wire.Request, data []byte) error {
	if len(r.Files) != 1 {
		return errors.New("a log to read needs its name")
	}
	name := r.Files[0].Name
	found, kept := &wire.Log{SHA256: w.hash(data)}, &log{data: data}
	if demands.IsTable(name) {
		if _, err := demands.Read(bytes.NewReader(data), name); err != nil {
			return err
		}
	} else {
		lines := logs.Refuse
		if r.Skip {
			lines = logs.Skip
		}
		jobs, report, err := kept.read(name, lines)
		if err != nil {
			return err
		}
		found.Report, found.Waits = report, jobs.Wait != nil
		if h := report.Header; h == nil || h.Processors() == 0 {
			found.Sizing = transform.SizingOf(jobs)
		}
	}
	w.logs[found.SHA256] = kept
	w.answer(wire.Answer{Say: wire.LogRead, Task: r.Task, Log: found}, nil)
	return nil
}

// open finds the file that a scenario names among those that were kept.
func (w *Simulator) open(files []result.FileRef, name string) (io.ReadCloser, error) {
	for _, f := range files {
		if l, kept := w.logs[f.SHA256]; kept && f.Name == name {
			if demands.IsTable(name) {
				return io.NopCloser(bytes.NewReader(l.data)), nil
			}
			return &logs.Known{Jobs: func(lines logs.Unreadable) (*engine.Workload, *workload.Report, error) {
				return l.read(name, lines)
			}}, nil
		}
	}
	return nil, fs.ErrNotExist
}

// log is a file that was kept.
type log struct {
	data []byte

	// What it was found to be when it was read last.
	jobs   *engine.Workload // nil: it was not read
	report *workload.Report // with its name of then
	lines  logs.Unreadable
}

// read reads it as a log of that name, unless that is what it did last.
func (l *log) read(name string, lines logs.Unreadable) (*engine.Workload, *workload.Report, error) {
	if l.jobs == nil || l.report.File != name || l.lines != lines {
		jobs, report, err := logs.Read(bytes.NewReader(l.data), name, lines)
		if err != nil {
			return nil, nil, err
		}
		l.jobs, l.report, l.lines = jobs, report, lines
	}
	return l.jobs, l.report, nil
}
