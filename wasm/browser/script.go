//go:build js && wasm

package main

import (
	"fmt"
	"time"

	"github.com/hack-pad/safejs"
)

// script is a sequence of JavaScript operations. After the first error the others
// do nothing, so that it is enough to look at err in the end.
type script struct{ err error }

// global is a global variable, or a property of one: global("navigator", "clipboard").
func (s *script) global(names ...string) safejs.Value {
	return s.get(safejs.Global(), names...)
}

// get follows properties from v.
func (s *script) get(v safejs.Value, names ...string) safejs.Value {
	for _, name := range names {
		if s.err != nil {
			return safejs.Undefined()
		}
		if v, s.err = v.Get(name); s.err != nil {
			s.err = fmt.Errorf("%s: %w", name, s.err)
		}
	}
	return v
}

func (s *script) set(v safejs.Value, name string, x any) {
	if s.err != nil {
		return
	}
	if s.err = v.Set(name, x); s.err != nil {
		s.err = fmt.Errorf("%s: %w", name, s.err)
	}
}

func (s *script) call(v safejs.Value, method string, args ...any) safejs.Value {
	if s.err != nil {
		return safejs.Undefined()
	}
	result, err := v.Call(method, args...)
	if err != nil {
		s.err = fmt.Errorf("%s: %w", method, err)
	}
	return result
}

// create makes an object of a global class.
func (s *script) create(class string, args ...any) safejs.Value {
	constructor := s.global(class)
	if s.err != nil {
		return safejs.Undefined()
	}
	object, err := constructor.New(args...)
	if err != nil {
		s.err = fmt.Errorf("new %s: %w", class, err)
	}
	return object
}

func (s *script) text(v safejs.Value, names ...string) string {
	v = s.get(v, names...)
	if s.err != nil {
		return ""
	}
	if v.Type() != safejs.TypeString {
		s.err = fmt.Errorf("%v: not a text but %v", names, v.Type())
		return ""
	}
	var text string
	text, s.err = v.String()
	return text
}

func (s *script) number(v safejs.Value, names ...string) float64 {
	v = s.get(v, names...)
	if s.err != nil {
		return 0
	}
	var f float64
	if f, s.err = v.Float(); s.err != nil {
		s.err = fmt.Errorf("%v: %w", names, s.err)
	}
	return f
}

func (s *script) truthy(v safejs.Value, names ...string) bool {
	v = s.get(v, names...)
	if s.err != nil {
		return false
	}
	var yes bool
	yes, s.err = v.Truthy()
	return yes
}

// element is the element with that id; its absence is an error.
func (s *script) element(id string) safejs.Value {
	v := s.call(s.global("document"), "getElementById", id)
	if s.err == nil && v.IsNull() {
		s.err = fmt.Errorf("no element %s", id)
	}
	return v
}

// bytes copies a Uint8Array or ArrayBuffer into Go's memory, at an address that is a multiple of 8.
func (s *script) bytes(buffer safejs.Value) []byte {
	array := s.create("Uint8Array", buffer)
	n := s.number(array, "length")
	if s.err != nil {
		return nil
	}
	b := make([]byte, max(int(n), 8))[:int(n)]
	_, s.err = safejs.CopyBytesToGo(b, array)
	return b
}

// array copies b into a new Uint8Array.
func (s *script) array(b []byte) safejs.Value {
	array := s.create("Uint8Array", len(b))
	if s.err == nil {
		_, s.err = safejs.CopyBytesToJS(array, b)
	}
	return array
}

// function wraps f for JavaScript. A panic in it is reported, not fatal.
func (s *script) function(f func(args []safejs.Value)) safejs.Func {
	if s.err != nil {
		return safejs.Func{}
	}
	fn, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		guard(func() { f(args) })
		return nil
	})
	if err != nil {
		s.err = fmt.Errorf("wrap a function: %w", err)
	}
	return fn
}

// listen calls f for every event of that type, as long as the target exists.
func (s *script) listen(target safejs.Value, event string, f func(e safejs.Value)) {
	fn := s.function(func(args []safejs.Value) {
		if len(args) == 1 {
			f(args[0])
		}
	})
	s.call(target, "addEventListener", event, fn.Value())
}

// listenActive is listen for events whose default action f may prevent, although
// browsers assume otherwise (wheel, touch).
func (s *script) listenActive(target safejs.Value, event string, f func(e safejs.Value)) {
	fn := s.function(func(args []safejs.Value) {
		if len(args) == 1 {
			f(args[0])
		}
	})
	s.call(target, "addEventListener", event, fn.Value(), map[string]any{"passive": false})
}

// turn lets the browser do what is due, such as to show a frame, and goes on in a task
// of its own. Sleeping does not: goroutines whose time has come go on at once in
// whatever task there is. Like promise.Await it must not be called by a listener.
func turn() {
	done := make(chan struct{}, 1)
	s := &script{}
	callback := s.function(func([]safejs.Value) { done <- struct{}{} })
	defer callback.Release()
	s.call(safejs.Global(), "setTimeout", callback.Value())
	if s.err != nil {
		report(s.err)
		return
	}
	<-done
}

// pace makes a function to be called often during long work: when some time has
// passed since the last turn, it lets the browser take its turn.
func pace() func() {
	const most = 12 * time.Millisecond
	last := time.Now()
	return func() {
		if time.Since(last) > most {
			turn()
			last = time.Now()
		}
	}
}

// present says whether v is neither undefined nor null.
func present(v safejs.Value) bool { return !v.IsUndefined() && !v.IsNull() }

// report writes an error to the browser's console.
func report(err error) {
	if err == nil {
		return
	}
	s := &script{}
	s.call(s.global("console"), "error", "backfill: "+err.Error())
}
