package expression

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"backfill/engine/experiment"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/policies"
	"backfill/policies/priority"
)

// starts are those of typed jobs on processors, in seconds.
func starts(t *testing.T, processors int, jobs, policy string) (list []float64) {
	t.Helper()
	machine, workload := fmt.Sprintf(`{"kind": "cluster", "processors": %d}`, processors), `{"kind": "jobs", "jobs": [`+jobs+`]}`
	for _, at := range simulate(t, prepare(t, machine, workload, "", policy), 0).Outcome.Start {
		list = append(list, at.Seconds())
	}
	return list
}

// On one processor job 1, of user 1, runs from 0 to 1 h. Then jobs 2 and 3 of user 1 and job 4 of user 2 wait, all of half an hour.
//
// Whose user has taken less goes first: job 4. Of equals who came first goes first: jobs 2 and 3.
// Whose user has more jobs that wait goes first: job 2 of user 1, who has two; then both have one, and jobs 3 and 4 go by arrival.
func TestFairShareByHand(t *testing.T) {
	const jobs = `{"submit": 0, "run": 3600, "user": 1}, {"submit": 60, "run": 1800, "user": 1}, {"submit": 120, "run": 1800, "user": 1}, {"submit": 180, "run": 1800, "user": 2}`
	for expression, want := range map[string][]float64{
		"-userUsed":   {0, 5400, 7200, 3600},
		"userWaiting": {0, 3600, 5400, 7200},
		"user":        {0, 5400, 7200, 3600},
	} {
		for _, kind := range []string{"priority", "priority-backfill"} {
			if got := starts(t, 1, jobs, fmt.Sprintf(`{"kind": %q, "priority": %q}`, kind, expression)); !slices.Equal(got, want) {
				t.Errorf("%s by %s: starts %v, want %v", kind, expression, got, want)
			}
		}
	}
}

// On one processor job 1 of user 1 runs 2 h, then job 2 of user 2 1 h; at 3 h a job of each waits. User 1 has taken 2 processor-hours,
// user 2 one. With a half-life of half an hour, 0.5 / ln 2 (1 - 2^-4) = 0.68 are left of those of user 1 at 2 h, and a quarter of that,
// 0.17, at 3 h; and 0.5 / ln 2 (1 - 2^-2) = 0.54 of those of user 2.
func TestHalfLifeByHand(t *testing.T) {
	const jobs = `{"submit": 0, "run": 7200, "user": 1}, {"submit": 1, "run": 3600, "user": 2}, {"submit": 7300, "run": 60, "user": 1}, {"submit": 7400, "run": 60, "user": 2}`
	for halfLife, want := range map[string][]float64{"0": {0, 7200, 10860, 10800}, "0.5": {0, 7200, 10800, 10860}} {
		if got := starts(t, 1, jobs, `{"kind": "priority", "priority": "-userUsed", "halfLife": `+halfLife+`}`); !slices.Equal(got, want) {
			t.Errorf("half-life of %s h: starts %v, want %v", halfLife, got, want)
		}
	}
}

// seen keeps what an expression could see, and puts jobs into the order of their processors.
type seen struct{ all []priority.Variables }

func (s *seen) Value(v *priority.Variables) float64 {
	s.all = append(s.all, *v)
	return v.Processors
}

