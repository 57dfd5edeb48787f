package scenario_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"reflect"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload"
	"backfill/policies"
)

const (
	lublin  = `"workload": {"kind": "lublin", "jobs": 20, "load": 0.7}`
	drawn   = `{"version": 1, ` + machine + `, ` + lublin + `, "policies": [{"kind": "easy"}, {"kind": "fcfs"}], `
	byLoad  = `"sweep": [{"path": "/workload/load", "values": [0.5, 0.6, 0.7]}]`
	oneJobs = `{"version": 1, ` + machine + `, ` + jobs + `, "policies": [{"kind": "easy"}, {"kind": "fcfs"}], `
)

func TestExperimentRefusals(t *testing.T) {
	const (
		load      = "a number from 0.001 to 100 is accepted"
		any       = "no parameter that a sweep can vary; one of the machine, the workload, a policy or kill is accepted, such as /workload/load or /policies/0/reservations"
		size      = "no parameter that a sweep can vary; known here are /machine/processors, /machine/unit"
		easy      = "no parameter that a sweep can vary; known here are /policies/0/reservations, /policies/0/others, /policies/0/pass, /policies/0/heads, /policies/0/extra, /policies/0/pastHead, /policies/0/belief, /policies/0/correction, /policies/0/elastic"
		values    = "a list [ ] of 1 to 100 entries is accepted"
		times     = "a whole number from 1 to 10000 is accepted"
		most      = "a whole number from 2 to 10000 replications is accepted"
		sameAgain = "the workload is the same every time and no policy draws anything, so that repeating it says nothing new; 1 replication without precision is accepted"
		labels    = "one of the policies easy, fcfs is accepted"
	)
	claim := func(rest string) string {
		return drawn + byLoad + `, "claims": [{"metric": "meanWait", "policy": "easy", ` + rest + `}]}`
	}
	hundred := make([]string, 101)
	for i := range hundred {
		hundred[i] = fmt.Sprint(i + 1)
	}
	many := strings.Join(hundred[:100], ", ")
	for _, c := range []struct{ text, path, value, reason string }{
		// Shape of a sweep.
		{drawn + `"sweep": {}}`, "/sweep", "{}", "a list [ ] of 0 to 2 entries is accepted"},
		{drawn + `"sweep": [{}, {}, {}]}`, "/sweep", "3 entries", "a list [ ] of 0 to 2 entries is accepted"},
		{drawn + `"sweep": [5]}`, "/sweep/0", "5", "an object { } is accepted"},
		{drawn + `"sweep": [{"values": [1]}]}`, "/sweep/0/path", "", "missing; a text is accepted"},
		{drawn + `"sweep": [{"path": "/workload/load"}]}`, "/sweep/0/values", "", "missing; a list [ ] of 1 to 100 values is accepted"},
		{drawn + `"sweep": [{"path": "/workload/load", "values": []}]}`, "/sweep/0/values", "[]", values},
		{drawn + `"sweep": [{"path": "/workload/load", "values": 0.5}]}`, "/sweep/0/values", "0.5", values},
		{drawn + `"sweep": [{"path": "/workload/jobs", "values": [` + strings.Join(hundred, ", ") + `]}]}`,
			"/sweep/0/values", "101 entries", values},
		{drawn + `"sweep": [{"path": "/workload/load", "values": [1], "step": 1}]}`, "/sweep/0/step", "1", "unknown key; known are path, values"},
		{drawn + byLoad[:len(byLoad)-1] + `, {"path": "/workload/load", "values": [1]}]}`, "/sweep/1/path", `"/workload/load"`,
			"the other axis has this path; two different ones are accepted"},

		// Paths that lead to no parameter.
		{drawn + `"sweep": [{"path": "", "values": [1]}]}`, "/sweep/0/path", `""`, any},
		{drawn + `"sweep": [{"path": "load", "values": [1]}]}`, "/sweep/0/path", `"load"`, any},
		{drawn + `"sweep": [{"path": "/seed", "values": [1]}]}`, "/sweep/0/path", `"/seed"`, any},
		{drawn + `"sweep": [{"path": "/policies/2/reservations", "values": [1]}]}`, "/sweep/0/path", `"/policies/2/reservations"`, any},
		{drawn + `"sweep": [{"path": "/policies/-1/reservations", "values": [1]}]}`, "/sweep/0/path", `"/policies/-1/reservations"`, any},
		{drawn + `"sweep": [{"path": "/policies/0/label", "values": ["a"]}]}`, "/sweep/0/path", `"/policies/0/label"`, easy},
		{drawn + `"sweep": [{"path": "/policies/0/maxSkip", "values": [1]}]}`, "/sweep/0/path", `"/policies/0/maxSkip"`, easy},
		{drawn + `"sweep": [{"path": "/machine/size", "values": [1]}]}`, "/sweep/0/path", `"/machine/size"`, size},
		{drawn + `"sweep": [{"path": "/machine/processors/0", "values": [1]}]}`, "/sweep/0/path", `"/machine/processors/0"`, size},
		{drawn + `"sweep": [{"path": "/machine", "values": [1]}]}`, "/sweep/0/values/0", `1`, "an object { } is accepted"},
		{drawn + `"sweep": [{"path": "/machine", "values": [{"kind": "cluster", "label": "\u00a0 "}]}]}`, "/sweep/0/values/0/label", `"\u00a0 "`, "a label that is not blank is accepted"},
		{drawn + `"sweep": [{"path": "/machine", "values": [{"kind": "cluster"}]}]}`, "/sweep/0/values/0/label", ``, "missing; a name for results is accepted"},
		{drawn + `"sweep": [{"path": "/machine", "values": [{"kind": "cluster", "label": "a"}, {"kind": "hosts", "label": "a"}]}]}`, "/sweep/0/values/1/label", `"a"`,
			"the label of number 1 of the list; different labels are accepted"},
		{drawn + `"sweep": [{"path": "/machine", "values": [{"kind": "cluster", "processors": 8, "label": "a"}, {"kind": "cluster", "processors": 0, "label": "b"}]}]}`, "/sweep/0/values/1/processors", `0`,
			"a whole number from 1 to 16777216 processors is accepted"},
		{drawn + `"sweep": [{"path": "/machine", "values": [{"kind": "cluster", "processors": 8, "label": "a"}]}, {"path": "/machine/unit", "values": [1]}]}`, "/sweep/1/path", `"/machine/unit"`,
			"the other axis varies /machine; one of the two is accepted"},
		{drawn + `"sweep": [{"path": "/workload/transform/0", "values": [{"kind": "estimates", "label": "a"}]}]}`, "/sweep/0/path", `"/workload/transform/0"`,
			"the workload has 0 transformations, counted from 0; one of them is accepted"},
		{drawn + `"sweep": [{"path": "/policies/0", "values": [{"kind": "fcfs", "label": "a"}]}]}`, "/sweep/0/path", `"/policies/0"`, any},
		{with(`"sweep": [{"path": "/workload/jobs/1/run", "values": [1]}], "workload": {"kind": "jobs", "jobs": [{"run": 60}]}`),
			"/sweep/0/path", `"/workload/jobs/1/run"`, "no parameter that a sweep can vary; known here are /workload/maxCommands"},
		{with(`"sweep": [{"path": "/workload/file", "values": ["b"]}], "workload": {"kind": "swf", "file": "a"}`), "/sweep/0/path", `"/workload/file"`, any},

		{drawn + `"sweep": [{"path": "/workload/jobs", "values": [` + strings.Join(hundred[:50], ", ") + `]}, {"path": "/machine/processors", "values": [` + strings.Join(hundred[:21], ", ") + `]}]}`,
			"/sweep", "50 × 21 values", "no more than 1000 points are accepted"},

		// Values.
		{drawn + `"sweep": [{"path": "/workload/load", "values": [0.5, 0.6, 0]}]}`, "/sweep/0/values/2", "0", load},
		{drawn + `"sweep": [{"path": "/workload/load", "values": [0.5, "0.6"]}]}`, "/sweep/0/values/1", `"0.6"`, load},
		{drawn + `"sweep": [{"path": "/workload/load", "values": [null]}]}`, "/sweep/0/values/0", "null", load},
		{drawn + `"sweep": [{"path": "/workload/load", "values": [[0.5]]}]}`, "/sweep/0/values/0", "[0.5]", load},
		{drawn + `"sweep": [{"path": "/workload/load", "values": [0.5, 1, 5e-1]}]}`, "/sweep/0/values/2", "5e-1",
			"the same value as 0.5, number 1 of the list; different values are accepted"},
		{drawn + `"sweep": [{"path": "/machine/processors", "values": [8, 1.5]}]}`, "/sweep/0/values/1", "1.5", "a whole number from 1 to 16777216 processors is accepted"},
		{drawn + `"sweep": [{"path": "/kill/rule", "values": ["estimate", "soft"]}]}`, "/sweep/0/values/1", `"soft"`, "one of estimate, grace, sweep, never is accepted"},
		{drawn + `"sweep": [{"path": "/kill/rule", "values": ["never", "grace"]}]}`, "/sweep/0/values/1", `"grace"`,
			"makes this impossible: /kill/grace: missing; a number from 0 to 1000000000 s is accepted"},
		{with(`"sweep": [{"path": "/kill/rule", "values": ["never", "grace"]}], "kill": {"rule": "estimate"}`), "/sweep/0/values/1", `"grace"`,
			"makes this impossible: /kill/grace: missing; a number from 0 to 1000000000 s is accepted"},
		// 8 processors are two units of 4, 9 are not.
		{drawn + `"sweep": [{"path": "/machine/unit", "values": [1, 4]}, {"path": "/machine/processors", "values": [8, 9]}]}`, "/sweep/0/values/1", "4",
			"a divisor of the 9 processors is accepted (at /machine/processors 9)"},
		{with(`"sweep": [{"path": "/machine/processors", "values": [8, 9]}], "machine": {"kind": "cluster", "processors": 8, "unit": 2}`), "/sweep/0/values/1", "9",
			"makes this impossible: /machine/unit: 2: a divisor of the 9 processors is accepted"},

		// Replications.
		{drawn + `"replications": 0}`, "/replications", "0", times},
		{drawn + `"replications": 1000000}`, "/replications", "1000000", times},
		{drawn + `"replications": 1.5}`, "/replications", "1.5", times},
		{oneJobs + `"replications": 2}`, "/replications", "2", sameAgain},
		{drawn + `"replications": 10000, "sweep": [{"path": "/workload/jobs", "values": [` + many + `]}]}`, "/replications", "10000",
			"makes more than 200000 runs; with 100 points and 2 policies at most 1000 replications are accepted"},
		{drawn + `"workers": -1}`, "/workers", "-1", "a whole number from 0 to 64 is accepted"},
		{drawn + `"workers": 65}`, "/workers", "65", "a whole number from 0 to 64 is accepted"},

		// Precision and steady.
		{drawn + `"precision": true}`, "/precision", "true", "an object { } is accepted"},
		{drawn + `"precision": {"relativeHalfWidth": 0}}`, "/precision/relativeHalfWidth", "0", "a number from 0.0001 to 1 is accepted"},
		{drawn + `"precision": {"level": 1}}`, "/precision/level", "1", "a number from 0.5 to 0.999 is accepted"},
		{drawn + `"precision": {"level": 95}}`, "/precision/level", "95", "a number from 0.5 to 0.999 is accepted"},
		{drawn + `"precision": {"maxReplications": 1}}`, "/precision/maxReplications", "1", most},
		{drawn + `"precision": {"maxReplications": 100000}}`, "/precision/maxReplications", "100000", most},
		{drawn + `"precision": {"halfWidth": 1}}`, "/precision/halfWidth", "1", "unknown key; known are relativeHalfWidth, level, maxReplications, metric, groups"},
		{drawn + `"precision": {"maxReplications": 50}, "replications": 51}`, "/replications", "51", "no more than the maxReplications 50 of precision are accepted"},
		{oneJobs + `"precision": {"maxReplications": 50}}`, "/precision/maxReplications", "50", sameAgain},
		{drawn + `"steady": {"warmup": 5}}`, "/steady/batch", "", "missing; a whole number from 1 to 1000000000 jobs is accepted"},
		{drawn + `"steady": {"warmup": -1, "batch": 5}}`, "/steady/warmup", "-1", "a whole number from 0 to 1000000000 jobs is accepted"},

		// Elastic.
		{drawn + `"record": "none", "baseline": "easy(elastic=true)"}`, "/baseline", `"easy(elastic=true)"`, labels},
		{with(`"policies": [{"kind": "fcfs", "elastic": "yes"}]`), "/policies/0/elastic", `"yes"`, "true or false is accepted"},

		// Claims.
		{claim(`"direction": "lower", "than": "fcfs"`), "/claims/0/than", `"fcfs"`,
			"unknown key; known are metric, policy, versus, direction, published, value, best, within, source, remark, at, versusAt, where, versusWhere"},
		{claim(`"value": 0.1`), "/claims/0/direction", "", "missing; one of lower, higher, same is accepted"},
		{claim(`"direction": "lower", "versus": "los"`), "/claims/0/versus", `"los"`, labels},
		{claim(`"direction": "lower", "versus": "easy"`), "/claims/0/versus", `"easy"`, "the policy itself; another one is accepted"},
		{claim(`"direction": "lower"`), "/claims/0/value", "", "missing; without versus, a figure that is claimed is needed"},
		{claim(`"direction": "lower", "versus": "fcfs", "value": -0.1`), "/claims/0/value", "-0.1", "a number above 0 is accepted: the relative improvement in the direction that is claimed"},
		{claim(`"direction": "lower", "versus": "fcfs", "within": 0.1`), "/claims/0/within", "0.1", "is for the direction same only"},
		{claim(`"direction": "same", "versus": "fcfs", "value": 0.1`), "/claims/0/value", "0.1", "with the direction same and another policy, within is accepted instead"},
		{claim(`"direction": "lower", "versus": "fcfs", "best": true`), "/claims/0/best", "true", "is for a value with versus in a scenario with a sweep only"},
		{claim(`"direction": "lower", "versus": "fcfs", "at": 0.5`), "/claims/0/at", "0.5", "an object with a value for each path of the sweep is accepted"},
		{claim(`"direction": "lower", "versus": "fcfs", "at": {}`), "/claims/0/at", "", "the value of /workload/load is missing; one for each path of the sweep is accepted"},
		{claim(`"direction": "lower", "versus": "fcfs", "at": {"/workload/load": 0.65}`), "/claims/0/at/~1workload~1load", "0.65", "one of the sweep's values 0.5, 0.6, 0.7 is accepted"},
		{claim(`"direction": "lower", "versus": "fcfs", "at": {"/workload/load": 0.6, "/seed": 1}`), "/claims/0/at/~1seed", "", "the sweep does not vary this; its paths are accepted"},
		{claim(`"direction": "lower", "versusAt": {"/workload/load": 0.5}`), "/claims/0/versus", "", "missing; the policy itself or another one is accepted"},
		{claim(`"direction": "lower", "versusWhere": [{"by": "size", "most": 2}]`), "/claims/0/versus", "", "missing; the policy itself or another one is accepted"},
		{claim(`"direction": "lower", "versus": "easy", "where": [{"by": "size", "most": 2}]`), "/claims/0/versus", `"easy"`, "the policy itself; another one is accepted"},
		{claim(`"direction": "lower", "versus": "easy", "versusAt": {"/workload/load": 0.5}`), "/claims/0/versusAt", "", "a claim that compares two points needs at, the other of them, and cannot be about the best one"},
		{claim(`"direction": "lower", "versus": "easy", "where": [{"by": "size", "most": 2}], "versusWhere": [{"by": "size", "most": 2}]`), "/claims/0/versusWhere", "",
			"the same jobs under the same policy; other jobs are accepted"},
		{claim(`"direction": "lower", "versus": "fcfs", "versusAt": 0.5`), "/claims/0/versusAt", "0.5", "an object with a value for each path of the sweep is accepted"},
		{claim(`"direction": "lower", "versus": "easy", "at": {"/workload/load": 0.5}, "versusAt": {"/workload/load": 0.55}`), "/claims/0/versusAt/~1workload~1load", "0.55", "one of the sweep's values 0.5, 0.6, 0.7 is accepted"},
		{claim(`"direction": "lower", "versus": "easy", "at": {"/workload/load": 0.5}, "versusAt": {"/workload/load": 0.5}`), "/claims/0/versusAt", "", "the same policy at the same point; another one is accepted"},
		{claim(`"direction": "lower", "versus": "fcfs", "where": [{"by": "size", "most": 0}]`), "/claims/0/where/0/most", "0", "one of the positive whole numbers of processors is accepted"},
		{drawn + `"claims": [{"metric": "utilization", "policy": "easy", "versus": "fcfs", "direction": "lower", "where": [{"by": "size", "most": 2}]}]}`,
			"/claims/0/metric", `"utilization"`, "of some of the jobs is undefined; a metric of jobs is accepted with where"},
		{drawn + `"precision": {"groups": true}}`,
			"/precision/groups", "true", "the scenario asks for no groups; false is accepted"},
		{drawn + `"groups": [{"by": "size", "quantiles": 2}], "precision": {"groups": true, "metric": "utilization"}}`,
			"/precision/metric", `"utilization"`, "of some of the jobs is undefined; a metric of jobs is accepted with groups"},
		{drawn + `"replications": 10000, "groups": [{"by": "queue", "each": {"by": "month"}}]}`, "/groups", "",
			"20000 runs with up to 441 groups each are too many; fewer groups, points or replications are accepted, so that the product is at most 4166666"},
		{drawn + `"claims": [{"metric": "meanWait", "policy": "los", "direction": "lower", "value": 1}]}`, "/claims/0/policy", `"los"`, labels},
		{drawn + `"claims": [{"metric": "meanWait", "policy": "easy", "versus": "fcfs", "direction": "lower", "at": {}}]}`, "/claims/0/at", "", "there is no sweep, so that nothing is accepted here"},
	} {
		_, err := compile(c.text)
		want := &param.Error{Path: c.path, Value: c.value, Reason: c.reason}
		var wrong *param.Error
		if !errors.As(err, &wrong) || *wrong != *want {
			t.Errorf("%s:\ngot  %v\nwant %v", c.text, err, want)
		}
	}
}

