// Package workload says what a source of jobs and what a transformation of jobs is, and what
// both report. It knows no single one of them: those have packages of their own, and package
// catalog lists them.
//
// What is made is an *engine.Workload, a table of jobs in integer time, and a
// *Report that says what was done with every line that was not taken as it stands.
// The same parameters, seed and replication give the same table on every platform:
// reading is exact, and models use only operations that round alike everywhere
// (package portable).
//
// # Its packages
//
//   - Below: table (columns, rows and their limits), random (streams of random numbers),
//     textfile (lines and numbers of files).
//   - Sources: logs (SWF and CWF), accounting (what batch systems record), joblist (typed by hand) and the folder model.
//   - Changes: transform, and in it estimates; demands reads the tables that one of them uses.
//
// Models may use transformations, never the other way round.
//
// # Adding a source or a transformation
//
// It is a Kind or a Transform, whose description tells scenario checker, page and
// documentation of its parameters: one file, and one line in package catalog. Random numbers
// come from Inputs.Stream, with a number of their own for each attribute (package random).
package workload
