package forecast

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/vugu/vugu"

	"backfill/engine"
	"backfill/engine/forecast"
	future "backfill/engine/workload/transform/forecast"
	"backfill/ui/draft"
	"backfill/ui/panel"
	"backfill/ui/phrase"
	"backfill/ui/result"
	"backfill/ui/session"
	"backfill/ui/widget"
)

// Forecast is the panel.
type Forecast struct {
	*panel.Shared

	texts    map[string]string // typed, by field
	wrong    draft.Mistakes    // by field
	like     bool              // the job asks for what the pinned one asks for
	known    knowledge         // what the log knows, found last
	pending  *inquiry          // nil: nothing is under way
	told     *inquiry          // answered last
	tried    *inquiry          // the same of how often that is right
	failure  string            // why the last one was not answered
	failedOf *result.Run       // of which
}

// inquiry is a question, how far it is and what came of it.
type inquiry struct {
	run      *result.Run   // of the policy that decides
	tries    bool          // the log is asked how often that is right
	job      func() string // what is asked about, in words
	missing  []string      // what is not said of it
	fields   string        // what stood in the fields
	done, of int           // progress
	answer   *forecast.Answer
}

// tries is how many jobs of the log are asked about to find out how often the answer is right.
const tries = 200

// New makes the panel.
func New(s *panel.Shared) *Forecast {
	p := &Forecast{Shared: s, texts: map[string]string{"processors": "1"}, wrong: draft.Mistakes{}}
	s.OnPin = append(s.OnPin, p.pinnedAnother)
	return p
}

// subject is who decides, and the workload. False if nothing can be asked: there are no recorded waits, nobody who follows them, or the workload is
// a forecast already.
func (p *Forecast) subject() (e *session.Simulated, policy int, ok bool) {
	e, policy, ok = p.Modelling()
	if ok {
		w := e.Results.Workload
		ok = w.Until == 0 && w.After == nil && len(w.Jobs) > 0
	}
	return e, policy, ok
}

func (p *Forecast) run() *result.Run {
	if e, policy, ok := p.subject(); ok {
		return e.Results.Runs[policy]
	}
	return nil
}

// Inapplicable says whether nothing can be asked.
func (p *Forecast) Inapplicable() bool { return p.run() == nil }

// open says whether the fields are shown.
func (p *Forecast) open() bool { return p.Unfolded["forecast"] && !p.Inapplicable() }

// current is an inquiry if it is about the run that is shown or, where the log is asked, about the one that models what made it; else nil.
func (p *Forecast) current(q *inquiry) *inquiry {
	r := p.run()
	if q != nil && q.tries && r != nil {
		e, policy, _ := p.Held()
		r = e.Results.Runs[policy]
	}
	if q != nil && q.run == r && r != nil {
		return q
	}
	return nil
}

// Started is the last answer about a job, nil if there is none, or if the model does not fit the log.
func (p *Forecast) Started() *forecast.Told {
	if q := p.current(p.told); q != nil && p.Refused() == "" {
		return q.answer.Told
	}
	return nil
}

// asks is what stands in the fields that count.
func (p *Forecast) asks() string {
	of := map[string]string{"at": strings.TrimSpace(p.texts["at"])}
	if p.like && p.Inspecting() {
		of["like"] = p.pinnedName()
	} else {
		for name, text := range p.texts {
			if text = strings.TrimSpace(text); text != "" {
				of[name] = text
			}
		}
	}
	return fmt.Sprint(of)
}

// Former says that the answer is to another question than the fields ask, "" if it is not.
func (p *Forecast) Former() string {
	if p.Started() == nil || p.told.fields == p.asks() {
		return ""
	}
	return "The fields ask for something else now. This is the answer to what was asked before:"
}

// Tried is how often answers are right, nil if that was not found out.
func (p *Forecast) Tried() *forecast.Check {
	if q := p.current(p.tried); q != nil {
		return q.answer.Check
	}
	return nil
}

