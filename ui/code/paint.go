package code

import "strings"

// classNames are the classes of style.css, by Class; "" for the usual colour.
var classNames = [...]string{Name: "", Keyword: "k", Verb: "v", Attribute: "a", Number: "n", Text: "t", Comment: "c"}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// Mark is what is underlined: what lies between two places, with its line. From < 0: nothing.
type Mark struct{ From, To int }

// Paint is a script as HTML, a <div> for each line with coloured words, that looks like the plain text. What is marked has the class
// "at", its line "bad".
func Paint(source string, mark Mark) string {
	var b strings.Builder
	tokens := Tokens(source)
	begin := 0
	for {
		end := len(source)
		n := strings.IndexByte(source[begin:], '\n')
		if n >= 0 {
			end = begin + n
		}
		b.WriteString(`<div`)
		if mark.From >= begin && mark.From <= end {
			b.WriteString(` class="bad"`)
		}
		b.WriteString(`>`)
		tokens = paintLine(&b, source, begin, end, tokens, mark)
		b.WriteString("\n</div>")
		if n < 0 {
			return b.String()
		}
		begin = end + 1
	}
}

// paintLine writes what lies between two places, and returns the tokens that reach beyond.
func paintLine(b *strings.Builder, source string, begin, end int, tokens []Token, mark Mark) []Token {
	at := begin
	for len(tokens) > 0 && tokens[0].From < end {
		t := tokens[0]
		piece(b, source, at, max(at, t.From), "", mark)
		at = max(at, t.From)
		piece(b, source, at, min(t.To, end), classNames[t.Class], mark)
		at = min(t.To, end)
		if t.To > end {
			break // a text of several lines
		}
		tokens = tokens[1:]
	}
	piece(b, source, at, end, "", mark)
	if mark.From == mark.To && mark.From == end { // nothing stands where something is missing
		b.WriteString(`<span class="at"> </span>`)
	}
	return tokens
}

// piece writes what lies between two places and is of one class, with what of it is marked.
func piece(b *strings.Builder, source string, from, to int, class string, mark Mark) {
	cuts := []int{from, min(max(mark.From, from), to), min(max(mark.To, from), to), to}
	for i := range 3 {
		text := escape.Replace(source[cuts[i]:cuts[i+1]])
		names := class
		if i == 1 && text != "" {
			names = strings.TrimSpace(class + " at")
		}
		if names == "" || text == "" {
			b.WriteString(text)
			continue
		}
		b.WriteString(`<span class="` + names + `">` + text + `</span>`)
	}
}
