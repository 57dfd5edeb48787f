// Package priority holds the policies that backfill in the order of a priority which changes
// while jobs wait, the published priorities, and what an expression in their place must do.
//
// It knows the engine and the lines of package queue. It knows neither the other policies
// nor how an expression is read.
package priority
