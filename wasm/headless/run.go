package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"backfill/engine/experiment"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload"
	"backfill/engine/workload/textfile"
	"backfill/policies/written"
	"backfill/wasm/headless/tables"
)

// parse reads flags, which may stand before and after the one argument.
func parse(name string, args []string, define func(*flag.FlagSet)) (argument string, err error) {
	rest, err := parseAll(name, args, define)
	if err != nil {
		return "", err
	}
	switch len(rest) {
	case 0:
		return "", nil
	case 1:
		return rest[0], nil
	}
	return "", &usageError{fmt.Sprintf("%s: %q: one argument is accepted", name, rest)}
}

// parseAll reads flags, which may stand before, between and after the arguments.
func parseAll(name string, args []string, define func(*flag.FlagSet)) (rest []string, err error) {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	define(flags)
	for {
		if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
			return nil, err
		} else if err != nil {
			return nil, &usageError{fmt.Sprintf("%s: %v; %s", name, err, acceptedFlags(flags))}
		}
		if args = flags.Args(); len(args) == 0 {
			return rest, nil
		}
		rest = append(rest, args[0])
		args = args[1:]
	}
}

func acceptedFlags(flags *flag.FlagSet) string {
	var names []string
	flags.VisitAll(func(f *flag.Flag) { names = append(names, "-"+f.Name) })
	if len(names) == 0 {
		return "no flag is accepted"
	}
	return "accepted are " + strings.Join(names, ", ")
}

// load reads and checks a scenario, of which it gives the text too, in which the scripts are that it has in files.
func load(name, file string) (plan *scenario.Plan, text []byte, err error) {
	if file == "" {
		return nil, nil, &usageError{name + ": the scenario's file is missing"}
	}
	text, err = os.ReadFile(file)
	if err != nil {
		return nil, nil, fmt.Errorf("%w; the file of a scenario is accepted", err)
	}
	plan, err = compile(file, text)
	if err == nil && namesScripts(text) {
		text, err = json.Marshal(plan.Scenario)
	}
	return plan, text, err
}

