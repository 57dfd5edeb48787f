package ui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/ui/widget"

	"backfill/ui/session"

	"github.com/vugu/vugu"

	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// Root is the component to render: the page, guarded against panics.
func Root(p *Page) vugu.Builder {
	if p.frame != nil {
		return p.Guard(&Framed{p})
	}
	return p.Guard(p)
}

// The parts of the page. They hold no state of their own.
// Header is the top bar.
type Header struct{ page *Page }

// Notices shows messages, progress and whether results are stale.
type Notices struct{ page *Page }

// Experiment is the form: machine, workload, policies, settings.
type Experiment struct{ page *Page }

// Dialogs lie over the page.
type Dialogs struct{ page *Page }

// Fields shows fields one below the other.
type Fields struct {
	page   *Page
	list   []Field
	path   string // of the choice whose parameters are among them
	folded int    // parameters that a button unfolds
}

// fieldset is a component that shows fields.
func (p *Page) fieldset(list []Field) vugu.Builder { return p.Guard(&Fields{page: p, list: list}) }

// kindset is a component that shows some fields, those of the choice of a kind below
// them, and a button for the parameters that are folded at first.
func (p *Page) kindset(first []Field, path string, c *draft.Choice, about *param.Description) vugu.Builder {
	if about == nil {
		return p.fieldset(first)
	}
	return p.Guard(&Fields{p, append(first, p.fields(path, c, about.Params)...), path, foldedFields(c, about.Params)})
}

// more is the bar of the button that unfolds parameters.
func (c *Fields) more() vugu.Builder {
	if c.folded == 0 {
		return c.page.QuietBar("")
	}
	b := c.page.Folds("further "+c.path, phrase.Plural(int64(c.folded), "more parameter"))
	if b.Expanded == "true" {
		b.Text = "Fewer parameters"
	}
	return c.page.QuietBar("Parameters", b)
}

func (f Field) isChoice() bool  { return f.Kind == param.Choice }
func (f Field) isBoolean() bool { return f.Kind == param.Boolean }
func (f Field) isTable() bool   { return f.Kind == param.Table }
func (f Field) isFile() bool    { return f.Kind == param.File }

// opening is what the button beside a file's name says.
func (f Field) opening() string {
	if f.Required {
		return "Open a log…"
	}
	return "Open a table…"
}

func (f Field) isLines() bool { return f.isTable() || f.lines }
func (f Field) isText() bool {
	return !f.isChoice() && !f.isBoolean() && !f.isLines() && !f.isFile() && !f.isFormula()
}

func (f Field) class() string {
	class := "field"
	if f.long {
		class += " long"
	}
	if f.slides() {
		class += " slid"
	}
	if f.Mistake != "" {
		class += " wrong"
	}
	return class
}

// card is one card of the form.
type card struct {
	Name, Title, Sentence string
	Body                  func() vugu.Builder
}

func (c *Experiment) cards() []card {
	p := c.page
	return []card{
		{"machine", "Machine", p.machineSentence(), c.machine},
		{"workload", "Workload", p.workloadSentence(), func() vugu.Builder { return p.Guard(&Load{p}) }},
		{"policies", "Policies", p.policiesSentence(), c.policies},
		{"repeat", "Sweep and replications", p.repeatSentence(), func() vugu.Builder { return p.Guard(&Repeat{p}) }},
		{"groups", "Groups of jobs", p.groupsSentence(), p.groupings},
		{"settings", "Settings", p.settingsSentence(), func() vugu.Builder { return p.fieldset(p.settingFields(draft.SettingParams())) }},
	}
}

func (c *Experiment) open(name string) bool { return !c.page.folded[name] }

func (c *Experiment) fold(name string) { c.page.folded[name] = !c.page.folded[name] }

func (c *Experiment) foldBar() vugu.Builder {
	b := widget.Button{Text: "«", Name: "Fold the experiment", Expanded: "true", Do: func() { c.fold("experiment") }}
	if !c.open("experiment") {
		b.Text, b.Name, b.Expanded = "»", "Unfold the experiment", "false"
	}
	return c.page.QuietBar("Form", b)
}

func (c *Experiment) machine() vugu.Builder {
	p := c.page
	fields := append([]Field{p.presetField()}, p.kindField("/machine", "Kind", &p.Draft.Machine, p.Form.Catalogs.KindsAt("/machine/kind"))...)
	return p.kindset(fields, "/machine", &p.Draft.Machine, p.Form.Machine(p.Draft.Machine.Kind))
}

