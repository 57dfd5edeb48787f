package draft

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"

	"backfill/engine/param"
	"backfill/ui/phrase"
)

// Mistakes are the sentences beside the fields, by path.
type Mistakes map[string]string

// Note keeps the first mistake of a field.
func (m Mistakes) Note(path, sentence string) {
	if m[path] == "" {
		m[path] = sentence
	}
}

// NoteError puts err beside the field that it is about; false if it names none.
func (m Mistakes) NoteError(err error, d *Draft) bool {
	var wrong *param.Error
	if !errors.As(err, &wrong) {
		return false
	}
	sentence := phrase.Join(": ", valueWords(wrong.Path), cellWords(wrong.Path, d), typedValue(wrong, d), phrase.GroupedIn(wrong.Reason))
	if strings.HasPrefix(wrong.Reason, "column ") && !strings.HasPrefix(wrong.Path, "/sweep/") {
		sentence = wrong.Reason // of the one expression in the field
	}
	m.Note(fieldPath(wrong.Path, d), phrase.UpperFirst(sentence))
	return true
}

// typedValue is the value that is wrong as its field has it: a date is a number in the scenario.
func typedValue(wrong *param.Error, d *Draft) string {
	if c, name := d.Choice(wrong.Path); c != nil && isNumber(wrong.Value) {
		if text := strings.TrimSpace(c.Texts[name]); text != "" && !isNumber(text) {
			return text
		}
	}
	return phrase.IntegersText(json.RawMessage(wrong.Value), ", ")
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

// cellWords says where in the text of a table the value at path stands, as readTable does:
// "line 3: deadline"; "" if it is in none.
func cellWords(path string, d *Draft) string {
	field := fieldPath(path, d)
	rest, below := strings.CutPrefix(path, field+"/")
	place, column, cell := strings.Cut(rest, "/")
	if !below || !cell || !strings.HasPrefix(path, "/machine/") && !strings.HasPrefix(path, "/workload/") && !strings.HasPrefix(path, "/policies/") {
		return ""
	}
	c, name := d.Choice(field)
	row, err := strconv.Atoi(place)
	if c == nil || err != nil {
		return ""
	}
	column, _, _ = strings.Cut(column, "/")
	for i, line := range strings.Split(c.Texts[name], "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		if row--; row == -2 { // the first line has the names of the columns
			return "line " + strconv.Itoa(i+1) + ": " + column
		}
	}
	return ""
}

// fieldPath is the field that shows the value at path of the scenario: a row of a
// table belongs to the table, a policy as a whole to its kind.
func fieldPath(path string, d *Draft) string {
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	switch {
	case parts[0] == "workload" && len(parts) > 1 && parts[1] == "transform":
		return "/" + strings.Join(atLeast(parts, 4, "kind")[:4], "/")
	case parts[0] == "policies":
		return "/" + strings.Join(atLeast(parts, 3, "kind")[:3], "/")
	case parts[0] == "sweep":
		if path := atLeast(parts, 3, "kind"); path[2] == "values" {
			return "/" + strings.Join(path[:3], "/")
		}
		return "/sweep/" + parts[1] + "/kind"
	case parts[0] == "groups" && len(parts) > 1:
		return groupingPath(parts)
	case parts[0] == "machine" || parts[0] == "workload":
		return "/" + strings.Join(atLeast(parts, 2, "kind")[:2], "/")
	}
	return path
}

// atLeast fills parts up to n: with last first, then with empty ones.
func atLeast(parts []string, n int, last string) []string {
	if len(parts) < n {
		parts = append(parts, last)
	}
	for len(parts) < n {
		parts = append(parts, "")
	}
	return parts
}

// MaxName is how many characters the name of an experiment or of a policy may have.
const MaxName = 200

// checkName notes a name that is longer than pictures, tables and files have room for.
func checkName(path, name string, wrong Mistakes) {
	if n := utf8.RuneCountInString(name); n > MaxName {
		wrong.Note(path, phrase.Grouped(int64(n))+" characters; at most "+phrase.Grouped(MaxName)+" are accepted")
	}
}
