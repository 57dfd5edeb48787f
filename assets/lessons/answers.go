package lessons

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"backfill/assets/lessons/figures"
	"backfill/assets/lessons/pointer"
)

// mistakes are why the question cannot be answered, each about a key of its block: every question has one right answer, which the
// simulation knows, and wrong ones; a goal is not met at first, and can be reached by one slider, if there are sliders (of several, that is only a warning); whatever
// is told has its numbers.
func (q *Question) mistakes() []error {
	r, err := q.lab.Results()
	if err != nil {
		return []error{wrong("about", "%v", err)}
	}
	var all, warnings []error
	add := func(key string, err error) {
		if err != nil {
			all = append(all, wrong(key, "%v", err))
		}
	}
	switch q.Kind {
	case "one":
		add("options", q.distinct())
		_, err := q.Right(r)
		add("options", err)
	case "policy", "jobs", "number":
		right, err := q.Right(r)
		add("answer", err)
		if err == nil && q.Kind == "number" {
			add("tolerance", q.typable(right.Number))
		}
	case "goal":
		_, _, reached, err := q.Reach()
		if errors.As(err, new(*unsettled)) {
			warnings = append(warnings, &unsettled{wrong("goal", "%v", err)})
		} else {
			add("goal", err)
		}
		if reached != nil {
			r = reached
		}
	case "placement":
		var placed *figures.Results
		if _, placed, err = q.Place(); err == nil {
			r = placed
		}
		add("about", err)
	case "beat":
		if q.Beats(r) {
			add("rival", errors.New("it is beaten before anything is changed"))
		}
	}
	if len(all) > 0 {
		return all
	}
	for _, key := range q.unknown(r) {
		add(key, errors.New("the results do not have a number in it"))
	}
	return append(warnings, all...)
}

// unsettled is an error of which it cannot be said whether it is one.
type unsettled struct{ error }

func (u *unsettled) Unwrap() error { return u.error }

// distinct is an error if two options have the same text.
func (q *Question) distinct() error {
	for i, o := range q.Options {
		for k, other := range q.Options[:i] {
			if strings.Join(strings.Fields(o.Text), " ") == strings.Join(strings.Fields(other.Text), " ") {
				return fmt.Errorf("options %d and %d have the same text, %q", k+1, i+1, o.Text)
			}
		}
	}
	return nil
}

// typable is an error if the right number, rounded to two decimals in the question's unit, is beyond the tolerance, so that hardly anybody would type one within it.
func (q *Question) typable(right float64) error {
	typed := math.Round(right/q.parsed.Scale*100) / 100
	if math.Abs(typed*q.parsed.Scale-right) > q.slack(right)+1e-9 {
		return fmt.Errorf("the answer is %.6g %s; with two decimals, %v, it is off by more than the tolerance %s", right/q.parsed.Scale, q.Unit, typed, q.Tolerance)
	}
	return nil
}

// slack is how far a number may be from the right one.
func (q *Question) slack(right float64) float64 {
	if q.parsed.Within.Unit == figures.Percent && q.parsed.Answer.Unit != figures.Percent {
		return q.parsed.Within.Number * math.Abs(right)
	}
	return q.parsed.Within.Number
}

// Right is the right answer of a question by results: the number of the option, the policy, the jobs or the number.
// It is an error if the results do not tell, or leave more than one answer right or none, or all jobs.
func (q *Question) Right(r *figures.Results) (figures.Value, error) {
	if q.Kind == "one" {
		right := -1
		for i, when := range q.parsed.Options {
			holds, known := r.Holds(when)
			switch {
			case !known:
				return figures.Value{}, fmt.Errorf("the results do not tell whether option %d is right%s", i+1, r.Unstarted(when.Phrases()...))
			case holds && right >= 0:
				return figures.Value{}, fmt.Errorf("options %d and %d are both right", right+1, i+1)
			case holds:
				right = i
			}
		}
		if right < 0 {
			return figures.Value{}, errors.New("no option is right")
		}
		return figures.Value{Number: float64(right)}, nil
	}
	v, known := r.Evaluate(q.parsed.Answer)
	if !known {
		return v, errors.New("the results do not tell the answer" + r.Unstarted(q.parsed.Answer))
	}
	if q.Kind == "jobs" {
		return v, q.checkJobs(v.Jobs)
	}
	return v, nil
}

