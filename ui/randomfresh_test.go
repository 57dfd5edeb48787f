package ui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/ui/session"
)

// savesEverything saves and copies whatever there is to save and to copy.
func (r *reader) savesEverything() {
	p := r.p
	for _, item := range p.Exports.Items() {
		if item.Why == "" {
			item.Do()
		}
	}
	for _, item := range p.Sharing.Items() {
		if item.Why == "" {
			item.Do()
		}
	}
}

// hasItsOwnResults simulates everything once more of which the page has results, shown or kept: they are of the experiment that stands beside
// them.
func (r *reader) hasItsOwnResults() error {
	for _, e := range append([]*session.Simulated{r.p.OnPage(), r.p.Before()}, r.p.Kept...) {
		if e == nil {
			continue
		}
		task, err := r.b.tryTask(request{scenario: e.Scenario, files: e.Files, cell: e.Cell})
		if err != nil {
			return r.wrong("results %q of what cannot be simulated (%v),", e.Name, err)
		}
		for i, run := range e.Results.Runs {
			if run == nil {
				continue
			}
			again, err := task.Simulate(i, nil)
			if err != nil || again.Policy != run.Label || !slices.Equal(again.Outcome.Start, run.Outcome.Start) {
				return r.wrong("the results %q of %s are of another experiment (%v),", e.Name, run.Label, err)
			}
		}
	}
	return nil
}

// isAsOpenedAfresh compares the page with one that is opened afresh from its address, in the same browser: it shows the same, but for what the
// reader has chosen to look at.
func (r *reader) isAsOpenedAfresh() error {
	p := r.p
	r.writes = true // and nothing is done any more meanwhile
	r.comesToResults()
	address := r.b.address
	if p.frame != nil {
		address = r.lastLink()
	}
	if p.Stale() || p.Question.Text != "" || p.Missing != nil || address == "" || address == r.broken {
		return nil
	}
	other := &reader{Rand: r.Rand, t: r.t, done: r.done, disk: r.disk, writes: true}
	other.opens("")
	other.p.Sized(900, 1)
	other.p.Navigated(address)
	other.rests()
	q := other.p
	if q.Question.Text != "" || q.Missing != nil || q.Shown.Results == nil {
		return nil
	}
	for _, one := range []*reader{r, other} {
		one.looksAtTheSame(p.frame == nil)
	}
	other.choosesAs(r)
	if err := other.mistaken(); err != nil {
		return err
	}
	if q.Shown.Cell != p.Shown.Cell || len(q.Shown.Results.Runs) != len(p.Shown.Results.Runs) {
		return r.wrong("who opens the address sees %v, not %v,", q.Shown.Cell, p.Shown.Cell)
	}
	for i, run := range p.Shown.Results.Runs {
		if again := q.Shown.Results.Runs[i]; run != nil && again != nil && !slices.Equal(again.Outcome.Start, run.Outcome.Start) {
			return r.wrong("who opens the address sees another schedule of %s,", run.Label)
		}
	}
	if got, want := plain(q), plain(p); got != want {
		return r.wrong("who opens the address reads %q, not %q,", got, want)
	}
	if err := r.panelsAgree(other); err != nil {
		return err
	}
	return r.filesAgree(other)
}

// comesToResults takes mistakes back, answers what is asked and runs what is to be run.
func (r *reader) comesToResults() {
	p := r.p
	for range 20 {
		switch {
		case p.Question.Text != "":
			p.Question.Choices[0].Do()
		case len(p.Wrong) > 0:
			p.Undo()
		case p.Stale() && p.Missing == nil && p.Valid != nil:
			p.Run()
		default:
			return
		}
		r.rests()
	}
}

