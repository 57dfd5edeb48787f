package phrase

import (
	"fmt"
	"strconv"
	"strings"

	"backfill/engine/export"
)

// CSV is a table as CSV (RFC 4180, with line feeds).
func CSV(table [][]string) string { return separated(table, ',') }

// Tabbed is CSV with tabs in place of commas: spreadsheets put that into cells when it is pasted.
func Tabbed(table [][]string) string { return separated(table, '\t') }

func separated(table [][]string, by byte) string {
	var b strings.Builder
	for _, row := range table {
		for i, cell := range row {
			if i > 0 {
				b.WriteByte(by)
			}
			b.WriteString(export.Cell(cell))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Comments are lines of text as the comment lines of a table. Spreadsheets divide these at commas, too: none of the cells that
// come of that begins with what they take for a formula.
func Comments(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("# " + withoutFormulas(strings.TrimSuffix(line, "\n")) + "\n")
	}
	return b.String()
}

// withoutFormulas is a line of a comment in which what could begin a formula behind a comma, semicolon or tab is written as JSON escapes
// it in a string: what holds such texts is JSON, or the name of a file. Numbers of JSON stay as they are.
func withoutFormulas(line string) string {
	var b strings.Builder
	begins := false               // a cell, as spreadsheets divide lines
	text, escaped := false, false // in a string of JSON, behind a backslash
	for i, r := range line {
		if begins && strings.ContainsRune("=+-@", r) && (text || !endsAsNumber(line[i:])) {
			fmt.Fprintf(&b, "\\u%04x", r)
		} else {
			b.WriteRune(r)
		}
		begins = strings.ContainsRune(",;\t", r) || begins && strings.ContainsRune(" \"'", r)
		text = text != (r == '"' && !escaped)
		escaped = r == '\\' && !escaped
	}
	return b.String()
}

// endsAsNumber says whether a text begins with a number behind which a value of JSON can end.
func endsAsNumber(text string) bool {
	n := len(text) - len(strings.TrimLeft(text, "-.eE0123456789"))
	_, err := strconv.ParseFloat(text[:n], 64)
	return err == nil && (n == len(text) || strings.IndexByte(",]}\n", text[n]) >= 0)
}

// FileName is a text as a part of a file's name: lower-case letters, digits and hyphens, at most
// longestName of them.
func FileName(text string) string {
	const longestName = 80
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case b.Len() == longestName:
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.Trim(b.String(), "-")
}

// FileSize is a size of a file for people.
func FileSize(bytes int64) string {
	if bytes < 100_000 {
		return Grouped(bytes) + " bytes"
	}
	return Decimals(float64(bytes)/1e6, 1) + " MB"
}
