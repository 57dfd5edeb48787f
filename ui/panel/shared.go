package panel

import (
	"backfill/engine"
	"backfill/engine/metrics"
	"backfill/engine/metrics/resources"
	"backfill/ui/explain"
	"backfill/ui/glossary"
	"backfill/ui/opened"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/timeline"
)

// Shared is what the panels of the page share: the session, what is selected and unfolded, and what the timeline shows.
type Shared struct {
	*session.Session
	*opened.Files

	Glossary *glossary.Glossary

	Pinned   int32           // the job in the inspector, engine.NoJob: none
	Listed   bool            // it was chosen in the job table
	Instant  engine.Time     // that is marked on the timeline because somebody asked for it; engine.Never: none
	PlanAt   engine.Time     // of the plan that is shown, marked, too; engine.Never: none
	Unfolded map[string]bool // what is unfolded that is folded at first: "report", "commands", ...
	Paper    timeline.Paper  // of figures that are saved

	Timeline *timeline.Scene // nil: there are no results, or no width
	Drawn    []*result.Run   // the runs in Timeline.Groups
	Width    int             // of the canvas, device pixels; 0: not known yet
	Ratio    float64         // device pixels in a CSS pixel

	Named bool // the names of an accounting log are shown

	Colors  timeline.ColorBy         // what the colours of jobs show
	Colored bool                     // somebody chose that
	Stage   func()                   // puts the results on the timeline anew
	Hides   func(r *result.Run) bool // a run is not on the timeline now
	Staging func() bool              // they are on their way there, which what else takes long waits for

	Lists func(j int32) bool // the job table shows job j

	Losses      map[*result.Run]resources.Losses // of the pinned job to sharing, by run
	changedJobs changedJobs
	beforeAfter BeforeAfter
	sideBySide  sideBySide

	OnNamed   []func()               // names are shown, or hidden again
	OnPin     []func()               // another job is pinned, or none
	OnChoose  func()                 // the reader did that, not the page around a frame
	OnInstant []func(at engine.Time) // somebody went to an instant
	OnScene   []func()               // another scene is on the timeline
	OnDress   []func()               // the width of the canvas is another one, or the colours of the page
}

// NewShared shares a session in which nothing is selected.
func NewShared(s *session.Session) *Shared {
	return &Shared{Session: s, Files: opened.New(s), Glossary: glossary.New(s.Form.Catalogs), Pinned: engine.NoJob, Instant: engine.Never, PlanAt: engine.Never, Unfolded: map[string]bool{}, Paper: usualPaper,
		Losses: map[*result.Run]resources.Losses{}, OnChoose: func() {}, Hides: func(*result.Run) bool { return false }}
}

// Theme is the palette of pictures: the one of the page.
func (s *Shared) Theme() *timeline.Theme {
	if s.Browser.Theme() == "dark" {
		return timeline.Dark
	}
	return timeline.Light
}

// Narrow is the width of a timeline, in CSS pixels, below which the page has one column.
const Narrow = 560

// Small says whether the page has one narrow column, as on a phone.
func (s *Shared) Small() bool { return s.Width > 0 && float64(s.Width) < Narrow*s.Ratio }

// ShowNames shows the names of an accounting log, or hides them again.
func (s *Shared) ShowNames(shown bool) {
	s.Named = shown
	for _, f := range s.OnNamed {
		f()
	}
}

// SetView shows another part of the timeline: after wheel, drag or key.
func (s *Shared) SetView(v timeline.View) {
	if s.Timeline != nil {
		s.Timeline.View = v
		s.Browser.Redraw()
	}
}

// ManyJobs is how many jobs make a scene, or a figure of it, that is prepared in slices, so that the page answers in
// between. Until a scene is ready the timeline shows the last one. A scene with tracks of all licences counts them, too.
const ManyJobs = 20_000

// WaitText is a wait in words: "10 min", "not at all".
func WaitText(t engine.Time) string {
	if t == 0 {
		return "not at all"
	}
	return phrase.Span(t)
}

// Narrator puts decisions of a run into words.
func (s *Shared) Narrator(r *result.Run) explain.Narrator {
	return explain.Narrator{Outcome: r.Outcome, Clock: s.Clock(), Shadow: r.Shadow, ByPriority: explain.ByPriority(r.Kind), Delays: explain.Delays(r.Kind),
		Partition: func(number int32) string { return s.OwnerName(s.OwnerNames(metrics.ByQueue), number) }}
}

// Ids of the empty elements that the browser side fills. It keeps what it puts
// into them: the page never renders children there.
const (
	TimelineHost = "timeline"      // the canvas; this element has the keyboard focus
	HintHost     = "timeline-hint" // one line of text on what the pointer is at
)

// BandwidthText is what each process of a job asks for, "–" if that is unknown.
func BandwidthText(demand int32) string {
	if demand < 0 {
		return "–"
	}
	return phrase.Grouped(int64(demand)) + " MB/s"
}

// ColorBy chooses what the jobs' colours show.
func (s *Shared) ColorBy(word string) {
	for b := range timeline.NumColorBy {
		if b.String() == word {
			s.Colors, s.Colored = b, true
		}
	}
	s.Stage()
}
