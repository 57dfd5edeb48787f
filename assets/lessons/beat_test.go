package lessons

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"backfill/assets/lessons/figures"
	"backfill/engine/experiment"
	"backfill/engine/scenario"
	"backfill/policies/written"
)

// contests is a lesson with one question of the kind beat.
const contests = `+++
title = "T"
sentence = "S."
minutes = 5
sources = ["X"]
+++

~~~backfill
id = "arena"
title = "A contest"
view = ["answers"]
%s
~~~

~~~question
id = "win"
about = "arena"
kind = "beat"
ask = "Win."
because = "So."
%s
~~~
`

const (
	drawn  = `{"version": 1, "machine": {"kind": "cluster", "processors": 16}, "workload": {"kind": "lublin", "jobs": 40, "load": 0.9}, "replications": 10, `
	rivals = `"policies": [{"kind": "easy", "label": "EASY"}, {"kind": "script", "label": "Mine"}, {"kind": "fcfs", "label": "FCFS"}]}`
	script = `[scripts]
Mine = "easy.star"`
	asks = `mine = "Mine"
rival = "EASY"
metric = "meanWait"
aim = "less"
`
	both = `allow = ["/policies/1/source"]
metrics = ["meanWait", "meanQueue"]
`
)

func contestLab(scenario, more string) string {
	return fmt.Sprintf("%sscenario = '''%s'''\n%s", more, scenario, script)
}

func TestContestsAreRead(t *testing.T) {
	lab := contestLab(drawn+rivals, both)
	for _, c := range []struct{ lab, question, want string }{
		{lab, asks, ""},
		{lab, asks + `by = "5 %"`, ""},
		{contestLab(drawn+rivals, strings.Replace(both, `source"`, `source:fcfs.star|easy.star"`, 1)), asks, ""},
		{contestLab(drawn+rivals, strings.Replace(both, `source"`, `source:fcfs.star|x.star"`, 1)), asks, `allow: "/policies/1/source:fcfs.star|x.star": x.star is no example of a script`},
		{lab, asks + `by = "10 min"`, ""},
		{lab, asks + `by = "-1 s"`, `by: "-1 s": a number from 0 on such as 5 % is accepted`},
		{lab, asks + `by = "3"`, `by: "3": numbers are not accepted here; a time such as 30 s or a share such as 5 % is`},
		{lab, asks + `goal = "meanWait of EASY < 1 s"`, "goal: a question of the kind beat has none"},
		{lab, strings.Replace(asks, `"Mine"`, `"Other"`, 1), `mine: "Other" is no policy of the experiment arena; EASY or Mine or FCFS is accepted`},
		{strings.Replace(lab, `"FCFS"`, `"In order"`, 1), strings.Replace(asks, `"Mine"`, `"Other"`, 1), `mine: "Other" is no policy of the experiment arena; EASY or Mine or In order is accepted`},
		{lab, strings.Replace(asks, `"Mine"`, `"FCFS"`, 1), `mine: "FCFS": the reader may not change it`},
		{lab, strings.Replace(asks, `"EASY"`, `"Mine"`, 1), `rival: "Mine": the reader may change it`},
		{lab, strings.Replace(asks, "meanWait", "maxWait", 1), `metric: "maxWait": one that the experiment arena lists in its metrics is accepted`},
		{lab, strings.Replace(asks, "meanWait", "meanQueue", 1), ""},
		{lab, strings.Replace(asks, "meanWait", "wait", 1), `metric: "wait": a metric of a result of which less or more is better`},
		{lab, strings.Replace(asks, "meanWait", "offeredLoad", 1), `metric: "offeredLoad": a metric of a result of which less or more is better`},
		{lab, strings.Replace(asks, `aim = "less"`, "", 1), "aim: missing"},
		{lab, asks + `hint = "{meanWait of Mine}"`, `changes with what the reader writes`},
		{contestLab(drawn+rivals, strings.Replace(both, "source", "label", 1)), asks, `mine: "Mine": the reader may not change it`},
		{contestLab(drawn+rivals, strings.Replace(both, `source"`, `source", "/policies/0/reservations"`, 1)), asks, `rival: "EASY": the reader may change it`},
		{contestLab(strings.Replace(drawn, "10, ", "9, ", 1)+rivals, both), asks, "about: the experiment arena has 9 replications; at least 10 are accepted"},
		{contestLab(strings.Replace(strings.Replace(drawn, `{"kind": "lublin", "jobs": 40, "load": 0.9}`, `{"kind": "jobs", "jobs": [{"run": 60}]}`, 1), `"replications": 10, `, "", 1)+rivals, both), asks,
			"about: the jobs of the experiment arena are the same with every seed"},
		{contestLab(strings.Replace(drawn, `"load": 0.9}`, `"load": 0.9}, "sweep": [{"path": "/workload/load", "values": [0.8, 0.9]}]`, 1)+rivals, both), asks, "about: the experiment arena has a precision or a sweep"},
		{strings.Replace(lab, "Mine = ", "Other = ", 1), asks, "scripts: 1 of 1 have no policy"},
	} {
		l, err := Read("t", fmt.Appendf(nil, contests, c.lab, c.question))
		switch {
		case c.want != "":
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s\n%s\n%v, want %s", c.lab, c.question, err, c.want)
			}
		case err != nil:
			t.Errorf("%s: %v", c.question, err)
		default:
			if !strings.Contains(l.Body, "Try it on new workloads") {
				t.Errorf("the question is %s", l.Body)
			}
		}
	}
}

