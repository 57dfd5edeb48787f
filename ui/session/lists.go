package session

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"backfill/engine/scenario"
	"backfill/ui/draft"
)

// AddPolicy puts another policy below the others: one of a kind, or a preset of a kind, as draft.PresetOf names it.
func (s *Session) AddPolicy(what string) {
	kind, _, _ := strings.Cut(what, draft.PresetMark)
	about := s.Form.Policy(kind)
	if about == nil || len(s.Draft.Policies) == scenario.MaxPolicies {
		return
	}
	s.Alter("", func(d *draft.Draft) {
		c, name := draft.Blank(about), draft.PlainName(about)
		if preset := draft.PresetNamed(about, what); preset != nil {
			c, name = s.Form.PresetChoice(about, *preset), preset.Name
		}
		c.Label = s.Form.NewLabel(d, name)
		d.Policies = append(d.Policies, c)
	})
}

// RemovePolicy takes policy i away.
func (s *Session) RemovePolicy(i int) {
	s.Alter("", func(d *draft.Draft) {
		d.Policies = slices.Delete(d.Policies, i, i+1)
		d.Follow("/policies", draft.Without(i))
	})
	s.focusRest("policies", i, len(s.Draft.Policies))
}

// MovePolicy moves policy i to place to.
func (s *Session) MovePolicy(i, to int) {
	s.Alter("", func(d *draft.Draft) {
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
	s.Alter("", func(d *draft.Draft) {
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
	s.Alter("", func(d *draft.Draft) {
		d.Transforms = append(d.Transforms, draft.Filled(d, about, s.LastLog()))
		if s.Form.Resubmits(kind) {
			removed = s.Form.RemoveRecorded(d)
		}
	})
	if removed != nil {
		s.Tell(removedWords(removed, about.Name))
	}
}

// RemoveTransform takes transformation i away.
func (s *Session) RemoveTransform(i int) {
	s.Alter("", func(d *draft.Draft) {
		d.Transforms = slices.Delete(d.Transforms, i, i+1)
		d.Follow("/workload/transform", draft.Without(i))
	})
	s.focusRest("transformations", i, len(s.Draft.Transforms))
}

// AddGrouping groups the jobs by another attribute.
func (s *Session) AddGrouping(by string) {
	s.Alter("", func(d *draft.Draft) {
		d.Groups = append(d.Groups, draft.Choice{Kind: by, Texts: map[string]string{}})
		draft.Regroup(&d.Groups[len(d.Groups)-1], "classes", by)
	})
	s.Browser.Focus(ChoiceID("groupings", len(s.Draft.Groups)-1))
}

// RemoveGrouping takes grouping i away.
func (s *Session) RemoveGrouping(i int) {
	s.Alter("", func(d *draft.Draft) { d.Groups = slices.Delete(d.Groups, i, i+1) })
	s.focusRest("groupings", i, len(s.Draft.Groups))
}

// AddAxis lets the sweep vary another parameter.
func (s *Session) AddAxis(path string) {
	axis := draft.NewAxis(s.Plan, path)
	s.Alter("", func(d *draft.Draft) { d.Sweep = append(d.Sweep, axis) })
	s.Browser.Focus(FieldID(fmt.Sprintf("/sweep/%d/values", len(s.Draft.Sweep)-1)))
}

// RemoveAxis takes axis i of the sweep away.
func (s *Session) RemoveAxis(i int) {
	s.Alter("", func(d *draft.Draft) { d.Sweep = slices.Delete(d.Sweep, i, i+1) })
	s.focusRest("axes", i, len(s.Draft.Sweep))
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

// ChoiceID is the id of the choice of a kind in a list.
func ChoiceID(list string, i int) string { return list + "-" + strconv.Itoa(i) }
