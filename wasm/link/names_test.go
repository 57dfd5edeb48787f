package link

import (
	"errors"
	"testing"
)

// named prints names of functions, one of them from a report of a panic, and what the runtime makes of the name of a
// method that is called with a nil pointer.
const named = `package main

import (
	"fmt"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
)

type size int

func (s size) String() string { return strings.Repeat("x", int(s)) }

var strangers = []fmt.Stringer{(*size)(nil)}

func nameOf(f any) string { return runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name() }

func wrapped() (message string) {
	defer func() { message = fmt.Sprint(recover()) }()
	return strangers[0].String()
}

func reported(list []string) (found bool) {
	defer func() {
		recover()
		found = strings.Contains(string(debug.Stack()), "main.reported")
	}()
	return list[1] == ""
}

func twice(arguments []reflect.Value) []reflect.Value {
	runtime.GC() // looks for the arguments of what reflect has made
	return []reflect.Value{reflect.ValueOf(*arguments[0].Interface().(*int) * 2)}
}

func main() {
	double := reflect.MakeFunc(reflect.TypeFor[func(*int) int](), twice).Interface().(func(*int) int)
	n := 21
	fmt.Println(nameOf(strings.ToUpper), nameOf(wrapped), nameOf(runtime.GC), reported(nil), double(&n))
	fmt.Println(wrapped())
}
`

func TestProgramsRunWithoutNames(t *testing.T) {
	stripped, err := editData(compiled(t, named), func(data []byte) error { return errors.Join(dropLines(data), dropNames(data)) })
	if err != nil {
		t.Fatal(err)
	}
	want := "? main.wrapped runtime.GC true 42\nvalue method main.size.String called using nil *size pointer"
	if got := printed(t, stripped); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// Names go only after the lines, since inlined calls have names, too.
func TestNamesOfInlinedCallsStay(t *testing.T) {
	if _, err := editData(compiled(t, named), dropNames); err == nil {
		t.Error("the names of a program with inlined calls are dropped")
	}
}
