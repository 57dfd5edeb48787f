//go:build js && wasm

// Package promise waits for promises of JavaScript (Await), and does one thing after the other where each may wait for
// some (Line). It knows nothing of what they promise.
package promise

import (
	"errors"
	"fmt"

	"github.com/hack-pad/safejs"
)

// Await waits for a promise. It must not be called by a listener: in a goroutine of its own only.
func Await(promise safejs.Value) (safejs.Value, error) {
	type settled struct {
		value safejs.Value
		err   error
	}
	done := make(chan settled, 1)
	fulfilled, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		done <- settled{value: append(args, safejs.Undefined())[0]}
		return nil
	})
	if err != nil {
		return safejs.Undefined(), fmt.Errorf("wait for a promise: %w", err)
	}
	defer fulfilled.Release()
	rejected, err := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		done <- settled{err: Reason(append(args, safejs.Undefined())[0])}
		return nil
	})
	if err != nil {
		return safejs.Undefined(), fmt.Errorf("wait for a promise: %w", err)
	}
	defer rejected.Release()
	if _, err := promise.Call("then", fulfilled.Value(), rejected.Value()); err != nil {
		return safejs.Undefined(), fmt.Errorf("then: %w", err)
	}
	result := <-done
	return result.value, result.err
}

// Reason is what a promise or a request says about its failure.
func Reason(v safejs.Value) error {
	if message, err := v.Get("message"); err == nil && message.Type() == safejs.TypeString {
		if text, err := message.String(); err == nil && text != "" {
			return errors.New(text)
		}
	}
	text, err := v.String()
	if err != nil {
		return err
	}
	return errors.New(text)
}
