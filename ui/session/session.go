// Package session holds the experiment that is being edited and what came of it: the draft with its history and its mistakes, the logs
// at hand, the run that goes on, the results on the page, those before the first change, and those that are kept. What becomes of files
// that are opened is the business of package opened.
//
// Session changes only through its methods. Those of the reader, such as Edit, Undo, Run and Keep, may ask the Browser for something;
// what comes of it arrives through others, such as RunCame, FileFound and Failed. Whoever shows a session is told of what happens
// through Watcher. The package computes nothing of a simulation itself, and knows neither vugu nor any panel.
package session

import (
	"encoding/json"
	"time"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/ui/answer"
	"backfill/ui/draft"
	"backfill/ui/drawing"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// Session is the experiment that is being edited, and what came of it.
type Session struct {
	Browser Browser
	watcher Watcher
	Form    draft.Form

	// The experiment as it is being edited (edit.go, lists.go, check.go).
	Draft    draft.Draft
	History  draft.History
	Wrong    draft.Mistakes
	Valid    json.RawMessage // the draft as a scenario, as long as it is one; else the last one
	Plan     *scenario.Plan  // of Valid
	Original draft.Draft     // what was opened, to which Reset returns
	change   int             // counts changes, so that only the last one of a burst is run
	due      int             // the change that is about to be run; another than the last one is not

	Framed bool                              // the session is that of a frame, which has no address of its own
	Locked bool                              // files and keys must not change the experiment
	Limits func(*draft.Draft) draft.Mistakes // what the reader must not change; nil: everything may be changed

	written written        // (written.go)
	unread  draft.Mistakes // mistakes in expressions and scripts that have changed since, until the new text has been checked
	wrote   wrote          // (edit.go)

	// Changes of single jobs, read from the draft (jobchanges.go).
	changesOf  changesTable // that changeRows are of
	changeRows []draft.JobChange

	// Logs (logs.go).
	files      []result.FileRef  // by the names that scenarios use, the last one that was learned of at the end
	atHand     map[string]bool   // those in the browser's storage, by key
	logged     map[string]logged // what logs told that were read, by key
	Missing    *result.FileRef   // the one that the experiment waits for
	dates      dates             // (dates.go)
	configured asConfigured      // (asconfigured.go)

	// Running (run.go).
	RunNumber       int
	Running         bool
	Began           time.Time
	Ran             Simulated // what the current or last run simulates; Results as far as they have come, nil before and after
	Ended           []int     // ended jobs by policy; they are simulated one after the other
	PolicyBegan     time.Time // when the policy began that is simulated
	JobsOfRun       int       // in the workload of the current run
	toldEarly       int       // the run of which it was told, while it goes on, that policies have failed
	heldBack        bool      // all results of the run are there, and not shown yet
	Eager           bool      // experiments run again at every change, however long that takes
	Quick           bool      // the last run was quick enough to run again at every change
	runsChangesNext bool      // once the experiment without the changes of single jobs is simulated, it is simulated as it is
	Shown           Simulated // what is on the page: as much of Ran as has come, or what was there before it
	compared        sameness  // Shown and Valid
	comparedRan     sameness  // Ran and Valid
	widest          widest    // (widest.go)
	reported        reported
	requests        requests
	Drawings        *drawing.Queue // of runs that are shown or kept

	// What is kept beside it (simulated.go, kept.go).
	openings   int                     // counts the experiments that were opened
	opened     map[int]draft.Draft     // what they were, by Draft.Opening
	cells      map[int]experiment.Cell // of each the one that the reader has chosen, by Draft.Opening
	addresses  map[uint64]int          // Draft.Opening by fragmentKey of the addresses so far
	prior      *Simulated              // before the first change
	scheduler  askedScheduler          // (whatif.go)
	sincePrior sameness                // prior and Shown
	unkept     bool                    // prior would have taken too much memory
	Kept       []*Simulated            // by the reader
	everKept   int                     // counts those that were ever kept

	// Experiments of several cells (measure.go, estimating.go).
	Cell        experiment.Cell   // of what is shown, that the reader wants on the timeline; the table is of its point
	Ongoing     *Measurement      // of the current or last run; nil: it has one cell
	Measurement *Measurement      // of what is shown
	estimates   *answer.Estimates // the last ones
	estimatesOf *Measurement
	Estimating  estimating
	metric      string   // of the curves, as it was chosen; "" for the usual one
	AllMetrics  bool     // the table has them, not only the usual ones
	MoreMetrics []string // metrics that have a row in the table whatever the experiment; the first is the usual one of the curves
	Minutes     bool     // instants of a workload without dates are told in minutes, up to a day
	Absolute    bool     // differences are told in the metric's unit, not relative to the baseline

	Notice      Notice
	Question    Question
	agreed      int64 // jobs times policies that the reader has agreed to run
	agreedInAll int64 // that times cells
	Gallery     []GalleryItem
	Item        string // the gallery's item that was opened last, "" for another experiment
	awaitedItem string // the one that is to be opened when it comes, "" for none
}

// New makes a session in which nothing is open yet.
func New(b Browser, c scenario.Catalogs, w Watcher) *Session {
	s := &Session{Browser: b, watcher: w, Drawings: drawing.NewQueue(b), addresses: map[uint64]int{}, opened: map[int]draft.Draft{}, cells: map[int]experiment.Cell{}, atHand: map[string]bool{}, logged: map[string]logged{}, Quick: true}
	c.Written = s.written.verdict
	s.Form = draft.Form{Catalogs: c, Clock: func(d *draft.Draft, path string) draft.Clock { return s.ClockAt(d, path) }}
	s.dates = dates{map[string]*engine.Calendar{}, map[string]timeline.Zone{}}
	return s
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
	// Mistaken says that the experiment was checked and cannot be run because of a mistake.
	Mistaken()
	// Edited says, where there is no frame, that the experiment is another one.
	Edited()
	// Asked says that a simulation is large enough to be asked about; the logs that it needs are at hand.
	Asked()
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
