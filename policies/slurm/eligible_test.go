package slurm

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"backfill/engine"
	"backfill/engine/machine/slurmrun"
	"backfill/policies/slurm/accounts"
)

// eligible follows which of the jobs that wait may start at all: those that are not held, whose time has come and whose dependencies are
// met, and no more tasks of an array than may run at once.
type eligible struct {
	*followed
	waits  []bool // submitted, and neither started nor ended
	runs   []bool
	held   []bool
	begins []int64       // unix seconds
	ended  []engine.Time // -1: not yet
	exit   []int
}

func newEligible(f *followed) *eligible {
	n := len(f.Jobs)
	e := &eligible{followed: f, waits: make([]bool, n), runs: make([]bool, n), held: make([]bool, n), begins: make([]int64, n), exit: make([]int, n)}
	for range n {
		e.ended = append(e.ended, -1)
	}
	return e
}

// happens follows a line.
func (e *eligible) happens(l *slurmrun.Event) {
	for _, j := range e.rows(l.Job) {
		switch l.Kind {
		case slurmrun.Submit:
			e.waits[j] = true
			e.held[j] = strings.Contains(e.Jobs[j].Options, "--hold")
			if m := regexp.MustCompile(`--begin=now\+(\d+)`).FindStringSubmatch(e.Jobs[j].Options); m != nil {
				seconds, _ := strconv.ParseInt(m[1], 10, 64)
				e.begins[j] = e.unix(l.At) + seconds
			}
		case slurmrun.MainStart, slurmrun.BackfillStart:
			e.waits[j], e.runs[j] = false, true
		case slurmrun.End, slurmrun.TimeLimit, slurmrun.Cancelled:
			if l.Kind == slurmrun.TimeLimit {
				e.exit[j] = 1
			}
			if e.ended[j] < 0 {
				e.ended[j] = l.At + e.completing()
			}
			e.waits[j], e.runs[j] = false, false
		case slurmrun.Exit:
			e.exit[j] = l.Count
		case slurmrun.Hold:
			e.held[j] = true
		case slurmrun.Release:
			e.held[j] = false
		}
	}
}

// admit has exactly those jobs wait that may start at an instant. The age of those that could not before counts from then on.
func (e *eligible) admit(at engine.Time) {
	e.changed() // nodes and partitions may be in another state, too
	for j := range e.Jobs {
		j := int32(j)
		if is := e.waits[j] && e.machine.CanEver(j) && e.is(j, at); is != e.pending[j] {
			e.waiting = slices.DeleteFunc(e.waiting, func(k int32) bool { return k == j })
			if e.pending[j] = is; is {
				e.waiting = append(e.waiting, j)
				if multi, is := e.ranks.(*accounts.Priorities); is && multi.Job(j).Accrue == engine.Never {
					multi.Job(j).Accrue = at
				}
			}
		}
	}
}

// met says whether a job is neither held nor depends on others, and its time has come.
func (e *eligible) met(j int32, at engine.Time) bool {
	if e.held[j] || e.unix(at) < e.begins[j] {
		return false
	}
	m := regexp.MustCompile(`--dependency=(\w+)(?::(\d+))?`).FindStringSubmatch(e.Jobs[j].Options)
	if m == nil {
		return true
	}
	if m[1] == "singleton" {
		for k := range j {
			if e.Jobs[k].Label == e.Jobs[j].Label && e.Jobs[k].User == e.Jobs[j].User && (e.waits[k] || e.runs[k]) {
				return false
			}
		}
		return true
	}
	for _, k := range e.rows(m[2]) {
		if e.ended[k] < 0 || e.ended[k] > at || m[1] == "afterok" && e.exit[k] != 0 || m[1] == "afternotok" && e.exit[k] == 0 {
			return false
		}
	}
	return true
}

// is says whether a job that waits may start.
func (e *eligible) is(j int32, at engine.Time) bool { return e.met(j, at) && e.tasksLeft(j) > 0 }

// tasksLeft is how many further tasks of the array of a job may run beside those that run.
func (e *eligible) tasksLeft(j int32) int {
	array, _, is := strings.Cut(e.Jobs[j].Name, "_")
	m := regexp.MustCompile(`-a\S+%(\d+)`).FindStringSubmatch(e.Jobs[j].Options)
	if !is || m == nil {
		return 1
	}
	most, _ := strconv.Atoi(m[1])
	for _, k := range e.rows(array) {
		if e.runs[k] {
			most--
		}
	}
	return most
}

// starts notes that a pass has started some jobs, the last one just now. No more tasks of its array start in the pass than may run at once.
// All others that wait, too, are promised something.
func (e *eligible) starts(list []int32) {
	array, _, is := strings.Cut(e.Jobs[list[len(list)-1]].Name, "_")
	if !is {
		return
	}
	tasks := e.rows(array)
	left := e.tasksLeft(tasks[0])
	if !strings.Contains(e.Jobs[tasks[0]].Options, "%") {
		return
	}
	for _, j := range list {
		if slices.Contains(tasks, j) {
			left--
		}
	}
	for _, j := range tasks {
		if left <= 0 {
			e.pending[j] = false
		}
	}
}
