package ui

import (
	"fmt"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

const (
	// mostBytes is how much memory the editions that are kept, and the one before the first
	// change, may take together.
	mostBytes = 500_000_000
	// manyBytes is from how much on the page says how much it is.
	manyBytes = 50_000_000
)

// bytes is about how much memory an edition takes.
func (e *Simulated) bytes() int64 {
	n := workloadBytes(e.Results.Workload)
	for _, r := range e.Results.Runs {
		if r != nil {
			n += runBytes(r)
		}
	}
	return n
}

// workloadBytes counts the columns of a workload.
func workloadBytes(w *engine.Workload) int64 {
	const job = 32
	words := len(w.Number) + len(w.Memory) + len(w.Wait) + len(w.Recorded) + len(w.Requested) + len(w.Preceding) + len(w.Think) +
		len(w.Deadline) + len(w.Licences) + 3*len(w.Components) + 4*len(w.Commands)
	halves := len(w.User) + len(w.Group) + len(w.App) + len(w.Queue) + len(w.Partition) + len(w.After) + len(w.Bandwidth) + len(w.Network) + len(w.Benchmark)
	return int64(job*len(w.Jobs) + 8*words + 4*halves)
}

// runBytes counts the columns of what a policy made of a workload.
func runBytes(r *result.Run) int64 {
	o, l := r.Outcome, r.Layout
	n := 18*len(o.Start) + 8*len(o.Submit) + 4*(len(o.StartOrder)+len(o.EndOrder)+len(o.Lane)+len(o.PieceEnd)) + 12*len(o.Pieces) +
		60*len(o.Segments) + 16*len(o.Held) + r.Series.Size()
	if l != nil {
		n += 5*len(l.Job) + 8*len(l.First) + 4*len(l.Running.Piece)
		for i := range l.Levels {
			n += 4*len(l.Levels[i].Piece) + len(l.Levels[i].Busy)
		}
	}
	return int64(n)
}

// keptBytes is about how much memory all editions take that are not on the page.
func (p *Page) keptBytes() int64 {
	n := int64(0)
	if p.prior != nil {
		n = p.prior.bytes()
	}
	for _, e := range p.kept {
		n += e.bytes()
	}
	return n
}

// mayKeep says why the edition on the page cannot be kept, "" if it can.
func (p *Page) mayKeep() string {
	e := p.onPage()
	switch {
	case e == nil:
		return "There is no run to keep yet."
	case p.running || p.partial():
		return "A run can be kept once it is complete."
	case len(p.kept) == maxKept:
		return fmt.Sprintf("At most %d runs are kept: discard one first.", maxKept)
	}
	if n := e.bytes(); n+p.keptBytes() > mostBytes {
		return fmt.Sprintf("Kept runs may take %s of memory together; this one alone takes %s.", phrase.FileSize(mostBytes), phrase.FileSize(n))
	}
	return ""
}

// Keep keeps the edition on the page, to compare others with it, under a name that says what is
// special about it.
func (p *Page) Keep() {
	if why := p.mayKeep(); why != "" {
		p.browser.Say(why)
		return
	}
	p.keepings++
	a, b := p.original, p.form.ReadText(p.Shown.Scenario)
	what := strings.Join(p.form.Differences(&a, &b), ", ")
	if what == "" {
		what = "as opened"
	}
	e := p.onPage()
	e.Name = fmt.Sprintf("%d: %s", p.keepings, what)
	p.kept = append(p.kept, e)
	p.browser.Say("Kept as " + e.Name + ".")
}

// Rename gives the i-th edition that was kept another name.
func (p *Page) Rename(i int, name string) { p.kept[i].Name = name }

// ShowAgain opens the experiment of the i-th edition that was kept; undo leads back.
func (p *Page) ShowAgain(i int) {
	e := p.kept[i]
	for _, f := range e.Files {
		p.expect(f)
		p.atHand[logKey(f)] = true
	}
	d := p.form.ReadText(e.Scenario)
	d.Opening = e.Opening
	p.watcher.DraftReplaced()
	p.alter("", func(draft *draft.Draft) { *draft = d })
	p.browser.Focus("answers")
	if len(p.wrong) == 0 && p.stale() && !p.quick {
		p.Run()
	}
}

// Discard gives up the i-th edition that was kept.
func (p *Page) Discard(i int) {
	p.kept = slices.Delete(p.kept, i, i+1)
	if n := len(p.kept); n > 0 {
		p.browser.Focus(keptName(min(i, n-1)))
		return
	}
	p.browser.Focus("keep-run")
}

// keptName is the id of the field with the name of the i-th edition that was kept.
func keptName(i int) string { return fmt.Sprintf("kept-%d", i) }

// keepingRemark says how much memory what is kept takes where that is much.
func (p *Page) keepingRemark() string {
	n := p.keptBytes()
	switch {
	case p.unkept:
		return fmt.Sprintf("The run before the change is not kept: it and the kept ones would take more than %s of memory.", phrase.FileSize(mostBytes))
	case n > manyBytes:
		return fmt.Sprintf("Runs that are kept, the one before the change among them, take about %s of memory.", phrase.FileSize(n))
	}
	return ""
}
