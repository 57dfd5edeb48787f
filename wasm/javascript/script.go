//go:build js && wasm

// Package javascript is the language around a program in the browser, as Go wants it: operations with one error at the end, listeners
// that may panic, promises that are waited for. It knows neither the page nor its workers.
package javascript

import (
	"fmt"

	"github.com/hack-pad/safejs"
)

// Script is a sequence of JavaScript operations. After the first error the others
// do nothing, so that it is enough to look at Err in the end.
type Script struct{ Err error }

// Global is a global variable, or a property of one: Global("navigator", "clipboard").
func (s *Script) Global(names ...string) safejs.Value {
	return s.Get(safejs.Global(), names...)
}

// Get follows properties from v.
func (s *Script) Get(v safejs.Value, names ...string) safejs.Value {
	for _, name := range names {
		if s.Err != nil {
			return safejs.Undefined()
		}
		if v, s.Err = v.Get(name); s.Err != nil {
			s.Err = fmt.Errorf("%s: %w", name, s.Err)
		}
	}
	return v
}

// Set sets a property of v.
func (s *Script) Set(v safejs.Value, name string, x any) {
	if s.Err != nil {
		return
	}
	if s.Err = v.Set(name, x); s.Err != nil {
		s.Err = fmt.Errorf("%s: %w", name, s.Err)
	}
}

// Call calls a method of v.
func (s *Script) Call(v safejs.Value, method string, args ...any) safejs.Value {
	if s.Err != nil {
		return safejs.Undefined()
	}
	result, err := v.Call(method, args...)
	if err != nil {
		s.Err = fmt.Errorf("%s: %w", method, err)
	}
	return result
}

// New makes an object of a global class.
func (s *Script) New(class string, args ...any) safejs.Value {
	constructor := s.Global(class)
	if s.Err != nil {
		return safejs.Undefined()
	}
	object, err := constructor.New(args...)
	if err != nil {
		s.Err = fmt.Errorf("new %s: %w", class, err)
	}
	return object
}

// Text is a property that is a string, or v itself; anything else is an error.
func (s *Script) Text(v safejs.Value, names ...string) string {
	v = s.Get(v, names...)
	if s.Err != nil {
		return ""
	}
	if v.Type() != safejs.TypeString {
		s.Err = fmt.Errorf("%v: not a text but %v", names, v.Type())
		return ""
	}
	var text string
	text, s.Err = v.String()
	return text
}

// Number is a property that is a number, or v itself; anything else is an error.
func (s *Script) Number(v safejs.Value, names ...string) float64 {
	v = s.Get(v, names...)
	if s.Err != nil {
		return 0
	}
	var f float64
	if f, s.Err = v.Float(); s.Err != nil {
		s.Err = fmt.Errorf("%v: %w", names, s.Err)
	}
	return f
}

// Truthy says whether JavaScript takes a property, or v itself, for true.
func (s *Script) Truthy(v safejs.Value, names ...string) bool {
	v = s.Get(v, names...)
	if s.Err != nil {
		return false
	}
	var yes bool
	yes, s.Err = v.Truthy()
	return yes
}

// Element is the element with that id; its absence is an error.
func (s *Script) Element(id string) safejs.Value {
	v := s.Call(s.Global("document"), "getElementById", id)
	if s.Err == nil && v.IsNull() {
		s.Err = fmt.Errorf("no element %s", id)
	}
	return v
}

// Bytes copies a Uint8Array or ArrayBuffer into Go's memory, at an address that is a multiple of 8.
func (s *Script) Bytes(buffer safejs.Value) []byte {
	array := s.New("Uint8Array", buffer)
	n := s.Number(array, "length")
	if s.Err != nil {
		return nil
	}
	b := make([]byte, max(int(n), 8))[:int(n)]
	_, s.Err = safejs.CopyBytesToGo(b, array)
	return b
}

// Array copies b into a new Uint8Array.
func (s *Script) Array(b []byte) safejs.Value {
	array := s.New("Uint8Array", len(b))
	if s.Err == nil {
		_, s.Err = safejs.CopyBytesToJS(array, b)
	}
	return array
}

// Function wraps f for JavaScript. A panic in it is reported, not fatal.
func (s *Script) Function(f func(args []safejs.Value)) safejs.Func {
	if s.Err != nil {
		return safejs.Func{}
	}
	fn, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		Guard(func() { f(args) })
		return nil
	})
	if err != nil {
		s.Err = fmt.Errorf("wrap a function: %w", err)
	}
	return fn
}

// Listen calls f for every event of that type, as long as the target exists. Options are those of addEventListener.
func (s *Script) Listen(target safejs.Value, event string, f func(e safejs.Value), options ...any) {
	fn := s.Function(func(args []safejs.Value) {
		if len(args) == 1 {
			f(args[0])
		}
	})
	s.Call(target, "addEventListener", append([]any{event, fn.Value()}, options...)...)
}

// ListenActive is Listen for events whose default action f may prevent, although
// browsers assume otherwise (wheel, touch).
func (s *Script) ListenActive(target safejs.Value, event string, f func(e safejs.Value)) {
	s.Listen(target, event, f, map[string]any{"passive": false})
}

// Present says whether v is neither undefined nor null.
func Present(v safejs.Value) bool { return !v.IsUndefined() && !v.IsNull() }

// Report writes an error to the browser's console.
func Report(err error) {
	if err == nil {
		return
	}
	s := &Script{}
	s.Call(s.Global("console"), "error", "backfill: "+err.Error())
}
