package expression

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies"
)

const (
	cluster    = `{"kind": "cluster", "processors": 128}`
	origin2000 = `{"kind": "hosts", "hosts": [{"processors": 64, "memory": 30}, {"processors": 128, "memory": 62, "count": 3}, {"processors": 128, "memory": 30, "count": 4}]}`
	lublin     = `{"kind": "lublin", "jobs": 300, "processors": 128, "load": 1.1, "transform": [{"kind": "estimates", "model": "fModel", "overestimate": 3}]}`
	o2k        = `{"kind": "o2k", "months": "2001-01", "transform": [{"kind": "first", "jobs": 1500}]}`
)

func compile(c scenario.Catalogs, machine, workload, further string, policies ...string) (*scenario.Plan, error) {
	s, err := scenario.Read(fmt.Appendf(nil, `{"version": 1, "machine": %s, "workload": %s, "policies": [%s]%s}`,
		machine, workload, strings.Join(policies, ", "), further))
	if err != nil {
		return nil, err
	}
	return scenario.Compile(s, c)
}

func prepare(t *testing.T, machine, workload, further string, policies ...string) *experiment.Task {
	t.Helper()
	p, err := compile(Catalogs(), machine, workload, further, policies...)
	if err != nil {
		t.Fatal(err)
	}
	task, err := experiment.Prepare(p, 0, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	return task
}

func simulate(t *testing.T, task *experiment.Task, i int) *experiment.Run {
	t.Helper()
	run, err := task.Simulate(i, nil)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// A published priority and the same written as an expression give the same schedules.
func TestNamedPrioritiesEqualTheirExpressions(t *testing.T) {
	formulas := map[string][]string{
		"fcfs":       {"J", "-submit"},
		"sjf":        {"M/R"},
		"lxf":        {"(J+R)/R"},
		"lxf-w":      {"(wait + R)/R + w*wait"},
		"sjf-w":      {"maxRequest/R + waitWeight*wait"},
		"sqrt-sjf-w": {"sqrt(M/R) + w*J"},
		"sqrt-lxf-w": {"sqrt((wait+R)/R) + 0.05*wait", "sqrt((J+R)/R) + w*J"},
		"ljf":        {"R"},
		"saf":        {"-R*processors"},
		"laf":        {"R*processors"},
		"srf":        {"-R/processors"},
		"lrf":        {"R/processors"},
		"f1":         {"-log(3600*R)/log(10)*processors - 870*log(max(3600*submit, 1))/log(10)"},
		"f2":         {"-sqrt(3600*R)*processors - 25600*log(max(3600*submit, 1))/log(10)"},
		"f3":         {"-3600*R*processors - 6860000*log(max(3600*submit, 1))/log(10)"},
		"f4":         {"-3600*R*sqrt(processors) - 530000*log(max(3600*submit, 1))/log(10)"},
		"wfp3":       {"(J/R)**3*processors"},
		"unicef":     {"J/R/log(max(processors, 2))"},
		"unicep":     {"(3600*J + 1e-15)/(3600*R*log(processors + 1e-15))"},
	}
	find := func(q param.Param) bool { return q.Name == "priority" }
	for _, kind := range policies.Catalog {
		if i := slices.IndexFunc(kind.Params, find); i >= 0 && len(kind.Params[i].Choices) != len(formulas) {
			t.Errorf("no expressions for all of %v", kind.Params[i].Choices)
		}
	}
	seeds := 8
	if testing.Short() {
		seeds = 1 // as in Node, where it takes many times as long
	}
	for name, same := range formulas {
		for seed := range seeds {
			entries := []string{fmt.Sprintf(`{"kind": "priority-backfill", "priority": %q, "waitWeight": 0.05, "reservations": %d}`, name, 1+seed%4)}
			for _, formula := range same {
				entries = append(entries, strings.Replace(entries[0], name, formula, 1))
			}
			for _, on := range [][2]string{{cluster, lublin}, {origin2000, o2k}} {
				further := fmt.Sprintf(`, "seed": %d`, seed)
				task := prepare(t, on[0], on[1], further, entries...)
				want := simulate(t, task, 0)
				for i, formula := range same {
					if got := simulate(t, task, 1+i); !slices.Equal(got.Outcome.Start, want.Outcome.Start) {
						t.Errorf("seed %d, %s: %s and %s give different schedules", seed, on[0], name, formula)
					}
				}
			}
		}
	}
}

// The digest of a schedule is the same natively and as WebAssembly.
func TestSchedulesAreGolden(t *testing.T) {
	for _, c := range []struct{ formula, digest string }{
		{"sqrt((wait+R)/R) + 0.01*wait", "5361dd5d2c7e720e"},
		{"log(1 + wait/R) + exp(-R/24) + 0.001*processors ** 1.5", "2242fa1096350f05"},
		{"memory > 4 or wait > 2*R ? wait ^ 2 : max(sqrt(M/R), w*J, 1/processors) - abs(submit - 10)/1000", "c8e039bbecec6f0e"},
	} {
		run := simulate(t, prepare(t, origin2000, o2k, "", fmt.Sprintf(`{"kind": "priority-backfill", "priority": %q, "reservations": 2}`, c.formula)), 0)
		if got := digest(t, run); got != c.digest {
			t.Errorf("%s: digest %q, want %q", c.formula, got, c.digest)
		}
	}
}

// digest is that of the table of jobs of a run.
func digest(t *testing.T, run *experiment.Run) string {
	t.Helper()
	var table strings.Builder
	if err := experiment.WriteJobs(&table, []*experiment.Run{run}, experiment.Columns{}); err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256([]byte(table.String()))
	return hex.EncodeToString(sum[:8])
}

// Job 7 arrives 90 s after job 2, which takes the whole machine for 60 s: at its arrival
// the machine is free and its wait 0, so that its priority is log(0).
func TestRunTimeMistakesNameTheJob(t *testing.T) {
	const jobs = `{"kind": "jobs", "jobs": [{"id": 2, "submit": 0, "run": 60, "processors": 4, "user": 1}, {"id": 7, "submit": 90, "run": 60, "request": 1800, "processors": 2, "memory": 2, "user": 1}]}`
	for formula, want := range map[string]string{
		"submit > 0 ? log(wait) : 1": "the priority of job 7 is -Inf at 0.025 h (wait 0 h, R 0.5 h, submit 0.025 h, 2 processors, memory 2 GB); a finite number is needed",
		"sqrt(0.01 - submit)":        "the priority of job 7 is NaN at 0.025 h (wait 0 h, R 0.5 h, submit 0.025 h, 2 processors, memory 2 GB); a finite number is needed",
		// A minute on four processors is a fifteenth of a processor-hour.
		"submit > 0 ? log(-userUsed) : 1": "the priority of job 7 is NaN at 0.025 h (wait 0 h, R 0.5 h, submit 0.025 h, 2 processors, memory 2 GB, userWaiting 1, userRunning 0, userUsed 0.06667); a finite number is needed",
		"1 / (4 - processors)":            "the priority of job 2 is +Inf at 0 h (",
	} {
		task := prepare(t, `{"kind": "cluster", "processors": 4}`, jobs, "", fmt.Sprintf(`{"kind": "priority-backfill", "priority": %q}`, formula))
		if _, err := task.Simulate(0, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", formula, err, want)
		}
	}
}

func TestScenariosWithExpressions(t *testing.T) {
	const entry = `{"kind": "priority-backfill", "priority": %q}`
	p, err := compile(Catalogs(), cluster, lublin, `, "sweep": [{"path": "/policies/0/priority", "values": ["lxf", "wait / R"]}]`, fmt.Sprintf(entry, "R"), `{"kind": "easy"}`)
	if err != nil {
		t.Fatal(err)
	}
	if label := p.Policies[0].Label; label != "priority-backfill(priority=R)" || !p.Written {
		t.Errorf("label %s, expressions %v", label, p.Written)
	}
	if p.Points[0].Written || !p.Points[1].Written {
		t.Error("the second point alone has an expression")
	}
	for _, c := range []struct{ further, formula, want string }{
		{"", "sqrt(wait+", `/policies/0/priority: "sqrt(wait+": column 11: the expression ends too early`},
		{"", "lfx", `/policies/0/priority: "lfx": column 1: unknown name "lfx"; known are ` + knownNames},
		{"", "", `/policies/0/priority: "": one of fcfs, sjf, lxf, lxf-w, sjf-w, sqrt-sjf-w, sqrt-lxf-w, ljf, saf, laf, srf, lrf, f1, f2, f3, f4, wfp3, unicef, unicep or an expression of up to 500 characters is accepted`},
		{"", strings.Repeat("1+", 250) + "1", `/policies/0/priority: "` + strings.Repeat("1+", 29) + `1…: one of`},
		{`, "sweep": [{"path": "/policies/0/priority", "values": ["lxf", "R +"]}]`, "fcfs", `/sweep/0/values/1: "R +": column 4: the expression ends too early`},
	} {
		_, err := compile(Catalogs(), cluster, lublin, c.further, fmt.Sprintf(entry, c.formula))
		var wrong *param.Error
		if !errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: error %v\nwant %s", c.formula, err, c.want)
		}
	}
}

// A program without this package takes expressions as they are, and says that it cannot run them.
func TestWithoutCompiler(t *testing.T) {
	p, err := compile(policies.Catalogs(), cluster, lublin, "", `{"kind": "priority-backfill", "priority": "sqrt("}`)
	if err != nil || !p.Written {
		t.Fatalf("error %v; expressions %v", err, p.Written)
	}
	task, err := experiment.Prepare(p, 0, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := task.Simulate(0, nil); err == nil || !strings.HasSuffix(err.Error(), ": this program computes no expressions") {
		t.Errorf("error %v", err)
	}
}

func TestPowers(t *testing.T) {
	for _, c := range [][3]float64{{-3, 3, -27}, {2, -2, 0.25}, {0, 2, 0}, {-2, 0, 1}, {10, 64, 1e64}} {
		if got := raise(c[0], c[1]); math.Abs(got-c[2]) > 1e-15*math.Abs(c[2]) {
			t.Errorf("%v to the power of %v is %v, want %v", c[0], c[1], got, c[2])
		}
	}
	if got := raise(-2, 0.5); !math.IsNaN(got) {
		t.Errorf("a root of -2 is %v", got)
	}
}
