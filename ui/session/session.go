package session

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
	Browser Browser
	watcher Watcher
	Form    draft.Form

	// The experiment as it is being edited (edit.go).
	Draft    draft.Draft
	History  draft.History
	Wrong    draft.Mistakes
	Valid    json.RawMessage // the draft as a scenario, as long as it is one; else the last one
	Plan     *scenario.Plan  // of valid
	Original draft.Draft     // what Reset returns to
	change   int             // counts changes, so that only the last one of a burst is run
	due      int             // the change that is about to be run; another than the last one is not

	Framed bool                              // the session is that of a frame, which has no address of its own
	Locked bool                              // files and keys must not change the experiment
	Limits func(*draft.Draft) draft.Mistakes // what the reader must not change; nil: everything may be changed

	expressions expressions // (expressions.go)

	// Changes of single jobs, read from the draft (changes.go).
	changesText string // the table that changeRows are of
	changeRows  []draft.JobChange

	// Logs (files.go).
	files   []result.FileRef // by the names that scenarios use
	atHand  map[string]bool  // those in the browser's storage, by logKey
	Missing *result.FileRef  // the one that the experiment waits for
	reading string           // name of the file that is being opened, "" for none

	// Running (run.go).
	RunNumber int
	Running   bool
	Began     time.Time
	Ran       Simulated // what the current or last run simulates; Results as far as they have come, nil before and after
	Ended     []int     // ended jobs by policy
	JobsOfRun int       // in the workload of the current run
	Quick     bool      // the last run was quick enough to run again at every change
	returns   bool      // the experiment as it is will be simulated after that without the changes
	Shown     Simulated // what is on the page
	compared  sameness  // shown and valid
	requests  requests

	// What is kept beside it (simulated.go).
	openings  int            // counts the experiments that were opened
	addresses map[uint64]int // Draft.opening by fragmentKey of the addresses that the page has had
	prior     *Simulated     // before the first change
	altered   sameness       // prior and shown
	unkept    bool           // prior would have taken too much memory
	Kept      []*Simulated   // by the user
	keepings  int            // counts them

	// Experiments of several cells (measure.go, estimating.go).
	Cell        experiment.Cell // that is wanted on the timeline; the table is of its point
	Ongoing     *Measurement    // of the current or last run; nil: it has one cell
	Measurement *Measurement    // of what is shown
	estimates   *answer.Estimates
	estimatesOf *Measurement
	Estimating  estimating
	metric      string // of the curves, as it was chosen; "" for the usual one
	AllMetrics  bool   // the table has them, not only the usual ones

	Notice      Notice
	Question    Question
	agreed      int64 // jobs times policies that the user wants to be run
	agreedInAll int64 // that times cells
	Gallery     []GalleryItem
	Item        string // the gallery's item that was opened last, "" for another experiment
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
const FirstItem = "textbook.json"

// NewSession makes the session of a page that shows nothing yet.
func New(b Browser, c scenario.Catalogs, w Watcher) *Session {
	s := &Session{Browser: b, watcher: w, addresses: map[uint64]int{}, atHand: map[string]bool{}, Quick: true}
	c.Expression = s.expressions.verdict
	s.Form = draft.Form{Catalogs: c}
	return s
}
