package main

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"backfill/engine/experiment"
	"backfill/wasm/headless/tables"
)

// arrayScript is what a script of a job array says besides its folder.
type arrayScript struct {
	program   string // absolute, or a name for PATH
	parallel  int    // simulations at the same time in a task
	time      string // limit of a task in Slurm's notation, "": the partition's
	memory    string // of a task in Slurm's notation, "": the partition's
	partition string // "": Slurm's default
}

// text is the script of an array: for the shell, with comments for Slurm.
func (o *arrayScript) text(a *jobArray, name string) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	option := func(name, value string) {
		if value != "" {
			line("#SBATCH --%s=%s", name, value)
		}
	}
	line("#!/bin/sh")
	line("# One task of an experiment in %d parts: %s. Written by backfill %s.", a.Tasks, cmp.Or(tables.OneLine(name), "no name"), experiment.Version)
	option("job-name", strings.TrimSuffix("backfill-"+shortened(fileWords(name), 40), "-"))
	option("array", fmt.Sprintf("1-%d", a.Tasks))
	option("output", slurmQuoted(slurmName(a.path(logsFolder))+"/%a.txt"))
	option("open-mode", "append")
	line("#SBATCH --requeue")
	option("nodes", "1")
	option("ntasks", "1")
	option("cpus-per-task", fmt.Sprint(o.parallel))
	option("time", o.time)
	option("mem", o.memory)
	if o.partition != "" {
		option("partition", slurmQuoted(o.partition))
	}
	line("")
	line("# Which task: Slurm's index, elsewhere the first argument. A part that is finished is not run again.")
	line("task=${SLURM_ARRAY_TASK_ID:-${1:?the number of the task, from 1 to %d, is missing}}", a.Tasks)
	line("program=%s", shellQuoted(o.program))
	line("cd %s || exit", shellQuoted(a.folder))
	jobsOf, jobsOfAll := "", ""
	if a.Jobs {
		jobsOf, jobsOfAll = fmt.Sprintf(` -jobs %s/"$task-of-%d.csv"`, shardsFolder, a.Tasks), " -jobs "+tableFile
	}
	line(`"$program" run -parallel %d -shard "$task/%d" -into %s%s %s || exit`, o.parallel, a.Tasks, shardsFolder, jobsOf, shellQuoted(a.Scenario))
	line("# Whoever finishes the last part merges them all.")
	line(`"$program" merge -json -last -out %s%s .`, resultFile, jobsOfAll)
	return b.String()
}

// shortened is the beginning of an ASCII text.
func shortened(text string, most int) string { return text[:min(len(text), most)] }

// shellQuoted is a word that a shell reads as that text.
func shellQuoted(text string) string {
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// slurmQuoted is a value that Slurm reads from a script as that text, which has no line breaks.
func slurmQuoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// slurmName is the name of a file, without backslashes, in which Slurm finds nothing to replace.
func slurmName(file string) string { return strings.ReplaceAll(file, "%", "%%") }

// printable says whether a text has no control characters, which no line of a script can have.
func printable(text string) bool { return !strings.ContainsFunc(text, unicode.IsControl) }
