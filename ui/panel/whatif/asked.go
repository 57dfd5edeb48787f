package whatif

import (
	"maps"

	"backfill/ui/draft"
	"backfill/ui/phrase"
)

// asked is the question that was asked last, and what came of those before it. Each answer stands right below its question and stays there, so that nothing
// moves above the one that is asked next, until the experiment is changed in another way.
type asked struct {
	key    string            // "": none
	draft  draft.Draft       // with what the question changed
	former map[string]string // by key: answers to questions before it
}

// asks has a question change the experiment, and keeps that it was asked last.
func (w *WhatIf) asks(key string, change func()) {
	former := map[string]string{}
	if w.stands() {
		former = maps.Clone(w.asked.former)
		if w.answered() {
			former[w.asked.key] = w.answer()
		}
	}
	delete(former, key)
	change()
	w.asked = asked{key, w.Draft.Clone(), former}
}

// offers says whether the question with a key is on the page: if there is something to ask or, as long as the experiment is open, there was before. So the
// one that was asked last keeps its answer and the focus, and none moves to the place of another one.
func (w *WhatIf) offers(key string, something bool) bool {
	w.offered[key] = w.offered[key] || something
	return w.offered[key]
}

// stands says whether the experiment is as the last question made it.
func (w *WhatIf) stands() bool { return w.asked.key != "" && w.asked.draft.Equal(w.Draft) }

// answered says whether what came of the last question is on the page.
func (w *WhatIf) answered() bool { return !w.Running && !w.Stale() && w.BeforeAndAfter() != nil }

// answer is what came of the last question, and of those asked before it: they add up.
func (w *WhatIf) answer() string {
	c := w.BeforeAndAfter()
	return phrase.Join(" ", c.Title(), c.Sentence())
}

// answerTo is what stands below a question, "" if nothing does.
func (w *WhatIf) answerTo(q question) string {
	switch latest := w.asked.key == q.Key; {
	case !latest && w.asked.former[q.Key] == "" || !w.stands():
		return ""
	case !latest:
		return w.asked.former[q.Key]
	case w.answered():
		return w.answer()
	case w.Running:
		return "Simulating …"
	}
	return ""
}

// isLatest says whether a question is the one that was asked last, and its answer there.
func (w *WhatIf) isLatest(q question) bool {
	return w.asked.key == q.Key && w.stands() && w.answered()
}

// isFormer says whether a question was asked before the last one.
func (w *WhatIf) isFormer(q question) bool { return w.asked.former[q.Key] != "" && w.stands() }

// toWhole goes to all that came of it.
func (w *WhatIf) toWhole() { w.Browser.Focus("before-heading") }
