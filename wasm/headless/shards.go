package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/wasm/headless/tables"
	"backfill/wasm/headless/wholefile"
)

// shards is an experiment that is run in parts, each of which has a file of its own in one
// folder. A part takes its name when it is whole and on its disk, so that one that was being written when its
// task died is never taken for finished, and two tasks that run the same part do not disturb each other.
type shards struct {
	folder string
	count  int
	plan   *scenario.Plan
	text   json.RawMessage   // the scenario, as parts have it
	files  map[string]string // that parts must have read, name to SHA-256; nil: any
}

func newShards(folder string, count int, plan *scenario.Plan) (*shards, error) {
	text, err := json.Marshal(plan.Scenario)
	if err != nil {
		return nil, err
	}
	return &shards{folder: folder, count: count, plan: plan, text: text}, nil
}

// file is the name of the file of part i, from 1.
func (s *shards) file(i int) string {
	return filepath.Join(s.folder, fmt.Sprintf("%d-of-%d.json", i, s.count))
}

// index is the part whose file has that name, without its folder; 0: none.
func (s *shards) index(name string) int { return s.numbered(name, ".json") }

// tableIndex is the part of whose job table a file in an array's folder has that name; 0: none.
func (s *shards) tableIndex(name string) int { return s.numbered(name, ".csv") }

func (s *shards) numbered(name, extension string) int {
	text, ok := strings.CutSuffix(name, fmt.Sprintf("-of-%d%s", s.count, extension))
	i, err := strconv.Atoi(text)
	if !ok || err != nil || i < 1 || i > s.count || strconv.Itoa(i) != text {
		return 0
	}
	return i
}

// entries are the names of the files in the folder, sorted; none if it is not there. Hidden files, as file systems that are
// shared make them, are left out.
func (s *shards) entries() ([]string, error) {
	entries, err := os.ReadDir(s.folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

// absent are the parts that have no file.
func (s *shards) absent() ([]int, error) {
	names, err := s.entries()
	if err != nil {
		return nil, err
	}
	there := make([]bool, s.count+1)
	for _, name := range names {
		there[s.index(name)] = true
	}
	var absent []int
	for i := 1; i <= s.count; i++ {
		if !there[i] {
			absent = append(absent, i)
		}
	}
	return absent, nil
}

// read reads part i. It is nil if it has no file, and, with damage, if the file has no
// whole part. An error says that the file has something else, or cannot be read.
func (s *shards) read(i int) (p *part, damage, err error) {
	p, err = readPart(s.file(i))
	var broken *partError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, nil
	case errors.As(err, &broken):
		return nil, err, nil
	case err != nil:
		return nil, nil, err
	}
	if reason := s.foreign(p, i); reason != "" {
		return nil, nil, &partError{p.file, reason}
	}
	if _, damage = p.runs(s.plan); damage != nil {
		return nil, damage, nil
	}
	return p, nil, nil
}

// tableDamage says what is wrong with the job table of a whole part; nil: nothing.
func (s *shards) tableDamage(p *part) error {
	t, err := newTableReader(p)
	if err != nil {
		return err
	}
	return t.check(s.plan)
}

// foreign says why p is not part i; "" if it is.
func (s *shards) foreign(p *part, i int) string {
	want := shard{i, s.count}
	switch {
	case p.Shard != want:
		return fmt.Sprintf("part %s; part %s is accepted", p.Shard, want)
	case p.Version != experiment.Version:
		return fmt.Sprintf("from version %q of the program; this is %s, which accepts its own", p.Version, experiment.Version)
	case !sameJSON(p.Scenario, s.text):
		return "part of an experiment with another scenario"
	}
	for name, sum := range p.Files {
		if s.files != nil && s.files[name] != sum {
			return fmt.Sprintf("made from another %s", name)
		}
	}
	return ""
}

// run runs part e.shard of the scenario in file, unless its own file is there and whole, and so is its job table, if one of the name
// jobs is wanted. It says on w what it did.
func (s *shards) run(e *experimentRun, jobs, file string, w io.Writer) error {
	i := e.shard.Index
	p, damage, err := s.read(i)
	if p != nil && jobs != "" {
		if damage = s.tableDamage(p); damage != nil {
			p = nil
		}
	}
	switch {
	case err != nil:
		return fmt.Errorf("%w; remove the file to run part %s", err, e.shard)
	case p != nil:
		_, err := fmt.Fprintf(w, "%s is finished: nothing is run\n", p.file)
		return err
	case damage != nil:
		fmt.Fprintf(w, "%s; it is run again\n", tables.OneLine(damage.Error()))
	}
	if err := os.MkdirAll(s.folder, 0o777); err != nil {
		return fmt.Errorf("-into: %w; the name of a folder is accepted", err)
	}
	if err := wholefile.Writable("-into", s.file(i)); err != nil {
		return err
	}
	if jobs != "" {
		if e.table, err = createJobFile(jobs, file, experiment.ColumnsOf(s.plan)); err != nil {
			return err
		}
		defer e.table.abandon()
	}
	if err := e.run(); err != nil {
		return err
	}
	if e.table != nil {
		if err := e.table.finish(); err != nil {
			return err
		}
	}
	if err := wholefile.WriteSynced(s.file(i), func(w io.Writer) error { return writePart(w, e) }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "%s is finished\n", s.file(i))
	return err
}
