package session

import (
	"fmt"
	"slices"
	"strings"

	"backfill/engine/scenario"
	"backfill/engine/workload"
	"backfill/engine/workload/accounting"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// askWhatFor asks whether a log is for the experiment at hand or for one of its own.
func (s *Session) askWhatFor(f File) {
	s.ask("Use "+f.Name+" in “"+s.Draft.Name+"” instead of the workload there? Everything else stays, except that the log's own requested times count.",
		Choice{Text: "Use it in this experiment", ID: "use-log-button", Do: func() {
			s.keep(f.FileRef)
			s.begin(s.once(s.Draft.WithLog(f.Name, f.Kind, f.Skips)), false)
		}},
		Choice{Text: "Open as a new experiment", ID: "new-experiment-button", Do: func() {
			s.keep(f.FileRef)
			s.openLog(f)
		}})
}

// once is d without repetitions if nothing in it is random, as in a log as it is.
func (s *Session) once(d draft.Draft) draft.Draft {
	_, _, wrong := s.Form.Write(&d)
	if wrong["/replications"] != "" || wrong["/precision/maxReplications"] != "" {
		delete(d.Settings.Texts, "replications")
		delete(d.Settings.Texts, "precision")
	}
	return d
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
			s.takeAs(f, expected.Name)
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

// openLog makes an experiment of a log: its own machine, or one as wide as its widest job if it names none,
// the policies as they are, but elastic if the log has commands that none of them would obey. What the sweep
// varies of a part that goes is varied no more, and groups made for other jobs than a log's give way to
// ones that fit any jobs.
func (s *Session) openLog(f File) {
	d := s.Draft.Clone()
	d.Name, d.Description = f.Name, ""
	d.FitGroups(&s.Original)
	d.Workload = draft.LogChoice(f.Name, f.Kind, f.Skips)
	if f.Kind == accounting.Kind.Kind {
		d.Name = "Accounting log"
		for name, text := range map[string]string{"format": f.Reading.Format, "columns": f.Reading.Columns} {
			if text != "" {
				d.Workload.Texts[name] = text
			}
		}
	}
	d.Transforms, d.Claims = nil, nil
	d.Sweep = slices.DeleteFunc(d.Sweep, func(axis draft.Choice) bool { return strings.HasPrefix(axis.Kind, "/workload") })
	s.giveMachine(&d, f)
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
	if f.Waits && s.Form.Policy("recorded") != nil && len(d.Policies) < scenario.MaxPolicies {
		d.Policies = append(d.Policies, draft.Choice{Kind: "recorded", Label: "As recorded", Texts: map[string]string{}})
	}
	s.Missing = nil
	s.watcher.Unfold("workload", "report", "story")
	s.begin(s.once(d), false)
}

// giveMachine gives d the machine of a log: the one that its header names, unless the one at hand is no single
// pool and as large, else one as wide as the widest job, which a notice says.
func (s *Session) giveMachine(d *draft.Draft, f File) {
	n, named := int64(0), false
	if f.Report != nil && f.Report.Header != nil {
		n = f.Report.Header.Processors()
		named = n > 0
	}
	switch {
	case named && s.dividedInto(n):
		return
	case !named && f.Sizing == nil:
		return
	case !named:
		n = int64(max(f.Sizing.Widest, f.Sizing.Busy))
	}
	if f.Kind == accounting.Kind.Kind && s.giveCluster(d, f) {
		return
	}
	instead := ""
	unit := strings.TrimSpace(d.Machine.Texts["unit"])
	if about := s.Form.Machine(d.Machine.Kind); about != nil && about.Kind != "cluster" {
		instead = "instead of “" + about.Name + "”"
	} else if unit != "" && unit != "1" {
		instead = "without the allocation unit of " + unit
	}
	s.setMachine(d, draft.Choice{Kind: "cluster", Texts: map[string]string{"processors": fmt.Sprint(n)}})
	switch {
	case !named && f.Sizing.Busy > 0:
		d.Description = "What happened on a cluster, and how other policies would schedule the same jobs on one pool of as many processors as were busy at once. Nodes, memory, GPUs, partitions, limits and priorities of the cluster are ignored, so that every simulated policy looks better than it could be there."
		s.tellBusiest(f, n, instead)
	case !named:
		d.Description = "The header of the log names no machine. The one here has as many processors as the widest job needs."
		s.tellGuess(f, instead)
	case instead != "":
		s.Tell(f.Name + " is of a machine with " + phrase.Plural(n, "processor") + ": the machine is now one pool of them " + instead + ". Undo brings that back.")
		s.Notice.Lasting = true
	}
}

// tellGuess says which machine a log is simulated on that names none, and what load its jobs offer there. The reader can change it at
// once.
func (s *Session) tellGuess(f File, instead string) {
	z := f.Sizing
	s.tellSizing("The header of "+f.Name+" names no machine. The machine is now "+phrase.Join(" ", "one pool", instead)+
		" as wide as the widest job: "+phrase.Plural(int64(z.Widest), "processor")+", with an offered load of "+loadWords(z.Load)+".", z,
		Choice{Text: "Change the machine", ID: "change-machine-button", Do: func() { s.showField("machine", ProcessorsPath) }})
	s.Notice.Lasting = true
}

// tellBusiest says on which machine an accounting log is simulated, which does not tell of its own.
func (s *Session) tellBusiest(f File, n int64, instead string) {
	size := " The log does not say how large its cluster is. The machine is now " + phrase.Join(" ", "one pool", instead) + " of " + phrase.Plural(n, "processor") + ": by the log up to " + phrase.Grouped(int64(f.Sizing.Busy)) + " were busy at once."
	nodes := ""
	if m := f.Inferred; m != nil && m.Cluster != nil {
		nodes = " It names the nodes on which jobs ran: they may be the machine instead."
	}
	s.tellOfLog("Kept is a copy without names, " + f.Name + "." + size + nodes + " Its times are read as UTC: set the time zone if that is wrong.")
	if nodes != "" {
		s.Notice.Choices = append([]Choice{{Text: "Use the nodes of the log", ID: "use-inferred-button", Do: s.UseInferred}}, s.Notice.Choices...)
	}
}

// tellOfLog tells what was made of an accounting log, and offers what one may want to change.
func (s *Session) tellOfLog(text string) {
	s.Tell(text)
	s.Notice.Choices = []Choice{{Text: "Change the machine", ID: "change-machine-button", Do: func() { s.showField("machine", s.machineField()) }},
		{Text: "Time zone", ID: "time-zone-button", Do: func() { s.showField("workload", "/workload/zone") }}}
	if s.ToRead != nil {
		s.Notice.Choices = append(s.Notice.Choices, s.readOtherwise())
	}
	s.Notice.Lasting = true
}

// machineField is the field that says how large the machine is.
func (s *Session) machineField() string {
	if s.Draft.Machine.Kind == "partitions" {
		return "/machine/nodes"
	}
	return ProcessorsPath
}

// tellSizing is a notice about a machine as wide as the widest job, which also says whether a far smaller one would do for nearly all
// jobs, and offers that.
func (s *Session) tellSizing(text string, z *workload.Sizing, choices ...Choice) {
	if z.Others > 0 {
		others := phrase.Plural(int64(z.Others), "processor")
		need := " needs"
		if z.Wider > 1 {
			need = " need"
		}
		text += " Only " + phrase.Grouped(int64(z.Wider)) + " of " + phrase.Plural(int64(z.Jobs), "job") + need + " more than " + others +
			" and would be refused there; the offered load of the others would be " + loadWords(z.Within) + "."
		choices = append(choices, Choice{Text: "Use " + others, ID: "use-others-button", Do: func() {
			s.Edit(ProcessorsPath, fmt.Sprint(z.Others))
			s.showField("machine", ProcessorsPath)
		}})
	}
	s.Tell(text)
	s.Notice.Choices = choices
}

// loadWords are an offered load as the tables have it; nil if the jobs come at once.
func loadWords(load *float64) string {
	if load == nil {
		return "no defined size, as all jobs come at once"
	}
	return phrase.Percent(*load)
}

// showField unfolds the card with a field and moves the focus there.
func (s *Session) showField(card, path string) {
	s.watcher.Unfold("experiment", card)
	s.Browser.Focus(FieldID(path))
}

// dividedInto says whether the machine has that many processors and is no single pool.
func (s *Session) dividedInto(processors int64) bool {
	return s.Draft.Machine.Kind != "cluster" && len(s.Wrong) == 0 && s.Plan != nil &&
		int64(s.Plan.Points[0].Machine().Processors()) == processors
}
