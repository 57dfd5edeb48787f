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
	// unasked is for how many seconds of computing, over all workers, runs are repeated without anybody asking for it.
	unasked = 60.0
	// settling is how long results have to stay for that.
	settling = time.Second
)

// pair are the runs of one policy before and after.
type pair struct {
	label     string
	there     string // how many drawings are there
	runs      [2]*result.Run
	places    [2]int // in the results of each
	drawn     bool   // enough drawings of both are there
	computing bool   // they are on their way, or about to be
}

// cost is how many seconds of computing it takes, by how long the runs took, until both have n drawings.
func (p pair) cost(n int) (seconds float64) {
	for _, r := range p.runs {
		if more := n - max(len(r.Drawings), 1); more > 0 {
			seconds += float64(more) * r.Seconds
		}
	}
	return seconds
}

// affordable is how many drawings, at most drawing.Usual, pairs can have for so many seconds of computing.
func affordable(pairs []pair, seconds float64) int {
	n := drawing.Usual
	for ; n > 1; n-- {
		all := 0.0
		for _, p := range pairs {
			all += p.cost(n)
		}
		if all <= seconds {
			break
		}
	}
	return n
}

// pairs are those that can be repeated in further drawings.
func (w *WhatIf) pairs() (list []pair) {
	c := w.BeforeAndAfter()
	if c == nil {
		return nil
	}
	for _, one := range c.Repeated() {
		runs, places := one.Runs()
		list = append(list, pair{one.Label(), one.There(), runs, places, one.Drawn(), c.Computing(one)})
	}
	return list
}

// draws says whether runs of a pair are being repeated.
func (w *WhatIf) draws(p pair) bool {
	_, before := w.Drawings.Progress(p.runs[0])
	_, now := w.Drawings.Progress(p.runs[1])
	return before || now
}

// repeat draws before and after, until both have n drawings.
func (w *WhatIf) repeat(p pair, n int) {
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
		if len(p.runs[i].Drawings) < n {
			w.Draw(e, p.places[i], n, tell)
		}
	}
}

// RepeatSoon draws runs before and after that have no range yet, once the results have been there for a while: as often as it can for what may be
// computed unasked.
func (w *WhatIf) RepeatSoon() {
	wanted := func() (pairs []pair) {
		for _, p := range w.pairs() {
			if _, asked := w.Drawings.Progress(p.runs[1]); !p.drawn && !asked && w.cancelled != p.runs[1] {
				pairs = append(pairs, p)
			}
		}
		return pairs
	}
	begins := func() bool {
		pairs := wanted()
		return len(pairs) > 0 && affordable(pairs, unasked) > 1
	}
	if !begins() {
		return
	}
	before, shown := w.Before(), w.Shown.Results
	w.BeforeAndAfter().Begins = true
	w.Browser.After(settling, func() {
		if w.Before() != before || w.Shown.Results != shown {
			return
		}
		w.BeforeAndAfter().Begins = false
		if w.Running || w.Stale() {
			return
		}
		pairs := wanted()
		n := affordable(pairs, unasked)
		for _, p := range pairs {
			w.repeat(p, n)
		}
	})
}

// cancelRepeating gives the drawings up, and does not begin them again unasked.
func (w *WhatIf) cancelRepeating() {
	for _, p := range w.pairs() {
		if w.draws(p) {
			w.cancelled = p.runs[1]
		}
	}
	w.Drawings.Cancel()
}

// repeatButtons repeat runs, or stop that.
func (w *WhatIf) repeatButtons() (buttons []widget.Button) {
	pairs := w.pairs()
	for i, p := range pairs {
		text, rest := "Repeat", fmt.Sprintf(" in %d drawings", drawing.Usual)
		if max(len(p.runs[0].Drawings), len(p.runs[1].Drawings)) > 1 {
			rest = " for the rest"
		}
		if len(pairs) > 1 {
			text += " " + p.label
		}
		switch {
		case w.draws(p):
			return []widget.Button{{Text: "Cancel", ID: "cancel-repeating", Name: "Cancel the drawings", Do: w.cancelRepeating}}
		case !p.drawn:
			buttons = append(buttons, widget.Button{Text: text + rest, ID: fmt.Sprintf("repeat-%d", i), Disabled: w.Running, Do: func() { w.repeat(p, drawing.Usual) }})
		}
	}
	return buttons
}

// repeatingWords say how many drawings there are where nothing more comes of itself, and how long the rest takes, or why there are no more.
func (w *WhatIf) repeatingWords() string {
	var list []string
	for _, p := range w.pairs() {
		switch {
		case w.failed.run == p.runs[1]:
			list = append(list, p.label+" could not be repeated: "+w.failed.reason)
		case !p.drawn && !p.computing:
			list = append(list, p.label+": "+p.there+"."+restWords(p.cost(drawing.Usual)))
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

// restWords say how long further drawings take, if that is worth a word.
func restWords(seconds float64) string {
	if seconds < 1 {
		return ""
	}
	return fmt.Sprintf(" The rest takes about %s of computing; by itself the page begins no more than %s of it.", phrase.Seconds(seconds), phrase.Seconds(unasked))
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