// Ask asks when the job of the fields would start, unless the model does not fit the log. If there is a mistake, the first field with one has the focus.
func (p *Forecast) Ask() {
	if p.Refused() != "" {
		return
	}
	q, asked, ok := p.question()
	if !ok {
		p.told = nil // it is not the answer to what the fields ask
		for _, f := range p.Fields() {
			if f.Mistake != "" {
				p.Browser.Focus(f.ID)
				return
			}
		}
		return
	}
	q.fields = p.asks()
	p.ask(q, asked, func() {
		p.told = q
		p.draw()
		p.Browser.Say(cmp.Or(p.Sentence(), p.Refused()))
	})
}

// Try finds out how often that is right.
func (p *Forecast) Try() {
	q := &inquiry{tries: true}
	p.ask(q, forecast.Question{At: engine.Never, Like: engine.NoJob, Check: tries, Drawings: forecast.UsualDrawings}, func() {
		p.tried = q
		p.Browser.Say(p.Calibration()[0])
	})
}

// ask asks, unless something is under way.
func (p *Forecast) ask(q *inquiry, asked forecast.Question, came func()) {
	e, policy, ok := p.subject()
	if !ok || p.current(p.pending) != nil || p.Running {
		return
	}
	if q.tries {
		e, policy, _ = p.Held()
	}
	q.run = e.Results.Runs[policy]
	p.pending, p.failure, p.failedOf = q, "", q.run
	p.Foretell(e, policy, asked, session.Reply{
		Nears: func(done, of int) { q.done, q.of = done, of },
		Tells: func(a *forecast.Answer) {
			if p.pending == q {
				p.pending, q.answer = nil, a
				came()
			}
		},
		Failed: func(f result.Failure) {
			if p.pending == q {
				p.pending, p.failure = nil, phrase.Join(": ", f.Value, f.Reason)
				if q.fields != "" {
					p.told = nil
				}
			}
		},
	})
}

// GiveUp forgets what was asked of a simulation that is over.
func (p *Forecast) GiveUp() { p.pending = nil }

// Cancel stops what is under way; what is there stays.
func (p *Forecast) Cancel() {
	p.GiveUp()
	p.Browser.GiveUpForetelling()
}

// pinnedAnother leaves a job that is pinned no longer.
func (p *Forecast) pinnedAnother() {
	if p.Pinned == engine.NoJob {
		p.like = false
	}
}

// State is what is under way, or why nothing came; "" if neither.
func (p *Forecast) State() string {
	switch q := p.current(p.pending); {
	case q != nil && q.of > 0:
		return fmt.Sprintf("Simulating: %s of %s …", phrase.Grouped(int64(q.done)), phrase.Grouped(int64(q.of)))
	case q != nil:
		return "Simulating …"
	case p.failure != "" && p.failedOf == p.run():
		return "That failed: " + p.failure + "."
	}
	return ""
}

// bar unfolds the panel.
func (p *Forecast) bar() vugu.Builder {
	b := p.Folds("forecast", "Ask")
	b.ID, b.Name = "show-forecast", "Ask when a job would start"
	if p.open() {
		b.Text, b.Name = "Hide", "Hide when a job would start"
	}
	fold := b.Do
	b.Do = func() {
		fold()
		p.draw()
	}
	return p.QuietBar("When would it start?", b)
}

// actions ask, and stop that.
func (p *Forecast) actions() vugu.Builder {
	if p.current(p.pending) != nil {
		return p.Bar("When would it start?", widget.Button{Text: "Cancel", ID: "cancel-forecast", Do: p.Cancel})
	}
	try := widget.Button{Text: "How often was that right?", ID: "try-forecast", Disabled: p.Running, Do: p.Try}
	ask := widget.Button{Text: "When would it start?", ID: "ask-forecast", Disabled: p.Running || p.Refused() != "", Do: p.Ask}
	if p.Tried() != nil {
		return p.Bar("When would it start?", ask)
	}
	return p.Bar("When would it start?", ask, try)
}

// end is when the log ends.
func (p *Forecast) end() engine.Time { return future.End(p.Workload()) }
