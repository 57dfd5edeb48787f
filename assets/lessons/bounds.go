package lessons

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
)

// What a lesson has at most. Anybody may write one, and pages read it while it is written: no text may make them hang. The largest
// lesson of this package has a tenth of it.
const (
	MostBytes     = 200_000
	mostLabs      = 40
	mostQuestions = 100
	mostExercises = 40
	mostLevels    = 100 // of quotations, lists, emphasis and brackets within one another
	mostIndent    = 400 // bytes
)

// atMost is an error if a lesson has as many of something as it may have, and wants one more. It is told once.
func atMost(most, has int, name string) error {
	switch {
	case has < most:
		return nil
	case has > most:
		return errFollows
	}
	return fmt.Errorf("a lesson has %d %s at most", most, name)
}

// checkText looks at what can be said of a text before it is read.
func checkText(source []byte) *lined {
	if len(source) > MostBytes {
		return &lined{1, fmt.Errorf("the lesson has %d bytes; %d at most are accepted", len(source), MostBytes)}
	}
	line := 0
	for text := range bytes.Lines(source) {
		line++
		indent, marks := 0, 0
		for _, c := range text {
			if bytes.IndexByte([]byte(" \t>-+*."), c) < 0 && (c < '0' || c > '9') {
				break
			}
			if indent++; bytes.IndexByte([]byte(">-+*."), c) >= 0 {
				marks++
			}
		}
		switch {
		case !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0:
			return &lined{line, errors.New("this is no text; Markdown in UTF-8 is accepted")}
		case indent > mostIndent, marks > mostLevels && !isRule(text):
			return &lined{line, fmt.Errorf("the line begins with quotations or lists deeper than %d levels", mostLevels)}
		}
	}
	return nil
}

// isRule says whether a line has one kind of mark alone, such as a rule of hyphens has.
func isRule(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && line[0] != '>' && len(bytes.Trim(line, string(line[:1]))) == 0
}

// tooDeep says whether a text nests deeper than is accepted. It does not recur, as what comes after it does.
func tooDeep(root ast.Node) bool {
	level := 0
	for n := root; n != nil; {
		if n.HasChildren() {
			if n = n.FirstChild(); level == mostLevels {
				return true
			}
			level++
			continue
		}
		for n != root && n.NextSibling() == nil {
			n = n.Parent()
			level--
		}
		if n == root {
			return false
		}
		n = n.NextSibling()
	}
	return false
}

// checkDepth refuses a block whose brackets nest too deep. It counts those in texts as well: they are experiments and scripts.
func (b block) checkDepth() error {
	level := 0
	for i, c := range []byte(b.text) {
		switch c {
		case '[', '{', '(':
			if level++; level > mostLevels {
				line := b.line + bytes.Count([]byte(b.text[:i]), []byte("\n"))
				return &lined{line, fmt.Errorf("brackets nest deeper than %d levels", mostLevels)}
			}
		case ']', '}', ')':
			level = max(level-1, 0)
		}
	}
	return nil
}