// Two axes: the second one changes first, both reach what is made at each point, and the
// labels stay those of the scenario as it is written, even where two policies become
// the same.
func TestPointsOfASweep(t *testing.T) {
	p := mustCompile(t, `{"version": 1, `+machine+`, `+lublin+`, "policies": [{"kind": "easy", "reservations": 3}, {"kind": "easy"}],
		"sweep": [{"path": "/kill/rule", "values": ["never", "estimate"]}, {"path": "/policies/1/reservations", "values": [2, 3.0, 1]}]}`)
	var got []string
	for i, point := range p.Points {
		if point.Index != i {
			t.Errorf("point %d has the index %d", i, point.Index)
		}
		got = append(got, fmt.Sprint(point.Options.Kill, " ", point.Values["/kill/rule"], " ", point.Policies[1].New().(*policies.EASY).Reservations, " ", point.Values["/policies/1/reservations"],
			" ", point.Policies[0].Label, " ", point.Policies[1].Label))
	}
	var want []string
	for _, kill := range []string{"2 never", "0 estimate"} {
		for _, n := range []int64{2, 3, 1} {
			want = append(want, fmt.Sprintf("%s %d %d easy(reservations=3) easy", kill, n, n))
		}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	if !p.SameWorkload(0, 5) {
		t.Error("neither axis changes the jobs, yet they differ")
	}
}

// A sweep over a whole transformation: its labels are the values of the points, of which
// one may be named by a claim, and other transformations stay as they are.
func TestPointsOfASweptPart(t *testing.T) {
	p := mustCompile(t, `{"version": 1, `+machine+`, "policies": [{"kind": "easy"}, {"kind": "fcfs"}],
		"workload": {"kind": "lublin", "jobs": 20, "transform": [{"kind": "estimates"}, {"kind": "first", "jobs": 10}]},
		"sweep": [{"path": "/workload/transform/0", "values": [
			{"kind": "estimates", "model": "factor", "factor": 3, "capped": false, "label": "R* = 3T"}, {"label": "fewer", "kind": "first", "jobs": 5}]}],
		"claims": [{"metric": "meanWait", "policy": "easy", "versus": "fcfs", "direction": "lower", "at": {"/workload/transform/0": "fewer"}}]}`)
	for i, want := range []struct {
		label  string
		jobs   int
		factor engine.Time
	}{{"R* = 3T", 10, 3}, {"fewer", 5, 1}} {
		w, _, err := p.Points[i].Workload(0, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Points[i].Values["/workload/transform/0"]; got != want.label || len(w.Jobs) != want.jobs || w.Jobs[0].Estimate != want.factor*w.Jobs[0].Run {
			t.Errorf("point %d: %v, %d jobs, the first %+v; want %+v", i, got, len(w.Jobs), w.Jobs[0], want)
		}
	}
	if p.Claims[0].At != 1 {
		t.Errorf("the claim is about point %d", p.Claims[0].At)
	}
	if !p.SameSource(0, 0, 1, 0) || p.SameWorkload(0, 1) {
		t.Error("the points have the same jobs before the transformations, and others after them")
	}
}

func TestPointsWithTheSameWorkload(t *testing.T) {
	for sweep, same := range map[string]bool{
		`{"path": "/policies/0/elastic", "values": [true, false]}`:     true,
		`{"path": "/simultaneous", "values": ["batch", "sequential"]}`: true,
		`{"path": "/machine/unit", "values": [1, 2]}`:                  true,
		`{"path": "/machine/processors", "values": [8, 16]}`:           false, // the model draws for the machine
		`{"path": "/workload/load", "values": [0.5, 0.6]}`:             false,
		`{"path": "/workload/serial", "values": [0.1, 0.2]}`:           false,
	} {
		p := mustCompile(t, drawn+`"sweep": [`+sweep+`]}`)
		if p.SameWorkload(0, 1) != same {
			t.Errorf("%s: the same workload: %v, want %v", sweep, !same, same)
		}
		first, _, err := p.Points[0].Workload(3, nil)
		if err != nil {
			t.Fatal(err)
		}
		second, _, err := p.Points[1].Workload(3, nil)
		if err != nil {
			t.Fatal(err)
		}
		if reflect.DeepEqual(first, second) != same {
			t.Errorf("%s: the jobs are the same: %v, want %v", sweep, !same, same)
		}
	}
}

// Every parameter that is listed can be swept over its present value, or over the
// largest one that is accepted, and cells of tables can, too.
func TestSweepableParametersCanBeSwept(t *testing.T) {
	text := `{"version": 1, "machine": {"kind": "cluster", "processors": 8}, "kill": {"rule": "grace", "grace": 5}, ` +
		`"policies": [{"kind": "easy", "elastic": true}, {"kind": "conservative"}], "workload": {"kind": "lublin", "transform": [{"kind": "estimates"}, {"kind": "load", "factor": 2}]}`
	found := map[string]any{}
	for _, s := range mustCompile(t, text+"}").Sweepable() {
		value := s.Current
		switch {
		case value != nil:
		case s.Param.Kind == param.Integer || s.Param.Kind == param.Number:
			value = s.Param.Max
		default:
			t.Fatalf("%+v has neither value nor bounds", s)
		}
		found[s.Path] = s.Current
		values, err := json.Marshal([]any{value})
		if err != nil {
			t.Fatal(err)
		}
		p := mustCompile(t, fmt.Sprintf(`%s, "sweep": [{"path": %q, "values": %s}]}`, text, s.Path, values))
		if got := p.Points[0].Values[s.Path]; s.Current != nil && got != s.Current {
			t.Errorf("%s: the point has %v, want %v", s.Path, got, s.Current)
		}
	}
	for path, want := range map[string]any{
		"/machine/processors": int64(8), "/workload/jobs": int64(5000), "/workload/load": nil, "/workload/transform/0/model": "exact",
		"/workload/transform/1/factor": 2.0, "/policies/0/elastic": true, "/policies/1/compress": true, "/policies/1/elastic": false,
		"/kill/grace": 5.0, "/simultaneous": "batch",
	} {
		if got, there := found[path]; !there || got != want {
			t.Errorf("%s: %v, listed: %v, want %v", path, got, there, want)
		}
	}

	p := mustCompile(t, with(`"sweep": [{"path": "/workload/jobs/1/run", "values": [5, 6]}, {"path": "/workload/jobs/1/submit", "values": [7, 8]}],
		"workload": {"kind": "jobs", "jobs": [{"run": 1}, {"run": 2}]}`))
	for i, want := range [][2]engine.Time{{5000, 7000}, {5000, 8000}, {6000, 7000}, {6000, 8000}} {
		w, _, err := p.Points[i].Workload(0, nil)
		if err != nil {
			t.Fatal(err)
		}
		if j := w.Jobs[1]; j.Run != want[0] || j.Submit != want[1] || w.Jobs[0].Run != 1000 {
			t.Errorf("point %d: %+v", i, w.Jobs)
		}
	}
}

// What only the workload can tell is about a value of the sweep, too, unless the sweep has
// nothing to do with it.
func TestErrorsOfAWorkloadAtAPoint(t *testing.T) {
	const (
		begin  = `{"version": 1, ` + machine + `, "policies": [{"kind": "easy"}], `
		window = `"workload": {"kind": "swf", "file": "log.swf", "transform": [{"kind": "window", "from": 0, "to": 10}]}, `
		from   = `{"path": "/workload/transform/0/from", "values": [0, 20]}`
		batch  = `{"path": "/simultaneous", "values": ["batch", "sequential"]}`
	)
	absent := func(string) (io.ReadCloser, error) { return nil, fs.ErrNotExist }
	for _, c := range []struct {
		text                string
		open                workload.Opener
		path, value, reason string
	}{
		{begin + window + `"sweep": [` + from + `, ` + batch + `]}`, log, "/sweep/0/values/1", "20",
			`makes this impossible: /workload/transform/0/to: 10: a time after from, 20 s, is accepted (at /simultaneous "sequential")`},
		{begin + strings.Replace(window, `"to": 10`, `"to": 0`, 1) + `"sweep": [{"path": "/policies/0/reservations", "values": [1, 2]}, ` + batch + `]}`, log,
			"/workload/transform/0/to", "0", "a time after from, 0 s, is accepted"},
		{begin + window + `"sweep": [` + from + `, ` + batch + `]}`, absent, "/workload/file", "log.swf", "the file cannot be opened: file does not exist"},
		{begin + `"workload": {"kind": "lublin", "jobs": 9}, "sweep": [` + batch + `, {"path": "/workload/serial", "values": [0.1, 0.9]}]}`, nil,
			"/sweep/1/values/1", "0.9", `serial (0.9) and powerOfTwo (0.576) together are above 1; at most 1 is accepted (at /simultaneous "sequential")`},
	} {
		p := mustCompile(t, c.text)
		var err error
		if s, wrong := p.Source(3, 0, c.open); wrong != nil {
			err = wrong
		} else {
			_, _, err = p.Transform(s, 3, 0, c.open)
		}
		want := &param.Error{Path: c.path, Value: c.value, Reason: c.reason}
		var wrong *param.Error
		if !errors.As(err, &wrong) || *wrong != *want {
			t.Errorf("%s:\ngot  %v\nwant %v", c.text, err, want)
		}
	}
}

func TestExperimentOfAPlan(t *testing.T) {
	p := mustCompile(t, drawn+`"replications": 20, "workers": 3, "steady": {"batch": 5}, "precision": {"level": 0.9}, `+byLoad+`,
		"claims": [{"metric": "utilization", "policy": "fcfs", "versus": "easy", "direction": "same", "within": 0.05, "at": {"/workload/load": 6e-1}},
			{"metric": "meanWait", "policy": "easy", "versus": "fcfs", "direction": "lower", "value": 0.2, "best": true}]}`)
	if p.Replications != 20 || p.Workers != 3 || p.Level != 0.9 || *p.Steady != (scenario.Steady{Batch: 5}) ||
		*p.Precision != (scenario.Precision{RelativeHalfWidth: 0.05, Level: 0.9, MaxReplications: 1000, Metric: "meanWait"}) {
		t.Errorf("%+v", p)
	}
	first, second := p.Claims[0], p.Claims[1]
	if first.Policy != 1 || first.Versus != 0 || first.At != 1 || first.Within != 0.05 || second.At != -1 || second.Within != 0.01 || !second.Best {
		t.Errorf("%+v, %+v", first, second)
	}
	if q := mustCompile(t, smallest); q.Replications != 1 || q.Level != 0.95 || len(q.Points) != 1 || len(q.Points[0].Values) != 0 {
		t.Errorf("%+v", q)
	}
}

// Processors that are selected at random make replications of the same jobs differ, and seeds.
func TestRandomSelectionDrawsByReplication(t *testing.T) {
	const rest = `"workload": {"kind": "jobs", "jobs": [{"run": 1}]}, "replications": 2, "machine": {"kind": "nodes", "processors": 8, "selection": %q}%s`
	draws := map[uint64]bool{}
	for _, seed := range []string{"", `, "seed": 2`} {
		p := mustCompile(t, with(fmt.Sprintf(rest, "random", seed)))
		for replication := range 2 {
			w, _, err := p.Points[0].Workload(replication, nil)
			if err != nil {
				t.Fatal(err)
			}
			draws[w.Seed] = true
		}
	}
	if len(draws) != 4 {
		t.Errorf("%d draws in two replications of two seeds", len(draws))
	}
	if _, err := compile(with(fmt.Sprintf(rest, "nextFit", ""))); err == nil {
		t.Error("replications are accepted where nothing is random")
	}
}

func TestRandomTransformationsMakeReplicationsDiffer(t *testing.T) {
	for rest, accepted := range map[string]bool{
		`[{"kind": "first"}]}`:                                           false,
		`[{"kind": "estimates", "model": "exact"}]}`:                     false,
		`[{"kind": "first"}, {"kind": "estimates", "model": "hybrid"}]}`: true,
		`[{"kind": "estimates"}]}, "sweep": [{"path": "/workload/transform/0/model", "values": ["exact", "hybrid"]}]`: true,
		`[{"kind": "estimates"}]}, "sweep": [{"path": "/workload/transform/0/model", "values": ["exact", "factor"]}]`: false,
	} {
		s, err := scenario.Read([]byte(with(`"workload": {"kind": "swf", "file": "log.swf", "transform": ` + rest + `, "replications": 2`)))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := scenario.Compile(s, policies.Catalogs()); (err == nil) != accepted {
			t.Errorf("%s: %v, want accepted %v", rest, err, accepted)
		}
	}
}
