package variant

import (
	"errors"
	"fmt"
	"strings"
)

// In puts the values into a text: $n, ${n - 2}, ${t as min}; $$ is a dollar, and so is one that stands before anything else. The text keeps its lines. Errors
// are of the type *LineError, one for each line that has a mistake; they are joined.
func (v Values) In(text string) (string, error) {
	lines := strings.Split(text, "\n")
	var wrong []error
	for i, line := range lines {
		made, err := v.inLine(line)
		if err != nil {
			wrong = append(wrong, &LineError{i, err})
		}
		lines[i] = made
	}
	return strings.Join(lines, "\n"), errors.Join(wrong...)
}

func (v Values) inLine(line string) (string, error) {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(line, "$")
		b.WriteString(before)
		if !found {
			return b.String(), nil
		}
		word := name.FindString(rest)
		switch {
		case strings.HasPrefix(rest, "$"):
			b.WriteByte('$')
			line = rest[1:]
			continue
		case strings.HasPrefix(rest, "{"):
			within, after, closed := strings.Cut(rest[1:], "}")
			if !closed {
				return "", fmt.Errorf("${%s: the brace is not closed in its line; $$ is a dollar", within)
			}
			text, err := v.computed(within)
			if err != nil {
				return "", fmt.Errorf("${%s}: %w", within, err)
			}
			b.WriteString(text)
			line = after
			continue
		case word == "":
			b.WriteByte('$')
			line = rest
			continue
		}
		text, err := v.computed(word)
		if err != nil {
			return "", fmt.Errorf("$%s: %w; $$ is a dollar", word, err)
		}
		b.WriteString(text)
		line = rest[len(word):]
	}
}

// computed is what stands in place of a sum, perhaps with "as" and a unit behind it.
func (v Values) computed(source string) (string, error) {
	r, err := v.read(source)
	if err != nil {
		return "", err
	}
	n, err := r.sum()
	if err != nil {
		return "", err
	}
	if r.peek() != "as" {
		if err := r.end(); err != nil {
			return "", err
		}
		return n.text()
	}
	r.next()
	unit := r.next()
	if err := r.end(); err != nil {
		return "", err
	}
	return n.as(unit)
}
