package session

import (
	"encoding/json"
	"slices"

	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// Simulated is one cell of an experiment and what its simulation gave, with all it takes to
// simulate it again: the one that is shown, or one that was kept while the experiment changed.
type Simulated struct {
	Name     string // for people; "" for the one that is shown
	Results  *result.Results
	Scenario json.RawMessage
	Plan     *scenario.Plan
	Files    []result.FileRef
	Cell     experiment.Cell
	WasKept  bool // by the reader, who has not discarded it
	opening  int  // Draft.Opening of the experiment
}

// MaxKept is how many simulated cells are kept at most, beside the one that is shown and the one
// before the first change.
const MaxKept = 4

// OnPage is the simulated cell that is shown, nil as long as there is none.
func (s *Session) OnPage() *Simulated {
	if s.Shown.Results == nil {
		return nil
	}
	shown := s.Shown
	return &shown
}

// ShowsOpened says whether the results are of the experiment that is open, which may have been edited since: not so while another one is on its
// way, or after undo to another one.
func (s *Session) ShowsOpened() bool {
	return s.Shown.Results != nil && s.Shown.opening == s.Draft.Opening
}

// About says which experiments are edited and shown, as they were numbered when they were opened.
func (s *Session) About() [2]int { return [2]int{s.Draft.Opening, s.Shown.opening} }

// ShownName is what the experiment of the results is called.
func (s *Session) ShownName() string {
	if s.Shown.Results == nil || s.ShowsOpened() {
		return s.Draft.Name
	}
	return s.Shown.Plan.Scenario.Name
}

// OtherResults names the experiment of the results, as "“Name”", if another one is open; else "".
func (s *Session) OtherResults() string {
	if s.Shown.Results == nil || s.ShowsOpened() {
		return ""
	}
	return s.quotedShown()
}

// ResultsBefore names the experiment of the results as long as another one runs of which nothing has come yet; else "".
func (s *Session) ResultsBefore() string {
	if s.Shown.Results == nil || s.Shown.opening == s.Ran.opening {
		return ""
	}
	return s.quotedShown()
}

// adoptResults takes the results on the page, and those on their way, for those of the experiment that is open if it gives the same ones: undo may
// have led back to an earlier opening of the same experiment.
func (s *Session) adoptResults() {
	for _, e := range []*Simulated{&s.Shown, &s.Ran} {
		if e.Scenario != nil && e.opening != s.Draft.Opening && s.stillAsked(e) {
			e.opening, s.cells[s.Draft.Opening] = s.Draft.Opening, e.Cell
		}
	}
}

// quotedShown names the experiment of the results, which has been opened before the one at hand.
func (s *Session) quotedShown() string {
	if s.ShownName() == "" {
		return "the experiment before"
	}
	return "“" + phrase.Cut(s.ShownName(), 60) + "”"
}

// Before is the simulated cell before the first change of the experiment that is open, to compare the
// one that is shown with; nil if there is none or nothing has changed.
func (s *Session) Before() *Simulated {
	before := s.prior
	if before == nil || s.Shown.Results == nil || before.opening != s.Shown.opening || before.Cell != s.Shown.Cell ||
		s.sincePrior.of(before.Scenario, s.Shown.Scenario) {
		return nil
	}
	return before
}

// keepPrior keeps the simulated cell that is shown, as long as it is whole, as the one to compare with what is about to take its
// place: if that is the first change, or if the reader has kept it.
func (s *Session) keepPrior() {
	shown := s.OnPage()
	if s.Shown.opening != s.Ran.opening {
		s.unkept = false
	}
	if s.prior != nil && s.prior.opening != s.Ran.opening {
		s.prior = nil
	}
	if shown == nil || shown.opening != s.Ran.opening || s.Partial() || draft.SameRun(shown.Scenario, s.Ran.Scenario) {
		return
	}
	if kept := s.keptOf(shown); kept != nil {
		s.prior, s.unkept = kept, false
		return
	}
	if s.onlyReadAnew(shown.Scenario, s.Ran.Scenario) && (s.prior == nil || draft.SameRun(s.prior.Scenario, shown.Scenario)) {
		s.prior, s.unkept = nil, false // it is no change of the system, and what follows is to be compared with the log as it is read now
		return
	}
	if s.prior != nil {
		return
	}
	s.unkept = shown.bytes()+s.keptBytes() > mostBytes
	if s.unkept {
		return
	}
	shown.Name = "before"
	s.prior = shown
}

// sameRun says whether a scenario with these logs gives the same runs.
func (s *Simulated) sameRun(scenario json.RawMessage, files []result.FileRef) bool {
	return draft.SameRun(s.Scenario, scenario) && slices.Equal(s.Files, files)
}

// keptOf is the kept one that is of the same experiment and cell, nil if there is none.
func (s *Session) keptOf(e *Simulated) *Simulated {
	for _, kept := range s.Kept {
		if kept.opening == e.opening && kept.Cell == e.Cell && kept.sameRun(e.Scenario, e.Files) {
			return kept
		}
	}
	return nil
}

// CompareFromHere makes what is shown the simulated cell before the next change.
func (s *Session) CompareFromHere() { s.prior, s.unkept = nil, false }

// Contender is one run of two that are compared, or a policy that has none since it failed.
type Contender struct {
	Of     *Simulated
	Policy int // index of Of.Results.Runs
}

// Run is what the policy made of the workload, nil if it failed.
func (c Contender) Run() *result.Run { return c.Of.Results.Runs[c.Policy] }

// Name is what people call the run.
func (c Contender) Name() string {
	label := c.Of.Plan.Policies[c.Policy].Label
	if c.Of.Name == "" {
		return label
	}
	return label + " (" + c.Of.Name + ")"
}

// Contenders are the runs that can be compared, and the policies in their place that failed: those that are shown, those before the first change,
// then those that were kept, in the order in which they were.
func (s *Session) Contenders() []Contender {
	var list []Contender
	before := s.Before()
	if slices.Contains(s.Kept, before) {
		before = nil // it stands among the kept ones
	}
	for _, of := range append([]*Simulated{s.OnPage(), before}, s.Kept...) {
		if of == nil {
			continue
		}
		for i, r := range of.Results.Runs {
			if _, failed := of.Results.Failures[i]; r != nil || failed {
				list = append(list, Contender{of, i})
			}
		}
	}
	return list
}

// BaselineOf is the policy of a plan that the others are compared with: the one that the draft names or, if it names none of its own
// policies, the first. A plan without that policy, whose label has changed since, keeps its own.
func (s *Session) BaselineOf(plan *scenario.Plan) int {
	label := s.Draft.Settings.Texts["baseline"]
	if i := slices.IndexFunc(plan.Policies, func(p scenario.PlannedPolicy) bool { return p.Label == label }); i >= 0 {
		return i
	}
	if !slices.Contains(s.Form.Labels(&s.Draft), label) {
		return 0
	}
	return plan.Baseline
}

// reported is the scenario of what is shown, as it is shown.
type reported struct {
	of       json.RawMessage // what it was made of
	text     json.RawMessage
	scenario *scenario.Scenario
	baseline int
}

// Reported is the scenario that gives what is shown, for files of results. It has the name, the description and the baseline of the page:
// those may change without another run.
func (s *Session) Reported() (json.RawMessage, *scenario.Scenario) {
	text, plan := s.Shown.Scenario, s.Shown.Plan
	if s.UpToDate() && s.Plan != nil {
		text, plan = s.Valid, s.Plan
	}
	baseline := s.BaselineOf(plan)
	r := &s.reported
	if r.text != nil && Identical(r.of, text) && r.baseline == baseline {
		return r.text, r.scenario
	}
	*r = reported{text, text, plan.Scenario, baseline}
	if baseline != plan.Baseline {
		other := *plan.Scenario
		other.Baseline = plan.Policies[baseline].Label
		if written, err := json.Marshal(&other); err == nil {
			r.text, r.scenario = written, &other
		}
	}
	return r.text, r.scenario
}

// ReportedPlan is a plan of what is shown with the scenario and the baseline of Reported.
func (s *Session) ReportedPlan(plan *scenario.Plan) *scenario.Plan {
	reported := *plan
	_, reported.Scenario = s.Reported()
	reported.Baseline = s.BaselineOf(plan)
	return &reported
}
