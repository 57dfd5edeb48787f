package session

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
func (s *Session) Edit(path, text string) {
	step := path
	if strings.HasSuffix(path, "/kind") || path == PresetPath {
		step = ""
	}
	s.alter(step, func(d *draft.Draft) {
		switch path {
		case "/name":
			d.Name = text
			return
		case PresetPath:
			s.choosePreset(d, text)
			return
		}
		old, name := d.Choice(path)
		if old == nil {
			return
		}
		was := s.Form.Labels(d)
		if name == "kind" {
			s.switchKind(d, path, text)
		} else {
			d.Set(path, text)
		}
		if name == "each" && strings.HasPrefix(path, "/groups/") {
			regroup(old, "eachClasses", text)
		}
		keepNames(d, was, s.Form.Labels(d), name == "label")
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
func (s *Session) switchKind(d *draft.Draft, path, kind string) {
	c, _ := d.Choice(path)
	switch {
	case strings.HasPrefix(path, "/sweep"):
		*c = s.axis(kind)
		return
	case strings.HasPrefix(path, "/groups"):
		c.Kind = kind
		regroup(c, "classes", kind)
		return
	}
	old := *c
	next := draft.Choice{Kind: kind, Elastic: old.Elastic, Texts: map[string]string{}}
	about, before := s.About(path, kind), s.About(path, old.Kind)
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
			next.Texts[q.Name] = s.Form.PresetChoice(about, about.Presets[0]).Texts[q.Name]
		}
		if q.Required && next.Texts[q.Name] == "" {
			next.Texts[q.Name] = s.suggestion(d, q)
		}
	}
	*c = next
	if strings.HasPrefix(path, "/policies") {
		c.Label = s.newLabel(d, about)
	}
}

// About is the description of the kind at path.
func (s *Session) About(path, kind string) *param.Description {
	switch {
	case strings.HasPrefix(path, "/machine"):
		return s.Form.Machine(kind)
	case strings.HasPrefix(path, "/workload/transform"):
		return s.Form.Transform(kind)
	case strings.HasPrefix(path, "/workload"):
		return s.Form.Workload(kind)
	}
	return s.Form.Policy(kind)
}

// suggestion is a first value of a parameter without a default.
func (s *Session) suggestion(d *draft.Draft, q *param.Param) string {
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
		logs := slices.DeleteFunc(slices.Clone(s.files), func(f result.FileRef) bool { return demands.IsTable(f.Name) })
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
func (s *Session) AddPolicy(kind string) {
	about := s.Form.Policy(kind)
	if about == nil {
		return
	}
	s.alter("", func(d *draft.Draft) {
		c := draft.Blank(about)
		c.Label = s.newLabel(d, about)
		d.Policies = append(d.Policies, c)
	})
}

// newLabel is a name for a policy of a kind that no other one has.
func (s *Session) newLabel(d *draft.Draft, about *param.Description) string {
	label := draft.PlainName(about)
	for i := 2; slices.Contains(s.Form.Labels(d), label); i++ {
		label = fmt.Sprintf("%s %d", draft.PlainName(about), i)
	}
	return label
}

// RemovePolicy takes policy i away.
func (s *Session) RemovePolicy(i int) {
	s.alter("", func(d *draft.Draft) {
		d.Policies = slices.Delete(d.Policies, i, i+1)
		d.Follow("/policies", draft.Without(i))
	})
	s.focusRest("policies", i, len(s.Draft.Policies))
}

// MovePolicy moves policy i to place to.
func (s *Session) MovePolicy(i, to int) {
	s.alter("", func(d *draft.Draft) {
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
func (s *Session) CopyPolicy(i int) {
	s.alter("", func(d *draft.Draft) {
		labels := s.Form.Labels(d)
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
	s.Browser.Focus(ChoiceID("policies", i+1))
}

// AddTransform puts another transformation after the others.
func (s *Session) AddTransform(kind string) {
	about := s.Form.Transform(kind)
	if about == nil {
		return
	}
	var removed []string
	s.alter("", func(d *draft.Draft) {
		c := draft.Blank(about)
		for i := range about.Params {
			if q := &about.Params[i]; q.Required {
				c.Texts[q.Name] = s.suggestion(d, q)
			}
		}
		d.Transforms = append(d.Transforms, c)
		if s.resubmits(kind) {
			removed = s.removeRecorded(d)
		}
	})
	if removed != nil {
		s.Tell(phrase.List(removed) + " left the policies: " + about.Name + " changes when jobs are submitted, so the waits in the log no longer hold. Undo brings the policy back.")
	}
}

// resubmits says whether a kind of transformation takes recorded waits away.
func (s *Session) resubmits(kind string) bool {
	return slices.ContainsFunc(s.Form.Catalogs.Transforms, func(t workload.Transform) bool { return t.Kind == kind && t.Resubmits })
}

// removeRecorded takes the policies that repeat recorded waits away, unless they are all,
// and returns their labels.
func (s *Session) removeRecorded(d *draft.Draft) (labels []string) {
	recorded := func(c draft.Choice) bool { return c.Kind == "recorded" }
	if !slices.ContainsFunc(d.Policies, func(c draft.Choice) bool { return !recorded(c) }) {
		return nil
	}
	for i := slices.IndexFunc(d.Policies, recorded); i >= 0; i = slices.IndexFunc(d.Policies, recorded) {
		label := s.Form.Labels(d)[i]
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
func (s *Session) RemoveTransform(i int) {
	s.alter("", func(d *draft.Draft) {
		d.Transforms = slices.Delete(d.Transforms, i, i+1)
		d.Follow("/workload/transform", draft.Without(i))
	})
	s.focusRest("transformations", i, len(s.Draft.Transforms))
}

// focusRest moves the focus where choice i of n+1 was taken away: to the one that has its
// place, to the last one or, if there is none, to the field that adds one.
func (s *Session) focusRest(noun string, i, n int) {
	if n > 0 {
		s.Browser.Focus(ChoiceID(noun, min(i, n-1)))
		return
	}
	s.Browser.Focus("add-" + noun)
}

// alter changes the draft, remembering the step for undo.
func (s *Session) alter(step string, change func(*draft.Draft)) {
	before := s.Draft.Clone()
	change(&s.Draft)
	if s.Draft.Equal(before) {
		return
	}
	newStep := s.History.Note(before, step)
	s.changed(!newStep)
}

// Undo takes the last change of the experiment back.
func (s *Session) Undo() { s.travel(s.History.Undo, "Undone.", "There is nothing to undo.") }

// Redo repeats the change that was taken back.
func (s *Session) Redo() { s.travel(s.History.Redo, "Redone.", "There is nothing to redo.") }

func (s *Session) travel(way func(draft.Draft) (draft.Draft, bool), done, nothing string) {
	d, ok := way(s.Draft)
	if !ok {
		s.Browser.Say(nothing)
		return
	}
	s.Draft = d
	s.watcher.DraftReplaced()
	s.Browser.Say(done)
	s.changed(false)
}

// Reset returns to what was opened last: the gallery's item, the file or the link.
func (s *Session) Reset() { s.alter("", func(d *draft.Draft) { *d = s.Original.Clone() }) }

// changed checks the draft, puts it into the address, and runs it if that is quick.
// merge says that the change continues the last one.
func (s *Session) changed(merge bool) {
	s.change++ // what waited to be run is out of date
	token := s.change
	s.expressions.then = nil
	s.Notice, s.Question = Notice{}, Question{}
	if m := s.Missing; m != nil && !slices.ContainsFunc(s.FilesNeeded(), named(m.Name)) {
		s.Missing = nil
	}
	s.check()
	if e := s.estimates; e != nil && s.BaselineOf(e.Plan) != e.Plan.Baseline {
		s.Estimate(true)
	}
	if !s.Unchecked() {
		s.settled(merge)
		return
	}
	s.Browser.After(settle, func() {
		if token == s.change {
			s.whenChecked(func() { s.settled(merge) })
		}
	})
}

// settled is changed for a draft that has been checked.
func (s *Session) settled(merge bool) {
	token := s.change
	if len(s.Wrong) > 0 {
		s.Browser.After(pauseInTyping, func() {
			if token == s.change {
				s.watcher.SayMistake()
			}
		})
		return
	}
	s.setAddress(merge)
	if !s.Stale() {
		return
	}
	if !s.Quick || !s.filesAtHand() {
		return
	}
	s.due = token
	s.Browser.After(settle, func() {
		if token == s.change {
			s.Run()
		}
	})
}

// RunIsDue says whether the last change is about to be run by itself.
func (s *Session) RunIsDue() bool { return s.due > 0 && s.due == s.change }

// check finds the mistakes of the draft and, if there are none, its scenario. It may have
// expressions that have to be checked elsewhere: see unchecked.
func (s *Session) check() {
	s.expressions.unknown = nil
	text, plan, wrong := s.Form.Write(&s.Draft)
	if s.Limits != nil && len(wrong) == 0 {
		wrong = s.Limits(&s.Draft)
	}
	s.Wrong = wrong
	if len(wrong) == 0 && !s.Unchecked() {
		s.Valid, s.Plan = text, plan
	}
}

// Stale says whether the results are of another experiment than the fields say, or
// of a part of it only.
func (s *Session) Stale() bool {
	return s.Shown.Results == nil || len(s.Wrong) > 0 || s.Unchecked() || !s.Running && s.Partial() || s.Unfinished() || !s.UpToDate()
}

// sameness is what draft.SameRun said of two scenarios.
type sameness struct {
	a, b json.RawMessage
	same bool
}

// UpToDate says whether the scenario of the results and the draft's give the same runs.
// Every rendering asks, and a table of thousands of jobs takes long to compare.
func (s *Session) UpToDate() bool {
	if c := &s.compared; !Identical(c.a, s.Shown.Scenario) || !Identical(c.b, s.Valid) {
		*c = sameness{s.Shown.Scenario, s.Valid, draft.SameRun(s.Shown.Scenario, s.Valid)}
	}
	return s.compared.same
}

// Identical says whether a and b are the same bytes in the same place; nobody writes to
// the text of a scenario.
func Identical(a, b json.RawMessage) bool {
	return len(a) == len(b) && len(a) > 0 && &a[0] == &b[0]
}

// begin opens an experiment: what was open before can be had back by undo.
func (s *Session) begin(d draft.Draft, replaceAddress bool) {
	s.openings++
	d.Opening = s.openings
	s.enter(d, replaceAddress)
}

// enter shows an experiment that was opened, now or before.
func (s *Session) enter(d draft.Draft, replaceAddress bool) {
	if s.Draft.Machine.Kind != "" && !s.Draft.Equal(d) {
		s.History.Note(s.Draft, "")
	}
	s.change++ // what waited to be run is out of date
	s.Draft = d
	s.watcher.DraftReplaced()
	s.Original, s.Item = d.Clone(), ""
	s.Question = Question{}
	if !s.Notice.Lasting {
		s.Notice = Notice{}
	}
	s.Notice.Lasting = false
	s.watcher.Opened()
	s.check()
	s.whenChecked(func() {
		if len(s.Wrong) > 0 {
			s.watcher.SayMistake()
			return
		}
		s.Browser.ToTop()
		s.Cell = firstCell(s.Plan)
		s.setAddress(replaceAddress)
		if s.filesAtHand() {
			s.Run()
		}
	})
}

// presetPath is the path of the field that offers well-known machines.
const PresetPath = "/machine/preset"

// choosePreset makes the machine of d the preset of that name; nothing if there is none.
func (s *Session) choosePreset(d *draft.Draft, name string) {
	for _, k := range s.Form.Catalogs.Machines {
		for _, preset := range k.Presets {
			if preset.Name == name {
				d.Machine = s.Form.PresetChoice(&k.Description, preset)
			}
		}
	}
}

// firstClasses is into how many classes a new grouping divides jobs.
const firstClasses = "4"

// AddGrouping groups the jobs by another attribute.
func (s *Session) AddGrouping(by string) {
	s.alter("", func(d *draft.Draft) {
		d.Groups = append(d.Groups, draft.Choice{Kind: by, Texts: map[string]string{}})
		regroup(&d.Groups[len(d.Groups)-1], "classes", by)
	})
	s.Browser.Focus(ChoiceID("groupings", len(s.Draft.Groups)-1))
}

// RemoveGrouping takes grouping i away.
func (s *Session) RemoveGrouping(i int) {
	s.alter("", func(d *draft.Draft) { d.Groups = slices.Delete(d.Groups, i, i+1) })
	s.focusRest("groupings", i, len(s.Draft.Groups))
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
func (s *Session) axis(path string) draft.Choice {
	c := draft.Choice{Kind: path, Texts: map[string]string{}}
	if s.Plan == nil {
		return c
	}
	if draft.IsPart(path) {
		c.Texts["values"] = draft.SuggestedParts(s.Plan.Scenario, path)
	}
	for _, v := range s.Plan.Sweepable() {
		if v.Path == path {
			c.Texts["values"] = draft.SuggestedValues(&v)
		}
	}
	return c
}

// AddAxis lets the sweep vary another parameter.
func (s *Session) AddAxis(path string) {
	axis := s.axis(path)
	s.alter("", func(d *draft.Draft) { d.Sweep = append(d.Sweep, axis) })
	s.Browser.Focus(FieldID(fmt.Sprintf("/sweep/%d/values", len(s.Draft.Sweep)-1)))
}

// RemoveAxis takes axis i of the sweep away.
func (s *Session) RemoveAxis(i int) {
	s.alter("", func(d *draft.Draft) { d.Sweep = slices.Delete(d.Sweep, i, i+1) })
	s.focusRest("axes", i, len(s.Draft.Sweep))
}

// ChoiceID is the id of the choice of a kind in a list.
func ChoiceID(list string, i int) string { return list + "-" + strconv.Itoa(i) }

// ChooseFormula puts one of the choices into the field at path or, if own, an expression.
func (s *Session) ChooseFormula(path, value string, own bool) {
	s.alter("", func(d *draft.Draft) {
		c, name := d.Choice(path)
		if c == nil {
			return
		}
		was := s.Form.Labels(d)
		c.Texts[name], c.Own = value, own
		keepNames(d, was, s.Form.Labels(d), false)
	})
	if own {
		s.Browser.Focus(FieldID(path))
	}
}

// FieldID is the id of the element of the field at path.
func FieldID(path string) string { return "field" + strings.ReplaceAll(path, "/", "-") }
