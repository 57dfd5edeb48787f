package accounting

import "bytes"

// DependencyKind is what a job waits for.
type DependencyKind uint8

// The kinds of dependencies.
const (
	StartedDependency       DependencyKind = iota // that the other job has started
	EndedDependency                               // that it has ended
	CompletedDependency                           // that it has ended well
	FailedDependency                              // that it has ended otherwise
	CorrespondingDependency                       // that the task with the same number of the other array has ended well
	OtherDependency                               // something that is not simulated
	dependencyKinds
)

// Dependency is one on another job, or on all tasks of an array.
type Dependency struct {
	Kind  DependencyKind `json:"kind"`
	Job   int64          `json:"job"`
	Task  int32          `json:"task"`  // Unknown: the job, or all tasks
	Delay int32          `json:"delay"` // after the start, s
}

// mostDependencies is how many dependencies of a job are read.
const mostDependencies = 10_000

var dependencyKindOf = map[string]DependencyKind{"after": StartedDependency, "afterany": EndedDependency, "afterok": CompletedDependency, "afternotok": FailedDependency, "aftercorr": CorrespondingDependency}

// notSimulated are the dependencies of a job of which nothing is simulated. Nobody writes into them.
var notSimulated = []Dependency{{Kind: OtherDependency, Task: Unknown}}

// readDependencies reads "afterok:20:21,after:23+5,singleton", of which all are to be met; where any is enough, or a kind is not known, they are
// notSimulated. singleton says whether the job waits for all others of its name.
func readDependencies(text []byte) (list []Dependency, singleton bool) {
	if bytes.IndexByte(text, '?') >= 0 {
		return notSimulated, false
	}
	for len(text) > 0 {
		part, rest, _ := bytes.Cut(text, []byte(","))
		text = rest
		if string(part) == "singleton" {
			singleton = true
			continue
		}
		kind, jobs := EndedDependency, part
		if word, behind, ok := bytes.Cut(part, []byte(":")); len(word) > 0 && word[0] > '9' {
			known := false
			if kind, known = dependencyKindOf[string(bytes.ToLower(word))]; !known || !ok {
				return notSimulated, false
			}
			jobs = behind
		}
		for len(jobs) > 0 {
			job, behind, _ := bytes.Cut(jobs, []byte(":"))
			jobs = behind
			d, ok := readDependency(kind, job)
			if !ok || len(list) == mostDependencies {
				return notSimulated, false
			}
			list = append(list, d)
		}
	}
	return list, singleton
}

// readDependency reads 123, 123_4, 123_* and, of a start, 123+5, whose delay is in minutes.
func readDependency(kind DependencyKind, text []byte) (d Dependency, ok bool) {
	d = Dependency{Kind: kind, Task: Unknown}
	text, delay, delayed := bytes.Cut(text, []byte("+"))
	if delayed {
		minutes, ok := digits(delay)
		if !ok || kind != StartedDependency || minutes > maxLength/60 {
			return d, false
		}
		d.Delay = int32(60 * minutes)
	}
	job, task, ofArray := bytes.Cut(text, []byte("_"))
	if ofArray && string(task) != "*" {
		n, ok := digits(task)
		if !ok || n > maxTasks {
			return d, false
		}
		d.Task = int32(n)
	}
	d.Job, ok = digits(job)
	return d, ok && d.Job <= maxID
}
