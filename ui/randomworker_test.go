package ui

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"backfill/engine/experiment"
	"backfill/engine/param"
	"backfill/engine/workload/logs"
	"backfill/engine/workload/story"
	"backfill/policies"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/timeline"
)

// busy is a fake whose workers, as those of a browser, give up what they were asked when another simulation begins or all are stopped, and
// which does nothing at once that a browser does later.
type busy struct {
	*fake
	reader *reader
}

func (b busy) Simulate(run int, text []byte, files []result.FileRef, written bool, cell experiment.Cell) {
	b.giveUp()
	b.fake.Simulate(run, text, files, written, cell)
}

func (b busy) Cancel() {
	b.giveUp()
	b.fake.Cancel()
}

// giveUp forgets what was asked about the last simulation.
func (b *fake) giveUp() {
	b.why, b.wanting, b.comparing, b.draws, b.plans, b.snapshots, b.weighing, b.telling = nil, nil, nil, nil, nil, nil, nil, nil
}

func (b busy) DrawChart(id string, paper timeline.Paper, then func([]byte)) {
	b.later = append(b.later, func() { b.fake.DrawChart(id, paper, then) })
}

func (b busy) EncodePNG(r *timeline.Raster, then func([]byte) bool) {
	b.later = append(b.later, func() { b.fake.EncodePNG(r, then) })
}

// Write writes bit by bit, and the reader may do something in between.
func (b busy) Write(name, mime string, write func(io.Writer) error) {
	b.fake.Write(name, mime, func(w io.Writer) error { return write(interrupted{w, b.reader}) })
}

// interrupted is a file that is being written while the reader goes on.
type interrupted struct {
	io.Writer
	reader *reader
}

func (w interrupted) Write(data []byte) (int, error) {
	if r := w.reader; r.IntN(10) == 0 && !r.writes {
		r.writes = true
		r.done = append(r.done, "while a file is written: "+r.act())
		r.writes = false
	}
	return w.Writer.Write(data)
}

func (b busy) GalleryItem(name string) {
	b.later = append(b.later, func() {
		if _, err := os.Stat("../assets/gallery/" + name); err != nil {
			b.page.ItemCame(name, nil, "there is none")
			return
		}
		b.fake.GalleryItem(name)
	})
}

// workerDoings are what workers tell, and time.
var workerDoings = []doing{
	{40, "", (*reader).tell},
	{16, "", func(r *reader) string { return r.measure(1 + r.IntN(9)) }},
	{12, "time passes", func(r *reader) string { r.pass(); return "" }},
	{12, "a moment passes", func(r *reader) string {
		n := r.IntN(len(r.b.later) + 1)
		now := r.b.later[:n:n]
		r.b.later = slices.Clone(r.b.later[n:])
		for _, f := range now {
			f()
		}
		return ""
	}},
	{8, "scripts are checked", func(r *reader) string { r.checks(); return "" }},
	{10, "questions are answered", func(r *reader) string { r.answerQuestions(); return "" }},
	{4, "", (*reader).answerOne},
	{2, "", (*reader).loseWorker},
	{3, "something is told late", func(r *reader) string {
		if len(r.old) > 0 {
			if t := r.old[r.IntN(len(r.old))]; t.of == len(r.b.asked) || r.b.asked[t.of-1].run != r.p.RunNumber {
				t.tell() // of an earlier simulation of the same run nothing is told
			}
		}
		return ""
	}},
	{2, "the run fails", func(r *reader) string {
		if r.p.Running {
			r.fails(result.Failure{Reason: "the disk is full.", Crash: r.IntN(2) == 0})
		}
		return ""
	}},
	{6, "it takes long", func(r *reader) string { // so that parts are shown
		r.p.Began = r.p.Began.Add(-time.Minute)
		if m := r.p.Ongoing; m != nil {
			m.Began = m.Began.Add(-time.Minute)
		}
		return ""
	}},
}

// toldOfRun is something that was told of a run.
type toldOfRun struct {
	of   int // the simulation, from 1
	tell func()
}

