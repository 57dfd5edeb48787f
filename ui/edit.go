package ui

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"backfill/engine/metrics/grouping"
	"backfill/engine/param"
	"backfill/engine/workload"
	"backfill/engine/workload/demands"
	"backfill/ui/draft"
	"backfill/ui/phrase"
	"backfill/ui/result"
)

// settle is how long the page waits for the next key before it runs by itself.
const settle = 150 * time.Millisecond

// pauseInTyping is how long the page waits for the next key before it speaks of a mistake.
const pauseInTyping = 900 * time.Millisecond

// Edit puts text into the field at path.
func (p *Page) Edit(path, text string) {
	step := path
	if strings.HasSuffix(path, "/kind") || path == presetPath {
		step = ""
	}
	p.alter(step, func(d *draft.Draft) {
		switch path {
		case "/name":
			d.Name = text
			return
		case presetPath:
			p.choosePreset(d, text)
			return
		}
		old, name := d.Choice(path)
		if old == nil {
			return
		}
		was := p.form.Labels(d)
		if name == "kind" {
			p.switchKind(d, path, text)
		} else {
			d.Set(path, text)
		}
		if name == "each" && strings.HasPrefix(path, "/groups/") {
			regroup(old, "eachClasses", text)
		}
		keepNames(d, was, p.form.Labels(d), name == "label")
	})
}

// keepNames lets the baseline follow a policy whose label changed, and the claims if it
// is the same policy under another name.
func keepNames(d *draft.Draft, was, is []string, renamed bool) {
	for i := range was {
		if was[i] == is[i] || slices.Contains(is, was[i]) {
			continue
		}
		if d.Settings.Texts["baseline"] == was[i] {
			d.Settings.Texts["baseline"] = is[i]
		}
		for k := 0; renamed && k < len(d.Claims); k++ {
			for _, label := range []*string{&d.Claims[k].Policy, &d.Claims[k].Versus} {
				if *label == was[i] {
					*label = is[i]
				}
			}
		}
		return
	}
}

// switchKind changes the kind at path and keeps what has the same name and makes
// sense there; what the new kind requires is filled in where the rest suggests it.
func (p *Page) switchKind(d *draft.Draft, path, kind string) {
	c, _ := d.Choice(path)
	switch {
	case strings.HasPrefix(path, "/sweep"):
		*c = p.axis(kind)
		return
	case strings.HasPrefix(path, "/groups"):
		c.Kind = kind
		regroup(c, "classes", kind)
		return
	}
	old := *c
	next := draft.Choice{Kind: kind, Elastic: old.Elastic, Texts: map[string]string{}}
	about, before := p.about(path, kind), p.about(path, old.Kind)
	if about == nil {
		return
	}
	for i := range about.Params {
		q := &about.Params[i]
		if r := draft.ParamNamed(before, q.Name); r != nil && r.Kind == q.Kind && q.Kind != param.Table {
			if text, ok := old.Texts[q.Name]; ok {
				next.Texts[q.Name] = text
			}
		}
		if q.Required && next.Texts[q.Name] == "" && len(about.Presets) > 0 {
			next.Texts[q.Name] = p.form.PresetChoice(about, about.Presets[0]).Texts[q.Name]
		}
		if q.Required && next.Texts[q.Name] == "" {
			next.Texts[q.Name] = p.suggestion(d, q)
		}
	}
	*c = next
	if strings.HasPrefix(path, "/policies") {
		c.Label = p.newLabel(d, about)
	}
}

// about is the description of the kind at path.
func (p *Page) about(path, kind string) *param.Description {
	switch {
	case strings.HasPrefix(path, "/machine"):
		return p.form.Machine(kind)
	case strings.HasPrefix(path, "/workload/transform"):
		return p.form.Transform(kind)
	case strings.HasPrefix(path, "/workload"):
		return p.form.Workload(kind)
	}
	return p.form.Policy(kind)
}

// suggestion is a first value of a parameter without a default.
func (p *Page) suggestion(d *draft.Draft, q *param.Param) string {
	switch {
	case q.Name == "processors" && d.Machine.Texts["processors"] != "":
		return d.Machine.Texts["processors"]
	case q.Name == "jobs" && q.Kind == param.Integer:
		return "500"
	case q.Name == "load":
		return "0.8"
	case (q.Kind == param.Choice || q.Kind == param.Formula) && len(q.Choices) > 0:
		return q.Choices[0]
	case q.Kind == param.File:
		logs := slices.DeleteFunc(slices.Clone(p.files), func(f result.FileRef) bool { return demands.IsTable(f.Name) })
		if len(logs) > 0 {
			return logs[len(logs)-1].Name
		}
	case q.Kind == param.Table && draft.HasColumn(q.Columns, "submit"):
		return "submit  run  processors\n     0   60           1\n"
	case q.Kind == param.Integer || q.Kind == param.Number:
		return phrase.Number(max(q.Min, min(1, q.Max)))
	}
	return ""
}

