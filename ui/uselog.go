package ui

import (
	"slices"
	"strings"

	"backfill/engine/workload/logs"
)

// usable says whether a log may take the place of the workload and leave an experiment that
// is about more: it has a sweep or claims, and no axis that varies the workload itself.
func (d *Draft) usable() bool {
	return len(d.Sweep)+len(d.Claims) > 0 && !slices.ContainsFunc(d.Sweep, ofWorkload)
}

// ofWorkload says whether an axis varies the workload itself or one of its parameters.
func ofWorkload(axis Choice) bool {
	return axis.Kind == "/workload" || strings.HasPrefix(axis.Kind, "/workload/") && !strings.HasPrefix(axis.Kind, "/workload/transform/")
}

// askWhatFor asks whether a log is for the experiment at hand or for one of its own.
func (p *Page) askWhatFor(f File) {
	p.ask("Use "+f.Name+" in “"+p.draft.Name+"” instead of the workload there? Everything else stays, except that the log's own requested times count.",
		Button{Text: "Use it in this experiment", ID: "use-log-button", Do: func() {
			p.keep(f.FileRef)
			p.begin(p.once(p.draft.withLog(f.Name)), false)
		}},
		Button{Text: "Open as a new experiment", ID: "new-experiment-button", Do: func() {
			p.keep(f.FileRef)
			p.openLog(f)
		}})
}

// withLog is the draft with a log in the place of its workload. Transformations that draw
// requests for jobs which have none go, unless the sweep varies them.
func (d Draft) withLog(name string) Draft {
	d = d.clone()
	d.describeInstead(d.Workload.Texts["file"], name)
	d.Workload = Choice{Kind: logs.KindOf(name), Texts: map[string]string{"file": name}}
	for i := len(d.Transforms) - 1; i >= 0; i-- {
		model := d.Transforms[i].Texts["model"]
		if d.Transforms[i].Kind != "estimates" || model != "tsafrir" && model != "fModel" || d.sweepsTransform(i) {
			continue
		}
		d.Transforms = slices.Delete(d.Transforms, i, i+1)
		d.follow("/workload/transform", without(i))
	}
	return d
}

// describeInstead says before the description that a file stands for the jobs or the demands
// of which it tells; another file may have done so before.
func (d *Draft) describeInstead(before, file string) {
	instead := func(file string) string { return "With " + file + " instead of what is described. " }
	if d.Description != "" {
		d.Description = instead(file) + strings.Replace(d.Description, instead(before), "", 1)
	}
}

// sweepsTransform says whether an axis varies the transformation at place i.
func (d *Draft) sweepsTransform(i int) bool {
	after := d.clone()
	after.follow("/workload/transform", without(i))
	return len(after.Sweep) < len(d.Sweep)
}

// once is d without repetitions if nothing in it is random, as in a log as it is.
func (p *Page) once(d Draft) Draft {
	_, _, wrong := p.form.write(&d)
	if wrong["/replications"] != "" || wrong["/precision/maxReplications"] != "" {
		delete(d.Settings.Texts, "replications")
		delete(d.Settings.Texts, "precision")
	}
	return d
}
