package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"

	"backfill/engine/experiment"
	"backfill/wasm/headless/wholefile"
)

// jobFile is the file of the job tables. It is opened before anything is simulated, so
// that nobody waits for a run whose table cannot be written. The lines go into a new
// file beside it, which takes its place when it is whole: until then, and if anything
// goes wrong or the program is interrupted, the old one stays as it was. A device or a
// pipe is written as the lines come.
type jobFile struct {
	given   string // name of the table
	name    string // the same, but of what a symbolic link leads to
	file    *os.File
	beside  string // name of the new file; empty: file is the table itself
	mode    fs.FileMode
	columns experiment.Columns
	begun   bool

	next experiment.Cell            // whose lines come next
	held map[experiment.Cell][]byte // lines that wait for their turn

	hash  hash.Hash // of all that is written
	bytes map[experiment.Cell]int64
}

func createJobFile(name, scenario string, columns experiment.Columns) (*jobFile, error) {
	if isSame(name, scenario) {
		return nil, &usageError{fmt.Sprintf("run: -jobs %s: is the scenario itself; another file is accepted", name)}
	}
	before, err := os.Stat(name)
	t := &jobFile{given: name, name: name, columns: columns, held: map[experiment.Cell][]byte{}, hash: sha256.New(), bytes: map[experiment.Cell]int64{}}
	refuse := func(err error) (*jobFile, error) {
		var path *fs.PathError
		if errors.As(err, &path) {
			path.Path = name // not that of the new file
		}
		return nil, fmt.Errorf("-jobs: %w; the name of a file that can be written is accepted", err)
	}
	if err == nil {
		if t.file, err = os.OpenFile(name, os.O_WRONLY, 0); err != nil {
			return refuse(err)
		}
		if !before.Mode().IsRegular() {
			return t, nil
		}
		t.file.Close()
		t.mode = before.Mode().Perm()
		if t.name, err = filepath.EvalSymlinks(name); err != nil {
			return refuse(err)
		}
	}
	t.beside = fmt.Sprintf("%s.part-%d", t.name, os.Getpid())
	if t.file, err = os.OpenFile(t.beside, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o666); err != nil {
		return refuse(err)
	}
	wholefile.Begun(t.beside)
	return t, nil
}

// isSame says whether two names are of one file that is there.
func isSame(a, b string) bool {
	one, wrongA := os.Stat(a)
	other, wrongB := os.Stat(b)
	return wrongA == nil && wrongB == nil && os.SameFile(one, other)
}

// flush writes the lines whose turn it is: by point and replication, as far as they have
// come and as far as is known that there are no others between them.
func (t *jobFile) flush(cells *experiment.Cells, s shard) error {
	for t.next.Point < len(cells.Plan.Points) {
		n, all := cells.Replications(t.next.Point)
		if t.next.Replication == n {
			if !all {
				return nil
			}
			t.next = experiment.Cell{Point: t.next.Point + 1}
			continue
		}
		if s.has(cells.Plan, t.next) {
			rows, there := t.held[t.next]
			if !there {
				return nil
			}
			delete(t.held, t.next)
			t.bytes[t.next] = int64(len(rows))
			if err := t.write(rows); err != nil {
				return err
			}
		}
		t.next.Replication++
	}
	return nil
}

func (t *jobFile) write(rows []byte) error {
	if !t.begun {
		t.begun = true
		rows = append([]byte(t.columns.Header()), rows...)
	}
	t.hash.Write(rows)
	_, err := t.file.Write(rows)
	return unwritten(err)
}

// unwritten is err in words; it is no input that cannot be used, so that it is not
// wrapped.
func unwritten(err error) error {
	if err != nil {
		return fmt.Errorf("writing the job table: %v", err)
	}
	return nil
}

// asPart says what the table is, for the part that was run with it.
func (t *jobFile) asPart() *partTable {
	return &partTable{File: filepath.ToSlash(t.given), Sum: hex.EncodeToString(t.hash.Sum(nil))}
}

// finish puts the whole table, which is on its disk, in its place.
func (t *jobFile) finish() error {
	if !t.begun { // a shard without cells
		if err := t.write(nil); err != nil {
			return err
		}
	}
	if t.beside != "" {
		if err := t.file.Sync(); err != nil {
			return unwritten(err)
		}
	}
	if err := t.file.Close(); err != nil {
		return unwritten(err)
	}
	if t.beside == "" {
		return nil
	}
	if t.mode != 0 {
		if err := os.Chmod(t.beside, t.mode); err != nil {
			return unwritten(err)
		}
	}
	if err := os.Rename(t.beside, t.name); err != nil {
		return unwritten(err)
	}
	wholefile.Ended(t.beside)
	t.beside = ""
	return nil
}

// abandon gives up a table that was not finished.
func (t *jobFile) abandon() {
	if t.beside != "" {
		t.file.Close()
		os.Remove(t.beside)
		wholefile.Ended(t.beside)
	}
}
