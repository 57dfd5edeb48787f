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
func (p *WhatIf) keptWords(e *session.Simulated) string {
	text := explain.JobsText(e.Results.Workload) + " under " + phrase.List(result.Labels(e.Results.Runs)) + ", mean wait "
	var waits []string
	for _, r := range e.Results.Runs {
		waits = append(waits, phrase.Unbroken(phrase.Seconds(r.Metrics.Value("meanWait"))))
	}
	return text + phrase.List(waits) + "."
}

func (p *WhatIf) keptBar(i int) vugu.Builder {
	name := p.Kept[i].Name
	return p.QuietBar("Kept run",
		widget.Button{Text: "Show again", Name: "Show again: " + name, Do: func() { p.ShowAgain(i) }},
		widget.Button{Text: "Discard", Name: "Discard: " + name, Do: func() { p.Discard(i) }})
}

// keptName is the id of the field with the name of a run that is kept.
func (p *WhatIf) keptName(i int) string { return session.KeptName(i) }
