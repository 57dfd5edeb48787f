package engine

import "backfill/engine/eventlist"

// Dependency has a job wait for another one before it is submitted: until it has started or ended. A job that never meets one of its
// dependencies never comes.
type Dependency struct {
	Job, On   int32
	Started   bool // On has started; else it has ended, or was refused or cancelled
	Completed bool // On has ended by itself: it was not killed, cancelled or refused
	Delay     Time // after that
}

// arrivals hands out jobs in the order of their submissions; jobs of one instant come in workload
// order. When one that depends on others is submitted is known once these have started or ended.
type arrivals struct {
	jobs     []Job     // of the run: the Submit of one that depends on others is -1 until it is known
	workload *Workload // as it was given
	next     int32     // the first job not handed out yet that depends on no other

	// Of each job, the dependencies on it in workload order, linked: first is a place in on, and next of that the following place. nil if
	// the workload has none.
	first   []int32
	on      []dependency
	depends []bool         // by job: on any other
	missing []int32        // by job: dependencies that are not met
	latest  []Time         // by job: when the last of those came that are met
	coming  eventlist.Heap // dependent jobs whose submission is known, by time and row
}

// dependency is one of the list of the job that it is on.
type dependency struct {
	Dependency
	next int32 // place of the following one; -1: none
}

// newArrivals hands out jobs, the table of w, and writes into it when jobs that depend on others are submitted.
func newArrivals(w *Workload, jobs []Job) arrivals {
	a := arrivals{jobs: jobs, workload: w}
	if w.After == nil && w.Dependencies == nil {
		return a
	}
	a.depends, a.missing, a.latest = make([]bool, len(jobs)), make([]int32, len(jobs)), make([]Time, len(jobs))
	for j, on := range w.After {
		if on != NoJob {
			d := Dependency{Job: int32(j), On: on}
			if w.Think != nil && w.Think[j] > 0 {
				d.Delay = w.Think[j]
			}
			a.on = append(a.on, dependency{Dependency: d})
		}
	}
	for _, d := range w.Dependencies {
		a.on = append(a.on, dependency{Dependency: d})
	}
	a.first = make([]int32, len(jobs))
	for j := range a.first {
		a.first[j] = -1
	}
	for i := len(a.on) - 1; i >= 0; i-- {
		d := &a.on[i]
		d.next, a.first[d.On] = a.first[d.On], int32(i)
		a.missing[d.Job]++
		a.depends[d.Job], a.jobs[d.Job].Submit = true, -1
	}
	a.pass()
	return a
}

// pass moves next on to a job that depends on no other.
func (a *arrivals) pass() {
	for int(a.next) < len(a.jobs) && a.depends[a.next] {
		a.next++
	}
}

// at is when the next job is submitted, as far as known; Never if none is left.
func (a *arrivals) at() Time {
	t := Never
	if int(a.next) < len(a.jobs) {
		t = a.jobs[a.next].Submit
	}
	if len(a.coming) > 0 {
		t = min(t, a.coming[0].At)
	}
	return t
}

// take hands out the next job. There must be one.
func (a *arrivals) take() int32 {
	if a.first != nil {
		return a.takeAny()
	}
	a.next++
	return a.next - 1
}

// takeAny is take for a workload with dependencies: jobs of one instant come in workload order.
func (a *arrivals) takeAny() int32 {
	j, now := a.next, a.at()
	plain := int(j) < len(a.jobs) && a.jobs[j].Submit == now
	if len(a.coming) > 0 && a.coming[0].At == now && !(plain && j < a.coming[0].Job) {
		return a.coming.Pop().Job
	}
	a.next++
	a.pass()
	return j
}

// started notes that job j has started, so that jobs that depend on that can be submitted. O(dependencies on j).
func (a *arrivals) started(j int32, now Time) {
	if a.first == nil {
		return
	}
	for i := a.first[j]; i >= 0; i = a.on[i].next {
		if d := &a.on[i]; d.Started {
			a.meet(&d.Dependency, now)
			d.Job = NoJob // should the job start again
		}
	}
}

// ended notes that job j has ended, was refused or cancelled, and whether it ended by itself, so that jobs that depend on that can be
// submitted. O(dependencies on j).
func (a *arrivals) ended(j int32, now Time, completed bool) {
	if a.first == nil {
		return
	}
	for i := a.first[j]; i >= 0; i = a.on[i].next {
		if d := &a.on[i].Dependency; !d.Started && (completed || !d.Completed) {
			a.meet(d, now)
		}
	}
}

// meet notes that a dependency is met, unless it was before.
func (a *arrivals) meet(d *Dependency, now Time) {
	if d.Job == NoJob {
		return
	}
	j := d.Job
	a.latest[j] = max(a.latest[j], now+d.Delay)
	if a.missing[j]--; a.missing[j] > 0 {
		return
	}
	at := a.latest[j]
	if follows := a.workload.After != nil && a.workload.After[j] != NoJob; !follows {
		at = max(at, a.workload.Jobs[j].Submit)
	}
	a.jobs[j].Submit = at
	a.coming.Push(eventlist.Entry{At: at, Seq: j, Job: j})
}

// never is how many jobs have dependencies that are not met.
func (a *arrivals) never() (n int) {
	for _, missing := range a.missing {
		if missing > 0 {
			n++
		}
	}
	return n
}

// taken says whether job j has been handed out by now. All arrivals of now have been taken.
func (a *arrivals) taken(j int32, now Time) bool {
	if a.first == nil {
		return j < a.next
	}
	return a.jobs[j].Submit >= 0 && a.jobs[j].Submit <= now
}
