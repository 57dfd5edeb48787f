package ui

import "backfill/engine"

// refusal is why the machine can never run job j, to be read after "the job is refused:".
func refusal(o *engine.Outcome, j int32) string {
	w, size := o.Workload, o.Workload.Jobs[j].Processors
	if len(o.Lanes) == 0 || size > o.Processors && o.Lane == nil {
		return "wider than the machine"
	}
	widest := int32(0)
	for _, lane := range o.Lanes {
		widest = max(widest, lane.Processors)
	}
	switch kind := o.Lanes[0].Kind; {
	case kind == "node": // several serve one job
		return "asking for more memory than nodes have for its processes"
	case w.Components != nil && w.Components[j] != nil:
		components := w.Components[j]
		switch {
		case components[0] > widest:
			return "with a component wider than any " + kind
		case len(components) > len(o.Lanes):
			return "with more components than " + kind + "s"
		}
		return "with components for which too few " + kind + "s are wide enough"
	case size > widest:
		return "wider than any " + kind
	default:
		return "asking for more memory than any " + kind + " wide enough has"
	}
}

// refusals says how many jobs of the results never ran because the machine can never run
// them, and why; "" if none.
func (p *Page) refusals() string {
	runs, _ := p.runs()
	if len(runs) == 0 {
		return ""
	}
	var clauses []string
	same := true
	first := runs[0].Metrics.Value("refused")
	for _, r := range runs {
		n := r.Metrics.Value("refused")
		same = same && n == first
		if n > 0 {
			clauses = append(clauses, plural(int64(n), "job")+" under "+r.Label)
		}
	}
	w := p.workload()
	all := plural(int64(len(w.Jobs)-testRuns(w)), "job")
	switch {
	case len(clauses) == 0:
		return ""
	case same && first == 1:
		return "1 of " + all + " is refused: " + refusedFor(runs[:1]) + "."
	case same:
		return grouped(int64(first)) + " of " + all + " are refused: " + refusedFor(runs[:1]) + "."
	}
	return "Refused as " + refusedFor(runs) + ": " + list(clauses) + "."
}

// refusedFor lists the reasons for which jobs are refused, with how many there are in a
// single run if they differ.
func refusedFor(runs []*Run) string {
	var reasons []string
	jobs := map[string]int64{}
	for _, r := range runs {
		for j, state := range r.Outcome.State {
			if state != engine.Refused || r.Outcome.Workload.Continued(int32(j)) {
				continue
			}
			why := refusal(r.Outcome, int32(j))
			if jobs[why]++; jobs[why] == 1 {
				reasons = append(reasons, why)
			}
		}
	}
	for i, why := range reasons {
		if len(runs) == 1 && len(reasons) > 1 {
			reasons[i] = grouped(jobs[why]) + " " + why
		}
	}
	return list(reasons)
}
