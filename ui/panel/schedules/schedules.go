package schedules

import (
	"math"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/engine/metrics/resources"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/result"
	"backfill/ui/timeline"
	"backfill/ui/widget"
)

// Schedules is the panel with the timeline.
type Schedules struct {
	*panel.Shared
	Player       vugu.Builder                    // what plays the runs
	BesidePlayer func() vugu.Builder             // what follows it, above the picture
	LineNow      func(group int, j int32) string // what is said of job j while a run is played; "" if none is

	Room        float64 // that the picture has, in CSS pixels from top to bottom; 0: as much as it wants
	Legend      []timeline.LegendEntry
	tracks      map[*result.Run][]*timeline.Track
	staged      *staged                           // the scene that is on its way; nil: there is none
	demand      bool                              // what nodes are asked for is shown instead of jobs, where they share something
	showing     bool                              // somebody chose which of the two
	demands     map[*result.Run]*resources.Demand // by run; those that were shown last
	drawnColors timeline.ColorBy                  // of the scene on the timeline
	drawnDemand bool                              // of the scene on the timeline
	nodes       string                            // which nodes of a machine with partitions are shown (nodes.go)
	drawnNodes  string                            // of the scene on the timeline
	layouts     map[*result.Run]arranged          // of the runs on the timeline
	goingTo     goingTo                           // (goto.go)
	decisions   map[*result.Run][]engine.Decision // about all jobs, of runs whose stories have been asked for
}

// New makes the panel.
func New(shared *panel.Shared) *Schedules {
	s := &Schedules{Shared: shared, LineNow: func(int, int32) string { return "" }}
	s.Stage, s.Staging = s.stage, s.staging
	s.OnPin = append(s.OnPin, s.markShadows)
	s.OnScene = append(s.OnScene, s.AskStories)
	return s
}

// Sized says how wide the timeline's canvas is, in device pixels, and how many of
// them make a CSS pixel. The height is Timeline.View.Height afterwards.
func (s *Schedules) Sized(width int, ratio float64) {
	s.Width, s.Ratio = width, ratio
	for _, dress := range s.OnDress {
		dress()
	}
	if s.Timeline == nil {
		s.stage()
		return
	}
	s.Timeline.View = s.Timeline.View.Resize(width, ratio).Stack(s.Heights(), s.Timeline.Groups)
	s.Browser.Redraw()
}

// Heights shares the height of a usual window among the policies, or the room that there is.
func (s *Schedules) Heights() timeline.Heights {
	if s.Room > 0 && s.Timeline != nil {
		return timeline.FitHeights(s.Room, s.Timeline.Groups)
	}
	h := timeline.DefaultHeights
	h.Track, h.Title = 32, 24
	switch len(s.Drawn) {
	case 0, 1:
		h.Track = 56
	case 2:
		h.Track = 44
	}
	h.Gantt = s.lanesHeight(s.Drawn) + s.headingsHeight()
	return h
}

// Crowded says whether so many CSS pixels are too few for the timelines of all policies: a chart has to have room for two lines of text.
func (s *Schedules) Crowded(room float64) bool {
	runs, _ := s.Runs()
	groups := make([]timeline.Group, len(runs))
	for i, r := range runs {
		groups[i].Passing = explain.InPasses(r.Kind)
	}
	return len(runs) > 1 && timeline.FitHeights(room, groups).Gantt < 24
}

// bandsHeight is the height, in CSS pixels, of a Gantt chart whose bands have room for
// their names, as far as that is not too much.
func bandsHeight(lanes []engine.Lane) float64 {
	const name, most = 14, 260
	narrowest, all := int32(math.MaxInt32), int32(0)
	for i := range lanes {
		narrowest, all = min(narrowest, lanes[i].Processors), all+lanes[i].Processors
	}
	return min(name*float64(all)/float64(narrowest), most)
}

// ApplyTheme draws in the colours of another theme.
func (s *Schedules) ApplyTheme() {
	for _, dress := range s.OnDress {
		dress()
	}
	if s.Timeline != nil {
		s.Timeline.Theme = s.Theme()
		s.Legend = s.Timeline.Legend()
		s.Browser.Redraw()
	}
}

// ViewKey moves the view as the key on the timeline does.
func (s *Schedules) ViewKey(key string) {
	if s.Timeline == nil {
		return
	}
	if v, ok := s.Timeline.View.Key(key, true); ok {
		s.SetView(v)
	}
}

// FutureLegend explains what the timeline shows of the future while a run is played.
func (s *Schedules) FutureLegend() []timeline.LegendEntry {
	if s.Timeline == nil {
		return nil
	}
	return s.Timeline.FutureLegend()
}

// absence keeps the place of an entry that explains nothing now: what stands below does not move while time goes by.
func absence(e timeline.LegendEntry) any {
	if e.Absent {
		return "absent"
	}
	return nil
}

// cells chooses the cell of the timeline.
func (s *Schedules) cells() vugu.Builder {
	return s.Guard(&panel.Cells{Shared: s.Shared, Prefix: "shown", Replications: true})
}

// colorWords are what jobs can be coloured by.
func (s *Schedules) colorWords() []timeline.ColorBy {
	var words []timeline.ColorBy
	for b := range timeline.NumColorBy {
		switch w := s.Workload(); {
		case b == timeline.ByDeadline && (w == nil || !timeline.HasDeadlines(w)), b == timeline.ByChange && !s.Compares():
		default:
			words = append(words, b)
		}
	}
	return words
}

// viewBar moves the view, and unfolds the licences and what is stranded.
func (s *Schedules) viewBar() vugu.Builder {
	key := func(text, name, key string) widget.Button {
		return widget.Button{Text: text, Name: name, Do: func() { s.ViewKey(key) }}
	}
	buttons := []widget.Button{key("←", "Earlier", "ArrowLeft"), key("→", "Later", "ArrowRight"),
		key("+", "Zoom in", "+"), key("−", "Zoom out", "-"), key("All", "All: show everything", "0")}
	if s.licensed() {
		buttons = append(buttons, widget.Button{Text: "Licences", Name: "Licences: copies in use", Expanded: widget.Yes(s.Unfolded["licences"]), Do: s.ToggleLicences})
	}
	if s.tellsStranded() {
		buttons = append(buttons, widget.Button{Text: "Stranded", Name: "Stranded: what is free and no waiting job could use", Expanded: widget.Yes(s.Unfolded["stranded"]), Do: s.ToggleStranded})
	}
	if !s.Locked {
		open := widget.Button{Text: "Go to…", Name: "Go to a time, a job or a range", ID: "go-to-button", Expanded: widget.Yes(s.GoesTo()), Do: s.OpenGoTo}
		if s.GoesTo() {
			open.Do = s.CloseGoTo
		}
		buttons = append(buttons, open)
	}
	return s.QuietBar("View of the timeline", buttons...)
}
