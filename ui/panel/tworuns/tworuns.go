package tworuns

import (
	"slices"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/ui/explain"
	"backfill/ui/panel"
	"backfill/ui/session"
	"backfill/ui/timeline"
	"backfill/ui/widget"
)

// TwoRuns is the panel with two runs, compared job by job.
type TwoRuns struct {
	*panel.Shared

	wanted  [2]string        // names of the runs that somebody chose; "": the usual ones
	found   *comparison      // nil: there are no two runs, or they are still to be compared
	page    *engine.Workload // that found is related to
	coming  bool             // they are being compared
	reasons [2]divergenceReason
	picture *timeline.Differences
	by      int // place of the grouping that is chosen
	from    int // first row of the table of jobs

	grouped  []groupRow // those of the grouping groupsBy of groupsOf
	groupsOf *comparison
	groupsBy int
}

// New makes the panel.
func New(s *panel.Shared) *TwoRuns {
	t := &TwoRuns{Shared: s}
	s.OnPin = append(s.OnPin, t.markPinned)
	s.OnDress = append(s.OnDress, t.dress)
	return t
}

// contenders are the two runs that are to be compared, false if there are no two. Either may be a policy that has failed: if somebody has chosen it, or if
// it is the other one of only two that the experiment has.
func (t *TwoRuns) contenders() (a, b session.Contender, ok bool) {
	all := t.Contenders()
	if len(all) < 2 {
		return a, b, false
	}
	runs, baseline := t.Runs()
	first := 0
	if len(runs) > 0 {
		first = slices.IndexFunc(all, func(c session.Contender) bool { return c.Run() == runs[baseline] })
	}
	named := func(name string, i int) int {
		for k := range all {
			if all[k].Name() == name {
				return k
			}
		}
		return i
	}
	first = named(t.wanted[0], first)
	second := slices.IndexFunc(all, func(c session.Contender) bool { return c != all[first] && (c.Run() != nil || len(runs) < 2) })
	if second < 0 {
		return a, b, false
	}
	if second = named(t.wanted[1], second); second == first {
		second = (first + 1) % len(all)
	}
	return all[first], all[second], true
}

// without says which of the two policies has no results, and why; nil if both have.
func (t *TwoRuns) without() explain.Sentence {
	a, b, ok := t.contenders()
	if !ok {
		return nil
	}
	for _, pair := range [][2]session.Contender{{a, b}, {b, a}} {
		if c := pair[0]; c.Run() == nil {
			why := t.ReasonOf(c.Of.Plan, c.Policy, c.Of.Results.Failures[c.Policy].Reason)
			return explain.Say(pair[1].Name(), " cannot be compared with ", c.Name(), ", which has no results: ", why, ".")
		}
	}
	return nil
}

// Comparison is the comparison of the two runs, made anew if they are others than before; nil as long as
// there is none. Many jobs are compared a little later, so that the page answers in between.
func (t *TwoRuns) Comparison() *comparison {
	a, b, ok := t.contenders()
	if !ok || a.Run() == nil || b.Run() == nil {
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
	begin := func() {
		t.found, t.page, t.picture, t.from, t.reasons = Compare(a, b), t.Workload(), nil, 0, [2]divergenceReason{}
		t.found.clock = t.Clock()
		t.found.relateTo(t.page)
		t.coming = false
		t.Browser.After(0, t.detail)
	}
	if len(a.Of.Results.Workload.Jobs) < panel.ManyJobs {
		begin()
		return t.found
	}
	t.found, t.picture, t.coming = nil, nil, true
	t.Browser.After(session.Pause, func() {
		if x, y, ok := t.contenders(); ok && x.Run() == a.Run() && y.Run() == b.Run() {
			begin()
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
	t.markPinned()
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

// leadingToPage is a sentence about the first (0) or the second (1) run whose jobs lead to those on the page. Jobs that are not there are only named.
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
	if !t.open() {
		return t.QuietBar("Two runs compared", b)
	}
	b.Text, b.Name = "Hide", "Hide the two runs"
	list := []widget.Button{b}
	if t.found != nil && t.found.Refusal == "" {
		list = append(list, t.Folds("apart jobs", "Numbers"),
			widget.Button{Text: "Save SVG", Do: func() { t.savePicture("svg") }},
			widget.Button{Text: "Save PNG", Do: func() { t.savePicture("png") }},
			widget.Button{Text: "Save CSV", Name: "Save CSV: waits under both", Do: t.SaveWaits})
	}
	return t.QuietBar("Two runs compared", list...)
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

// open says whether the comparison is unfolded.
func (t *TwoRuns) open() bool { return t.Unfolded["apart"] }

// detailed says whether there is more to show than the sentence.
func (t *TwoRuns) detailed() bool {
	return t.open() && t.found != nil && t.found.Refusal == "" && len(t.found.Jobs) > 0
}

// names are those of the runs that can be compared.
func (t *TwoRuns) names() []string {
	var names []string
	for _, s := range t.Contenders() {
		names = append(names, s.Name())
	}
	return names
}

// chosen is the name of the first (0) or the second (1) run.
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

// sentence is the comparison in short.
func (t *TwoRuns) sentence() explain.Sentence {
	if t.found != nil {
		return t.found.Sentence()
	}
	if s := t.without(); s != nil {
		return s
	}
	return explain.Say("Comparing …")
}
