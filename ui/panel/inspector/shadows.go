package inspector

import (
	"fmt"
	"slices"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/engine/metrics/resources"
	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/timeline"
	"backfill/ui/widget"
)

// lostWords says what the pinned job lost to sharing, and whether it was killed for that.
func (n *Inspector) lostWords(r *result.Run) string {
	o, j := r.Outcome, n.Pinned
	if o.Sharing == nil || o.End[j] < 0 {
		return ""
	}
	l := n.LossesOf(r)
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

// mostShadows is how many shared shadows the inspector lists: a saved file has all.
const mostShadows = 24

// shadowsBar unfolds the shared shadows of the pinned job.
func (n *Inspector) shadowsBar() vugu.Builder {
	if !n.Inspecting() || !slices.ContainsFunc(n.Drawn, func(r *result.Run) bool { return len(n.LossesOf(r).Shadows) > 0 }) {
		return n.QuietBar("Shared shadows")
	}
	return n.QuietBar("Shared shadows", n.Folds("shadows", "Shared shadows"), widget.Button{Text: "Save CSV", Name: "Save CSV: shared shadows", Do: n.SaveShadows})
}

// shadowRows are the shared shadows of the pinned job, those on the node on which it lost
// most first, and their sum there, if they are unfolded.
func (n *Inspector) shadowRows(r *result.Run) [][]string {
	l := n.LossesOf(r)
	if !n.Unfolded["shadows"] || len(l.Shadows) == 0 {
		return nil
	}
	o, clock := r.Outcome, n.Clock()
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
func (n *Inspector) shadowsCaption(r *result.Run) string {
	if s := r.Outcome.Sharing; s != nil && s.Model == engine.FirstOrder {
		return "Lost: the part of the shadow in the run time that the job has alone, times the penalty. What it runs longer is not slowed down again."
	}
	return "In a shared shadow 1/(1 + penalty) of the work gets done; the rest of the time is lost, until the work on that node is done."
}

// SaveShadows offers all shared shadows of the pinned job under every policy as CSV.
func (n *Inspector) SaveShadows() {
	table := [][]string{{"policy", "job", "node", "from", "to", "bandwidth", "network", "penalty", "lost"}}
	for _, r := range n.Drawn {
		for _, s := range n.LossesOf(r).Shadows {
			table = append(table, []string{r.Label, fmt.Sprint(r.Outcome.Workload.JobNumber(n.Pinned)), explain.LaneName(r.Outcome, s.Lane), phrase.Number(s.From.Seconds()), phrase.Number(s.To.Seconds()),
				fmt.Sprint(s.Bandwidth), fmt.Sprint(s.Network), phrase.Number(s.Penalty), phrase.Number(s.Lost / 1000)})
		}
	}
	n.SaveCSV(n.RunName()+"-shadows.csv", phrase.CSV(table))
}
