package session

import (
	"io"
	"time"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/factors"
	"backfill/engine/forecast"
	"backfill/engine/snapshot"
	"backfill/ui/code"
	"backfill/ui/drawing"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// Browser is what a session asks of the browser around it. Event handlers call it, so no method blocks.
// wasm/browser implements it; tests use one of their own.
type Browser interface {
	Simulator
	Files
	Address
	Screen
}

// Simulator is the workers in which simulations run. What comes of a call is handed back later, under the renderer's lock, through the
// methods named beside it: of Session or, for Draw, of Session.Drawings, or, for Matrix, Snapshots and LogStory,
// of the panels that ask.
type Simulator interface {
	// Simulate runs one cell of the experiment in a worker and keeps everything that comes of
	// it, for the timeline: Received, Progressed, RunCame or PolicyFailed (once per policy),
	// Finished or Failed, each with the number of the run. It gives up what it
	// simulated before, and whatever belongs to another run. files are the logs that the
	// scenario names; written says that it has expressions or scripts, which take workers of another
	// program.
	Simulate(run int, scenario []byte, files []result.FileRef, written bool, cell experiment.Cell)
	// Measure simulates cells of the same scenario, in at most so many workers (0: as many as
	// the browser thinks right), and adds to cells what comes of it, under the renderer's lock:
	// Measured when something has come, twice a second or less often, and
	// MeasureFinished once all are done, or Failed. It gives up what it measured
	// before, and whatever belongs to another run. What Simulate is asked for goes first. Some
	// cells may be done already: a measurement that was given up can go on.
	Measure(run int, scenario []byte, files []result.FileRef, written bool, cells *experiment.Cells, workers int)
	// Explain repeats a simulation, recording the decisions about jobs: Explained or
	// Unexplained with the key.
	Explain(key int, of result.Simulation, jobs []int32)
	// Need repeats a simulation with less of what job j asks for, as experiment.Task.Needed says, in a
	// worker of its own: NeedsCame or Unexplained with the key. It gives up what it was
	// asked before; GiveUpNeed only does that.
	Need(key int, of result.Simulation, j int32, before engine.Time)
	GiveUpNeed()
	// Compare holds a policy against the log, in a worker of its own: Compared or Unexplained with the key. It gives up what it was asked
	// before; GiveUpComparing only does that.
	Compare(key int, of result.Simulation)
	GiveUpComparing()
	// Matrix repeats a simulation up to its first plan at the instant at or later:
	// MatrixCame, or Failed with the number of the run.
	Matrix(run int, of result.Simulation, at engine.Time)
	// Snapshots repeats a simulation as far as it takes to note calls of its policy:
	// SnapshotsCame or SnapshotsLost with the key.
	Snapshots(key int, of result.Simulation, wanted snapshot.Series)
	// Draw repeats a simulation with other draws, and StopDrawing stops that.
	drawing.Browser
	// Factors repeats a simulation and notes what its priorities are made of: FactorsCame or Unexplained with the key.
	Factors(key int, of result.Simulation, asked factors.Question)
	// Foretell asks when a job would start, or how often that would have been told rightly, in a worker of its own: Foretelling now and then, and
	// Foretold or Unexplained with the key. It gives up what it was asked before; GiveUpForetelling only does that.
	Foretell(key int, of result.Simulation, asked forecast.Question)
	GiveUpForetelling()
	// LogStory reads a log and tells its story: StoryCame or StoryLost with the key.
	LogStory(key int, of result.LogStory)
	// CheckWritten lets a worker look for mistakes in an expression or a script:
	// WrittenChecked, or WrittenUnchecked if there can be no such worker.
	CheckWritten(of Written)
	// Cancel stops at once what runs: Simulate, Measure, Explain, Need, Compare, Matrix, Snapshots, Factors, Foretell and Draw. Nothing comes of them
	// any more; what has come of cells stays. After Failed nothing runs either.
	Cancel()
}

// Files is what the reader opens and saves.
type Files interface {
	// ChooseFile lets the reader pick files; dropping them on the page does the same:
	// Chosen for each, then FileCame or FileRefused, once a log is in the
	// browser's storage, and FilesJoined and FilesLeft at the end.
	ChooseFile()
	// FindFile looks for a log in the browser's storage: FileFound.
	FindFile(f result.FileRef)
	// Gallery fetches the gallery's index or an item of it: GalleryCame, ItemCame.
	Gallery()
	GalleryItem(name string)
	// FetchLog fetches a log of the page's own site and opens it as if it were dropped.
	FetchLog(address string)
	// FetchScenario fetches a scenario from the host that serves the page: ScenarioCame.
	FetchScenario(address string)
	// Copy puts text on the clipboard: Copied.
	Copy(text string)
	// Save offers data as a download.
	Save(name, mime string, data []byte)
	// Write offers what write writes as a download. It is written bit by bit, while the page goes on:
	// Writing now and then, as long as that allows it, Written in the end.
	Write(name, mime string, write func(io.Writer) error)
	// SavePNG offers a figure, an SVG, as a PNG that is so many pixels wide, is to be printed with 300 dots per inch
	// and carries the text about.
	SavePNG(name string, svg []byte, width int, about string)
}

// Address is where the page stands: the address bar, and the page around a frame.
type Address interface {
	// SetAddress puts fragment, without #, into the address bar, as a new entry of
	// the history or in place of the present one. Session.Navigated tells of back,
	// forward and typed addresses.
	SetAddress(fragment string, replace bool)
	// Home is the page's address without query and fragment.
	Home() string
	// Post sends a message, a JSON object, to the page around this frame. What it answers goes to Page.Hear.
	Post(message []byte)
}

// Screen is what the reader sees and hears, and time.
type Screen interface {
	// Redraw asks for the timeline to be drawn anew at the next frame.
	Redraw()
	// ShowChart draws a chart into the element with that id when it has been rendered;
	// spec is read by chart.js.
	ShowChart(id string, spec []byte)
	// DrawChart draws the chart that was shown in that element for paper and hands it to then, as SVG;
	// nil if that is not possible.
	DrawChart(id string, paper timeline.Paper, then func(svg []byte))
	// EncodePNG hands a picture to then as a PNG; nil if that is not possible. The page is rendered only if then says that it shows something
	// new.
	EncodePNG(r *timeline.Raster, then func(png []byte) (shows bool))
	// Theme is "light" or "dark": the reader's choice or else the system's. SetTheme
	// changes it; "" follows the system.
	Theme() string
	SetTheme(theme string)
	// Newcomer says whether the page is to greet its reader: it was opened without an experiment in its address, and nobody has taken
	// the greeting away in this browser.
	Newcomer() bool
	// Greeted remembers that the greeting was taken away.
	Greeted()
	// Calm says that the reader wants no motion.
	Calm() bool
	// Focus moves the keyboard focus to the element with that id once it is rendered; "" leaves it where it is after all.
	Focus(id string)
	// FocusInPlace is Focus without scrolling: for what has to have the focus because the element that had it is gone.
	FocusInPlace(id string)
	// Select is Focus for a field of text, of which it selects what lies between two places, in UTF-16 code units.
	Select(id string, from, to int)
	// Rewrite changes the text of a field as if that were typed. Places are in UTF-16 code units.
	Rewrite(id string, change code.Edit)
	// Hold keeps what has the focus, if it is in sight, where it is in the window, whatever the next rendering puts above it.
	Hold()
	// Reveal scrolls to the element with that id once it is rendered, if its top is out of sight.
	Reveal(id string)
	// ToTop scrolls every column to its top once it is rendered.
	ToTop()
	// Say lets a screen reader announce text, even before the page is rendered for the first time.
	Say(text string)
	// Report tells the console of a mistake of ours, for whoever mends it.
	Report(err error)
	// Zone tells local time in a zone named as in the zone database, by the browser's
	// own knowledge; false if it has none.
	Zone(name string) (timeline.Zone, bool)
	// After calls f, under the renderer's lock, when d has passed, and has the page rendered.
	After(d time.Duration, f func())
	// Proceed is After for what is done in steps: the page is rendered only if f says that it shows something new.
	Proceed(d time.Duration, f func() (shows bool))
}

// MainPart is the id of the element with everything below the messages. It has the focus, in place, when what had it is gone and
// the reader looks at the rest of the page.
const MainPart = "main"

// GalleryItem is one line of the gallery's index.
type GalleryItem struct {
	File     string `json:"file"` // name for Browser.GalleryItem
	Title    string `json:"title"`
	Sentence string `json:"sentence"`
	Group    string `json:"group,omitempty"` // heading under which it stands, such as the paper it comes from
	Words    string `json:"words,omitempty"` // in which it is searched, too: its description and the labels of its policies
	Kinds    string `json:"kinds,omitempty"` // of its policies, with spaces between
	Page     string `json:"page,omitempty"`  // a lesson: address of its page, which the browser opens; File is empty then
	Log      string `json:"log,omitempty"`   // address of a log for Browser.FetchLog; File is empty then
}