func (c *Experiment) policies() vugu.Builder {
	p := c.page
	return p.Guard(&Choices{
		page: p, path: "/policies", noun: "policies", invitation: "Policy",
		list: p.Draft.Policies, kinds: p.Form.Catalogs.KindsAt("/policies/"),
		least: 1, add: p.AddPolicy, remove: p.RemovePolicy, move: p.MovePolicy, double: p.CopyPolicy,
		body: func(i int, about *param.Description) vugu.Builder {
			return p.kindset(p.policyFields(i, about), fmt.Sprintf("/policies/%d", i), &p.Draft.Policies[i], about)
		},
	})
}

// Load is the body of the workload's card.
type Load struct{ page *Page }

func (c *Load) fields() vugu.Builder {
	p := c.page
	fields := p.kindField("/workload", "Jobs come from", &p.Draft.Workload, p.Form.Catalogs.KindsAt("/workload/kind"))
	return p.kindset(fields, "/workload", &p.Draft.Workload, p.Form.Workload(p.Draft.Workload.Kind))
}

func (c *Load) transforms() vugu.Builder {
	p := c.page
	return p.Guard(&Choices{
		page: p, path: "/workload/transform", noun: "transformations", invitation: "Transformation",
		list: p.Draft.Transforms, kinds: p.Form.Catalogs.KindsAt("/workload/transform/"),
		add: p.AddTransform, remove: p.RemoveTransform,
		body: func(i int, about *param.Description) vugu.Builder {
			return p.kindset(nil, fmt.Sprintf("/workload/transform/%d", i), &p.Draft.Transforms[i], about)
		},
	})
}

func (c *Load) reportBar() vugu.Builder {
	if len(c.reportLines()) == 0 {
		return c.page.QuietBar("")
	}
	return c.page.QuietBar("Report", c.page.Folds("report", "Reading report"))
}

// Choices is a list of kinds with their fields: policies, transformations, the axes of a
// sweep or groupings.
type Choices struct {
	page             *Page
	path             string // of the list
	noun, invitation string
	list             []draft.Choice
	kinds            []*param.Description
	least            int // how many there must be
	body             func(i int, about *param.Description) vugu.Builder
	add              func(kind string) // nil: there are as many as there may be
	remove           func(i int)
	move             func(i, to int) // nil: the order cannot be changed
	double           func(i int)     // nil: there is no use for two of them
}

func (c *Choices) at(i int) string { return c.path + "/" + strconv.Itoa(i) }

func (c *Choices) id(i int) string { return session.ChoiceID(c.noun, i) }

func (c *Choices) name(i int) string { return c.invitation + " " + strconv.Itoa(i+1) }

func (c *Choices) mistake(i int) string { return c.page.Wrong[c.at(i)+"/kind"] }

func (c *Choices) about(i int) *param.Description {
	for _, k := range c.kinds {
		if k.Kind == c.list[i].Kind {
			return k
		}
	}
	return nil
}

// kindName is the whole name of a kind, for which a narrow form has no room.
func (c *Choices) kindName(i int) string {
	if about := c.about(i); about != nil {
		return about.Name
	}
	return c.list[i].Kind
}

func (c *Choices) doc(i int) string {
	if about := c.about(i); about != nil {
		return about.Doc
	}
	return ""
}

func (c *Choices) itemBar(i int) vugu.Builder {
	remove := widget.Button{Text: "×", Name: "Remove " + phrase.LowerFirst(c.name(i)), Disabled: len(c.list) <= c.least, Do: func() { c.remove(i) }}
	if c.move == nil {
		return c.page.QuietBar(c.name(i), remove)
	}
	// The focus goes with what is moved.
	id := func(i int, way string) string { return c.id(i) + "-" + way }
	way := func(text, way string, to int) widget.Button {
		return widget.Button{Text: text, Name: "Move " + phrase.LowerFirst(c.name(i)) + " " + way, ID: id(i, way), Disabled: to < 0 || to >= len(c.list),
			Do: func() { c.move(i, to); c.page.Browser.Focus(id(to, way)) }}
	}
	return c.page.QuietBar(c.name(i), way("↑", "up", i-1), way("↓", "down", i+1),
		widget.Button{Text: "+", Name: "Duplicate " + phrase.LowerFirst(c.name(i)), Do: func() { c.double(i) }}, remove)
}

func (c *Choices) fields(i int) vugu.Builder {
	about := c.about(i)
	if about == nil {
		return c.page.fieldset(nil)
	}
	return c.body(i, about)
}