// The page judges as it should, and tells it in these words.
func TestThePageJudgesContests(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node to run the page's script")
	}
	ratio := func(value, low, high float64) map[string]any {
		return map[string]any{"policy": "Mine", "baseline": "EASY", "metric": "meanWait", "kind": "ratio", "difference": value * 1000, "relative": value, "low": low, "high": high, "n": 20}
	}
	plain := func(value, low, high float64) map[string]any {
		return map[string]any{"policy": "Mine", "baseline": "EASY", "metric": "meanWait", "kind": "difference", "difference": value, "relative": value / 1000, "low": low, "high": high, "n": 20}
	}
	left := func(policy string, mean float64) map[string]any {
		return map[string]any{"policy": policy, "metric": "unfinished", "mean": mean}
	}
	type given struct {
		Comparisons []map[string]any `json:"comparisons,omitempty"`
		Summary     []map[string]any `json:"summary,omitempty"`
		Failures    []map[string]any `json:"failures,omitempty"`
	}
	type test struct {
		Results given   `json:"results"`
		Beat    contest `json:"beat"`
		Verdict string  `json:"verdict"`
		Text    string  `json:"text"`
	}
	wait := contest{Mine: "Mine", Rival: "EASY", Metric: "meanWait", Title: "mean wait", Better: "lower", Unit: figures.Seconds, Relative: true, Replications: 20, Level: 0.95}
	by := func(c contest, by float64, relative bool) contest { c.By, c.Relative = by, relative; return c }
	higher := wait
	higher.Better = "higher"
	compared := func(list ...map[string]any) given { return given{Comparisons: list} }
	const seed = "; 20 new workloads, seed 7)."
	cases := []test{
		{compared(plain(-120, -150, -90), ratio(-0.12, -0.15, -0.09)), wait, "beaten", "The mean wait is 12 % lower under your policy than under EASY (95 % interval: 9 % to 15 % lower" + seed},
		{compared(plain(-120, -150, -90), ratio(-0.12, -0.15, -0.09)), by(wait, 0.1, true), "short",
			"The mean wait is 12 % lower under your policy than under EASY (95 % interval: 9 % to 15 % lower" + seed + " For this question the whole interval has to be at least 10 % lower."},
		// The interval must lie beyond what is asked for: its end on it is not enough.
		{compared(plain(-120, -150, -90), ratio(-0.12, -0.15, -0.09)), by(wait, 0.09, true), "short", ""},
		{compared(plain(-120, -150, -90), ratio(-0.12, -0.15, -0.09)), by(wait, 60, false), "beaten", "The mean wait is 2 min lower under your policy than under EASY (95 % interval: 1 min 30 s to 2 min 30 s lower" + seed},
		{compared(plain(-120, -150, -90), ratio(-0.12, -0.15, -0.09)), higher, "worse", ""},
		{compared(plain(120, 90, 150), ratio(0.12, 0.09, 0.15)), higher, "beaten", "The mean wait is 12 % higher under your policy than under EASY (95 % interval: 9 % to 15 % higher" + seed},
		{compared(plain(120, 90, 150), ratio(0.12, 0.09, 0.15)), wait, "worse", "The mean wait is 12 % higher under your policy than under EASY (95 % interval: 9 % to 15 % higher" + seed},
		{compared(plain(-30, -120, 80), ratio(-0.03, -0.12, 0.08)), wait, "unknown",
			"Your policy is not known to differ from EASY: the mean wait is 3 % lower, but the 95 % interval goes from 12 % lower to 8 % higher (20 new workloads, seed 7)."},
		// An end at zero is on neither side.
		{compared(plain(-30, -120, 0), ratio(-0.03, -0.12, 0)), wait, "unknown", ""},
		{compared(plain(0, 0, 0), ratio(0, 0, 0)), wait, "same", "The mean wait is the same under your policy and under EASY on all of 20 new workloads, seed 7."},
		{given{Comparisons: compared(plain(-120, -150, -90), ratio(-0.12, -0.15, -0.09)).Comparisons, Summary: []map[string]any{left("EASY", 0), left("Mine", 28.25)}}, wait, "unfinished",
			"Under your policy 28.3 jobs of a workload, on average, never start (20 new workloads, seed 7). The mean wait is that of the jobs that do, so nothing follows from it."},
		{given{Comparisons: compared(plain(-120, -150, -90), ratio(-0.12, -0.15, -0.09)).Comparisons, Summary: []map[string]any{left("EASY", 2), left("Mine", 2)}}, wait, "beaten", ""},
		{given{Failures: []map[string]any{{"policy": "Mine", "message": "line 2, column 5: no"}}}, wait, "failed", "On the new workloads (seed 7) your policy failed: line 2, column 5: no."},
		{compared(), wait, "failed", ""},
		// The difference to another policy than the rival says nothing.
		{compared(map[string]any{"policy": "Mine", "baseline": "FCFS", "metric": "meanWait", "kind": "ratio", "relative": -0.5, "low": -0.6, "high": -0.4}), wait, "failed", ""},
	}
	input, err := json.Marshal(cases)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "--input-type=module", "--eval", `
import { draw, judge, sentence, tally } from "../beat.js";
let text = "";
for await (const part of process.stdin.setEncoding("utf8")) text += part;
JSON.parse(text).forEach(({ results, beat, verdict, text }, i) => {
  const judged = judge(results, beat);
  const told = sentence(judged, beat, 7);
  if (judged.verdict !== verdict || text && told !== text) console.log(i, judged.verdict, "want", verdict, "told", told, "want", text);
});
const seeds = Array.from({ length: 1000 }, draw);
if (seeds.some((seed) => !Number.isInteger(seed) || seed < 0 || seed >= 2 ** 31) || new Set(seeds).size < 990) console.log("seeds are", seeds);
const chance = "A policy that is no better than EASY seems to beat it in at most about one of 40 tries, by chance: the interval misses the truth in one of 20, on this side in half of them.";
const count = tally({ tried: 20, beaten: 1 }, { rival: "EASY", level: 0.95, by: 0, relative: true });
if (!count.startsWith("EASY beaten in 1 of 20 tries. " + chance)) console.log(count);`)
	cmd.Stdin = strings.NewReader(string(input))
	out, err := cmd.CombinedOutput()
	if err != nil || len(out) > 0 {
		t.Errorf("%s (error %v)", out, err)
	}
}

