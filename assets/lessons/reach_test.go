package lessons

import (
	"fmt"
	"strings"
	"testing"
)

// Both jobs need the whole machine, so that job 2 ends when both have run. They run for 60 s each, and each slider makes one run for 120 s: job 2 ends at 120 s,
// with one of them at 180 s, with both at 240 s. The question begins in line 17, its goal is in line 21.
func TestGoalsThatSlidersReach(t *testing.T) {
	const first, second = `"/workload/jobs/0/run:60..120:60"`, `"/workload/jobs/1/run:60..120:60"`
	for _, c := range []struct {
		allow, goal string
		warning     bool
		want        string // "": nothing is wrong
		key         string // what the key says, if there is one
	}{
		{first, "> 170 s", false, "", "For example with Run at 120; end of job 2 under FCFS is then 3 min."},
		{first, "> 200 s", false, "question both: goal: no value of /workload/jobs/0/run:60..120:60 meets the goal", ""},
		{first + ", " + second, "> 170 s", false, "", "For example with Run at 120; end of job 2 under FCFS is then 3 min."},
		{first + ", " + second, "> 200 s", true, "question both: goal: no slider alone reaches it (/workload/jobs/0/run:60..120:60, /workload/jobs/1/run:60..120:60); the check moves one at a time, and cannot tell whether several together do", "To be reached: late. The numbers below are those before anything is changed.</p>\n<p>At 2 min.</p>"},
		{first + ", " + second, "> 100 s", false, "question both: goal: the goal is met before anything is changed", ""},
	} {
		text := fmt.Sprintf(`+++
title = "T"
sentence = "S."
minutes = 5
sources = ["X"]
+++

~~~backfill
id = "two"
title = "Two jobs"
view = ["timeline"]
allow = [%s]
scenario = '{"version": 1, "machine": {"kind": "cluster", "processors": 1}, "policies": [{"kind": "fcfs", "label": "FCFS"}], "workload": {"kind": "jobs", "jobs": [{"run": 60}, {"run": 60}]}}'
~~~

~~~question
id = "both"
about = "two"
kind = "goal"
ask = "Later?"
goal = "end of job 2 under FCFS %s"
aim = "late"
now = "end of job 2 under FCFS"
because = "At {end of job 2 under FCFS}."
~~~
`, c.allow, c.goal)
		found := Check("reach", []byte(text))
		switch {
		case c.want == "":
			if len(found) > 0 {
				t.Errorf("%s %s: told is %v", c.allow, c.goal, found)
			}
		case len(found) != 1 || found[0].Line != 21 || found[0].Reason != c.want || found[0].Warning != c.warning:
			t.Errorf("%s %s: told is %v, want line 21: %s", c.allow, c.goal, found, c.want)
		}
		l, err := Read("reach", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		key, err := Key(l)
		if (err == nil) != (c.key != "") || !strings.Contains(key, c.key) {
			t.Errorf("%s %s: the key has no %q (error %v): %s", c.allow, c.goal, c.key, err, key)
		}
	}
}