// chosen is what the button "Add" adds.
func (c *Choices) chosen() string {
	list := c.addable()
	for _, kind := range []string{c.page.toAdd[c.path], "/workload/load"} {
		if slices.ContainsFunc(list, func(k *param.Description) bool { return k.Kind == kind }) {
			return kind
		}
	}
	if len(list) == 0 {
		return ""
	}
	return list[0].Kind
}

// addable are the kinds that can be added.
func (c *Choices) addable() []*param.Description {
	switch {
	case c.add == nil:
		return nil
	case c.path == "/sweep": // each parameter once
		return slices.DeleteFunc(slices.Clone(c.kinds), func(k *param.Description) bool { return c.page.Draft.Varied(k.Kind) })
	}
	return c.kinds
}

func (c *Choices) choose(kind string) { c.page.toAdd[c.path] = kind }

// report is what was done while the log was read, or what is worth knowing of jobs that
// were generated; nil if there is neither.
func (c *Load) report() *workload.Report {
	if r := c.page.Shown.Results; r != nil && r.Report != nil && (r.Report.File != "" || len(r.Report.Notes) > 0) {
		return r.Report
	}
	return nil
}

// reportSentence says how many jobs were read, or what there is to know of generated ones.
func (c *Load) reportSentence() string {
	r := c.report()
	if r == nil {
		return ""
	}
	if r.File == "" {
		return phrase.UpperFirst(strings.Join(r.Notes, "; ")) + "."
	}
	done := map[workload.Effect]int{}
	for _, m := range r.Remarks {
		done[m.Effect] += m.Count
	}
	text := phrase.Plural(int64(r.JobLines), "job line") + " read, " + phrase.Plural(int64(r.Jobs), "job") + " made"
	if n := done[workload.Dropped]; n > 0 {
		text += "; " + phrase.Grouped(int64(n)) + " dropped"
	}
	if n := done[workload.Repaired]; n > 0 {
		text += "; " + phrase.Grouped(int64(n)) + " repaired"
	}
	if n := done[workload.Noted]; n > 0 {
		text += "; " + phrase.Grouped(int64(n)) + " worth knowing"
	}
	return text + "."
}

// reportLines are the remarks and notes of the report.
func (c *Load) reportLines() []string {
	var lines []string
	if r := c.report(); r != nil && r.File != "" {
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

func (c *Dialogs) title() string {
	switch c.page.dialog {
	case "gallery":
		return "Gallery"
	case "export":
		return "Export"
	case "share":
		return "Share"
	}
	return "Help"
}

func (c *Dialogs) intro() string {
	switch c.page.dialog {
	case "gallery":
		return "Ready-made experiments. Opening one can be undone."
	case "export":
		return "Every file carries the experiment, its seed and the program's version."
	case "share":
		return "Nothing is uploaded: what you copy holds the experiment itself, but never a log."
	}
	return "Backfill simulates how a parallel machine serves jobs under different scheduling policies, side by side and entirely in this page. Nothing is uploaded."
}

// dialogItem is the id of the button of an item.
func dialogItem(i int) string { return "dialog-item-" + strconv.Itoa(i) }

// itemGroup is the items of a dialog under one heading.
type itemGroup struct {
	Name    string
	Options []option
	Items   []Item
}

// name is what a screen reader calls the group.
func (g itemGroup) name() string {
	if g.Name == "" {
		return "Choices"
	}
	return g.Name
}

// groups are the items with their headings.
func (c *Dialogs) groups() []itemGroup {
	var groups []itemGroup
	for i, item := range c.items() {
		item.id = dialogItem(i)
		if n := len(groups); n == 0 || groups[n-1].Name != item.Group {
			groups = append(groups, itemGroup{Name: item.Group, Options: c.options(item.Group)})
		}
		g := &groups[len(groups)-1]
		g.Items = append(g.Items, item)
	}
	return groups
}

// options stand above the items of a group.
func (c *Dialogs) options(group string) []option {
	switch c.page.dialog {
	case "export":
		return c.page.exportOptions(group)
	case "share":
		return c.page.sharedOptions(group)
	}
	return nil
}

func (c *Dialogs) items() []Item {
	switch c.page.dialog {
	case "gallery":
		return c.page.galleryItems()
	case "export":
		return c.page.exports()
	case "share":
		return c.page.sharedItems()
	}
	return nil
}

// sharing is what follows the items of the dialog "share".
func (c *Dialogs) sharing() vugu.Builder { return c.page.Guard(&Sharing{c.page}) }
