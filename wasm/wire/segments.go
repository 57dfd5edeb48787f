package wire

import "backfill/engine"

// packSegments writes when and where jobs ran that could be interrupted.
func packSegments(p *packer, o *engine.Outcome) {
	var job, lane []int32
	var from, to []engine.Time
	var end []engine.SegmentEnd
	if o.Segments != nil {
		n := len(o.Segments)
		job, lane, end = make([]int32, n), make([]int32, n), make([]engine.SegmentEnd, n)
		from, to = make([]engine.Time, n), make([]engine.Time, n)
	}
	for i, s := range o.Segments {
		job[i], lane[i], from[i], to[i], end[i] = s.Job, s.Lane, s.From, s.To, s.End
	}
	pack(p, job)
	pack(p, lane)
	pack(p, from)
	pack(p, to)
	pack(p, end)
	pack(p, o.SegmentOrder)
	pack(p, o.Held)
	pack(p, o.Lost)
	pack(p, o.Plans)
	pack(p, o.Copies)
}

func unpackSegments(u *unpacker, o *engine.Outcome) {
	n := len(o.Start)
	job := unpack[int32](u)
	k := len(job)
	lane, from, to := column[int32](u, k), column[engine.Time](u, k), column[engine.Time](u, k)
	end := column[engine.SegmentEnd](u, k)
	o.SegmentOrder = unpack[int32](u)
	o.Held, o.Lost = optional[engine.Time](u, n), optional[engine.Time](u, n)
	o.Plans, o.Copies = unpack[engine.Time](u), unpack[int32](u)
	u.wants(len(o.Copies) <= engine.MaxLicences, "more licences than there can be")
	for _, copies := range o.Copies {
		u.wants(copies >= 0, "less than no copy of a licence")
	}
	for i, plan := range o.Plans {
		u.wants(plan >= 0 && (i == 0 || o.Plans[i-1] < plan), "plans out of order")
	}
	if job == nil {
		u.wants(o.SegmentOrder == nil && o.Held == nil && o.Lost == nil && o.Plans == nil && o.Copies == nil, "part of what jobs that can be interrupted have")
		return
	}
	u.wants(o.Held != nil && o.Lost != nil && o.Lane != nil, "segments without what belongs to them")
	u.wants(u.within(job, 0, n) && u.within(o.SegmentOrder, 0, k), "a segment of a job that there is not")
	if u.err != nil {
		return
	}
	o.Segments = make([]engine.Segment, k)
	ended := 0
	for i := range o.Segments {
		o.Segments[i] = engine.Segment{Job: job[i], Lane: lane[i], From: from[i], To: to[i], End: end[i]}
		if to[i] >= 0 {
			ended++
		}
		u.wants(from[i] >= 0 && (i == 0 || from[i-1] <= from[i]), "segments out of order")
		u.wants(end[i] <= engine.Checkpointed && (to[i] == -1) == (end[i] == engine.RunsOn) && (to[i] == -1 || to[i] >= from[i]), "a segment that ends as none can")
	}
	u.wants(len(o.SegmentOrder) == ended, "another number of ends of segments")
	for i, s := range o.SegmentOrder {
		u.wants(to[s] >= 0 && (i == 0 || to[o.SegmentOrder[i-1]] <= to[s]), "ends of segments out of order")
	}
}
