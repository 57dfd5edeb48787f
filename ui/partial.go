package ui

// Results of a run that was cancelled or failed may hold some policies only.

// came counts the policies whose runs have come.
func (r *Results) came() int {
	n := 0
	for _, run := range r.Runs {
		if run != nil {
			n++
		}
	}
	return n
}

// partial says whether the results lack some of their policies.
func (p *Page) partial() bool {
	return p.results != nil && p.results.came() < len(p.results.Runs)
}

// stop ends a run whose last policies will not come. What it has put on the page
// stays there; without that the results are still those before it.
func (p *Page) stop() {
	p.running, p.pending = false, nil
	if !p.partial() {
		return
	}
	p.quick = false // the rest comes when somebody asks for it
	p.showCharts()
}

// partShown is how much of a run is on the page: "1 of 2 policies is shown".
func (p *Page) partShown() string {
	n := p.results.came()
	verb := " are shown"
	if n == 1 {
		verb = " is shown"
	}
	return grouped(int64(n)) + " of " + policyCount(len(p.results.Runs)) + verb
}

// absent are the labels of the policies that the results lack.
func (p *Page) absent() []string {
	var labels []string
	for i, r := range p.results.Runs {
		if r == nil {
			labels = append(labels, p.shownPlan.Policies[i].Label)
		}
	}
	return labels
}

// baselineRemark says that results are compared with another policy than is wanted,
// "" if they are not.
func (p *Page) baselineRemark() string {
	runs, baseline := p.runs()
	wanted := p.draft.Settings.Texts["baseline"]
	if len(runs) == 0 || !p.partial() || !contains(p.absent(), wanted) {
		return ""
	}
	yet := ""
	if p.running {
		yet = " yet"
	}
	return wanted + " has no results" + yet + ": " + runs[baseline].Label + " is what the others are compared with."
}

// partRemark is partShown behind other words, "" if the results are whole.
func (p *Page) partRemark() string {
	if !p.partial() {
		return ""
	}
	return " (" + p.partShown() + ")"
}
