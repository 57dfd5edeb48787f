package ui

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"backfill/engine"
	"backfill/engine/drawings"
	"backfill/engine/experiment"
	"backfill/engine/factors"
	"backfill/engine/forecast"
	"backfill/engine/metrics"
	"backfill/engine/metrics/stats"
	"backfill/engine/scenario"
	"backfill/engine/snapshot"
	"backfill/engine/workload/demands"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/transform"
	future "backfill/engine/workload/transform/forecast"
	"backfill/policies"
	"backfill/policies/written"
	"backfill/ui/code"
	"backfill/ui/opened"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/timeline"
)

// fake is a Browser without a browser. What the page asks for happens when a test
// says so.
type fake struct {
	t    *testing.T
	page *Page

	asked     []request         // simulations, in order
	measured  []measure         // what is to be measured, in order
	why       []inquired        // explanations
	wanting   []inquired        // what is needed; at most one
	comparing []inquired        // of Compare
	draws     []drawn           // drawings that are wanted; at most one
	plans     []looking         // matrices
	snapshots []stretch         // calls of policies
	weighing  []weighing        // questions for priorities
	telling   []telling         // of Foretell; at most one
	stories   []logStory        // what logs recorded
	checks    []session.Written // expressions and scripts to be checked
	later     []func()          // what After holds back
	selected  [2]int            // by Select
	rewritten *code.Edit        // by Rewrite
	address   string
	entries   int // of the history
	saved     map[string][]byte
	logs      map[string]string // texts of logs; of all others that of smallLog
	versions  map[string]string // texts of logs by their SHA-256, of which there may be several with one name
	copied    string
	said      string
	reported  []string // mistakes of ours
	focused   string
	newcomer  bool
	held      int // times that Hold was called
	theme     string
	charts    map[string][]byte
	looked    []result.FileRef
	redrawn   int
	rendered  int // how often Proceed had something to show
	onTop     int // how often the columns were scrolled to their tops
	canceled  int
	fetched   []string // addresses of scenarios
	posted    []string // messages to the page around
	calm      bool
}

type request struct {
	run      int
	scenario []byte
	files    []result.FileRef
	written  bool
	cell     experiment.Cell
}

// looking is a request for a plan.
type looking struct {
	run int
	of  result.Simulation
	at  engine.Time
}

// inquired is a request to explain something.
type inquired struct {
	key int
	result.Simulation
	jobs   []int32
	before engine.Time
}

// measure is a request to measure a whole experiment.
type measure struct {
	run     int
	files   []result.FileRef
	book    *experiment.Cells
	workers int
}

// newPage is a page as it is before Open.
func newPage(t *testing.T) (*Page, *fake) {
	t.Helper()
	b := &fake{t: t, saved: map[string][]byte{}, charts: map[string][]byte{}, theme: "light"}
	p := NewPage(b, policies.Catalogs())
	b.page = p
	return p, b
}

// firstVisit is a page that shows the textbook case.
func firstVisit(t *testing.T) (*Page, *fake) {
	t.Helper()
	p, b := newPage(t)
	p.Open("", "")
	p.Sized(900, 1)
	b.answer()
	return p, b
}

func (b *fake) Simulate(run int, text []byte, files []result.FileRef, written bool, cell experiment.Cell) {
	b.asked = append(b.asked, request{run: run, scenario: text, files: files, written: written, cell: cell})
}

func (b *fake) Measure(run int, _ []byte, files []result.FileRef, _ bool, book *experiment.Cells, workers int) {
	b.measured = append(b.measured, measure{run, files, book, workers})
}

func (b *fake) Explain(key int, of result.Simulation, jobs []int32) {
	b.why = append(b.why, inquired{key: key, Simulation: of, jobs: jobs})
}

func (b *fake) Need(key int, of result.Simulation, j int32, before engine.Time) {
	b.wanting = []inquired{{key: key, Simulation: of, jobs: []int32{j}, before: before}}
}

func (b *fake) Factors(key int, of result.Simulation, asked factors.Question) {
	b.weighing = append(b.weighing, weighing{key, of, asked})
}

// weighing is a question for what priorities are made of.
type weighing struct {
	key   int
	of    result.Simulation
	asked factors.Question
}

// weigh answers every question for priorities, and those that follow.
func (b *fake) weigh() {
	b.t.Helper()
	for n := 0; len(b.weighing) > 0; n++ {
		if n > 100 {
			b.t.Fatal("the page asks for priorities again and again")
		}
		r := b.weighing[0]
		b.weighing = b.weighing[1:]
		record, err := b.task(request{scenario: r.of.Scenario, files: r.of.Files, cell: r.of.Cell}).Factors(r.of.Policy, r.asked)
		if err != nil {
			b.t.Fatal(err)
		}
		b.page.FactorsCame(r.key, record)
	}
}

