package draft

import (
	"cmp"
	"slices"
	"strings"

	"backfill/engine/workload/logs"
)

// Usable says whether a log may take the place of the workload and leave an experiment that
// is about more: it has a sweep or claims, and no axis that varies the workload itself.
func (d *Draft) Usable() bool {
	return len(d.Sweep)+len(d.Claims) > 0 && !slices.ContainsFunc(d.Sweep, ofWorkload)
}

// ofWorkload says whether an axis varies the workload itself or one of its parameters.
func ofWorkload(axis Choice) bool {
	return axis.Kind == "/workload" || strings.HasPrefix(axis.Kind, "/workload/") && !strings.HasPrefix(axis.Kind, "/workload/transform/")
}

// LogChoice is the workload that replays a log of that name and kind, "" if its name says that, with or without the lines that cannot be
// read.
func LogChoice(name, kind string, skip bool) Choice {
	c := Choice{Kind: cmp.Or(kind, logs.KindOf(name)), Texts: map[string]string{"file": name}}
	if skip && logs.IsKind(c.Kind) {
		c.Texts["lines"] = string(logs.Skip)
	}
	return c
}

// WithLog is the draft with a log in the place of its workload, as LogChoice makes it. Transformations that draw
// requests for jobs which have none go, unless the sweep varies them.
func (d Draft) WithLog(name, kind string, skip bool) Draft {
	d = d.Clone()
	d.describeInstead(d.Workload.Texts["file"], name)
	d.Workload = LogChoice(name, kind, skip)
	for i := len(d.Transforms) - 1; i >= 0; i-- {
		model := d.Transforms[i].Texts["model"]
		if d.Transforms[i].Kind != "estimates" || model != "tsafrir" && model != "fModel" || d.SweepsTransform(i) {
			continue
		}
		d.Transforms = slices.Delete(d.Transforms, i, i+1)
		d.Follow("/workload/transform", Without(i))
	}
	return d
}

// describeInstead says before the description that a file stands for the jobs of which it tells; another file may have done
// so before.
func (d *Draft) describeInstead(before, file string) {
	instead := func(file string) string { return "With " + file + " instead of what is described. " }
	if d.Description != "" {
		d.Description = instead(file) + strings.Replace(d.Description, instead(before), "", 1)
	}
}

// SweepsTransform says whether an axis varies the transformation at place i.
func (d *Draft) SweepsTransform(i int) bool {
	after := d.Clone()
	after.Follow("/workload/transform", Without(i))
	return len(after.Sweep) < len(d.Sweep)
}
