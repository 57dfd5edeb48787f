// Package script runs policies that people write in Starlark, a small language with Python's syntax (go.starlark.net). What a script may
// call and read is described in package scripting.
//
// # What keeps a script within bounds
//
// A script has no access to anything but its verbs. Each instruction of a call is counted, but one instruction can do much: double a list,
// compare nested lists that share their parts, repeat a text a million times. So every operator, method and function whose work depends on
// the size of its operands is replaced, before the script is compiled, by a function that counts that size first (guard.go, weight.go).
// What is plainly small, such as an attribute of a job beside a number, is left as it is, so that usual scripts lose nothing. Names of verbs
// and of functions of the language cannot be given another meaning: so it is known from the text alone what a call does.
//
// What a script keeps between calls is weighed now and then (kept.go). Nesting of the text is bounded before it is parsed (nesting.go),
// since parser and compiler recurse.
//
// The library is large. So only programs that run scripts import this package.
package script
