package ui

import "backfill/ui/draft"

// askWhatFor asks whether a log is for the experiment at hand or for one of its own.
func (p *Page) askWhatFor(f File) {
	p.ask("Use "+f.Name+" in “"+p.draft.Name+"” instead of the workload there? Everything else stays, except that the log's own requested times count.",
		Choice{Text: "Use it in this experiment", ID: "use-log-button", Do: func() {
			p.keep(f.FileRef)
			p.begin(p.once(p.draft.WithLog(f.Name)), false)
		}},
		Choice{Text: "Open as a new experiment", ID: "new-experiment-button", Do: func() {
			p.keep(f.FileRef)
			p.openLog(f)
		}})
}

// once is d without repetitions if nothing in it is random, as in a log as it is.
func (p *Page) once(d draft.Draft) draft.Draft {
	_, _, wrong := p.form.Write(&d)
	if wrong["/replications"] != "" || wrong["/precision/maxReplications"] != "" {
		delete(d.Settings.Texts, "replications")
		delete(d.Settings.Texts, "precision")
	}
	return d
}
