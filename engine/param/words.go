package param

import (
	"fmt"
	"strings"
)

// A Text may be a list of words such as bf_interval=60,defer: some with a value, some without, with commas or blanks between them. Letters of
// names may be large or small, and of several words with one name the last one counts.

// WordsOf are the words of such a text.
func WordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

// Word is the value of the word of that name, "" of one without a value; false if there is no such word.
func Word(text, name string) (value string, is bool) {
	for _, word := range WordsOf(text) {
		if n, v, _ := strings.Cut(word, "="); strings.EqualFold(n, name) {
			value, is = v, true
		}
	}
	return value, is
}

// WithWord is the text with the word of that name: with a value, without one if that is true, or without the word if it is false. The word takes
// the place of the first one with the name; new ones stand behind the others.
func WithWord(text, name string, value any) string {
	word := fmt.Sprintf("%s=%v", name, value)
	if on, is := value.(bool); is {
		if word = name; !on {
			word = ""
		}
	}
	var list []string
	for _, w := range WordsOf(text) {
		n, _, _ := strings.Cut(w, "=")
		if !strings.EqualFold(n, name) {
			list = append(list, w)
		} else if word != "" {
			list, word = append(list, word), ""
		}
	}
	if word != "" {
		list = append(list, word)
	}
	return strings.Join(list, ",")
}
