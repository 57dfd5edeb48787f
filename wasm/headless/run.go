package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"backfill/engine/experiment"
	"backfill/engine/param"
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
		if err := flags.Parse(args); err != nil {
			return "", &usageError{fmt.Sprintf("%s: %v", name, err)}
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

// load reads and checks a scenario.
func load(name, file string) (*scenario.Plan, error) {
	if file == "" {
		return nil, &usageError{name + ": the scenario's file is missing"}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
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
			return nil, err
		}
		if info, err := f.Stat(); err == nil && info.IsDir() {
			f.Close()
			return nil, &param.Error{Value: name, Reason: "is a folder; a file is accepted"}
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
	task, err := experiment.Prepare(plan, openIn(filepath.Dir(file)))
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
	task, err := experiment.Prepare(plan, openIn(filepath.Dir(file)))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	progress := newProgress(stderr, len(task.Workload.Jobs))
	var runs []*experiment.Run
	for i, policy := range plan.Policies {
		run, err := task.Simulate(i, progress.of(policy.Label))
		if err != nil {
			return err
		}
		runs = append(runs, run)
	}
	progress.clear()
	if jobs != "" {
		if err := writeJobs(jobs, runs); err != nil {
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

// writeJobs writes the job table; a file that cannot be written whole is removed.
func writeJobs(name string, runs []*experiment.Run) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	err = experiment.WriteJobs(f, runs)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(name)
		return fmt.Errorf("writing the job table: %w", err)
	}
	return nil
}
