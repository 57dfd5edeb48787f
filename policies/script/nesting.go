package script

import (
	"fmt"
	"strings"
	"unicode"

	"backfill/policies/scripting"
)

// mostElifs is how many branches with elif a script may have: each lies within the one before.
const mostElifs = 200

// checkNesting refuses a text whose parts lie so deep within each other that parser or compiler might run out of stack. It counts words and
// signs since the last comma at every open bracket, which is at least as much as there is.
func checkNesting(source string) error {
	if len(source) > scripting.MaxSource {
		return fmt.Errorf("line 1, column 1: the script has %d bytes; up to %d are accepted", len(source), scripting.MaxSource)
	}
	open, all, elifs := []int{0}, 0, 0 // words and signs, by open bracket, and in all
	line, begin := 1, 0
	at := func(i int, format string, args ...any) error {
		return fmt.Errorf("line %d, column %d: "+format, append([]any{line, len([]rune(source[begin:i])) + 1}, args...)...)
	}
	end := func() { // of a part
		all -= open[len(open)-1]
		open[len(open)-1] = 0
	}
	for i := 0; i < len(source); {
		c := source[i]
		switch {
		case c == '\n':
			if len(open) == 1 {
				end()
			}
			line, begin, i = line+1, i+1, i+1
			continue
		case c == ' ' || c == '\t' || c == '\r':
			i++
			continue
		case c == '#':
			for i < len(source) && source[i] != '\n' {
				i++
			}
			continue
		case c == '"' || c == '\'':
			next := endOfText(source, i)
			line += strings.Count(source[i:next], "\n")
			if last := strings.LastIndexByte(source[i:next], '\n'); last >= 0 {
				begin = i + last + 1
			}
			i = next
		case c == '(' || c == '[' || c == '{':
			open = append(open, 0)
			i++
		case c == ')' || c == ']' || c == '}':
			if len(open) > 1 {
				end()
				open = open[:len(open)-1]
			}
			i++
			continue
		case c == ',' || c == ';':
			end()
			i++
			continue
		case c == '_' || c >= 0x80 || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)):
			from := i
			for i < len(source) && (source[i] == '_' || source[i] >= 0x80 || unicode.IsLetter(rune(source[i])) || unicode.IsDigit(rune(source[i]))) {
				i++
			}
			if source[from:i] == "elif" {
				if elifs++; elifs > mostElifs {
					return at(from, "more than %d times elif; a dictionary may do the same", mostElifs)
				}
			}
		default:
			i++
		}
		open[len(open)-1]++
		if all++; all > scripting.MaxNesting {
			return at(i, "the statement is too long or too deeply nested; please divide it")
		}
	}
	return nil
}

// endOfText is where the quoted text ends that begins at i.
func endOfText(source string, i int) int {
	quote := source[i : i+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(source[i:], triple) {
		quote = triple
	}
	for i += len(quote); i < len(source); i++ {
		switch {
		case source[i] == '\\':
			i++
		case strings.HasPrefix(source[i:], quote):
			return i + len(quote)
		case source[i] == '\n' && len(quote) == 1:
			return i
		}
	}
	return len(source)
}