// AddPolicy puts another policy below the others.
func (p *Page) AddPolicy(kind string) {
	about := p.form.Policy(kind)
	if about == nil {
		return
	}
	p.alter("", func(d *draft.Draft) {
		c := draft.Blank(about)
		c.Label = p.newLabel(d, about)
		d.Policies = append(d.Policies, c)
	})
}

// newLabel is a name for a policy of a kind that no other one has.
func (p *Page) newLabel(d *draft.Draft, about *param.Description) string {
	label := draft.PlainName(about)
	for i := 2; slices.Contains(p.form.Labels(d), label); i++ {
		label = fmt.Sprintf("%s %d", draft.PlainName(about), i)
	}
	return label
}

// RemovePolicy takes policy i away.
func (p *Page) RemovePolicy(i int) {
	p.alter("", func(d *draft.Draft) {
		d.Policies = slices.Delete(d.Policies, i, i+1)
		d.Follow("/policies", draft.Without(i))
	})
	p.focusRest("policies", i, len(p.draft.Policies))
}

// MovePolicy moves policy i to place to.
func (p *Page) MovePolicy(i, to int) {
	p.alter("", func(d *draft.Draft) {
		if to >= 0 && to < len(d.Policies) {
			d.Policies[i], d.Policies[to] = d.Policies[to], d.Policies[i]
			d.Follow("/policies", func(k int) int {
				switch k {
				case i:
					return to
				case to:
					return i
				}
				return k
			})
		}
	})
}

// CopyPolicy puts a copy of policy i below it.
func (p *Page) CopyPolicy(i int) {
	p.alter("", func(d *draft.Draft) {
		labels := p.form.Labels(d)
		c := d.Policies[i].Clone()
		for n := 2; ; n++ {
			if c.Label = fmt.Sprintf("%s %d", labels[i], n); !slices.Contains(labels, c.Label) {
				break
			}
		}
		d.Policies = slices.Insert(d.Policies, i+1, c)
		d.Follow("/policies", func(k int) int {
			if k > i {
				return k + 1
			}
			return k
		})
	})
	p.browser.Focus(choiceID("policies", i+1))
}

// AddTransform puts another transformation after the others.
func (p *Page) AddTransform(kind string) {
	about := p.form.Transform(kind)
	if about == nil {
		return
	}
	var removed []string
	p.alter("", func(d *draft.Draft) {
		c := draft.Blank(about)
		for i := range about.Params {
			if q := &about.Params[i]; q.Required {
				c.Texts[q.Name] = p.suggestion(d, q)
			}
		}
		d.Transforms = append(d.Transforms, c)
		if p.resubmits(kind) {
			removed = p.removeRecorded(d)
		}
	})
	if removed != nil {
		p.tell(phrase.List(removed) + " left the policies: " + about.Name + " changes when jobs are submitted, so the waits in the log no longer hold. Undo brings the policy back.")
	}
}

// resubmits says whether a kind of transformation takes recorded waits away.
func (p *Page) resubmits(kind string) bool {
	return slices.ContainsFunc(p.form.Catalogs.Transforms, func(t workload.Transform) bool { return t.Kind == kind && t.Resubmits })
}

// removeRecorded takes the policies that repeat recorded waits away, unless they are all,
// and returns their labels.
func (p *Page) removeRecorded(d *draft.Draft) (labels []string) {
	recorded := func(c draft.Choice) bool { return c.Kind == "recorded" }
	if !slices.ContainsFunc(d.Policies, func(c draft.Choice) bool { return !recorded(c) }) {
		return nil
	}
	for i := slices.IndexFunc(d.Policies, recorded); i >= 0; i = slices.IndexFunc(d.Policies, recorded) {
		label := p.form.Labels(d)[i]
		if d.Settings.Texts["baseline"] == label {
			delete(d.Settings.Texts, "baseline")
		}
		labels = append(labels, "“"+label+"”")
		d.Policies = slices.Delete(d.Policies, i, i+1)
		d.Follow("/policies", draft.Without(i))
	}
	return labels
}

// RemoveTransform takes transformation i away.
func (p *Page) RemoveTransform(i int) {
	p.alter("", func(d *draft.Draft) {
		d.Transforms = slices.Delete(d.Transforms, i, i+1)
		d.Follow("/workload/transform", draft.Without(i))
	})
	p.focusRest("transformations", i, len(p.draft.Transforms))
}

