package engine

// Refusal is why the machine could never run job j, which was refused, to be read after "the
// job is refused:". O(lanes).
func (o *Outcome) Refusal(j int32) string { return o.refusal(j, o.widestLane()) }

// EachRefusal goes through the refused jobs, in workload order, and says why they were; test
// runs that other rows continue are left out. O(jobs + lanes).
func (o *Outcome) EachRefusal(yield func(j int32, why string) bool) {
	widest := o.widestLane()
	for j, state := range o.State {
		if state == Refused && !o.Workload.Continued(int32(j)) && !yield(int32(j), o.refusal(int32(j), widest)) {
			return
		}
	}
}

// widestLane is how many processors the widest lane has, 0 if there are none.
func (o *Outcome) widestLane() int32 {
	widest := int32(0)
	for i := range o.Lanes {
		widest = max(widest, o.Lanes[i].Processors)
	}
	return widest
}

func (o *Outcome) refusal(j, widest int32) string {
	w, size := o.Workload, o.Workload.Jobs[j].Processors
	if len(o.Lanes) == 0 && size <= o.Processors {
		return "without a recorded wait"
	}
	if len(o.Lanes) == 0 || size > o.Processors && o.Lane == nil {
		return "wider than the machine"
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
	case kind == "computer":
		return "with licences that no computer wide enough may use"
	default:
		return "asking for more memory than any " + kind + " wide enough has"
	}
}
