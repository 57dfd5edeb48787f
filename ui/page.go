package ui

import (
	"encoding/json"
	"time"

	"backfill/engine"
	"backfill/engine/scenario"
	"backfill/ui/draft"
	"backfill/ui/result"
	"backfill/ui/timeline"
)

// Page is the whole page: the root component and its plain state. Its parts are
// components that only look at it and call its methods.
type Page struct {
	browser Browser
	form    draft.Form

	// The experiment as it is being edited (edit.go).
	draft    draft.Draft
	history  draft.History
	wrong    draft.Mistakes
	valid    json.RawMessage // the draft as a scenario, as long as it is one; else the last one
	plan     *scenario.Plan  // of valid
	original draft.Draft     // what Reset returns to
	folded   map[string]bool // cards of the form
	change   int             // counts changes, so that only the last one of a burst is run
	due      int             // the change that is about to be run; another than the last one is not

	expressions expressions // (expressions.go)

	// Logs (files.go).
	files   []result.FileRef // those at hand, by the names that scenarios use
	missing *result.FileRef  // the one that the experiment waits for
	reading string           // name of the file that is being opened, "" for none

	// Running (run.go).
	run        int
	running    bool
	began      time.Time
	ran        Simulated // what the current or last run simulates; Results as far as they have come, nil before and after
	progress   []int // ended jobs by policy
	jobs       int   // in the workload of the current run
	quick      bool  // the last run was quick enough to run again at every change
	Shown      Simulated // what is on the page
	compared   sameness // shown and valid

	// Editions (editions.go).
	openings     int            // counts the experiments that were opened
	addresses    map[uint64]int // Draft.opening by fragmentKey of the addresses that the page has had
	prior        *Simulated       // before the first change
	altered      sameness       // prior and shown
	unkept       bool           // prior would have taken too much memory
	kept         []*Simulated     // by the user
	keepings     int            // counts them

	measurementState
	timelineState
	play playing // (play.go)
	inspection
	requests requests
	apart    apartState
	whatif   whatIf // (whatif.go)
	matrix   matrixState
	listing  Listing
	opened   map[string]bool   // what else is unfolded: "all metrics", "report", ...
	toAdd    map[string]string // kind that "Add" adds to the list at a path

	paper         timeline.Paper // of figures (paper.go)
	exportedLabel string         // of the policy whose schedule is exported, "" for the first one
	unwanted      string         // name of the file whose writing was cancelled, "" for none

	notice      notice
	question    question
	agreed      int64  // jobs times policies that the user wants to be run
	agreedInAll int64  // that times cells
	dialog      string // the open dialog, "" for none
	opener      string // the element that opened it and gets the focus back
	gallery     []GalleryItem
	item        string // the gallery's item that was opened last, "" for another experiment
	sharing     sharing
	frame       *Frame // nil: the page is no frame (frame.go)

	parts parts
}

// Ids of the empty elements that the browser side fills. It keeps what it puts
// into them: the page never renders children there.
const (
	TimelineHost = "timeline"      // the canvas; this element has the keyboard focus
	HintHost     = "timeline-hint" // one line of text on what the pointer is at
)

// NewPage makes the page. Call Open before it is rendered for the first time.
func NewPage(b Browser, c scenario.Catalogs) *Page {
	p := &Page{
		browser:   b,
		folded:    map[string]bool{"repeat": true, "groups": true, "settings": true},
		opened:    map[string]bool{},
		addresses: map[uint64]int{},
		toAdd:     map[string]string{},
		quick:     true,
		paper:     usualPaper,
	}
	c.Expression = p.expressions.verdict
	p.form = draft.Form{Catalogs: c}
	p.pinned, p.instant = engine.NoJob, engine.Never
	p.matrix.at, p.matrix.part = -1, matrixParts[0]
	p.listing.init(p)
	p.parts = newParts(p)
	return p
}

