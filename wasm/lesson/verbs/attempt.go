package verbs

import (
	"fmt"

	"backfill/assets/lessons"
	"backfill/assets/lessons/figures"
)

// attempt is what a student has handed in about a question that is answered in its experiment. It comes from a file that may say anything: the lab lets
// only that be changed which a reader of the lesson may change.
type attempt struct {
	Question string           `json:"question"`
	Changes  []lessons.Change `json:"changes"`
	Draw     *int64           `json:"draw"` // seed of the workloads on which a policy is to be tried
	Only     string           `json:"only"` // "address": nothing is simulated
}

// An Attempt is where the page shows the experiment of an attempt. Its results stand beside it in the answer, unless they were not asked for.
type Attempt struct {
	Address string `json:"address"` // as seen from a page beside it
}

func (d *Desk) attempt(r Request) (*Attempt, *figures.Results, error) {
	l, err := d.find(r, r.Seed)
	if err != nil {
		return nil, nil, err
	}
	q := l.Question(r.Question)
	if q == nil {
		return nil, nil, fmt.Errorf("question: there is no question %q in the lesson", r.Question)
	}
	lab, experiment, err := q.Attempted(r.Changes, r.Draw)
	if err != nil {
		return nil, nil, &lessons.Mistake{Line: lab.Line(), Reason: err.Error()}
	}
	made := &Attempt{lessons.Address(experiment)}
	if r.Only == "address" {
		return made, nil, nil
	}
	results, err := d.simulate(r.ID, lab, experiment)
	if err != nil {
		return nil, nil, &lessons.Mistake{Line: lab.Line(), Reason: err.Error()}
	}
	return made, results, nil
}