// looksAtTheSame leaves what a reader has chosen to look at, and what was before; it may unfold everything.
func (r *reader) looksAtTheSame(unfolds bool) {
	p := r.p
	p.MoreMetrics, p.AllMetrics, p.Absolute, p.Minutes = nil, false, false, false
	p.ShowMetric("")
	p.CompareFromHere()
	for len(p.Kept) > 0 {
		p.Discard(0)
	}
	p.Play.StopPlaying()
	p.ColorBy("wait")
	p.Schedules.ShowNodes("")
	p.Schedules.ShowDemand(false)
	p.Sized(900, 1)
	p.Priorities.Forget() // and the instant at which the reader has looked
	p.Pin(engine.NoJob)
	if w := p.Workload(); w != nil && len(w.Jobs) > 0 {
		p.Pin(int32(len(w.Jobs) / 2))
	}
	r.rests()
	if unfolds {
		r.unfolds()
	}
	if p.Timeline != nil {
		p.SetView(p.Timeline.View.Reset())
	}
	r.rests()
}

// unfolds unfolds everything but forms in which a job is changed, added or drawn, of which one takes the place of another, and long tables of looks,
// which are folded.
func (r *reader) unfolds() {
	for range 3 { // some of it is within what is folded
		for _, e := range render(r.t, r.p).all {
			wanted := "false"
			if strings.HasSuffix(e.text(), " job") || strings.HasPrefix(e.text(), "Every look") {
				wanted = "true"
			}
			if e.attr("aria-expanded") == wanted && !e.isHidden() {
				e.hear("click", "")
			}
		}
		r.rests()
	}
}

// choosesAs chooses from the lists beside the form what another reader has chosen.
func (r *reader) choosesAs(other *reader) {
	for id, e := range render(r.t, other.p).ids {
		if e.Data != "select" || e.within("experiment") || e.within("dialog") {
			continue
		}
		if mine := render(r.t, r.p).ids[id]; mine != nil && mine.chosen() != e.chosen() {
			mine.hear("change", e.chosen())
		}
	}
	r.rests()
}

// compared are the ids of the parts of the page that are compared: those that show results, and have no order or filter that somebody may have
// chosen.
var compared = []string{"answers", "inspector", "classes", "curves", "map", "apart", "priorities", "matrix"}

// panelsAgree compares what panels say.
func (r *reader) panelsAgree(other *reader) error {
	if r.p.frame != nil {
		return nil // it may lack parts
	}
	mine, theirs := render(r.t, r.p), render(r.t, other.p)
	for _, id := range compared {
		if mine.ids[id] == nil || theirs.ids[id] == nil {
			continue
		}
		says := func(page *rendered) string {
			// Who has not read an accounting log has no names of it to show.
			return strings.ReplaceAll(page.ids[id].shown(), "Show names", "")
		}
		if got, want := says(theirs), says(mine); got != want {
			return r.wrong("who opens the address finds in %s %s,", id, parted(got, want))
		}
	}
	if r.p.Play.On || other.p.Play.On {
		return nil // jobs are placed by hand, up to different instants
	}
	words, again := r.p.Schedules.Words(true), other.p.Schedules.Words(true)
	if got, want := fmt.Sprint(again), fmt.Sprint(words); got != want {
		return r.wrong("who opens the address is told of the timeline %s,", parted(got, want))
	}
	return nil
}

// filesAgree compares the files of results that both save.
func (r *reader) filesAgree(other *reader) error {
	r.b.saved, other.b.saved = map[string][]byte{}, map[string][]byte{}
	for _, one := range []*reader{r, other} {
		one.p.SaveMetrics()
		one.p.SaveJobs()
		one.p.SaveGroups()
		one.p.Exports.SaveResult()
		one.rests()
	}
	mine := slices.Sorted(maps.Keys(r.b.saved))
	if theirs := slices.Sorted(maps.Keys(other.b.saved)); !slices.Equal(mine, theirs) {
		return r.wrong("who opens the address saves %v, not %v,", theirs, mine)
	}
	for _, name := range mine {
		if got, want := string(other.b.saved[name]), string(r.b.saved[name]); got != want {
			return r.wrong("who opens the address saves as %s %s,", name, parted(got, want))
		}
	}
	return nil
}

// parted shows where two texts part.
func parted(got, want string) string {
	at := 0
	for at < len(got) && at < len(want) && got[at] == want[at] {
		at++
	}
	part := func(text string) string {
		return strings.ReplaceAll(text[max(0, at-100):min(len(text), at+160)], "\n", "⏎")
	}
	return "“" + part(got) + "”, not “" + part(want) + "”"
}