// focusRest moves the focus where choice i of n+1 was taken away: to the one that has its
// place, to the last one or, if there is none, to the field that adds one.
func (p *Page) focusRest(noun string, i, n int) {
	if n > 0 {
		p.browser.Focus(choiceID(noun, min(i, n-1)))
		return
	}
	p.browser.Focus("add-" + noun)
}

// alter changes the draft, remembering the step for undo.
func (p *Page) alter(step string, change func(*draft.Draft)) {
	before := p.draft.Clone()
	change(&p.draft)
	if p.draft.Equal(before) {
		return
	}
	newStep := p.history.Note(before, step)
	p.changed(!newStep)
}

// Undo takes the last change of the experiment back.
func (p *Page) Undo() { p.travel(p.history.Undo, "Undone.", "There is nothing to undo.") }

// Redo repeats the change that was taken back.
func (p *Page) Redo() { p.travel(p.history.Redo, "Redone.", "There is nothing to redo.") }

func (p *Page) travel(way func(draft.Draft) (draft.Draft, bool), done, nothing string) {
	d, ok := way(p.draft)
	if !ok {
		p.browser.Say(nothing)
		return
	}
	p.draft = d
	p.watcher.DraftReplaced()
	p.browser.Say(done)
	p.changed(false)
}

// Reset returns to what was opened last: the gallery's item, the file or the link.
func (p *Page) Reset() { p.alter("", func(d *draft.Draft) { *d = p.original.Clone() }) }

// changed checks the draft, puts it into the address, and runs it if that is quick.
// merge says that the change continues the last one.
func (p *Page) changed(merge bool) {
	p.change++ // what waited to be run is out of date
	token := p.change
	p.expressions.then = nil
	p.notice, p.question = notice{}, question{}
	if m := p.missing; m != nil && !slices.ContainsFunc(p.filesNeeded(), named(m.Name)) {
		p.missing = nil
	}
	p.check()
	if f := &p.finding; f.of != nil && p.baselineOf(f.plan) != f.plan.Baseline {
		p.digest(true)
	}
	if !p.unchecked() {
		p.settled(merge)
		return
	}
	p.browser.After(settle, func() {
		if token == p.change {
			p.whenChecked(func() { p.settled(merge) })
		}
	})
}

// settled is changed for a draft that has been checked.
func (p *Page) settled(merge bool) {
	token := p.change
	if len(p.wrong) > 0 {
		p.browser.After(pauseInTyping, func() {
			if token == p.change {
				p.watcher.SayMistake()
			}
		})
		return
	}
	p.setAddress(merge)
	if !p.stale() {
		return
	}
	if !p.quick || !p.filesAtHand() {
		return
	}
	p.due = token
	p.browser.After(settle, func() {
		if token == p.change {
			p.Run()
		}
	})
}

// RunIsDue says whether the last change is about to be run by itself.
func (p *Page) RunIsDue() bool { return p.due > 0 && p.due == p.change }

// check finds the mistakes of the draft and, if there are none, its scenario. It may have
// expressions that have to be checked elsewhere: see unchecked.
func (p *Page) check() {
	p.expressions.unknown = nil
	text, plan, wrong := p.form.Write(&p.draft)
	if p.limits != nil && len(wrong) == 0 {
		wrong = p.limits(&p.draft)
	}
	p.wrong = wrong
	if len(wrong) == 0 && !p.unchecked() {
		p.valid, p.plan = text, plan
	}
}

// stale says whether the results are of another experiment than the fields say, or
// of a part of it only.
func (p *Page) stale() bool {
	return p.Shown.Results == nil || len(p.wrong) > 0 || p.unchecked() || !p.running && p.partial() || p.unfinished() || !p.upToDate()
}

// sameness is what draft.SameRun said of two scenarios.
type sameness struct {
	a, b json.RawMessage
	same bool
}

// upToDate says whether the scenario of the results and the draft's give the same runs.
// Every rendering asks, and a table of thousands of jobs takes long to compare.
func (p *Page) upToDate() bool {
	if c := &p.compared; !identical(c.a, p.Shown.Scenario) || !identical(c.b, p.valid) {
		*c = sameness{p.Shown.Scenario, p.valid, draft.SameRun(p.Shown.Scenario, p.valid)}
	}
	return p.compared.same
}

// identical says whether a and b are the same bytes in the same place; nobody writes to
// the text of a scenario.
func identical(a, b json.RawMessage) bool {
	return len(a) == len(b) && len(a) > 0 && &a[0] == &b[0]
}

// begin opens an experiment: what was open before can be had back by undo.
func (p *Page) begin(d draft.Draft, replaceAddress bool) {
	p.openings++
	d.Opening = p.openings
	p.enter(d, replaceAddress)
}

