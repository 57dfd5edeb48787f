package whatif

import (
	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// asked is the question that was asked last. What came of it stands right below it.
type asked struct {
	key   string      // "": none
	draft draft.Draft // with what the question changed
}

// offers says whether the question with a key is on the page: if there is something to ask or, as long as the experiment is open, there was before. So the
// one that was asked last keeps its answer and the focus, and none moves to the place of another one.
func (w *WhatIf) offers(key string, something bool) bool {
	w.offered[key] = w.offered[key] || something
	return w.offered[key]
}

// isAsked says whether the experiment is as a question made it: nothing was changed since, and there is something to tell of it.
func (w *WhatIf) isAsked(q question) bool {
	return w.asked.key == q.Key && w.asked.draft.Equal(w.Draft) && (w.Running || w.answered())
}

// answered says whether what came of it is on the page.
func (w *WhatIf) answered() bool { return !w.Running && !w.Stale() && w.BeforeAndAfter() != nil }

// answer is what came of the question, and of those asked before it: they add up.
func (w *WhatIf) answer() string {
	if !w.answered() {
		return "Simulating …"
	}
	c := w.BeforeAndAfter()
	return phrase.Join(" ", c.Title(), c.Sentence())
}

// toWhole goes to all that came of it.
func (w *WhatIf) toWhole() { w.Browser.Focus("before-heading") }
