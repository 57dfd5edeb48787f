package engine

import "backfill/engine/eventlist"

// arrivals hands out jobs in the order of their submissions; jobs of one instant come in workload
// order. When a follower is submitted is known once the job that it follows has ended.
type arrivals struct {
	jobs     []Job     // of the run: a follower's Submit is -1 until it is known
	workload *Workload // as it was given
	next     int32     // the first job not handed out yet that follows no other

	// first and sibling link the followers of each job in workload order; nil if the workload has
	// none.
	first, sibling []int32
	coming         eventlist.Heap // followers whose submission is known, by time and row
}

// newArrivals hands out jobs, the table of w, and writes into it when followers are submitted.
func newArrivals(w *Workload, jobs []Job) arrivals {
	a := arrivals{jobs: jobs, workload: w}
	if w.After == nil {
		return a
	}
	n := len(w.Jobs)
	a.first, a.sibling = make([]int32, n), make([]int32, n)
	for j := range a.first {
		a.first[j] = NoJob
	}
	for j := int32(n) - 1; j >= 0; j-- {
		if after := w.After[j]; after != NoJob {
			a.sibling[j], a.first[after] = a.first[after], j
			a.jobs[j].Submit = -1
		}
	}
	a.pass()
	return a
}

// pass moves next on to a job that follows no other.
func (a *arrivals) pass() {
	for int(a.next) < len(a.jobs) && a.workload.After[a.next] != NoJob {
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

// takeAny is take for a workload with followers: jobs of one instant come in workload order.
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

// ended notes that job j has left the machine or was refused, so that its followers
// can be submitted. O(followers of j).
func (a *arrivals) ended(j int32, now Time) {
	if a.first == nil {
		return
	}
	for f := a.first[j]; f != NoJob; f = a.sibling[f] {
		at := now
		if think := a.workload.Think; think != nil && think[f] > 0 {
			at += think[f]
		}
		a.jobs[f].Submit = at
		a.coming.Push(eventlist.Entry{At: at, Seq: f, Job: f})
	}
}

// taken says whether job j has been handed out by now. All arrivals of now have been taken.
func (a *arrivals) taken(j int32, now Time) bool {
	if a.first == nil {
		return j < a.next
	}
	return a.jobs[j].Submit >= 0 && a.jobs[j].Submit <= now
}
