package code

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Place is where a mistake stands: line and column, from 1; columns count characters.
type Place struct{ Line, Column int }

// PlaceIn is the place that a message begins with: "Line 3, column 5: …"; false if it names none.
func PlaceIn(message string) (p Place, ok bool) {
	n, _ := fmt.Sscanf(strings.ToLower(message), "line %d, column %d:", &p.Line, &p.Column)
	return p, n == 2 && p.Line > 0 && p.Column > 0
}

// Offset is the place in bytes; the end of its line or of the text if there is no such place.
func (p Place) Offset(source string) int {
	at := 0
	for line := 1; line < p.Line; line++ {
		n := strings.IndexByte(source[at:], '\n')
		if n < 0 {
			return len(source)
		}
		at += n + 1
	}
	for column := 1; column < p.Column && at < len(source) && source[at] != '\n'; column++ {
		_, size := utf8.DecodeRuneInString(source[at:])
		at += size
	}
	return at
}

// WordAt is the word at a place, to be marked: a token that begins or lies there, what is called where that is a bracket, else one character. At
// the end of a line it is empty.
func WordAt(source string, at int) (from, to int) {
	tokens := Tokens(source)
	i := slices.IndexFunc(tokens, func(t Token) bool { return t.From <= at && at < t.To })
	if called := slices.IndexFunc(tokens, func(t Token) bool { return t.To == at }); called >= 0 && strings.HasPrefix(source[at:], "(") {
		i = called
	}
	switch {
	case i >= 0 && tokens[i].Class != Comment && !strings.Contains(source[tokens[i].From:tokens[i].To], "\n"):
		return tokens[i].From, tokens[i].To
	case at >= len(source) || source[at] == '\n':
		return at, at
	}
	_, size := utf8.DecodeRuneInString(source[at:])
	return at, at + size
}

// Units is how many UTF-16 code units lie before a place, which the browser counts.
func Units(source string, at int) int {
	n := 0
	for _, c := range source[:at] {
		n++
		if c > 0xffff {
			n++
		}
	}
	return n
}

// AtUnits is the place before which so many UTF-16 code units lie; the end if there are not as many.
func AtUnits(source string, units int) int {
	for at, c := range source {
		if units <= 0 {
			return at
		}
		if units--; c > 0xffff {
			units--
		}
	}
	return len(source)
}

// ChangeBetween is the place in after where a change of before ends that has led to it.
func ChangeBetween(before, after string) int {
	end := len(after)
	for n := len(before); n > 0 && end > 0 && before[n-1] == after[end-1]; n-- {
		end--
	}
	for end < len(after) && !utf8.RuneStart(after[end]) {
		end++
	}
	return end
}