// What is known of a user is what counting and integrating over the schedule gives.
func TestUsageEqualsTheSchedule(t *testing.T) {
	looks := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		var jobs []string
		submit := 0
		for range 40 {
			submit += 1 + r.IntN(300) // so that the job is known by it
			jobs = append(jobs, fmt.Sprintf(`{"submit": %d, "run": %d, "request": %d, "processors": %d, "user": %d}`, submit, 1+r.IntN(2000), 1+r.IntN(3000), 1+r.IntN(4), 1+r.IntN(3)))
		}
		halfLife := []float64{0, 0.1, 2}[r.IntN(3)]
		var list seen
		plan, err := compile(policies.CatalogsWith(func(string) (priority.Expression, error) { return &list, nil }), `{"kind": "cluster", "processors": 4}`,
			`{"kind": "jobs", "jobs": [`+strings.Join(jobs, ", ")+`]}`, "", fmt.Sprintf(`{"kind": %q, "priority": "userUsed", "halfLife": %v}`, []string{"priority", "priority-backfill"}[r.IntN(2)], halfLife))
		if err != nil {
			t.Fatal(err)
		}
		task, err := experiment.Prepare(plan, 0, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		o := simulate(t, task, 0).Outcome
		w := o.Workload
		for _, v := range list.all {
			now := v.Submit + v.Wait
			waiting, running, used := 0.0, 0.0, 0.0
			for j := range w.Jobs {
				if float64(w.User[j]) != v.User {
					continue
				}
				submit, start, end := w.Jobs[j].Submit.Seconds()/3600, o.Start[j].Seconds()/3600, o.End[j].Seconds()/3600
				const nearly = 1e-9 // hours
				switch {
				case submit > now+nearly:
				case start >= now-nearly:
					waiting++
				default:
					if end > now+nearly {
						running++
					}
					size := float64(w.Jobs[j].Processors)
					if end = min(end, now); halfLife == 0 {
						used += size * (end - start)
						continue
					}
					used += size * halfLife / math.Ln2 * (math.Exp2((end-now)/halfLife) - math.Exp2((start-now)/halfLife))
				}
			}
			looks++
			if v.UserWaiting != waiting || v.UserRunning != running || math.Abs(v.UserUsed-used) > 1e-9*max(1, used) {
				t.Fatalf("seed %d, half-life %v: at %v h user %v has %v waiting, %v running, %v used; want %v, %v, %v", seed, halfLife, now, v.User, v.UserWaiting, v.UserRunning, v.UserUsed, waiting, running, used)
			}
		}
	}
	if looks < 1000 {
		t.Errorf("only %d looks", looks)
	}
}

// The weights of Maui run as they are offered. On one processor job 1 of user 1 holds it until 10 h. Then jobs 2 of user 1 and 3 of user 2
// wait for 9 h and 8 h, request an hour each, and have priorities of 540 + 10 + 1 less some 9 processor-hours, and of 480 + 9 + 1: job 2
// goes first.
func TestMauiWeights(t *testing.T) {
	at := slices.IndexFunc(policies.Catalog, func(k scenario.PolicyKind) bool { return k.Kind == "priority-backfill" })
	presets := policies.Catalog[at].Presets
	maui := presets[slices.IndexFunc(presets, func(p param.Preset) bool { return p.Name == "Maui weights" })]
	const jobs = `{"submit": 0, "run": 36000, "user": 1}, {"submit": 3600, "run": 3600, "user": 1}, {"submit": 7200, "run": 3600, "user": 2}`
	policy := fmt.Sprintf(`{"kind": "priority-backfill", "priority": %s, "halfLife": %s}`, maui.Fields["priority"], maui.Fields["halfLife"])
	if got, want := starts(t, 1, jobs, policy), []float64{0, 36000, 39600}; !slices.Equal(got, want) {
		t.Errorf("starts %v, want %v", got, want)
	}
}

// An expression that names users needs a workload that has some.
func TestUsersOfNobody(t *testing.T) {
	for _, expression := range []string{"-userUsed", "user", "wait / (1 + userRunning)"} {
		plan, err := compile(Catalogs(), cluster, lublin, "", fmt.Sprintf(`{"kind": "priority", "priority": %q}`, expression))
		if err == nil {
			_, err = experiment.Prepare(plan, 0, 0, nil)
		}
		if err == nil || !strings.Contains(err.Error(), "a workload that says whose the jobs are") {
			t.Errorf("%s: %v", expression, err)
		}
	}
}
