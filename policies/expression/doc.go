// Package expression compiles priorities that people write themselves, such as
// sqrt((wait+R)/R) + 0.01*wait, for policy priority-backfill.
//
// An expression is one number made of numbers, the names of Variables, + - * / and **
// (or ^) for powers, comparisons, and/or/not (or && || !), condition ? a : b, and the
// functions sqrt, abs, exp, log, pow, min and max. Nothing in it can loop or take memory,
// and it gives the same bits on every platform.
//
// The parser comes from github.com/expr-lang/expr, which weighs more than the rest of the
// page: only programs that need expressions import this package.
package expression
