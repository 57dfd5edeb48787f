package main

import (
	"encoding/json"
	"fmt"
	"math"
	"time"

	"github.com/vugu/vugu"

	"backfill/assets/gallery"
	"backfill/engine/experiment"
	"backfill/policies"
	"backfill/ui"
	"backfill/ui/timeline"
	"backfill/wasm/simulator"
	"backfill/wasm/wire"
)

// ahead is what a first visit shows until the program runs, made by the program's own code (assets/ahead.js draws it).
type ahead struct {
	// Page is the HTML of the page in a wide window and the light theme, in pieces; Narrow, Dark and NarrowDark are what differs from it.
	Page       []string          `json:"page"`
	Narrow     []change          `json:"narrow"`
	Dark       []change          `json:"dark"`
	NarrowDark []change          `json:"narrowDark"`
	NarrowFrom float64           `json:"narrowFrom"` // width of the timeline, CSS pixels, from which a window is not narrow
	Timeline   *timeline.Elastic `json:"timeline"`
	Host       string            `json:"host"` // id of the timeline's place
}

// change puts pieces in the place of so many.
type change struct {
	At   int      `json:"at"`
	Gone int      `json:"gone"`
	New  []string `json:"new,omitempty"`
}

// makeAhead shows the first experiment to nobody, in each kind of window.
func makeAhead() (json.RawMessage, error) {
	wide, scene, err := showFirst("light", ui.Narrow)
	if err != nil {
		return nil, err
	}
	made := ahead{Page: pieces(wide), NarrowFrom: ui.Narrow, Host: ui.TimelineHost}
	if made.Timeline, err = timeline.NewElastic(scene); err != nil {
		return nil, err
	}
	for _, other := range []struct {
		changes *[]change
		theme   string
		width   int
	}{{&made.Narrow, "light", ui.Narrow - 1}, {&made.Dark, "dark", ui.Narrow}, {&made.NarrowDark, "dark", ui.Narrow - 1}} {
		html, _, err := showFirst(other.theme, other.width)
		if err != nil {
			return nil, err
		}
		*other.changes = changes(made.Page, pieces(html))
	}
	return json.Marshal(made)
}

// showFirst is the page as a first visit finds it once the results are there, where the timeline is so wide, and what the timeline shows.
func showFirst(theme string, width int) (html string, scene *timeline.Scene, err error) {
	v := &visit{theme: theme}
	v.page = ui.NewPage(v, policies.Catalogs())
	v.page.Open("")
	v.page.Sized(width, 1)
	for len(v.later) > 0 {
		next := v.later[0]
		v.later = v.later[1:]
		next()
	}
	if v.failed != nil {
		return "", nil, fmt.Errorf("show the first experiment: %w", v.failed)
	}
	if v.page.Scene() == nil {
		return "", nil, fmt.Errorf("the first experiment came to nothing")
	}
	env, err := vugu.NewBuildEnv(vugu.NewEventEnvImpl(nil, nil))
	if err != nil {
		return "", nil, err
	}
	results := env.RunBuild(ui.Root(v.page))
	ui.EscapeText(results)
	if long := ui.TakeLongTexts(results); len(long) > 0 {
		return "", nil, fmt.Errorf("the first page has a text that is too long for it")
	}
	var b writer
	if err := writeNode(&b, results, results.Out.Out[0]); err != nil {
		return "", nil, err
	}
	return b.String(), v.page.Scene(), nil
}

// visit is a browser in which nobody does anything: the page asks it for nothing but what its methods answer.
type visit struct {
	ui.Browser
	page   *ui.Page
	theme  string
	later  []func()
	failed error
}

func (v *visit) Theme() string { return v.theme }
func (v *visit) Calm() bool    { return false }

func (v *visit) Gallery() {}

func (v *visit) GalleryItem(name string) {
	if name != gallery.FirstFile {
		v.failed = fmt.Errorf("there is no %s at hand", name)
		return
	}
	v.page.ItemCame(name, gallery.First, "")
}

// Simulate does the worker's work, and the page's with what comes of it.
func (v *visit) Simulate(run int, scenario []byte, files []ui.FileRef, _ bool, cell experiment.Cell) {
	var made wire.Made
	var part *ui.Run
	note := func(err error) bool {
		if v.failed == nil {
			v.failed = err
		}
		return v.failed == nil
	}
	simulate := func() {
		simulator.New(policies.Catalogs(), func(a wire.Answer, data wire.Packed) {
			var err error
			switch a.Say {
			case wire.WorkloadMade:
				if made, err = wire.DecodeWorkload(data.Bytes(), func() {}); note(err) {
					v.page.Received(run, &ui.Results{Scenario: scenario, Version: made.Version, Workload: made.Workload, Report: made.Report, Runs: make([]*ui.Run, made.Policies)})
				}
			case wire.OutcomeMade:
				if part, err = wire.DecodeOutcome(data.Bytes(), made.Workload, func() {}); note(err) {
					part.Seconds = math.NaN() // how long it takes here tells nothing
				}
			case wire.SeriesMade:
				part.Series, err = wire.DecodeSeries(data.Bytes())
				note(err)
			case wire.LayoutMade:
				if part.Layout, err = wire.DecodeLayout(data.Bytes(), part.Outcome, func() {}); note(err) {
					v.page.RunCame(run, a.Policy, part)
				}
			case wire.Done:
				v.page.Finished(run, math.NaN())
			case wire.Failed:
				note(fmt.Errorf("%s", a.Failure.Reason))
			}
		}).Receive(wire.Request{Ask: wire.Simulate, Scenario: scenario, Files: files, Cell: cell}, nil)
	}
	v.later = append(v.later, simulate)
}

func (v *visit) Cancel()                         {}
func (v *visit) GiveUpNeed()                     {}
func (v *visit) Redraw()                         {}
func (v *visit) Reveal(string)                   {}
func (v *visit) Focus(string)                    {}
func (v *visit) ToTop()                          {}
func (v *visit) Say(string)                      {}
func (v *visit) SetAddress(string, bool)         {}
func (v *visit) ShowChart(string, []byte)        {}
func (v *visit) After(_ time.Duration, f func()) { v.later = append(v.later, f) }
