//go:build js && wasm

package javascript

import (
	"errors"

	"github.com/hack-pad/safejs"
)

// Await waits for a promise and is what it was fulfilled with. It must not be called by a listener: in a goroutine of its own only.
func (s *Script) Await(promise safejs.Value) safejs.Value {
	type settled struct {
		value safejs.Value
		err   error
	}
	done := make(chan settled, 1)
	fulfilled := s.Function(func(args []safejs.Value) {
		done <- settled{value: append(args, safejs.Undefined())[0]}
	})
	defer fulfilled.Release()
	rejected := s.Function(func(args []safejs.Value) {
		done <- settled{err: Reason(append(args, safejs.Undefined())[0])}
	})
	defer rejected.Release()
	s.Call(promise, "then", fulfilled.Value(), rejected.Value())
	if s.Err != nil {
		return safejs.Undefined()
	}
	result := <-done
	s.Err = result.err
	return result.value
}

// Reason is what a promise or a request says about its failure.
func Reason(v safejs.Value) error {
	for _, property := range []string{"message", "name"} { // some errors have only a name
		if said, err := v.Get(property); err == nil && said.Type() == safejs.TypeString {
			if text, err := said.String(); err == nil && text != "" {
				return errors.New(text)
			}
		}
	}
	text, err := v.String()
	if err != nil {
		return err
	}
	return errors.New(text)
}
