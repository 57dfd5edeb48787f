// Package reproduce holds the policies against what is published and what was measured
// independently: schedules of another simulator, closed forms of queueing theory, and the
// figures, tables and claims of the studies that the policies come from.
//
// It is tests alone. Each study has a short sample that every run of the tests takes, and,
// with the build tag reproduce, the whole, which "make reproduce" runs and which writes
// REPRODUCED.md. It knows the policies from outside, most of them by their names in scenarios.
package reproduce
