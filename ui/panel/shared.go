package panel

import (
	"fmt"
	"slices"
	"sort"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/engine/metrics/resources"
	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/timeline"
	"backfill/ui/widget"
)

// Shared is what the panels of the page share: the session, what is selected and unfolded, and what the timeline shows.
type Shared struct {
	*session.Session

	Pinned   int32           // the job in the inspector, engine.NoJob: none
	Listed   bool            // it was chosen in the job table
	Instant  engine.Time     // that is marked on the timeline because somebody asked for it; engine.Never: none
	PlanAt   engine.Time     // of the plan that is shown, marked, too; engine.Never: none
	Unfolded map[string]bool // what is unfolded that is folded at first: "report", "commands", ...
	Paper    timeline.Paper  // of figures that are saved

	Timeline *timeline.Scene // nil: there are no results, or no width
	Drawn    []*result.Run   // the runs in scene.Groups
	Width    int             // of the canvas, device pixels; 0: not known yet
	Ratio    float64         // device pixels in a CSS pixel

	Colors  timeline.ColorBy
	Colored bool        // somebody chose them
	Stage   func()      // puts the results on the timeline anew
	Staging func() bool // they are on their way there, which what else takes long waits for

	Lists func(j int32) bool // the job table shows job j

	Losses      map[*result.Run]resources.Losses // of the pinned job to sharing, by run
	marked      markedJobs
	beforeAfter BeforeAfter

	OnPin     []func()               // another job is pinned, or none
	OnChoose  func()                 // the reader did that, not the page around a frame
	OnInstant []func(at engine.Time) // somebody went to an instant
	OnScene   []func()               // another scene is on the timeline
	OnDress   []func()               // the width of the canvas is another one, or the colours of the page
}

// NewShared shares a session in which nothing is selected.
func NewShared(s *session.Session) *Shared {
	return &Shared{Session: s, Pinned: engine.NoJob, Instant: engine.Never, PlanAt: engine.Never, Unfolded: map[string]bool{}, Paper: usualPaper,
		Losses: map[*result.Run]resources.Losses{}, OnChoose: func() {}}
}

// Guard puts a component into a guard that shows panics on the page, and on the console where they came from.
func (s *Shared) Guard(inner vugu.Builder) vugu.Builder {
	return &widget.Guard{Inner: inner, Crashed: s.report}
}

func (s *Shared) report(what any, stack []byte) {
	s.Browser.Report(fmt.Errorf("panic: %v\n%s", what, stack))
	s.Crashed(fmt.Sprint(what))
}

// Bar makes a bar of plain buttons.
func (s *Shared) Bar(name string, list ...widget.Button) vugu.Builder {
	return s.Guard(&widget.Buttons{Name: name, List: list})
}

// QuietBar makes a bar of buttons that do not catch the eye.
func (s *Shared) QuietBar(name string, list ...widget.Button) vugu.Builder {
	for i := range list {
		list[i].Class = "quiet"
	}
	return s.Bar(name, list...)
}

// Folds is a button that folds and unfolds what.
func (s *Shared) Folds(what, text string) widget.Button {
	return widget.Button{Text: text, Expanded: widget.Yes(s.Unfolded[what]), Do: func() { s.Toggle(what) }}
}

// Toggle folds or unfolds something that is folded at first.
func (s *Shared) Toggle(what string) { s.Unfolded[what] = !s.Unfolded[what] }

func (s *Shared) Theme() *timeline.Theme {
	if s.Browser.Theme() == "dark" {
		return timeline.Dark
	}
	return timeline.Light
}

func (s *Shared) Inspecting() bool {
	w := s.Workload()
	return s.Pinned != engine.NoJob && w != nil && int(s.Pinned) < len(w.Jobs)
}

func (s *Shared) InspectedName() string {
	return fmt.Sprintf("Job %d", s.Workload().JobNumber(s.Pinned)) + explain.AttemptWords(s.Workload(), s.Pinned, ", ")
}

// Narrow is the width of a timeline, in CSS pixels, below which the page has one column.
const Narrow = 560

// Small says whether the page has one narrow column, as on a phone.
func (s *Shared) Small() bool { return s.Width > 0 && float64(s.Width) < Narrow*s.Ratio }

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

func WaitText(t engine.Time) string {
	if t == 0 {
		return "not at all"
	}
	return phrase.Span(t)
}

// Pin shows job j in the inspector, or nothing if it is engine.NoJob. It needs a rendering.
func (s *Shared) Pin(j int32) {
	before := s.Pinned
	s.Select(j)
	if s.Pinned != before {
		s.OnChoose()
	}
	if s.Inspecting() && s.Small() {
		s.Browser.Focus("inspector") // it would be out of sight below the timeline
	}
}

// Select is Pin; the focus stays where it is.
func (s *Shared) Select(j int32) {
	if w := s.Workload(); j != engine.NoJob && (w == nil || int(j) >= len(w.Jobs)) {
		return
	}
	s.Pinned, s.Losses, s.Listed = j, map[*result.Run]resources.Losses{}, false
	s.forgetInstant()
	if s.Timeline != nil {
		s.Timeline.Pinned = j
		s.Browser.Redraw()
	}
	for _, told := range s.OnPin {
		told()
	}
}

