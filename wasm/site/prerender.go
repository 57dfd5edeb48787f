package main

import (
	"fmt"
	"math"
	"time"

	"github.com/vugu/vugu"

	"backfill/assets/gallery"
	"backfill/engine/experiment"
	"backfill/policies"
	"backfill/ui"
	"backfill/ui/panel"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/timeline"
	"backfill/wasm/wire"
)

// prerendered is what a first visit shows until the program runs, made by the program's own code, as assets/prerendered.js wants it.
type prerendered struct {
	address string // fragment of the page's address
	asked   *answered
	page    *node // in a wide window and the light theme

	Dark       []edit  `json:"dark"`       // make the page that of the dark theme
	Narrow     []edit  `json:"narrow"`     // make the light page that of a narrow window
	NarrowDark []edit  `json:"narrowDark"` // make the dark page that of a narrow window
	NarrowFrom float64 `json:"narrowFrom"` // width of the timeline, CSS pixels, from which a window is not narrow
	Host       string  `json:"host"`       // id of the timeline's place
}

// prerender shows the first experiment to nobody, in each kind of window.
func prerender() (*prerendered, error) {
	pages := map[string]map[int]*shown{"light": {}, "dark": {}}
	for theme, of := range pages {
		for _, width := range []int{wide, narrow} {
			var err error
			if of[width], err = showFirst(theme, width); err != nil {
				return nil, err
			}
		}
	}
	first := pages["light"][wide]
	made := &prerendered{address: first.address, asked: first.asked, page: first.page, NarrowFrom: panel.Narrow, Host: panel.TimelineHost}
	for _, other := range []struct {
		edits    *[]edit
		from, to *node
	}{
		{&made.Dark, first.page, pages["dark"][wide].page},
		{&made.Narrow, first.page, pages["light"][narrow].page},
		{&made.NarrowDark, pages["dark"][wide].page, pages["dark"][narrow].page},
	} {
		if other.from.open != other.to.open {
			return nil, fmt.Errorf("the prerendered pages are different elements: %s and %s", other.from.open, other.to.open)
		}
		*other.edits = edits(other.from, other.to)
	}
	return made, nil
}

// Widths of timelines in the two kinds of windows.
const (
	wide   = panel.Narrow
	narrow = panel.Narrow - 1
)

// shown is what a visit has come to.
type shown struct {
	page    *node
	address string
	asked   *answered // of a worker
}

// showFirst is the page as a first visit finds it once the results are there, where the timeline is so wide.
func showFirst(theme string, width int) (*shown, error) {
	v := &visit{theme: theme}
	v.page = ui.NewPage(v, policies.Catalogs())
	v.page.Open("", "")
	v.page.Sized(width, 1)
	for len(v.later) > 0 {
		next := v.later[0]
		v.later = v.later[1:]
		next()
	}
	if v.failed != nil {
		return nil, fmt.Errorf("show the first experiment: %w", v.failed)
	}
	if v.page.Timeline == nil || v.address == "" {
		return nil, fmt.Errorf("the first experiment came to nothing")
	}
	env, err := vugu.NewBuildEnv(vugu.NewEventEnvImpl(nil, nil))
	if err != nil {
		return nil, err
	}
	results := env.RunBuild(ui.Root(v.page))
	ui.EscapeText(results)
	if long := ui.TakeLongTexts(results); len(long) > 0 {
		return nil, fmt.Errorf("the first page has a text that is too long for it")
	}
	page, err := nodeOf(results)
	if err != nil {
		return nil, err
	}
	picture, err := timeline.Preview(v.page.Timeline)
	if err != nil {
		return nil, err
	}
	host := page.find(panel.TimelineHost)
	if host == nil {
		return nil, fmt.Errorf("the first page has no timeline")
	}
	host.children = []*node{{text: picture}}
	return &shown{page, v.address, v.asked}, nil
}

// visit is a browser in which nobody does anything: the page asks it for nothing but what its methods answer.
type visit struct {
	session.Browser
	page    *ui.Page
	theme   string
	later   []func()
	address string
	asked   *answered
	failed  error
}

func (v *visit) Theme() string { return v.theme }
func (v *visit) Calm() bool    { return false }

func (v *visit) Newcomer() bool { return true }

func (v *visit) Gallery() {}

func (v *visit) GalleryItem(name string) {
	if name != gallery.FirstFile {
		v.failed = fmt.Errorf("there is no %s at hand", name)
		return
	}
	v.page.ItemCame(name, gallery.First, "")
}

// Simulate does the worker's work, and the page's with what comes of it.
func (v *visit) Simulate(run int, scenario []byte, files []result.FileRef, _ bool, cell experiment.Cell) {
	var made wire.Made
	var part *result.Run
	note := func(err error) bool {
		if v.failed == nil {
			v.failed = err
		}
		return v.failed == nil
	}
	simulate := func() {
		var err error
		v.asked, err = answer(scenario, files, cell, func(a wire.Answer, data []byte) {
			var err error
			switch a.Say {
			case wire.WorkloadMade:
				if made, err = wire.DecodeWorkload(data, func() {}); note(err) {
					v.page.Received(run, &result.Results{Scenario: scenario, Version: made.Version, Workload: made.Workload, Report: made.Report, Runs: make([]*result.Run, made.Policies)})
				}
			case wire.OutcomeMade:
				if part, err = wire.DecodeOutcome(data, made.Workload, func() {}); note(err) {
					part.Seconds = math.NaN() // how long it takes here tells nothing
				}
			case wire.SeriesMade:
				part.Series, err = wire.DecodeSeries(data)
				note(err)
			case wire.LayoutMade:
				if part.Layout, err = wire.DecodeLayout(data, part.Outcome, func() {}); note(err) {
					v.page.RunCame(run, a.Policy, part)
				}
			case wire.Done:
				v.page.Finished(run, math.NaN())
			case wire.Failed:
				note(fmt.Errorf("%s", a.Failure.Reason))
			}
		})
		note(err)
	}
	v.later = append(v.later, simulate)
}

func (v *visit) Cancel()                           {}
func (v *visit) GiveUpNeed()                       {}
func (v *visit) Redraw()                           {}
func (v *visit) Reveal(string)                     {}
func (v *visit) Focus(string)                      {}
func (v *visit) FocusInPlace(string)               {}
func (v *visit) Hold()                             {}
func (v *visit) ToTop()                            {}
func (v *visit) Say(string)                        {}
func (v *visit) Report(err error)                  { v.failed = err }
func (v *visit) SetAddress(address string, _ bool) { v.address = address }
func (v *visit) ShowChart(string, []byte)          {}
func (v *visit) After(_ time.Duration, f func())   { v.later = append(v.later, f) }

func (v *visit) Proceed(_ time.Duration, f func() bool) { v.later = append(v.later, func() { f() }) }
