package simulator

import (
	"bytes"
	"errors"
	"io"
	"io/fs"

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
		known, err := kept.read(name)
		if err != nil {
			return err
		}
		found.Report, found.Waits = known.Report, known.Workload.Wait != nil
		if h := known.Report.Header; h == nil || h.Processors() == 0 {
			found.Sizing = transform.SizingOf(known.Workload)
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
			if known, err := l.read(name); err == nil {
				return known, nil
			}
			return io.NopCloser(bytes.NewReader(l.data)), nil // a table, or whoever reads it says what is wrong
		}
	}
	return nil, fs.ErrNotExist
}

// log is a file that was kept.
type log struct {
	data  []byte
	known *logs.Known // what it was found to be when it was read last, by its name of then
}

// read reads it as a log of that name, unless that is what it did last.
func (l *log) read(name string) (*logs.Known, error) {
	if demands.IsTable(name) {
		return nil, errors.New("no log")
	}
	if l.known == nil || l.known.Report.File != name {
		jobs, report, err := logs.Read(bytes.NewReader(l.data), name)
		if err != nil {
			return nil, err
		}
		l.known = &logs.Known{Workload: jobs, Report: report}
	}
	return l.known, nil
}
