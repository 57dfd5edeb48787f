package opened

import (
	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/actions"
	"backfill/engine/workload/demands"
	"backfill/engine/workload/textfile"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"bytes"
	"fmt"
	"strings"
)

// FileNoun is what a file of that name is.
func FileNoun(name string) string {
	if demands.IsTable(name) {
		return "table"
	}
	return "log"
}

// maxScenario is the size of the largest file that is read as a scenario or a configuration, in bytes: none is larger.
const maxScenario = 16 << 20

// IsScenario says whether a file that begins with start is one, by its name or its start.
func IsScenario(name string, start []byte) bool {
	return strings.HasSuffix(strings.ToLower(name), ".json") || bytes.HasPrefix(bytes.TrimSpace(start), []byte("{"))
}

// unreadable says why a file can be neither a log nor a scenario, by its name and
// its first bytes; "" if it may be one.
func unreadable(name string, start []byte) string {
	name = strings.ToLower(name)
	bare := strings.TrimSuffix(name, ".gz")
	zipped := bytes.HasPrefix(start, []byte("\x1f\x8b"))
	text := textfile.Start(start, BytesThatTell)
	begins := bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))
	switch {
	case strings.HasSuffix(name, ".json") || bytes.HasPrefix(begins, []byte("{")) && !zipped:
	case bytes.IndexByte(start, 0) >= 0 && !zipped:
		return "this is a binary file, not a log; logs are text, one job a line."
	case strings.HasSuffix(bare, ".swf") || strings.HasSuffix(bare, ".cwf") || demands.IsTable(name):
	case text == nil: // it cannot be unpacked: reading it says why
	case len(begins) == 0 && len(start) < BytesThatTell:
		return "the file is empty; " + accepted
	case accounting.Recognises(begins), mayBeTable(begins):
	case len(begins) > 0 && !strings.ContainsRune(";-0123456789", rune(begins[0])):
		return "this is not a log; " + accepted
	}
	return ""
}

// accepted is all that can be opened.
const accepted = ".swf, .cwf, what sacct -P prints, accounting records of PBS, LSF and Grid Engine and tables with a line of names are read, also as .gz; " +
	"so are slurm.conf and what scontrol and sacctmgr print, tables of bandwidths as .csv, tables of what people did, and scenarios as .json."

// mayBeTable says whether the first line of a text may have the names of columns.
func mayBeTable(begins []byte) bool {
	line, _, _ := bytes.Cut(begins, []byte("\n"))
	return len(accounting.ColumnsOf(line)) > 0
}

// BytesThatTell is how many bytes of a file are looked at to find out what it is.
const BytesThatTell = 4096

// IsConfiguration says whether a file that begins with start, plain or gzipped, is of the configuration of a cluster, by its name or its start.
func IsConfiguration(name string, start []byte) bool {
	return strings.HasSuffix(strings.TrimSuffix(strings.ToLower(name), ".gz"), ".conf") || slurmconf.Recognises(string(textfile.Start(start, BytesThatTell)))
}

// ReadConfiguration is what a file of a configuration holds, plain or gzipped, of which data are the bytes.
func ReadConfiguration(f result.FileRef, data func() ([]byte, error)) (slurmconf.File, error) {
	text, err := contentOf(f, "a configuration", data)
	return slurmconf.File{Name: f.Name, Text: string(text)}, err
}

// contentOf is what a small file holds, plain or gzipped, of which data are the bytes. what names it in messages.
func contentOf(f result.FileRef, what string, data func() ([]byte, error)) ([]byte, error) {
	if f.Size > maxScenario {
		return nil, fmt.Errorf("%s: %s bytes; %s of at most %s is accepted", f.Name, phrase.Grouped(f.Size), what, phrase.Grouped(maxScenario))
	}
	packed, err := data()
	if err != nil {
		return nil, fmt.Errorf("%s: the file cannot be read: %w", f.Name, err)
	}
	return textfile.Content(packed, f.Name, maxScenario)
}

// IsActions says whether a file that begins with start, plain or gzipped, is a table of what people did while a cluster ran.
func IsActions(start []byte) bool {
	return actions.Recognises(string(textfile.Start(start, BytesThatTell)))
}

// ReadActions is what such a file holds, plain or gzipped, of which data are the bytes.
func ReadActions(f result.FileRef, data func() ([]byte, error)) ([]byte, error) {
	return contentOf(f, "a table of actions", data)
}
