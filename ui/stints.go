package ui

import (
	"math"
	"strconv"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// stintLine says which stint is pointed at, of a job with several: "; here stint 2 of 3, on computer
// 12 (589 MIPS), from 10 s to 20 s: ended".
func (p *Page) stintLine(r *result.Run, h timeline.Hit) string {
	o, placement := r.Outcome, r.Layout.Placement
	if h.Piece < 0 || int(h.Piece) >= len(placement.Job) || placement.Job[h.Piece] != h.Job {
		return ""
	}
	stints, clock := explain.StintsOf(o, h.Job), p.clock()
	if len(stints) < 2 {
		return ""
	}
	for k, i := range stints {
		if stint := &o.Stints[i]; stint.From == placement.Start(h.Piece) && stint.To != stint.From {
			text := "; here stint " + strconv.Itoa(k+1) + " of " + strconv.Itoa(len(stints)) + ", on " + explain.LaneName(o, stint.Lane) + explain.SpeedWords(o, stint.Lane) +
				", from " + clock.Format(stint.From)
			if stint.To >= 0 {
				text += " to " + clock.Format(stint.To)
			}
			return text + ": " + explain.StintEnd(o, i, timeline.StintMarks(o))
		}
	}
	return ""
}

// farmColumns are the columns of the job table that tell of deadlines and interruptions, as far as
// there are such; at formats instants.
func farmColumns(o *engine.Outcome, at func(engine.Time) string) []Column {
	var columns []Column
	if w := o.Workload; timeline.HasDeadlines(w) {
		margin := func(j int32) int64 { // those without one last
			if w.DeadlineOf(j) == engine.Never || o.End[j] < 0 {
				return math.MinInt64
			}
			return int64(o.End[j] - w.DeadlineOf(j))
		}
		columns = append(columns,
			Column{"deadline", "Deadline", func(j int32) int64 { return int64(w.DeadlineOf(j)) }, func(j int32) string { return at(w.Deadline[j]) }},
			Column{"late", "Late", margin, func(j int32) string {
				if text := timeline.MarginWords(o, j, ""); text != "" {
					return text
				}
				return "–"
			}})
	}
	if o.Stints != nil {
		interrupted := make([]int32, len(o.Start))
		for i := range o.Stints {
			if o.Stints[i].End > engine.Ended {
				interrupted[o.Stints[i].Job]++
			}
		}
		columns = append(columns, Column{"interrupted", "Interrupted", func(j int32) int64 { return int64(interrupted[j]) },
			func(j int32) string { return strconv.Itoa(int(interrupted[j])) }})
	}
	return columns
}
