package modelfit

import (
	"fmt"
	"slices"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/engine/agreement"
	"backfill/ui/drawing"
	"backfill/ui/explain"
	"backfill/ui/fit"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// ModelFit is the panel.
type ModelFit struct {
	*panel.Shared

	by      string      // the word of a kind of groups
	asked   *result.Run // of the last question; nil: none
	awaits  bool        // its findings
	failure string
	known   groupKinds // made last
	rows    groupRows  // made last
	kept    kept       // a run that was held against the log last
	from    int        // first row of the table on the visible page
}

// groupKinds are what jobs of a run can be grouped by.
type groupKinds struct {
	of   *result.Run
	list []panel.GroupKind
}

// kept is a run with the experiment that it is of.
type kept struct {
	scenario string
	policy   int
	run      *result.Run
}

// groupRows are rows of the table, with what they were made of.
type groupRows struct {
	of    *result.Run
	by    string
	n     int // drawings
	named bool
	list  []row
}

// row is a group in the table: what it is called and its cells.
type row struct {
	Name  string
	Cells []string
	Sign  string // whether the recorded mean is within the range
	Words string // that Sign stands for
}

// pageRows is how many groups are listed at once.
const pageRows = 12

// New makes the panel.
func New(s *panel.Shared) *ModelFit { return &ModelFit{Shared: s} }

// run is what came under that policy, nil if there is none.
func (p *ModelFit) run() *result.Run {
	e, policy, ok := p.Held()
	if !ok {
		return nil
	}
	return e.Results.Runs[policy]
}

// Recall takes over what came of the same experiment when it was held against the log before, so that this need not be done again.
func (p *ModelFit) Recall() {
	e, policy, ok := p.Held()
	if k := &p.kept; ok && k.run != nil && k.policy == policy && k.scenario == string(e.Scenario) {
		if r := e.Results.Runs[policy]; r.Fit(drawing.Usual) == nil {
			r.Findings, r.Drawings = k.run.Findings, k.run.Drawings
		}
	}
}

// workload has the jobs of the log.
func (p *ModelFit) workload() *engine.Workload {
	e, _, _ := p.Held()
	return e.Results.Workload
}

// Inapplicable says whether there is nothing to hold against a log.
func (p *ModelFit) Inapplicable() bool { return p.run() == nil }

// held says whether the policy has been held against the log.
func (p *ModelFit) held() bool { return p.fit() != nil }

// holds says whether that is under way.
func (p *ModelFit) holds() bool { return p.Holding(p.run()) }

// Holding says whether a run is being held against the log.
func (p *ModelFit) Holding(r *result.Run) bool {
	if r == nil || r != p.asked {
		return false
	}
	_, draws := p.Drawings.Progress(r)
	return p.awaits || draws
}

// Hold holds the policy against the log.
func (p *ModelFit) Hold() {
	if e, policy, ok := p.Held(); ok {
		p.HoldRun(e, policy)
	}
}

// HoldRun holds a policy of a simulated cell, of a log with recorded waits, against that log. What was being held before is given up for it.
func (p *ModelFit) HoldRun(e *session.Simulated, policy int) {
	r := e.Results.Runs[policy]
	if p.Holding(r) {
		return
	}
	p.asked, p.failure = r, ""
	if p.awaits = r.Findings == nil; p.awaits {
		p.Compare(e, policy, session.Reply{
			Found: func(f *agreement.Findings) {
				r.Findings = f
				p.came(e, policy)
			},
			Failed: func(f result.Failure) { p.fails(r, f) },
		})
	}
	p.Draw(e, policy, drawing.Usual, func(d drawing.Progress) {
		if d.Failure != nil {
			p.fails(r, *d.Failure)
		} else if d.Over {
			p.complete(e, policy)
		}
	})
}

// GiveUp forgets what the page was asked, since a new simulation ends it; what is there stays.
func (p *ModelFit) GiveUp() { p.awaits, p.asked = false, nil }

// HoldingWords are how far a run is held against the log, or why that failed; "" if neither.
func (p *ModelFit) HoldingWords(r *result.Run) string {
	switch {
	case r == nil || r != p.asked:
		return ""
	case p.failure != "":
		return "That failed: " + p.failure
	case !p.Holding(r):
		return ""
	}
	text := "Each start of the log is held against the pass that made it"
	if !p.awaits {
		text = "The starts are compared"
	}
	if d, draws := p.Drawings.Progress(r); draws {
		text += fmt.Sprintf("; %d of %d drawings", d.There, d.Wanted)
	}
	return text + "."
}

// came notes that the findings about a run have come.
func (p *ModelFit) came(e *session.Simulated, policy int) {
	if e.Results.Runs[policy] == p.asked {
		p.awaits = false
		p.complete(e, policy)
	}
}

// complete keeps the answer and reads it aloud when all of it is there.
func (p *ModelFit) complete(e *session.Simulated, policy int) {
	r := e.Results.Runs[policy]
	if f := r.Fit(drawing.Usual); f != nil {
		p.kept = kept{string(e.Scenario), policy, r}
		p.Browser.Say(fit.Trust(f.Trust()))
	}
}

func (p *ModelFit) fails(r *result.Run, f result.Failure) {
	if r == p.asked {
		p.awaits, p.failure = false, f.Reason
	}
}

// Cancel stops what is under way; what is there stays.
func (p *ModelFit) Cancel() {
	p.GiveUp()
	p.Browser.GiveUpComparing()
	p.Drawings.Cancel()
}

// fit is what was found; nil as long as not all of it is there.
func (p *ModelFit) fit() *agreement.Fit {
	if r := p.run(); r != nil {
		return r.Fit(drawing.Usual)
	}
	return nil
}

// Remark is what one can do, or how far it is.
func (p *ModelFit) Remark() string {
	r := p.run()
	switch {
	case r == nil:
		return ""
	case p.HoldingWords(r) != "":
		return p.HoldingWords(r)
	case !p.held():
		return "“" + r.Label + "” models a real scheduler. Hold it against this log before you believe what it says of other settings: how many of its decisions agree, and how long jobs wait in " +
			phrase.Plural(drawing.Usual, "drawing") + " of the instants at which its loops begin."
	}
	if !p.ChangedSinceHeld() {
		return "“" + r.Label + "” held against the log."
	}
	return "“" + r.Label + "”, as it was before what has been changed since, held against the log, which knows nothing of changes."
}

func (p *ModelFit) bar() vugu.Builder {
	var buttons []widget.Button
	switch {
	case p.holds():
		buttons = append(buttons, widget.Button{Text: "Cancel", ID: "cancel-fit", Do: p.Cancel})
	case !p.held():
		buttons = append(buttons, widget.Button{Text: "Hold against the log", ID: "hold-fit", Disabled: p.Running, Do: p.Hold})
	default:
		buttons = append(buttons, widget.Button{Text: "Save CSV", ID: "save-fit", Do: p.save})
	}
	if p.TakesAsConfigured() {
		buttons = append(buttons, widget.Button{Text: "Take what is shown as configured", ID: "take-configured", Name: "Take what is shown as the configuration that made the log", Do: p.TakeAsConfigured})
	}
	return p.QuietBar("How well the model fits", buttons...)
}

// verdict says how far the model may be trusted.
func (p *ModelFit) verdict() string {
	if f := p.fit(); f != nil {
		return fit.Trust(f.Trust())
	}
	return ""
}

// sentences are what was found, without the verdict.
func (p *ModelFit) sentences() []string {
	f := p.fit()
	if f == nil {
		return nil
	}
	return []string{fit.Agreement(&f.Findings), fit.Waits(&f.All)}
}

// reasons are likely ones for what does not agree.
func (p *ModelFit) reasons() (list []explain.Sentence) {
	f := p.fit()
	if f == nil {
		return nil
	}
	w, clock := p.workload(), p.Clock()
	names := fit.Names{
		Job:    func(j int32) explain.Words { return explain.JobWords(fmt.Sprintf("job %d", w.JobNumber(j)), j) },
		Column: p.columnName,
		When:   func(t engine.Time) explain.Words { return explain.TimeWords(clock, t) },
	}
	for i := range f.Departures {
		list = append(list, fit.Reason(&f.Departures[i], names))
	}
	return list
}

// columnName is what a number in a column is called.
func (p *ModelFit) columnName(of agreement.Column, number int32) string {
	for _, kind := range p.kinds() {
		if kind.Word == of.String() {
			return kind.Label(number)
		}
	}
	return fmt.Sprintf("%s %d", of, number)
}

// kinds are what the jobs of a row have in common.
func (p *ModelFit) kinds() []panel.GroupKind {
	e, policy, _ := p.Held()
	if r := e.Results.Runs[policy]; p.known.of != r {
		d := p.Form.ReadText(e.Scenario)
		p.known = groupKinds{r, p.GroupKinds(&d)}
	}
	return p.known.list
}

// kind is the one that is shown.
func (p *ModelFit) kind() *panel.GroupKind {
	kinds := p.kinds()
	at := slices.IndexFunc(kinds, func(k panel.GroupKind) bool { return k.Word == p.by })
	return &kinds[max(at, 0)]
}

func (p *ModelFit) setBy(word string) { p.by, p.from = word, 0 }

// all are the rows of the table.
func (p *ModelFit) all() []row {
	r := p.run()
	if !p.held() {
		return nil
	}
	kind := p.kind()
	if made := &p.rows; made.of == r && made.by == kind.Word && made.n == len(r.Drawings) && made.named == p.Named {
		return made.list
	}
	w := p.workload()
	var list []row
	for _, g := range agreement.Groups(w, r.Drawings, kind.Column(w)) {
		one := row{Name: phrase.UpperFirst(kind.Label(g.Number)), Cells: []string{phrase.Grouped(int64(g.Jobs)), phrase.Seconds(g.Recorded), phrase.Seconds(g.Simulated.Median), phrase.Seconds(g.Simulated.Low) + " – " + phrase.Seconds(g.Simulated.High)}}
		one.Sign, one.Words = fit.Mark(&g)
		list = append(list, one)
	}
	p.rows = groupRows{r, kind.Word, len(r.Drawings), p.Named, list}
	return list
}

// head is above the cells of rows.
var head = []string{"Jobs", "Wait in the log", "Model, median", "5 % – 95 %", "Within"}

func (p *ModelFit) pages() widget.Paging {
	return widget.NewPaging(p.from, pageRows, len(p.all()))
}

func (p *ModelFit) visible() []row {
	g := p.pages()
	return p.all()[g.From:g.End()]
}

// pagesBar turns the pages of the table.
func (p *ModelFit) pagesBar() vugu.Builder {
	g := p.pages()
	if g.All <= g.Rows {
		return p.QuietBar("")
	}
	return p.QuietBar("Pages of groups", g.Turns([4]string{"First groups", "Previous groups", "Next groups", "Last groups"}, func(from int) { p.from = from })...)
}

// save offers the table as CSV.
func (p *ModelFit) save() { p.SaveCSV(p.ResultName()+"-fit.csv", phrase.CSV(p.Table(phrase.Number))) }

// Table has a row for each group by each kind, with seconds as such texts; nil if the policy was not held against the log.
func (p *ModelFit) Table(seconds func(float64) string) [][]string {
	r := p.run()
	if !p.held() {
		return nil
	}
	w := p.workload()
	table := [][]string{{"group", "jobs", "recordedMeanWait", "median", "low", "high", "drawings"}}
	add := func(name string, g *agreement.Group) {
		table = append(table, []string{name, fmt.Sprint(g.Jobs), seconds(g.Recorded), seconds(g.Simulated.Median), seconds(g.Simulated.Low), seconds(g.Simulated.High), fmt.Sprint(g.Simulated.N)})
	}
	add("all jobs", &p.fit().All)
	for _, kind := range p.kinds() {
		for _, g := range agreement.Groups(w, r.Drawings, kind.Column(w)) {
			add(kind.Label(g.Number), &g)
		}
	}
	return table
}

// Report is all that the panel says, in sentences, for reports; nil if the policy was not held against the log.
func (p *ModelFit) Report() []string {
	if !p.held() {
		return nil
	}
	told := append([]string{p.verdict()}, p.sentences()...)
	for _, reason := range p.reasons() {
		told = append(told, reason.String())
	}
	return told
}