// tell tells the page the next of what the worker has to say of the last run.
func (r *reader) tell() string {
	p, b := r.p, r.b
	if len(b.asked) != r.run {
		r.run, r.rest = len(b.asked), r.toTell(b.asked[len(b.asked)-1])
	}
	if !p.Running || len(r.rest) == 0 {
		return "nothing to tell"
	}
	next := r.rest[0]
	r.rest = r.rest[1:]
	next()
	r.old = append(r.old[max(0, len(r.old)-8):], toldOfRun{r.run, next})
	return fmt.Sprintf("the worker tells, with %d to follow", len(r.rest))
}

// pass lets time pass, but not for ever: a run that is played step by step goes on.
func (r *reader) pass() {
	for range 20 {
		now := r.b.later
		r.b.later = nil
		for _, f := range now {
			f()
		}
	}
}

// fails ends the run, and whatever else runs.
func (r *reader) fails(f result.Failure) {
	r.rest = nil
	r.b.giveUp()
	r.p.Drawings.GiveUp()
	r.p.Failed(r.p.RunNumber, f)
}

// toTell is what a worker has to tell of a simulation.
func (r *reader) toTell(q request) (list []func()) {
	p := r.p
	if r.failed = r.failure(q); r.failed != nil {
		f := *r.failed
		return []func(){func() {
			if q.run == p.RunNumber {
				r.fails(f)
			}
		}}
	}
	results := r.b.simulate(q)
	runs, failures := takeRuns(results)
	list = append(list, func() {
		again := *results // it may be told twice
		takeRuns(&again)
		p.Received(q.run, &again)
	})
	for i, run := range runs {
		if f, failed := failures[i]; failed {
			list = append(list, func() { p.PolicyFailed(q.run, i, f) })
			continue
		}
		list = append(list, func() { p.Progressed(q.run, i, 10, len(results.Workload.Jobs)) }, func() { p.RunCame(q.run, i, run) })
	}
	return append(list, func() { p.Finished(q.run, 0.01) })
}

// failure is why a simulation cannot begin, nil if it can.
func (r *reader) failure(q request) *result.Failure {
	_, err := r.b.tryTask(q)
	if err == nil {
		return nil
	}
	f := &result.Failure{Reason: err.Error()}
	if wrong := (*param.Error)(nil); errors.As(err, &wrong) {
		f.Path, f.Value, f.Reason = wrong.Path, wrong.Value, wrong.Reason
	}
	return f
}

// measure lets so many cells come of what is measured; those that cannot be simulated are lost.
func (r *reader) measure(cells int) string {
	b, p := r.b, r.p
	if len(b.measured) == 0 || !p.Measuring() || b.measured[len(b.measured)-1].run != p.RunNumber {
		return "nothing to measure"
	}
	m := b.measured[len(b.measured)-1]
	b.enterCells(m, cells, func(c experiment.Cell, err error) { m.book.Lose(c, err.Error()) })
	b.tellMeasured(m)
	return fmt.Sprintf("%d cells come", cells)
}

// checks lets come what is wrong with expressions and scripts; one time in eight there is nobody to tell.
func (r *reader) checks() {
	if r.IntN(8) > 0 {
		r.b.check()
		return
	}
	checks := r.b.checks
	r.b.checks = nil
	for _, of := range checks {
		r.p.WrittenUnchecked(of, result.Failure{Reason: "no worker", Crash: true})
	}
}

// answers are what comes of the questions about simulations, by kind.
func (r *reader) answers() []func() {
	return []func(){r.b.explain, r.b.need, r.b.compare, r.b.weigh, r.b.watch, r.b.plan, r.b.foretell, r.tellStories, func() { r.b.draw(3) }}
}

// answerQuestions lets everything come that the page has asked of simulations.
func (r *reader) answerQuestions() {
	for _, answer := range r.answers() {
		answer()
	}
}

// answerOne lets the answers to one kind of question come.
func (r *reader) answerOne() string {
	all := r.answers()
	i := r.IntN(len(all))
	all[i]()
	return fmt.Sprint("questions of kind ", i, " are answered")
}

