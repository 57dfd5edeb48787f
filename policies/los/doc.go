// Package los holds LOS, the lookahead optimizing scheduler, and its family: policies that
// start sets of jobs which use most processors, and what they plan with: freezes, packings
// and the readings of the published algorithms.
//
// It knows the engine, and neither the other policies nor the catalog that lists its kinds.
package los
