package whatif

import (
	"github.com/vugu/vugu"

	"backfill/ui/explain"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// keptWords say what a kept run is of, and how long its jobs wait.
func (w *WhatIf) keptWords(e *session.Simulated) string {
	text := explain.JobsText(e.Results.Workload) + " under " + phrase.List(result.Labels(e.Results.Runs)) + ", mean wait "
	var waits []string
	for i, r := range e.Results.Runs {
		wait := phrase.Unbroken(phrase.Seconds(r.Metrics.Value("meanWait")))
		if e.Plan.Policies[i].Kind.Draws {
			wait += " in one drawing"
		}
		waits = append(waits, wait)
	}
	return text + phrase.List(waits) + "."
}

// keptBar shows the i-th kept run again, or discards it.
func (w *WhatIf) keptBar(i int) vugu.Builder {
	name := w.Kept[i].Name
	return w.QuietBar("Kept run",
		widget.Button{Text: "Show again", Name: "Show again: " + name, Do: func() { w.ShowAgain(i) }},
		widget.Button{Text: "Discard", Name: "Discard: " + name, Do: func() { w.Discard(i) }})
}
