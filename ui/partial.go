package ui

import (
	"slices"
	"strconv"

	"backfill/ui/phrase"
)

// Results of a run that was cancelled or failed may hold some policies only.

// partial says whether the results lack some of their policies.
func (p *Page) partial() bool { return len(p.absent()) > 0 }

// stop ends a run whose last policies will not come. What it has put on the page
// stays there; without that the results are still those before it.
func (p *Page) stop() {
	p.running, p.ran.Results, p.returns = false, nil, false
	p.requests.giveUp()
	p.stopMeasuring()
	p.ongoing = p.measured
	if p.Shown.Results != nil {
		p.cell = p.Shown.Cell
	}
	if p.partial() {
		p.quick = false // the rest comes when somebody asks for it
	}
	p.watcher.Stopped()
}

// partShown is how much of a run is on the page: "1 of 2 policies is shown".
func (p *Page) partShown() string {
	if p.unfinished() {
		return p.measured.share() + " are shown"
	}
	verb := " are shown"
	if p.came() == 1 {
		verb = " is shown"
	}
	return p.shareThatCame() + verb
}

// came counts the policies whose runs have come.
func (p *Page) came() int { return len(p.Shown.Results.Runs) - len(p.absent()) }

// shareThatCame is "1 of 2 policies".
func (p *Page) shareThatCame() string {
	return strconv.Itoa(p.came()) + " of " + phrase.Policies(len(p.Shown.Results.Runs))
}

// absent are the labels of the policies that the results lack.
func (p *Page) absent() []string {
	var labels []string
	if p.Shown.Results == nil {
		return nil
	}
	for i, r := range p.Shown.Results.Runs {
		if r == nil {
			labels = append(labels, p.Shown.Plan.Policies[i].Label)
		}
	}
	return labels
}

// baselineRemark says that results are compared with another policy than is wanted,
// "" if they are not.
func (p *Page) baselineRemark() string {
	runs, baseline := p.runs()
	wanted := p.draft.Settings.Texts["baseline"]
	if !slices.Contains(p.absent(), wanted) {
		return ""
	}
	return wanted + " has no results: the others are compared with " + runs[baseline].Label + "."
}

// partRemark is partShown behind other words, "" if the results are whole.
func (p *Page) partRemark() string {
	if !p.partial() && !p.unfinished() {
		return ""
	}
	return " (" + p.partShown() + ")"
}
