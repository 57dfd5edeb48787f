package schedules

import (
	"fmt"

	"backfill/engine"
	"backfill/engine/metrics/resources"
	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// ShowsDemand says whether the timeline shows demand.
func (s *Schedules) ShowsDemand() bool { return s.demand && s.Shares() }

// ShowDemand shows what nodes are asked for instead of jobs, or jobs again.
func (s *Schedules) ShowDemand(demand bool) {
	s.demand, s.showing = demand, true
	s.stage()
}

// demandSteps is what it takes to show what nodes are asked for, if that is wanted.
func (s *Schedules) demandSteps(scene *timeline.Scene, runs []*result.Run) []func() {
	if !s.demand {
		return nil
	}
	var steps []func()
	known := s.demands
	s.demands = map[*result.Run]*resources.Demand{} // those of earlier runs are not needed any more
	for _, r := range runs {
		if r.Outcome.Sharing == nil {
			continue
		}
		if d := known[r]; d != nil {
			s.demands[r] = d
			continue
		}
		f := resources.FollowDemand(r.Outcome)
		for range f.Parts() {
			steps = append(steps, f.Follow)
		}
		steps = append(steps, func() { s.demands[r] = f.Demand })
	}
	if len(steps) == 0 && len(s.demands) == 0 {
		return nil
	}
	return append(steps, func() {
		var demands []*resources.Demand
		for _, d := range s.demands {
			demands = append(demands, d)
		}
		scene.Loads = timeline.NewLoading(demands...)
		for i, r := range runs {
			if d := s.demands[r]; d != nil {
				scene.Groups[i].Heat = scene.Loads.Heat(d)
			}
		}
	})
}

// markShadows gives the timeline the shared shadows of the pinned job.
func (s *Schedules) markShadows() {
	if s.Timeline == nil {
		return
	}
	s.Timeline.ShadowsOf = s.Pinned
	for i, r := range s.Drawn {
		s.Timeline.Groups[i].Shadows = s.LossesOf(r).Shadows
	}
}

// demandLine is what a node is asked for where the timeline is pointed at.
func (s *Schedules) demandLine(r *result.Run, h timeline.Hit) string {
	o, d, clock := r.Outcome, s.Timeline.Groups[h.Group].Heat.Demand, s.Clock()
	lane := int32(h.Band)
	from, to := d.At[h.Step], d.Until(lane, h.Step)
	text := explain.LaneName(o, lane) + ", " + clock.Format(from)
	if to < engine.Never {
		text += " to " + clock.Format(to)
	}
	for _, shadow := range s.LossesOf(r).Shadows {
		if shadow.Lane == lane && shadow.From < to && shadow.To > from {
			text = fmt.Sprintf("job %d lost %s on %s", o.Workload.JobNumber(s.Pinned), phrase.Seconds(shadow.Lost/1000), text)
		}
	}
	text += ": demand " + explain.PerResource(o.Sharing, d.Bandwidth[h.Step], d.Network[h.Step]) + " of " +
		explain.PerResource(o.Sharing, int64(o.Sharing.Bandwidth), int64(o.Sharing.Network)) + " MB/s"
	if penalty := d.Penalty(h.Step); penalty > 0 {
		text += "; penalty " + timeline.Fraction(penalty)
	}
	if len(s.Drawn) == 1 {
		return text
	}
	return text + ", under " + r.Label
}
