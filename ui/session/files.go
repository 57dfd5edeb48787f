package session

import (
	"bytes"
	"slices"
	"strings"

	"backfill/engine/param"
	"backfill/engine/workload/accounting"
	"backfill/engine/workload/demands"
	"backfill/engine/workload/logs"
	"backfill/ui/draft"
	"backfill/ui/phrase"
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
			f := result.FileRef{Name: name}
			if k := slices.IndexFunc(s.files, named(name)); k >= 0 {
				f = s.files[k]
			}
			needed = append(needed, f)
		}
	}
	return needed
}

// FileNoun is what a file of that name is.
func FileNoun(name string) string {
	if demands.IsTable(name) {
		return "table"
	}
	return "log"
}

// LoggedNames are the names in the accounting log whose jobs the experiment has, nil if it has another workload or the log was found in the
// browser's storage, where there are none.
func (s *Session) LoggedNames() *accounting.Legend {
	if k := slices.IndexFunc(s.files, named(strings.TrimSpace(s.Draft.Workload.Texts["file"]))); k >= 0 {
		return s.legends[logKey(s.files[k])]
	}
	return nil
}

// loggedJobs are how many jobs of that log have each of its names; nil as LoggedNames.
func (s *Session) loggedJobs() *accounting.Named {
	if k := slices.IndexFunc(s.files, named(strings.TrimSpace(s.Draft.Workload.Texts["file"]))); k >= 0 {
		return s.named[logKey(s.files[k])]
	}
	return nil
}

func named(name string) func(result.FileRef) bool {
	return func(f result.FileRef) bool { return f.Name == name }
}

// expect notes that the experiment means exactly this log by its name.
func (s *Session) expect(f result.FileRef) {
	s.files = append(slices.DeleteFunc(s.files, named(f.Name)), f)
	delete(s.atHand, logKey(f))
}

// logKey is the key of a log in Session.atHand.
func logKey(f result.FileRef) string { return f.Name + " " + f.SHA256 }

// filesAtHand says whether all logs are there; for one that is not it looks.
func (s *Session) filesAtHand() bool {
	if awaited := s.awaited(); len(awaited) > 0 {
		s.Browser.FindFile(awaited[0])
		return false
	}
	s.Missing = nil
	return true
}

// FileFound answers FindFile: whether the log is in the browser's storage. f is
// complete then.
func (s *Session) FileFound(f result.FileRef, found bool) {
	if !found {
		s.Missing = &f
		return
	}
	s.keep(f)
	s.resume()
}

// keep notes that f is what its name means, and there.
func (s *Session) keep(f result.FileRef) {
	s.expect(f)
	s.atHand[logKey(f)] = true
}

// resume runs the experiment that waited for a log.
func (s *Session) resume() {
	s.check()
	s.whenChecked(func() {
		if len(s.Wrong) > 0 || !s.filesAtHand() {
			return
		}
		s.setAddress(true)
		s.Run()
	})
}

// Chosen says that the reader chose or dropped a file that begins with start; false:
// it is not worth reading.
func (s *Session) Chosen(f result.FileRef, start []byte) bool {
	why := unreadable(f.Name, start)
	if f.Size > maxScenario && IsScenario(f.Name, start) {
		why = phrase.Grouped(f.Size) + " bytes; a scenario of at most " + phrase.Grouped(maxScenario) + " is accepted."
	}
	if why != "" {
		s.Warn(f.Name + ": " + why)
		return false
	}
	s.reading = f.Name
	s.Browser.After(patience, func() {
		if s.reading == f.Name {
			s.Tell("Reading " + f.Name + "…")
		}
	})
	return true
}

// maxScenario is the size of the largest file that is read as a scenario or a configuration, in bytes: none is larger.
const maxScenario = 16 << 20

// IsScenario says whether a file that begins with start is one, by its name or its start.
func IsScenario(name string, start []byte) bool {
	return strings.HasSuffix(strings.ToLower(name), ".json") || bytes.HasPrefix(bytes.TrimSpace(start), []byte("{"))
}

// unreadable says why a file can be neither a log nor a scenario, by its name and
// its first bytes; "" if it may be one.
func unreadable(name string, start []byte) string {
	name = strings.ToLower(name)
	bare := strings.TrimSuffix(name, ".gz")
	begins := bytes.TrimSpace(bytes.TrimPrefix(start, []byte("\xef\xbb\xbf")))
	switch {
	case strings.HasSuffix(name, ".json") || bytes.HasPrefix(begins, []byte("{")):
	case bytes.IndexByte(start, 0) >= 0 && !bytes.HasPrefix(start, []byte("\x1f\x8b")):
		return "this is a binary file, not a log; logs are text, one job a line."
	case strings.HasSuffix(bare, ".swf") || strings.HasSuffix(bare, ".cwf") || demands.IsTable(name) || bytes.HasPrefix(start, []byte("\x1f\x8b")):
	case accounting.Recognises(begins), mayBeTable(begins):
	case len(begins) > 0 && !strings.ContainsRune(";-0123456789", rune(begins[0])):
		return "this is not a log; .swf, .cwf, what sacct -P prints, accounting records of PBS, LSF and Grid Engine and tables with a line of names are read, also as .gz, tables of bandwidths as .csv, and scenarios as .json."
	}
	return ""
}

