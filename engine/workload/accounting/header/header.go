// Package header reads the first line of a table, which names its columns: those of sacct, and those of other programs, of which many mean the same.
package header

import (
	"bytes"
	"strings"
)

// Read finds the columns of a line that names them, and what stands between: nil if too few of the names are known, or if there
// is no delimiter.
func Read(line []byte) (names []string, delimiter []byte) {
	names, delimiter = Names(line)
	known, timed := 0, false
	for _, name := range names {
		role, read := RoleOf(name)
		timed = timed || name == "jobid" || read && (role == Submit || role == Eligible || role == Start || role == End || role == State)
		if read || texts[name] || unread[name] {
			known++
		}
	}
	if known < 2 || !timed {
		return nil, nil
	}
	return names, delimiter
}

// Names are the names in a line, in small letters, and what stands between.
func Names(line []byte) (names []string, delimiter []byte) {
	if delimiter = Delimiter(line); delimiter == nil {
		return nil, nil
	}
	for _, name := range strings.Split(strings.ToLower(string(line)), string(delimiter)) {
		names = append(names, strings.Trim(name, " \t\r\""))
	}
	return names, delimiter
}

// Delimiter is what stands between the fields of a line: the one of the usual ones that there are most of, or what follows the first
// name.
func Delimiter(line []byte) []byte {
	var usual []byte
	most := 0
	for _, d := range []string{"|", ",", ";", "\t"} {
		if n := bytes.Count(line, []byte(d)); n > most {
			usual, most = []byte(d), n
		}
	}
	if usual != nil {
		return usual
	}
	first := 0
	for first < len(line) && isNameByte(line[first]) {
		first++
	}
	last := first
	for last < len(line) && !isNameByte(line[last]) {
		last++
	}
	if other := line[first:last]; first > 0 && len(bytes.TrimSpace(other)) > 0 {
		return other
	}
	return nil
}

func isNameByte(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }

// IsFixedWidth says whether two lines are the head of what sacct prints without -P: names, then dashes.
func IsFixedWidth(first, second []byte) bool {
	dashes := bytes.Trim(second, "- \r\t")
	return len(dashes) == 0 && bytes.Contains(second, []byte("---")) && len(bytes.Fields(first)) == len(bytes.Fields(second))
}

// LooksLikeSacct says whether a line has columns of a fixed width, as sacct writes them without -P: to be refused in words of its own.
func LooksLikeSacct(line []byte) bool {
	known := 0
	for _, word := range bytes.Fields(line) {
		if _, read := roleOf[strings.ToLower(string(word))]; read {
			known++
		}
	}
	return known >= 2
}
