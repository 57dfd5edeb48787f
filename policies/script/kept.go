package script

import (
	"fmt"

	"go.starlark.net/starlark"

	"backfill/policies/scripting"
)

// kept is what is known of the values that a script keeps between calls: they lie in its global names, or its functions hold them.
type kept struct {
	steps  uint64 // since they were weighed last
	values int    // that there were then
}

// weighKept refuses more than scripting.MaxKept values. It looks at them only after so many steps that they may have become many.
func (p *policy) weighKept() error {
	p.kept.steps += p.thread.Steps
	if p.kept.steps < scripting.MaxKept/2 || p.kept.steps < 4*uint64(p.kept.values) {
		return nil
	}
	p.kept.steps = 0
	w := &weigher{seen: map[any]bool{}}
	for _, v := range p.globals {
		w.add(v)
	}
	for len(w.open) > 0 && w.values <= scripting.MaxKept {
		v := w.open[len(w.open)-1]
		w.open = w.open[:len(w.open)-1]
		w.within(v)
	}
	p.kept.values = w.values
	if w.values > scripting.MaxKept {
		return fmt.Errorf("the script keeps more than %d values between calls", int(scripting.MaxKept))
	}
	return nil
}

// canKeep says whether values can be put somewhere where they outlive a call.
func canKeep(globals starlark.StringDict) bool {
	for _, v := range globals {
		switch v := v.(type) {
		case starlark.Int, starlark.Float, starlark.String, starlark.Bool, starlark.NoneType, *job, *starlark.Builtin:
		case *starlark.Function:
			if v.NumParams() > 0 || v.NumFreeVars() > 0 {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// weigher counts values, each once.
type weigher struct {
	seen   map[any]bool
	open   []starlark.Value
	values int
}

// add counts a value and, if it has others within, keeps it to be looked into.
func (w *weigher) add(v starlark.Value) {
	w.values++
	switch v := v.(type) {
	case starlark.String:
		w.values += len(v) / bytesAsOne
	case starlark.Tuple:
		w.open = append(w.open, v)
	case *starlark.List, *starlark.Dict, *starlark.Set, *starlark.Function:
		if !w.seen[v] {
			w.seen[v] = true
			w.open = append(w.open, v)
		}
	case *queue:
		if !w.seen[v] {
			w.seen[v] = true
			w.values += len(v.rows)
		}
	}
}

// within counts what lies in a value.
func (w *weigher) within(v starlark.Value) {
	switch v := v.(type) {
	case starlark.Tuple:
		for _, e := range v {
			w.add(e)
		}
	case *starlark.List:
		for i := range v.Len() {
			w.add(v.Index(i))
		}
	case *starlark.Dict:
		for k, e := range v.Entries() {
			w.add(k)
			w.add(e)
		}
	case *starlark.Set:
		for e := range v.Elements() {
			w.add(e)
		}
	case *starlark.Function:
		for i := range v.NumParams() {
			if d := v.ParamDefault(i); d != nil {
				w.add(d)
			}
		}
		for i := range v.NumFreeVars() {
			_, e := v.FreeVar(i)
			w.add(e)
		}
	}
}