// Unpin empties the inspector.
func (s *Shared) Unpin() { s.Pin(engine.NoJob) }

// ShowJob pins job j and moves the timeline there.
func (s *Shared) ShowJob(j int32) {
	listed := s.Listed
	s.Pin(j)
	s.Listed = listed
	s.FitTo(j)
	s.Browser.Focus("inspector")
}

// FitTo moves the timeline to job j.
func (s *Shared) FitTo(j int32) {
	if s.Timeline != nil && len(s.Drawn) > 0 && int(j) < len(s.Drawn[0].Outcome.Start) {
		s.SetView(s.Timeline.View.FitTo(s.LastEnding(j), j))
	}
}

// Narrator puts decisions of a run into words.
func (s *Shared) Narrator(r *result.Run) explain.Narrator {
	return explain.Narrator{Outcome: r.Outcome, Clock: s.Clock(), ByPriority: explain.ByPriority(r.Kind)}
}

// wholeShare is how many times as long as a job's stay a window may be that shows where the
// instants of its story lie.
const WholeShare = 20

// nearStarts is how many starts a window holds on either side of an instant that would be lost in the whole.
const nearStarts = 40

// ShowInstant moves the timeline to an instant and marks it. A window on everything, in which
// the pinned job would be lost, becomes one on that job, or on what happens around that instant.
func (s *Shared) ShowInstant(at engine.Time) {
	if s.Timeline == nil {
		return
	}
	v := s.Timeline.View
	if v.Span() == v.Last-v.First && len(s.Drawn) > 0 {
		near := v.Fit(around(s.Drawn[0].Outcome, at))
		if s.Inspecting() {
			near = v.FitTo(s.LastEnding(s.Pinned), s.Pinned)
		}
		if near.Span() < v.Span()/WholeShare {
			v = near
		}
	}
	s.MoveTo(at, v.Centre(at))
}

// around is a stretch of time with some starts before and after an instant. O(log jobs).
func around(o *engine.Outcome, at engine.Time) (from, to engine.Time) {
	n := len(o.StartOrder)
	if n == 0 {
		return at, at
	}
	i := sort.Search(n, func(i int) bool { return o.Start[o.StartOrder[i]] >= at })
	from, to = o.Start[o.StartOrder[max(i-nearStarts, 0)]], o.Start[o.StartOrder[min(i+nearStarts, n-1)]]
	return min(from, at), max(to, at)
}

// MoveTo shows a view that holds an instant, which it marks.
func (s *Shared) MoveTo(at engine.Time, v timeline.View) {
	s.Instant = at
	s.SetView(v)
	s.MarkInstants()
	for _, told := range s.OnInstant {
		told(at)
	}
	if s.Small() {
		s.Browser.Focus(TimelineHost) // it would be out of sight
	}
	s.Browser.Say("The timeline shows " + s.Clock().Format(at) + ".")
}

// LastEnding is the outcome on the timeline in which job j ends last.
func (s *Shared) LastEnding(j int32) *engine.Outcome {
	last := s.Drawn[0].Outcome
	for _, r := range s.Drawn {
		if int(j) < len(r.Outcome.End) && r.Outcome.End[j] > last.End[j] {
			last = r.Outcome
		}
	}
	return last
}

// forgetInstant takes the mark away.
func (s *Shared) forgetInstant() {
	s.Instant = engine.Never
	s.MarkInstants()
}

// MarkInstants marks on the timeline the instant that was asked for and the plan that is shown.
func (s *Shared) MarkInstants() {
	if s.Timeline == nil {
		return
	}
	s.Timeline.Marks = nil
	if s.Instant != engine.Never {
		s.Timeline.Marks = append(s.Timeline.Marks, s.Instant)
	}
	if s.PlanAt != engine.Never && s.PlanAt != s.Instant {
		s.Timeline.Marks = append(s.Timeline.Marks, s.PlanAt)
	}
	s.Browser.Redraw()
}

// Shares says whether there is a run in which jobs slowed each other down.
func (s *Shared) Shares() bool {
	return slices.ContainsFunc(s.Drawn, func(r *result.Run) bool { return r.Outcome.Sharing != nil })
}

// LossesOf is what the pinned job lost to sharing.
func (s *Shared) LossesOf(r *result.Run) resources.Losses {
	if r.Outcome.Sharing == nil || s.Pinned == engine.NoJob || int(s.Pinned) >= len(r.Outcome.Start) {
		return resources.Losses{}
	}
	l, known := s.Losses[r]
	if !known {
		l = resources.LossesOf(r.Outcome, s.Pinned)
		s.Losses[r] = l
	}
	return l
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

// JobButton is the id of the button in the job table that shows job j.
func JobButton(j int32) string { return fmt.Sprintf("show-job-%d", j) }

// ListedJob shows job j from the job table, which gets the focus back later.
func (s *Shared) ListedJob(j int32) {
	s.ShowJob(j)
	s.Listed = true
}
