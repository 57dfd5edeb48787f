// Package verbs answers what pages about lessons ask: to read a lesson that somebody has written, to check it, to print it, to simulate an experiment
// of it, and for the text of one of the lessons that come with the page. It knows neither the pages nor the worker in which it answers.
package verbs

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"backfill/assets/lessons"
	"backfill/assets/lessons/figures"
)

// A Request is a message of a page. Which fields it has depends on the verb.
//
//	read     makes a page of the lesson: Read
//	check    says what is wrong with the lesson or with a variant of it: Mistakes, none in a lesson that is right
//	results  simulates an experiment of the lesson: Results
//	source   is the text of a lesson that comes with the page: Source
//	attempt  simulates what a student has made of the experiment of a question: Attempt
//	sheets   makes a sheet to be printed and a key to it for each of Seeds: Sheets
type Request struct {
	ID   int64  `json:"id"` // which the answer has as well
	Verb string `json:"verb"`
	// Name is that of a lesson that comes with the page. Others have none: theirs is made of their text, so that answers to one are no answers to another.
	Name   string  `json:"name"`
	Source *string `json:"source"` // Markdown; without one it is that of the lesson with the name

	Seed  string   `json:"seed"`  // of the variant, of a lesson that draws numbers
	Seeds []string `json:"seeds"` // names or numbers of those who get a sheet

	Lab string `json:"lab"`

	attempt
}

// An Answer has the fields of one of the verbs, or what is Told if the request failed.
type Answer struct {
	ID int64 `json:"id"`
	Told
	*Read
	*Source
	*Attempt
	Results *figures.Results `json:"results,omitempty"`
	Sheets  []Printed        `json:"sheets,omitzero"`
}

// Told is what is wrong, the first of it in the order of the lines.
type Told struct {
	Mistakes []Mistake `json:"mistakes,omitempty"`
	More     int       `json:"more,omitempty"`     // that are not in the list
	Warnings int       `json:"warnings,omitempty"` // among all of them
}

// Printed is a sheet with its key, as HTML elements.
type Printed struct {
	Seed  string `json:"seed"`
	Draws bool   `json:"draws"` // whether the lesson draws numbers from it
	Sheet string `json:"sheet"`
	Key   string `json:"key"`
}

// A Mistake says what is wrong in a line of a lesson.
type Mistake struct {
	Line   int    `json:"line"` // from 1
	Reason string `json:"reason"`
	// Warning says that it may be none: the check cannot tell.
	Warning bool `json:"warning,omitempty"`
}

// Read is a lesson as its page needs it.
type Read struct {
	Title    string          `json:"title"`
	Sentence string          `json:"sentence"`
	Minutes  int             `json:"minutes"`
	Body     string          `json:"body"`    // HTML
	Sources  []string        `json:"sources"` // HTML
	Data     json.RawMessage `json:"data"`    // for start of lesson.js
}

// Source is a lesson's text.
type Source struct {
	Source string `json:"source"`
}

// Begun is told before an experiment is simulated, which may take long.
type Begun struct {
	ID   int64  `json:"id"`
	Lab  string `json:"begun"`
	Line int    `json:"line"` // in which the lab begins
}

// A Desk answers requests, one after another. It keeps what it has simulated last, so that a lesson that is read anew after every change is
// there at once.
type Desk struct {
	tell   func(Begun)
	kept   []simulated // the one that was asked for last at the end
	lesson *lessons.Lesson
	of     string // the name and the text of lesson
}

// simulated are the results of an experiment.
type simulated struct {
	experiment string
	results    *figures.Results
}

// beginName is the name of the lesson to begin from, which is no page.
const beginName = "begin"

const (
	mostKept  = 60  // experiments
	mostSeeds = 200 // of one request
	mostSeed  = 400 // bytes
)

// New returns a desk that tells when it begins to simulate.
func New(tell func(Begun)) *Desk { return &Desk{tell: tell} }

// Answer answers a request, as JSON.
func (d *Desk) Answer(request []byte) Answer {
	var r Request
	var a Answer
	err := json.Unmarshal(request, &r)
	a.ID = r.ID
	switch {
	case err != nil:
		err = fmt.Errorf("the request cannot be read: %w", err)
	case r.Verb == "read":
		a.Read, err = d.read(r)
	case r.Verb == "check":
		a.Told, err = d.check(r)
	case r.Verb == "results":
		a.Results, err = d.results(r)
	case r.Verb == "source":
		a.Source, err = source(r)
	case r.Verb == "attempt":
		a.Attempt, a.Results, err = d.attempt(r)
	case r.Verb == "sheets":
		a.Sheets, err = d.sheets(r)
	default:
		err = fmt.Errorf("verb: %q: read, check, sheets, results, source or attempt is accepted", r.Verb)
	}
	if err != nil {
		return Failed(r.ID, err)
	}
	return a
}

// Failed is the answer to a request that failed.
func Failed(id int64, err error) Answer { return Answer{ID: id, Told: told(err)} }

