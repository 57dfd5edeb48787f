// Command headless runs scenarios without a browser. Build it as "backfill".
//
// It reads a scenario and the files that it names, and prints tables or JSON; it writes job tables, schedules, and the folders of
// job arrays. main.go lists its commands, of which most have a file of their own. What they print is computed by package
// experiment: this package only reads, divides, merges and writes.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/version"
	"backfill/engine/workload/textfile"
	"backfill/wasm/headless/tables"
)

// Exit statuses.
const (
	exitOK       = 0
	exitFailed   = 1 // a run failed
	exitUnusable = 2 // the input cannot be used
)

const usage = `backfill ` + experiment.Version + `: parallel job scheduling, simulated

  backfill run [-jobs FILE.csv] [-json] [-parallel N] [-shard i/n [-into FOLDER]]
               [-swf FILE.swf] [-sacct FILE.txt] [-batsim FILE.csv] [-trace FILE.json]
               [-cwf FILE.cwf] SCENARIO.json
                                      simulate and print the metrics; N simulations at the same
                                      time, 0 for one a core; of n parts of the runs only part i,
                                      as a file in the folder, unless it is there and whole;
                                      write schedules as logs, as what sacct prints, as Batsim's jobs.csv,
                                      for Perfetto, and workloads in the Cloud Workload Format
  backfill merge [-json] [-out FILE] [-jobs FILE.csv] PART... | [-last] DIR
                                      print what run prints, from all parts of run -shard, or of
                                      sbatch's folder: with -last only when all are there; make
                                      one job table of theirs
  backfill sbatch [-tasks N] [-dir DIR] [-jobs] [-time T] [-memory M] [-partition P]
                  [-parallel N] [-program FILE] SCENARIO.json
                                      write a folder with the script of a job array for Slurm, or
                                      what else has an array index, whose tasks run the parts and
                                      whose last one merges them
  backfill status [-json] DIR         say which parts are missing, and what runs them; 0 if none is
  backfill drawings [-n N] [-by account|partition|user] [-parallel N] SCENARIO.json
                                      print the mean waits of the first replication with their range
                                      over N drawings, 20 without -n: the same jobs, but what policies
                                      and machine draw while they run, such as the instants at which
                                      the loops of Slurm begin, is drawn anew
  backfill check SCENARIO.json        say whether the scenario can be run
  backfill actions TABLE.csv SCENARIO.json
                                      print the scenario with what people did, for its policies slurm
  backfill cluster [-zone ZONE] LOG slurm.conf [FILE...]
                                      print the scenario of a cluster: what sacct -P printed of its jobs,
                                      and its configuration, without names
  backfill fit [-n N] [-by account|partition|user] [-parallel N] SCENARIO.json
                                      say how well its policies slurm fit what the log recorded, by the
                                      decisions that agree and by waits in N drawings
  backfill forecast [-at INSTANT] -job JSON | -like JOB [-n N] [-policy LABEL]
                    [-later none|redrawn] [-span S] [-block S] [-history S] [-parallel N] SCENARIO.json
                                      print when a job would start that comes at an instant, or now,
                                      when the log ends: its wait in N drawings of the future, without
                                      later arrivals and with those of the past; JSON such as
                                      {"processors": 4, "request": 3600}, the time limit in seconds
  backfill forecast -check JOBS [...] SCENARIO.json
                                      ask so about jobs of the log, and say how often it was right
  backfill policies | machines | workloads [-json]
                                      list what a scenario can name
  backfill -version                   say which version this is, with which Go it was built, and
                                      of which commit

Files that a scenario names are looked for in its folder; .gz is read as it is.
Exit status: 0, 1 if a run failed, 2 if the input cannot be used.
`

//go:generate go run ./schema ../../assets/schema

func main() {
	engine.LoadZone = loadZone
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// command is one word of the command line.
type command struct {
	name string
	run  func(args []string, stdout, stderr io.Writer) error
}

var commands = []command{
	{"run", runScenario},
	{"merge", mergeParts},
	{"sbatch", writeArray},
	{"status", showStatus},
	{"drawings", showDrawings},
	{"check", checkScenario},
	{"actions", giveActions},
	{"cluster", writeCluster},
	{"fit", showFit},
	{"forecast", forecastStart},
	{"policies", listPolicies},
	{"machines", listMachines},
	{"workloads", listWorkloads},
}

func run(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return exitUnusable
	}
	if args[0] == "help" || args[0] == "-h" || args[0] == "-help" || args[0] == "--help" {
		fmt.Fprint(stdout, usage)
		return exitOK
	}
	if args[0] == "version" || args[0] == "-version" || args[0] == "--version" {
		fmt.Fprint(stdout, version.Text("backfill"))
		return exitOK
	}
	err := perform(args[0], args[1:], stdout, stderr)
	switch {
	case err == nil:
		return exitOK
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(stdout, usage)
		return exitOK
	}
	fmt.Fprintf(stderr, "backfill: %s\n", tables.OneLine(err.Error()))
	if unusable(err) {
		return exitUnusable
	}
	return exitFailed
}

// perform runs the command of that name.
func perform(name string, args []string, stdout, stderr io.Writer) error {
	var names []string
	for _, c := range commands {
		names = append(names, c.name)
		if c.name != name {
			continue
		}
		out := bufio.NewWriter(stdout)
		err := c.run(args, out, stderr)
		if unwritten := out.Flush(); unwritten != nil {
			// Not %w: it is no input that cannot be used.
			return fmt.Errorf("writing the output: %v", unwritten)
		}
		return err
	}
	return &usageError{fmt.Sprintf("%q is not a command; %s are", name, strings.Join(names, ", "))}
}

// usageError is a command line that cannot be understood.
type usageError struct{ reason string }

func (e *usageError) Error() string { return e.reason + "; see backfill help" }

// unusable says whether err speaks of what the user gave, not of a run that failed.
func unusable(err error) bool {
	var value *param.Error
	var syntax *scenario.SyntaxError
	var file *textfile.Error
	var usage *usageError
	var path *fs.PathError
	var part *partError
	var array *arrayError
	return errors.As(err, &value) || errors.As(err, &syntax) || errors.As(err, &file) ||
		errors.As(err, &usage) || errors.As(err, &path) || errors.As(err, &part) || errors.As(err, &array)
}
