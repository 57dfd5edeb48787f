package tables

import (
	"strconv"
	"strings"
	"unicode"
)

// OneLine is message with line breaks and what else could upset a terminal, as names
// of files may have them, made visible.
func OneLine(message string) string {
	var b strings.Builder
	for _, r := range message {
		if unicode.IsControl(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}
