// Package logs reads and writes logs in the Standard Workload Format, and in the Cloud Workload
// Format, which adds requested starts and elastic commands. It knows fields, units and headers
// of the formats and what to do with dirty lines, not what is simulated with the jobs.
package logs

import (
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

// Unreadable says what becomes of the lines of a log that cannot be read.
type Unreadable string

const (
	// Refuse: the log is refused for the first of them.
	Refuse Unreadable = "refuse"
	// Skip: they are left out, and the report lists them with their reasons.
	Skip Unreadable = "skip"
)

// Read reads a log in the format of its KindOf.
func Read(r io.Reader, name string, lines Unreadable) (*engine.Workload, *workload.Report, error) {
	if KindOf(name) == kindCWF {
		return newCWFReader(name, lines).readAll(r)
	}
	return newSWFReader(name, lines).readAll(r)
}

// linesParam is the parameter for the lines that cannot be read.
var linesParam = param.Param{Name: "lines", Title: "Unreadable lines", Kind: param.Choice, Choices: []string{string(Refuse), string(Skip)}, Default: string(Refuse), Fixed: true,
	Doc: "What becomes of lines that cannot be read, such as one with too few fields: the log is refused for the first of them, or they are left out and listed, each with its number and what is wrong."}

// makeLog reads the file that the parameter "file" names.
func makeLog(v param.Values, in workload.Inputs) (*engine.Workload, *workload.Report, error) {
	name, lines := v.Text("file"), Unreadable(v.Text("lines"))
	return in.Read(name, string(lines), func(r io.Reader) (*engine.Workload, *workload.Report, error) { return Read(r, name, lines) })
}
