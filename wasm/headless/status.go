package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"backfill/wasm/headless/tables"
	"backfill/wasm/headless/wholefile"
)

// arrayStatus says how far a job array is.
type arrayStatus struct {
	Folder   string `json:"folder"`
	Tasks    int    `json:"tasks"`
	Finished int    `json:"finished"` // tasks whose part is there and whole
	Missing  []int  `json:"missing"`  // the others, in their order
	// HalfWritten are files of parts whose tasks died when they wrote them, or write them now.
	HalfWritten []string     `json:"halfWritten"`
	Damaged     []brokenFile `json:"damaged"` // which their tasks run again
	Foreign     []brokenFile `json:"foreign"` // which tasks do not touch
	Merged      bool         `json:"merged"`  // whether the result is there
	Complete    bool         `json:"complete"`
	Next        []string     `json:"next"` // commands
}

// brokenFile is a file that has no part of the array, and why.
type brokenFile struct {
	File   string `json:"file"`
	Reason string `json:"reason"`
}

// errIncomplete says that an array is not complete; nothing went wrong.
var errIncomplete = errors.New("not complete")

func showStatus(args []string, stdout, _ io.Writer) error {
	var asJSON bool
	folder, err := parse("status", args, func(f *flag.FlagSet) { f.BoolVar(&asJSON, "json", false, "print JSON") })
	if err != nil {
		return err
	}
	if folder == "" {
		return &usageError{"status: the folder that sbatch wrote is missing"}
	}
	a, err := readArray(folder)
	if err != nil {
		return err
	}
	status, err := a.status()
	if err != nil {
		return err
	}
	if asJSON {
		text, err := json.MarshalIndent(status, "", " ")
		if err != nil {
			return err
		}
		fmt.Fprintf(stdout, "%s\n", text)
	} else {
		status.write(stdout)
	}
	if !status.Complete {
		return fmt.Errorf("%s: %w", folder, errIncomplete)
	}
	return nil
}

// status looks at the files of an array. Every part is read: its file's name is not believed.
func (a *jobArray) status() (*arrayStatus, error) {
	s, err := a.shards()
	if err != nil {
		return nil, err
	}
	st := &arrayStatus{Folder: a.folder, Tasks: a.Tasks, Missing: []int{}, HalfWritten: []string{}, Damaged: []brokenFile{}, Foreign: []brokenFile{}, Next: []string{}}
	names, err := s.entries()
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		whole, _, half := strings.Cut(name, wholefile.Beside)
		switch i := s.index(whole); {
		case i == 0 && (!a.Jobs || s.tableIndex(whole) == 0):
			st.Foreign = append(st.Foreign, brokenFile{filepath.Join(shardsFolder, name), "no part of this array"})
		case half:
			st.HalfWritten = append(st.HalfWritten, filepath.Join(shardsFolder, name))
		}
	}
	var blocked []string
	for i := 1; i <= a.Tasks; i++ {
		p, damage, err := s.read(i)
		if p != nil && a.Jobs {
			if damage = s.tableDamage(p); damage != nil {
				p = nil
			}
		}
		file := filepath.Join(shardsFolder, filepath.Base(s.file(i)))
		switch {
		case err != nil:
			st.Foreign = append(st.Foreign, brokenFile{file, reasonOf(err)})
			blocked = append(blocked, shellQuoted(s.file(i)))
		case damage != nil:
			st.Damaged = append(st.Damaged, brokenFile{file, reasonOf(damage)})
		}
		if p == nil {
			st.Missing = append(st.Missing, i)
		} else {
			st.Finished++
		}
	}
	_, err = os.Stat(a.path(resultFile))
	st.Merged = err == nil
	st.Complete = len(st.Missing) == 0 && st.Merged
	absolute, err := filepath.Abs(a.folder)
	if err != nil {
		return nil, err
	}
	if len(blocked) > 0 {
		st.Next = append(st.Next, "rm "+strings.Join(blocked, " "))
	}
	switch script := filepath.Join(absolute, scriptFile); {
	case len(st.Missing) > 0:
		st.Next = append(st.Next, fmt.Sprintf("sbatch --array=%s %s", ranges(st.Missing), shellQuoted(script)))
	case !st.Merged:
		jobs := ""
		if a.Jobs {
			jobs = " -jobs " + shellQuoted(filepath.Join(absolute, tableFile))
		}
		st.Next = append(st.Next, fmt.Sprintf("backfill merge -json -out %s%s %s", shellQuoted(filepath.Join(absolute, resultFile)), jobs, shellQuoted(absolute)))
	}
	return st, nil
}

// reasonOf is what is wrong with a part, without its file's name if that is known apart.
func reasonOf(err error) string {
	var part *partError
	if errors.As(err, &part) {
		return part.reason
	}
	return err.Error()
}

func (st *arrayStatus) write(w io.Writer) {
	fmt.Fprintf(w, "%s: %d of %d tasks finished\n", tables.OneLine(st.Folder), st.Finished, st.Tasks)
	if len(st.Missing) > 0 {
		fmt.Fprintf(w, "missing, unless they wait or run: %s\n", ranges(st.Missing))
	}
	for _, name := range st.HalfWritten {
		fmt.Fprintf(w, "half-written, by a task that died unless it runs: %s\n", tables.OneLine(name))
	}
	for _, f := range st.Damaged {
		fmt.Fprintf(w, "damaged, will be run again: %s: %s\n", f.File, tables.OneLine(f.Reason))
	}
	for _, f := range st.Foreign {
		fmt.Fprintf(w, "foreign, will not be touched: %s: %s\n", tables.OneLine(f.File), tables.OneLine(f.Reason))
	}
	if st.Merged {
		fmt.Fprintf(w, "the result is %s\n", resultFile)
	}
	for i, command := range st.Next {
		fmt.Fprintf(w, "%s  %s\n", []string{"next:", "     "}[min(i, 1)], command)
	}
}

// ranges are numbers in rising order as Slurm writes them: 3,7-9.
func ranges(numbers []int) string {
	var b strings.Builder
	for i := 0; i < len(numbers); i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		first := numbers[i]
		b.WriteString(strconv.Itoa(first))
		for i+1 < len(numbers) && numbers[i+1] == numbers[i]+1 {
			i++
		}
		if numbers[i] > first {
			fmt.Fprintf(&b, "-%d", numbers[i])
		}
	}
	return b.String()
}