// What the lesson says of the classes by size: under first fit jobs of 9 to 64 processors wait less than under EASY, and wider ones longer, with 95 %
// confidence; about three of a hundred jobs are as wide.
func TestWideJobsPayForFirstFit(t *testing.T) {
	for _, l := range all(t) {
		lab := find(l.Labs, "many")
		if l.Name != "write-your-own-scheduler" || lab == nil {
			continue
		}
		s, err := scenario.Read(lab.text)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := scenario.Compile(s, written.Catalogs())
		if err != nil {
			t.Fatal(err)
		}
		var runs []*experiment.Run
		for replication := range plan.Replications {
			task, err := experiment.Prepare(plan, 0, replication, nil)
			if err != nil {
				t.Fatal(err)
			}
			for i := range plan.Policies {
				run, err := task.Simulate(i, nil)
				if err != nil {
					t.Fatal(err)
				}
				runs = append(runs, run)
			}
		}
		text, err := experiment.Collect(plan, runs).JSON()
		if err != nil {
			t.Fatal(err)
		}
		var all struct {
			GroupSummary []struct {
				Policy string
				Mean   map[string][]float64
			}
			GroupComparisons []struct {
				Policy    string
				Low, High map[string][]float64
			}
		}
		if err := json.Unmarshal(text, &all); err != nil {
			t.Fatal(err)
		}
		share := all.GroupSummary[0].Mean["shareOfJobs"][3]
		if share < 0.025 || share > 0.035 {
			t.Errorf("%v of the jobs have more than 64 processors", share)
		}
		for _, c := range all.GroupComparisons {
			if c.Policy != "First fit" {
				continue
			}
			low, high := c.Low["meanWait"], c.High["meanWait"]
			if len(low) != 4 || high[1] >= 0 || high[2] >= 0 || low[3] <= 0 {
				t.Errorf("the classes by size differ by %v to %v", low, high)
			}
			return
		}
		t.Fatalf("there is no comparison of classes: %s", text[:2000])
	}
	t.Error("there is no such lesson")
}
