package lessons

import (
	"errors"
	"fmt"
	"strings"

	"backfill/assets/lessons/figures"
	"backfill/assets/lessons/pointer"
	"backfill/engine"
	"backfill/engine/byhand"
	"backfill/policies/written"
	"backfill/ui/placing"
	"backfill/ui/timeline"
)

// rules are those of which one is to meet the goal of a placement.
var rules = []string{"fcfs", "easy", "conservative", "priority-backfill", "los", "fpfs"}

// Place finds moves that answer a question for a placement: those of the rule or, with a goal, those of one of several policies that meets it. It is an error if
// there are none, if there is nobody to be placed, or if a schedule without the last of the moves is right, too.
func (q *Question) Place() (byhand.Moves, *figures.Results, error) {
	h, _, err := q.placed("moves", "")
	if err != nil {
		return nil, nil, err
	}
	if h.Complete() {
		return nil, nil, errors.New("there is nobody to be placed")
	}
	if q.Goal != "" {
		return q.placeForGoal()
	}
	rule, err := h.Rule(written.Catalogs(), timeline.Clock{})
	if err != nil {
		return nil, nil, err
	}
	moves := byhand.Of(rule.Outcome)
	h, r, err := q.placed("moves", moves.String())
	if err != nil {
		return nil, nil, err
	}
	if d := h.Departure(rule, engine.Never); d != nil || !h.Complete() {
		return nil, nil, fmt.Errorf("the rule's own schedule departs from it: %+v", d)
	}
	wrong, _, err := q.placed("moves", moves[:len(moves)-1].String())
	if err != nil {
		return nil, nil, err
	}
	if wrong.Complete() || wrong.Departure(rule, engine.Never) == nil {
		return nil, nil, errors.New("a schedule without the last of the jobs is right")
	}
	return moves, r, nil
}

// ruleStarts is when each job starts in the schedule of the rule, in the order of the lab's jobs; nil where there is no rule that the schedule is to follow.
func (q *Question) ruleStarts() (*table, error) {
	if placing.In(q.lab.plan) < 0 || placing.WhyNot(q.lab.plan) != "" {
		return nil, nil
	}
	h, err := placing.Follow(q.lab.plan)
	if err != nil {
		return nil, err
	}
	rule, err := h.Rule(written.Catalogs(), timeline.Clock{})
	if err != nil || rule == nil {
		return nil, err
	}
	return q.lab.startsTable(byhand.Of(rule.Outcome)), nil
}

func (q *Question) placeForGoal() (byhand.Moves, *figures.Results, error) {
	for _, kind := range rules {
		h, _, err := q.placed("rule", kind)
		if err != nil {
			return nil, nil, err
		}
		rule, err := h.Rule(written.Catalogs(), timeline.Clock{})
		if err != nil {
			return nil, nil, err
		}
		moves := byhand.Of(rule.Outcome)
		_, r, err := q.placed("moves", moves.String())
		if err != nil {
			return nil, nil, err
		}
		if holds, _ := r.Holds(q.parsed.Goal); holds {
			return moves, r, nil
		}
	}
	return nil, nil, fmt.Errorf("the goal is met under none of %s", strings.Join(rules, ", "))
}

// placed is the schedule, and its results, with another value of a parameter of the policy by-hand.
func (q *Question) placed(parameter, value string) (*placing.Hand, *figures.Results, error) {
	text, err := pointer.With(q.lab.text, fmt.Sprintf("/policies/%d/%s", placing.In(q.lab.plan), parameter), value)
	if err != nil {
		return nil, nil, err
	}
	r, err := q.lab.simulate(text)
	if err != nil {
		return nil, nil, err
	}
	plan, err := figures.Compile(text)
	if err != nil {
		return nil, nil, err
	}
	h, err := placing.Follow(plan)
	return h, r, err
}
