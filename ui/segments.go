package ui

import (
	"math"
	"strconv"

	"backfill/ui/widget"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// segmentLine says which segment is pointed at, of a job with several: "; here segment 2 of 3, on computer
// 12 (589 MIPS), from 10 s to 20 s: ended".
func (p *Page) segmentLine(r *result.Run, h timeline.Hit) string {
	o, placement := r.Outcome, r.Layout.Placement
	if h.Piece < 0 || int(h.Piece) >= len(placement.Job) || placement.Job[h.Piece] != h.Job {
		return ""
	}
	segments, clock := explain.SegmentsOf(o, h.Job), p.Clock()
	if len(segments) < 2 {
		return ""
	}
	for k, i := range segments {
		if segment := &o.Segments[i]; segment.From == placement.Start(h.Piece) && segment.To != segment.From {
			text := "; here segment " + strconv.Itoa(k+1) + " of " + strconv.Itoa(len(segments)) + ", on " + explain.LaneName(o, segment.Lane) + explain.SpeedWords(o, segment.Lane) +
				", from " + clock.Format(segment.From)
			if segment.To >= 0 {
				text += " to " + clock.Format(segment.To)
			}
			return text + ": " + explain.SegmentEnd(o, i, timeline.SegmentMarks(o))
		}
	}
	return ""
}

// farmColumns are the columns of the job table that tell of deadlines and interruptions, as far as
// there are such; at formats instants.
func farmColumns(o *engine.Outcome, at func(engine.Time) string) []widget.Column {
	var columns []widget.Column
	if w := o.Workload; timeline.HasDeadlines(w) {
		margin := func(j int32) int64 { // those without one last
			if w.DeadlineOf(j) == engine.Never || o.End[j] < 0 {
				return math.MinInt64
			}
			return int64(o.End[j] - w.DeadlineOf(j))
		}
		columns = append(columns,
			widget.NewColumn("deadline", "Deadline", func(j int32) int64 { return int64(w.DeadlineOf(j)) }, func(j int32) string { return at(w.Deadline[j]) }),
			widget.NewColumn("late", "Late", margin, func(j int32) string {
				if text := timeline.MarginWords(o, j, ""); text != "" {
					return text
				}
				return "–"
			}))
	}
	if o.Segments != nil {
		interrupted := make([]int32, len(o.Start))
		for i := range o.Segments {
			if o.Segments[i].End > engine.Ended {
				interrupted[o.Segments[i].Job]++
			}
		}
		columns = append(columns, widget.NewColumn("interrupted", "Interrupted", func(j int32) int64 { return int64(interrupted[j]) },
			func(j int32) string { return strconv.Itoa(int(interrupted[j])) }))
	}
	return columns
}
