//go:build js && wasm

package workers

import (
	"github.com/hack-pad/safejs"

	"backfill/wasm/javascript"
)

// listen calls f for every event of that type until the worker is dropped.
func (w *worker) listen(s *javascript.Script, event string, f func(e safejs.Value)) {
	w.listeners[event] = s.Function(func(args []safejs.Value) { f(args[0]) })
	s.Set(w.js, "on"+event, w.listeners[event].Value())
}

// deafen takes back all of listen, which would keep the worker in memory, and what has come of an answer.
func (w *worker) deafen(s *javascript.Script) {
	for event, f := range w.listeners {
		s.Set(w.js, "on"+event, nil)
		f.Release()
	}
	w.listeners = nil
}

// lock has the worker take a lock, which it holds as long as it lives, and tell when it has it (worker.js). A browser that ends a
// worker, for want of memory perhaps, tells the page nothing but by that lock. Where there are no locks, in a sandbox or on a page that
// came without encryption, such an end shows only in that nothing comes any more, and the reader has to cancel.
func (w *worker) lock(s *javascript.Script) {
	if locks := s.Global("navigator", "locks"); javascript.Present(locks) {
		s.Call(w.js, "postMessage", map[string]any{"lock": s.Call(s.Global("crypto"), "randomUUID")})
	}
}

// watch waits until the lock that a worker holds is free.
func (p *pool) watch(s *javascript.Script, w *worker, lock safejs.Value) {
	var free safejs.Func
	free = s.Function(func([]safejs.Value) {
		free.Release()
		p.broke(w, "the browser has ended the worker")
	})
	s.Call(s.Global("navigator", "locks"), "request", lock, free.Value())
}
