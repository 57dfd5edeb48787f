//go:build js && wasm

package javascript

import (
	"fmt"
	"runtime/debug"
)

// Crashed is told of every panic in a listener or goroutine. Whoever has something to do then sets it, before there are any.
var Crashed = func(what string) {}

// Guard calls f. If f panics, that is reported and the program goes on.
func Guard(f func()) { Recover(f, func(what string) { Crashed(what) }) }

// Recover calls f and, if f panics, reports that and calls then.
func Recover(f func(), then func(what string)) {
	defer func() {
		if r := recover(); r != nil {
			Report(fmt.Errorf("panic: %v\n%s", r, debug.Stack()))
			then(fmt.Sprint(r))
		}
	}()
	f()
}
