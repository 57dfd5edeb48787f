package ui

import (
	"encoding/json"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/ui/draft"
	"backfill/ui/result"
)

// edition is what one cell of an experiment gave, with all it takes to ask its policies
// again: the one on the page, or one that was kept while the experiment changed.
type edition struct {
	name     string // for people; "" for the one on the page
	results  *result.Results
	scenario json.RawMessage
	plan     *scenario.Plan
	files    []result.FileRef
	cell     experiment.Cell
	opening  int // Draft.opening of the experiment
}

// maxKept is how many editions are kept at most, beside the one on the page and the one
// before the first change.
const maxKept = 4

// onPage is the edition on the page, nil as long as there is none.
func (p *Page) onPage() *edition {
	if p.results == nil {
		return nil
	}
	return &edition{results: p.results, scenario: p.shown, plan: p.shownPlan, files: p.shownFiles, cell: p.shownCell, opening: p.shownOpening}
}

// before is the edition before the first change of the experiment that is open, to compare the
// one on the page with; nil if there is none or nothing has changed.
func (p *Page) before() *edition {
	e := p.prior
	if e == nil || p.results == nil || e.opening != p.shownOpening || e.cell != p.shownCell {
		return nil
	}
	if c := &p.altered; !identical(c.a, e.scenario) || !identical(c.b, p.shown) {
		*c = sameness{e.scenario, p.shown, draft.SameRun(e.scenario, p.shown)}
	}
	if p.altered.same {
		return nil
	}
	return e
}

// leave keeps the edition on the page as the one before the first change, if it is that and
// whole; what is about to be shown takes its place.
func (p *Page) leave() {
	e := p.onPage()
	if p.shownOpening != p.ranOpening {
		p.unkept = false
	}
	switch {
	case p.prior != nil && p.prior.opening != p.ranOpening:
		p.prior = nil
	case p.prior != nil:
		return
	}
	if e == nil || e.opening != p.ranOpening || p.partial() || draft.SameRun(e.scenario, p.ran) {
		return
	}
	p.unkept = e.bytes()+p.keptBytes() > mostBytes
	if p.unkept {
		return
	}
	e.name = "before"
	p.prior = e
}

// CompareFromHere makes what is on the page the edition before the next change.
func (p *Page) CompareFromHere() { p.prior, p.unkept = nil, false }

// side is one run of two that are compared.
type side struct {
	of     *edition
	policy int // index of of.results.Runs
}

func (s side) run() *result.Run { return s.of.results.Runs[s.policy] }

// name is what people call the run.
func (s side) name() string {
	if s.of.name == "" {
		return s.run().Label
	}
	return s.run().Label + " (" + s.of.name + ")"
}

// sides are the runs that can be compared: those on the page, those before the first change,
// then those that were kept, in the order in which they were.
func (p *Page) sides() []side {
	var list []side
	for _, e := range append([]*edition{p.onPage(), p.before()}, p.kept...) {
		if e == nil {
			continue
		}
		for i, r := range e.results.Runs {
			if r != nil {
				list = append(list, side{e, i})
			}
		}
	}
	return list
}
