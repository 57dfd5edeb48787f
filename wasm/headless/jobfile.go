package main

import (
	"fmt"
	"os"

	"backfill/engine/experiment"
)

// jobFile is the file of the job tables. It is opened before anything is simulated,
// so that nobody waits for a run whose table cannot be written; what was in it stays
// until there is something to write.
type jobFile struct {
	name    string
	file    *os.File
	created bool // by us: removed unless it is whole
	whole   bool
}

func createJobFile(name, scenario string) (*jobFile, error) {
	before, err := os.Stat(name)
	if err == nil {
		if own, err := os.Stat(scenario); err == nil && os.SameFile(before, own) {
			return nil, &usageError{fmt.Sprintf("run: -jobs %s: is the scenario itself; another file is accepted", name)}
		}
	}
	created := os.IsNotExist(err)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("-jobs: %w; the name of a file that can be written is accepted", err)
	}
	return &jobFile{name: name, file: f, created: created}, nil
}

func (t *jobFile) write(runs []*experiment.Run) error {
	err := t.fill(runs)
	if closed := t.file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		// Not %w: it is no input that cannot be used.
		return fmt.Errorf("writing the job table: %v", err)
	}
	t.whole = true
	return nil
}

func (t *jobFile) fill(runs []*experiment.Run) error {
	// Only a regular file has an old content; a device or a pipe cannot be cut.
	if info, err := t.file.Stat(); err == nil && info.Mode().IsRegular() {
		if err := t.file.Truncate(0); err != nil {
			return err
		}
	}
	return experiment.WriteJobs(t.file, runs)
}

// abandon gives up a file that was not written whole.
func (t *jobFile) abandon() {
	if t.whole {
		return
	}
	t.file.Close()
	if t.created {
		os.Remove(t.name)
	}
}
