package ui

import (
	"slices"

	"backfill/ui/draft"
)

// comparesUnchanged says whether CompareUnchanged has something to do: jobs are changed, as in a link
// that somebody has sent, and nothing is known of what was before.
func (p *Page) comparesUnchanged() bool {
	return len(p.changes()) > 0 && p.before() == nil && !p.running && !p.stale() && !measures(p.plan)
}

// CompareUnchanged simulates the experiment without the changes of single jobs and then as it is, to
// compare it with that.
func (p *Page) CompareUnchanged() {
	d := p.draft.Clone()
	d.Transforms = slices.DeleteFunc(d.Transforms, func(c draft.Choice) bool { return c.Kind == draft.ChangeKind })
	text, plan, wrong := p.form.Write(&d)
	if len(wrong) > 0 || !p.filesAtHand() {
		return
	}
	p.change++
	p.run++
	p.ran, p.ongoing = Simulated{Scenario: text, Plan: plan, Files: p.filesNeeded(), Opening: p.draft.Opening}, nil
	p.returns = true
	p.simulate()
	p.browser.Focus("whatif")
}

// returned goes on with the experiment as it is when that without the changes has been simulated.
func (p *Page) returned() bool {
	if !p.returns {
		return false
	}
	p.prior = nil // what is on the page now
	p.Run()
	return true
}
