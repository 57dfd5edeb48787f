package opened

import (
	"backfill/engine/workload/demands"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
	"strings"
	"time"
)

// Chosen says that the reader chose or dropped a file that begins with start; false:
// it is not worth reading.
func (o *Files) Chosen(f result.FileRef, start []byte) bool {
	why := unreadable(f.Name, start)
	if f.Size > maxScenario && IsScenario(f.Name, start) {
		why = phrase.Grouped(f.Size) + " bytes; a scenario of at most " + phrase.Grouped(maxScenario) + " is accepted."
	}
	if why != "" {
		o.Warn(f.Name + ": " + why)
		return false
	}
	o.reading = f.Name
	o.Browser.After(readingPatience, func() {
		if o.reading == f.Name {
			o.Tell("Reading " + f.Name + "…")
		}
	})
	return true
}

// readingPatience is how long it is not said that a file is being read: most take less.
const readingPatience = 400 * time.Millisecond

// FilesLeft says which of several files that came at once were not opened.
func (o *Files) FilesLeft(names []string) {
	what := phrase.List(names)
	if len(names) > 3 {
		what = phrase.Plural(int64(len(names)), "file")
	}
	o.tellBeside("At a time one experiment, one log and one table of each kind are opened; not opened: " + what + ".")
}

// FilesJoined says that a log came as n files at once. Names are those of the files, and of others that had nothing in them; they may show that
// days are missing.
func (o *Files) FilesJoined(n int, names []string) {
	o.tellBeside(phrase.Plural(int64(n), "file") + " of one log were read one after the other.")
	day, missing := missingDays(names)
	if missing > 0 {
		which := day.Format("2 Jan 2006")
		if missing > 1 {
			which += ", nor of " + phrase.Plural(int64(missing-1), "later day")
		}
		o.tellBeside("There is no file of " + which + ": jobs that were submitted, started or ended then may be missing, or seem to be waiting or running still.")
	}
}

// tellBeside says something behind what is said already.
func (o *Files) tellBeside(text string) {
	if told := o.Notice.Text; told != "" {
		if !strings.HasSuffix(told, ".") {
			told += "."
		}
		o.Notice.Text = told + " " + text
		return
	}
	o.Tell(text)
}

// FileCame opens a file that the reader chose or dropped.
func (o *Files) FileCame(f File) {
	asked, told := o.Question, o.Notice
	o.reading, o.Notice, o.Question = "", session.Notice{}, session.Question{}
	if f.Scenario != nil && !o.Locked {
		o.OpenScenario(f.Name, f.Scenario)
		return
	}
	if f.Configuration != nil && !o.Locked {
		o.configure(f.Configuration, f.Refused)
		return
	}
	if f.Actions != nil && !o.Locked {
		if f.Together {
			o.Notice = told
		}
		if f.Together && asked.Text != "" { // about the log that it came with
			o.Question = asked.Then(func() { o.act(f) })
			return
		}
		o.act(f)
		return
	}
	if o.ToRead = nil; f.Format != "" && f.Again != nil {
		o.ToRead = &ToRead{Name: f.Name, Format: f.Format, Columns: f.Columns, Reading: f.Reading, Again: f.Again}
	}
	o.LearnLog(f.FileRef, f.Report, f.Legend, f.Named)
	if f.Legend != nil {
		o.inferred[f.Key()] = o.shownBy(f)
	}
	awaited, table := o.Awaited(), demands.IsTable(f.Name)
	for _, m := range awaited {
		if m.SHA256 == f.SHA256 || m.SHA256 == "" && m.Name == f.Name {
			o.takeAs(f, m.Name)
			return
		}
	}
	if o.Locked {
		o.Warn("This frame shows one experiment. Open it in Backfill to simulate a file of your own.")
		return
	}
	switch waits := o.Missing != nil && len(awaited) > 0 && !demands.IsTable(awaited[0].Name); {
	case table && asked.Text != "": // about the log that it came with
		o.Have(f.FileRef)
		o.Question = asked.Then(func() { o.offerDemands(f.Name) })
	case table:
		o.Have(f.FileRef)
		o.offerDemands(f.Name)
	case waits:
		o.askAbout(f, awaited[0])
	case o.Draft.Usable():
		o.askWhatFor(f)
	default:
		o.Have(f.FileRef)
		o.openLog(f)
	}
}

// takeAs runs the experiment with a log under the name that it calls it by.
func (o *Files) takeAs(f File, name string) {
	f.FileRef.Name = name
	o.Have(f.FileRef)
	if f.Skips && !o.SkipsLines(name) {
		o.SkipLines()
	} else {
		o.Resume()
	}
	o.tellLeftOut(f)
}

// FileRefused says that a file cannot be used. If it is for a line that can be left out, with others like it, the reader may want to
// read it so, which again does.
func (o *Files) FileRefused(f result.Failure, again func(result.Reading)) {
	o.reading = ""
	o.Warn(f.Sentence())
	if name := strings.ToLower(f.File); f.Skippable && !strings.Contains(name, ".swf") && !strings.Contains(name, ".cwf") {
		o.Notice.Text += ". It was read as a log in the Standard Workload Format, as neither its name nor its first lines tell another one."
	}
	if f.Skippable && !o.Locked {
		o.Notice.Choices = []session.Choice{{Text: session.SkipsUnreadable, ID: "skip-lines-button", Do: func() { again(result.Reading{Skip: true}) }}}
	}
	if o.ToRead = nil; len(f.Columns) > 0 && !o.Locked {
		o.ToRead = &ToRead{Name: f.File, Columns: f.Columns, Again: again}
		o.Notice.Text += ". If it is a table with a row for each job, say what its columns are."
		o.Notice.Choices = []session.Choice{o.readOtherwise()}
	}
}

// NotKept says, beside what is being said, that a log that came is gone after a reload.
func (o *Files) NotKept(name string, why error) {
	o.Notice.Text = phrase.Join(" ", o.Notice.Text,
		name+" is open, but after a reload it has to be opened again: this browser could not store it ("+why.Error()+").")
}