func (b *fake) Foretell(key int, of result.Simulation, asked forecast.Question) {
	b.telling = []telling{{key, of, asked}}
}

func (b *fake) GiveUpForetelling() { b.telling = nil }

// telling is a question for when a job would start.
type telling struct {
	key   int
	of    result.Simulation
	asked forecast.Question
}

// foretell answers when a job would start.
func (b *fake) foretell() {
	b.t.Helper()
	for len(b.telling) > 0 {
		r := b.telling[0]
		b.telling = nil
		task := b.task(request{scenario: r.of.Scenario, files: r.of.Files, cell: r.of.Cell})
		m := forecast.Model{Plan: task.Plan, Point: task.Point, Policy: r.of.Policy, Parallel: 1, Progress: func(done, of int) error {
			b.page.Foretelling(r.key, done, of)
			return nil
		}}
		a, err := m.Ask(future.NewLog(task.Workload), r.asked)
		if err != nil {
			b.page.Unexplained(r.key, result.Failure{Reason: err.Error()})
			continue
		}
		b.page.Foretold(r.key, a)
	}
}

func (b *fake) GiveUpNeed() { b.wanting = nil }

func (b *fake) Compare(key int, of result.Simulation) {
	b.comparing = []inquired{{key: key, Simulation: of}}
}

func (b *fake) GiveUpComparing() { b.comparing = nil }

// compare answers how well a policy agrees with the log.
func (b *fake) compare() {
	b.t.Helper()
	for len(b.comparing) > 0 {
		q := b.comparing[0]
		b.comparing = nil
		task := b.task(request{scenario: q.Scenario, files: q.Files, cell: q.Cell})
		a, err := task.Agreement(q.Policy, nil)
		if err != nil {
			b.t.Fatal(err)
		}
		b.page.Compared(q.key, a.Findings(task.Workload))
	}
}

// drawn is a request for drawings.
type drawn struct {
	key      int
	of       result.Simulation
	from, to int
}

func (b *fake) Draw(key int, of result.Simulation, from, to, _ int) {
	b.draws = []drawn{{key, of, from, to}}
}

func (b *fake) StopDrawing() { b.draws = nil }

// draw simulates the first drawings that are wanted, up to so many, and hands them over one by one, every other one before the one before
// it; then those that follow.
func (b *fake) draw(most int) {
	b.t.Helper()
	for len(b.draws) > 0 && most > 0 {
		d := &b.draws[0]
		n := min(2, d.to-d.from, most)
		most -= n
		first := d.from
		d.from += n
		key, task, policy := d.key, b.task(request{scenario: d.of.Scenario, files: d.of.Files, cell: d.of.Cell}), d.of.Policy
		if d.from == d.to {
			b.draws = nil
		}
		for i := first + n - 1; i >= first; i-- {
			run, err := task.Drawing(i).Simulate(policy, nil)
			if err != nil {
				b.t.Fatal(err)
			}
			b.page.Drawings.Came(key, i, []drawings.Waits{drawings.Of(run.Outcome)})
		}
	}
}

// need answers what is needed, and what follows.
func (b *fake) need() {
	b.t.Helper()
	for len(b.wanting) > 0 {
		q := b.wanting[0]
		b.wanting = nil
		needs, err := b.task(request{scenario: q.Scenario, files: q.Files, cell: q.Cell}).Needed(q.Policy, q.jobs[0], q.before, nil)
		if err != nil {
			b.t.Fatal(err)
		}
		b.page.NeedsCame(q.key, needs)
	}
}

func (b *fake) Matrix(run int, of result.Simulation, at engine.Time) {
	b.plans = append(b.plans, looking{run, of, at})
}

func (b *fake) Snapshots(key int, of result.Simulation, wanted snapshot.Series) {
	b.snapshots = append(b.snapshots, stretch{key, of, wanted})
}

// stretch is a question for calls of a policy.
type stretch struct {
	key    int
	of     result.Simulation
	wanted snapshot.Series
}

// watch answers every question for calls, and those that follow.
func (b *fake) watch() {
	b.t.Helper()
	for n := 0; len(b.snapshots) > 0; n++ {
		if n > 1000 {
			b.t.Fatal("the page asks for calls again and again")
		}
		r := b.snapshots[0]
		b.snapshots = b.snapshots[1:]
		m, err := b.task(request{scenario: r.of.Scenario, files: r.of.Files, cell: r.of.Cell}).Snapshots(r.of.Policy, r.wanted)
		if err != nil {
			b.t.Fatal(err)
		}
		b.page.Play.SnapshotsCame(r.key, m)
	}
}

