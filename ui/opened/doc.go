// Package opened makes experiments of the files that the reader opens: scenarios, logs, tables of demands, the configuration of a cluster,
// and tables of what people did while it ran. It says what a file is, asks what it is for, and changes the session's experiment; it knows no
// panel, and nothing of how files are read.
package opened

import (
	"backfill/engine/machine/slurmconf"
	"backfill/ui/session"
)

// Files are those that were opened, as far as they matter beyond the moment.
type Files struct {
	*session.Session

	// OnReadOtherwise is called when the reader wants to say how ToRead is to be read.
	OnReadOtherwise func()

	ToRead  *ToRead // nil: there is nothing to say
	reading string  // name of the file that is being opened, "" for none

	inferred      map[string]shown   // what accounting logs show of their machines, by key
	configuration []slurmconf.File   // that came
	cluster       *slurmconf.Cluster // that they describe, nil: none
	refused       []string           // why files that came with the last of them were not read
	called        knownNames         // (configuration.go)
}

// New opens files into the experiment of a session.
func New(s *session.Session) *Files {
	return &Files{Session: s, OnReadOtherwise: func() {}, inferred: map[string]shown{}}
}