func (q *Question) checkJobs(right []int64) error {
	for _, j := range right {
		if !slices.Contains(q.Among, j) {
			return fmt.Errorf("job %d is right, and among has only %s", j, figures.FormatJobs(q.Among))
		}
	}
	switch n := len(right); {
	case q.Order && n != len(q.Among):
		return fmt.Errorf("%v are right, which are not all of %v", right, q.Among)
	case !q.Order && (n == 0 || n == len(q.Among)):
		return fmt.Errorf("%v are right of %v, which is no choice", right, q.Among)
	case !q.Several && !q.Order && n != 1:
		return fmt.Errorf("%v are right; one is to be chosen", right)
	}
	return nil
}

// Reach finds a value of one of the sliders with which the goal is met. It is an error if the goal is met from the beginning, or with no value of
// the only slider; with no value of one of several, each moved alone, it is an error of the type *unsettled. Where something else than sliders can be changed, too, that is
// not known, and there are no results.
func (q *Question) Reach() (pointer string, value float64, results *figures.Results, err error) {
	r, err := q.lab.Results()
	if err != nil {
		return "", 0, nil, err
	}
	switch holds, known := r.Holds(q.parsed.Goal); {
	case !known:
		return "", 0, nil, errors.New("the results do not tell whether the goal is met" + r.Unstarted(q.parsed.Goal.Phrases()...))
	case holds:
		return "", 0, nil, errors.New("the goal is met before anything is changed")
	}
	only := true // sliders
	for _, a := range q.lab.Allow {
		pointer, values := q.lab.values(a)
		only = only && len(values) > 0
		for _, v := range values {
			text, err := q.lab.changed(pointer, v)
			if err != nil {
				return "", 0, nil, err
			}
			if r, err = q.lab.simulate(text); err != nil {
				return "", 0, nil, err
			}
			if holds, _ := r.Holds(q.parsed.Goal); holds {
				return pointer, v, r, nil
			}
		}
	}
	if !only {
		return "", 0, nil, nil
	}
	if len(q.lab.Allow) == 1 {
		return "", 0, nil, fmt.Errorf("no value of %s meets the goal", q.lab.Allow[0])
	}
	return "", 0, nil, &unsettled{fmt.Errorf("no slider alone reaches it (%s); the check moves one at a time, and cannot tell whether several together do", strings.Join(q.lab.Allow, ", "))}
}

// unknown are the keys of what the question tells of which the results do not have a number.
func (q *Question) unknown(r *figures.Results) []string {
	var keys []string
	look := func(key string, p *figures.Phrase) {
		if p == nil {
			return
		}
		if _, ok := r.Evaluate(p); !ok && !slices.Contains(keys, key) {
			keys = append(keys, key)
		}
	}
	for i, f := range q.parsed.Figures {
		look(q.told[i], f.Phrase)
	}
	look("seek", q.parsed.Seek)
	look("select", q.parsed.Select)
	look("now", q.parsed.Now)
	return keys
}

// With are the results of the lab with another script of the reader's policy.
func (q *Question) With(source string) (*figures.Results, error) {
	text, err := pointer.With(q.lab.text, q.parsed.Beat.Path, source)
	if err != nil {
		return nil, err
	}
	return q.lab.simulate(text)
}

// Beats says whether the whole interval of the difference to the rival is on the better side, beyond what is asked for.
func (q *Question) Beats(r *figures.Results) bool {
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