func (b *fake) LogStory(key int, of result.LogStory) {
	b.stories = append(b.stories, logStory{key, of})
}

// logStory is a question for what a log recorded.
type logStory struct {
	key int
	of  result.LogStory
}

func (b *fake) CheckWritten(of session.Written) { b.checks = append(b.checks, of) }

// check answers whether the expressions and scripts are right of which the page wants to know.
func (b *fake) check() {
	checks := b.checks
	b.checks = nil
	for _, of := range checks {
		wrong := ""
		needs, err := written.Catalogs().Written(of.Kind, of.Text)
		if err != nil {
			wrong = err.Error()
		}
		b.page.WrittenChecked(of, wrong, needs)
	}
}

func (b *fake) Cancel() { b.canceled++ }

// answer runs the last simulation that was asked for and hands over everything.
func (b *fake) answer() {
	b.t.Helper()
	if len(b.asked) == 0 {
		b.t.Fatal("the page asked for no simulation")
	}
	r := b.asked[len(b.asked)-1]
	results := b.simulate(r)
	runs, failures := takeRuns(results)
	b.page.Received(r.run, results)
	for i := range runs {
		if f, failed := failures[i]; failed {
			b.page.PolicyFailed(r.run, i, f)
			continue
		}
		b.page.Progressed(r.run, i, len(results.Workload.Jobs), len(results.Workload.Jobs))
		b.page.RunCame(r.run, i, runs[i])
	}
	b.page.Finished(r.run, 0.01)
}

// takeRuns leaves results as they are before any policy has ended, and returns what came of the policies.
func takeRuns(r *result.Results) (runs []*result.Run, failures map[int]result.Failure) {
	runs, failures = r.Runs, r.Failures
	r.Runs, r.Failures = make([]*result.Run, len(runs)), nil
	return runs, failures
}

// measure enters up to so many further cells into the book of the last Measure, and
// says so; when the book is done it says that instead.
func (b *fake) measure(cells int) {
	b.t.Helper()
	b.tellMeasured(b.enter(cells))
}

// tellMeasured tells the page that cells have been entered.
func (b *fake) tellMeasured(m measure) {
	if m.book.Done() {
		b.page.MeasureFinished(m.run, 0.01)
		return
	}
	b.page.Measured(m.run)
}

// enter is measure without a word to the page.
func (b *fake) enter(cells int) measure {
	b.t.Helper()
	if len(b.measured) == 0 {
		b.t.Fatal("the page measures nothing")
	}
	m := b.measured[len(b.measured)-1]
	b.enterCells(m, cells, func(_ experiment.Cell, err error) { b.t.Fatal(err) })
	return m
}

// enterCells enters up to so many further cells; those that cannot be simulated are handed to lost.
func (b *fake) enterCells(m measure, cells int, lost func(c experiment.Cell, err error)) {
	for range cells {
		c, more := m.book.Next()
		if !more {
			break
		}
		if err := b.enterCell(m, c); err != nil {
			lost(c, err)
		}
	}
}

// enterCell enters one cell, which the book has handed out.
func (b *fake) enterCell(m measure, c experiment.Cell) error {
	plan := m.book.Plan
	if plan.Written { // the page's own plan runs no scripts
		text, err := json.Marshal(plan.Scenario)
		if err != nil {
			return err
		}
		if plan, err = compile(text); err != nil {
			return err
		}
	}
	task, err := experiment.Prepare(plan, c.Point, c.Replication, b.opener(m.files))
	if err != nil {
		return err
	}
	runs, err := task.MeasureAll()
	if err != nil {
		return err
	}
	m.book.Add(c, runs)
	return nil
}

func (b *fake) task(r request) *experiment.Task {
	b.t.Helper()
	task, err := b.tryTask(r)
	if err != nil {
		b.t.Fatal(err)
	}
	return task
}

// tryTask is task for a request that may be impossible.
func (b *fake) tryTask(r request) (*experiment.Task, error) {
	plan, err := compile(r.scenario)
	if err != nil {
		return nil, err
	}
	return experiment.Prepare(plan, r.cell.Point, r.cell.Replication, b.opener(r.files))
}

// opener opens the version of a log that is among the files, else the one of that name.
func (b *fake) opener(files []result.FileRef) func(name string) (io.ReadCloser, error) {
	return func(name string) (io.ReadCloser, error) {
		for _, f := range files {
			if text, known := b.versions[f.SHA256]; known && f.Name == name {
				return io.NopCloser(strings.NewReader(text)), nil
			}
		}
		return b.openFile(name)
	}
}

