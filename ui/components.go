package ui

import (
	"github.com/vugu/vugu"

	"backfill/engine/metrics"
	"backfill/engine/param"
	"backfill/engine/workload"
)

// Root is the component to render: the page, guarded against panics.
func Root(p *Page) vugu.Builder { return &guard{p, p} }

// The parts of the page. They hold no state of their own.
// Header is the top bar.
type Header struct{ page *Page }

// Notices shows messages, progress and whether results are stale.
type Notices struct{ page *Page }

// Experiment is the form: machine, workload, policies, settings.
type Experiment struct{ page *Page }

// Picture is the place of the timeline.
type Picture struct{ page *Page }

// Answers is the sentence and the table of metrics.
type Answers struct{ page *Page }

// Charts is the place of the distributions.
type Charts struct{ page *Page }

// Inspector tells everything about one job.
type Inspector struct{ page *Page }

// Groups is the tables of groups of jobs.
type Groups struct{ page *Page }

// Jobs is the job table.
type Jobs struct{ page *Page }

// Dialogs lie over the page.
type Dialogs struct{ page *Page }

// Fields shows fields one below the other.
type Fields struct {
	page *Page
	list []Field
}

// fieldset is a component that shows fields.
func (p *Page) fieldset(list []Field) vugu.Builder { return &guard{p, &Fields{p, list}} }

func typed(event vugu.DOMEvent) string { return event.PropString("target", "value") }

func ticked(event vugu.DOMEvent) string {
	if event.PropBool("target", "checked") {
		return "true"
	}
	return "false"
}

func (f Field) isChoice() bool  { return f.Kind == param.Choice }
func (f Field) isBoolean() bool { return f.Kind == param.Boolean }
func (f Field) isTable() bool   { return f.Kind == param.Table }
func (f Field) isFile() bool    { return f.Kind == param.File }
func (f Field) isText() bool {
	return !f.isChoice() && !f.isBoolean() && !f.isTable() && !f.isFile()
}

func (f Field) class() string {
	if f.Mistake != "" {
		return "field wrong"
	}
	return "field"
}

// invalid is the value of aria-invalid, nil to leave it out.
func invalid(mistake string) any {
	if mistake == "" {
		return nil
	}
	return "true"
}

