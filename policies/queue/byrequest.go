package queue

import (
	"math"

	"backfill/engine"
	"backfill/engine/profile"
)

// ByRequest are the waiting jobs of a simulation: those of equal request in a line, in the
// order of arrival, and all of them by size once a policy has asked for that.
//
// In an order in which nothing but wait and request counts, and that never falls with the
// wait, the job that goes first is the head of a line.
type ByRequest struct {
	lines lines
	least []leastNeed // by line
	sizes sizes

	changed []int32 // lines: see Changes
	renewed bool
}

// leastNeed is what every job of a line takes at least of each, and what all request.
type leastNeed struct {
	need
	request engine.Time
}

// Update takes in what has happened since the last call of the policy, with every job in
// a line of its own if apart.
func (w *ByRequest) Update(s *engine.State, apart bool) {
	if changed := s.Saw(engine.Change); changed || w.lines.byRequest == nil {
		w.lines.clear(apart, len(s.Workload().Jobs))
		w.sizes.clear()
		w.changed, w.renewed = w.changed[:0], true // there may be fewer lines now
		if changed {
			for j := s.First(); j != engine.NoJob; j = s.Next(j) {
				w.add(s, j)
			}
			return
		}
	}
	// In the first call, too, jobs are taken in the order of arrival, in which the queue of a machine with tiers is not.
	for _, e := range s.Events() {
		if e.Kind == engine.Arrival {
			w.add(s, e.Job)
		}
	}
}

func (w *ByRequest) add(s *engine.State, j int32) {
	job := s.Job(j)
	needs := need{job.Processors, s.Workload().MemoryNeed(j)}
	w.lines.add(j, int64(job.Estimate))
	w.lines.jobs[j].need = needs
	line := w.lines.jobs[j].line
	if int(line) == len(w.least) {
		w.least = append(w.least, leastNeed{})
	}
	if w.lines.jobs[j].prev == engine.NoJob {
		w.changed = append(w.changed, line)
		w.least[line] = leastNeed{needs, job.Estimate}
	} else {
		least := &w.least[line]
		least.processors, least.memory = min(least.processors, needs.processors), min(least.memory, needs.memory)
	}
	if w.sizes.exist {
		w.sizes.add(j, w.lines.jobs[j].place, job.Estimate, needs)
	}
}

// Remove takes out job j, which starts.
func (w *ByRequest) Remove(s *engine.State, j int32) {
	request := s.Job(j).Estimate
	if l := &w.lines.jobs[j]; l.prev == engine.NoJob {
		w.changed = append(w.changed, l.line)
	}
	w.lines.remove(j, int64(request))
	if w.sizes.exist {
		w.sizes.remove(w.lines.jobs[j].place, request, w.lines.jobs[j].need)
	}
}

// Changes lists the lines whose head has changed since the last call of Changes, some of them several times;
// with all, every line counts as changed. The list is good until a job comes or leaves.
func (w *ByRequest) Changes() (lines []int32, all bool) {
	lines, all = w.changed, w.renewed
	w.changed, w.renewed = w.changed[:0], false
	return lines, all
}

// Heads are the jobs that arrived first of each line, NoJob where a line has none.
func (w *ByRequest) Heads() []int32 { return w.lines.heads }

// Lines is the number of lines that have jobs.
func (w *ByRequest) Lines() int { return w.lines.count() }

// Next is the job behind job j in its line, NoJob if there is none.
func (w *ByRequest) Next(j int32) int32 { return w.lines.jobs[j].next }

// Place is the place of job j in the order of arrival.
func (w *ByRequest) Place(j int32) int32 { return w.lines.jobs[j].place }

// Fits says whether one of the holes holds waiting job j.
func (w *ByRequest) Fits(s *engine.State, j int32, holes []profile.Hole) bool {
	return w.lines.jobs[j].need.within(holes, s.Job(j).Estimate)
}

// MayFit is false only if no hole holds a job of the line.
func (w *ByRequest) MayFit(holes []profile.Hole, line int32) bool {
	least := &w.least[line]
	return least.within(holes, least.request)
}

// SomeMayFit is false only if no hole holds any job. O(lines there have been at once).
func (w *ByRequest) SomeMayFit(holes []profile.Hole) bool {
	for line, j := range w.lines.heads {
		if j != engine.NoJob && w.MayFit(holes, int32(line)) {
			return true
		}
	}
	return false
}

// Fitting fills found with jobs that one of the holes holds and returns how many there are,
// more than its length if not all have found a place. O(sizes + jobs that are found), beside
// those of the same magnitude whose memory is wanting.
func (w *ByRequest) Fitting(s *engine.State, holes []profile.Hole, found []int32) int {
	if !w.sizes.exist {
		w.sizes.fill(s, &w.lines)
	}
	return w.sizes.within(holes, found)
}

// FirstFitting is the first job of a line that one of the holes holds, NoJob if there is none.
// O(jobs passed over).
func (w *ByRequest) FirstFitting(holes []profile.Hole, line int32) int32 {
	least := &w.least[line]
	most := need{}
	for i := range holes {
		if o := &holes[i]; least.request <= o.Length {
			most = need{max(most.processors, o.Processors), max(most.memory, o.Memory)}
		}
	}
	found := need{math.MaxInt32, math.MaxInt32}
	jobs := w.lines.jobs
	for j := w.lines.heads[line]; j != engine.NoJob; {
		x := &jobs[j]
		// Most are larger than all holes together, so that one comparison is enough.
		if (most.processors-x.need.processors)|(most.memory-x.need.memory) >= 0 && x.need.within(holes, least.request) {
			return j
		}
		found.processors, found.memory = min(found.processors, x.need.processors), min(found.memory, x.need.memory)
		j = x.next
	}
	least.need = found
	return engine.NoJob
}
