package draft

import (
	"maps"
	"slices"
	"strings"

	"backfill/engine/param"
)

// Describe lets the title, the description and the groups of d follow a change, unless the change gave it another title or
// description itself. They came with the experiment that was opened, and may be about numbers that hold no more. With
// other jobs, such as those of a model instead of typed ones, the description goes, the title too if nobody typed it, and groups
// become such as fit any jobs; after any other change that makes other runs the description says that it is of what was opened.
func (f Form) Describe(d, before, opened *Draft) {
	if d.Name != before.Name || d.Description != before.Description {
		return
	}
	others := otherJobs(d, opened)
	if others && otherJobs(d, before) {
		d.FitGroups(opened)
	}
	switch {
	case others:
		d.Description = ""
	case f.sameRuns(d, opened):
		d.Description = opened.Description
	default:
		d.Description = asOpened(opened)
	}
	typed := before.Name != opened.Name && before.Name != f.jobsName(before)
	switch {
	case typed || !otherJobs(d, before):
	case others:
		d.Name = f.jobsName(d)
	default:
		d.Name = opened.Name
	}
}

// otherJobs says whether the jobs of a and b come from different sources: other kinds, or other files.
func otherJobs(a, b *Draft) bool {
	return a.Workload.Kind != b.Workload.Kind || strings.TrimSpace(a.Workload.Texts["file"]) != strings.TrimSpace(b.Workload.Texts["file"])
}

// jobsName is the title of an experiment that is named after where its jobs come from: a log, or a kind of workload.
func (f Form) jobsName(d *Draft) string {
	if file := strings.TrimSpace(d.Workload.Texts["file"]); file != "" {
		return file
	}
	if about := f.Workload(d.Workload.Kind); about != nil {
		return about.Name
	}
	return d.Workload.Kind
}

// What stands before the description of an experiment that has been changed since.
const (
	changedFrom   = "Changed from "
	thisDescribes = ", which this describes: "
)

// asOpened is the description of what was opened, marked as such; as it is if it was marked before, as in a link
// to a changed experiment.
func asOpened(opened *Draft) string {
	text, name := opened.Description, "the original"
	if text == "" || strings.HasPrefix(text, changedFrom) && strings.Contains(text, thisDescribes) {
		return text
	}
	if opened.Name != "" {
		name = "“" + opened.Name + "”"
	}
	return changedFrom + name + thisDescribes + text
}

// sameRuns says whether a and b give the same runs: names, groups and the baseline do not matter.
func (f Form) sameRuns(a, b *Draft) bool {
	noKind := func(string) *param.Description { return nil }
	return sameChoices([]Choice{a.Machine}, []Choice{b.Machine}, f.Machine) && sameChoices([]Choice{a.Workload}, []Choice{b.Workload}, f.Workload) &&
		sameChoices(a.Transforms, b.Transforms, f.Transform) && sameChoices(a.Policies, b.Policies, f.Policy) &&
		sameChoices(a.Sweep, b.Sweep, noKind) && sameSettings(a, b)
}

// sameChoices says whether two lists choose the same; of describes a kind. What is left out is as its default.
func sameChoices(a, b []Choice, of func(kind string) *param.Description) bool {
	given := func(c *Choice) map[string]string {
		texts, about := map[string]string{}, of(c.Kind)
		for name, text := range c.Texts {
			q := ParamNamed(about, name)
			if text = valueText(q, text); text != "" && (q == nil || text != DefaultText(q)) {
				texts[name] = text
			}
		}
		return texts
	}
	return slices.EqualFunc(a, b, func(a, b Choice) bool {
		return a.Kind == b.Kind && a.Elastic == b.Elastic && maps.Equal(given(&a), given(&b))
	})
}

// sameSettings says whether the settings that belong to no kind are the same, but for those that do not matter to runs.
func sameSettings(a, b *Draft) bool {
	for _, q := range slices.Concat(SettingParams(), RepeatParams(a)) {
		if q.Name != "workers" && settled(&a.Settings, &q) != settled(&b.Settings, &q) {
			return false
		}
	}
	return true
}
