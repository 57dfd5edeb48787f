// Package reference has second simulators and machines to hold the policies against: slow,
// and written from the descriptions to be obviously right. With them come the random
// worlds in which both are tried, and how many of these a test takes.
//
// It knows the engine and none of the policies: a test says in the words of this package
// which policy it means.
package reference