// enter shows an experiment that was opened, now or before.
func (p *Page) enter(d draft.Draft, replaceAddress bool) {
	if p.draft.Machine.Kind != "" && !p.draft.Equal(d) {
		p.history.Note(p.draft, "")
	}
	p.change++ // what waited to be run is out of date
	p.draft = d
	p.watcher.DraftReplaced()
	p.original, p.item = d.Clone(), ""
	p.question = question{}
	if !p.notice.Lasting {
		p.notice = notice{}
	}
	p.notice.Lasting = false
	p.watcher.Opened()
	p.check()
	p.whenChecked(func() {
		if len(p.wrong) > 0 {
			p.watcher.SayMistake()
			return
		}
		p.browser.ToTop()
		p.cell = firstCell(p.plan)
		p.setAddress(replaceAddress)
		if p.filesAtHand() {
			p.Run()
		}
	})
}

// presetPath is the path of the field that offers well-known machines.
const presetPath = "/machine/preset"

// choosePreset makes the machine of d the preset of that name; nothing if there is none.
func (p *Page) choosePreset(d *draft.Draft, name string) {
	for _, k := range p.form.Catalogs.Machines {
		for _, preset := range k.Presets {
			if preset.Name == name {
				d.Machine = p.form.PresetChoice(&k.Description, preset)
			}
		}
	}
}

// firstClasses is into how many classes a new grouping divides jobs.
const firstClasses = "4"

// AddGrouping groups the jobs by another attribute.
func (p *Page) AddGrouping(by string) {
	p.alter("", func(d *draft.Draft) {
		d.Groups = append(d.Groups, draft.Choice{Kind: by, Texts: map[string]string{}})
		regroup(&d.Groups[len(d.Groups)-1], "classes", by)
	})
	p.browser.Focus(choiceID("groupings", len(p.draft.Groups)-1))
}

// RemoveGrouping takes grouping i away.
func (p *Page) RemoveGrouping(i int) {
	p.alter("", func(d *draft.Draft) { d.Groups = slices.Delete(d.Groups, i, i+1) })
	p.focusRest("groupings", i, len(p.draft.Groups))
}

// firstCondition is which jobs a new group of all jobs has: it needs a condition.
const firstCondition = "size above 1"

// regroup gives the field of that name first classes of another attribute: bounds of the
// last one would mean something else.
func regroup(c *draft.Choice, name, by string) {
	delete(c.Texts, name)
	if by == draft.AllJobs && strings.TrimSpace(c.Texts["where"]) == "" {
		c.Texts["where"] = firstCondition
	}
	if a := grouping.AttributeNamed(by); a != nil && !a.Natural {
		c.Texts[name] = firstClasses
	}
}

// axis is a new axis over the parameter at path, with values around the present one.
func (p *Page) axis(path string) draft.Choice {
	c := draft.Choice{Kind: path, Texts: map[string]string{}}
	if p.plan == nil {
		return c
	}
	if draft.IsPart(path) {
		c.Texts["values"] = draft.SuggestedParts(p.plan.Scenario, path)
	}
	for _, s := range p.plan.Sweepable() {
		if s.Path == path {
			c.Texts["values"] = draft.SuggestedValues(&s)
		}
	}
	return c
}

// AddAxis lets the sweep vary another parameter.
func (p *Page) AddAxis(path string) {
	axis := p.axis(path)
	p.alter("", func(d *draft.Draft) { d.Sweep = append(d.Sweep, axis) })
	p.browser.Focus(fieldID(fmt.Sprintf("/sweep/%d/values", len(p.draft.Sweep)-1)))
}

// RemoveAxis takes axis i of the sweep away.
func (p *Page) RemoveAxis(i int) {
	p.alter("", func(d *draft.Draft) { d.Sweep = slices.Delete(d.Sweep, i, i+1) })
	p.focusRest("axes", i, len(p.draft.Sweep))
}

// choiceID is the id of the choice of a kind in a list.
func choiceID(list string, i int) string { return list + "-" + strconv.Itoa(i) }

// ChooseFormula puts one of the choices into the field at path or, if own, an expression.
func (p *Page) ChooseFormula(path, value string, own bool) {
	p.alter("", func(d *draft.Draft) {
		c, name := d.Choice(path)
		if c == nil {
			return
		}
		was := p.form.Labels(d)
		c.Texts[name], c.Own = value, own
		keepNames(d, was, p.form.Labels(d), false)
	})
	if own {
		p.browser.Focus(fieldID(path))
	}
}

// fieldID is the id of the element of the field at path.
func fieldID(path string) string { return "field" + strings.ReplaceAll(path, "/", "-") }
