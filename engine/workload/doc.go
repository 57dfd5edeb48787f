// Package workload says where jobs come from: logs in the Standard Workload Format
// and in the Cloud Workload Format, which adds requested starts and elastic commands,
// short lists typed by hand, statistical models, and transformations of all of these.
//
// Kinds and Transforms are the literal tables of what there is. An entry
// describes its parameters, so that scenario checker, page and documentation know
// them; adding one is one file and one line.
//
// What is made is an *engine.Workload, a table of jobs in integer time, and a
// *Report that says what was done with every line that was not taken as it stands.
// The same parameters, seed and replication give the same table on every platform:
// reading is exact, and models use only operations that round alike everywhere
// (package portable).
package workload
