package script

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/syntax"

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

// open says whether the next line of this call is kept; one that is not is counted.
func (l *lines) open() bool {
	if l.full() {
		l.leftOut++
		return false
	}
	return true
}

// end is called when a call is over.
func (l *lines) end(s *engine.State) {
	if l.leftOut > 0 {
		s.LeaveOut(l.leftOut)
	}
	l.keptInAll, l.lostInAll = l.keptInAll+int64(l.kept), l.lostInAll+int64(l.leftOut)
	l.kept, l.leftOut = 0, 0
}

// print writes a line. It counts the same steps whether anybody listens or not.
func (p *policy) print(args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
	l := &p.printed
	switch {
	case len(named) > 0:
		return nil, errors.New("only values are accepted, without names")
	case !l.open():
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

// quiet are the verbs, functions and methods that only tell something.
var quiet = []string{"now", "free", "processors", "head", "waiting", "running", "events", "happened", "abs", "all", "any", "bool", "enumerate", "float", "int", "len", "list", "max", "min",
	"range", "repr", "reversed", "str", "sum", "tuple", "type", "zip", "count", "find", "format", "get", "items", "join", "keys", "lower", "strip", "title", "upper", "values"}

// printsOnly says whether a statement prints and does nothing else, so that what it prints need not be computed where nobody keeps it.
func printsOnly(x syntax.Expr) bool {
	call, is := x.(*syntax.CallExpr)
	if !is {
		return false
	}
	name, is := call.Fn.(*syntax.Ident)
	return is && name.Name == "print" && !slices.ContainsFunc(call.Args, acts)
}

// acts says whether an expression may do more than tell something.
func acts(x syntax.Expr) bool {
	found := false
	syntax.Walk(x, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CallExpr:
			switch f := n.Fn.(type) {
			case *syntax.Ident:
				found = found || !slices.Contains(quiet, f.Name)
			case *syntax.DotExpr:
				found = found || !slices.Contains(quiet, f.Name.Name)
			default:
				found = true
			}
		case *syntax.BinaryExpr:
			found = found || n.Op == syntax.EQ // an argument by name, which may be a function
		}
		return !found
	})
	return found
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
