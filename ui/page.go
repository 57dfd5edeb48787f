package ui

import (
	"cmp"

	"github.com/vugu/vugu"

	"backfill/engine/scenario"
	"backfill/ui/export"
	"backfill/ui/panel"
	"backfill/ui/panel/answers"
	"backfill/ui/panel/byhand"
	"backfill/ui/panel/editor"
	"backfill/ui/panel/forecast"
	"backfill/ui/panel/inspector"
	"backfill/ui/panel/jobs"
	"backfill/ui/panel/logstory"
	"backfill/ui/panel/matrix"
	"backfill/ui/panel/modelfit"
	"backfill/ui/panel/play"
	"backfill/ui/panel/priorities"
	"backfill/ui/panel/schedules"
	"backfill/ui/panel/tworuns"
	"backfill/ui/panel/users"
	"backfill/ui/panel/whatif"
	"backfill/ui/session"
	"backfill/ui/share"
)

// Page is the whole page: the root component. It holds the panels and what they share, and the state that no panel has: which dialog
// is open, and the frame.
type Page struct {
	*panel.Shared

	Answers        *answers.Answers
	Play           *play.Play
	ByHand         *byhand.ByHand
	Jobs           *jobs.Jobs
	Users          *users.Users
	ModelFit       *modelfit.ModelFit
	StartForecast  *forecast.Forecast
	Story          *logstory.Story
	TwoRuns        *tworuns.TwoRuns
	PriorityMatrix *matrix.PriorityMatrix
	Priorities     *priorities.Priorities

	Editor    *editor.Editor
	Schedules *schedules.Schedules
	Inspector *inspector.Inspector
	WhatIf    *whatif.WhatIf

	Exports *export.Exports
	Sharing *share.Sharing

	reading *reading // what is said in the dialog about how a file is to be read

	dialog string // the open dialog, "" for none
	opener string // the element that opened it and gets the focus back
	search string // what is typed into the gallery's field
	greets bool   // a newcomer is shown the way to the first lesson
	frame  *Frame // nil: the page is no frame (frame.go)

	parts parts
}

// NewPage makes the page. Call Open before it is rendered for the first time.
func NewPage(b session.Browser, c scenario.Catalogs) *Page {
	p := &Page{}
	p.Shared = panel.NewShared(session.New(b, c, watching{p}))
	p.Editor = editor.New(p.Shared)
	p.Schedules = schedules.New(p.Shared)
	p.Jobs = jobs.New(p.Shared)
	p.Users = users.New(p.Shared)
	p.ModelFit = modelfit.New(p.Shared)
	p.StartForecast = forecast.New(p.Shared)
	p.Story = logstory.New(p.Shared)
	p.Users.ShowJobs = p.Jobs.ShowUser
	p.Answers = &answers.Answers{Shared: p.Shared}
	p.PriorityMatrix = matrix.New(p.Shared)
	p.Priorities = priorities.New(p.Shared)
	p.WhatIf = whatif.New(p.Shared)
	p.WhatIf.Model = p.ModelFit
	p.Inspector = inspector.New(p.Shared)
	p.Inspector.Alteration = p.Guard(&whatif.Alteration{WhatIf: p.WhatIf})
	p.Play = play.New(p.Shared)
	p.Play.OnTime = p.tellTime
	p.ByHand = byhand.New(p.Shared)
	p.ByHand.ShowAt, p.ByHand.ShowAll = p.Play.ShowAt, p.Play.StopPlaying
	p.Play.Places, p.Play.Place = p.ByHand.Offered, p.ByHand.Begin
	p.Schedules.LineNow = p.Play.LineNow
	p.Schedules.Player = p.Guard(&play.Player{Play: p.Play})
	p.Schedules.BesidePlayer = p.besidePlayer
	p.TwoRuns = tworuns.New(p.Shared)
	p.Exports = &export.Exports{Shared: p.Shared, Answers: p.Answers, Editor: p.Editor, Schedules: p.Schedules, Story: p.Story, ModelFit: p.ModelFit, Forecast: p.StartForecast, WhatIf: p.WhatIf}
	p.Sharing = &share.Sharing{Shared: p.Shared, Editor: p.Editor}
	p.OnReadOtherwise = p.sayHowToRead
	p.OnChoose = p.tellSelected
	p.OnScene = append(p.OnScene, p.tellWords)
	p.parts = newParts(p)
	return p
}

