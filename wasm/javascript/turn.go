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
	// A message comes as a task at once. One of setTimeout is held back by 4 ms when several have followed each other, and by a second in a
	// tab that is not seen.
	channel := s.New("MessageChannel")
	port := s.Get(channel, "port1")
	s.Set(port, "onmessage", callback.Value())
	s.Call(s.Get(channel, "port2"), "postMessage", nil)
	if s.Err != nil {
		Report(s.Err)
		return
	}
	<-done
	s.Call(port, "close")
	Report(s.Err)
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