// mayBeTable says whether the first line of a text may have the names of columns.
func mayBeTable(begins []byte) bool {
	line, _, _ := bytes.Cut(begins, []byte("\n"))
	return len(accounting.ColumnsOf(line)) > 0
}

// FilesLeft says which of several files that came at once were not opened.
func (s *Session) FilesLeft(names []string) {
	what := phrase.List(names)
	if len(names) > 3 {
		what = phrase.Plural(int64(len(names)), "file")
	}
	text := "One log at a time is simulated, with one table; not opened: " + what + "."
	if s.Notice.Text != "" {
		s.Notice.Text += " " + text
		return
	}
	s.Tell(text)
}

// FileCame opens a file that the reader chose or dropped.
func (s *Session) FileCame(f File) {
	asked, told := s.Question, s.Notice
	s.reading, s.Notice, s.Question = "", Notice{}, Question{}
	if f.Scenario != nil && !s.Locked {
		s.OpenScenario(f.Name, f.Scenario)
		return
	}
	if f.Configuration != nil && !s.Locked {
		s.configure(f.Configuration, f.Refused)
		return
	}
	if f.Actions != nil && !s.Locked {
		if f.Together {
			s.Notice = told
		}
		if f.Together && asked.Text != "" { // about the log that it came with
			s.Question = asked.then(func() { s.act(f) })
			return
		}
		s.act(f)
		return
	}
	if s.ToRead = nil; f.Format != "" && f.Again != nil {
		s.ToRead = &ToRead{Name: f.Name, Format: f.Format, Columns: f.Columns, Reading: f.Reading, Again: f.Again}
	}
	s.learnDates(f.FileRef, f.Report)
	if f.Report != nil {
		s.jobsIn[logKey(f.FileRef)] = int64(f.Report.Jobs)
	}
	if f.Legend != nil {
		s.legends[logKey(f.FileRef)], s.named[logKey(f.FileRef)], s.inferred[logKey(f.FileRef)] = f.Legend, f.Named, s.shownBy(f)
	}
	awaited, table := s.awaited(), demands.IsTable(f.Name)
	for _, m := range awaited {
		if m.SHA256 == f.SHA256 || m.SHA256 == "" && m.Name == f.Name {
			s.takeAs(f, m.Name)
			return
		}
	}
	if s.Locked {
		s.Warn("This frame shows one experiment. Open it in Backfill to simulate a file of your own.")
		return
	}
	switch waits := s.Missing != nil && len(awaited) > 0 && !demands.IsTable(awaited[0].Name); {
	case table && asked.Text != "": // about the log that it came with
		s.keep(f.FileRef)
		s.Question = asked.then(func() { s.offerDemands(f.Name) })
	case table:
		s.keep(f.FileRef)
		s.offerDemands(f.Name)
	case waits:
		s.askAbout(f, awaited[0])
	case s.Draft.Usable():
		s.askWhatFor(f)
	default:
		s.keep(f.FileRef)
		s.openLog(f)
	}
}

// awaited are the files that the experiment cannot be run without and that are not there,
// the log first.
func (s *Session) awaited() []result.FileRef {
	return slices.DeleteFunc(s.FilesNeeded(), func(f result.FileRef) bool { return f.SHA256 != "" && s.atHand[logKey(f)] })
}

// takeAs runs the experiment with a log under the name that it calls it by.
func (s *Session) takeAs(f File, name string) {
	f.FileRef.Name = name
	s.keep(f.FileRef)
	if f.Skips && !s.SkipsLines(name) {
		s.skipLines()
		return
	}
	s.resume()
}

// skipLines lets the experiment leave out the lines of its log that cannot be read, and runs it.
func (s *Session) skipLines() {
	s.Edit("/workload/lines", string(logs.Skip))
	if !s.RunIsDue() {
		s.resume()
	}
}

// FileRefused says that a file cannot be used. If it is for a line that can be left out, with others like it, the reader may want to
// read it so, which again does.
func (s *Session) FileRefused(f result.Failure, again func(result.Reading)) {
	s.reading = ""
	s.Warn(f.Sentence())
	if f.Skippable && !s.Locked {
		s.Notice.Choices = []Choice{{Text: skipsLines, ID: "skip-lines-button", Do: func() { again(result.Reading{Skip: true}) }}}
	}
	if s.ToRead = nil; len(f.Columns) > 0 && !s.Locked {
		s.ToRead = &ToRead{Name: f.File, Columns: f.Columns, Again: again}
		s.Notice.Text += ". If it is a table with a row for each job, say what its columns are."
		s.Notice.Choices = []Choice{s.readOtherwise()}
	}
}

// NotKept says, beside what is being said, that a log that came is gone after a reload.
func (s *Session) NotKept(name string, why error) {
	s.Notice.Text = phrase.Join(" ", s.Notice.Text,
		name+" is open, but after a reload it has to be opened again: this browser could not store it ("+why.Error()+").")
}

// skipsLines is what a button says that leaves out lines.
const skipsLines = "Skip unreadable lines"

// SkipsLines says whether the experiment leaves out the lines that cannot be read of a log of that name.
func (s *Session) SkipsLines(name string) bool {
	w := &s.Draft.Workload
	return logs.IsKind(w.Kind) && strings.TrimSpace(w.Texts["file"]) == name && w.Texts["lines"] == string(logs.Skip)
}

// OpenFile lets the reader pick a file.
func (s *Session) OpenFile() { s.Browser.ChooseFile() }
