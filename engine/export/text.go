package export

import (
	"strconv"
	"strings"

	"backfill/engine"
)

// appendSeconds appends t in seconds, without trailing zeros.
func appendSeconds(line []byte, t engine.Time) []byte {
	line = strconv.AppendInt(line, int64(t/engine.Second), 10)
	milli := t % engine.Second
	if milli == 0 {
		return line
	}
	line = append(line, '.', byte('0'+milli/100), byte('0'+milli/10%10), byte('0'+milli%10))
	for line[len(line)-1] == '0' {
		line = line[:len(line)-1]
	}
	return line
}

// appendText appends text as a cell of a table.
func appendText(line []byte, text string) []byte { return append(line, Cell(text)...) }

// Cell is text as a cell of a CSV file (RFC 4180). Spreadsheets take a text that begins with
// =, +, -, @ or a control character for a formula; one that is no number gets an
// apostrophe before it, which they show as text.
func Cell(text string) string {
	if text == "" {
		return text
	}
	if strings.IndexByte("=+-@\t\r\n", text[0]) >= 0 {
		if _, err := strconv.ParseFloat(text, 64); err != nil {
			text = "'" + text
		}
	}
	if strings.ContainsAny(text, ",;\t\"\n\r") {
		text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

// oneLine is text with line ends as semicolons.
func oneLine(text string) string {
	return strings.NewReplacer("\r\n", "; ", "\n", "; ", "\r", "; ").Replace(text)
}
