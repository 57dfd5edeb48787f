package lessons

import (
	"fmt"
	"slices"

	"backfill/engine"
	"backfill/engine/byhand"
	"backfill/engine/scenario"
	"backfill/policies/written"
	"backfill/ui/placing"
	"backfill/ui/timeline"
)

// Right is the right answer of a question by results: the number of the option, the policy, the jobs or the number.
// It is an error if the results do not tell, or leave more than one answer right or none, or all jobs.
func (q *Question) Right(r *Results) (Value, error) {
	if q.Kind == "one" {
		right := -1
		for i, when := range q.parsed.Options {
			holds, known := r.Holds(when)
			switch {
			case !known:
				return Value{}, fmt.Errorf("%s: the results do not tell whether option %d is right", q.ID, i+1)
			case holds && right >= 0:
				return Value{}, fmt.Errorf("%s: options %d and %d are both right", q.ID, right+1, i+1)
			case holds:
				right = i
			}
		}
		if right < 0 {
			return Value{}, fmt.Errorf("%s: no option is right", q.ID)
		}
		return Value{Number: float64(right)}, nil
	}
	v, known := r.Evaluate(q.parsed.Answer)
	if !known {
		return v, fmt.Errorf("%s: the results do not tell the answer", q.ID)
	}
	if q.Kind == "jobs" {
		return v, q.checkJobs(v.Jobs)
	}
	return v, nil
}

func (q *Question) checkJobs(right []int64) error {
	for _, j := range right {
		if !slices.Contains(q.Among, j) {
			return fmt.Errorf("%s: job %d is right and not among %v", q.ID, j, q.Among)
		}
	}
	switch n := len(right); {
	case q.Order && n != len(q.Among):
		return fmt.Errorf("%s: %v are right, which are not all of %v", q.ID, right, q.Among)
	case !q.Order && (n == 0 || n == len(q.Among)):
		return fmt.Errorf("%s: %v are right of %v, which is no choice", q.ID, right, q.Among)
	case !q.Several && !q.Order && n != 1:
		return fmt.Errorf("%s: %v are right; one is to be chosen", q.ID, right)
	}
	return nil
}

// Reach finds a value of one of the sliders with which the goal is met. It is an error if the goal is met from the
// beginning, or with no value.
func (q *Question) Reach() (pointer string, value float64, results *Results, err error) {
	r, err := q.lab.Results()
	if err != nil {
		return "", 0, nil, err
	}
	if holds, known := r.Holds(q.parsed.Goal); holds || !known {
		return "", 0, nil, fmt.Errorf("%s: the goal is met from the beginning, or the results do not tell", q.ID)
	}
	for _, a := range q.lab.Allow {
		pointer, values := q.lab.values(a)
		for _, v := range values {
			text, err := q.lab.changed(pointer, v)
			if err != nil {
				return "", 0, nil, err
			}
			if r, err = Simulate(text); err != nil {
				return "", 0, nil, err
			}
			if holds, _ := r.Holds(q.parsed.Goal); holds {
				return pointer, v, r, nil
			}
		}
	}
	return "", 0, nil, fmt.Errorf("%s: no value of %v meets the goal", q.ID, q.lab.Allow)
}

// Place finds moves that answer a question for a placement: those of the rule or, with a goal, those of a policy that meets it. It is an error if
// there are none, if there is nobody to be placed, or if a schedule without the last of the moves is right, too.
func (q *Question) Place() (byhand.Moves, *Results, error) {
	place := func(m byhand.Moves) (*placing.Hand, *Results, error) {
		text, err := with(q.lab.text, fmt.Sprintf("/policies/%d/moves", placing.In(q.lab.plan)), m.String())
		if err != nil {
			return nil, nil, err
		}
		r, err := Simulate(text)
		if err != nil {
			return nil, nil, err
		}
		s, err := scenario.Read(text)
		if err != nil {
			return nil, nil, err
		}
		plan, err := scenario.Compile(s, written.Catalogs())
		if err != nil {
			return nil, nil, err
		}
		h, err := placing.Follow(plan)
		return h, r, err
	}
	h, _, err := place(nil)
	if err != nil {
		return nil, nil, err
	}
	if h.Complete() {
		return nil, nil, fmt.Errorf("%s: there is nobody to be placed", q.ID)
	}
	if q.Goal != "" {
		for _, kind := range []string{"fcfs", "easy", "conservative", "priority-backfill", "los", "fpfs"} {
			text, err := with(q.lab.text, fmt.Sprintf("/policies/%d/rule", placing.In(q.lab.plan)), kind)
			if err != nil {
				return nil, nil, err
			}
			s, err := scenario.Read(text)
			if err != nil {
				return nil, nil, err
			}
			plan, err := scenario.Compile(s, written.Catalogs())
			if err != nil {
				return nil, nil, err
			}
			if h, err = placing.Follow(plan); err != nil {
				return nil, nil, err
			}
			rule, err := h.Rule(written.Catalogs(), timeline.Clock{})
			if err != nil {
				return nil, nil, err
			}
			moves := byhand.Of(rule.Outcome)
			_, r, err := place(moves)
			if err != nil {
				return nil, nil, err
			}
			if holds, _ := r.Holds(q.parsed.Goal); holds {
				return moves, r, nil
			}
		}
		return nil, nil, fmt.Errorf("%s: no policy meets the goal", q.ID)
	}
	rule, err := h.Rule(written.Catalogs(), timeline.Clock{})
	if err != nil {
		return nil, nil, err
	}
	moves := byhand.Of(rule.Outcome)
	h, r, err := place(moves)
	if err != nil {
		return nil, nil, err
	}
	if d := h.Departure(rule, engine.Never); d != nil || !h.Complete() {
		return nil, nil, fmt.Errorf("%s: the rule's own schedule departs from it: %+v", q.ID, d)
	}
	wrong, _, err := place(moves[:len(moves)-1])
	if err != nil {
		return nil, nil, err
	}
	if wrong.Complete() || wrong.Departure(rule, engine.Never) == nil {
		return nil, nil, fmt.Errorf("%s: a schedule without a job is right", q.ID)
	}
	return moves, r, nil
}

// Unknown are the figures in what the question tells that the results do not have.
func (q *Question) Unknown(r *Results) []*Phrase {
	var unknown []*Phrase
	for _, f := range q.parsed.Figures {
		if _, ok := r.Evaluate(f.Phrase); !ok {
			unknown = append(unknown, f.Phrase)
		}
	}
	for _, p := range []*Phrase{q.parsed.Seek, q.parsed.Select, q.parsed.Now} {
		if p == nil {
			continue
		}
		if _, ok := r.Evaluate(p); !ok {
			unknown = append(unknown, p)
		}
	}
	return unknown
}

// With are the results of the lab with another script of the reader's policy.
func (q *Question) With(source string) (*Results, error) {
	text, err := with(q.lab.text, q.parsed.Beat.Path, source)
	if err != nil {
		return nil, err
	}
	return Simulate(text)
}

// Beats says whether the whole interval of the difference to the rival is on the better side, beyond what is asked for.
func (q *Question) Beats(r *Results) bool {
	b := q.parsed.Beat
	for _, d := range r.Comparisons {
		if d.Policy != b.Mine || d.Baseline != b.Rival || d.Metric != b.Metric || (d.Kind == "ratio") != b.Relative || d.Low == nil {
			continue
		}
		if b.Better == "lower" {
			return -*d.High > b.By
		}
		return *d.Low > b.By
	}
	return false
}
