package inspector

import (
	"math"
	"math/bits"
	"sort"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/engine/byhand"
	"backfill/engine/experiment"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// needsState is what is known of what the pinned job would have needed to start earlier.
type needsState struct {
	found  map[int][]experiment.Need // by policy of the results
	asked  bool                      // a policy is being asked
	Agreed bool                      // it may take long
}

const (
	// needsPatience is how many seconds what would have been needed may take unasked.
	needsPatience = 3
	// requestReruns is about how often a policy is repeated with another requested time.
	requestReruns = 11
)

// forgetNeeds drops what is known, and what is being asked.
func (n *Inspector) forgetNeeds() {
	if n.Needs.asked {
		n.Browser.GiveUpNeed()
	}
	n.Needs = needsState{found: map[int][]experiment.Need{}}
}

// lacked is the first policy under which the pinned job waited of which it is not known what it would
// have needed; -1: there is none.
func (n *Inspector) lacked() int {
	if !n.Inspecting() {
		return -1
	}
	for i, r := range n.Shown.Results.Runs {
		if _, known := n.Needs.found[i]; r != nil && !known && n.couldNeed(r) {
			return i
		}
	}
	return -1
}

// couldNeed says whether the pinned job waited under a policy that can be asked.
func (n *Inspector) couldNeed(r *result.Run) bool {
	o, j := r.Outcome, n.Pinned
	return !r.Recorded() && r.Kind != byhand.Kind && o.Ready(j) >= 0 && (o.FirstStart(j) < 0 || o.FirstStart(j) > o.Ready(j))
}

// needsSeconds estimates how long it takes to ask all policies that are left.
func (n *Inspector) needsSeconds() float64 {
	seconds := 0.0
	for i, r := range n.Shown.Results.Runs {
		if _, known := n.Needs.found[i]; r == nil || known || !n.couldNeed(r) {
			continue
		}
		o := r.Outcome
		share := 1.0 // of the simulation, up to the start of the job
		if start, started := o.FirstStart(n.Pinned), len(o.StartOrder); start >= 0 {
			share = float64(sort.Search(started, func(k int) bool { return o.Start[o.StartOrder[k]] >= start })+1) / float64(started)
		}
		reruns := bits.Len32(uint32(o.Workload.Jobs[n.Pinned].Processors)) + requestReruns
		seconds += r.Seconds * share * float64(reruns)
	}
	return seconds
}

// AskNeeds asks one policy after the other what the pinned job would have needed, if that takes
// little time or was agreed to. New results, another job and a run end it.
func (n *Inspector) AskNeeds() {
	i := n.lacked()
	if i < 0 || n.Running || n.Needs.asked || !n.Needs.Agreed && n.needsSeconds() > needsPatience {
		return
	}
	r, j := n.Shown.Results.Runs[i], n.Pinned
	before := r.Outcome.FirstStart(j)
	if before < 0 {
		before = engine.Never
	}
	n.Needs.asked = true
	current := func() bool { return n.Pinned == j && r == n.Shown.Results.Runs[i] }
	n.Need(n.OnPage(), i, j, before, session.Reply{
		Needs: func(needs []experiment.Need) {
			if current() {
				n.Needs.asked = false
				n.Needs.found[i] = needs
				n.AskNeeds()
			}
		},
		Failed: func(f result.Failure) {
			if current() {
				n.Needs.asked = false
				n.Warn("What would have been needed is not known: " + f.Sentence())
				n.Needs.found[i] = nil // not asked again by itself
			}
		},
	})
}

// needsBar offers to ask what takes long, or to stop asking.
func (n *Inspector) needsBar() vugu.Builder {
	switch {
	case n.lacked() < 0 || n.Running:
		return n.QuietBar("")
	case n.Needs.asked && n.Needs.Agreed:
		return n.QuietBar("What would have been needed", widget.Button{Text: "Stop asking what would have been needed", Do: n.forgetNeeds})
	case n.Needs.asked || n.needsSeconds() <= needsPatience:
		return n.QuietBar("")
	}
	return n.QuietBar("What would have been needed", widget.Button{
		Text: "What would it have needed? (about " + phrase.Span(engine.FromSeconds(math.Round(n.needsSeconds()))) + ")",
		Do: func() {
			n.Needs.Agreed = true
			n.AskNeeds()
		}})
}
