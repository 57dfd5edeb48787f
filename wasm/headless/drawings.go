package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"backfill/engine"
	"backfill/engine/drawings"
	"backfill/engine/experiment"
	"backfill/wasm/headless/tables"
)

const (
	usualDrawings = 20
	mostDrawings  = 10_000
)

// showDrawings prints how far the mean waits of the first replication, under each policy, depend on what policies and machine draw while
// they run.
func showDrawings(args []string, stdout, stderr io.Writer) error {
	n, parallel, by := usualDrawings, -1, ""
	file, err := parse("drawings", args, func(f *flag.FlagSet) { drawingFlags(f, &n, &parallel, &by) })
	if err != nil {
		return err
	}
	plan, _, err := load("drawings", file)
	if err != nil {
		return err
	}
	if parallel < 0 {
		parallel = plan.Workers
	}
	progress := newProgress(stderr)
	var task *experiment.Task
	for point := range plan.Points {
		open := openIn(filepath.Dir(file))
		if task == nil {
			task, err = experiment.Prepare(plan, point, 0, open)
		} else {
			task, err = task.Next(experiment.Cell{Point: point}, open)
		}
		if err != nil {
			return inScenario(file, err)
		}
		groups, err := groupsBy(task, by)
		if err != nil {
			return err
		}
		if point == 0 {
			fmt.Fprint(stdout, tables.Report(task.Report, len(plan.Points) > 1, tables.FewReasons))
		}
		recorded := task.Workload.Wait != nil
		table := tables.Grid{{"mean wait (s) of", "jobs", "median", "5 %", "95 %"}}
		if recorded {
			table[0] = append(table[0], "in the log")
		}
		leftOut := 0
		for i, policy := range plan.Policies {
			all, err := drawWaits(task, i, n, parallel, progress)
			progress.clear()
			if err != nil {
				return err
			}
			for k, g := range groups {
				name := policy.Label
				if k > 0 {
					name = "  " + g.name
				} else {
					leftOut = max(leftOut, drawings.Summarize(all, g.rows).LeftOut)
				}
				table.Add(append([]string{name}, summaryCells(task.Workload, all, g.rows, recorded)...)...)
			}
		}
		if at := tables.Point(plan.Points[point].Values); at != "" {
			fmt.Fprintf(stdout, "at %s\n", at)
		}
		if err := table.Write(stdout); err != nil {
			return err
		}
		if leftOut > 0 {
			fmt.Fprintf(stdout, "up to %d of %d jobs do not count, since they did not start in every drawing\n", leftOut, len(groups[0].rows))
		}
	}
	fmt.Fprintf(stdout, "%d drawings: the same jobs, but what policies and machine draw while they run is drawn anew\n", n)
	if n < 19 {
		fmt.Fprintf(stdout, "of fewer than 19, the 5th and the 95th percentile are the least and the greatest mean\n")
	}
	return nil
}

// drawingFlags say how many drawings there are, how many simulations run at the same time, and which jobs are told apart.
func drawingFlags(f *flag.FlagSet, n, parallel *int, by *string) {
	f.Func("n", "how many drawings", func(text string) (err error) {
		if *n, err = strconv.Atoi(text); err != nil || *n < 1 || *n > mostDrawings {
			return fmt.Errorf("a whole number from 1 to %d is accepted", mostDrawings)
		}
		return nil
	})
	f.Func("parallel", "how many simulations run at the same time", func(text string) (err error) {
		*parallel, err = parallelism(text)
		return err
	})
	f.Func("by", "which jobs are told apart", func(text string) error {
		if *by = text; !slices.Contains(owners, text) {
			return errors.New(strings.Join(owners, ", ") + " are accepted")
		}
		return nil
	})
}

// summaryCells are the cells of a line: over how many jobs the means are, and their range over drawings; if the log recorded waits, its
// mean of the same jobs, if they all have one.
func summaryCells(w *engine.Workload, all []drawings.Waits, rows []int32, recorded bool) []string {
	s := drawings.Summarize(all, rows)
	values := []float64{s.Median, s.Low, s.High}
	if recorded {
		log := []drawings.Waits{w.RecordedWaits()} // as if it were one drawing
		started := drawings.Started(all, rows)
		mean := math.NaN()
		if len(drawings.Started(log, started)) == len(started) {
			mean = drawings.Means(log, started)[0]
		}
		values = append(values, mean)
	}
	cells := []string{strconv.Itoa(s.Jobs)}
	for _, v := range values {
		cells = append(cells, tables.Number(v, tables.Digits(values)))
	}
	return cells
}

// drawWaits simulates policy i in drawings 0 to n-1, so many at the same time, 0 for one a core.
func drawWaits(task *experiment.Task, i, n, parallel int, progress *progress) ([]drawings.Waits, error) {
	if parallel == 0 {
		parallel = runtime.GOMAXPROCS(0)
	}
	all, errs := make([]drawings.Waits, n), make([]error, n)
	var group errgroup.Group
	group.SetLimit(parallel)
	var mutex sync.Mutex // of done, and of what is printed
	done := 0
	for k := range n {
		group.Go(func() error {
			run, err := task.Drawing(k).Simulate(i, nil)
			if errs[k] = err; err == nil {
				all[k] = drawings.Of(run.Outcome)
			}
			mutex.Lock()
			defer mutex.Unlock()
			done++
			progress.drawings(task.Plan.Policies[i].Label, done, n)
			return nil
		})
	}
	group.Wait()
	return all, cmp.Or(errs...) // always the same one
}

// owners are what -by accepts.
var owners = []string{"account", "partition", "user"}

// jobGroup is jobs of which something is told together.
type jobGroup struct {
	name string
	rows []int32
}

// groupsBy are all jobs, then those of each account, partition (the one that the job asked for) or user, by number; by nothing all jobs alone.
func groupsBy(task *experiment.Task, by string) ([]jobGroup, error) {
	w := task.Workload
	all := jobGroup{"all jobs", make([]int32, len(w.Jobs))}
	for j := range all.rows {
		all.rows[j] = int32(j)
	}
	if by == "" {
		return []jobGroup{all}, nil
	}
	column := map[string][]int32{"account": w.Group, "partition": w.Partition, "user": w.User}[by]
	if column == nil {
		return nil, &usageError{fmt.Sprintf("drawings: -by %s: no %s is known of any job; without -by all jobs are told of together", by, by)}
	}
	rows := map[int32][]int32{}
	for j, number := range column {
		rows[number] = append(rows[number], int32(j))
	}
	names := map[int32]string{}
	if m, is := task.Plan.Points[task.Point].Machine().(engine.Partitioned); is && by == "partition" {
		for _, p := range m.PartitionList() {
			names[p.Number] = "partition " + p.Name
		}
	}
	groups := []jobGroup{all}
	for _, number := range slices.Sorted(maps.Keys(rows)) {
		name := cmp.Or(names[number], fmt.Sprintf("%s %d", by, number))
		if number < 0 {
			name = "unknown " + by
		}
		groups = append(groups, jobGroup{name, rows[number]})
	}
	return groups, nil
}
