package glossary

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// forms are the forms in which terms stand in texts, by their first words in lower case, the longest ones first.
type forms map[string][]form

type form struct {
	text string
	term *Term
}

func (f forms) add(text string, t *Term) {
	key := strings.ToLower(text[:wordEnd(text)])
	f[key] = append(f[key], form{text, t})
	slices.SortStableFunc(f[key], func(a, b form) int { return len(b.text) - len(a.text) })
}

// at is the form with which text begins; false if it begins with none.
func (f forms) at(text string) (form, bool) {
	for _, one := range f[strings.ToLower(text[:wordEnd(text)])] {
		if n := len(one.text); n <= len(text) && one.is(text[:n]) && (n == len(text) || !ofWord(text[n:])) {
			return one, true
		}
	}
	return form{}, false
}

// is says whether a text is this form. A name in capitals, such as FCFS, has to be written so.
func (f form) is(text string) bool {
	return text == f.text || f.text != strings.ToUpper(f.text) && strings.EqualFold(text, f.text)
}

// wordEnd is the length of the word with which text begins, 0 if it begins with none. O(word).
func wordEnd(text string) int {
	if i := strings.IndexFunc(text, func(r rune) bool { return !inWord(r) }); i >= 0 {
		return i
	}
	return len(text)
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' }

func ofWord(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return inWord(r)
}

// Piece is a part of a text: a term in it, or what lies between.
type Piece struct {
	Text string
	Term *Term // nil: between
}

// Marker finds the terms in the texts of a paragraph, each where it stands first.
type Marker struct {
	glossary *Glossary
	labels   forms
	seen     map[*Term]bool
}

// Marker begins a paragraph. Labels are names that mean a kind of policy here, whatever they mean elsewhere.
func (g *Glossary) Marker(labels map[string]*Term) *Marker {
	m := &Marker{glossary: g, labels: forms{}, seen: map[*Term]bool{}}
	for label, t := range labels {
		if label != "" && t != nil {
			m.labels.add(label, t)
		}
	}
	return m
}

// Pieces are the parts of the next text of the paragraph, in order. O(text).
func (m *Marker) Pieces(text string) []Piece {
	var pieces []Piece
	begin := 0 // of what is in no piece yet
	for i := 0; i < len(text); {
		found, ok := m.labels.at(text[i:])
		if !ok {
			found, ok = m.glossary.forms.at(text[i:])
		}
		switch {
		case !ok && ofWord(text[i:]):
			i += wordEnd(text[i:])
		case !ok:
			_, size := utf8.DecodeRuneInString(text[i:])
			i += size
		case m.seen[found.term]:
			i += len(found.text)
		default:
			m.seen[found.term] = true
			if i > begin {
				pieces = append(pieces, Piece{Text: text[begin:i]})
			}
			begin = i + len(found.text)
			pieces = append(pieces, Piece{text[i:begin], found.term})
			i = begin
		}
	}
	if begin < len(text) {
		pieces = append(pieces, Piece{Text: text[begin:]})
	}
	return pieces
}