// yes is the value of an ARIA attribute that is true or false.
func yes(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// card is one card of the form.
type card struct{ Name, Title, Sentence string }

func (c *Experiment) card(name string) card {
	switch name {
	case "machine":
		return card{name, "Machine", c.page.machineSentence()}
	case "workload":
		return card{name, "Workload", c.page.workloadSentence()}
	case "policies":
		return card{name, "Policies", c.page.policiesSentence()}
	}
	return card{name, "Settings", c.page.settingsSentence()}
}

func (c *Experiment) open(name string) bool { return !c.page.folded[name] }

func (c *Experiment) fold(name string) { c.page.folded[name] = !c.page.folded[name] }

func (c *Experiment) foldLabel() string {
	if c.open("experiment") {
		return "Fold the experiment"
	}
	return "Unfold the experiment"
}

func (c *Experiment) foldSign() string {
	if c.open("experiment") {
		return "«"
	}
	return "»"
}

func (c *Experiment) machine() vugu.Builder {
	d := &c.page.draft
	about := c.page.form.machine(d.Machine.Kind)
	if about == nil {
		return nil
	}
	return c.page.fieldset(c.page.fields("/machine", &d.Machine, about.Params))
}

func (c *Experiment) workload() vugu.Builder {
	d := &c.page.draft
	about := c.page.form.workload(d.Workload.Kind)
	if about == nil {
		return nil
	}
	return c.page.fieldset(c.page.fields("/workload", &d.Workload, about.Params))
}

// furtherWorkload is the text of the button that unfolds the workload's further
// parameters, "" if there are none.
func (c *Experiment) furtherWorkload() string {
	d := &c.page.draft
	about := c.page.form.workload(d.Workload.Kind)
	if about == nil {
		return ""
	}
	n := hiddenFields(&d.Workload, about.Params)
	switch {
	case n == 0:
		return ""
	case c.page.opened["further /workload"]:
		return "Fewer parameters"
	}
	return plural(int64(n), "more parameter")
}

func (c *Experiment) transform(i int) vugu.Builder {
	t := &c.page.draft.Transforms[i]
	about := c.page.form.transform(t.Kind)
	if about == nil {
		return nil
	}
	return c.page.fieldset(c.page.fields(indexed("/workload/transform", i), t, about.Params))
}

func (c *Experiment) policy(i int) vugu.Builder {
	choice := &c.page.draft.Policies[i]
	about := c.page.form.policy(choice.Kind)
	if about == nil {
		return nil
	}
	path := indexed("/policies", i)
	list := []Field{{
		Param: param.Param{Name: "label", Kind: param.Text, Doc: "What results call this policy; empty: " + defaultLabel(*choice, about) + "."},
		Path:  path + "/label", Label: "Name", Text: choice.Label, Mistake: c.page.wrong[path+"/label"],
	}}
	return c.page.fieldset(append(list, c.page.fields(path, choice, about.Params)...))
}

func indexed(path string, i int) string { return path + "/" + number(float64(i)) }

// kinds lists what can be chosen instead of the kind at path.
func (c *Experiment) kinds(path string) []*param.Description {
	var list []*param.Description
	catalogs := &c.page.form.catalogs
	switch path {
	case "/machine":
		for i := range catalogs.Machines {
			list = append(list, &catalogs.Machines[i].Description)
		}
	case "/workload":
		for i := range catalogs.Workloads {
			list = append(list, &catalogs.Workloads[i].Description)
		}
	case "/workload/transform":
		for i := range catalogs.Transforms {
			list = append(list, &catalogs.Transforms[i].Description)
		}
	default:
		for i := range catalogs.Policies {
			list = append(list, &catalogs.Policies[i].Description)
		}
	}
	return list
}

// kindAbout is the sentence on the kind at path, with what is wrong with it.
func (c *Experiment) kindAbout(path, kind string) string {
	about := c.page.about(path, kind)
	if about == nil {
		return ""
	}
	return about.Doc
}

func (c *Experiment) mistake(path string) string { return c.page.wrong[path] }

// adding is what the button "Add" adds of a list of kinds.
func (c *Experiment) adding(path string) string {
	for _, k := range c.kinds(path) {
		if c.page.opened["add "+path+" "+k.Kind] {
			return k.Kind
		}
	}
	if kinds := c.kinds(path); len(kinds) > 0 {
		return kinds[0].Kind
	}
	return ""
}

func (c *Experiment) choose(path, kind string) {
	for _, k := range c.kinds(path) {
		c.page.opened["add "+path+" "+k.Kind] = k.Kind == kind
	}
}

// report is what was done while the log was read, nil if there is no log.
func (c *Experiment) report() *workload.Report {
	if r := c.page.results; r != nil && r.Report != nil && r.Report.File != "" {
		return r.Report
	}
	return nil
}

// reportSentence says how many jobs were read.
func (c *Experiment) reportSentence() string {
	r := c.report()
	if r == nil {
		return ""
	}
	done := map[workload.Effect]int{}
	for _, m := range r.Remarks {
		done[m.Effect] += m.Count
	}
	text := plural(int64(r.JobLines), "job line") + " read, " + plural(int64(r.Jobs), "job") + " made"
	if n := done[workload.Dropped]; n > 0 {
		text += "; " + grouped(int64(n)) + " dropped"
	}
	if n := done[workload.Repaired]; n > 0 {
		text += "; " + grouped(int64(n)) + " repaired"
	}
	if n := done[workload.Noted]; n > 0 {
		text += "; " + grouped(int64(n)) + " worth knowing"
	}
	return text + "."
}

// reportLines are the remarks and notes of the report.
func (c *Experiment) reportLines() []string {
	var lines []string
	if r := c.report(); r != nil {
		for _, m := range r.Remarks {
			lines = append(lines, m.String())
		}
		lines = append(lines, r.Notes...)
		if h := r.Header; h != nil && h.Acknowledge != "" {
			lines = append(lines, "With thanks to: "+h.Acknowledge)
		}
	}
	return lines
}

// table is the table of metrics.
func (c *Answers) table() (labels []string, table []Row) {
	runs, baseline := c.page.runs()
	return labelsOf(runs), rows(runs, baseline, c.page.opened["all metrics"])
}

func (c *Answers) labels() []string { labels, _ := c.table(); return labels }

func (c *Answers) rows() []Row { _, table := c.table(); return table }

func (c *Answers) isBaseline(i int) bool { _, baseline := c.page.runs(); return i == baseline }

func (c *Answers) compareWith(label string) { c.page.Edit("/baseline", label) }

// warnings are what the policies' runs warn of.
func (c *Answers) warnings() []string {
	var list []string
	runs, _ := c.page.runs()
	for _, r := range runs {
		for _, w := range r.Warnings {
			list = append(list, r.Label+": "+w)
		}
	}
	return list
}

func labelsOf(runs []*Run) []string {
	var labels []string
	for _, r := range runs {
		labels = append(labels, r.Label)
	}
	return labels
}

// grouping is one table of groups: a row per class, per policy the chosen metric.
type grouping struct {
	Title  string
	Labels []string
	Rows   []groupRow
}

type groupRow struct {
	Label, Share string
	Cells        []string
}

// tables are the groupings of the results.
func (c *Groups) tables() []grouping {
	runs, _ := c.page.runs()
	if len(runs) == 0 {
		return nil
	}
	metric := metrics.Index(c.metric())
	var list []grouping
	for k, b := range runs[0].Groups {
		g := grouping{Title: groupTitle(b.By), Labels: labelsOf(runs)}
		for _, class := range b.Groups {
			row := groupRow{Label: class.Label, Share: percent(class.ShareOfJobs) + " of jobs, " + percent(class.ShareOfLoad) + " of load"}
			for _, r := range runs {
				row.Cells = append(row.Cells, groupCell(r, k, class.Class, metric))
			}
			g.Rows = append(g.Rows, row)
		}
		list = append(list, g)
	}
	return list
}

func groupCell(r *Run, k, class, metric int) string {
	if k < len(r.Groups) {
		for _, g := range r.Groups[k].Groups {
			if g.Class == class {
				return value(&metrics.Descriptions[metric], g.Metrics[metric])
			}
		}
	}
	return "–"
}

func groupTitle(by string) string {
	for _, a := range metrics.Attributes {
		if a.Name == by {
			return "By " + lowerFirst(a.Title)
		}
	}
	return by
}

// groupMetrics are the metrics that a group can have.
func (c *Groups) groupMetrics() []*metrics.Description {
	var list []*metrics.Description
	for i := range metrics.Descriptions {
		if d := &metrics.Descriptions[i]; d.Group && d.Name != "jobs" {
			list = append(list, d)
		}
	}
	return list
}

func (c *Groups) metric() string {
	for _, d := range c.groupMetrics() {
		if c.page.opened["group metric "+d.Name] {
			return d.Name
		}
	}
	return "meanWait"
}

func (c *Groups) setMetric(name string) {
	for _, d := range c.groupMetrics() {
		c.page.opened["group metric "+d.Name] = d.Name == name
	}
}

// sorted is the value of aria-sort of a column.
func (c *Jobs) sorted(key string) any {
	l := &c.page.listing
	switch {
	case l.by != key:
		return nil
	case l.descending:
		return "descending"
	}
	return "ascending"
}

func (c *Jobs) arrow(key string) string {
	switch c.sorted(key) {
	case "ascending":
		return " ▲"
	case "descending":
		return " ▼"
	}
	return ""
}

// count says how many jobs the table lists.
func (c *Jobs) count() string {
	l := &c.page.listing
	w := c.page.workload()
	if w == nil {
		return ""
	}
	from := min(l.from+1, len(l.rows))
	text := grouped(int64(from)) + " to " + grouped(int64(min(l.from+pageRows, len(l.rows)))) + " of " + plural(int64(len(l.rows)), "job")
	if len(l.rows) == 0 {
		text = "No job passes the filter"
	}
	if len(l.rows) != len(w.Jobs) {
		text += " (of " + grouped(int64(len(w.Jobs))) + ")"
	}
	if l.work != nil {
		text += ", sorting …"
	}
	return text
}

// states are what the filter offers.
func (c *Jobs) states() []string {
	return []string{"completed", "killed", "refused", "unfinished", "backfilled"}
}
