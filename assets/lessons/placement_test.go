package lessons

import (
	"fmt"
	"strings"
	"testing"
)

// placements is a lesson with one question for a placement, of two jobs of 4 processors each on as many: the second waits a minute for the first.
const placements = `+++
title = "T"
sentence = "S."
minutes = 5
sources = ["X"]
+++

~~~backfill
id = "two"
title = "Two jobs"
view = ["play"]
scenario = '{"version": 1, "machine": {"kind": "cluster", "processors": 4}, "workload": {"kind": "jobs", "jobs": [{"run": 60, "processors": 4}, {"run": 60, "processors": 4}]}, "policies": [%s]}'
~~~

~~~question
id = "place"
about = "two"
kind = "placement"
ask = "Place them."
because = "So."
%s
~~~
`

func TestPlacementsAreRead(t *testing.T) {
	const byHand, withRule = `{"kind": "by-hand", "label": "Mine"}`, `{"kind": "by-hand", "label": "Mine", "rule": "easy"}`
	for _, c := range []struct{ policies, more, want string }{
		{withRule, "", ""},
		{byHand, `goal = "meanWait of Mine < 31 s"`, ""},
		{byHand, "", "goal: missing; a condition, or a rule of the policy by-hand in the experiment two, is accepted"},
		{byHand, `answer = "3"`, "answer: a question of the kind placement has none"},
		{byHand, `goal = "meanWait of EASY < 1 s"`, `"EASY" is no policy`},
		{`{"kind": "easy"}`, "", "the experiment two has no policy by-hand"},
		{`{"kind": "by-hand", "moves": "0:1", "rule": "easy"}`, "", "in the experiment two jobs have been placed already"},
		{`{"kind": "by-hand", "moves": "0", "rule": "easy"}`, "", "policy 1 of the list: moves"},
	} {
		l, err := Read("t", fmt.Appendf(nil, placements, c.policies, c.more))
		switch {
		case c.want != "":
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s, %s: %v, want %s", c.policies, c.more, err, c.want)
			}
		case err != nil:
			t.Errorf("%s, %s: %v", c.policies, c.more, err)
		default:
			moves, _, err := l.Questions[0].Place()
			if err != nil || moves.String() != "0:1; 60:2" {
				t.Errorf("%s, %s: it is answered by %s, %v", c.policies, c.more, moves, err)
			}
			if !strings.Contains(l.Body, `<b data-now>not known yet</b>`) || strings.Contains(l.Body, `type="submit"`) {
				t.Errorf("the question is %s", l.Body)
			}
		}
	}
	l, err := Read("t", fmt.Appendf(nil, placements, byHand, `goal = "meanWait of Mine < 29 s"`))
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.Questions[0].Place(); err == nil {
		t.Error("a goal that nobody reaches is reached")
	}
}
