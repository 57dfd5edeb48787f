package tworuns

import (
	"strconv"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/compare"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/timeline"
	"backfill/ui/widget"
)

// Ids of the empty elements that the browser side fills for the picture of two runs, as it does for the timeline.
const (
	PictureHost = "apart-picture"
	HintHost    = "apart-hint"
)

// TwoRuns is the panel with two runs, compared job by job.
type TwoRuns struct {
	*panel.Shared

	wanted  [2]string   // names of the runs that somebody chose; "": the usual ones
	found   *comparison // nil: there are no two runs, or they are still to be compared
	page    *engine.Workload
	coming  bool // they are being compared
	reasons [2]divergenceReason
	picture *timeline.Differences
	by      int // the grouping
	from    int // first row of the table of jobs

	grouped  []groupRow // those of the grouping groupsBy of groupsOf
	groupsOf *comparison
	groupsBy int
}

// New makes the panel.
func New(s *panel.Shared) *TwoRuns {
	t := &TwoRuns{Shared: s}
	s.OnPin = append(s.OnPin, t.dress)
	s.OnDress = append(s.OnDress, t.dress)
	return t
}

// divergenceReason is why the job that parts two schedules starts, or does not, under one of them.
type divergenceReason struct {
	asked bool
	known bool
	said  explain.Sentence
}

// contenders are the two runs that are to be compared, false if there are none.
func (t *TwoRuns) contenders() (a, b session.Contender, ok bool) {
	sides := t.Contenders()
	if len(sides) < 2 {
		return a, b, false
	}
	_, first := t.Runs()
	named := func(name string, i int) int {
		for k := range sides {
			if sides[k].Name() == name {
				return k
			}
		}
		return i
	}
	first = named(t.wanted[0], first)
	second := 0
	if first == 0 {
		second = 1
	}
	if second = named(t.wanted[1], second); second == first {
		return sides[first], sides[(first+1)%len(sides)], true
	}
	return sides[first], sides[second], true
}

// Comparison is the comparison of the two runs, made anew if they are others than before; nil as long as
// there is none. Many jobs are compared a little later, so that the page answers in between.
func (t *TwoRuns) Comparison() *comparison {
	a, b, ok := t.contenders()
	if !ok {
		t.found, t.picture = nil, nil
		return nil
	}
	if c := t.found; c != nil && c.of(a, b) {
		c.A, c.B = a, b
		if t.picture != nil {
			t.picture.Name = [2]string{a.Name(), b.Name()}
		}
		if w := t.Workload(); w != t.page {
			t.page = w
			c.relateTo(w)
		}
		return c
	}
	if t.coming {
		return nil
	}
	compare := func() {
		t.found, t.page, t.picture, t.from, t.reasons = Compare(a, b), t.Workload(), nil, 0, [2]divergenceReason{}
		t.found.clock = t.Clock()
		t.found.relateTo(t.page)
		t.coming = false
		t.Browser.After(0, t.detail)
	}
	if len(a.Of.Results.Workload.Jobs) < panel.ManyJobs {
		compare()
		return t.found
	}
	t.found, t.picture, t.coming = nil, nil, true
	t.Browser.After(session.Pause, func() {
		if x, y, ok := t.contenders(); ok && x.Run() == a.Run() && y.Run() == b.Run() {
			compare()
			return
		}
		t.coming = false // others are wanted by now
	})
	return nil
}

// detail prepares what an unfolded comparison shows beyond its sentence.
func (t *TwoRuns) detail() {
	c := t.found
	if c == nil || c.Refusal != "" || !t.Unfolded["apart"] {
		return
	}
	t.askReasons()
	if t.picture != nil {
		return
	}
	many := len(c.Jobs) >= panel.ManyJobs
	for !c.sort() {
		if many {
			t.Browser.After(session.Pause, func() {
				if c == t.found {
					t.detail()
				}
			})
			return
		}
	}
	t.picture = timeline.NewDifferences(c.wait, c.Order, [2]string{c.A.Name(), c.B.Name()})
	t.dress()
}

// dress gives the picture its size, its colours and its marks.
func (t *TwoRuns) dress() {
	d, c := t.picture, t.found
	if d == nil || c == nil {
		return
	}
	d.Width, d.Ratio, d.Theme = t.Width, t.Ratio, t.Theme() // it is as wide as the timeline
	d.Pinned, d.Hover = c.RowOf(t.Pinned), -1
	t.Browser.Redraw()
}

