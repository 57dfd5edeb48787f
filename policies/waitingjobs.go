package policies

import (
	"math"

	"backfill/engine"
)

// waitingJobs are the waiting jobs of a simulation, by request and, where somebody asks for
// that, by size.
type waitingJobs struct {
	lines lines
	least []leastNeed
	sizes sizes

	// changed are lines whose head is another than when whoever wants to know looked last, some
	// of them several times; renewed says that all are.
	changed []int32
	renewed bool
}

// need is what a job takes.
type need struct {
	processors int32
	memory     int32 // MB
}

// leastNeed is what every job of a line takes at least of each, and what all request.
type leastNeed struct {
	need
	request engine.Time
}

// update takes in what has happened since the last call of the policy, with every job in
// a line of its own if apart.
func (w *waitingJobs) update(s *engine.State, apart bool) {
	if w.lines.byRequest == nil || s.Saw(engine.Change) {
		w.lines.clear(apart, len(s.Workload().Jobs))
		w.sizes.clear()
		w.renewed = true
		for j := s.First(); j != engine.NoJob; j = s.Next(j) {
			w.add(s, j)
		}
		return
	}
	for _, e := range s.Events() {
		if e.Kind == engine.Arrival {
			w.add(s, e.Job)
		}
	}
}

func (w *waitingJobs) add(s *engine.State, j int32) {
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
		w.sizes.add(j, job.Estimate, needs)
	}
}

// remove takes out job j, which starts.
func (w *waitingJobs) remove(s *engine.State, j int32) {
	request := s.Job(j).Estimate
	if l := &w.lines.jobs[j]; l.prev == engine.NoJob {
		w.changed = append(w.changed, l.line)
	}
	w.lines.remove(j, int64(request))
	if w.sizes.exist {
		w.sizes.remove(j, request, w.lines.jobs[j].need)
	}
}

// fits says whether one of the openings holds waiting job j.
func (w *waitingJobs) fits(s *engine.State, j int32, openings []engine.Opening) bool {
	return w.lines.jobs[j].need.within(openings, s.Job(j).Estimate)
}

// someMayFit is false only if no opening holds any job. O(lines there have been at once).
func (w *waitingJobs) someMayFit(openings []engine.Opening) bool {
	for line, j := range w.lines.heads {
		if l := &w.least[line]; j != engine.NoJob && l.within(openings, l.request) {
			return true
		}
	}
	return false
}

// firstWithin is the first job of a line that one of the openings holds, NoJob if there is none.
// O(jobs passed over).
func (w *waitingJobs) firstWithin(openings []engine.Opening, line int32) int32 {
	least := &w.least[line]
	most := need{}
	for i := range openings {
		if o := &openings[i]; least.request <= o.Length {
			most = need{max(most.processors, o.Processors), max(most.memory, o.Memory)}
		}
	}
	found := need{math.MaxInt32, math.MaxInt32}
	jobs := w.lines.jobs
	for j := w.lines.heads[line]; j != engine.NoJob; {
		x := &jobs[j]
		// Most are larger than all openings together, so that one comparison is enough.
		if (most.processors-x.need.processors)|(most.memory-x.need.memory) >= 0 && x.need.within(openings, least.request) {
			return j
		}
		found.processors, found.memory = min(found.processors, x.need.processors), min(found.memory, x.need.memory)
		j = x.next
	}
	least.need = found
	return engine.NoJob
}

// within says whether one of the openings holds a job with this need and request.
func (n need) within(openings []engine.Opening, request engine.Time) bool {
	for i := range openings {
		if openings[i].Holds(n.processors, n.memory, request) {
			return true
		}
	}
	return false
}
