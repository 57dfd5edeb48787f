package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/policies"
)

// parse reads flags, which may stand before and after the one argument.
func parse(name string, args []string, define func(*flag.FlagSet)) (argument string, err error) {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	define(flags)
	var rest []string
	for {
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			return "", err
		} else if err != nil {
			return "", &usageError{fmt.Sprintf("%s: %v; %s", name, err, acceptedFlags(flags))}
		}
		if args = flags.Args(); len(args) == 0 {
			break
		}
		rest = append(rest, args[0])
		args = args[1:]
	}
	switch len(rest) {
	case 0:
		return "", nil
	case 1:
		return rest[0], nil
	}
	return "", &usageError{fmt.Sprintf("%s: %q: one argument is accepted", name, rest)}
}

func acceptedFlags(flags *flag.FlagSet) string {
	var names []string
	flags.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
	if len(names) == 0 {
		return "no flag is accepted"
	}
	return "accepted are " + strings.Join(names, " and ")
}

// load reads and checks a scenario.
func load(name, file string) (*scenario.Plan, error) {
	if file == "" {
		return nil, &usageError{name + ": the scenario's file is missing"}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("%w; the file of a scenario is accepted", err)
	}
	s, err := scenario.Read(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	plan, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return plan, nil
}

// openIn opens the files that a scenario in folder names.
func openIn(folder string) func(string) (io.ReadCloser, error) {
	return func(name string) (io.ReadCloser, error) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(folder, name)
		}
		f, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("%w; the name of a file, from the scenario's folder, is accepted", err)
		}
		if info, err := f.Stat(); err == nil && info.IsDir() {
			f.Close()
			return nil, errors.New("it is a folder; the name of a file is accepted")
		}
		return f, nil
	}
}

func checkScenario(args []string, stdout, _ io.Writer) error {
	file, err := parse("check", args, func(*flag.FlagSet) {})
	if err != nil {
		return err
	}
	plan, err := load("check", file)
	if err != nil {
		return err
	}
	task, err := experiment.Prepare(plan, 0, 0, openIn(filepath.Dir(file)))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	fmt.Fprintf(stdout, "%s can be run: %d jobs, %d processors, policies", file, len(task.Workload.Jobs), plan.Processors())
	for i, p := range plan.Policies {
		if i > 0 {
			fmt.Fprint(stdout, ",")
		}
		fmt.Fprintf(stdout, " %s", p.Label)
	}
	fmt.Fprintln(stdout)
	writeReport(stdout, task.Report)
	return nil
}

func runScenario(args []string, stdout, stderr io.Writer) error {
	var jobs string
	var asJSON bool
	file, err := parse("run", args, func(f *flag.FlagSet) {
		f.StringVar(&jobs, "jobs", "", "write the job table to this file")
		f.BoolVar(&asJSON, "json", false, "print JSON")
	})
	if err != nil {
		return err
	}
	plan, err := load("run", file)
	if err != nil {
		return err
	}
	task, err := experiment.Prepare(plan, 0, 0, openIn(filepath.Dir(file)))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	var table *jobFile
	if jobs != "" {
		if table, err = createJobFile(jobs, file); err != nil {
			return err
		}
		defer table.abandon()
	}
	runs, err := simulate(task, newProgress(stderr, len(task.Workload.Jobs)))
	if err != nil {
		return err
	}
	if table != nil {
		if err := table.write(runs); err != nil {
			return err
		}
	}
	result := experiment.Collect(plan, runs)
	if asJSON {
		text, err := result.JSON()
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(stdout, "%s\n", text)
		return err
	}
	writeReport(stdout, task.Report)
	return writeTable(stdout, result)
}

func simulate(task *experiment.Task, progress *progress) ([]*experiment.Run, error) {
	defer progress.clear()
	var runs []*experiment.Run
	for i, policy := range task.Plan.Policies {
		run, err := task.Simulate(i, progress.of(policy.Label))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", policy.Label, err)
		}
		runs = append(runs, run)
	}
	return runs, nil
}
