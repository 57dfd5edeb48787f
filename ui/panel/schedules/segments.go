package schedules

import (
	"strconv"

	"backfill/ui/explain"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// segmentLine says which segment is pointed at, of a job with several: "; here segment 2 of 3, on computer
// 12 (589 MIPS), from 10 s to 20 s: ended".
func (s *Schedules) segmentLine(r *result.Run, h timeline.Hit) string {
	o, placement := r.Outcome, r.Layout.Placement
	if h.Piece < 0 || int(h.Piece) >= len(placement.Job) || placement.Job[h.Piece] != h.Job {
		return ""
	}
	segments, clock := explain.SegmentsOf(o, h.Job), s.Clock()
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
