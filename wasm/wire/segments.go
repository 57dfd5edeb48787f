package wire

import "backfill/engine"

// packSegments writes when and where jobs ran that could be interrupted.
func packSegments(p *packer, o *engine.Outcome) {
	packRows(p, o.Segments)
	pack(p, o.SegmentOrder)
	pack(p, o.Held)
	pack(p, o.Lost)
	pack(p, o.Plans)
	pack(p, o.Copies)
}

func unpackSegments(u *unpacker, o *engine.Outcome) {
	n := len(o.Start)
	o.Segments, o.SegmentOrder = unpackRows[engine.Segment](u), unpack[int32](u)
	o.Held, o.Lost = optional[engine.Time](u, n), optional[engine.Time](u, n)
	o.Plans, o.Copies = unpack[engine.Time](u), unpack[int32](u)
	u.wants(len(o.Copies) <= engine.MaxLicences, "more licences than there can be")
	for _, copies := range o.Copies {
		u.wants(copies >= 0, "less than no copy of a licence")
	}
	for i, plan := range o.Plans {
		u.wants(plan >= 0 && (i == 0 || o.Plans[i-1] < plan), "plans out of order")
	}
	if o.Segments == nil {
		u.wants(o.SegmentOrder == nil && o.Plans == nil && o.Copies == nil, "part of what jobs that can be interrupted have")
		u.wants((o.Held != nil) == (o.Stopped != nil) && (o.Lost != nil) == (o.Stopped != nil), "stopped runs without what belongs to them")
		return
	}
	u.wants(o.Stopped == nil, "stopped runs beside segments")
	u.wants(o.Held != nil && o.Lost != nil && o.Lane != nil, "segments without what belongs to them")
	ended := 0
	for i, s := range o.Segments {
		if s.To >= 0 {
			ended++
		}
		u.wants(isJob(s.Job, n), "a segment of a job that there is not")
		u.wants(s.From >= 0 && (i == 0 || o.Segments[i-1].From <= s.From), "segments out of order")
		u.wants(s.End <= engine.Checkpointed && (s.To == -1) == (s.End == engine.RunsOn) && (s.To == -1 || s.To >= s.From), "a segment that ends as none can")
	}
	u.wants(len(o.SegmentOrder) == ended, "another number of ends of segments")
	u.wants(u.within(o.SegmentOrder, 0, len(o.Segments)), "the end of a segment that there is not")
	if u.err != nil {
		return
	}
	last := engine.Time(0)
	for _, s := range o.SegmentOrder {
		to := o.Segments[s].To
		u.wants(to >= last, "ends of segments out of order")
		last = to
	}
}