// firstItem is the gallery's item that a first visit sees.
const firstItem = "textbook.json"

// Open starts with what the address says, or with the textbook case if fragment is empty.
func (p *Page) Open(fragment string) {
	if p.frame != nil {
		p.openFrame(fragment)
		return
	}
	p.browser.Gallery()
	if fragment == "" {
		p.folded["workload"] = true // the policies are to be in sight
		p.browser.GalleryItem(firstItem)
		return
	}
	p.Navigated(fragment)
}

// Copied says whether the text is on the clipboard now.
func (p *Page) Copied(ok bool) {
	if ok {
		p.tell("Copied.")
		return
	}
	p.warn("The browser did not allow copying.")
}

// Crashed shows a mistake of ours and lets the page go on. The one wrapper that
// recovers panics calls it.
func (p *Page) Crashed(what string) {
	p.notice = notice{Text: "Something went wrong in this program, and it is not your fault: " + what +
		". What you typed and the last results are still here" + p.partRemark() + ".", Problem: true}
}

// Shortcut answers a key pressed anywhere on the page; false leaves it to the
// browser. typing says that the focus is in a text field.
func (p *Page) Shortcut(key string, ctrl, shift, typing bool) bool {
	switch {
	case key == "Escape" && p.dialog != "":
		p.CloseDialog()
	case key == "Escape" && (p.Drawing() || p.Sketching()):
		p.DropSketch()
	case key == "Escape" && !typing && p.inspecting():
		p.CloseInspector()
	case p.frame != nil && !p.frame.open():
		return false
	case ctrl && !shift && (key == "z" || key == "Z"):
		p.Undo()
	case ctrl && (shift && (key == "z" || key == "Z") || key == "y"):
		p.Redo()
	case ctrl && key == "Enter":
		p.Run()
	case !ctrl && !typing && key == "?" && p.dialog == "" && p.frame == nil:
		p.OpenDialog("help", "help-button")
	default:
		return false
	}
	return true
}

// notice is the line of text above the three places. The next change of the
// experiment takes it away.
type notice struct {
	Text    string
	Problem bool
	OfRun   bool   // the last run has failed; the next one takes it away
	Passing bool   // the beginning of the next run takes it away
	Lasting bool   // the experiment that is about to be opened leaves it there
	Writes  string // name of the file that is being written; dismissing the notice cancels that
}

func (p *Page) tell(text string) {
	p.notice = notice{Text: text}
	p.browser.Say(text)
}

func (p *Page) warn(text string) { p.notice = notice{Text: text, Problem: true} }

// DismissNotice takes the notice away.
func (p *Page) DismissNotice() {
	p.unwanted = p.notice.Writes
	p.notice = notice{}
	p.browser.Focus("experiment")
}

// OpenDialog opens a dialog over the page; the rest cannot be reached meanwhile.
func (p *Page) OpenDialog(name, opener string) {
	p.dialog, p.opener = name, opener
	if len((&Dialogs{p}).items()) > 0 {
		p.browser.Focus(dialogItem(0))
		return
	}
	p.browser.Focus("dialog-close")
}

// CloseDialog closes it and gives the focus back.
func (p *Page) CloseDialog() {
	p.dialog = ""
	p.browser.Focus(p.opener)
}

// toggle folds or unfolds something that is folded at first.
func (p *Page) toggle(what string) { p.opened[what] = !p.opened[what] }

// SwitchTheme changes between light and dark.
func (p *Page) SwitchTheme() {
	next := "dark"
	if p.browser.Theme() == "dark" {
		next = "light"
	}
	p.browser.SetTheme(next)
	p.ThemeChanged()
}

// ThemeChanged says that Browser.Theme answers differently now.
func (p *Page) ThemeChanged() {
	p.applyTheme()
	p.showCharts()
}

func (p *Page) theme() *timeline.Theme {
	if p.browser.Theme() == "dark" {
		return timeline.Dark
	}
	return timeline.Light
}