// compile checks the text of a scenario, which was read from that file.
func compile(file string, text []byte) (*scenario.Plan, error) {
	s, err := scenario.Read(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if err := readScripts(s, openIn(filepath.Dir(file))); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	plan, err := scenario.Compile(s, written.Catalogs())
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return plan, nil
}

func checkScenario(args []string, stdout, _ io.Writer) error {
	file, err := parse("check", args, func(*flag.FlagSet) {})
	if err != nil {
		return err
	}
	plan, _, err := load("check", file)
	if err != nil {
		return err
	}
	first, err := prepare(plan, openIn(filepath.Dir(file)))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	fmt.Fprintf(stdout, "%s can be run: %s, %s, policies", file, workload.Plural(len(first.Workload.Jobs), "job"), workload.Plural(int(plan.Processors()), "processor"))
	for i, p := range plan.Policies {
		if i > 0 {
			fmt.Fprint(stdout, ",")
		}
		fmt.Fprintf(stdout, " %s", p.Label)
	}
	switch {
	case plan.Precision != nil:
		fmt.Fprintf(stdout, "; at most %s", amount(plan, plan.Precision.MaxReplications))
	case plan.Replications*len(plan.Points) > 1:
		fmt.Fprintf(stdout, "; %s", amount(plan, plan.Replications))
	}
	fmt.Fprintln(stdout)
	fmt.Fprint(stdout, tables.Report(first.Report, several(plan), math.MaxInt))
	return nil
}

// prepare finds out whether every point has its jobs and the policies take them, and gives the jobs of the first one.
func prepare(plan *scenario.Plan, open workload.Opener) (first *experiment.Task, err error) {
	first, err = experiment.Prepare(plan, 0, 0, open)
	for i, task := 1, first; err == nil; i++ {
		if err = takesJobs(task); err != nil || i == len(plan.Points) {
			break
		}
		task, err = task.Next(experiment.Cell{Point: i}, open)
	}
	return first, err
}

// takesJobs finds out whether the policies take the jobs of a point: by the first instant of each, unless it is that of the point before.
func takesJobs(task *experiment.Task) error {
	plan := task.Plan
	for i := range plan.Policies {
		if task.Point > 0 && plan.SameRun(i, task.Point-1, task.Point) {
			continue
		}
		err := task.Begin(i)
		var broken *experiment.PolicyError
		if errors.As(err, &broken) {
			at := ""
			if len(plan.Points) > 1 {
				at = " (at " + tables.Point(plan.Points[task.Point].Values) + ")"
			}
			return &param.Error{Path: fmt.Sprintf("/policies/%d", i), Value: strconv.Quote(broken.Label), Reason: broken.Err.Error() + at}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// amount says how much is simulated.
func amount(p *scenario.Plan, replications int) string {
	return fmt.Sprintf("%d runs: points %d, replications %d, policies %d",
		len(p.Points)*replications*len(p.Policies), len(p.Points), replications, len(p.Policies))
}

func runScenario(args []string, stdout, stderr io.Writer) error {
	var jobs, part, into string
	var asJSON bool
	var written scheduleFiles
	parallel := -1
	file, err := parse("run", args, func(f *flag.FlagSet) {
		f.StringVar(&jobs, "jobs", "", "write the job table to this file")
		f.BoolVar(&asJSON, "json", false, "print JSON")
		f.StringVar(&written.swf, "swf", "", "write the schedules as logs")
		f.StringVar(&written.sacct, "sacct", "", "write the schedules as accounting logs")
		f.StringVar(&written.batsim, "batsim", "", "write the schedules in Batsim's columns")
		f.StringVar(&written.trace, "trace", "", "write the schedules as traces")
		f.StringVar(&written.cwf, "cwf", "", "write the workloads")
		f.Func("parallel", "how many simulations run at the same time", func(text string) (err error) {
			parallel, err = parallelism(text)
			return err
		})
		f.StringVar(&part, "shard", "", "run one part of the experiment")
		f.StringVar(&into, "into", "", "write the part into this folder, unless it is there")
	})
	if err != nil {
		return err
	}
	plan, _, err := load("run", file)
	if err != nil {
		return err
	}
	e := &experimentRun{plan: plan, parallel: parallel, files: newFiles(filepath.Dir(file)), progress: newProgress(stderr), written: &written}
	if parallel < 0 {
		e.parallel = plan.Workers
	}
	if part != "" {
		if e.shard, err = readShard(part); err != nil {
			return err
		}
		if err := divisible(plan, file, "-shard"); err != nil {
			return err
		}
	}
	if into != "" {
		if part == "" || written.wanted() {
			return &usageError{fmt.Sprintf("run: -into %q: -shard i/n is accepted with it, and no flag that writes schedules", into)}
		}
		s, err := newShards(into, e.shard.Count, plan)
		if err != nil {
			return err
		}
		if err := s.run(e, jobs, file, stdout); err != nil {
			return inScenario(file, err)
		}
		e.tellOfPart(stderr)
		return nil
	}
	if err := written.prepare(plan, file, jobs); err != nil {
		return err
	}
	if jobs != "" {
		if e.table, err = createJobFile(jobs, file, experiment.ColumnsOf(plan)); err != nil {
			return err
		}
		defer e.table.abandon()
	}
	if err := inScenario(file, e.run()); err != nil {
		return err
	}
	if e.table != nil {
		if err := e.table.finish(); err != nil {
			return err
		}
	}
	if part != "" {
		e.tellOfPart(stderr)
		return writePart(stdout, e)
	}
	failed := e.broken.tell(stderr, e.cells)
	return cmp.Or(writeResult(stdout, e.report, e.cells.Result(), asJSON), failed)
}

// tellOfPart says on w what failed in a part. The part is whole for all that: what is merged from it tells it again, with a status.
func (e *experimentRun) tellOfPart(w io.Writer) {
	if e.cells == nil { // the part was there
		return
	}
	if err := e.broken.tell(w, e.cells); err != nil {
		fmt.Fprintf(w, "backfill: %s\n", tables.OneLine(err.Error()))
	}
}

// inScenario is err, with the scenario's file before it if it is one about what is in that.
func inScenario(file string, err error) error {
	var wrong *param.Error
	var broken *textfile.Error
	if errors.As(err, &wrong) || errors.As(err, &broken) {
		return fmt.Errorf("%s: %w", file, err)
	}
	return err
}

// divisible says whether an experiment, from that file, can be run in parts, as a flag wants it.
func divisible(plan *scenario.Plan, file, flag string) error {
	if plan.Precision == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", file, &param.Error{Path: "/precision",
		Reason: "it decides from all replications how many there are, so that shards cannot; a scenario without precision is accepted with " + flag})
}

// maxParallel is how many simulations run at the same time at most.
const maxParallel = 1024

// parallelism reads how many simulations run at the same time; 0 stands for as many as
// there are cores.
func parallelism(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > maxParallel {
		return 0, fmt.Errorf("a whole number from 0 to %d is accepted", maxParallel)
	}
	return n, nil
}

// writeResult prints a result, after what is to be said about its log.
func writeResult(w io.Writer, report string, result *experiment.Result, asJSON bool) error {
	if asJSON {
		text, err := result.JSON()
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(w, "%s\n", text)
		return err
	}
	fmt.Fprint(w, report)
	if len(result.Runs) == 0 { // every policy failed
		return nil
	}
	return tables.WriteResult(w, result)
}
