package session

import (
	"encoding/json"
	"slices"
	"strconv"

	"backfill/engine"
	"backfill/ui/draft"
)

// Changes are those of the draft. Every rendering asks, and nobody writes to them.
func (s *Session) Changes() []draft.JobChange {
	var of changesTable
	for i := range s.Draft.Transforms {
		if s.Draft.Transforms[i].Kind == draft.ChangeKind {
			of.text = s.Draft.Transforms[i].Texts["jobs"]
			if calendar := s.ClockAt(&s.Draft, draft.ChangesPath(i)).Calendar; calendar != nil {
				of.dates = *calendar
			}
		}
	}
	if of != s.changesOf {
		s.changesOf = of
		s.changeRows, _, _ = s.Form.ChangesOf(&s.Draft)
	}
	return s.changeRows
}

// changesTable is the text of the table of changes and the calendar by which its dates are read.
type changesTable struct {
	text  string
	dates engine.Calendar
}

// Changeable says whether jobs on the page can be changed: they are those of the experiment that is open, its table of changes can be read,
// and this is no frame whose reader may change little.
func (s *Session) Changeable() bool {
	_, _, ok := s.Form.ChangesOf(&s.Draft)
	return ok && !s.Locked && s.ShowsOpened()
}

// AlterChanges changes the table of changes; without rows the transformation goes. A step that is
// repeated is one for undo.
func (s *Session) AlterChanges(step string, edit func([]draft.JobChange) []draft.JobChange) {
	s.Alter(step, func(d *draft.Draft) { s.Form.AlterChanges(d, edit) })
}

// AlterJob changes the row of the job with a number, which is made if there is none.
func (s *Session) AlterJob(step string, number int64, edit func(draft.JobChange)) {
	s.AlterChanges(step, func(rows []draft.JobChange) []draft.JobChange {
		i := draft.RowOf(rows, number)
		if i < 0 {
			i = len(rows)
			rows = append(rows, draft.JobChange{"job": json.RawMessage(strconv.FormatInt(number, 10))})
		}
		edit(rows[i])
		return rows
	})
}

// ChangeOf is the row of the job with a number, nil if there is none.
func (s *Session) ChangeOf(number int64) draft.JobChange {
	rows := s.Changes()
	if i := draft.RowOf(rows, number); i >= 0 {
		return rows[i]
	}
	return nil
}

// Originally is what a job was before any change by hand; false if that is not known: its number
// is that of no job on the page.
func (s *Session) Originally(number int64) (engine.Job, bool) {
	w := s.Workload()
	if w == nil {
		return engine.Job{}, false
	}
	for i := range w.Changes {
		if c := &w.Changes[i]; c.Number == number {
			return c.Was, !c.Added()
		}
	}
	if j := w.JobNumbered(number); j != engine.NoJob {
		return w.Jobs[LastRun(w, j)], true
	}
	return engine.Job{}, false
}

// LastRun is the row of the full run of a job whose test run is j, else j.
func LastRun(w *engine.Workload, j int32) int32 {
	if w.Continued(j) {
		return j + 1
	}
	return j
}

// ComparesUnchanged says whether CompareUnchanged has something to do: jobs are changed, as in a link
// that somebody has sent, and nothing is known of what was before.
func (s *Session) ComparesUnchanged() bool {
	return len(s.Changes()) > 0 && s.Before() == nil && !s.Running && !s.Stale() && !measures(s.Plan)
}

// CompareUnchanged simulates the experiment without the changes of single jobs and then as it is, to
// compare it with that.
func (s *Session) CompareUnchanged() {
	d := s.Draft.Clone()
	d.Transforms = slices.DeleteFunc(d.Transforms, func(c draft.Choice) bool { return c.Kind == draft.ChangeKind })
	text, plan, wrong := s.Form.Write(&d)
	if len(wrong) > 0 || !s.filesAtHand() {
		return
	}
	s.change++
	s.RunNumber++
	s.abandonMeasuring()
	s.Ran, s.Ongoing = Simulated{Scenario: text, Plan: plan, Files: s.FilesNeeded(), opening: s.Draft.Opening}, nil
	s.runsChangesNext = true
	s.simulate()
	s.Browser.FocusInPlace("whatif")
}

// runChangesNext runs the experiment as it is if that without the changes of single jobs has just been simulated.
func (s *Session) runChangesNext() bool {
	if !s.runsChangesNext {
		return false
	}
	s.prior = nil // what is on the page now
	s.Run()
	return true
}
