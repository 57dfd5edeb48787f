package lessons

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Mistake is an error in a lesson's text.
type Mistake struct {
	File   string
	Line   int // from 1
	Reason string
	// Warning says that it may be none: the check cannot tell.
	Warning bool
}

func (m *Mistake) Error() string {
	if m.Warning {
		return fmt.Sprintf("%s:%d: warning: %s", m.File, m.Line, m.Reason)
	}
	return fmt.Sprintf("%s:%d: %s", m.File, m.Line, m.Reason)
}

// Mistakes are what keeps a text from being read as a lesson, in the order of the lines. What is wrong only because of one of them is not among them.
type Mistakes []*Mistake

// MostTold is how many mistakes a reader is told at once.
const MostTold = 20

// Told are the mistakes to be told, and how many more there are.
func (m Mistakes) Told() (told Mistakes, more int) {
	told = m[:min(len(m), MostTold)]
	return told, len(m) - len(told)
}

// Error is one line for each mistake that is told, and one for how many more there are.
func (m Mistakes) Error() string {
	var lines []string
	told, more := m.Told()
	for _, each := range told {
		lines = append(lines, each.Error())
	}
	if more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(lines, "\n")
}

// Unwrap are the mistakes, so that errors.As finds the first one.
func (m Mistakes) Unwrap() []error {
	var all []error
	for _, each := range m {
		all = append(all, each)
	}
	return all
}

// sorted are the mistakes by line, each once.
func (m Mistakes) sorted() Mistakes {
	slices.SortStableFunc(m, func(a, b *Mistake) int { return cmp.Compare(a.Line, b.Line) })
	var once Mistakes
	seen := map[Mistake]bool{}
	for _, each := range m {
		if !seen[*each] {
			once = append(once, each)
		}
		seen[*each] = true
	}
	return once
}

// mistakesIn are the mistakes in a file of which an error tells; an error without a line is one of the first.
func mistakesIn(file string, err error) Mistakes {
	var all Mistakes
	for _, e := range each(err) {
		var at *lined
		switch {
		case errors.Is(e, errFollows):
		case errors.As(e, &at):
			all = append(all, &Mistake{File: file, Line: at.line, Reason: at.err.Error()})
		default:
			all = append(all, &Mistake{File: file, Line: 1, Reason: e.Error()})
		}
	}
	return all.sorted()
}

// errFollows is the error of what cannot be read only because something else, of which is told, cannot be read, such as a question about an experiment with a mistake.
var errFollows = errors.New("this needs something that cannot be read")

// each are the errors of which an error is joined, in their order; none of nil.
func each(err error) []error {
	if err == nil {
		return nil
	}
	joined, is := err.(interface{ Unwrap() []error })
	if !is {
		return []error{err}
	}
	var all []error
	for _, e := range joined.Unwrap() {
		all = append(all, each(e)...)
	}
	return all
}

// lined is an error about a line of a text, counted from 1.
type lined struct {
	line int
	err  error
}

func (l *lined) Error() string { return fmt.Sprintf("line %d: %v", l.line, l.err) }
func (l *lined) Unwrap() error { return l.err }

// reason is an error about a text without its line, which is counted from the text's begin.
func reason(err error) error {
	if at, ok := err.(*lined); ok {
		return at.err
	}
	return err
}

// fieldError is a mistake in the value of a key.
type fieldError struct {
	key    string
	reason string
}

func (e *fieldError) Error() string { return e.key + ": " + e.reason }

// wrong is a mistake in the value of a key.
func wrong(key, format string, args ...any) error {
	return &fieldError{key, Brief(fmt.Sprintf(format, args...))}
}

// wrongIn are the errors of a text as mistakes in the value of the key that has it.
func wrongIn(key string, err error) error {
	var all []error
	for _, e := range each(err) {
		if !errors.Is(e, errFollows) {
			e = wrong(key, "%v", reason(e))
		}
		all = append(all, e)
	}
	return errors.Join(all...)
}

// MostReason bounds what is told of a mistake, in bytes: lessons may come from anybody, and one may have many mistakes.
const MostReason = 600

// firstOf are the first of names, as many as can be told in a message, and a mark if there are more.
func firstOf(names []string) []string {
	size := 0
	for i, name := range names {
		if size += len(name); size > MostReason {
			return append(slices.Clone(names[:i]), "…")
		}
	}
	return names
}

// Brief cuts off what is too long to be told.
func Brief(reason string) string {
	if len(reason) <= MostReason {
		return reason
	}
	return strings.ToValidUTF8(reason[:MostReason], "") + " …"
}
