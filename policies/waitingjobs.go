package policies

import "backfill/engine"

// waitingJobs are the waiting jobs of a simulation, by request and by size.
type waitingJobs struct {
	lines lines
	sizes sizes

	// changed are lines whose head is another than when whoever wants to know looked last, some
	// of them several times; renewed says that all are.
	changed []int32
	renewed bool
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
	w.lines.add(j, int64(job.Estimate))
	if l := w.lines.jobs[j]; l.prev == engine.NoJob {
		w.changed = append(w.changed, l.line)
	}
	w.sizes.add(j, job, s.Workload().MemoryNeed(j))
}

// remove takes out job j, which starts.
func (w *waitingJobs) remove(s *engine.State, j int32) {
	job := s.Job(j)
	if l := w.lines.jobs[j]; l.prev == engine.NoJob {
		w.changed = append(w.changed, l.line)
	}
	w.lines.remove(j, int64(job.Estimate))
	w.sizes.remove(j, job, s.Workload().MemoryNeed(j))
}
