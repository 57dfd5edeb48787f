package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"backfill/wasm/headless/wholefile"
)

// What is in the folder of a job array.
const (
	arrayFile    = "array.json"  // a jobArray
	scriptFile   = "array.sh"    // runs one task
	inputFolder  = "input"       // copies of the scenario and of the files that it names
	shardsFolder = "shards"      // the parts
	logsFolder   = "logs"        // what tasks print
	resultFile   = "result.json" // of all parts
	tableFile    = "jobs.csv"    // the job table of all parts, if it is wanted
)

// jobArray is an experiment that is run as an array of tasks of a cluster's scheduler, and
// the folder in which they find and leave everything.
type jobArray struct {
	Tasks    int               `json:"tasks"`
	Scenario string            `json:"scenario"`       // name of its copy in the folder
	Sum      string            `json:"sha256"`         // of that copy
	Files    map[string]string `json:"files"`          // that the scenario names, name to SHA-256
	Jobs     bool              `json:"jobs,omitempty"` // whether job tables are written

	folder string
}

func (a *jobArray) path(name string) string { return filepath.Join(a.folder, name) }

// arrayError says what is wrong with the folder of a job array.
type arrayError struct{ folder, reason string }

func (e *arrayError) Error() string { return e.folder + ": " + e.reason }

