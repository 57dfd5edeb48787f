//go:build js && wasm

package main

import (
	"fmt"
	"runtime/debug"
)

// crashed is told of every panic that guard recovers.
var crashed = func(what string) { report(fmt.Errorf("%s", what)) }

// guard calls f. If f panics, that is reported and the program goes on.
func guard(f func()) {
	defer func() {
		if r := recover(); r != nil {
			report(fmt.Errorf("panic: %v\n%s", r, debug.Stack()))
			crashed(fmt.Sprint(r))
		}
	}()
	f()
}