// told is what an error tells.
func told(err error) Told {
	all := lessons.Mistakes{{Line: 1, Reason: err.Error()}}
	var at *lessons.Mistake
	if !errors.As(err, &all) && errors.As(err, &at) {
		all = lessons.Mistakes{at}
	}
	var t Told
	for _, m := range all {
		if m.Warning {
			t.Warnings++
		}
	}
	all, t.More = all.Told()
	for _, m := range all {
		t.Mistakes = append(t.Mistakes, Mistake{m.Line, lessons.Brief(m.Reason), m.Warning})
	}
	return t
}

// source is the text of a lesson that comes with the page, or of the one to begin from.
func source(r Request) (*Source, error) {
	if r.Name == beginName {
		return &Source{lessons.Begin}, nil
	}
	if !slices.Contains(lessons.Names, r.Name) {
		return nil, fmt.Errorf("name: there is no lesson %q; one of %s is accepted", r.Name, strings.Join(lessons.Names, ", "))
	}
	text, err := lessons.Files.ReadFile(r.Name + ".md")
	if err != nil {
		return nil, err
	}
	return &Source{string(text)}, nil
}

// text is the text that a request is about.
func (r *Request) text() (string, error) {
	if r.Source != nil {
		return *r.Source, nil
	}
	s, err := source(*r)
	if err != nil {
		return "", err
	}
	return s.Source, nil
}

// named is the lesson that a request is about: its name and its text.
func (r *Request) named() (name, text string, err error) {
	if text, err = r.text(); r.Source != nil {
		return "own-" + lessons.Digest([]byte(text)), text, err
	}
	return r.Name, text, err
}

// simulation simulates for a request.
func (d *Desk) simulation(r Request) lessons.Simulation {
	return func(l *lessons.Lab, experiment []byte) (*figures.Results, error) {
		return d.simulate(r.ID, l, experiment)
	}
}

// find reads the lesson that a request is about with the numbers of a seed, unless it is the one that was read last.
func (d *Desk) find(r Request, seed string) (*lessons.Lesson, error) {
	name, text, err := r.named()
	if err != nil {
		return nil, err
	}
	if len(seed) > mostSeed {
		return nil, fmt.Errorf("seed: %d bytes are too long; a name or number of up to %d is accepted", len(seed), mostSeed)
	}
	of := name + "\n" + seed + "\n" + text
	if of == d.of {
		return d.lesson, nil
	}
	l, err := lessons.ReadWith(d.simulation(r), name, []byte(text), seed)
	if err != nil {
		return nil, err
	}
	d.lesson, d.of = l, of
	return l, nil
}

// sheets are those of each seed.
func (d *Desk) sheets(r Request) ([]Printed, error) {
	if len(r.Seeds) == 0 || len(r.Seeds) > mostSeeds {
		return nil, fmt.Errorf("seeds: %d: 1 to %d names or numbers are accepted", len(r.Seeds), mostSeeds)
	}
	var all []Printed
	for _, seed := range r.Seeds {
		l, err := d.find(r, seed)
		if err != nil {
			return nil, err
		}
		p := Printed{Seed: seed, Draws: len(l.Drawn) > 0}
		if p.Sheet, err = lessons.Sheet(l); err != nil {
			return nil, err
		}
		if p.Key, err = lessons.Key(l); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

func (d *Desk) read(r Request) (*Read, error) {
	l, err := d.find(r, r.Seed)
	if err != nil {
		return nil, err
	}
	data, err := l.Data()
	if err != nil {
		return nil, err
	}
	return &Read{l.Title, l.Sentence, l.Minutes, l.Body, l.Sources, data}, nil
}

// check checks the lesson over many seeds.
func (d *Desk) check(r Request) (Told, error) {
	name, text, err := r.named()
	if err != nil {
		return Told{}, err
	}
	return told(lessons.CheckWith(d.simulation(r), name, []byte(text))), nil
}

// results simulates a lab's experiment.
func (d *Desk) results(r Request) (*figures.Results, error) {
	l, err := d.find(r, r.Seed)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(l.Labs, func(l *lessons.Lab) bool { return l.ID == r.Lab })
	if i < 0 {
		return nil, fmt.Errorf("lab: there is no experiment %q in the lesson", r.Lab)
	}
	lab := l.Labs[i]
	results, err := d.simulate(r.ID, lab, lab.Experiment())
	if err != nil {
		return nil, &lessons.Mistake{Line: lab.Line(), Reason: fmt.Sprintf("experiment %s: %v", lab.ID, err)}
	}
	return results, nil
}

// simulate is figures.Simulate, with a memory.
func (d *Desk) simulate(id int64, l *lessons.Lab, experiment []byte) (*figures.Results, error) {
	if i := slices.IndexFunc(d.kept, func(s simulated) bool { return s.experiment == string(experiment) }); i >= 0 {
		s := d.kept[i]
		d.kept = append(slices.Delete(d.kept, i, i+1), s)
		return s.results, nil
	}
	d.tell(Begun{id, l.ID, l.Line()})
	results, err := figures.Simulate(experiment)
	if err != nil {
		return nil, err
	}
	if len(d.kept) == mostKept {
		d.kept = slices.Delete(d.kept, 0, 1)
	}
	d.kept = append(d.kept, simulated{string(experiment), results})
	return results, nil
}
