package script

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/partitions"
	"backfill/policies"
	"backfill/policies/expression"
	"backfill/policies/internal/reference"
	"backfill/policies/scripting"
)

func compiled(t testing.TB, source string) scripting.Program {
	t.Helper()
	p, err := Compile(source)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// source is the text of an example.
func source(t testing.TB, file string) string {
	t.Helper()
	i := slices.IndexFunc(scripting.Examples, func(e scripting.Example) bool { return e.File == file })
	if i < 0 {
		t.Fatalf("there is no example %s", file)
	}
	return scripting.Examples[i].Source
}

// builtIn is the policy of the catalog with these parameters.
func builtIn(t testing.TB, kind string, values map[string]any) engine.Policy {
	t.Helper()
	for _, k := range policies.CatalogsWith(policies.Compilers{Expression: expression.Compile}).Policies {
		if k.Kind != kind {
			continue
		}
		v := map[string]any{}
		for _, q := range k.Params {
			v[q.Name] = q.Default
		}
		for name, value := range values {
			v[name] = value
		}
		return k.New(v)
	}
	t.Fatalf("there is no policy %s", kind)
	return nil
}

// pair is a script and a policy that is to make the same schedules.
type pair struct {
	name, source string
	policy       func(t testing.TB) engine.Policy
}

// pairs are the examples. Whoever has waited for so many seconds goes first under patient.star, in the order of submission; that of the built-in
// policy is a priority in hours, larger than all others.
func pairs(t testing.TB, patience string) []pair {
	patient := strings.Replace(source(t, "patient.star"), "DAY = 24 * 3600", "DAY = "+patience, 1)
	if !strings.Contains(patient, "DAY = "+patience) {
		t.Fatal("the example has no DAY any more")
	}
	return []pair{
		{"fcfs", source(t, "fcfs.star"), func(t testing.TB) engine.Policy { return builtIn(t, "fcfs", nil) }},
		{"easy", source(t, "easy.star"), func(t testing.TB) engine.Policy { return builtIn(t, "easy", nil) }},
		{"easy, job by job", easyByJob, func(t testing.TB) engine.Policy { return builtIn(t, "easy", nil) }},
		{"easy, 3 reservations, shortest first", easyThree, func(t testing.TB) engine.Policy {
			return builtIn(t, "easy", map[string]any{"reservations": int64(3), "others": "shortest"})
		}},
		{"fcfs by partition", fcfsByPartition, func(t testing.TB) engine.Policy { return builtIn(t, "fcfs", map[string]any{"heads": "partition"}) }},
		{"easy by partition", easyByPartition, func(t testing.TB) engine.Policy { return builtIn(t, "easy", map[string]any{"heads": "partition"}) }},
		{"conservative", source(t, "conservative.star"), func(t testing.TB) engine.Policy { return builtIn(t, "conservative", nil) }},
		{"patient", patient, func(t testing.TB) engine.Policy {
			return builtIn(t, "priority-backfill", map[string]any{"priority": "wait > " + patience + "/3600 ? 1e6 - submit : -R"})
		}},
	}
}

// comparable says whether the script can run on a machine, and whether its schedule is then to be that of the policy.
func (p pair) comparable(program scripting.Program, m engine.Machine) bool {
	if _, hasTiers := m.(*partitions.Machine); hasTiers && p.name == "patient" {
		return false // in a queue with tiers, ties of the priority go by arrival, those of the script by tier
	}
	return program.Demands()&^m.Offers() == 0
}

// namedPartitions are random partitions with names, as scenarios have them, and jobs that need what they give.
func namedPartitions(r *rand.Rand, c *reference.Trial) partitions.Config {
	config := reference.RandomPartitions(r, c)
	for i := range config.Partitions {
		config.Partitions[i].Name = fmt.Sprint("p", i)
	}
	return config
}

// equal says whether the same jobs start at the same instants, in the same places.
func equal(a, b *engine.Outcome) bool {
	return slices.Equal(a.Start, b.Start) && slices.Equal(a.Lane, b.Lane) && slices.Equal(a.Pieces, b.Pieces)
}

// EASY as a beginner may write it.
const easyByJob = `
def schedule():
    blocked = None
    for job in waiting():
        if can_start(job):
            start(job)
        elif blocked == None:
            blocked = job
            reserve(job)
    drop_all()
`

const easyThree = `
def schedule():
    held = 0
    for job in waiting():
        if held == 3:
            break
        if can_start(job):
            start(job)
        else:
            reserve(job)
            held += 1
    others = [job for job in waiting("shortest") if reserved(job) == None]
    backfill(others)
    drop_all()
`

// FCFS and EASY with heads of every partition.
const fcfsByPartition = `
def schedule():
    held_up = set()
    for job in waiting():
        if all([p in held_up for p in job.partitions]):
            continue
        if fits(job):
            start(job)
        else:
            held_up.update(job.partitions)
`

const easyByPartition = `
def schedule():
    have_heads = set()
    for job in waiting():
        if can_start(job):
            start(job)
        elif not all([p in have_heads for p in job.partitions]):
            reserve(job)
            have_heads.update(job.partitions)
    drop_all()
`

// The examples start the same jobs at the same instants, in the same places, as the policies that they stand for, on all machines on which those
// run; also while somebody records why. Times are milliseconds, so that scripts see fractions of seconds.
func TestExamplesEqualTheBuiltInPolicies(t *testing.T) {
	ran := map[string]int{}
	reference.EachTrial(t, 400, func(t *testing.T, c reference.Trial) {
		r := rand.New(rand.NewPCG(c.Seed, 5))
		reference.Crowd(r, &c)
		m, what := reference.RandomMachine(r, &c)
		if c.Seed%7 == 6 {
			m, what = partitions.New(namedPartitions(r, &c)), "partitions"
		}
		for _, p := range pairs(t, "0.0205") {
			program := compiled(t, p.source)
			if !p.comparable(program, m) {
				continue
			}
			ran[p.name]++
			want, err := engine.Simulate(c.Workload, m, p.policy(t), c.Options)
			if err != nil {
				t.Fatal(err)
			}
			for _, record := range []bool{false, true} {
				options := c.Options
				options.RecordAll = record
				got, err := engine.Simulate(c.Workload, m, program.New(), options)
				if err != nil {
					t.Fatalf("%s, %v: %v", p.name, c, err)
				}
				if !equal(got, want) {
					t.Fatalf("%s on %s, recorded %v: %v\nstarts %v\n  want %v", p.name, what, record, c, got.Start, want.Start)
				}
			}
		}
	})
	for _, p := range pairs(t, "1") {
		least := reference.Trials(200)
		if strings.HasSuffix(p.name, "by partition") {
			least = reference.Trials(40)
		}
		if ran[p.name] < least {
			t.Errorf("%s ran %d times only", p.name, ran[p.name])
		}
	}
}

// The same on a real log, in which times are whole seconds.
func TestExamplesEqualTheBuiltInPoliciesOnKTH(t *testing.T) {
	w := reference.ReadLog(t, "KTH-SP2-1996-filtered.swf.gz")
	for _, p := range pairs(t, "86400") {
		if testing.Short() && p.name != "easy" || strings.HasSuffix(p.name, "by partition") {
			continue
		}
		want := reference.Simulate(t, w, 100, p.policy(t), engine.Options{})
		got := reference.Simulate(t, w, 100, compiled(t, p.source).New(), engine.Options{})
		for j := range want.Start {
			if got.Start[j] != want.Start[j] {
				t.Fatalf("%s: job %d starts at %v, not at %v", p.name, w.JobNumber(int32(j)), got.Start[j], want.Start[j])
			}
		}
	}
}
