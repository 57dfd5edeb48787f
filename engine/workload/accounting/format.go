package accounting

import (
	"bytes"

	"backfill/engine/workload/accounting/header"
	"backfill/engine/workload/textfile"
)

// format is one in which accounting logs are written.
type format struct {
	key        string // in scenarios
	title      string // for people
	recognises func(line []byte) bool
	read       func(r *reader, o Options) error
}

// formats are all of them, copies apart. They are told by one of the first lines of a log.
var formats = []format{
	{"slurm", "Slurm (sacct -P) or table with a line of names", namesColumns, readSlurm},
	{"pbs", "PBS Professional, OpenPBS or TORQUE", isPBS, readPBS},
	{"lsf", "LSF (lsb.acct)", isLSF, readLSF},
	{"grid-engine", "Grid Engine (accounting)", isGridEngine, readGridEngine},
}

// Formats are the keys of all formats.
func Formats() []string {
	var keys []string
	for i := range formats {
		keys = append(keys, formats[i].key)
	}
	return keys
}

// IsTable says whether a format has columns that can be assigned.
func IsTable(key string) bool { return key == formats[0].key }

// OfSlurm says whether a format is that of Slurm, or of a table, or unknown, "". Slurm has partitions, others have queues. Its times are what the
// clocks of the place showed; others count seconds since 1970.
func OfSlurm(key string) bool { return key == "" || IsTable(key) }

// formatOf is the format with that key, nil if there is none.
func formatOf(key string) *format {
	for i := range formats {
		if formats[i].key == key {
			return &formats[i]
		}
	}
	return nil
}

// formatOfLines finds the format of a log out by its first lines; nil: it has none that is known.
func formatOfLines(lines [][]byte) *format {
	for _, line := range lines {
		line = bytes.Trim(bytes.TrimPrefix(line, []byte("\xef\xbb\xbf")), "\x00\r")
		if bytes.HasPrefix(line, []byte(";")) { // a comment of a log in the Standard Workload Format
			continue
		}
		for i := range formats {
			if formats[i].recognises(line) {
				return &formats[i]
			}
		}
	}
	return nil
}

// Recognises says whether a text is an accounting log, or what is there of its beginning.
func Recognises(start []byte) bool {
	if bytes.HasPrefix(start, []byte(copyMark)) {
		return true
	}
	lines := bytes.Split(start, []byte("\n"))
	return formatOfLines(lines) != nil || header.LooksLikeSacct(lines[0])
}

// unknownFormat is the error of a log in no format that is known.
func (r *reader) unknownFormat() error {
	e := &textfile.Error{File: r.name, Line: 1}
	if len(r.ahead) == 0 {
		e.Line, e.Accepted = 0, "the file is empty; an accounting log is accepted"
		return e
	}
	e.Accepted = "neither the names of columns that are known, as sacct -P prints them, nor a record of PBS, LSF or Grid Engine; with \"columns\" in the workload, a table is read that names none, or others"
	return e
}
