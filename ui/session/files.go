package session

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"backfill/engine/param"
	"backfill/engine/scenario"
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

func named(name string) func(result.FileRef) bool {
	return func(f result.FileRef) bool { return f.Name == name }
}

// expect notes that a link means exactly this log by its name.
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

// Chosen says that the user chose or dropped a file that begins with start; false:
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
	s.Browser.After(Patience, func() {
		if s.reading == f.Name {
			s.Tell("Reading " + f.Name + "…")
		}
	})
	return true
}

// MaxScenario is the size of the largest file that is read as a scenario, in bytes: no scenario is larger.
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
	case strings.HasSuffix(bare, ".swf") || strings.HasSuffix(bare, ".cwf") || demands.IsTable(name) || bytes.HasPrefix(start, []byte("\x1f\x8b")):
	case len(begins) > 0 && !strings.ContainsRune(";-0123456789", rune(begins[0])) || bytes.IndexByte(start, 0) >= 0:
		return "this is not a log; .swf and .cwf are read, also as .gz, tables of bandwidths as .csv, and scenarios as .json."
	}
	return ""
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

// FileCame opens a file that the user chose or dropped.
func (s *Session) FileCame(f File) {
	asked := s.Question
	s.reading, s.Notice, s.Question = "", Notice{}, Question{}
	if f.Scenario != nil && !s.Locked {
		s.OpenScenario(f.Name, f.Scenario)
		return
	}
	awaited, table := s.awaited(), demands.IsTable(f.Name)
	for _, m := range awaited {
		if m.SHA256 == f.SHA256 || m.SHA256 == "" && m.Name == f.Name {
			s.takeAs(f.FileRef, m.Name)
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

// askAbout asks what to do with a log when the experiment waits for another one.
func (s *Session) askAbout(f File, expected result.FileRef) {
	choices := []Choice{
		{Text: "Open as a new experiment", ID: "new-experiment-button", Do: func() {
			s.keep(f.FileRef)
			s.openLog(f)
		}},
	}
	text := describeLog(f.FileRef) + " is not the log of this experiment, " + describeLog(expected) + "."
	switch {
	case expected.SHA256 == "":
		choices = append(choices, Choice{Text: "Use it in this one", ID: "use-log-button", Do: func() {
			s.takeAs(f.FileRef, expected.Name)
		}})
	case expected.Name == f.Name:
		text = f.Name + " has the right name but another content than the log of this experiment: " +
			describeLog(f.FileRef) + ", expected is " + describeLog(expected) + "."
	}
	choices = append(choices, Choice{Text: "Keep waiting for " + expected.Name, ID: "keep-waiting-button", Do: func() {}})
	s.ask(text+" Open it as a new experiment instead?", choices...)
}

// describeLog is a log's name with its size and content as far as they are known.
func describeLog(f result.FileRef) string {
	if f.SHA256 == "" {
		return f.Name
	}
	return fmt.Sprintf("%s (%s bytes, SHA-256 %s…)", f.Name, phrase.Grouped(f.Size), f.SHA256[:min(12, len(f.SHA256))])
}

// takeAs runs the experiment with a log under the name that it calls it by.
func (s *Session) takeAs(f result.FileRef, name string) {
	f.Name = name
	s.keep(f)
	s.resume()
}

func (s *Session) OpenScenario(name string, text []byte) {
	read, err := scenario.Read(text)
	if err != nil {
		s.Warn(name + ": " + err.Error())
		return
	}
	s.Missing = nil
	s.begin(s.Form.Read(read), false)
}

// openLog makes an experiment of a log: its own machine, unless the one at hand is no
// single pool and as large, the policies as they are, but elastic if the log has commands
// that none of them would obey. What the sweep varies of a part that goes is varied no more.
func (s *Session) openLog(f File) {
	d := s.Draft.Clone()
	d.Name, d.Description = f.Name, ""
	d.Workload = draft.Choice{Kind: logs.KindOf(f.Name), Texts: map[string]string{"file": f.Name}}
	d.Transforms, d.Claims = nil, nil
	d.Sweep = slices.DeleteFunc(d.Sweep, func(axis draft.Choice) bool { return strings.HasPrefix(axis.Kind, "/workload") })
	if f.Report != nil && f.Report.Header != nil {
		if n := f.Report.Header.Processors(); n > 0 && !s.dividedInto(int64(n)) {
			if about := s.Form.Machine(d.Machine.Kind); about != nil && about.Kind != "cluster" {
				s.Tell(f.Name + " is of a machine with " + phrase.Plural(int64(n), "processor") + ": the machine is now one pool of them instead of “" + about.Name + "”. Undo brings that back.")
				s.Notice.Lasting = true
			}
			d.Sweep = slices.DeleteFunc(d.Sweep, func(axis draft.Choice) bool { return strings.HasPrefix(axis.Kind, "/machine") })
			d.Machine = draft.Choice{Kind: "cluster", Texts: map[string]string{"processors": fmt.Sprint(n)}}
		}
	}
	d.Policies = slices.DeleteFunc(d.Policies, func(c draft.Choice) bool { return c.Kind == "recorded" })
	if len(d.Policies) == 0 {
		for _, kind := range []string{"fcfs", "easy", "conservative"} {
			d.Policies = append(d.Policies, draft.Choice{Kind: kind, Texts: map[string]string{}})
		}
	}
	elastic := func(c draft.Choice) bool { return c.Elastic }
	if f.Report != nil && f.Report.Commands > 0 && !slices.ContainsFunc(d.Policies, elastic) {
		for i := range d.Policies {
			d.Policies[i].Elastic = true // or nobody would see what the commands do
		}
	}
	if f.Waits && s.Form.Policy("recorded") != nil {
		d.Policies = append(d.Policies, draft.Choice{Kind: "recorded", Label: "As recorded", Texts: map[string]string{}})
	}
	s.Missing = nil
	s.watcher.Unfold("workload", "report")
	s.begin(s.once(d), false)
}

// offerDemands uses a table of demands, and asks before if the sweep varies those for which
// it is to stand.
func (s *Session) offerDemands(name string) {
	i := slices.IndexFunc(s.Draft.Transforms, func(c draft.Choice) bool { return c.Kind == "bandwidth" })
	if i < 0 || !s.Draft.SweepsTransform(i) {
		s.openDemands(name)
		return
	}
	s.ask("Use "+name+" instead of the demands that the sweep varies? It varies them no more then.",
		Choice{Text: "Use it", ID: "use-table-button", Do: func() { s.openDemands(name) }},
		Choice{Text: "Keep the sweep", ID: "keep-sweep-button", Do: func() {}})
}

// openDemands lets the jobs ask for what a table says, instead of what is drawn at random.
func (s *Session) openDemands(name string) {
	s.alter("", func(d *draft.Draft) {
		listed := draft.Choice{Kind: "bandwidth", Texts: map[string]string{"file": name}}
		i := slices.IndexFunc(d.Transforms, func(c draft.Choice) bool { return c.Kind == listed.Kind })
		if i < 0 {
			d.Transforms = append(d.Transforms, listed)
			return
		}
		d.DescribeInstead(d.Transforms[i].Texts["file"], name)
		d.Transforms[i] = listed
		d.Follow("/workload/transform", func(k int) int {
			if k == i {
				return -1 // the file stands for what a sweep could vary
			}
			return k
		})
	})
	s.watcher.Unfold("workload")
	s.resume()
	if s.Draft.Machine.Kind != "nodes" {
		s.Tell(name + " says what bandwidth the jobs ask for. It matters on a machine of nodes that share it: choose “" + s.Form.Machine("nodes").Name + "”.")
	}
}

// dividedInto says whether the machine has that many processors and is no single pool.
func (s *Session) dividedInto(processors int64) bool {
	return s.Draft.Machine.Kind != "cluster" && len(s.Wrong) == 0 && s.Plan != nil &&
		int64(s.Plan.Points[0].Machine().Processors()) == processors
}

// FileRefused says that a file cannot be used.
func (s *Session) FileRefused(f result.Failure) {
	s.reading = ""
	s.Warn(f.Sentence())
}

// OpenFile lets the user pick a file.
func (s *Session) OpenFile() { s.Browser.ChooseFile() }

// GalleryCame hands over the gallery's index, in the order in which it is offered.
func (s *Session) GalleryCame(items []GalleryItem, failure string) {
	s.Gallery = items
	if failure != "" {
		s.Warn("The gallery cannot be shown: " + failure)
	}
}

// ItemCame hands over an item of the gallery, a scenario.
func (s *Session) ItemCame(name string, content []byte, failure string) {
	if failure != "" {
		s.Warn("The gallery's " + name + " cannot be opened: " + failure)
		s.watcher.NotOpened()
		return
	}
	read, err := scenario.Read(content)
	if err != nil {
		s.Warn("The gallery's " + name + " cannot be opened: " + err.Error())
		s.watcher.NotOpened()
		return
	}
	s.Missing = nil
	s.begin(s.Form.Read(read), s.Shown.Results == nil)
	s.Item = name
}
