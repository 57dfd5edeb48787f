package slurm

import (
	"slices"

	"backfill/engine"
	"backfill/engine/machine/partitions"
)

// arrays are the job arrays of a workload. Those of the tasks of one that wait are one record of the queue, of the first of them.
type arrays struct {
	of    []int32 // by job: a place in list; -1: it is no task
	list  []array
	first []int32 // by array: the first task that may start, when the queue is made
}

// array is one of them, or those of its tasks that have room in the same places, if somebody has changed single ones.
type array struct {
	tasks   []int32 // jobs, ascending
	most    int32   // of them run at once; 0: any number
	running int32
}

func newArrays(w *engine.Workload, m *partitions.Machine) *arrays {
	a := &arrays{}
	if w.Array == nil {
		return a
	}
	type key struct{ number, class int32 }
	places := map[key]int32{}
	for j, number := range w.Array {
		if number < 0 {
			a.of = append(a.of, -1)
			continue
		}
		k := key{number, m.Class(int32(j))}
		at, known := places[k]
		if !known {
			at = int32(len(a.list))
			places[k] = at
			a.list = append(a.list, array{most: w.DemandOf(int32(j)).MostTasks})
		}
		a.of = append(a.of, at)
		a.list[at].tasks = append(a.list[at].tasks, int32(j))
	}
	a.first = make([]int32, len(a.list))
	return a
}

// arrayOf is the array of which job j is a task, nil if it is none.
func (a *arrays) arrayOf(j int32) *array {
	if a.of == nil || a.of[j] < 0 {
		return nil
	}
	return &a.list[a.of[j]]
}

// runs counts job j as a running task or, with sign -1, as one no longer.
func (a *arrays) runs(j, sign int32) {
	if of := a.arrayOf(j); of != nil {
		of.running += sign
	}
}

// full says whether as many tasks of the array of job j run as may at once.
func (a *arrays) full(j int32) bool {
	of := a.arrayOf(j)
	return of != nil && of.most > 0 && of.running >= of.most
}

// nextTask makes a record that of the next task of its array that waits and may start, and says whether there is one.
func (c *controller) nextTask(r *record) bool {
	of := c.arrays.arrayOf(r.job)
	if of == nil || c.arrays.full(r.job) {
		return false
	}
	at, _ := slices.BinarySearch(of.tasks, r.job)
	for _, j := range of.tasks[at+1:] {
		if c.pending[j] && c.mayStart(j) {
			r.job = j
			return true
		}
	}
	return false
}
