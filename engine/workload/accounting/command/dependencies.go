package command

import (
	"bytes"
	"math"

	"backfill/engine/workload/accounting/scan"
)

// Kind is what a job waits for.
type Kind uint8

// The kinds of dependencies.
const (
	Started       Kind = iota // that the other job has started
	Ended                     // that it has ended
	Completed                 // that it has ended well
	Failed                    // that it has ended otherwise
	Corresponding             // that the task with the same number of the other array has ended well
	Other                     // something that is not simulated
	Kinds
)

// Dependency is one on another job, or on all tasks of an array.
type Dependency struct {
	Kind  Kind  `json:"kind"`
	Job   int64 `json:"job"`
	Task  int32 `json:"task"`  // -1: the job, or all tasks
	Delay int32 `json:"delay"` // after the start, s
}

const (
	maxJob    = 1e15          // largest number of a job
	mostTasks = 10_000_000    // of an array
	maxLength = math.MaxInt32 // of a time, s
)

// MostDependencies is how many dependencies of a job are read.
const MostDependencies = 10_000

var kindOf = map[string]Kind{"after": Started, "afterany": Ended, "afterok": Completed, "afternotok": Failed, "aftercorr": Corresponding}

// NotSimulated are the dependencies of a job of which nothing is simulated. Nobody writes into them.
var NotSimulated = []Dependency{{Kind: Other, Task: -1}}

// ReadDependencies reads "afterok:20:21,after:23+5,singleton", of which all are to be met; where any is enough, or a kind is not known, they are
// NotSimulated. singleton says whether the job waits for all others of its name.
func ReadDependencies(text []byte) (list []Dependency, singleton bool) {
	if bytes.IndexByte(text, '?') >= 0 {
		return NotSimulated, false
	}
	for len(text) > 0 {
		part, rest, _ := bytes.Cut(text, []byte(","))
		text = rest
		if string(part) == "singleton" {
			singleton = true
			continue
		}
		kind, jobs := Ended, part
		if word, behind, ok := bytes.Cut(part, []byte(":")); len(word) > 0 && word[0] > '9' {
			known := false
			if kind, known = kindOf[string(bytes.ToLower(word))]; !known || !ok {
				return NotSimulated, false
			}
			jobs = behind
		}
		for len(jobs) > 0 {
			job, behind, _ := bytes.Cut(jobs, []byte(":"))
			jobs = behind
			d, ok := readDependency(kind, job)
			if !ok || len(list) == MostDependencies {
				return NotSimulated, false
			}
			list = append(list, d)
		}
	}
	return list, singleton
}

// readDependency reads 123, 123_4, 123_* and, of a start, 123+5, whose delay is in minutes.
func readDependency(kind Kind, text []byte) (d Dependency, ok bool) {
	d = Dependency{Kind: kind, Task: -1}
	text, delay, delayed := bytes.Cut(text, []byte("+"))
	if delayed {
		minutes, ok := scan.Digits(delay)
		if !ok || kind != Started || minutes > maxLength/60 {
			return d, false
		}
		d.Delay = int32(60 * minutes)
	}
	job, task, ofArray := bytes.Cut(text, []byte("_"))
	if ofArray && string(task) != "*" {
		n, ok := scan.Digits(task)
		if !ok || n > mostTasks {
			return d, false
		}
		d.Task = int32(n)
	}
	d.Job, ok = scan.Digits(job)
	return d, ok && d.Job <= maxJob
}
