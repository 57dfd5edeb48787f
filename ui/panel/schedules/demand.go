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

// What the page says and shows of nodes whose processes share resources.

// ShowsDemand says whether the timeline shows demand.
func (p *Schedules) ShowsDemand() bool { return p.demand && p.Shares() }

// ShowDemand shows what nodes are asked for instead of jobs, or jobs again.
func (p *Schedules) ShowDemand(demand bool) {
	p.demand, p.showing = demand, true
	p.stageScene()
}

// demandSteps is what it takes to show what nodes are asked for, if that is wanted.
func (p *Schedules) demandSteps(s *timeline.Scene, runs []*result.Run) []func() {
	if !p.demand {
		return nil
	}
	var steps []func()
	known := p.demands
	p.demands = map[*result.Run]*resources.Demand{} // those of earlier runs are not needed any more
	for _, r := range runs {
		if r.Outcome.Sharing == nil {
			continue
		}
		if d := known[r]; d != nil {
			p.demands[r] = d
			continue
		}
		f := resources.FollowDemand(r.Outcome)
		for range f.Parts() {
			steps = append(steps, f.Follow)
		}
		steps = append(steps, func() { p.demands[r] = f.Demand })
	}
	if len(steps) == 0 && len(p.demands) == 0 {
		return nil
	}
	return append(steps, func() {
		var demands []*resources.Demand
		for _, d := range p.demands {
			demands = append(demands, d)
		}
		s.Loads = timeline.NewLoading(demands...)
		for i, r := range runs {
			if d := p.demands[r]; d != nil {
				s.Groups[i].Heat = s.Loads.Heat(d)
			}
		}
	})
}

// markShadows gives the timeline the shared shadows of the pinned job.
func (p *Schedules) markShadows() {
	if p.Timeline == nil {
		return
	}
	p.Timeline.ShadowsOf = p.Pinned
	for i, r := range p.Drawn {
		p.Timeline.Groups[i].Shadows = p.LossesOf(r).Shadows
	}
}

// demandLine is what a node is asked for where the timeline is pointed at.
func (p *Schedules) demandLine(r *result.Run, h timeline.Hit) string {
	o, d, clock := r.Outcome, p.Timeline.Groups[h.Group].Heat.Demand, p.Clock()
	lane := int32(h.Band)
	from, to := d.At[h.Step], d.Until(lane, h.Step)
	text := explain.LaneName(o, lane) + ", " + clock.Format(from)
	if to < engine.Never {
		text += " to " + clock.Format(to)
	}
	for _, s := range p.LossesOf(r).Shadows {
		if s.Lane == lane && s.From < to && s.To > from {
			text = fmt.Sprintf("job %d lost %s on %s", o.Workload.JobNumber(p.Pinned), phrase.Seconds(s.Lost/1000), text)
		}
	}
	text += ": demand " + explain.PerResource(o.Sharing, d.Bandwidth[h.Step], d.Network[h.Step]) + " of " +
		explain.PerResource(o.Sharing, int64(o.Sharing.Bandwidth), int64(o.Sharing.Network)) + " MB/s"
	if penalty := d.Penalty(h.Step); penalty > 0 {
		text += "; penalty " + timeline.Fraction(penalty)
	}
	if len(p.Drawn) == 1 {
		return text
	}
	return text + ", under " + r.Label
}
