package lessons

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"backfill/assets/lessons/figures"
	"backfill/assets/lessons/pointer"
	"backfill/ui/placing"
)

// A Change is what a reader made of a parameter of a lab's experiment.
type Change struct {
	Path  string          `json:"path"`  // JSON pointer
	Value json.RawMessage `json:"value"` // null: it is left out, so that it has its default
}

// With is the experiment of the lab with what a reader made of it. Only what the lab lets a reader change may be changed, within the range
// of its slider, and the jobs that are placed by hand. Errors name the path, and the value with what is accepted.
func (l *Lab) With(changes []Change) ([]byte, error) {
	text := l.text
	for i, c := range changes {
		if slices.ContainsFunc(changes[:i], func(other Change) bool { return other.Path == c.Path }) {
			return nil, fmt.Errorf("%s: changed twice", c.Path)
		}
		err := l.mayChange(c)
		if err == nil {
			text, err = c.put(text)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.Path, err)
		}
	}
	_, err := figures.Compile(text)
	return text, err
}

// Tried is the experiment as a question of the kind beat tries it: with what the reader made of it, on workloads that are drawn with a seed.
func (q *Question) Tried(changes []Change, seed int64) ([]byte, error) {
	b := q.parsed.Beat
	if b == nil {
		return nil, fmt.Errorf("%s: a question of the kind %s is not tried on other workloads; a seed is accepted for the kind beat", q.ID, q.Kind)
	}
	if seed < 0 || seed > math.MaxInt32 {
		return nil, fmt.Errorf("seed: %d: 0 to %d are accepted", seed, math.MaxInt32)
	}
	text, err := q.lab.With(changes)
	if err != nil {
		return nil, err
	}
	for path, value := range map[string]any{"/seed": seed, "/replications": b.Replications, "/baseline": b.Rival} {
		if text, err = pointer.With(text, path, value); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// Attempted is the experiment of a question as a student has attempted it, and its lab: with changes and, only in a question of the kind beat, on
// the workloads of a seed.
func (q *Question) Attempted(changes []Change, seed *int64) (*Lab, []byte, error) {
	if seed == nil && q.parsed.Beat != nil {
		return q.lab, nil, fmt.Errorf("seed: missing; that of the workloads of a try is accepted")
	}
	if seed == nil {
		text, err := q.lab.With(changes)
		return q.lab, text, err
	}
	text, err := q.Tried(changes, *seed)
	return q.lab, text, err
}

// digest tells the question from others, and from what it is in other versions of its lesson: the begin of a SHA-256 of all by which an answer is right or wrong, with the numbers that were
// drawn. What is only told afterwards (hint, because, seek, select) is not in it, nor is what stands around the question.
func (q *Question) digest() string {
	var experiment any                          // without the blanks and the order of its text
	_ = json.Unmarshal(q.lab.text, &experiment) // it was compiled before
	options := [][2]string{}
	for _, o := range q.Options {
		options = append(options, [2]string{o.Text, o.When})
	}
	text, _ := json.Marshal([]any{ // texts, numbers and what came from JSON: always possible
		q.Kind, q.Ask, options, q.Answer, q.Among, q.Several, q.Order, q.Unit, q.Tolerance, q.Goal, q.Aim, q.Now, q.Mine, q.Rival, q.Metric, q.By, q.lab.Allow, experiment,
	})
	return Digest(text)
}

// mayChange says what is wrong with a change that the lab does not let a reader make.
func (l *Lab) mayChange(c Change) error {
	if i := placing.In(l.plan); i >= 0 && c.Path == fmt.Sprintf("/policies/%d/moves", i) {
		return nil
	}
	for _, a := range l.Allow {
		pointer, values := l.values(a)
		if pointer != c.Path {
			continue
		}
		if values == nil {
			return nil
		}
		var chosen *float64
		err := json.Unmarshal(c.Value, &chosen)
		if chosen == nil && err == nil {
			var root any
			err = json.Unmarshal(l.text, &root)
			chosen = l.defaultOf(root, pointer)
		}
		step := values[1] - values[0]
		if err != nil || chosen == nil || !slices.ContainsFunc(values, func(v float64) bool { return math.Abs(v-*chosen) <= step/1e6 }) {
			return fmt.Errorf("%s: %v to %v in steps of %v are accepted", shortened(c.Value), values[0], values[len(values)-1], step)
		}
		return nil
	}
	if len(l.Allow) == 0 {
		return fmt.Errorf("the experiment %s lets a reader change nothing", l.ID)
	}
	return fmt.Errorf("the experiment %s does not let a reader change it; it allows %s", l.ID, strings.Join(l.Allow, ", "))
}

// shortened is a value as messages quote it.
func shortened(value json.RawMessage) string {
	const most = 100
	if len(value) > most {
		return fmt.Sprintf("%q …", value[:most])
	}
	return string(value)
}

// put is a scenario with the change.
func (c Change) put(scenario []byte) ([]byte, error) {
	var value any
	if err := json.Unmarshal(c.Value, &value); err != nil {
		return nil, errors.New("the value is no JSON")
	}
	if value == nil {
		return pointer.Without(scenario, c.Path)
	}
	return pointer.With(scenario, c.Path, value)
}
