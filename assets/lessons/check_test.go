package lessons

import (
	"fmt"
	"slices"
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
