package wire

import (
	"encoding/json"

	"backfill/engine"
	"backfill/engine/agreement"
	"backfill/engine/experiment"
	"backfill/engine/factors"
	"backfill/engine/forecast"
	"backfill/engine/param"
	"backfill/engine/workload/story"
	"backfill/ui/result"
)

// Ask is the kind of a request.
type Ask string

const (
	// Keep: the data is the log Files[0]; hold it for later requests. No answer.
	Keep Ask = "keep"
	// Read: the data is a log with the name Files[0]; hold it and say what it is: LogRead, Failed.
	Read Ask = "read"
	// Simulate: run Cell of Scenario: WorkloadMade, then for each policy, from policy From on, Progressed, OutcomeMade, SeriesMade and
	// LayoutMade, or PolicyFailed, then Done; or Failed.
	Simulate Ask = "simulate"
	// Measure: simulate Cells of Scenario and keep the metrics only: Measured, Failed.
	Measure Ask = "measure"
	// Explain: repeat Policy in Cell and record the decisions about Jobs: Decided, Failed.
	Explain Ask = "explain"
	// Need: repeat Policy in Cell with less for the first of Jobs, to find how much less makes it start
	// before At: Needed, Failed.
	Need Ask = "need"
	// Matrix: repeat Policy in Cell up to its first plan from At on: Matrixed, Failed.
	Matrix Ask = "matrix"
	// Snapshots: repeat Policy in Cell and note up to Most calls of it from At on, at least Every
	// apart: Noted, Failed.
	Snapshots Ask = "snapshots"
	// Draw: simulate Policy in Cell in its drawings From to To-1 and keep the waits of all jobs only: Drawn, Failed.
	Draw Ask = "draw"
	// Compare: hold Policy in Cell against the log: Compared, Failed.
	Compare Ask = "compare"
	// Factors: repeat Policy in Cell and note its priorities as Factors asks: Weighed, Failed.
	Factors Ask = "factors"
	// Foretell: say when a job would start under Policy in Cell, as Forecast asks: Progressed, Foretold, Failed.
	Foretell Ask = "foretell"
	// Tell: tell the story of the log Files[0], as Story asks: Told, Failed.
	Tell Ask = "tell"
	// Check: say whether Written can be computed: Checked, Failed.
	Check Ask = "check"
)

// Request is what the page asks of a worker. Logs are never part of it: they were
// kept before.
type Request struct {
	Ask      Ask               `json:"ask"`
	Task     int               `json:"task"` // answers carry it
	Scenario json.RawMessage   `json:"scenario,omitempty"`
	Files    []result.FileRef  `json:"files,omitempty"`
	Cell     experiment.Cell   `json:"cell"`
	Cells    []experiment.Cell `json:"cells,omitempty"`
	Policy   int               `json:"policy,omitempty"`
	Jobs     []int32           `json:"jobs,omitempty"`
	At       engine.Time       `json:"at,omitempty"`
	Most     int               `json:"most,omitempty"`
	Every    engine.Time       `json:"every,omitempty"`
	Depth    int               `json:"depth,omitempty"` // of the queue
	From     int               `json:"from,omitempty"`
	To       int               `json:"to,omitempty"`

	Factors  *factors.Question  `json:"factors,omitempty"`
	Forecast *forecast.Question `json:"forecast,omitempty"`
	Written  string             `json:"written,omitempty"` // to check: an expression or a script
	Kind     param.Kind         `json:"kind,omitempty"`    // of the parameter of which Written is the value
	Story    *result.LogStory   `json:"story,omitempty"`
	Reading  result.Reading     `json:"reading"` // how a log is to be read
}

// Say is the kind of an answer.
type Say string

const (
	LogRead      Say = "log"
	WorkloadMade Say = "workload"
	Progressed   Say = "progress"
	OutcomeMade  Say = "outcome"
	SeriesMade   Say = "series"
	// LayoutMade: the run is complete.
	LayoutMade Say = "layout"
	// PolicyFailed: Failure says why there is no run of a policy; the others go on.
	PolicyFailed Say = "policyFailed"
	Decided      Say = "decisions"
	Needed       Say = "needed"
	Matrixed     Say = "matrix"
	Noted        Say = "snapshots"
	Weighed      Say = "factors"
	Foretold     Say = "foretold"
	// Measured: the runs of the first cells that were asked for; of all, unless Failure
	// says why not.
	Measured Say = "measured"
	Compared Say = "compared"
	// Drawn: the waits in the drawings that were asked for.
	Drawn Say = "drawn"
	Told  Say = "told"
	// Checked: Failure says what is wrong with what was written, unless there is nothing; Demands what it needs.
	Checked Say = "checked"
	Done    Say = "done"
	Failed  Say = "failed"
)

// Ends says whether an answer is the last one to its request.
func (s Say) Ends() bool {
	switch s {
	case WorkloadMade, Progressed, OutcomeMade, SeriesMade, LayoutMade, PolicyFailed:
		return false
	}
	return true
}

// PieceSize is how many bytes of an answer's data a message has at most. All messages of an answer have the same head, and the
// size of the data in all; of the last one only what is missing counts. The page gives the buffer of each but the last
// back to the worker, in a message with nothing but that, which then posts the next one in it.
const PieceSize = 4 << 20

// Answer is what a worker says. What is bulk comes as data beside it.
type Answer struct {
	Say      Say                 `json:"say"`
	Task     int                 `json:"task"`
	Policy   int                 `json:"policy,omitempty"`
	Ended    int                 `json:"ended,omitempty"`   // jobs so far; of Foretell simulations or, when it checks, jobs that were asked about
	Jobs     int                 `json:"jobs,omitempty"`    // of the workload; of Foretell all of these
	At       engine.Time         `json:"at,omitempty"`      // up to which instant a simulation has come
	Seconds  float64             `json:"seconds,omitempty"` // that the simulation alone took, of OutcomeMade; that the cells took, of Measured; the drawings, of Drawn
	Log      *Log                `json:"log,omitempty"`
	Needs    []experiment.Need   `json:"needs,omitempty"`
	Story    *story.Story        `json:"story,omitempty"`
	Findings *agreement.Findings `json:"findings,omitempty"` // of Compared
	Factors  *factors.Record     `json:"factors,omitempty"`
	Forecast *forecast.Answer    `json:"forecast,omitempty"`
	Failure  *result.Failure     `json:"failure,omitempty"`
	Demands  engine.Capability   `json:"demands,omitempty"` // of Checked
}