// Differences is the picture of the two runs, nil as long as there is none or no width.
func (t *TwoRuns) Differences() *timeline.Differences {
	if d := t.picture; d != nil && d.Width > 0 && t.Unfolded["apart"] {
		return d
	}
	return nil
}

// Hover lights up a row of the comparison, or none if it is -1, in the picture and on the
// timeline, and returns the line of text for ApartHintHost. It needs no rendering.
func (t *TwoRuns) Hover(row int32) (text string, changed bool) {
	d, c := t.picture, t.found
	if d == nil || c == nil {
		return "", false
	}
	changed = d.Hover != row
	d.Hover = row
	job := engine.NoJob
	if row >= 0 {
		job, text = c.jobOf(row), c.line(row)
	}
	if t.Timeline != nil && changed {
		t.Timeline.Hover = job
		t.Browser.Redraw()
	}
	return text, changed
}

// Key goes through the rows in the order of their differences, as the key says; false if it means nothing here.
func (t *TwoRuns) Key(key string) (row int32, ok bool) {
	d := t.picture
	if d == nil || len(d.Order) == 0 {
		return -1, false
	}
	last, at := len(d.Order)-1, -1
	if d.Hover >= 0 {
		at = d.Rank(d.Hover)
	} else if d.Pinned >= 0 {
		at = d.Rank(d.Pinned)
	}
	page := max(len(d.Order)/20, 1)
	switch key {
	case "ArrowRight":
		at++
	case "ArrowLeft":
		at--
	case "PageDown":
		at += page
	case "PageUp":
		at -= page
	case "Home":
		at = 0
	case "End":
		at = last
	default:
		return -1, false
	}
	return d.Order[min(max(at, 0), last)], true
}

// PinRow shows the job of a row in the inspector; one that is not on the page is none.
func (t *TwoRuns) PinRow(row int32) {
	if c := t.found; c != nil && row >= 0 {
		if j := c.jobOf(row); j != engine.NoJob {
			t.Pin(j)
			return
		}
	}
	t.Unpin()
}

// ChooseContender compares another run as the first (0) or the second (1).
func (t *TwoRuns) ChooseContender(which int, name string) {
	a, b, ok := t.contenders()
	if !ok {
		return
	}
	t.wanted = [2]string{a.Name(), b.Name()}
	if t.wanted[1-which] == name { // they change places
		t.wanted[1-which] = t.wanted[which]
	}
	t.wanted[which] = name
}

// askReasons asks both policies about the job that parts their schedules.
func (t *TwoRuns) askReasons() {
	c := t.found
	if c == nil || t.Running || c.divergence.At == engine.Never || c.divergence.How == compare.Ends {
		return
	}
	for i, s := range []session.Contender{c.A, c.B} {
		reason, j := &t.reasons[i], [2]int32{c.divergence.A, c.divergence.B}[i]
		if reason.asked || reason.known || j == engine.NoJob || s.Run().Kind == "recorded" {
			continue
		}
		reason.asked = true
		current := func() bool { return c == t.found }
		t.Explain(s.Of, s.Policy, []int32{j}, session.Reply{
			Came: func(decisions []engine.Decision) {
				if current() {
					*reason = divergenceReason{known: true, said: c.leadingToPage(i, t.Narrator(s.Run()).ReasonAt(decisions, c.divergence.At))}
				}
			},
			Failed: func(f result.Failure) {
				if current() {
					*reason = divergenceReason{known: true, said: explain.Say("This cannot be asked any more: ", f.Sentence())}
				}
			},
		})
	}
}

// leadingToPage lets the jobs in a sentence about the first (0) or the second (1) run lead to those on the
// page. Jobs that are not there are only named.
func (c *comparison) leadingToPage(which int, s explain.Sentence) explain.Sentence {
	var led explain.Sentence
	for _, w := range s {
		if w.NamesJob() {
			w.Job = c.jobOnPage(which, w.Job)
		}
		led = append(led, w)
	}
	return led
}

// jobOnPage is the job on the page that is job j of the first (0) or the second (1) run, NoJob if there is none.
func (c *comparison) jobOnPage(which int, j int32) int32 {
	if which == 1 && j != engine.NoJob {
		if j = c.firstOf(j); j == engine.NoJob {
			return j
		}
	}
	if j != engine.NoJob && c.toPage != nil {
		return c.toPage[j]
	}
	return j
}

// AskAgain asks what a run kept from being told, if it is to be shown.
func (t *TwoRuns) AskAgain() {
	for i := range t.reasons {
		t.reasons[i].asked = false
	}
	if t.Comparison() != nil {
		t.detail()
	}
}