// tellStories answers what was asked about logs.
func (r *reader) tellStories() {
	asked := r.b.stories
	r.b.stories = nil
	for _, q := range asked {
		if !r.p.Story.Awaits(q.key) {
			continue
		}
		text, err := r.b.opener([]result.FileRef{q.of.File})(q.of.File.Name)
		if err != nil {
			r.t.Fatal(err)
		}
		if q.of.Kind == "accounting" {
			r.p.Story.StoryLost(q.key, result.Failure{Reason: "it is not to be had"})
			continue
		}
		log, err := logs.History(text, q.of.File.Name, logs.Unreadable(q.of.Params["lines"]))
		if err != nil {
			r.p.Story.StoryLost(q.key, result.Failure{Reason: err.Error()})
			continue
		}
		r.p.Story.StoryCame(q.key, story.Of(log, q.of.Filter))
	}
}

// loseWorker breaks the workers that have been asked something about a simulation.
func (r *reader) loseWorker() string {
	b, p, lost := r.b, r.p, result.Failure{Reason: "the worker broke", Crash: true}
	n := len(b.why) + len(b.wanting) + len(b.comparing) + len(b.weighing) + len(b.telling) + len(b.snapshots) + len(b.draws)
	why, wanting, comparing, weighing, telling, snapshots, draws := b.why, b.wanting, b.comparing, b.weighing, b.telling, b.snapshots, b.draws
	b.why, b.wanting, b.comparing, b.weighing, b.telling, b.snapshots, b.draws = nil, nil, nil, nil, nil, nil, nil
	for _, q := range append(append(why, wanting...), comparing...) {
		p.Unexplained(q.key, lost)
	}
	for _, q := range weighing {
		p.Unexplained(q.key, lost)
	}
	for _, q := range telling {
		p.Unexplained(q.key, lost)
	}
	for _, q := range snapshots {
		p.Play.SnapshotsLost(q.key, lost)
	}
	for _, q := range draws {
		p.Drawings.Failed(q.key, lost)
	}
	for _, q := range b.plans {
		if q.run == p.RunNumber { // as the browser has it, that ends everything
			r.fails(lost)
			break
		}
	}
	return fmt.Sprint(n, " questions are lost")
}

// rests lets everything come that is under way. What takes long is cancelled.
func (r *reader) rests() {
	for range 60 {
		r.readAll()
		r.pass()
		r.b.check()
		for r.p.Running && r.tell() != "nothing to tell" {
		}
		if m := r.p.Ongoing; m != nil && m.Planned > 100 && r.p.Measuring() {
			r.p.pressCancel()
		}
		r.measure(40)
		r.answerQuestions()
	}
}

// waitWords are sentences of somebody who waits.
var waitWords = []string{"Simulating …", "Simulating: ", "Comparing …", "asking why …", "Asking the policy why …", "is asked what it decided …", "Repeating the simulation", "Reading the log …", "sorting …",
	"Preparing the workload…", "is being written…"}

// waitsForNothing says what a page at rest waits for.
func (r *reader) waitsForNothing() error {
	p := r.p
	text := render(r.t, p).root.shown()
	if err := r.mistaken(); err != nil {
		return err
	}
	if p.Running || p.Measuring() {
		return r.wrong("it does not come to rest (runs %v, measures %v, %d of %d asked)", p.Running, p.Measuring(), r.run, len(r.b.asked))
	}
	for _, s := range waitWords {
		if at := strings.Index(text, s); at >= 0 {
			return r.wrong("it waits for ever: %q,", text[max(0, at-200):min(len(text), at+100)])
		}
	}
	if m := p.Missing; m != nil && !needs(p.FilesNeeded(), m.Name) {
		return r.wrong("it waits for %s, which the experiment does not need,", m.Name)
	}
	return r.unanswered()
}

func needs(files []result.FileRef, name string) bool {
	for _, f := range files {
		if f.Name == name {
			return true
		}
	}
	return false
}

// pageCatalogs are what a page knows; to make them takes long.
var pageCatalogs = policies.Catalogs()

var _ session.Browser = busy{}
