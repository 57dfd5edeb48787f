package script

import (
	"errors"
	"fmt"
	"strings"

	"go.starlark.net/starlark"

	"backfill/engine"
	"backfill/policies/scripting"
)

// lines are what a script prints, counted.
type lines struct {
	kept, leftOut        int32 // in this call
	keptInAll, lostInAll int64 // in the calls before it
}

// full says whether no further line of this call is kept.
func (l *lines) full() bool {
	return l.kept == scripting.MaxLines || l.keptInAll+int64(l.kept) == scripting.MaxLinesKept
}

// end is called when a call is over.
func (l *lines) end(s *engine.State) {
	if l.leftOut > 0 {
		s.LeaveOut(l.leftOut)
	}
	l.keptInAll, l.lostInAll = l.keptInAll+int64(l.kept), l.lostInAll+int64(l.leftOut)
	l.kept, l.leftOut = 0, 0
}

// print writes a line. It counts the same steps whether anybody listens or not. One that is not kept costs no more than the call of the verb.
func (p *policy) print(args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	l := &p.printed
	switch {
	case len(named) > 0:
		return nil, errors.New("only values are accepted, without names")
	case l.full():
		l.leftOut++
		return starlark.None, nil
	}
	l.kept++
	if err := p.asText(args...); err != nil {
		return nil, err
	}
	if p.state.Recording() {
		p.state.Print(joined(args))
	}
	return starlark.None, nil
}

// joined are values as print writes them.
func joined(values []starlark.Value) string {
	var words []string
	for _, v := range values {
		if s, ok := v.(starlark.String); ok {
			words = append(words, string(s))
		} else {
			words = append(words, v.String())
		}
	}
	return strings.Join(words, " ")
}

// Warnings say how many lines were printed of which nobody keeps anything.
func (p *policy) Warnings() []string {
	l := &p.printed
	if l.lostInAll == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d of the %d lines that the script prints are left out: the first %d of each call are kept, and the first %d of a run",
		l.lostInAll, l.lostInAll+l.keptInAll, scripting.MaxLines, scripting.MaxLinesKept)}
}
