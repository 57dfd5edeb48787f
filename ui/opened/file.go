package opened

import (
	"backfill/engine/machine/slurmconf"
	"backfill/engine/workload"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/inferred"
	"backfill/ui/result"
)

// File is what the reader opened: a scenario, a log that has been read once or a table of
// what jobs ask for (demands.IsTable).
type File struct {
	result.FileRef
	Kind          string               // of the workload that reads the log, "" if the name says that
	Legend        *accounting.Legend   // of an accounting log, whose copy has no names
	Named         *accounting.Named    // of an accounting log: how many jobs have each name of the legend
	Inferred      *inferred.Machine    // of an accounting log: what it tells of its machine
	Scenario      []byte               // not nil: the file is a scenario, and this its content
	Configuration []slurmconf.File     // not nil: these files came, of the configuration of a cluster, of which FileRef is the first
	Actions       []byte               // not nil: the file is a table of what people did, and this its content
	Together      bool                 // of such a table: other files came with it, before it
	Refused       []string             // why others that came with them were not read
	Report        *workload.Report     // of a log
	Waits         bool                 // the log holds recorded waits
	Skips         bool                 // lines of the log that cannot be read were left out
	Format        string               // of an accounting log
	Columns       []string             // the names in its first line, if it is a table
	Reading       result.Reading       // how it was read
	Again         func(result.Reading) // reads the file once more, as long as it is there
	Sizing        *workload.Sizing     // of a log whose header names no machine
}
