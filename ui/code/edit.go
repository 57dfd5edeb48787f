package code

import "strings"

// indent is by how many blanks a block stands further to the right.
const indent = 4

// Edit is a change of a text: what lies between From and To becomes Text. Then what lies between Begin and End of the new text is selected.
type Edit struct {
	From, To   int
	Text       string
	Begin, End int
}

// Apply is the text after the change.
func (e Edit) Apply(source string) string { return source[:e.From] + e.Text + source[e.To:] }

// insert puts text in the place of a selection, with the caret behind it.
func insert(from, to int, text string) Edit {
	return Edit{from, to, text, from + len(text), from + len(text)}
}

// lineStart is where the line of a place begins.
func lineStart(source string, at int) int { return strings.LastIndexByte(source[:at], '\n') + 1 }

// blanks is how many blanks and tabs a line begins with, in columns of blanks.
func blanks(line string) int { return len(line) - len(strings.TrimLeft(line, " \t")) }

// Indent moves the lines of a selection to the right, or the caret to the next stop.
func Indent(source string, from, to int) Edit {
	if !strings.Contains(source[from:to], "\n") {
		column := len([]rune(source[lineStart(source, from):from]))
		return insert(from, to, strings.Repeat(" ", indent-column%indent))
	}
	return eachLine(source, from, to, func(line string) string {
		if strings.TrimSpace(line) == "" {
			return line
		}
		return strings.Repeat(" ", indent) + line
	})
}

// Outdent moves the lines of a selection, or that of the caret, to the left.
func Outdent(source string, from, to int) Edit {
	return eachLine(source, from, to, func(line string) string {
		n := blanks(line)
		switch {
		case strings.HasPrefix(line, "\t"):
			return line[1:]
		case n == 0:
			return line
		}
		return line[min(n, 1+(n-1)%indent):]
	})
}

// eachLine changes the lines of a selection; it keeps the same letters selected.
func eachLine(source string, from, to int, change func(string) string) Edit {
	begin := lineStart(source, from)
	last := to
	if to > from && source[to-1] == '\n' {
		last = to - 1 // a selection that ends with a line does not touch the next one
	}
	end := len(source)
	if n := strings.IndexByte(source[last:], '\n'); n >= 0 {
		end = last + n
	}
	lines := strings.Split(source[begin:end], "\n")
	first, all := 0, 0 // by how much the first line and all lines grow
	for i, line := range lines {
		lines[i] = change(line)
		grown := len(lines[i]) - len(line)
		if all += grown; i == 0 {
			first = grown
		}
	}
	e := Edit{From: begin, To: end, Text: strings.Join(lines, "\n"), Begin: max(from+first, begin)}
	e.End = max(to+all, e.Begin)
	return e
}

// NewLine begins a line that is indented as the one of the caret, and more after a colon.
func NewLine(source string, from, to int) Edit {
	line := source[lineStart(source, from):from]
	depth := line[:blanks(line)]
	if opensBlock(line) {
		depth += strings.Repeat(" ", indent)
	}
	return insert(from, to, "\n"+depth)
}

// opensBlock says whether a line ends with a colon, beside blanks and a comment.
func opensBlock(line string) bool {
	if tokens := Tokens(line); len(tokens) > 0 && tokens[len(tokens)-1].Class == Comment {
		line = line[:tokens[len(tokens)-1].From]
	}
	return strings.HasSuffix(strings.TrimRight(line, " \t"), ":")
}

// Erase takes blanks before the caret away, back to the stop before it, where nothing else stands before them in the line; false if there are none.
func Erase(source string, from, to int) (Edit, bool) {
	begin := lineStart(source, from)
	before := source[begin:from]
	if from != to || before == "" || strings.Trim(before, " ") != "" {
		return Edit{}, false
	}
	keep := (len(before) - 1) / indent * indent
	return Edit{From: begin + keep, To: from, Begin: begin + keep, End: begin + keep}, true
}

// Over passes over a closing bracket behind the caret instead of writing another one; false if none stands there, or if the line lacks one.
func Over(source string, from, to int, bracket string) (Edit, bool) {
	opening := map[string]string{")": "(", "]": "[", "}": "{"}[bracket]
	if from != to || opening == "" || !strings.HasPrefix(source[from:], bracket) {
		return Edit{}, false
	}
	line, _, _ := strings.Cut(source[lineStart(source, from):], "\n")
	if strings.Count(line, opening) > strings.Count(line, bracket) {
		return Edit{}, false
	}
	return Edit{From: from, To: from, Begin: from + 1, End: from + 1}, true
}
