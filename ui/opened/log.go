package opened

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
	"backfill/ui/session"
)

// askWhatFor asks whether a log is for the experiment at hand or for one of its own.
func (o *Files) askWhatFor(f File) {
	o.AskReader("Use "+f.Name+" in “"+o.Draft.Name+"” instead of the workload there? Everything else stays, except that the log's own requested times count.",
		session.Choice{Text: "Use it in this experiment", ID: "use-log-button", Do: func() {
			o.Have(f.FileRef)
			o.tellLeftOut(f)
			o.OpenDraft(o.once(o.Draft.WithLog(f.Name, f.Kind, f.Skips)), false)
		}},
		session.Choice{Text: "Open as a new experiment", ID: "new-experiment-button", Do: func() {
			o.Have(f.FileRef)
			o.openLog(f)
		}})
}

// once is d without repetitions if nothing in it is random, as in a log as it is.
func (o *Files) once(d draft.Draft) draft.Draft {
	_, _, wrong := o.Form.Write(&d)
	if wrong["/replications"] != "" || wrong["/precision/maxReplications"] != "" {
		delete(d.Settings.Texts, "replications")
		delete(d.Settings.Texts, "precision")
	}
	return d
}

// askAbout asks what to do with a log when the experiment waits for another one.
func (o *Files) askAbout(f File, expected result.FileRef) {
	choices := []session.Choice{
		{Text: "Open as a new experiment", ID: "new-experiment-button", Do: func() {
			o.Have(f.FileRef)
			o.openLog(f)
		}},
	}
	text := describeLog(f.FileRef) + " is not the log of this experiment, " + describeLog(expected) + "."
	switch {
	case expected.SHA256 == "":
		choices = append(choices, session.Choice{Text: "Use it in this one", ID: "use-log-button", Do: func() {
			o.takeAs(f, expected.Name)
		}})
	case expected.Name == f.Name:
		text = f.Name + " has the right name but another content than the log of this experiment: " +
			describeLog(f.FileRef) + ", expected is " + describeLog(expected) + "."
	}
	choices = append(choices, session.Choice{Text: "Keep waiting for " + expected.Name, ID: "keep-waiting-button", Do: func() {}})
	o.AskReader(text+" Open it as a new experiment instead?", choices...)
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
func (o *Files) openLog(f File) {
	d := o.Draft.Clone()
	d.Name, d.Description = f.Name, ""
	d.FitGroups(&o.Original)
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
	o.giveMachine(&d, f)
	o.tellLeftOut(f)
	d.Policies = slices.DeleteFunc(d.Policies, func(c draft.Choice) bool { return c.Kind == scenario.Recorded })
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
	if f.Waits && o.Form.Policy(scenario.Recorded) != nil && len(d.Policies) < scenario.MaxPolicies {
		d.Policies = append(d.Policies, draft.Choice{Kind: scenario.Recorded, Label: "As recorded", Texts: map[string]string{}})
	}
	o.Missing = nil
	o.UnfoldParts("workload", "report", "story")
	o.OpenDraft(o.once(d), false)
}

// leftOut says how many lines of a log could not be read, and where they are listed, behind other sentences; "" if there are none.
func leftOut(f File) string {
	n := f.Report.Remark(workload.UnreadableLine).Count
	if n == 0 {
		return ""
	}
	return " " + phrase.Plural(int64(n), "line") + " of the log cannot be read and " + phrase.Verb(n, "is", "are") + " left out; the reading report under “Workload” says which, and why."
}

// keptCopy says what is kept of an accounting log, and what one has to know of the log itself.
func keptCopy(f File) string {
	return "Kept is a copy without names, " + f.Name + "." + leftOut(f) + outOfOrder(f) + lostEnds(f) + unended(f)
}

// outOfOrder says that the records of a log are not in the order of time, behind other sentences; "" if they are.
func outOfOrder(f File) string {
	n := f.Report.Remark(accounting.OutOfOrder).Count
	if n == 0 {
		return ""
	}
	return " The log is not in the order of time: " + phrase.Plural(int64(n), "record") + phrase.Verb(n, " is", " are") + " earlier than the one before. If its files were joined in another order, runs are told wrongly; if one is there twice, nothing is wrong."
}

// lostEnds says how many runs have no end in the log that cannot run any more, behind other sentences; "" if there are none.
func lostEnds(f File) string {
	n := f.Report.Remark(accounting.LostEnd).Count
	if n == 0 {
		return ""
	}
	return " Of " + phrase.Plural(int64(n), "run") + " the log lacks the end, as if a file of it were missing: " + phrase.Verb(n, "it is", "they are") + " taken to have run until " + phrase.Verb(n, "its limit.", "their limits.")
}

// unended says how many jobs had not ended when the log ended, and how long they run, behind other sentences; "" if all had.
func unended(f File) string {
	run, wait := f.Report.Remark(accounting.StillRuns).Count, f.Report.Remark(accounting.StillWaits).Count
	var words []string
	if run > 0 {
		words = append(words, phrase.Plural(int64(run), "job")+phrase.Verb(run, " still runs", " still run"))
	}
	if wait > 0 {
		words = append(words, phrase.Plural(int64(wait), "job")+phrase.Verb(wait, " still waits", " still wait"))
	}
	if words == nil {
		return ""
	}
	return " When the log ends, " + phrase.List(words) + ". How long " + phrase.Verb(run+wait, "it runs", "they run") + " in the simulation follows from the jobs that have ended, unless “Unended jobs” says otherwise."
}

// tellLeftOut says it of the log that is opened, unless the notice has it already.
func (o *Files) tellLeftOut(f File) {
	words := leftOut(f)
	switch {
	case words == "" || strings.Contains(o.Notice.Text, words):
		return
	case o.Notice.Text == "":
		o.Tell(f.Name + ":" + words)
	default:
		o.Notice.Text += words
	}
	o.Notice.Lasting = true
}

// giveMachine gives d the machine of a log: the one that its header names, unless the one at hand is no single
// pool and as large, else one as wide as the widest job, which a notice says.
func (o *Files) giveMachine(d *draft.Draft, f File) {
	n, named := int64(0), false
	if f.Report != nil && f.Report.Header != nil {
		n = f.Report.Header.Processors()
		named = n > 0
	}
	switch {
	case named && o.dividedInto(n):
		return
	case !named && f.Sizing == nil:
		return
	case !named:
		n = int64(max(f.Sizing.Widest, f.Sizing.Busy))
	}
	if f.Kind == accounting.Kind.Kind && o.giveCluster(d, f) {
		return
	}
	instead := ""
	unit := strings.TrimSpace(d.Machine.Texts["unit"])
	if about := o.Form.Machine(d.Machine.Kind); about != nil && about.Kind != "cluster" {
		instead = "instead of “" + about.Name + "”"
	} else if unit != "" && unit != "1" {
		instead = "without the allocation unit of " + unit
	}
	setMachine(d, draft.Choice{Kind: "cluster", Texts: map[string]string{"processors": fmt.Sprint(n)}})
	switch {
	case !named && f.Sizing.Busy > 0:
		d.Description = "What happened on a cluster, and how other policies would schedule the same jobs on one pool of as many processors as were busy at once. Nodes, memory, GPUs, partitions, limits and priorities of the cluster are ignored, so that every simulated policy looks better than it could be there."
		o.tellBusiest(f, n, instead)
	case !named:
		says := "The header of the log names no machine."
		if f.Kind == accounting.Kind.Kind {
			says = "The log does not say how large its machine is."
		}
		d.Description = says + " The one here has as many processors as the widest job needs."
		o.tellGuess(f, instead)
	case instead != "":
		o.Tell(f.Name + " is of a machine with " + phrase.Plural(n, "processor") + ": the machine is now one pool of them " + instead + ". Undo brings that back.")
		o.Notice.Lasting = true
	}
}

// tellGuess says which machine a log is simulated on that names none, and what load its jobs offer there. The reader can change it at
// once.
func (o *Files) tellGuess(f File, instead string) {
	z, names := f.Sizing, "The header of "+f.Name+" names no machine."
	if f.Kind == accounting.Kind.Kind { // of jobs that have not started
		names = keptCopy(f) + " It does not say how large its machine is."
	}
	o.TellSizing(names+" The machine is now "+phrase.Join(" ", "one pool", instead)+
		" as wide as the widest job: "+phrase.Plural(int64(z.Widest), "processor")+", with an offered load of "+session.LoadWords(z.Load)+".", z,
		session.Choice{Text: "Change the machine", ID: "change-machine-button", Do: func() { o.ShowField("machine", session.ProcessorsPath) }})
	o.Notice.Lasting = true
}

// tellBusiest says on which machine an accounting log is simulated, which does not tell of its own.
func (o *Files) tellBusiest(f File, n int64, instead string) {
	size := " The log does not say how large its cluster is. The machine is now " + phrase.Join(" ", "one pool", instead) + " of " + phrase.Plural(n, "processor") + ": by the log up to " + phrase.Grouped(int64(f.Sizing.Busy)) + " were busy at once."
	nodes := ""
	if m := f.Inferred; m != nil && m.Cluster != nil {
		nodes = " It names the nodes on which jobs ran: they may be the machine instead."
	}
	o.tellOfLog(keptCopy(f) + size + nodes + zoneWords(f.Format))
	if nodes != "" {
		o.Notice.Choices = append([]session.Choice{{Text: "Use the nodes of the log", ID: "use-inferred-button", Do: o.UseInferred}}, o.Notice.Choices...)
	}
}

// zoneWords say in which zone the times of a log of a format are until the reader sets one.
func zoneWords(format string) string {
	if accounting.OfSlurm(format) {
		return " Its times are read as UTC: set the time zone if that is wrong."
	}
	return " Its times are shown as UTC: set the time zone of the cluster to see those of its clocks."
}

// tellOfLog tells what was made of an accounting log, and offers what one may want to change.
func (o *Files) tellOfLog(text string) {
	o.Tell(text)
	o.Notice.Choices = []session.Choice{{Text: "Change the machine", ID: "change-machine-button", Do: func() { o.ShowField("machine", o.machineField()) }},
		{Text: "Time zone", ID: "time-zone-button", Do: func() { o.ShowField("workload", "/workload/zone") }}}
	if o.ToRead != nil {
		o.Notice.Choices = append(o.Notice.Choices, o.readOtherwise())
	}
	o.Notice.Lasting = true
}

// machineField is the field that says how large the machine is.
func (o *Files) machineField() string {
	if o.Draft.Machine.Kind == "partitions" {
		return "/machine/nodes"
	}
	return session.ProcessorsPath
}

// dividedInto says whether the machine has that many processors and is no single pool.
func (o *Files) dividedInto(processors int64) bool {
	return o.Draft.Machine.Kind != "cluster" && len(o.Wrong) == 0 && o.Plan != nil &&
		int64(o.Plan.Points[0].Machine().Processors()) == processors
}