// Open starts with what the address says behind #, or else with the gallery's item that it names, or with the textbook case.
func (p *Page) Open(fragment, item string) {
	if p.frame != nil {
		p.openFrame(fragment)
		return
	}
	p.greets = p.Browser.Newcomer()
	p.Browser.Gallery()
	if fragment == "" {
		p.Editor.Fold("workload") // the policies are to be in sight
		p.OpenItem(cmp.Or(item, session.FirstItem))
		return
	}
	p.Navigated(fragment)
}

// Shortcut answers a key pressed anywhere on the page; false leaves it to the
// browser. typing says that the focus is in a text field.
func (p *Page) Shortcut(key string, ctrl, shift, typing bool) bool {
	switch {
	case key == "Escape" && p.dialog != "":
		p.closeDialog()
	case key == "Escape" && (p.WhatIf.Drawing() || p.WhatIf.Sketching()):
		p.WhatIf.DropSketch()
	case key == "Escape" && !typing && p.Inspecting():
		p.Inspector.Close()
	case (key == "Enter" || key == "ArrowDown") && p.dialog == "gallery" && typing && !ctrl && len(p.galleryItems()) > 0:
		p.Browser.Focus(dialogItem(0))
	case p.frame != nil && !p.frame.open():
		return false
	case ctrl && !shift && (key == "z" || key == "Z"):
		p.Editor.Walk(p.Undo)
	case ctrl && (shift && (key == "z" || key == "Z") || key == "y"):
		p.Editor.Walk(p.Redo)
	case ctrl && key == "Enter":
		p.runNow()
	case !ctrl && !typing && key == "?" && p.dialog == "" && p.frame == nil:
		p.openDialog("help", "help-button")
	default:
		return false
	}
	return true
}

// Expects says that the page has nothing to say but that results of its first experiment are on their way.
func (p *Page) Expects() bool {
	return (p.Shown.Results == nil || p.Running) && p.Measurement == nil && p.Notice.Text == "" && len(p.Wrong) == 0 && p.Question.Text == "" && p.dialog == ""
}

// Sized says how wide the timeline's canvas is, in device pixels, and how many of
// them make a CSS pixel. The height is that of the scene's view afterwards.
func (p *Page) Sized(width int, ratio float64) {
	if p.Width == 0 && float64(width) < panel.Narrow*ratio {
		// In a narrow window the form stands above everything else.
		p.Editor.Fold("machine", "workload", "policies")
	}
	p.Schedules.Sized(width, ratio)
}

// Roomy says how high the place of the timeline's canvas is, in CSS pixels, before Sized. That counts where the page shows what has room. It returns
// whether the page offers other parts now.
func (p *Page) Roomy(height float64) (others bool) {
	p.Schedules.Room = 0
	if !p.fits() {
		return false
	}
	p.Schedules.Room = height
	if crowded := p.Schedules.Crowded(height); crowded != p.frame.fitting.crowded {
		p.frame.fitting.crowded = crowded
		p.Stage()
		return true
	}
	return false
}

// OnPaper says that the page is being printed, where everything of a frame is shown, or not any more.
func (p *Page) OnPaper(on bool) {
	if p.frame != nil {
		p.frame.fitting.paper = on
		p.Stage()
	}
}

// Root is the component to render: the page, guarded against panics.
func Root(p *Page) vugu.Builder {
	if p.frame != nil {
		return p.Guard(&Framed{p})
	}
	return p.Guard(p)
}

// class arranges the places of the page.
func (p *Page) class() string {
	class := "places"
	if p.Editor.Folded("experiment") {
		class += " folded"
	}
	switch writes, roomy := p.Editor.Writing(); {
	case roomy:
		class += " writing wide"
	case writes:
		class += " writing"
	}
	switch n := len(p.RunLabels()); { // for which a table needs more room
	case n > 4:
		class += " crowded"
	case n > 3:
		class += " many"
	}
	return class
}
