package export

import (
	"strings"
	"unicode/utf8"
)

// Markup is text for an element or a quoted attribute of XML or HTML: nothing in it is markup, and characters
// that XML cannot hold stand as U+FFFD.
func Markup(text string) string {
	plain := func(r rune) bool {
		return r >= 0x20 && r != '&' && r != '<' && r != '>' && r != '"' && r != '\'' && r != utf8.RuneError && r < 0x7f
	}
	if strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '>':
			b.WriteString("&gt;")
		case r == '"':
			b.WriteString("&#34;")
		case r == '\'':
			b.WriteString("&#39;")
		case r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r >= 0x7f && r < 0xa0 || r&0xfffe == 0xfffe:
			b.WriteRune(utf8.RuneError)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