// compile makes a plan that runs expressions and scripts.
func compile(text []byte) (*scenario.Plan, error) {
	s, err := scenario.Read(text)
	if err != nil {
		return nil, err
	}
	return scenario.Compile(s, written.Catalogs())
}

func (b *fake) prepare(plan *scenario.Plan, c experiment.Cell) *experiment.Task {
	b.t.Helper()
	task, err := experiment.Prepare(plan, c.Point, c.Replication, b.openFile)
	if err != nil {
		b.t.Fatal(err)
	}
	return task
}

// openFile opens a log or a table.
func (b *fake) openFile(name string) (io.ReadCloser, error) {
	if demands.IsTable(name) {
		return io.NopCloser(strings.NewReader(smallTable)), nil
	}
	return io.NopCloser(strings.NewReader(cmp.Or(b.logs[name], smallLog))), nil
}

func (b *fake) simulate(r request) *result.Results {
	b.t.Helper()
	task := b.task(r)
	results := &result.Results{Scenario: r.scenario, Version: "test", Workload: task.Workload, Report: task.Report}
	for i := range task.Plan.Policies {
		run, err := task.Simulate(i, nil)
		var broken *experiment.PolicyError
		if errors.As(err, &broken) {
			if results.Failures == nil {
				results.Failures = map[int]result.Failure{}
			}
			results.Failures[i] = result.Failure{Reason: broken.Err.Error(), Printed: task.Printed(i, result.LinesOfFailure)}
			results.Runs = append(results.Runs, nil)
			continue
		}
		if err != nil {
			b.t.Fatal(err)
		}
		policy := &task.Plan.Points[task.Point].Policies[i]
		results.Runs = append(results.Runs, &result.Run{
			Label: run.Policy, Kind: policy.Kind.Kind, Shadow: policy.Shadow, Outcome: run.Outcome,
			Layout:  timeline.NewLayout(timeline.Place(run.Outcome), 64),
			Series:  metrics.OverTime(run.Outcome),
			Metrics: run.Metrics, Groups: run.Groups, Owners: metrics.AllOwners(run.Outcome), Warnings: run.Warnings,
			Wait:     stats.DistributionOf(metrics.Waits(run.Outcome), 64, result.Percentiles...),
			Slowdown: stats.DistributionOf(metrics.BoundedSlowdowns(run.Outcome), 64, result.Percentiles...),
		})
	}
	return results
}

// explain answers every question why, and those that follow.
func (b *fake) explain() {
	b.t.Helper()
	for len(b.why) > 0 {
		q := b.why[0]
		b.why = b.why[1:]
		decisions, err := b.task(request{scenario: q.Scenario, files: q.Files, cell: q.Cell}).Decide(q.Policy, q.jobs...)
		if err != nil {
			b.t.Fatal(err)
		}
		b.page.Explained(q.key, decisions)
	}
}

// plan answers every question for a plan, and those that follow.
func (b *fake) plan() {
	b.t.Helper()
	for len(b.plans) > 0 {
		r := b.plans[0]
		b.plans = b.plans[1:]
		m, err := b.task(request{scenario: r.of.Scenario, files: r.of.Files, cell: r.of.Cell}).Matrix(r.of.Policy, r.at)
		if err != nil {
			b.t.Fatal(err)
		}
		b.page.PriorityMatrix.PlanCame(r.run, r.of.Policy, r.at, m)
	}
}

// pass lets the time pass for which After holds things back.
func (b *fake) pass() {
	for len(b.later) > 0 {
		f := b.later[0]
		b.later = b.later[1:]
		f()
	}
}

func (b *fake) ChooseFile() {}

func (b *fake) FindFile(f result.FileRef) { b.looked = append(b.looked, f) }

func (b *fake) Gallery() {
	b.page.GalleryCame([]session.GalleryItem{{Page: "lesson-a.html", Title: "L", Sentence: "Zero.", Group: "Lessons"},
		{File: session.FirstItem, Title: "A", Sentence: "One.", Group: "First"}, {File: "c.json", Title: "C", Sentence: "Two.", Group: "Second"}, {File: "b.json", Title: "B", Sentence: "Three.", Group: "Second"}}, "")
}

func (b *fake) GalleryItem(name string) {
	content, err := os.ReadFile("../assets/gallery/" + name)
	if err != nil {
		b.t.Fatal(err)
	}
	b.page.ItemCame(name, content, "")
}

func (b *fake) SetAddress(fragment string, replace bool) {
	b.address = fragment
	if !replace {
		b.entries++
	}
}

