package code

import (
	"slices"
	"strings"
	"unicode/utf8"

	"backfill/policies/scripting"
)

// Suggestion is a name that can be written at the caret.
type Suggestion struct {
	Name      string
	Signature string // with its arguments, if it has any
	Doc       string
	text      string // what is inserted; the caret goes before its last sign if inside
	inside    bool
}

// Completion is what can be written in the place of the word before the caret.
type Completion struct {
	From, To int // of the word
	List     []Suggestion
}

// mostSuggestions is how many are listed.
const mostSuggestions = 40

// Complete finds what the word before the caret may become. asked says that somebody wants to know although there is no word yet.
func Complete(source string, caret int, asked bool) Completion {
	from := caret
	for from > 0 {
		r, size := utf8.DecodeLastRuneInString(source[:from])
		if !isNamePart(r) {
			break
		}
		from -= size
	}
	c := Completion{From: from, To: caret}
	word := source[from:caret]
	tokens := Tokens(source)
	for _, t := range tokens {
		if t.Class >= Number && t.From < caret && caret <= t.To { // numbers, texts and comments are not completed
			return c
		}
	}
	var list []Suggestion
	switch {
	case afterDot(source, from):
		list = attributes()
	case word == "" && !asked:
		return c
	default:
		list = slices.Concat(verbs(), defined(source, tokens, from), functions())
	}
	c.List = matching(list, word)
	return c
}

// matching are the suggestions that begin with a word, in any case of letters; none if it is the only one that fits and is complete.
func matching(list []Suggestion, word string) []Suggestion {
	var fit []Suggestion
	for _, s := range list {
		if len(word) <= len(s.Name) && strings.EqualFold(s.Name[:len(word)], word) {
			fit = append(fit, s)
		}
	}
	if i := slices.IndexFunc(fit, func(s Suggestion) bool { return s.Name == word }); i > 0 {
		exact := fit[i]
		fit = slices.Insert(slices.Delete(fit, i, i+1), 0, exact)
	}
	if len(fit) == 1 && fit[0].Name == word {
		return nil
	}
	return fit[:min(len(fit), mostSuggestions)]
}

func verbs() (list []Suggestion) {
	for _, g := range scripting.Groups {
		for i := range g.Verbs {
			v := &g.Verbs[i]
			doc, _, more := strings.Cut(v.Doc, ". ")
			if more {
				doc += "."
			}
			if v.Gives != "" {
				doc += " Gives " + v.Gives + "."
			}
			list = append(list, Suggestion{v.Name, v.Signature(), doc, v.Name + "()", len(v.Arguments) > 0})
		}
	}
	return list
}

func functions() (list []Suggestion) {
	for _, f := range scripting.Functions {
		list = append(list, Suggestion{f.Name, f.Name + "(…)", f.Doc, f.Name + "()", true})
	}
	return list
}

func attributes() (list []Suggestion) {
	for _, a := range scripting.OfJobs {
		list = append(list, Suggestion{a.Name, a.Name, "Of a job: " + a.Doc, a.Name, false})
	}
	for _, a := range scripting.OfEvents {
		list = append(list, Suggestion{a.Name, a.Name, "Of an event: " + a.Doc, a.Name, false})
	}
	for _, name := range scripting.Methods {
		list = append(list, Suggestion{name, name + "(…)", "A method of lists, dictionaries, sets or texts.", name + "()", true})
	}
	return list
}

// defined are the names that the script gives to functions, arguments and values, but for the one that is being written at a place.
func defined(source string, tokens []Token, writing int) (list []Suggestion) {
	known := map[string]bool{}
	add := func(t Token, what, text string) {
		name := source[t.From:t.To]
		if t.Class != Name || t.From == writing || known[name] {
			return
		}
		known[name] = true
		list = append(list, Suggestion{name, name, what, text, text != name})
	}
	binding, arguments := false, false // between for and in, between def and the colon
	for i, t := range tokens {
		word := source[t.From:t.To]
		before := ""
		if i > 0 {
			before = source[tokens[i-1].From:tokens[i-1].To]
			if arguments && strings.Contains(source[tokens[i-1].To:t.From], "\n") {
				arguments = false
			}
		}
		rest := strings.TrimLeft(source[t.To:], " \t")
		switch {
		case before == "def":
			arguments = true
			add(t, "A function of this script.", word+"()")
		case word == "for":
			binding = true
		case word == "in":
			binding = false
		case binding:
			add(t, "A name in this script.", word)
		case arguments && !strings.Contains(source[tokens[i-1].To:t.From], ":"):
			add(t, "A name in this script.", word)
		case strings.HasPrefix(rest, "=") && !strings.HasPrefix(rest, "=="), strings.HasPrefix(rest, ",") && startsLine(source, t.From):
			if !afterDot(source, t.From) && !inBrackets(source, tokens, i) {
				add(t, "A name in this script.", word)
			}
		}
	}
	return list
}

func startsLine(source string, at int) bool {
	return strings.TrimSpace(source[lineStart(source, at):at]) == ""
}

// inBrackets says whether brackets are open before token i, so that name=value is an argument.
func inBrackets(source string, tokens []Token, i int) bool {
	depth, from := 0, 0
	for _, t := range tokens[:i+1] {
		gap := source[from:t.From] // without texts and comments
		depth += strings.Count(gap, "(") + strings.Count(gap, "[") + strings.Count(gap, "{")
		depth -= strings.Count(gap, ")") + strings.Count(gap, "]") + strings.Count(gap, "}")
		from = t.To
	}
	return depth > 0
}

// Take writes suggestion i in the place of the word.
func (c Completion) Take(source string, i int) Edit {
	s := c.List[i]
	text := s.text
	if strings.HasPrefix(source[c.To:], "(") {
		text = s.Name
	}
	e := insert(c.From, c.To, text)
	if s.inside && text != s.Name {
		e.Begin--
		e.End--
	}
	return e
}

// Stands says whether suggestion i stands there already, so that taking it would change nothing.
func (c Completion) Stands(source string, i int) bool { return source[c.From:c.To] == c.List[i].text }
