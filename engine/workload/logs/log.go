// Package logs reads and writes logs in the Standard Workload Format, and in the Cloud Workload
// Format, which adds requested starts and elastic commands. It knows fields, units and headers
// of the formats and what to do with dirty lines, not what is simulated with the jobs.
package logs

import (
	"errors"
	"io"
	"strings"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/workload"
)

// Kinds of logs.
const (
	kindSWF = "swf"
	kindCWF = "cwf"
)

// KindOf is the kind of workload that replays a log of the given name: "cwf" for
// names that end in .cwf or .cwf.gz, in capitals or not, "swf" for all others.
func KindOf(name string) string {
	if strings.HasSuffix(strings.TrimSuffix(strings.ToLower(name), ".gz"), ".cwf") {
		return kindCWF
	}
	return kindSWF
}

// IsKind says whether a kind of workload replays a log.
func IsKind(kind string) bool { return kind == kindSWF || kind == kindCWF }

// Read reads a log in the format of its KindOf.
func Read(r io.Reader, name string) (*engine.Workload, *workload.Report, error) {
	if KindOf(name) == kindCWF {
		return ReadCWF(r, name)
	}
	return ReadSWF(r, name)
}

// makeLog reads the file that the parameter "file" names.
func makeLog(v param.Values, in workload.Inputs, read func(io.Reader, string) (*engine.Workload, *workload.Report, error)) (*engine.Workload, *workload.Report, error) {
	name := v.Text("file")
	f, err := in.File(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if known, is := f.(*Known); is {
		return known.Workload, known.Report, nil
	}
	return read(f, name)
}

// Known is a log that was read before: a workload.Opener may give it instead of the file. Nobody may
// write into what it holds.
type Known struct {
	Workload *engine.Workload
	Report   *workload.Report
}

// Read fails: there is nothing but the jobs.
func (k *Known) Read([]byte) (int, error) { return 0, errors.New("the text of a log that is known") }

// Close does nothing.
func (k *Known) Close() error { return nil }
