package script

import (
	"fmt"

	"go.starlark.net/starlark"

	"backfill/policies/scripting"
)

// deepest is how deep values may lie within each other where they are looked at as a whole.
const deepest = 50

// bytesAsOne is how many bytes of a text count as one step.
const bytesAsOne = 16

// errSteps is the mistake of a call that takes too long.
var errSteps = fmt.Errorf("the call has taken %d million steps, and no more are accepted; does a loop go on for too long?", int(scripting.MaxSteps/1e6))

// charge counts n steps.
func (p *policy) charge(n int) error {
	p.thread.Steps += uint64(max(n, 0))
	if p.thread.Steps >= p.steps {
		return errSteps
	}
	return nil
}

// weigh counts all that lies within a value, also what lies there several times, and returns the count.
func (p *policy) weigh(v starlark.Value) (int, error) {
	switch v := v.(type) { // what is small needs no count
	case starlark.NoneType, starlark.Bool, starlark.Float, *job:
		return 1, nil
	case starlark.Int:
		if _, ok := v.Int64(); ok {
			return 1, nil
		}
	}
	before := p.thread.Steps
	err := p.weighWithin(v, 0)
	return int(p.thread.Steps - before), err
}

func (p *policy) weighWithin(v starlark.Value, depth int) error {
	if depth > deepest {
		return fmt.Errorf("values lie more than %d deep within each other", deepest)
	}
	switch v := v.(type) {
	case starlark.Int:
		if err := bounded(v); err != nil {
			return err
		}
	case starlark.String:
		return p.charge(1 + len(v)/bytesAsOne)
	case *starlark.List:
		if err := p.charge(v.Len()); err != nil {
			return err
		}
		for i := range v.Len() {
			if err := p.weighElement(v.Index(i), depth); err != nil {
				return err
			}
		}
	case starlark.Tuple:
		if err := p.charge(len(v)); err != nil {
			return err
		}
		for _, e := range v {
			if err := p.weighElement(e, depth); err != nil {
				return err
			}
		}
	case *starlark.Dict:
		if err := p.charge(6 * v.Len()); err != nil {
			return err
		}
		for k, e := range v.Entries() {
			if err := p.weighElement(k, depth); err != nil {
				return err
			}
			if err := p.weighElement(e, depth); err != nil {
				return err
			}
		}
	case *starlark.Set:
		if err := p.charge(4 * v.Len()); err != nil {
			return err
		}
		for e := range v.Elements() {
			if err := p.weighElement(e, depth); err != nil {
				return err
			}
		}
	case starlark.Sequence: // of small ones
		return p.charge(v.Len())
	}
	return p.charge(1)
}

// weighElement is weighWithin for what lies in something that has been counted.
func (p *policy) weighElement(v starlark.Value, depth int) error {
	switch v := v.(type) {
	case starlark.NoneType, starlark.Bool, starlark.Float, *job:
		return nil
	case starlark.Int:
		return bounded(v)
	}
	return p.weighWithin(v, depth+1)
}

// length counts the elements or the text of a value, but not what lies within.
func (p *policy) length(v starlark.Value) error {
	switch v := v.(type) {
	case starlark.String:
		return p.charge(len(v) / bytesAsOne)
	case *starlark.Dict:
		return p.charge(6 * v.Len())
	case *starlark.Set:
		return p.charge(4 * v.Len())
	case starlark.Sequence:
		return p.charge(v.Len())
	}
	return nil
}

// bounded refuses whole numbers with too many digits.
func bounded(v starlark.Int) error {
	if _, ok := v.Int64(); ok {
		return nil
	}
	if v.BigInt().BitLen() > scripting.MaxBits {
		return fmt.Errorf("a number has more than %d bits", scripting.MaxBits)
	}
	return nil
}

// acceptable refuses results that are too large.
func (p *policy) acceptable(v starlark.Value) error {
	switch v := v.(type) {
	case starlark.Int:
		return bounded(v)
	case starlark.String:
		if len(v) > scripting.MaxText {
			return errText
		}
	}
	return p.length(v)
}

var errText = fmt.Errorf("a text has more than %d bytes", scripting.MaxText)

// asText counts values that are going to be written as texts.
func (p *policy) asText(values ...starlark.Value) error {
	all := 0
	for _, v := range values {
		n, err := p.weigh(v)
		if err != nil {
			return err
		}
		if all += n; all > scripting.MaxText/bytesAsOne {
			return errText
		}
	}
	return nil
}
