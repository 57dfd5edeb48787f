package engine

// RecordedComings are when jobs came by what they depended on, in the log that recorded their waits, but not after they started: they can be
// told of one that depends on others if all have recorded waits. nil if no job depends on another one, so that each came at its Submit.
// O(jobs + dependencies).
func (w *Workload) RecordedComings() []Time {
	if w.Dependencies == nil || w.Wait == nil {
		return nil
	}
	start := func(j int32) Time { return w.Jobs[j].Submit + w.Wait[j] }
	came := make([]Time, len(w.Jobs))
	for j := range came {
		came[j] = w.Jobs[j].Submit
	}
	for _, d := range w.Dependencies {
		if w.Wait[d.On] < 0 || w.Wait[d.Job] < 0 {
			continue
		}
		met := start(d.On)
		if !d.Started {
			met += w.RecordedRun(d.On)
		}
		came[d.Job] = min(max(came[d.Job], met+d.Delay), start(d.Job))
	}
	return came
}

// RecordedWaits are how long the jobs waited in the log, from when they came by what they depended on; -1 if that is unknown. nil if no wait is known.
func (w *Workload) RecordedWaits() []Time {
	came := w.RecordedComings()
	if came == nil {
		return w.Wait
	}
	waits := make([]Time, len(w.Jobs))
	for j := range waits {
		if waits[j] = w.Wait[j]; waits[j] >= 0 {
			waits[j] -= came[j] - w.Jobs[j].Submit
		}
	}
	return waits
}
