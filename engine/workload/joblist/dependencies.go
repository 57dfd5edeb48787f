package joblist

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/param"
)

// dependencyColumns say for which jobs a job waits before it is submitted, in the order in which they are read.
var dependencyColumns = []struct {
	name string
	is   engine.Dependency
}{{"after", engine.Dependency{}}, {"afterSuccess", engine.Dependency{Completed: true}}, {"afterStart", engine.Dependency{Started: true}}}

// addDependencies reads for which jobs each waits; rows maps job numbers to rows. Jobs that wait for each other in a circle are refused. O(n + dependencies).
func addDependencies(w *engine.Workload, list []param.Values, rows map[int64]int) error {
	for i, row := range list {
		delay := engine.Time(0)
		if row.Has("delay") {
			delay = engine.FromSeconds(row.Float("delay"))
		}
		from := len(w.Dependencies)
		for _, column := range dependencyColumns {
			if !row.Has(column.name) {
				continue
			}
			for k, number := range row.Ints(column.name) {
				refuse := func(reason string) error {
					return &param.Error{Path: fmt.Sprintf("/jobs/%d/%s/%d", i, column.name, k), Value: strconv.FormatInt(number, 10), Reason: reason}
				}
				on, known := rows[number]
				switch {
				case !known:
					return refuse("no job has this number; the number of a job in the list is accepted")
				case on == i:
					return refuse("the job itself; the number of another job in the list is accepted")
				}
				d := column.is
				d.Job, d.On, d.Delay = int32(i), int32(on), delay
				if slices.Contains(w.Dependencies[from:], d) {
					return refuse("listed before; each job is accepted once")
				}
				w.Dependencies = append(w.Dependencies, d)
			}
		}
		if row.Has("delay") && len(w.Dependencies) == from {
			return &param.Error{Path: fmt.Sprintf("/jobs/%d/delay", i), Value: param.Format(row["delay"]), Reason: "the job waits for no other one; it is accepted beside after, afterSuccess or afterStart"}
		}
	}
	if circle := circleOf(w); circle != nil {
		var numbers []string
		for _, j := range circle {
			numbers = append(numbers, strconv.FormatInt(w.Number[j], 10))
		}
		column, value := columnOn(list[circle[0]], w.Number[circle[1%len(circle)]])
		return &param.Error{Path: fmt.Sprintf("/jobs/%d/%s", circle[0], column), Value: value,
			Reason: "jobs that wait for each other in a circle never come: " + strings.Join(numbers, " for ") + " for " + numbers[0] + "; jobs without a circle are accepted"}
	}
	return nil
}

// columnOn is the first column of a row that has the number of a job, and what stands there.
func columnOn(row param.Values, number int64) (name, value string) {
	for _, column := range dependencyColumns {
		if row.Has(column.name) && slices.Contains(row.Ints(column.name), number) {
			return column.name, param.Format(row[column.name])
		}
	}
	return dependencyColumns[0].name, ""
}

// circleOf are jobs of which each waits for the next one, and the last one for the first; nil if there are none. The first one is the first of them in the list.
func circleOf(w *engine.Workload) []int32 {
	waits := make([][]int32, len(w.Jobs)) // by job: for whom
	for _, d := range w.Dependencies {
		waits[d.Job] = append(waits[d.Job], d.On)
	}
	const unseen, open, done = 0, 1, 2
	state := make([]int8, len(w.Jobs))
	for j := range int32(len(w.Jobs)) {
		path := []int32{j}
		next := []int{0} // by place in path: which of those it waits for is looked at next
		for len(path) > 0 {
			last := len(path) - 1
			at := path[last]
			if state[at] == done || next[last] == len(waits[at]) {
				state[at] = done
				path, next = path[:last], next[:last]
				continue
			}
			state[at] = open
			on := waits[at][next[last]]
			next[last]++
			switch state[on] {
			case open:
				circle := path[slices.Index(path, on):]
				least := slices.Index(circle, slices.Min(circle))
				return append(slices.Clone(circle[least:]), circle[:least]...)
			case unseen:
				path, next = append(path, on), append(next, 0)
			}
		}
	}
	return nil
}
