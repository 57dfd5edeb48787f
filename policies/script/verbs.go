package script

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"backfill/engine"
	"backfill/policies/scripting"
)

// verb is what a verb does with its arguments; those left out are nil.
type verb func(a []starlark.Value) (starlark.Value, error)

// verbs are all verbs, for one simulation.
func (p *policy) verbs() map[string]function {
	all := map[string]function{"print": p.print, "fail": p.fail}
	for name, do := range map[string]verb{
		"now":  func([]starlark.Value) (starlark.Value, error) { return seconds(p.state.Now()), nil },
		"free": func([]starlark.Value) (starlark.Value, error) { return starlark.MakeInt(int(p.state.Free())), nil },
		"processors": func([]starlark.Value) (starlark.Value, error) {
			return starlark.MakeInt(int(p.state.Processors())), nil
		},
		"head":           func([]starlark.Value) (starlark.Value, error) { return p.jobOrNone(p.state.First()), nil },
		"waiting":        p.waiting,
		"running":        p.listRunning,
		"events":         p.events,
		"happened":       p.happened,
		"fits":           p.withWaiting(p.fits),
		"next_fitting":   p.nextFitting,
		"start":          p.withWaiting(p.start),
		"start_in_order": p.startInOrder,
		"backfill":       p.backfill,
		"can_start":      p.withWaiting(p.canStart),
		"next_startable": p.nextStartable,
		"earliest":       p.withWaiting(p.earliest),
		"free_at":        p.freeAt,
		"reserve":        p.withWaiting(p.reserve),
		"reserved":       p.withJob(p.reserved),
		"first_reserved": p.firstReserved,
		"drop":           p.withJob(p.drop),
		"drop_all":       p.dropAll,
		"wake_at":        p.wakeAt,
		"wake_when_due":  p.wakeWhenDue,
		"why":            p.why,
	} {
		all[name] = arranged(scripting.VerbNamed(name), do)
	}
	return all
}

// arranged puts the arguments of a verb into its order.
func arranged(v *scripting.Verb, do verb) function {
	return func(args starlark.Tuple, named []starlark.Tuple) (starlark.Value, error) {
		if len(named) == 0 && len(args) == len(v.Arguments) {
			return do(args)
		}
		a := make([]starlark.Value, len(v.Arguments))
		if len(args) > len(a) {
			return nil, fmt.Errorf("%d values are given; it is %s", len(args)+len(named), v.Signature())
		}
		copy(a, args)
		for _, pair := range named {
			name := string(pair[0].(starlark.String))
			at := slices.IndexFunc(v.Arguments, func(known scripting.Argument) bool { return known.Name == name })
			if at < 0 || a[at] != nil {
				return nil, fmt.Errorf("%s is not accepted here; it is %s", name, v.Signature())
			}
			a[at] = pair[1]
		}
		for i, known := range v.Arguments {
			switch {
			case a[i] == nil && !known.Optional:
				return nil, fmt.Errorf("%s is missing; it is %s", known.Name, v.Signature())
			case a[i] == starlark.None && known.Optional:
				a[i] = nil
			}
		}
		return do(a)
	}
}

// about is the job that an argument is.
func (p *policy) about(v starlark.Value) (*job, error) {
	j, ok := v.(*job)
	if !ok {
		return nil, fmt.Errorf("a job is needed, not %s", v.Type())
	}
	p.last = j.row
	return j, nil
}

// withJob is a verb that takes a job.
func (p *policy) withJob(do func(j int32) (starlark.Value, error)) verb {
	return func(a []starlark.Value) (starlark.Value, error) {
		j, err := p.about(a[0])
		if err != nil {
			return nil, err
		}
		return do(j.row)
	}
}

// withWaiting is a verb that takes a job that waits.
func (p *policy) withWaiting(do func(j int32) (starlark.Value, error)) verb {
	return func(a []starlark.Value) (starlark.Value, error) {
		j, err := p.about(a[0])
		if err != nil {
			return nil, err
		}
		switch j.state() {
		case "running":
			return nil, fmt.Errorf("%v runs already, since %v s", j, seconds(p.state.Outcome().Start[j.row]))
		case "ended":
			return nil, fmt.Errorf("%v has ended already", j)
		}
		return do(j.row)
	}
}

func (p *policy) jobOrNone(j int32) starlark.Value {
	if j == engine.NoJob {
		return starlark.None
	}
	return &p.jobs[j]
}

// rows are the waiting jobs in the order of arrival.
func (p *policy) rows() ([]int32, error) {
	if err := p.charge(p.state.Waiting() / bytesAsOne); err != nil {
		return nil, err
	}
	rows := make([]int32, 0, p.state.Waiting())
	for j := p.state.First(); j != engine.NoJob; j = p.state.Next(j) {
		rows = append(rows, j)
	}
	return rows, nil
}

func (p *policy) listRunning([]starlark.Value) (starlark.Value, error) {
	return (&queue{p, p.running, engine.NoJob}).asList(), p.charge(len(p.running))
}

func (q *queue) asList() starlark.Value { return starlark.NewList(q.values()) }

func (p *policy) events([]starlark.Value) (starlark.Value, error) {
	var list []starlark.Value
	for _, e := range p.state.Events() {
		list = append(list, &event{e.Kind, p.jobOrNone(e.Job)})
	}
	return starlark.NewList(list), p.charge(len(list))
}

func (p *policy) happened(a []starlark.Value) (starlark.Value, error) {
	word, _ := a[0].(starlark.String)
	kind := slices.Index(scripting.EventKinds, string(word))
	if kind < 0 || word == "" {
		return nil, fmt.Errorf("%v is no kind of event; one of %s is accepted", a[0], scripting.EventWords())
	}
	return starlark.Bool(p.state.Saw(engine.EventKind(kind))), nil
}

func (p *policy) wakeAt(a []starlark.Value) (starlark.Value, error) {
	t, err := instant(a[0])
	if err == nil && t != engine.Never {
		p.state.WakeAt(t)
	}
	return starlark.None, err
}

func (p *policy) why(a []starlark.Value) (starlark.Value, error) {
	j, err := p.about(a[0])
	if err != nil {
		return nil, err
	}
	text, ok := a[1].(starlark.String)
	switch {
	case !ok:
		return nil, fmt.Errorf("a text is needed, not %s", a[1].Type())
	case j.state() != "waiting":
		return nil, fmt.Errorf("%v has started already; please say why before that", j)
	}
	p.say(j.row, string(text))
	return starlark.None, nil
}

// fail ends the run with values in words.
func (p *policy) fail(args starlark.Tuple, _ []starlark.Tuple) (starlark.Value, error) {
	var words []string
	for _, v := range args {
		if p.asText(v) == nil {
			words = append(words, joined(starlark.Tuple{v}))
		} else { // too long to be written
			words = append(words, v.Type())
		}
	}
	text := strings.Join(words, " ")
	if strings.TrimSpace(text) == "" {
		text = "the script failed without words"
	}
	if len(text) > 500 {
		text = strings.ToValidUTF8(text[:500], "") + "…"
	}
	return nil, errors.New(text)
}
