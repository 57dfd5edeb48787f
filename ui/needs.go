package ui

import (
	"math"
	"math/bits"
	"sort"

	"backfill/ui/widget"

	"backfill/ui/session"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// What the job in the inspector would have needed to start earlier.

// needsState is what is known of that.
type needsState struct {
	found  map[int][]experiment.Need // by policy of the results
	asked  bool                      // a policy is being asked
	agreed bool                      // it may take long
}

const (
	// needsPatience is how many seconds what would have been needed may take unasked.
	needsPatience = 3
	// requestReruns is about how often a policy is repeated with another requested time.
	requestReruns = 11
)

// forgetNeeds drops what is known, and what is being asked.
func (p *Page) forgetNeeds() {
	if p.needs.asked {
		p.Browser.GiveUpNeed()
	}
	p.needs = needsState{found: map[int][]experiment.Need{}}
}

// lacked is the first policy under which the pinned job waited of which it is not known what it would
// have needed; -1: there is none.
func (p *Page) lacked() int {
	if !p.Inspecting() {
		return -1
	}
	for i, r := range p.Shown.Results.Runs {
		if _, known := p.needs.found[i]; r != nil && !known && p.couldNeed(r) {
			return i
		}
	}
	return -1
}

// couldNeed says whether the pinned job waited under a policy that can be asked.
func (p *Page) couldNeed(r *result.Run) bool {
	o, j := r.Outcome, p.Pinned
	return r.Kind != "recorded" && o.Ready(j) >= 0 && (o.Start[j] < 0 || o.Start[j] > o.Ready(j))
}

// needsSeconds estimates how long it takes to ask all policies that are left.
func (p *Page) needsSeconds() float64 {
	seconds := 0.0
	for i, r := range p.Shown.Results.Runs {
		if _, known := p.needs.found[i]; r == nil || known || !p.couldNeed(r) {
			continue
		}
		o := r.Outcome
		share := 1.0 // of the simulation, up to the start of the job
		if start, n := o.Start[p.Pinned], len(o.StartOrder); start >= 0 {
			share = float64(sort.Search(n, func(k int) bool { return o.Start[o.StartOrder[k]] >= start })+1) / float64(n)
		}
		reruns := bits.Len32(uint32(o.Workload.Jobs[p.Pinned].Processors)) + requestReruns
		seconds += r.Seconds * share * float64(reruns)
	}
	return seconds
}

// askNeeds asks one policy after the other what the pinned job would have needed, if that takes
// little time or was agreed to. New results, another job and a run end it.
func (p *Page) askNeeds() {
	i := p.lacked()
	if i < 0 || p.Running || p.needs.asked || !p.needs.agreed && p.needsSeconds() > needsPatience {
		return
	}
	r, j := p.Shown.Results.Runs[i], p.Pinned
	before := r.Outcome.Start[j]
	if before < 0 {
		before = engine.Never
	}
	p.needs.asked = true
	current := func() bool { return p.Pinned == j && r == p.Shown.Results.Runs[i] }
	p.Need(p.OnPage(), i, j, before, session.Reply{
		Needs: func(needs []experiment.Need) {
			if current() {
				p.needs.asked = false
				p.needs.found[i] = needs
				p.askNeeds()
			}
		},
		Failed: func(f result.Failure) {
			if current() {
				p.needs.asked = false
				p.Warn("What would have been needed is not known: " + f.Sentence())
				p.needs.found[i] = nil // not asked again by itself
			}
		},
	})
}

// needsBar offers to ask what takes long, or to stop asking.
func (p *Page) needsBar() vugu.Builder {
	switch {
	case p.lacked() < 0 || p.Running:
		return p.QuietBar("")
	case p.needs.asked && p.needs.agreed:
		return p.QuietBar("What would have been needed", widget.Button{Text: "Stop asking what would have been needed", Do: p.forgetNeeds})
	case p.needs.asked || p.needsSeconds() <= needsPatience:
		return p.QuietBar("")
	}
	return p.QuietBar("What would have been needed", widget.Button{
		Text: "What would it have needed? (about " + phrase.Span(engine.FromSeconds(math.Round(p.needsSeconds()))) + ")",
		Do: func() {
			p.needs.agreed = true
			p.askNeeds()
		}})
}
