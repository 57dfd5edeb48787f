package inspector

import (
	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/result"
	"backfill/ui/session"
)

// Inspector is the panel that tells everything about the pinned job.
type Inspector struct {
	*panel.Shared
	Alteration vugu.Builder // by which the job is changed

	explanations map[int]explanation // by policy of the results
	Needs        needsState
}

// New makes the panel.
func New(s *panel.Shared) *Inspector {
	n := &Inspector{Shared: s}
	s.OnPin = append(s.OnPin, n.pinnedAnother)
	return n
}

// explanation is what is known of the pinned job under one policy.
type explanation struct {
	decisions []engine.Decision // about it
	others    []engine.Decision // about jobs that overtook it
	overtook  []int32           // all jobs that overtook it
	order     string            // what orderWords says
}

// pinnedAnother forgets what is known of the job that was pinned before, and asks about the one that is.
func (n *Inspector) pinnedAnother() {
	n.explanations = map[int]explanation{}
	n.forgetNeeds()
	if n.Pinned != engine.NoJob {
		n.AskWhy()
	}
}

// AskWhy asks for the reasons of the pinned job under every policy.
func (n *Inspector) AskWhy() {
	if n.Running {
		return // its end asks
	}
	for i, r := range n.Shown.Results.Runs {
		if _, known := n.explanations[i]; r != nil && !r.Recorded() && !known {
			j := n.Pinned
			overtook := explain.Overtakers(r.Outcome, j)
			asked := append([]int32{j}, overtook[:min(len(overtook), explain.MostExplained)]...)
			n.Explain(n.OnPage(), i, asked, session.Reply{
				Came: func(decisions []engine.Decision) {
					if r != n.Shown.Results.Runs[i] || j != n.Pinned {
						return
					}
					n.Browser.Hold()
					e := explanation{overtook: overtook, order: n.orderWords(i, j)}
					for _, d := range decisions {
						if d.Job == j {
							e.decisions = append(e.decisions, d)
						} else if explain.Starts(d.Rule) {
							e.others = append(e.others, d)
						}
					}
					n.explanations[i] = e
					n.AskNeeds()
				},
				Failed: func(f result.Failure) { n.Failed(n.RunNumber, f) },
			})
		}
	}
}

// Close empties the inspector and gives the focus back to where the job
// was chosen.
func (n *Inspector) Close() {
	j, listed := n.Pinned, n.Listed
	n.Unpin()
	switch {
	case !listed:
		n.Browser.Focus(panel.TimelineHost)
	case n.Lists(j):
		n.Browser.Focus(panel.JobButton(j))
	default:
		n.Browser.Focus("jobs")
	}
}

// UnpinIfGone keeps the pinned job when new results have come, if it still exists.
// The reasons have to be asked for anew.
func (n *Inspector) UnpinIfGone() {
	if n.Pinned == engine.NoJob {
		return
	}
	if int(n.Pinned) >= len(n.Workload().Jobs) {
		n.Unpin()
		return
	}
	n.explanations = map[int]explanation{}
	clear(n.Losses)
	n.forgetNeeds()
}
