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
	wrote   wrote          // (writing.go)

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
}

// New makes a session in which nothing is open yet.
func New(b Browser, c scenario.Catalogs, w Watcher) *Session {
	s := &Session{Browser: b, watcher: w, Drawings: drawing.NewQueue(b), addresses: map[uint64]int{}, opened: map[int]draft.Draft{}, cells: map[int]experiment.Cell{}, atHand: map[string]bool{}, logged: map[string]logged{}, Quick: true}
	c.Written = s.written.verdict
	s.Form = draft.Form{Catalogs: c, Clock: func(d *draft.Draft, path string) draft.Clock { return s.ClockAt(d, path) }}
	s.dates = dates{map[string]*engine.Calendar{}, map[string]timeline.Zone{}}
	return s
}
