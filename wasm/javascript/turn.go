//go:build js && wasm

package javascript

import (
	"time"

	"github.com/hack-pad/safejs"
)

// Turn lets the browser do what is due, such as to show a frame, and goes on in a task
// of its own. Sleeping does not: goroutines whose time has come go on at once in
// whatever task there is. Like Await it must not be called by a listener.
func Turn() {
	done := make(chan struct{}, 1)
	s := &Script{}
	callback := s.Function(func([]safejs.Value) { done <- struct{}{} })
	defer callback.Release()
	s.Call(safejs.Global(), "setTimeout", callback.Value())
	if s.Err != nil {
		Report(s.Err)
		return
	}
	<-done
}

// Pace makes a function to be called often during long work: when some time has
// passed since the last turn, it lets the browser take its turn.
func Pace() func() {
	const most = 12 * time.Millisecond
	last := time.Now()
	return func() {
		if time.Since(last) > most {
			Turn()
			last = time.Now()
		}
	}
}
