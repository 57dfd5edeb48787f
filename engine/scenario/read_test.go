package scenario_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload"
	"backfill/policies"
)

// The parts of a scenario that can be run.
const (
	machine  = `"machine": {"kind": "cluster", "processors": 8}`
	jobs     = `"workload": {"kind": "jobs", "jobs": [{"run": 60}]}`
	fcfs     = `"policies": [{"kind": "fcfs"}]`
	smallest = `{"version": 1, ` + machine + `, ` + jobs + `, ` + fcfs + `}`
)

// with is the smallest scenario with further or other parts.
func with(parts string) string {
	all := []string{parts}
	for _, p := range []string{fcfs, jobs, machine, `"version": 1`} {
		if key, _, _ := strings.Cut(p, " "); !strings.Contains(parts, key) {
			all = append([]string{p}, all...)
		}
	}
	return "{" + strings.Join(all, ", ") + "}"
}

func compile(text string) (*scenario.Plan, error) {
	s, err := scenario.Read([]byte(text))
	if err != nil {
		return nil, err
	}
	return scenario.Compile(s, policies.Catalogs())
}

func mustCompile(t *testing.T, text string) *scenario.Plan {
	t.Helper()
	p, err := compile(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return p
}

func TestRefusals(t *testing.T) {
	const (
		keys       = "unknown key; known are version, name, description, machine, workload, policies, kill, simultaneous, seed, replications, workers, sweep, precision, steady, groups, baseline, record, claims"
		object     = "an object { } is accepted"
		list       = "a list [ ] of 1 to 16 entries is accepted"
		kind       = "the name of a kind is accepted"
		line       = "a text of one line is accepted"
		processors = "a whole number from 1 to 16777216 processors is accepted"
		grace      = "a number from 0 to 1000000000 s is accepted"
		seed       = "a whole number from 0 to 9007199254740991 is accepted"
		twice      = "the key is there twice; it is accepted once"
		label      = "a label that no other policy has is accepted"
		by         = "one of size, runTime, request, accuracy, memory, components, widest, user, kind, deadline, licences, month, queue is accepted"
		quantiles  = "a whole number from 2 to 20 is accepted"
		bounds     = "1 to 19 increasing positive numbers of seconds, to the millisecond are accepted"
	)
	// Tables of kinds grow: what is known is what the catalogs say.
	c := policies.Catalogs()
	machines := unknown(c.Machines, func(k scenario.MachineKind) string { return k.Kind })
	workloads := unknown(c.Workloads, func(k workload.Kind) string { return k.Kind })
	transforms := unknown(c.Transforms, func(k workload.Transform) string { return k.Kind })
	kinds := unknown(c.Policies, func(k scenario.PolicyKind) string { return k.Kind })
	for _, c := range []struct{ text, path, value, reason string }{
		// The whole.
		{`[]`, "/", "[]", object},
		{`null`, "/", "null", object},
		{`1e400`, "/", "1e400", object},
		{`{}`, "/version", "", "missing; 1 is accepted"},
		{`{"version": 1}`, "/machine", "", "missing; an object with a kind is accepted"},
		{`{"version": 1, ` + machine + `}`, "/workload", "", "missing; an object with a kind is accepted"},
		{`{"version": 1, ` + machine + `, ` + jobs + `}`, "/policies", "", "missing; a list of objects with a kind each is accepted"},
		{with(`"version": 2`), "/version", "2", "only version 1 is known"},
		{with(`"version": 1.5`), "/version", "1.5", "only version 1 is known"},
		{with(`"version": "1"`), "/version", `"1"`, "only version 1 is known"},
		{with(`"version": null`), "/version", "null", "only version 1 is known"},
		{with(`"Seed": 1`), "/Seed", "1", keys},
		{with(`"": 1`), "/", "1", keys},
		{with(`"a/b": 1`), "/a~1b", "1", keys},
		{with(`"zzz": 1, "yyy": []`), "/yyy", "[]", keys}, // the first by name
		{with(`"elastic": true`), "/elastic", "true", keys},

		// Keys that are there twice, at every depth.
		{`{"version": 1, "version": 1}`, "/version", "", twice},
		{`{"version": 1, "versio\u006e": 1}`, "/version", "", twice},
		{with(`"policies": [{"kind": "fcfs"}, {"kind": "easy", "label": "a", "label": "b"}]`), "/policies/1/label", "", twice},
		{with(`"workload": {"kind": "jobs", "jobs": [{"run": 1}, {"run": 1, "id": [[], {}, {"a": 1e400, "a": 2}]}]}`), "/workload/jobs/1/id/2/a", "", twice},
		{with(`"zz": {"k": {}, "l": [], "k": 1}`), "/zz/k", "", twice},

		// Settings.
		{with(`"name": 1`), "/name", "1", line},
		{with(`"name": null`), "/name", "null", line},
		{with(`"name": "two\nlines"`), "/name", `"two\nlines"`, line},
		{with(`"name": "\u001b[31m"`), "/name", `"\u001b[31m"`, line},
		{with(`"description": null`), "/description", "null", "a text is accepted"},
		{with(`"simultaneous": "both"`), "/simultaneous", `"both"`, "one of batch, sequential is accepted"},
		{with(`"simultaneous": null`), "/simultaneous", "null", "one of batch, sequential is accepted"},
		{with(`"record": true`), "/record", "true", "one of none, decisions, times is accepted"},
		{with(`"seed": -1`), "/seed", "-1", seed},
		{with(`"seed": 0.5`), "/seed", "0.5", seed},
		{with(`"seed": 9007199254740992`), "/seed", "9007199254740992", seed},
		{with(`"seed": 1e400`), "/seed", "1e400", seed},
		{with(`"seed": null`), "/seed", "null", seed},
		{with(`"baseline": 0`), "/baseline", "0", "a text is accepted"},
		{with(`"baseline": "easy"`), "/baseline", `"easy"`, "one of the policies fcfs is accepted"},

		// Kill.
		{with(`"kill": "never"`), "/kill", `"never"`, object},
		{with(`"kill": null`), "/kill", "null", object},
		{with(`"kill": {"rule": "soft"}`), "/kill/rule", `"soft"`, "one of estimate, grace, sweep, never is accepted"},
		{with(`"kill": {"rule": "grace"}`), "/kill/grace", "", "missing; " + grace},
		{with(`"kill": {"rule": "grace", "grace": -1}`), "/kill/grace", "-1", grace},
		{with(`"kill": {"rule": "grace", "grace": "60"}`), "/kill/grace", `"60"`, grace},
		{with(`"kill": {"after": 60}`), "/kill/after", "60", "unknown key; known are rule, grace"},

		// The machine.
		{with(`"machine": "cluster"`), "/machine", `"cluster"`, object},
		{with(`"machine": null`), "/machine", "null", object},
		{with(`"machine": {}`), "/machine/kind", "", "missing; " + kind},
		{with(`"machine": {"kind": ""}`), "/machine/kind", `""`, kind},
		{with(`"machine": {"kind": null}`), "/machine/kind", "null", kind},
		{with(`"machine": {"kind": ["cluster"]}`), "/machine/kind", `["cluster"]`, kind},
		{with(`"machine": {"kind": "Cluster"}`), "/machine/kind", `"Cluster"`, machines},
		{with(`"machine": {"kind": "hosts", "hosts": []}`), "/machine/hosts", `[]`, "a list of 1 to 1000 rows with the keys processors, memory, count is accepted"},
		{with(`"machine": {"kind": "hosts", "hosts": [{"processors": 1, "memory": 1, "count": 9999}, {"processors": 1, "memory": 1, "count": 2}]}`), "/machine/hosts/1/count", "2",
			"too many; up to 10000 computers with 16777216 processors in all are accepted"},
		{with(`"machine": {"kind": "abacus"}`), "/machine/kind", `"abacus"`, machines},
		{with(`"machine": {"kind": "cluster"}`), "/machine/processors", "", "missing; " + processors},
		{with(`"machine": {"kind": "cluster", "processors": 0}`), "/machine/processors", "0", processors},
		{with(`"machine": {"kind": "cluster", "processors": 16777217}`), "/machine/processors", "16777217", processors},
		{with(`"machine": {"kind": "cluster", "processors": 8, "unit": 3}`), "/machine/unit", "3", "a divisor of the 8 processors is accepted"},
		{with(`"machine": {"kind": "cluster", "processors": 8, "label": "x"}`), "/machine/label", `"x"`, "unknown key; known are processors, unit"},

		// The workload.
		{with(`"workload": []`), "/workload", "[]", object},
		{with(`"workload": {"kind": "jann"}`), "/workload/kind", `"jann"`, workloads},
		{with(`"workload": {"kind": "abacus"}`), "/workload/kind", `"abacus"`, workloads},
		{with(`"workload": {"kind": "weibull"}`), "/workload/kind", `"weibull"`, workloads},
		{with(`"workload": {"kind": "swf"}`), "/workload/file", "", "missing; the name of a file is accepted"},
		{with(`"workload": {"kind": "swf", "file": 1}`), "/workload/file", "1", "the name of a file is accepted"},
		{with(`"workload": {"kind": "swf", "file": "a", "jobs": 1}`), "/workload/jobs", "1", "unknown key; known are file, lines"},
		{with(`"workload": {"kind": "jobs", "jobs": []}`), "/workload/jobs", "[]", "a list of 1 to 10000 rows with the keys id, submit, run, request, processors, components, user, memory, start, bandwidth, network, deadline, licences, benchmark, checkpoints, partitions, nodes, mostNodes, taskProcessors, nodeMemory, gpus, allGpus, gpuType, features, whole, nice, once, group, qos, after, afterSuccess, afterStart, delay, array, mostTasks is accepted"},
		{with(`"workload": {"kind": "jobs", "jobs": [{"run": 60}, {"run": 0}]}`), "/workload/jobs/1/run", "0", "a number from 0.001 to 1000000000000 s is accepted"},
		{with(`"workload": {"kind": "jobs", "jobs": [{"run": 60, "colour": 1}]}`), "/workload/jobs/0/colour", "1", "unknown key; known are id, submit, run, request, processors, components, user, memory, start, bandwidth, network, deadline, licences, benchmark, checkpoints, partitions, nodes, mostNodes, taskProcessors, nodeMemory, gpus, allGpus, gpuType, features, whole, nice, once, group, qos, after, afterSuccess, afterStart, delay, array, mostTasks"},
		{with(`"workload": {"kind": "jobs", "jobs": [{"run": 60}], "transform": {}}`), "/workload/transform", "{}", "a list [ ] of 0 to 16 entries is accepted"},
		{with(`"workload": {"kind": "jobs", "jobs": [{"run": 60}], "transform": null}`), "/workload/transform", "null", "a list [ ] of 0 to 16 entries is accepted"},
		{with(`"workload": {"kind": "jobs", "jobs": [{"run": 60}], "transform": [{"kind": "first"}, "load"]}`), "/workload/transform/1", `"load"`, object},
		{with(`"workload": {"kind": "jobs", "jobs": [{"run": 60}], "transform": [{"kind": "first", "jobs": 0}]}`), "/workload/transform/0/jobs", "0", "a whole number from 1 to 1000000000 jobs is accepted"},
		{with(`"workload": {"kind": "jobs", "jobs": [{"run": 60}], "transform": [{"kind": "shake"}]}`), "/workload/transform/0/kind", `"shake"`, transforms},
		{with(`"machine": {"kind": "multicluster", "clusters": []}`), "/machine/clusters", "[]", "a list of 1 to 64 whole numbers from 1 to 16777216 processors is accepted"},
		{with(`"machine": {"kind": "multicluster", "clusters": [20, 1.5]}`), "/machine/clusters/1", "1.5", "a whole number from 1 to 16777216 processors is accepted"},
		{with(`"machine": {"kind": "multicluster", "clusters": [20]}, "policies": [{"kind": "fcfs", "elastic": true}]`), "/policies/0", `"fcfs"`,
			"needs a machine on which jobs can be extended and reduced, which \"multicluster\" is not"},
		{with(`"workload": {"kind": "jobs", "jobs": [{"run": 60}], "transform": [{"kind": "first", "transform": []}]}`), "/workload/transform/0/transform", "[]", "unknown key; known are jobs"},

		// Policies.
		{with(`"policies": {}`), "/policies", "{}", list},
		{with(`"policies": []`), "/policies", "[]", list},
		{with(`"policies": null`), "/policies", "null", list},
		{with(`"policies": [` + strings.Repeat(`{}, `, 16) + `{}]`), "/policies", "17 entries", list},
		{with(`"policies": ["fcfs"]`), "/policies/0", `"fcfs"`, object},
		{with(`"policies": [{"kind": "fcfs"}, {}]`), "/policies/1/kind", "", "missing; " + kind},
		{with(`"machine": {"kind": "hosts", "hosts": [{"processors": 8, "memory": 1}]}, "policies": [{"kind": "los"}]`), "/policies/0", `"los"`, `needs a machine that is one pool of processors, which "hosts" is not; one of "fcfs", "easy", "conservative", "selective", "multiple-queue", "fpfs", "priority-backfill", "script" is accepted`},
		{with(`"policies": [{"kind": "easy", "heads": "partition"}]`), "/policies/0", `"easy"`, `needs a machine with partitions, which "cluster" is not; with other parameters it is accepted`},
		{with(`"policies": [{"kind": "fcfs", "heads": "partition"}]`), "/policies/0", `"fcfs"`, `needs a machine with partitions, which "cluster" is not; with other parameters it is accepted`},
		{with(`"policies": [{"kind": "fcfs", "heads": "partitions"}]`), "/policies/0/heads", `"partitions"`, "one of queue, partition is accepted"},
		{with(`"policies": [{"kind": "divergent"}]`), "/policies/0/kind", `"divergent"`, kinds},
		{with(`"policies": [{"kind": "easy", "reservations": 0}]`), "/policies/0/reservations", "0", "a whole number from 1 to 1000 jobs is accepted"},
		{with(`"policies": [{"kind": "conservative", "compress": "yes"}]`), "/policies/0/compress", `"yes"`, "true or false is accepted"},
		{with(`"policies": [{"kind": "fcfs", "label": 1}]`), "/policies/0/label", "1", line},
		{with(`"policies": [{"kind": "fcfs", "label": null}]`), "/policies/0/label", "null", line},
		{with(`"policies": [{"kind": "fcfs", "label": "a\rb"}]`), "/policies/0/label", `"a\rb"`, line},
		{with(`"policies": [{"kind": "fcfs", "label": " "}]`), "/policies/0/label", `" "`, "a label that is not blank is accepted"},
		{with(`"policies": [{"kind": "fcfs"}, {"kind": "fcfs"}]`), "/policies/1/label", `"fcfs"`, label},
		{with(`"policies": [{"kind": "fcfs"}, {"kind": "easy", "label": "fcfs"}]`), "/policies/1/label", `"fcfs"`, label},
		{with(`"policies": [{"kind": "easy", "reservations": 2}, {"kind": "easy", "reservations": 2.0}]`), "/policies/1/label", `"easy(reservations=2)"`, label},

		// Groups.
		{with(`"groups": {"by": "size"}`), "/groups", `{"by": "size"}`, `a list of up to 20 entries such as [{"by": "size", "quantiles": 4}] is accepted`},
		{with(`"groups": null`), "/groups", "null", `a list of up to 20 entries such as [{"by": "size", "quantiles": 4}] is accepted`},
		{with(`"groups": [4]`), "/groups/0", "4", `an object such as {"by": "size", "quantiles": 4} is accepted`},
		{with(`"groups": [{"quantiles": 4}]`), "/groups/0/by", "", "missing; " + by},
		{with(`"groups": [{"by": "group", "quantiles": 4}]`), "/groups/0/by", `"group"`, by},
		{with(`"groups": [{"by": "size"}]`), "/groups/0", `{"by": "size"}`, `quantiles or bounds is missing; "quantiles": 4 (2 to 20) or "bounds": [2, 8] (1 to 19) is accepted`},
		{with(`"groups": [{"by": "size", "quantiles": 4, "bounds": [1]}]`), "/groups/0", `{"by": "size", "quantiles": 4, "bounds": [1]}`, "quantiles or bounds is accepted, not both"},
		{with(`"groups": [{"by": "size", "quantiles": 1}]`), "/groups/0/quantiles", "1", quantiles},
		{with(`"groups": [{"by": "size", "quantiles": 2.5}]`), "/groups/0/quantiles", "2.5", quantiles},
		{with(`"groups": [{"by": "size", "quantiles": null}]`), "/groups/0/quantiles", "null", quantiles},
		{with(`"groups": [{"by": "runTime", "bounds": []}]`), "/groups/0/bounds", "[]", bounds},
		{with(`"groups": [{"by": "runTime", "bounds": [60, null]}]`), "/groups/0/bounds", "[60, null]", bounds},
		{with(`"groups": [{"by": "runTime", "bounds": [60, 60]}]`), "/groups/0/bounds", "[60, 60]", bounds},
		{with(`"groups": [{"by": "runTime", "bounds": [1e400]}]`), "/groups/0/bounds", "[1e400]", bounds},
		{with(`"groups": [{"by": "size", "classes": 4}]`), "/groups/0/classes", "4", "unknown key; known are by, quantiles, bounds, each, where"},
	} {
		_, err := compile(c.text)
		want := &param.Error{Path: c.path, Value: c.value, Reason: c.reason}
		var wrong *param.Error
		if !errors.As(err, &wrong) || *wrong != *want {
			t.Errorf("%s:\ngot  %v\nwant %v", c.text, err, want)
		}
	}
}

// unknown is what is said of a kind that is none of kinds.
func unknown[K any](kinds []K, name func(K) string) string {
	var names []string
	for _, k := range kinds {
		names = append(names, name(k))
	}
	slices.Sort(names)
	return "unknown kind; known are " + strings.Join(names, ", ")
}

func TestTextsThatAreNotJSON(t *testing.T) {
	// What Go says from 1.27 on instead.
	newer := map[string]string{
		`invalid character '\n' in string literal`:             `invalid character '\n' in string`,
		`invalid character '\t' in string literal`:             `invalid character '\t' in string`,
		"invalid character 'ï' looking for beginning of value": `invalid character '\ufeff' looking for beginning of value`,
		"invalid character '[' exceeded max depth":             "exceeded max depth",
	}
	for _, c := range []struct {
		text         string
		line, column int
		reason       string
	}{
		{"", 1, 1, "the text ends too early"},
		{" \n ", 2, 2, "the text ends too early"},
		{"\ufeff", 1, 1, "the text ends too early"},
		{"{", 1, 2, "the text ends too early"},
		{"{\"version\": 1,\n", 2, 1, "the text ends too early"},
		{smallest[:len(smallest)-1], 1, len(smallest), "the text ends too early"},
		{"hello", 1, 1, "invalid character 'h' looking for beginning of value"},
		{"{\n \"version\": 1,\n}", 3, 1, "invalid character '}' looking for beginning of object key string"},
		{"{\"näme\": 'x'}", 1, 10, `invalid character '\'' looking for beginning of value`},
		{"{\"name\": \"x\n\"}", 1, 12, `invalid character '\n' in string literal`},
		{"{\"name\": \"x\ty\"}", 1, 12, `invalid character '\t' in string literal`},
		{"{\"seed\": NaN}", 1, 10, "invalid character 'N' looking for beginning of value"},
		{"{\"seed\": Infinity}", 1, 10, "invalid character 'I' looking for beginning of value"},
		{"{\"seed\": 01}", 1, 11, "invalid character '1' after object key:value pair"},
		{"{\"seed\": 1} // one", 1, 13, "invalid character '/' after top-level value"},
		{smallest + "\n\n" + smallest, 3, 1, "invalid character '{' after top-level value"},
		{smallest + "\n}", 2, 1, "invalid character '}' after top-level value"},
		{"\ufeff\ufeff{}", 1, 1, "invalid character 'ï' looking for beginning of value"},
		{"\xff\xfe{\x00}\x00", 1, 1, "the text is not in UTF-8"}, // UTF-16
		{"{\n\"name\": \"M\xfcnchen\"}", 2, 11, "the text is not in UTF-8"},
		{strings.Repeat("[", 20000), 1, 10001, "invalid character '[' exceeded max depth"},
	} {
		_, err := compile(c.text)
		want := scenario.SyntaxError{Line: c.line, Column: c.column, Reason: c.reason}
		var wrong *scenario.SyntaxError
		if errors.As(err, &wrong) && wrong.Reason == newer[c.reason] {
			want.Reason = wrong.Reason
		}
		if wrong == nil || *wrong != want {
			t.Errorf("%.60q:\ngot  %v\nwant %v", c.text, err, &want)
		}
	}
}

// Depth alone is no mistake of the text, so that it is refused where it stands.
func TestDeepNesting(t *testing.T) {
	deep := strings.Repeat("[", 9000) + strings.Repeat("]", 9000)
	_, err := compile(with(`"seed": ` + deep))
	var wrong *param.Error
	if !errors.As(err, &wrong) || wrong.Path != "/seed" || len(wrong.Value) > 100 {
		t.Errorf("%v", err)
	}
}

func TestWholeNumbersMayBeWrittenAsFractions(t *testing.T) {
	p := mustCompile(t, `{"version": 1.0, "machine": {"kind": "cluster", "processors": 1e2}, `+jobs+`, `+fcfs+`,
		"seed": 7.0, "groups": [{"by": "size", "quantiles": 4.0}]}`)
	if p.Processors() != 100 || p.Seed != 7 || p.Scenario.Version != 1 || p.Scenario.Groups[0].Quantiles != 4 {
		t.Errorf("%d processors, seed %d, %+v", p.Processors(), p.Seed, p.Scenario)
	}
}

func TestByteOrderMarkIsIgnored(t *testing.T) {
	mustCompile(t, "\ufeff"+smallest)
}

// everything uses every key.
const everything = `{"record": "decisions", "baseline": "EASY", "seed": 0, "simultaneous": "sequential",
	"groups": [{"quantiles": 4, "by": "size"}, {"by": "runTime", "bounds": [0.5, 60, 3.6e3]}],
	"kill": {"grace": 0, "rule": "grace"},
	"policies": [{"label": "a <b> & \"c\"", "kind": "fcfs"}, {"kind": "easy", "reservations": 2.0, "label": "EASY"}, {"compress": false, "elastic": true, "kind": "conservative"}],
	"claims": [{"within": 0.02, "metric": "utilization", "policy": "EASY", "versus": "conservative(compress=false, elastic=true)", "direction": "same", "at": {"/kill/grace": 1}, "published": "alike"}],
	"steady": {"batch": 1e1}, "sweep": [{"values": [1, 2.0], "path": "/kill/grace"}], "workers": 2, "replications": 1,
	"workload": {"transform": [{"factor": 0.5, "kind": "load"}, {"jobs": 1e1, "kind": "first"}],
		"jobs": [{"run": 6e1, "processors": 2}, {"submit": 1.25, "run": 1}], "kind": "jobs"},
	"machine": {"unit": 2, "processors": 8, "kind": "cluster"},
	"description": "# ä\n<b>\u2028", "name": "a\u00e9", "version": 1}`

func TestRoundTrip(t *testing.T) {
	for _, text := range []string{smallest, everything,
		with(`"workload": {"kind": "jobs", "jobs": [{"run": 60}], "transform": [ ]}`),
		with(`"kill": {}, "groups": [], "name": "", "description": "", "baseline": "", "policies": [{"kind": "fcfs", "label": ""}]`),
	} {
		checkRoundTrip(t, mustCompile(t, text))
	}
}

// checkRoundTrip writes the scenario of p, reads it again and compares.
func checkRoundTrip(t *testing.T, p *scenario.Plan) {
	t.Helper()
	written, err := json.Marshal(p.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	again := mustCompile(t, string(written))
	rewritten, err := json.Marshal(again.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	if string(rewritten) != string(written) {
		t.Errorf("written as\n%s\nand then as\n%s", written, rewritten)
	}
	if got, want := summary(again), summary(p); got != want {
		t.Errorf("%s\nis the plan\n%s\nwant\n%s", written, got, want)
	}
}

// summary is what p says of itself.
func summary(p *scenario.Plan) string {
	text := fmt.Sprintf("%d processors, seed %d, options %+v, baseline %d, groups %+v, name %q, description %q",
		p.Processors(), p.Seed, p.Options, p.Baseline, p.Scenario.Groups, p.Scenario.Name, p.Scenario.Description)
	for _, policy := range p.Policies {
		text += fmt.Sprintf("\n%q %s %+v", policy.Label, policy.Kind.Kind, policy.New())
	}
	return text
}

func TestCanonicalOrder(t *testing.T) {
	got, err := json.Marshal(mustCompile(t, everything).Scenario)
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"version":1,"name":"aé","description":"# ä\n\u003cb\u003e\u2028",` +
		`"machine":{"kind":"cluster","processors":8,"unit":2},` +
		`"workload":{"kind":"jobs","jobs":[{"run":6e1,"processors":2},{"submit":1.25,"run":1}],"transform":[{"kind":"load","factor":0.5},{"kind":"first","jobs":1e1}]},` +
		`"policies":[{"kind":"fcfs","label":"a \u003cb\u003e \u0026 \"c\""},{"kind":"easy","label":"EASY","reservations":2.0},{"kind":"conservative","compress":false,"elastic":true}],` +
		`"kill":{"rule":"grace","grace":0},"simultaneous":"sequential","seed":0,"replications":1,"workers":2,` +
		`"sweep":[{"path":"/kill/grace","values":[1,2.0]}],"steady":{"warmup":0,"batch":10},` +
		`"groups":[{"by":"size","quantiles":4},{"by":"runTime","bounds":[0.5,60,3600]}],"baseline":"EASY","record":"decisions",` +
		`"claims":[{"metric":"utilization","policy":"EASY","versus":"conservative(compress=false, elastic=true)","direction":"same","published":"alike","at":{"/kill/grace":1},"within":0.02}]}`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestDefaultLabels(t *testing.T) {
	p := mustCompile(t, with(`"policies": [{"kind": "easy"}, {"kind": "easy", "reservations": 2.0}, {"kind": "easy", "reservations": 3e1},
		{"kind": "conservative", "compress": true}, {"kind": "conservative", "compress": false}, {"kind": "fcfs", "label": "first come"},
		{"kind": "easy", "reservations": 1.0, "label": "EASY"}]`))
	var got []string
	for _, policy := range p.Policies {
		got = append(got, policy.Label)
	}
	want := []string{"easy", "easy(reservations=2)", "easy(reservations=30)", "conservative", "conservative(compress=false)", "first come", "EASY"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("labels %q, want %q", got, want)
	}
}

func TestBaseline(t *testing.T) {
	for baseline, want := range map[string]int{``: 0, `, "baseline": "fcfs"`: 0, `, "baseline": "easy(reservations=2)"`: 1, `, "baseline": "EASY"`: 2} {
		p := mustCompile(t, with(`"policies": [{"kind": "fcfs"}, {"kind": "easy", "reservations": 2}, {"kind": "easy", "label": "EASY"}]`+baseline))
		if p.Baseline != want {
			t.Errorf("%s: policy %d, want %d", baseline, p.Baseline, want)
		}
	}
}

func FuzzScenario(f *testing.F) {
	f.Add(smallest)
	f.Add(everything)
	f.Add(with(`"workload": {"kind": "lublin", "load": 0.7, "transform": [{"kind": "window", "from": 1}, {"kind": "estimates", "model": "factor"}]}`))
	f.Add(with(`"workload": {"kind": "swf", "file": "a/b.swf.gz"}, "policies": [{"kind": "recorded"}]`))
	f.Add(with(`"workload": {"kind": "jobs", "jobs": [{"run": 60}]}, "sweep": [{"path": "/workload/jobs/0/run", "values": [1, 2]}, {"path": "/kill/rule", "values": ["never"]}]`))
	f.Add(drawn + byLoad + `, "replications": 3, "precision": {"level": 0.9}, "claims": [{"metric": "meanWait", "policy": "easy", "versus": "fcfs",
		"direction": "lower", "value": 0.1, "best": true, "at": {"/workload/load": 0.6}}]}`)
	f.Add(`{"version": 1, "a": {"b": [1e400, {"b": null, "b": 1}]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		p, err := compile(text)
		if err != nil {
			if message := err.Error(); strings.ContainsAny(message, "\n\r") {
				t.Errorf("%q: the message %q has several lines", text, message)
			}
			return
		}
		checkRoundTrip(t, p)
	})
}
