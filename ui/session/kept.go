package session

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"backfill/engine"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

const (
	// mostBytes is how much memory the simulated cells that are kept, and the one before the first
	// change, may take together.
	mostBytes = 500_000_000
	// manyBytes is from how much on KeepingRemark says how much it is.
	manyBytes = 50_000_000
)

// bytes is about how much memory a simulated cell takes.
func (s *Simulated) bytes() int64 {
	n := workloadBytes(s.Results.Workload)
	for _, r := range s.Results.Runs {
		if r != nil {
			n += runBytes(r)
		}
	}
	return n
}

// workloadBytes counts the columns of a workload.
func workloadBytes(w *engine.Workload) int64 {
	const job = 32
	words := len(w.Number) + len(w.Memory) + len(w.Wait) + len(w.Recorded) + len(w.Requested) + len(w.Preceding) + len(w.Think) + len(w.Entered) +
		len(w.Deadline) + len(w.Licences) + 3*len(w.Components) + 4*len(w.Commands) + 3*len(w.Dependencies)
	halves := len(w.User) + len(w.Group) + len(w.App) + len(w.Queue) + len(w.Partition) + len(w.QOS) + len(w.Array) + len(w.Task) + len(w.Leader) + len(w.Demand) + len(w.After) + len(w.Bandwidth) + len(w.Network) + len(w.Benchmark)
	return int64(job*len(w.Jobs) + 8*words + 4*halves)
}

// runBytes counts the columns of what a policy made of a workload.
func runBytes(r *result.Run) int64 {
	o, l := r.Outcome, r.Layout
	n := 18*len(o.Start) + 8*len(o.Submit) + 4*(len(o.StartOrder)+len(o.EndOrder)+len(o.Lane)+len(o.PieceEnd)) + 12*len(o.Pieces) +
		64*len(o.Stopped) + 60*len(o.Segments) + 16*len(o.Held) + r.Series.Size()
	for _, waits := range r.Drawings {
		n += 8 * len(waits)
	}
	for _, run := range o.Stopped {
		n += 12 * len(run.Pieces)
	}
	if l != nil {
		n += 16*len(l.Starts) + 5*len(l.Job) + 8*len(l.First) + 4*len(l.Running.Piece)
		for i := range l.Levels {
			n += 4*len(l.Levels[i].Piece) + len(l.Levels[i].Busy)
		}
	}
	return int64(n)
}

// keptBytes is about how much memory all simulated cells take that are not shown.
func (s *Session) keptBytes() int64 {
	n := int64(0)
	if s.prior != nil && !slices.Contains(s.Kept, s.prior) {
		n = s.prior.bytes()
	}
	for _, kept := range s.Kept {
		n += kept.bytes()
	}
	if e := s.configured.simulated; e != nil && e.Results != s.Shown.Results && (s.prior == nil || e.Results != s.prior.Results) &&
		!slices.ContainsFunc(s.Kept, func(kept *Simulated) bool { return kept.Results == e.Results }) {
		n += e.bytes()
	}
	return n
}

// MayKeep says why the simulated cell that is shown cannot be kept, "" if it can.
func (s *Session) MayKeep() string {
	shown := s.OnPage()
	switch {
	case shown == nil:
		return "There is no run to keep yet."
	case s.Running || s.Partial():
		return "A run can be kept once it is complete."
	case len(s.Kept) == MaxKept:
		return fmt.Sprintf("At most %d runs are kept: discard one first.", MaxKept)
	}
	if n := shown.bytes(); n+s.keptBytes() > mostBytes {
		return fmt.Sprintf("Kept runs may take %s of memory together; this one alone takes %s.", phrase.FileSize(mostBytes), phrase.FileSize(n))
	}
	return ""
}

// Keep keeps the simulated cell that is shown, to compare others with it, under a name that says what is
// special about it.
func (s *Session) Keep() {
	if why := s.MayKeep(); why != "" {
		s.Browser.Say(why)
		return
	}
	s.everKept++
	opened, is := s.Original, s.Form.ReadText(s.Shown.Scenario)
	what := cmp.Or(strings.Join(s.Form.Differences(&opened, &is, s.OwnerWordIn), ", "), "as opened")
	kept := s.OnPage()
	kept.Name, kept.WasKept = fmt.Sprintf("%d: %s", s.everKept, what), true
	s.Kept = append(s.Kept, kept)
	s.Browser.Say("Kept as " + kept.Name + ". The next change is compared with it.")
}

// Rename gives the i-th simulated cell that was kept another name.
func (s *Session) Rename(i int, name string) { s.Kept[i].Name = name }

// ShowAgain opens the experiment of the i-th simulated cell that was kept, and shows that cell; undo leads back.
func (s *Session) ShowAgain(i int) {
	kept := s.Kept[i]
	for _, f := range kept.Files {
		s.Have(f)
	}
	d := s.Form.ReadText(kept.Scenario)
	d.Opening = kept.opening
	s.cells[d.Opening] = kept.Cell
	s.Alter("", func(*draft.Draft) { s.replaceDraft(d) })
	if s.Shown.opening == d.Opening && s.UpToDate() {
		s.ShowCell(kept.Cell)
	}
	if len(s.Wrong) == 0 && s.Stale() && !s.Quick {
		s.Run()
	}
}

// Discard gives up the i-th simulated cell that was kept.
func (s *Session) Discard(i int) {
	s.Kept[i].WasKept = false // it may still be what the next change is compared with, but the reader finds it no more
	s.Kept = slices.Delete(s.Kept, i, i+1)
	if n := len(s.Kept); n > 0 {
		s.Browser.Focus(KeptName(min(i, n-1)))
		return
	}
	s.Browser.Focus("keep-run")
}

// KeptName is the id of the field with the name of the i-th simulated cell that was kept.
func KeptName(i int) string { return fmt.Sprintf("kept-%d", i) }

// KeepingRemark says how much memory what is kept takes where that is much.
func (s *Session) KeepingRemark() string {
	n := s.keptBytes()
	switch {
	case s.unkept:
		return fmt.Sprintf("The run before the change is not kept: it and the kept ones would take more than %s of memory.", phrase.FileSize(mostBytes))
	case n > manyBytes:
		return fmt.Sprintf("Runs that are kept, the one before the change among them, take about %s of memory.", phrase.FileSize(n))
	}
	return ""
}
