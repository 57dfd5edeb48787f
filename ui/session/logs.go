package session

import (
	"slices"
	"strings"

	"backfill/engine/metrics"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/demands"
	"backfill/engine/workload/logs"
	"backfill/ui/draft"
	"backfill/ui/result"
)

// FilesNeeded are the logs that the draft names, as far as they are known.
func (s *Session) FilesNeeded() []result.FileRef {
	var needed []result.FileRef
	choices := append([]draft.Choice{s.Draft.Workload}, s.Draft.Transforms...)
	for i, c := range choices {
		about := s.Form.Workload(c.Kind)
		if i > 0 {
			about = s.Form.Transform(c.Kind)
		}
		if about == nil {
			continue
		}
		for _, q := range about.Params {
			name := strings.TrimSpace(c.Texts[q.Name])
			if q.Kind != param.File || name == "" || slices.ContainsFunc(needed, named(name)) {
				continue
			}
			f, known := s.logNamed(name)
			if !known {
				f.Name = name
			}
			needed = append(needed, f)
		}
	}
	return needed
}

func named(name string) func(result.FileRef) bool {
	return func(f result.FileRef) bool { return f.Name == name }
}

// LastLog is the name of the log that the session learned of last, "" if there is none.
func (s *Session) LastLog() string {
	for _, f := range slices.Backward(s.files) {
		if !demands.IsTable(f.Name) {
			return f.Name
		}
	}
	return ""
}

// Log is the log that the workload of the draft names; false if it has another one, or a log of which nothing is known.
func (s *Session) Log() (result.FileRef, bool) { return s.logNamed(s.Draft.Workload.Texts["file"]) }

// logNamed is the log that scenarios mean by a name, with or without blanks around it; false if nothing is known of it.
func (s *Session) logNamed(name string) (result.FileRef, bool) {
	if k := slices.IndexFunc(s.files, named(strings.TrimSpace(name))); k >= 0 {
		return s.files[k], true
	}
	return result.FileRef{}, false
}

// logged is what a log told when it was read.
type logged struct {
	jobs   int64              // -1: nobody has counted them
	format string             // of an accounting log that has been read, else ""
	legend *accounting.Legend // of an accounting log that was opened; nobody stores it
	named  *accounting.Named  // how many of its jobs have each name
}

// LearnLog notes what a log told when it was read. Legend and named are those of an accounting log that was opened, else nil.
func (s *Session) LearnLog(f result.FileRef, report *workload.Report, legend *accounting.Legend, named *accounting.Named) {
	s.learnReport(f, report)
	is := s.about(f)
	if report != nil {
		is.jobs = int64(report.Jobs)
	}
	if legend != nil {
		is.legend, is.named = legend, named
	}
	s.logged[f.Key()] = is
}

// learnReport notes what a report says of a log, whichever jobs of it the workload has.
func (s *Session) learnReport(f result.FileRef, report *workload.Report) {
	s.learnDates(f, report)
	if report != nil && report.Format != "" && !demands.IsTable(f.Name) {
		is := s.about(f)
		is.format = report.Format
		s.logged[f.Key()] = is
	}
}

// about is what is known of a log.
func (s *Session) about(f result.FileRef) logged {
	if is, ok := s.logged[f.Key()]; ok {
		return is
	}
	return logged{jobs: -1}
}

// ofDraft is what is known of the log that the workload of the draft names.
func (s *Session) ofDraft() logged {
	log, ok := s.Log()
	if !ok {
		return logged{jobs: -1}
	}
	return s.about(log)
}

// LoggedNames are the names in the accounting log whose jobs the experiment has, nil if it has another workload or the log was found in the
// browser's storage, where there are none.
func (s *Session) LoggedNames() *accounting.Legend { return s.ofDraft().legend }

// OwnerWordIn is what the jobs of a workload of that kind call an owner. Accounting logs have accounts, unless they have nothing but groups, and
// those of Slurm have partitions.
func (s *Session) OwnerWordIn(kind string, by metrics.Owner) string {
	if kind != accounting.Kind.Kind {
		return by.String()
	}
	log := s.ofDraft()
	legend := log.legend
	switch {
	case by == metrics.ByQueue && accounting.OfSlurm(log.format):
		return "partition"
	case by == metrics.ByGroup && (legend == nil || len(legend[accounting.Accounts]) > 0 || len(legend[accounting.Groups]) == 0):
		return "account"
	}
	return by.String()
}

// LoggedJobs are how many jobs of that log have each of its names; nil as LoggedNames.
func (s *Session) LoggedJobs() *accounting.Named { return s.ofDraft().named }

// expect notes that the experiment means exactly this log by its name.
func (s *Session) expect(f result.FileRef) {
	s.files = append(slices.DeleteFunc(s.files, named(f.Name)), f)
	delete(s.atHand, f.Key())
}

// Have notes that f is what its name means, and at hand.
func (s *Session) Have(f result.FileRef) {
	s.expect(f)
	s.atHand[f.Key()] = true
}

// Awaited are the files that the experiment cannot be run without and that are not there,
// the log first.
func (s *Session) Awaited() []result.FileRef {
	return slices.DeleteFunc(s.FilesNeeded(), func(f result.FileRef) bool { return f.SHA256 != "" && s.atHand[f.Key()] })
}

// filesAtHand says whether all logs are there; for one that is not it looks.
func (s *Session) filesAtHand() bool {
	if awaited := s.Awaited(); len(awaited) > 0 {
		s.Browser.FindFile(awaited[0])
		return false
	}
	s.Missing = nil
	return true
}

// FileFound answers FindFile: whether the log is in the browser's storage. f is
// complete then.
func (s *Session) FileFound(f result.FileRef, found bool) {
	awaits := func(m result.FileRef) bool { return m.Name == f.Name && (m.SHA256 == "" || m.SHA256 == f.SHA256) }
	if !slices.ContainsFunc(s.Awaited(), awaits) {
		return // another experiment has been opened meanwhile, or the log has come in another way
	}
	if !found {
		s.Missing = &f
		return
	}
	s.Have(f)
	s.Resume()
}

// Resume runs the experiment that waited for a log.
func (s *Session) Resume() {
	s.check()
	s.whenChecked(func() {
		if len(s.Wrong) > 0 || !s.filesAtHand() {
			return
		}
		s.setAddress(true)
		s.Run()
	})
}

// SkipsUnreadable is what a button says that leaves out lines.
const SkipsUnreadable = "Skip unreadable lines"

// SkipLines lets the experiment leave out the lines of its log that cannot be read, and runs it.
func (s *Session) SkipLines() {
	s.Edit("/workload/lines", string(logs.Skip))
	if !s.RunIsDue() {
		s.Resume()
	}
}

// SkipsLines says whether the experiment leaves out the lines that cannot be read of a log of that name.
func (s *Session) SkipsLines(name string) bool {
	w := &s.Draft.Workload
	return logs.IsKind(w.Kind) && strings.TrimSpace(w.Texts["file"]) == name && w.Texts["lines"] == string(logs.Skip)
}

// OpenFile lets the reader pick a file.
func (s *Session) OpenFile() { s.Browser.ChooseFile() }
