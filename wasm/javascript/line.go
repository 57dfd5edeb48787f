//go:build js && wasm

package javascript

// Line does one thing after the other in a goroutine, so that each may wait for promises. The zero Line does nothing yet.
type Line struct {
	waiting []func()
	busy    bool
}

// Put has f done when all that was put before is done.
func (l *Line) Put(f func()) {
	l.waiting = append(l.waiting, f)
	if l.busy {
		return
	}
	l.busy = true
	go func() {
		for len(l.waiting) > 0 {
			next := l.waiting[0]
			l.waiting[0] = nil // its data would stay as long as the others do
			l.waiting = l.waiting[1:]
			next()
		}
		l.busy = false
	}()
}
