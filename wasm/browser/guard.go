//go:build js && wasm

package main

import (
	"fmt"
	"runtime/debug"
)

// crashed is told of every panic in a listener or goroutine.
var crashed = func(string) {}

// guard calls f. If f panics, that is reported and the program goes on.
func guard(f func()) { recovering(f, func(what string) { crashed(what) }) }

// recovering calls f and, if f panics, reports that and calls then.
func recovering(f func(), then func(what string)) {
	defer func() {
		if r := recover(); r != nil {
			report(fmt.Errorf("panic: %v\n%s", r, debug.Stack()))
			then(fmt.Sprint(r))
		}
	}()
	f()
}
