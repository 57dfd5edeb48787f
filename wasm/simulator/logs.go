package simulator

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/demands"
	"backfill/engine/workload/inferred"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/textfile"
	"backfill/engine/workload/transform"
	"backfill/ui/result"
	"backfill/wasm/wire"
)

// File is a file that is read piece by piece, as it is needed.
type File interface {
	io.ReaderAt
	Size() int64
}

// unread is what of a file has not been read yet.
type unread struct{ *io.SectionReader }

// all is a file of which nothing has been read.
func all(file File) unread { return unread{io.NewSectionReader(file, 0, file.Size())} }

// Len is how many bytes are left.
func (u unread) Len() int {
	at, _ := u.Seek(0, io.SeekCurrent) // which cannot fail
	return int(u.Size() - at)
}

// whole is all of a file.
func whole(file File) ([]byte, error) {
	data := make([]byte, file.Size())
	_, err := io.ReadFull(all(file), data)
	return data, err
}

// read holds a log, or a table of what jobs ask for, and says what it is.
func (w *Simulator) read(r wire.Request, file File) error {
	if len(r.Files) != 1 {
		return errors.New("a log to read needs its name")
	}
	name := r.Files[0].Name
	found, kept := &wire.Log{Name: name}, &log{}
	var copied wire.Packed
	start := firstLines(all(file))
	anonymised := r.Reading.Format != "" || r.Reading.Columns != "" || isAccounting(start) || mayBeTable(name, start)
	if !anonymised {
		var err error
		if kept.data, err = whole(file); err != nil {
			return &textfile.Error{File: name, Accepted: "the file cannot be read: " + err.Error()}
		}
	}
	switch {
	case anonymised:
		o := accounting.Options{Zone: "UTC", Format: r.Reading.Format, Columns: r.Reading.Columns}
		if err := kept.withoutNames(all(file), found, o); err != nil {
			return unassigned(err, start)
		}
		if accounting.IsTable(found.Format) {
			found.Columns = accounting.ColumnsOf(start[0])
		}
		found.SHA256 = w.hash(kept.data)
		found.Name, copied = accounting.CopyName(found.SHA256), wire.Packed{kept.data}
		kept.report.File = found.Name
		found.Kind, found.Report, found.Waits, found.Sizing = accounting.Kind.Kind, kept.report, kept.jobs.Wait != nil, transform.SizingOf(kept.jobs)
		found.Sizing.Busy = int32(min(found.Inferred.Most.Processors, engine.MaxProcessors))
	case demands.IsTable(name):
		if _, err := demands.Read(bytes.NewReader(kept.data), name); err != nil {
			return unassigned(err, start)
		}
	default:
		lines := logs.Refuse
		if r.Reading.Skip {
			lines = logs.Skip
		}
		kind := logs.SWF
		if logs.KindOf(name) == logs.CWF.Kind {
			kind = logs.CWF
		}
		jobs, report, err := kept.make(kind, param.Values{"file": name, "lines": string(lines)})
		if err != nil {
			return unassigned(err, start)
		}
		found.Kind, found.Report, found.Waits = kind.Kind, report, jobs.Wait != nil
		if h := report.Header; h == nil || h.Processors() == 0 {
			found.Sizing = transform.SizingOf(jobs)
		}
	}
	if found.SHA256 == "" {
		found.SHA256 = w.hash(kept.data)
	}
	w.logs[found.SHA256] = kept
	w.answer(wire.Answer{Say: wire.LogRead, Task: r.Task, Log: found}, copied)
	return nil
}

// firstLines are the lines of a file, plain or gzipped, by which its format is found out, as far as they can be read: at least one.
func firstLines(file io.Reader) [][]byte {
	start := [][]byte{nil}
	lines, err := textfile.LinesOf(file, "")
	for n := 0; err == nil && n < accounting.LinesThatTell; n++ {
		var line []byte
		if line, err = lines.Next(); err == nil && n == 0 {
			start[0] = bytes.Clone(line)
		} else if err == nil {
			start = append(start, bytes.Clone(line))
		}
	}
	return start
}

// isAccounting says whether a file that begins so is an accounting log.
func isAccounting(start [][]byte) bool { return slices.ContainsFunc(start, accounting.Recognises) }

// mayBeTable says whether a file of that name that begins so may be a table of jobs, and neither one of bandwidths nor a log in another
// format.
func mayBeTable(name string, start [][]byte) bool {
	first := bytes.ToLower(start[0])
	if demands.IsTable(name) {
		return accounting.Unassigned(first) && !bytes.Contains(first, []byte("band")) && !bytes.Contains(first, []byte("network"))
	}
	return !strings.Contains(name, ".swf") && !strings.Contains(name, ".cwf") && accounting.ColumnsOf(first) != nil
}

// withoutNames makes l an accounting log in which nobody is named, of which found has the names. Nothing else of it is kept.
func (l *log) withoutNames(file unread, found *wire.Log, o accounting.Options) error {
	var copied bytes.Buffer
	copied.Grow(file.Len() / 3) // about what it will be
	read, err := accounting.Copy(&copied, file, found.Name, o)
	if err != nil {
		return err
	}
	if l.jobs, l.report, err = read.Workload(found.Name, o.Zone, nil); err != nil {
		return err
	}
	found.Named = read.Legend.Named(l.jobs)
	l.how, l.data, found.Legend, found.Inferred, found.Format = o.String(), copied.Bytes(), &read.Legend, inferred.Of(read), read.Format()
	return nil
}

// open finds the file that a scenario names among those that were kept.
func (w *Simulator) open(files []result.FileRef, name string) (io.ReadCloser, error) {
	for _, f := range files {
		if l, kept := w.logs[f.SHA256]; kept && f.Name == name {
			return l.open(), nil
		}
	}
	return nil, fs.ErrNotExist
}

// log is a file that was kept.
type log struct {
	data []byte

	// What was made of it last, and how. Nil jobs: nothing was.
	how    string
	jobs   *engine.Workload
	report *workload.Report
}

// openLog is a kept file that is read.
type openLog struct {
	*bytes.Reader
	of *log
}

func (l *log) open() openLog { return openLog{bytes.NewReader(l.data), l} }

func (openLog) Close() error { return nil }

// Remember reads it unless that is how it was read last.
func (o openLog) Remember(how string, read workload.Reading) (*engine.Workload, *workload.Report, error) {
	l := o.of
	if l.jobs == nil || l.how != how {
		jobs, report, err := read(o)
		if err != nil {
			return nil, nil, err
		}
		l.how, l.jobs, l.report = how, jobs, report
	}
	return l.jobs, l.report, nil
}

// make makes a workload of it.
func (l *log) make(kind workload.Kind, v param.Values) (*engine.Workload, *workload.Report, error) {
	return kind.Make(v, workload.Inputs{Open: func(string) (io.ReadCloser, error) { return l.open(), nil }})
}
