// Package expression compiles priorities that people write themselves, such as sqrt((wait+R)/R) + 0.01*wait, for the
// policy priority-backfill.
//
// An expression is one number made of numbers, the names of Variables, + - * / and ** (or ^) for powers, comparisons,
// and/or/not (or && || !), condition ? a : b, and the functions sqrt, abs, exp, log, pow, min and max. Nothing in it
// can loop or take memory, and it gives the same bits on every platform.
//
// The parser comes from github.com/expr-lang/expr, which is larger than the rest of the page's program. So only
// programs that need expressions import this package; they take its Catalogs in place of those of package policies.
package expression