// bar unfolds the comparison.
func (t *TwoRuns) bar() vugu.Builder {
	b := t.Folds("apart", "Show")
	b.ID, b.Name = "show-apart", "Show the two runs job by job"
	fold := b.Do
	b.Do = func() {
		fold()
		t.detail()
	}
	if !t.Unfolded["apart"] {
		return t.QuietBar("Two runs apart", b)
	}
	b.Text, b.Name = "Hide", "Hide the two runs"
	list := []widget.Button{b}
	if found := t.found; found != nil && found.Refusal == "" {
		list = append(list, t.Folds("apart jobs", "Numbers"),
			widget.Button{Text: "Save SVG", Do: func() { t.savePicture("svg") }},
			widget.Button{Text: "Save PNG", Do: func() { t.savePicture("png") }},
			widget.Button{Text: "Save CSV", Do: t.SaveWaits})
	}
	return t.QuietBar("Two runs apart", list...)
}

// divergenceBar shows where the schedules part.
func (t *TwoRuns) divergenceBar() vugu.Builder {
	return t.QuietBar("Where the schedules part", widget.Button{Text: "Show it on the timeline", ID: "show-divergence", Do: t.ShowDivergence})
}

// ShowDivergence moves the timeline to where the schedules part, and shows the job in the inspector.
func (t *TwoRuns) ShowDivergence() {
	c := t.found
	if c == nil || c.divergence.At == engine.Never || t.Timeline == nil {
		return
	}
	at, which, j := c.divergence.At, 0, c.divergence.A
	if j == engine.NoJob {
		which, j = 1, c.divergence.B
	}
	v := t.Timeline.View
	if j = c.jobOnPage(which, j); j != engine.NoJob {
		t.Pin(j)
		if len(t.Drawn) > 0 {
			v = v.FitTo(t.LastEnding(j), j)
		}
	}
	t.MoveTo(at, v.Centre(at))
}

// possible says whether there are two runs.
func (t *TwoRuns) possible() bool {
	_, _, ok := t.contenders()
	if ok {
		t.Comparison()
	}
	return ok
}

func (t *TwoRuns) open() bool { return t.Unfolded["apart"] }

// detailed says whether there is more to show than the sentence.
func (t *TwoRuns) detailed() bool {
	found := t.found
	return t.open() && found != nil && found.Refusal == "" && len(found.Jobs) > 0
}

func (t *TwoRuns) names() []string {
	var names []string
	for _, s := range t.Contenders() {
		names = append(names, s.Name())
	}
	return names
}

func (t *TwoRuns) chosen(which int) string {
	a, b, ok := t.contenders()
	switch {
	case !ok:
		return ""
	case which == 0:
		return a.Name()
	}
	return b.Name()
}

func (t *TwoRuns) sentence() explain.Sentence {
	if found := t.found; found != nil {
		return found.Sentence()
	}
	return explain.Say("Comparing …")
}

func (t *TwoRuns) legend() []timeline.LegendEntry {
	if d := t.picture; d != nil && d.Theme != nil {
		return d.Legend()
	}
	return nil
}

func (t *TwoRuns) label() string {
	a, b := t.chosen(0), t.chosen(1)
	return "By how much longer each job waits under " + b + " than under " + a + ", sorted, and its waits under both against each other; Numbers unfolds the table"
}

func (t *TwoRuns) heads() []string {
	return []string{"Job", "Processors", "Run time", "Wait under " + t.chosen(0), "Wait under " + t.chosen(1), "Difference"}
}

func (t *TwoRuns) groupHeads() []string {
	return []string{"Group", "Jobs", "Wait less", "Wait longer", "As long", "Mean wait under " + t.chosen(0), "Mean wait under " + t.chosen(1), "Mean difference"}
}

func (t *TwoRuns) setGrouping(place string) {
	if i, err := strconv.Atoi(place); err == nil && i >= 0 {
		t.by = i
	}
}

// savePicture offers the picture as a figure; format is "svg" or "png".
func (t *TwoRuns) savePicture(format string) {
	c, d := t.found, t.picture
	if c == nil || d == nil {
		t.Warn("There is no picture of two runs yet.")
		return
	}
	f := timeline.NewDifferencesFigure(d, t.Paper)
	t.Browser.EncodePNG(f.Image(), func(png []byte) {
		var svg []byte
		if png != nil {
			svg = f.SVG(panel.PNGAddress(png), t.Draft.Name, c.Sentence().String(), t.Origin()+"\n"+c.keptOrigin())
		}
		t.SavePicture(t.FileName()+"-apart", format, svg)
	})
}
