package workload

import (
	"errors"
	"io"
	"strings"

	"backfill/engine"
	"backfill/engine/param"
)

// Kinds of logs.
const (
	kindSWF = "swf"
	kindCWF = "cwf"
)

// LogKind is the kind of workload that replays a log of the given name: "cwf" for
// names that end in .cwf or .cwf.gz, in capitals or not, "swf" for all others.
func LogKind(name string) string {
	if strings.HasSuffix(strings.TrimSuffix(strings.ToLower(name), ".gz"), ".cwf") {
		return kindCWF
	}
	return kindSWF
}

// ReadLog reads a log in the format of its LogKind.
func ReadLog(r io.Reader, name string) (*engine.Workload, *Report, error) {
	if LogKind(name) == kindCWF {
		return ReadCWF(r, name)
	}
	return ReadSWF(r, name)
}

// makeLog reads the file that the parameter "file" names.
func makeLog(v param.Values, in Inputs, read func(io.Reader, string) (*engine.Workload, *Report, error)) (*engine.Workload, *Report, error) {
	name := v.Text("file")
	f, err := in.file(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	if known, is := f.(*Known); is {
		return known.Workload, known.Report, nil
	}
	return read(f, name)
}

// Known is a log that was read before: an Opener may give it instead of the file. Nobody may
// write into what it holds.
type Known struct {
	Workload *engine.Workload
	Report   *Report
}

// Read fails: there is nothing but the jobs.
func (k *Known) Read([]byte) (int, error) { return 0, errors.New("the text of a log that is known") }

// Close does nothing.
func (k *Known) Close() error { return nil }
