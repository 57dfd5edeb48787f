package whatif

import (
	"github.com/vugu/vugu"

	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// keptWords say what a simulated cell holds.
func (w *WhatIf) keptWords(e *session.Simulated) string {
	text := explain.JobsText(e.Results.Workload) + " under " + phrase.List(result.Labels(e.Results.Runs)) + ", mean wait "
	var waits []string
	for _, r := range e.Results.Runs {
		waits = append(waits, phrase.Unbroken(phrase.Seconds(r.Metrics.Value("meanWait"))))
	}
	return text + phrase.List(waits) + "."
}

func (w *WhatIf) keptBar(i int) vugu.Builder {
	name := w.Kept[i].Name
	return w.QuietBar("Kept run",
		widget.Button{Text: "Show again", Name: "Show again: " + name, Do: func() { w.ShowAgain(i) }},
		widget.Button{Text: "Discard", Name: "Discard: " + name, Do: func() { w.Discard(i) }})
}

// keptName is the id of the field with the name of a run that is kept.
func (w *WhatIf) keptName(i int) string { return session.KeptName(i) }
