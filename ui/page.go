package ui

import (
	"backfill/engine/scenario"
	"backfill/ui/timeline"
)

// Page is the whole page: the root component and its plain state.
type Page struct {
	browser  Browser
	catalogs scenario.Catalogs
}

// Ids of the empty elements that the browser side fills. It keeps what it puts
// into them: the page never renders children there.
const (
	TimelineHost = "timeline"      // the canvas; this element has the keyboard focus
	HintHost     = "timeline-hint" // one line of text on what the pointer is at
)

// NewPage makes the page. Call Open once it is rendered for the first time.
func NewPage(b Browser, c scenario.Catalogs) *Page { return &Page{browser: b, catalogs: c} }

// Open starts with what the address says, or with the textbook case if fragment is empty.
func (p *Page) Open(fragment string) {}

// Received says that the workload of a run is there: Scenario, Version, Workload
// and Report are set, and Runs has an empty place for every policy.
func (p *Page) Received(run int, r *Results) {}

// Progressed says how many of the jobs have ended under a policy.
func (p *Page) Progressed(run, policy, ended, jobs int) {}

// RunCame hands over what one policy made of the workload.
func (p *Page) RunCame(run, policy int, r *Run) {}

// Finished says that all policies have come, seconds after Simulate.
func (p *Page) Finished(run int, seconds float64) {}

// Failed says that a run has ended without a result.
func (p *Page) Failed(run int, f Failure) {}

// Explained hands over the record of the decisions about one job.
func (p *Page) Explained(run int, e Explanation) {}

// FileCame opens a file that the user chose or dropped.
func (p *Page) FileCame(f File) {}

// FileRefused says that a file cannot be used.
func (p *Page) FileRefused(f Failure) {}

// FileFound answers FindFile: whether the log is in the browser's storage.
func (p *Page) FileFound(f FileRef, found bool) {}

// Navigated says that the address has another fragment now.
func (p *Page) Navigated(fragment string) {}

// GalleryCame hands over the gallery's index.
func (p *Page) GalleryCame(items []GalleryItem, failure string) {}

// ItemCame hands over an item of the gallery, a scenario.
func (p *Page) ItemCame(name string, content []byte, failure string) {}

// Copied says whether the text is on the clipboard now.
func (p *Page) Copied(ok bool) {}

// Crashed shows a mistake of ours and lets the page go on. The one wrapper that
// recovers panics calls it.
func (p *Page) Crashed(what string) {}

// Shortcut answers a key pressed anywhere on the page; false leaves it to the
// browser. typing says that the focus is in a text field.
func (p *Page) Shortcut(key string, ctrl, shift, typing bool) bool { return false }

// Sized says how wide the timeline's canvas is, in device pixels, and how many of
// them make a CSS pixel. The height is Scene().View.Height afterwards.
func (p *Page) Sized(width int, ratio float64) {}

// ThemeChanged says that Browser.Theme answers differently now.
func (p *Page) ThemeChanged() {}

// Scene is what the timeline shows, nil as long as there is nothing or no width.
func (p *Page) Scene() *timeline.Scene { return nil }

// SetView shows another part of the timeline: after wheel, drag or key.
func (p *Page) SetView(v timeline.View) {}

// Hover lights up what lies under the pointer and returns the line of text for
// HintHost. changed says whether the picture needs to be drawn anew. A Hit with
// Lane -1 says that the pointer is nowhere. It needs no rendering.
func (p *Page) Hover(h timeline.Hit) (text string, changed bool) { return "", false }

// Pin shows job j in the inspector, or nothing if it is engine.NoJob. It needs a rendering.
func (p *Page) Pin(j int32) {}
