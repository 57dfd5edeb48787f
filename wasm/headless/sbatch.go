package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"backfill/engine/scenario"
	"backfill/wasm/headless/tables"
)

// usualTasks is how many tasks there are if nobody says it, unless there are fewer workloads.
const usualTasks = 100

// usualIndex is the largest array index that Slurm accepts unless its MaxArraySize was changed.
const usualIndex = 1000

var (
	slurmTime   = regexp.MustCompile(`^([0-9]{1,9}(:[0-9]{1,2}){0,2}|[0-9]{1,6}-[0-9]{1,2}(:[0-9]{1,2}){0,2})$`)
	slurmMemory = regexp.MustCompile(`^[0-9]{1,9}[KMGTkmgt]?$`)
)

// writeArray writes the folder of a job array.
func writeArray(args []string, stdout, _ io.Writer) error {
	tasks := 0 // as many as usual
	var dir, program string
	jobs := false
	script := arrayScript{parallel: 1}
	accept := func(into *string, ok func(string) bool, accepted string) func(string) error {
		return func(text string) error {
			if *into = text; !ok(text) {
				return errors.New(accepted + " is accepted")
			}
			return nil
		}
	}
	from1to := func(into *int, most int) func(string) error {
		return func(text string) (err error) {
			if *into, err = strconv.Atoi(text); err != nil || *into < 1 || *into > most {
				return fmt.Errorf("a whole number from 1 to %d is accepted", most)
			}
			return nil
		}
	}
	file, err := parse("sbatch", args, func(f *flag.FlagSet) {
		f.Func("tasks", "how many tasks", from1to(&tasks, maxShards))
		f.StringVar(&dir, "dir", "", "the folder that is written")
		f.Func("time", "limit of a task", accept(&script.time, slurmTime.MatchString, "minutes, or hours:minutes:seconds, or days-hours, such as 90, 1:30:00 or 2-12,"))
		f.Func("memory", "of a task", accept(&script.memory, slurmMemory.MatchString, "a whole number with K, M, G or T, such as 2G,"))
		f.Func("partition", "where tasks run", accept(&script.partition, isPartition, "the name of a partition, without blanks,"))
		f.Func("parallel", "how many simulations a task runs at the same time", from1to(&script.parallel, maxParallel))
		f.StringVar(&program, "program", "", "the program that tasks run")
		f.BoolVar(&jobs, "jobs", false, "write the job table, too")
	})
	if err != nil {
		return err
	}
	plan, text, err := load("sbatch", file)
	if err != nil {
		return err
	}
	if err := divisible(plan, file, "sbatch"); err != nil {
		return err
	}
	if script.program, err = programFile(program); err != nil {
		return err
	}
	if dir, err = folderFor(dir, file); err != nil {
		return err
	}
	files := newFiles(filepath.Dir(file))
	if _, err := prepare(plan, files.open); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}

	cells := len(plan.Points) * plan.Replications
	wanted := tasks
	if tasks == 0 {
		tasks = usualTasks
	}
	absolute, err := filepath.Abs(file)
	if err != nil {
		return err
	}
	a := newArray(dir, absolute, text, min(tasks, cells), files.sums)
	a.Jobs = jobs
	before, err := readArray(dir)
	switch {
	case err == nil:
		if wanted == 0 {
			a.Tasks = before.Tasks
		}
		if difference := a.unlike(before); difference != "" {
			return &arrayError{dir, fmt.Sprintf("the array that is there %s; with another -dir there is one beside it", difference)}
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	default:
		if err := free(dir); err != nil {
			return err
		}
	}
	if err := a.write(text, files.openFile, script.text(a, plan.Scenario.Name)); err != nil {
		return err
	}
	return a.announce(stdout, plan, wanted, max(runtime.NumCPU()/script.parallel, 1))
}

// announce says what was written, and how it is run: without Slurm by so many processes at the same time.
func (a *jobArray) announce(w io.Writer, plan *scenario.Plan, wanted, processes int) error {
	of := len(plan.Points) * plan.Replications
	fmt.Fprintf(w, "%s: %d tasks; %s\n", a.folder, a.Tasks, amount(plan, plan.Replications))
	if wanted > a.Tasks {
		fmt.Fprintf(w, "%d tasks were wanted; a task simulates one workload or more, and there are %d\n", wanted, of)
	}
	if a.Tasks > usualIndex {
		fmt.Fprintf(w, "Slurm refuses indices over %d unless its MaxArraySize is larger: scontrol show config tells\n", usualIndex)
	}
	for _, name := range slices.Sorted(maps.Keys(a.Files)) {
		if filepath.IsAbs(name) {
			fmt.Fprintf(w, "%s is not copied, since the scenario gives its whole path: it must be there for every task, unchanged\n", tables.OneLine(name))
		}
	}
	script := shellQuoted(a.path(scriptFile))
	fmt.Fprintf(w, "under Slurm:   sbatch %s\n", script)
	fmt.Fprintf(w, "elsewhere:     seq %d | xargs -P %d -n 1 sh %s\n", a.Tasks, min(processes, a.Tasks), script)
	_, err := fmt.Fprintf(w, "how far it is: backfill status %s\n", shellQuoted(a.folder))
	return err
}

func isPartition(text string) bool {
	return text != "" && printable(text) && !strings.ContainsFunc(text, unicode.IsSpace)
}

// programFile is the program that tasks run: this one unless another is given. Names without a folder are looked for
// by every task's shell.
func programFile(given string) (string, error) {
	program := given
	if given == "" {
		own, err := os.Executable()
		if err != nil {
			return "", &usageError{fmt.Sprintf("sbatch: where this program is, is not known (%v); -program FILE says it", err)}
		}
		if strings.Contains(filepath.ToSlash(own), "/go-build") {
			return "", &usageError{fmt.Sprintf("sbatch: this program, %s, is gone when go run has ended; -program FILE names one that stays", own)}
		}
		program = own
	}
	if strings.ContainsRune(program, filepath.Separator) {
		absolute, err := filepath.Abs(program)
		if err != nil {
			return "", err
		}
		program = absolute
	}
	if !printable(program) {
		return "", &usageError{fmt.Sprintf("sbatch: -program %q: a name without control characters is accepted", program)}
	}
	return program, nil
}

// folderFor is the absolute path of the array's folder: the one given, or one beside the scenario's file.
func folderFor(given, file string) (string, error) {
	dir := given
	if dir == "" {
		dir = strings.TrimSuffix(file, filepath.Ext(file)) + "-array"
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if !printable(dir) || strings.Contains(dir, `\`) {
		return "", &usageError{fmt.Sprintf("sbatch: -dir %q: a name without control characters and backslashes, as Slurm's files of output have them, is accepted", dir)}
	}
	return dir, nil
}