// isFolder says whether there is a folder of that name.
func isFolder(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// readArray reads what a folder has; an error wraps fs.ErrNotExist if it has no job array.
func readArray(folder string) (*jobArray, error) {
	const accepted = "; a folder that sbatch wrote is accepted"
	if _, err := os.Stat(folder); err != nil {
		return nil, fmt.Errorf("%w"+accepted, err)
	}
	if !isFolder(folder) {
		return nil, &arrayError{folder, "it is no folder" + accepted}
	}
	a := &jobArray{folder: folder}
	data, err := os.ReadFile(a.path(arrayFile))
	if err != nil {
		return nil, fmt.Errorf("%w"+accepted, err)
	}
	if err := json.Unmarshal(data, a); err != nil || !(shard{1, a.Tasks}).valid() || !filepath.IsLocal(a.Scenario) {
		return nil, &arrayError{a.path(arrayFile), "it does not describe a job array" + accepted}
	}
	return a, nil
}

// shards are the parts of the experiment, of which the folder has its own scenario.
func (a *jobArray) shards() (*shards, error) {
	name := a.path(a.Scenario)
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%w; a folder that sbatch wrote is accepted", err)
	}
	if sumOf(data) != a.Sum {
		return nil, &arrayError{name, "changed since sbatch wrote it; sbatch with another -dir makes an array of another scenario"}
	}
	plan, err := compile(name, data)
	if err != nil {
		return nil, err
	}
	s, err := newShards(a.path(shardsFolder), a.Tasks, plan)
	if err == nil {
		s.files = a.Files
	}
	return s, err
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// parts are all parts of the experiment.
func (a *jobArray) parts() ([]*part, error) {
	s, err := a.shards()
	if err != nil {
		return nil, err
	}
	absent, err := s.absent()
	if err != nil {
		return nil, err
	}
	if len(absent) > 0 {
		return nil, &arrayError{a.folder, fmt.Sprintf("merging needs all of %d parts; missing: %s", a.Tasks, ranges(absent))}
	}
	var parts []*part
	for i := 1; i <= a.Tasks; i++ {
		p, damage, err := s.read(i)
		if err = errors.Join(damage, err); err != nil {
			return nil, err
		}
		if p == nil {
			return nil, &arrayError{a.folder, fmt.Sprintf("merging needs all parts; missing: %d", i)}
		}
		parts = append(parts, p)
	}
	return parts, nil
}

// mergedByOthers says whether a task need not merge the parts: some are absent, and the task of the last one will, or the
// result is there.
//
// Merging is the last step of whichever task finishes the last part, not a job that depends on the array (afterok). Such a job
// never starts once a task has failed for good, waits for the tasks of one submission and not for those that are
// submitted again in their stead, and needs a scheduler with dependencies. A task that is requeued finds its part
// finished and comes here once more. Tasks that end together may both merge: to the same bytes, in a file that is renamed when
// it is whole. They cannot both leave it to the other, since each looks for the names of all parts only when its own has its
// name; on a network's file system too, where a computer that has changed a folder asks the server for it again.
func (a *jobArray) mergedByOthers(result string) (bool, error) {
	if _, err := os.Stat(result); result != "" && err == nil {
		return true, nil
	}
	s, err := a.shards()
	if err != nil {
		return false, err
	}
	absent, err := s.absent()
	return len(absent) > 0, err
}

// newArray is the job array, in a folder, of a scenario, of which file is the absolute path and text the content,
// and which names other files.
func newArray(folder, file string, text []byte, tasks int, files map[string]string) *jobArray {
	a := &jobArray{Tasks: tasks, Sum: sumOf(text), Files: files, folder: folder}
	// Names may lead out of the scenario's folder. Its copy lies in as many of the folders around it, so
	// that they lead to copies too.
	up := 0
	for name := range files {
		if !filepath.IsAbs(name) {
			up = max(up, strings.Count("/"+filepath.ToSlash(filepath.Clean(name)), "/.."))
		}
	}
	around := strings.Split(strings.Trim(filepath.ToSlash(filepath.Dir(file)), "/"), "/")
	around = append(slices.Repeat([]string{"root"}, max(0, up-len(around))), around...)
	a.Scenario = filepath.Join(inputFolder, filepath.Join(around[len(around)-up:]...), filepath.Base(file))
	return a
}

// unlike says how the array that is in the folder differs from a; "" if it does not.
func (a *jobArray) unlike(before *jobArray) string {
	switch {
	case before.Tasks != a.Tasks:
		return fmt.Sprintf("has %d tasks, not %d", before.Tasks, a.Tasks)
	case before.Jobs != a.Jobs && before.Jobs:
		return "writes job tables, as with -jobs"
	case before.Jobs != a.Jobs:
		return "writes no job tables, as without -jobs"
	case before.Sum != a.Sum || before.Scenario != a.Scenario:
		return "is that of another scenario, or of what the scenario was before"
	}
	for name, sum := range a.Files {
		if before.Files[name] != sum {
			return "is that of another " + name
		}
	}
	return ""
}

// write writes the folder, where text is that of the scenario, and open opens the files that it names. Parts that are
// there stay. The script comes last, so that what can be submitted is complete.
func (a *jobArray) write(text []byte, open func(string) (io.ReadCloser, error), script string) error {
	description, err := json.MarshalIndent(a, "", " ")
	if err != nil {
		return err
	}
	for _, folder := range []string{filepath.Dir(a.Scenario), shardsFolder, logsFolder} {
		if err := os.MkdirAll(a.path(folder), 0o777); err != nil {
			return err
		}
	}
	if err := a.put(arrayFile, append(description, '\n')); err != nil {
		return err
	}
	for name, sum := range a.Files {
		if filepath.IsAbs(name) {
			continue
		}
		if err := a.copy(name, sum, open); err != nil {
			return err
		}
	}
	if err := a.put(a.Scenario, text); err != nil {
		return err
	}
	return a.put(scriptFile, []byte(script))
}

func (a *jobArray) put(name string, text []byte) error {
	return wholefile.WriteSynced(a.path(name), func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// copy copies a file that the scenario names, and which has that sum.
func (a *jobArray) copy(name, sum string, open func(string) (io.ReadCloser, error)) error {
	to := filepath.Join(a.folder, filepath.Dir(a.Scenario), name)
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	return wholefile.WriteSynced(to, func(w io.Writer) error {
		file, err := open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		hash := sha256.New()
		if _, err := io.Copy(io.MultiWriter(w, hash), file); err != nil {
			return err
		}
		if hex.EncodeToString(hash.Sum(nil)) != sum {
			return fmt.Errorf("%s changed while it was read", name)
		}
		return nil
	})
}

// free says whether a folder is empty or not there, so that an array can be written into it.
func free(folder string) error {
	entries, err := os.ReadDir(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%w; a new or empty folder, or one that sbatch wrote, is accepted", err)
	case len(entries) > 0:
		return &arrayError{folder, "it has other files; a new or empty folder, or one that sbatch wrote, is accepted"}
	}
	return nil
}
