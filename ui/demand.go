package ui

import (
	"fmt"
	"slices"

	"backfill/ui/widget"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/engine/metrics/resources"
	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// What the page says and shows of nodes whose processes share resources.

// showsDemand says whether the timeline shows demand.
func (p *Page) showsDemand() bool { return p.demand && p.Shares() }

// ShowDemand shows what nodes are asked for instead of jobs, or jobs again.
func (p *Page) ShowDemand(demand bool) {
	p.demand, p.showing = demand, true
	p.stageScene()
}

// demandSteps is what it takes to show what nodes are asked for, if that is wanted.
func (p *Page) demandSteps(s *timeline.Scene, runs []*result.Run) []func() {
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
func (p *Page) markShadows() {
	if p.Timeline == nil {
		return
	}
	p.Timeline.ShadowsOf = p.Pinned
	for i, r := range p.Drawn {
		p.Timeline.Groups[i].Shadows = p.LossesOf(r).Shadows
	}
}

// lostWords says what the pinned job lost to sharing, and whether it was killed for that.
func (p *Page) lostWords(r *result.Run) string {
	o, j := r.Outcome, p.Pinned
	if o.Sharing == nil || o.End[j] < 0 {
		return ""
	}
	l := p.LossesOf(r)
	if l.Slowest < 0 {
		return "It lost no time to sharing: its nodes were never asked for more than they have."
	}
	run, ran, lost := o.Workload.Jobs[j].Run, o.End[j]-o.Start[j], phrase.Seconds(l.Lost/1000)
	why := explain.LaneName(o, l.Slowest) + ", which was asked for more than it has, cost it " + lost
	if others := explain.AlikeSlow(l); others > 0 {
		why += ", and so did " + phrase.Plural(int64(others), "other node")
	} else if slices.ContainsFunc(l.Shadows, func(s resources.Shadow) bool { return s.Lane != l.Slowest }) {
		why += ", and each other node less"
	}
	alone := phrase.Seconds(run.Seconds())
	switch {
	case o.State[j] != engine.Killed:
		return "It ran " + phrase.Seconds((ran - run).Seconds()) + " (" + phrase.Percent(float64(ran-run)/float64(run)) + ") longer than its run time: " + why + "."
	case run > ran:
		return "Sharing did not kill it, as it needed " + alone + " in any case: " + why + "."
	}
	return "Killed because of sharing: " + why + ". Without that it would have ended in time, after " + alone + "."
}

// demandLine is what a node is asked for where the timeline is pointed at.
func (p *Page) demandLine(r *result.Run, h timeline.Hit) string {
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

// mostShadows is how many shared shadows the inspector lists: a saved file has all.
const mostShadows = 24

// shadowBar unfolds the shared shadows of the pinned job.
func (p *Page) shadowBar() vugu.Builder {
	if !p.Inspecting() || !slices.ContainsFunc(p.Drawn, func(r *result.Run) bool { return len(p.LossesOf(r).Shadows) > 0 }) {
		return p.QuietBar("Shared shadows")
	}
	return p.QuietBar("Shared shadows", p.Folds("shadows", "Shared shadows"), widget.Button{Text: "Save CSV", Do: p.saveShadows})
}

// shadowRows are the shared shadows of the pinned job, those on the node on which it lost
// most first, and their sum there, if they are unfolded.
func (p *Page) shadowRows(r *result.Run) [][]string {
	l := p.LossesOf(r)
	if !p.Unfolded["shadows"] || len(l.Shadows) == 0 {
		return nil
	}
	o, clock := r.Outcome, p.Clock()
	demand := "Demand of " + explain.PerResource(o.Sharing, int64(o.Sharing.Bandwidth), int64(o.Sharing.Network)) + " MB/s"
	rows := [][]string{{"Node", "From", "To", demand, "Penalty", "Lost"}}
	add := func(s resources.Shadow) {
		rows = append(rows, []string{explain.LaneName(o, s.Lane), clock.Format(s.From), clock.Format(s.To),
			explain.PerResource(o.Sharing, s.Bandwidth, s.Network), timeline.Fraction(s.Penalty), phrase.Seconds(s.Lost / 1000)})
	}
	rest := 0
	for _, slowest := range []bool{true, false} {
		for _, s := range l.Shadows {
			if (s.Lane == l.Slowest) != slowest {
				continue
			}
			if len(rows) <= mostShadows {
				add(s)
			} else {
				rest++
			}
		}
		if slowest {
			if rest > 0 {
				rows = append(rows, []string{fmt.Sprintf("%d more", rest)})
			}
			rows, rest = append(rows, []string{"Sum on " + explain.LaneName(o, l.Slowest) + ": " + phrase.Seconds(l.Lost/1000)}), 0
		}
	}
	if rest > 0 {
		rows = append(rows, []string{fmt.Sprintf("%d more on its other nodes", rest)})
	}
	return rows
}

// shadowsCaption says how what is lost follows from a shared shadow.
func (p *Page) shadowsCaption(r *result.Run) string {
	if s := r.Outcome.Sharing; s != nil && s.Model == engine.FirstOrder {
		return "Lost: the part of the shadow in the run time that the job has alone, times the penalty. What it runs longer is not slowed down again."
	}
	return "In a shared shadow 1/(1 + penalty) of the work gets done; the rest of the time is lost, until the work on that node is done."
}

// saveShadows offers all shared shadows of the pinned job under every policy as CSV.
func (p *Page) saveShadows() {
	table := [][]string{{"policy", "job", "node", "from", "to", "bandwidth", "network", "penalty", "lost"}}
	for _, r := range p.Drawn {
		for _, s := range p.LossesOf(r).Shadows {
			table = append(table, []string{r.Label, fmt.Sprint(r.Outcome.Workload.JobNumber(p.Pinned)), explain.LaneName(r.Outcome, s.Lane), phrase.Number(s.From.Seconds()), phrase.Number(s.To.Seconds()),
				fmt.Sprint(s.Bandwidth), fmt.Sprint(s.Network), phrase.Number(s.Penalty), phrase.Number(s.Lost / 1000)})
		}
	}
	p.SaveCSV(p.FileName()+"-shadows.csv", phrase.CSV(table))
}
