package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/wasm/headless/wholefile"
)

// partTable is the job table that was written with a part: a header, then the lines of each cell of the part, in their order. How many
// bytes these have, the cells say.
type partTable struct {
	File string `json:"file"` // its name as it was given
	Sum  string `json:"sha256"`
}

// tableFile is the name of the part's job table: beside the part, by its whole given name or the last of it, or where it was written.
// An error wraps fs.ErrNotExist if it is at none of these places.
func (p *part) tableFile() (string, error) {
	if p.Jobs == nil {
		return "", &partError{p.file, "has no job table; what run -shard i/n -jobs FILE.csv prints is accepted"}
	}
	folder, given := filepath.Dir(p.file), filepath.FromSlash(p.Jobs.File)
	beside := filepath.Join(folder, filepath.Base(given))
	for _, name := range []string{filepath.Join(folder, given), beside, given} {
		if info, err := os.Stat(name); err == nil && !info.IsDir() {
			return name, nil
		}
	}
	return "", fmt.Errorf("the job table of part %s: %w", p.Shard, &fs.PathError{Op: "open", Path: beside, Err: fs.ErrNotExist})
}

// tableReader reads the job table of a part from its beginning to its end. It opens the file anew for each piece: of many parts not all
// files can be open.
type tableReader struct {
	part *part
	file string
	at   int64
	hash hash.Hash
}

func newTableReader(p *part) (*tableReader, error) {
	file, err := p.tableFile()
	if err != nil {
		return nil, err
	}
	return &tableReader{part: p, file: file, hash: sha256.New()}, nil
}

// copy copies the next n bytes.
func (t *tableReader) copy(w io.Writer, n int64) error {
	file, err := os.Open(t.file)
	if err != nil {
		return err
	}
	defer file.Close()
	if _, err := file.Seek(t.at, io.SeekStart); err != nil {
		return err
	}
	copied, err := io.CopyN(io.MultiWriter(w, t.hash), file, n)
	t.at += copied
	if errors.Is(err, io.EOF) {
		return t.changed()
	}
	return err
}

// end says whether the table ends here and is the one that was written.
func (t *tableReader) end() error {
	info, err := os.Stat(t.file)
	if err == nil && (info.Size() != t.at || hex.EncodeToString(t.hash.Sum(nil)) != t.part.Jobs.Sum) {
		return t.changed()
	}
	return err
}

func (t *tableReader) changed() error {
	return &partError{t.file, fmt.Sprintf("is not the job table that was written with part %s", t.part.Shard)}
}

// check reads the whole table, of a part that has no damage.
func (t *tableReader) check(plan *scenario.Plan) error {
	n := int64(len(experiment.ColumnsOf(plan).Header()))
	for _, cell := range t.part.Cells {
		n += cell.Bytes
	}
	if err := t.copy(io.Discard, n); err != nil {
		return err
	}
	return t.end()
}

// mergeTables writes the job table of an experiment from those of all parts, in their order: what run -jobs would have written.
func mergeTables(w io.Writer, plan *scenario.Plan, parts []*part) error {
	header := experiment.ColumnsOf(plan).Header()
	if _, err := io.WriteString(w, header); err != nil {
		return err
	}
	tables, bytes := make([]*tableReader, len(parts)), map[experiment.Cell]int64{}
	for i, p := range parts {
		var err error
		if tables[i], err = newTableReader(p); err != nil {
			return err
		}
		if err := tables[i].copy(io.Discard, int64(len(header))); err != nil {
			return err
		}
		for _, cell := range p.Cells {
			bytes[experiment.Cell{Point: cell.Point, Replication: cell.Replication}] = cell.Bytes
		}
	}
	for i := range len(plan.Points) * plan.Replications {
		c := experiment.Cell{Point: i / plan.Replications, Replication: i % plan.Replications}
		if err := tables[i%len(parts)].copy(w, bytes[c]); err != nil {
			return err
		}
	}
	for _, t := range tables {
		if err := t.end(); err != nil {
			return err
		}
	}
	return nil
}

// writeTables writes what mergeTables makes of the parts into a file of that name.
func writeTables(name string, plan *scenario.Plan, parts []*part) error {
	var merged error
	err := wholefile.WriteSynced(name, func(w io.Writer) error {
		merged = mergeTables(w, plan, parts)
		return merged
	})
	var broken *partError
	if errors.As(merged, &broken) || errors.Is(merged, fs.ErrNotExist) {
		return merged // about a part, not about the file that is written
	}
	return err
}
