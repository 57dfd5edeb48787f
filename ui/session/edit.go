package session

import (
	"slices"
	"strings"

	"backfill/engine/metrics/grouping"
	"backfill/engine/param"
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// Edit puts text into the field at path. For a number of processors it may ask for that of the widest job.
func (s *Session) Edit(path, text string) {
	if path == ProcessorsPath && strings.EqualFold(strings.TrimSpace(text), WidestJob) {
		if _, known := s.WidestProcessors(); known {
			s.UseWidest()
			return
		}
	}
	step := s.stepOf(path, text)
	if strings.HasSuffix(path, "/kind") || path == PresetPath {
		step = ""
	}
	s.Alter(step, func(d *draft.Draft) {
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

// Put is Edit as a step of its own: undo takes it back alone, even if the same field was changed before it.
func (s *Session) Put(path, text string) {
	s.Alter("", func(d *draft.Draft) { d.Set(path, text) })
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
		c.Label = s.newLabel(d, draft.PlainName(about))
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
		return s.LastLog()
	case q.Kind == param.Table && draft.HasColumn(q.Columns, "submit"):
		return "submit  run  processors\n     0   60           1\n"
	case q.Kind == param.Integer || q.Kind == param.Number:
		return phrase.Number(max(q.Min, min(1, q.Max)))
	}
	return ""
}

// Alter changes the draft, remembering the step for undo. Title and description follow.
func (s *Session) Alter(step string, change func(*draft.Draft)) {
	before := s.Draft.Clone()
	s.followConfigured(&before)
	change(&s.Draft)
	s.nameScheduler(&s.Draft)
	if s.Draft.Equal(before) {
		return
	}
	s.recallOpened()
	s.Form.Describe(&s.Draft, &before, &s.Original)
	newStep := s.History.Note(before, step)
	s.changed(!newStep)
}

// Undo takes the last change of the experiment back.
func (s *Session) Undo() { s.walkHistory(s.History.Undo, "Undone.", "There is nothing to undo.") }

// Redo repeats the change that was taken back.
func (s *Session) Redo() { s.walkHistory(s.History.Redo, "Redone.", "There is nothing to redo.") }

func (s *Session) walkHistory(way func(draft.Draft) (draft.Draft, bool), done, nothing string) {
	d, ok := way(s.Draft)
	if !ok {
		s.Browser.Say(nothing)
		return
	}
	s.Draft = d
	s.recallOpened()
	s.watcher.DraftReplaced()
	s.Browser.Say(done)
	s.changed(false)
}

// recallOpened makes Original what the draft came from, which undo and what is kept may change.
func (s *Session) recallOpened() {
	if s.Draft.Opening != s.Original.Opening {
		s.setOriginal(s.Draft)
	}
}

// setOriginal makes Original what d, an experiment that is shown now, was when it was opened: d itself if it has just been, or
// if that was long ago.
func (s *Session) setOriginal(d draft.Draft) {
	if _, known := s.opened[d.Opening]; !known {
		s.opened[d.Opening] = d.Clone()
		delete(s.opened, d.Opening-mostOpened)
		delete(s.cells, d.Opening-mostOpened)
	}
	s.Original, s.Item = s.opened[d.Opening].Clone(), ""
}

// mostOpened is how many experiments are remembered as they were opened: as many as undo may lead back to.
const mostOpened = draft.MaxSteps

// Reset returns to what was opened: the gallery's item, the file or the link.
func (s *Session) Reset() { s.Alter("", func(d *draft.Draft) { *d = s.Original.Clone() }) }

// PresetPath is the path of the field that offers well-known machines.
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
		c.Texts[name] = draft.FirstClasses
	}
}

// ChooseFormula puts one of the choices into the field at path or, if own, an expression.
func (s *Session) ChooseFormula(path, value string, own bool) {
	s.Alter("", func(d *draft.Draft) {
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

// UnfoldParts shows parts of the form that somebody will look for now.
func (s *Session) UnfoldParts(what ...string) { s.watcher.Unfold(what...) }

// ShowField unfolds the card with a field and moves the focus there.
func (s *Session) ShowField(card, path string) {
	s.watcher.Unfold("experiment", card)
	s.Browser.Focus(FieldID(path))
}

// FieldID is the id of the element of the field at path.
func FieldID(path string) string { return "field" + strings.ReplaceAll(path, "/", "-") }
