package textfile

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Error says why a file could not be read.
type Error struct {
	File     string `json:"file"`
	Line     int    `json:"line,omitempty"`    // counted from 1; 0 where the file as a whole is meant
	Field    string `json:"field,omitempty"`   // such as "field 4 (run time)"
	Value    string `json:"value,omitempty"`   // as it stands in the file, cut to a length that fits a message
	Accepted string `json:"accepted"`          // what is wrong where there is no Value, and what is accepted
	Without  string `json:"without,omitempty"` // how the file is read without this line and others like it, if it can be
	Err      error  `json:"-"`                 // the cause below, if there is one
}

// Error is one line: file:line, field, value and what is accepted, then what can be done instead.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	b.WriteString(": " + e.Reason())
	if e.Without != "" {
		b.WriteString("; " + e.Without)
	}
	return b.String()
}

// Reason is what is wrong with the line or the file: field, value and what is accepted.
func (e *Error) Reason() string {
	var b strings.Builder
	if e.Field != "" {
		b.WriteString(e.Field + ": ")
	}
	if e.Value != "" {
		fmt.Fprintf(&b, "%q: ", e.Value)
	}
	b.WriteString(e.Accepted)
	if e.Err != nil {
		fmt.Fprintf(&b, " (%v)", e.Err)
	}
	return b.String()
}

func (e *Error) Unwrap() error { return e.Err }

// Excerpt is text, cut to at most 60 bytes at a character's border. Bytes of a binary file that are no text are �, for people.
func Excerpt(text []byte) string {
	const most = 60
	end, cut := len(text), ""
	if end > most {
		end, cut = most, "…"
		for end > most-utf8.UTFMax && !utf8.RuneStart(text[end]) {
			end--
		}
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && !unicode.IsSpace(r) {
			return utf8.RuneError
		}
		return r
	}, string(text[:end])) + cut
}
