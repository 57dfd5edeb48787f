package code

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"backfill/policies/scripting"
)

// Class is what a word of a script is.
type Class uint8

const (
	Name      Class = iota // that the script gives to something, or an unknown one
	Keyword                // also True, False and None
	Verb                   // also a function of the language
	Attribute              // after a dot, also a method
	Number
	Text
	Comment
)

// Token is a word between two places of a script. Blanks and operators are none.
type Token struct {
	From, To int
	Class    Class
}

var keywords = []string{
	"and", "break", "continue", "def", "elif", "else", "for", "if", "in", "lambda", "not", "or", "pass", "return", "None", "True", "False",
}

// Tokens are the words of a script, right or wrong, in their order. O(bytes).
func Tokens(source string) []Token {
	var list []Token
	for at := 0; at < len(source); {
		end := at
		class := Name
		switch c := source[at]; {
		case c == '#':
			class, end = Comment, endOf(source, at, func(c byte) bool { return c != '\n' })
		case c >= '0' && c <= '9':
			class, end = Number, endOfNumber(source, at)
		default:
			if end = endOfText(source, at); end > at {
				class = Text
				break
			}
			if end = endOfName(source, at); end > at {
				class = classOf(source, at, end)
			}
		}
		if end == at {
			_, size := utf8.DecodeRuneInString(source[at:])
			at += size
			continue
		}
		list = append(list, Token{at, end, class})
		at = end
	}
	return list
}

func endOf(source string, at int, goesOn func(byte) bool) int {
	for at < len(source) && goesOn(source[at]) {
		at++
	}
	return at
}

// endOfNumber is where a number ends, with its fraction, exponent and base: 1.5e-3, 0x1f.
func endOfNumber(source string, at int) int {
	begin := at
	for at < len(source) {
		c := source[at]
		sign := (c == '+' || c == '-') && (source[at-1] == 'e' || source[at-1] == 'E') && !strings.HasPrefix(strings.ToLower(source[begin:]), "0x")
		if c != '.' && !sign && !isNamePart(rune(c)) {
			break
		}
		at++
	}
	return at
}

// endOfText is where a text in quotes ends that begins at a place, at itself if none does. One in single quotes ends with its line, at the latest.
func endOfText(source string, at int) int {
	begin := at + len(source[at:]) - len(strings.TrimLeft(source[at:], "rb"))
	if begin > at+2 || begin == len(source) || source[begin] != '"' && source[begin] != '\'' {
		return at
	}
	raw := strings.Contains(source[at:begin], "r")
	quote := source[begin : begin+1]
	long := strings.HasPrefix(source[begin:], strings.Repeat(quote, 3))
	if long {
		quote = strings.Repeat(quote, 3)
	}
	for i := begin + len(quote); i < len(source); i++ {
		switch {
		case source[i] == '\\' && (!raw || i+1 < len(source) && (source[i+1] == '\\' || source[i+1] == quote[0])):
			i++
		case source[i] == '\n' && !long:
			return i
		case strings.HasPrefix(source[i:], quote):
			return i + len(quote)
		}
	}
	return len(source)
}

func endOfName(source string, at int) int {
	first, _ := utf8.DecodeRuneInString(source[at:])
	if !isNamePart(first) {
		return at
	}
	for at < len(source) {
		c, size := utf8.DecodeRuneInString(source[at:])
		if !isNamePart(c) {
			break
		}
		at += size
	}
	return at
}

func isNamePart(c rune) bool { return c == '_' || unicode.IsLetter(c) || unicode.IsDigit(c) }

// classOf is what the name between two places is.
func classOf(source string, from, to int) Class {
	name := source[from:to]
	switch {
	case afterDot(source, from):
		if isAttribute(name) || slices.Contains(scripting.Methods, name) {
			return Attribute
		}
	case slices.Contains(keywords, name):
		return Keyword
	case scripting.VerbNamed(name) != nil || isFunction(name):
		return Verb
	}
	return Name
}

// afterDot says whether a dot stands before a place.
func afterDot(source string, at int) bool { return at > 0 && source[at-1] == '.' }

func isAttribute(name string) bool {
	return slices.ContainsFunc(slices.Concat(scripting.OfJobs, scripting.OfEvents), func(a scripting.Attribute) bool { return a.Name == name })
}

func isFunction(name string) bool {
	return slices.ContainsFunc(scripting.Functions, func(f scripting.Word) bool { return f.Name == name })
}