func (b *fake) Home() string                        { return "http://127.0.0.1/" }
func (b *fake) FetchLog(address string)             { b.fetched = append(b.fetched, address) }
func (b *fake) FetchScenario(address string)        { b.fetched = append(b.fetched, address) }
func (b *fake) Post(message []byte)                 { b.posted = append(b.posted, string(message)) }
func (b *fake) Copy(text string)                    { b.copied = text }
func (b *fake) Save(name, mime string, data []byte) { b.saved[name] = bytes.Clone(data) }
func (b *fake) Redraw()                             { b.redrawn++ }
func (b *fake) ShowChart(id string, spec []byte)    { b.charts[id] = spec }
func (b *fake) Theme() string                       { return b.theme }
func (b *fake) SetTheme(theme string)               { b.theme = theme }
func (b *fake) Newcomer() bool                      { return b.newcomer }
func (b *fake) Greeted()                            { b.newcomer = false }
func (b *fake) Calm() bool                          { return b.calm }
func (b *fake) Focus(id string)                     { b.focused = id }
func (b *fake) FocusInPlace(id string)              { b.focused = id }
func (b *fake) Select(id string, from, to int)      { b.focused, b.selected = id, [2]int{from, to} }
func (b *fake) Rewrite(id string, e code.Edit)      { b.rewritten = &e }
func (b *fake) Hold()                               { b.held++ }
func (b *fake) Reveal(string)                       {}
func (b *fake) ToTop()                              { b.onTop++ }
func (b *fake) Say(text string)                     { b.said = text }
func (b *fake) Report(err error)                    { b.reported = append(b.reported, err.Error()) }
func (b *fake) Zone(string) (timeline.Zone, bool)   { return timeline.Zone{}, false }
func (b *fake) After(_ time.Duration, f func())     { b.later = append(b.later, f) }
func (b *fake) Proceed(_ time.Duration, f func() bool) {
	b.later = append(b.later, func() {
		if f() {
			b.rendered++
		}
	})
}
func (b *fake) lastScenario() string { return string(b.asked[len(b.asked)-1].scenario) }
func (b *fake) String() string       { return fmt.Sprint(b.address, b.said) }

func (b *fake) Write(name, mime string, write func(io.Writer) error) {
	var text bytes.Buffer
	err := write(&text)
	b.saved[name] = text.Bytes()
	b.page.Exports.Written(name, int64(text.Len()), err)
}

func (b *fake) DrawChart(id string, _ timeline.Paper, then func([]byte)) {
	if b.charts[id] == nil {
		then(nil)
		return
	}
	then([]byte(`<svg xmlns="http://www.w3.org/2000/svg" id="` + id + `"></svg>`))
}

func (b *fake) EncodePNG(_ *timeline.Raster, then func([]byte) bool) { then([]byte("\x89PNG")) }

func (b *fake) SavePNG(name string, svg []byte, _ int, _ string) { b.saved[name] = bytes.Clone(svg) }

// smallLog is a log of three jobs with recorded waits, of a machine of 16 processors.
const smallLog = `; Computer: Test
; MaxProcs: 16
; UnixStartTime: 850000000
; TimeZoneString: UTC
1 0 10 100 8 -1 -1 8 200 -1 1 7 1 1 1 -1 -1 -1
2 5 120 50 16 -1 -1 16 60 -1 1 8 1 1 1 -1 -1 -1
3 6 0 20 4 -1 -1 4 30 -1 1 7 1 1 1 -1 -1 -1
`

// smallTable says what two of the jobs of smallLog ask for.
const smallTable = "job,bandwidth\n1,2000\n3,500\n"

// droppedTable is smallTable as a file that was opened.
func droppedTable(name string) opened.File {
	return opened.File{FileRef: result.FileRef{Name: name, Size: int64(len(smallTable)), SHA256: strings.Repeat("ef", 32)}}
}

// droppedLog is smallLog as a file that was opened.
func droppedLog(t *testing.T, name string) opened.File {
	t.Helper()
	return droppedText(t, name, smallLog)
}

// droppedText is a log with that text as a file that was opened.
func droppedText(t *testing.T, name, text string) opened.File {
	t.Helper()
	w, report, err := logs.ReadSWF(strings.NewReader(text), name)
	if err != nil {
		t.Fatal(err)
	}
	f := opened.File{FileRef: result.FileRef{Name: name, Size: int64(len(text)), SHA256: strings.Repeat("ab", 32)}, Report: report, Waits: w.Wait != nil}
	if report.Header.Processors() == 0 {
		f.Sizing = transform.SizingOf(w)
	}
	return f
}
