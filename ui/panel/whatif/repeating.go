package whatif

import (
	"fmt"
	"slices"
	"time"

	"backfill/ui/drawing"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// Model holds runs against the log whose scheduler they model.
type Model interface {
	HoldRun(e *session.Simulated, policy int)
	Holding(r *result.Run) bool
	HoldingWords(r *result.Run) string
	Cancel()
}

// failed is why the runs before and after of a policy could not be repeated.
type failed struct {
	run    *result.Run // after
	reason string
}

const (
	// small is how many seconds a run takes at most that is repeated without being asked for.
	small = 0.3
	// settling is how long results have to stay for that.
	settling = time.Second
)

// pair are the runs of one policy before and after.
type pair struct {
	label  string
	runs   [2]*result.Run
	places [2]int // in the results of each
	drawn  bool   // enough drawings of both are there
}

// pairs are those that can be repeated in further drawings.
func (w *WhatIf) pairs() (list []pair) {
	c := w.BeforeAndAfter()
	if c == nil {
		return nil
	}
	for _, one := range c.Repeated() {
		runs, places := one.Runs()
		list = append(list, pair{one.Label(), runs, places, one.Drawn()})
	}
	return list
}

// progressOf says how far the runs of a pair are repeated, false if none is under way.
func (w *WhatIf) progressOf(p pair) (there [2]int, wanted int, busy bool) {
	for i, r := range p.runs {
		there[i] = len(r.Drawings)
		if d, asked := w.Drawings.Progress(r); asked {
			busy, wanted = true, max(wanted, d.Wanted)
		}
	}
	return there, wanted, busy
}

// repeat draws before and after.
func (w *WhatIf) repeat(p pair) {
	w.failed = failed{}
	tell := func(d drawing.Progress) {
		switch {
		case d.Failure != nil:
			w.failed = failed{p.runs[1], d.Failure.Reason}
		case d.Over && min(len(p.runs[0].Drawings), len(p.runs[1].Drawings)) >= drawing.Usual && w.BeforeAndAfter() != nil:
			w.Browser.Say(w.BeforeAndAfter().Sentence())
		}
	}
	for i, e := range []*session.Simulated{w.Before(), w.OnPage()} {
		if len(p.runs[i].Drawings) < drawing.Usual {
			w.Draw(e, p.places[i], drawing.Usual, tell)
		}
	}
}

// RepeatSoon draws runs before and after that are so small that this takes no time worth asking about, once the results have been there for a while.
func (w *WhatIf) RepeatSoon() {
	isSmall := func(p pair) bool { return !p.drawn && p.runs[0].Seconds < small && p.runs[1].Seconds < small } // not NaN
	some := false
	for _, p := range w.pairs() {
		some = some || isSmall(p)
	}
	if !some {
		return
	}
	before, shown := w.Before(), w.Shown.Results
	w.Browser.After(settling, func() {
		if w.Running || w.Stale() || w.Before() != before || w.Shown.Results != shown {
			return
		}
		for _, p := range w.pairs() {
			if _, _, busy := w.progressOf(p); isSmall(p) && !busy {
				w.repeat(p)
			}
		}
	})
}

// repeatButtons repeat runs, or stop that.
func (w *WhatIf) repeatButtons() (buttons []widget.Button) {
	pairs := w.pairs()
	for i, p := range pairs {
		_, _, busy := w.progressOf(p)
		text := fmt.Sprintf("Repeat in %d drawings", drawing.Usual)
		if len(pairs) > 1 {
			text = fmt.Sprintf("Repeat %s in %d drawings", p.label, drawing.Usual)
		}
		switch {
		case busy:
			return []widget.Button{{Text: "Cancel", ID: "cancel-repeating", Name: "Cancel the drawings", Do: w.Drawings.Cancel}}
		case !p.drawn:
			buttons = append(buttons, widget.Button{Text: text, ID: fmt.Sprintf("repeat-%d", i), Disabled: w.Running, Do: func() { w.repeat(p) }})
		}
	}
	return buttons
}

// repeatingWords say how far the drawings are, or why there are no more.
func (w *WhatIf) repeatingWords() string {
	var list []string
	for _, p := range w.pairs() {
		there, wanted, busy := w.progressOf(p)
		switch {
		case busy:
			list = append(list, fmt.Sprintf("%s: %d of %d drawings before, %d of %d now.", p.label, min(there[0], wanted), wanted, min(there[1], wanted), wanted))
		case w.failed.run == p.runs[1]:
			list = append(list, p.label+" could not be repeated: "+w.failed.reason)
		}
	}
	var models []*result.Run
	if c := w.BeforeAndAfter(); c != nil {
		for _, one := range c.Partners {
			if r := one.Model(); !slices.Contains(models, r) {
				models = append(models, r)
				list = append(list, w.Model.HoldingWords(r))
			}
		}
	}
	return phrase.Join(" ", list...)
}

// holdButtons hold the policies before against the log, or stop that.
func (w *WhatIf) holdButtons() (buttons []widget.Button) {
	e := w.Before()
	for _, one := range w.BeforeAndAfter().Partners {
		runs, places := one.Runs()
		of, at, model := e, places[0], one.Model()
		if model != runs[0] {
			of, at, _ = w.Held()
		}
		switch {
		case !one.Unheld():
		case w.Model.Holding(model):
			return []widget.Button{{Text: "Cancel", ID: "cancel-holding", Name: "Cancel holding the model against the log", Do: w.Model.Cancel}}
		case len(buttons) == 0:
			buttons = append(buttons, widget.Button{Text: "How well the model fits", ID: "hold-before", Name: "How well the model fits: " + model.Label, Disabled: w.Running, Do: func() { w.Model.HoldRun(of, at) }})
		}
	}
	return buttons
}
