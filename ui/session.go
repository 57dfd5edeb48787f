package ui

import (
	"encoding/json"
	"time"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/result"
)

// Session is the experiment that is being edited, and what came of it.
type Session struct {
	browser Browser
	watcher Watcher
	form    draft.Form

	// The experiment as it is being edited (edit.go).
	draft    draft.Draft
	history  draft.History
	wrong    draft.Mistakes
	valid    json.RawMessage // the draft as a scenario, as long as it is one; else the last one
	plan     *scenario.Plan  // of valid
	original draft.Draft     // what Reset returns to
	change   int             // counts changes, so that only the last one of a burst is run
	due      int             // the change that is about to be run; another than the last one is not

	framed bool                              // the session is that of a frame, which has no address of its own
	locked bool                              // files and keys must not change the experiment
	limits func(*draft.Draft) draft.Mistakes // what the reader must not change; nil: everything may be changed

	expressions expressions // (expressions.go)

	// Changes of single jobs, read from the draft (changes.go).
	changesText string // the table that changeRows are of
	changeRows  []draft.JobChange

	// Logs (files.go).
	files   []result.FileRef // by the names that scenarios use
	atHand  map[string]bool  // those in the browser's storage, by logKey
	missing *result.FileRef  // the one that the experiment waits for
	reading string           // name of the file that is being opened, "" for none

	// Running (run.go).
	run      int
	running  bool
	began    time.Time
	ran      Simulated // what the current or last run simulates; Results as far as they have come, nil before and after
	progress []int     // ended jobs by policy
	jobs     int       // in the workload of the current run
	quick    bool      // the last run was quick enough to run again at every change
	returns  bool      // the experiment as it is will be simulated after that without the changes
	Shown    Simulated // what is on the page
	compared sameness  // shown and valid
	requests requests

	// What is kept beside it (simulated.go).
	openings  int            // counts the experiments that were opened
	addresses map[uint64]int // Draft.opening by fragmentKey of the addresses that the page has had
	prior     *Simulated     // before the first change
	altered   sameness       // prior and shown
	unkept    bool           // prior would have taken too much memory
	kept      []*Simulated   // by the user
	keepings  int            // counts them

	// Experiments of several cells (measure.go, estimating.go).
	cell        experiment.Cell // that is wanted on the timeline; the table is of its point
	ongoing     *measurement    // of the current or last run; nil: it has one cell
	measured    *measurement    // of what is shown
	estimates   *answer.Estimates
	estimatesOf *measurement
	estimating  estimating
	metric      string // of the curves, as it was chosen; "" for the usual one
	allMetrics  bool   // the table has them, not only the usual ones

	notice      notice
	question    question
	agreed      int64 // jobs times policies that the user wants to be run
	agreedInAll int64 // that times cells
	gallery     []GalleryItem
	item        string // the gallery's item that was opened last, "" for another experiment
}

// Watcher is told of what happens in a session, to show it.
type Watcher interface {
	// DraftReplaced says that the draft is another one as a whole: what is half typed belongs to none.
	DraftReplaced()
	// Opened says that an experiment has been opened.
	Opened()
	// NotOpened says that one could not be; the notice says why.
	NotOpened()
	// ScenarioChanged says, in a frame, that the experiment is another one or has another address.
	ScenarioChanged()
	// Unfold shows parts of the form that somebody will look for now.
	Unfold(what ...string)
	// ShowMistake shows the first field with a mistake, and SayMistake reads it aloud.
	ShowMistake()
	SayMistake()
	// Began says that a simulation for the timeline begins: nothing comes any more of what the last one was asked.
	Began()
	// Shown says that more results are on the page. fresh are the first ones of a run, and last is the workload that they
	// take the place of.
	Shown(fresh bool, last *engine.Workload)
	// Estimated says that there are new estimates; complete are those of the whole measurement, for the first time.
	Estimated(complete bool)
	// Finished says that all results of a run are there.
	Finished()
	// Stopped says that no more come of a run that has no end, and Failed why: at a field of the scenario, or "".
	Stopped()
	Failed(why, path string)
	// Settled says that nothing runs any more, so that simulations can be asked for what they did.
	Settled()
}

// firstItem is the gallery's item that a first visit sees.
const firstItem = "textbook.json"

// NewSession makes the session of a page that shows nothing yet.
func NewSession(b Browser, c scenario.Catalogs, w Watcher) *Session {
	s := &Session{browser: b, watcher: w, addresses: map[uint64]int{}, atHand: map[string]bool{}, quick: true}
	c.Expression = s.expressions.verdict
	s.form = draft.Form{Catalogs: c}
	return s
}
