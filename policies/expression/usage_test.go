package expression

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/experiment"
	"backfill/engine/param"
	"backfill/engine/scenario"
	"backfill/engine/workload"
	"backfill/policies"
	"backfill/policies/internal/reference"
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

// logged is a line of a log about a job, without its number.
func logged(submit, run, processors, request, user, group int) string {
	return fmt.Sprintf("%d -1 %d %d -1 -1 %d %d -1 1 %d %d -1 -1 -1 -1 -1", submit, run, processors, processors, request, user, group)
}

// log opens a log of these jobs.
func log(jobs []string) workload.Opener {
	var text strings.Builder
	for i, job := range jobs {
		fmt.Fprintf(&text, "%d %s\n", i+1, job)
	}
	return func(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text.String())), nil }
}

// On one processor job 1, of user 1 in group 1, runs from 0 to 1 h. Then job 2 of user 2 in group 1 and job 3 of user 3 in group 2 wait,
// of half an hour each. Group 1 has taken a processor-hour, group 2 nothing: job 3 goes first. Neither user has taken anything: job 2 does.
// So it does by the number of the group, of which the smaller goes first. Each group has one job that waits: job 3 with 2 - 10 goes before
// job 2 with 1 - 10.
func TestGroupShareByHand(t *testing.T) {
	jobs := []string{logged(0, 3600, 1, 3600, 1, 1), logged(60, 1800, 1, 1800, 2, 1), logged(120, 1800, 1, 1800, 3, 2)}
	for expression, want := range map[string][]engine.Time{
		"-groupUsed":              {0, 5400, 3600},
		"-userUsed":               {0, 3600, 5400},
		"-group":                  {0, 3600, 5400},
		"group - 10*groupWaiting": {0, 5400, 3600},
	} {
		plan, err := compile(Catalogs(), `{"kind": "cluster", "processors": 1}`, `{"kind": "swf", "file": "log.swf"}`, "", fmt.Sprintf(`{"kind": "priority-backfill", "priority": %q}`, expression))
		if err != nil {
			t.Fatal(err)
		}
		task, err := experiment.Prepare(plan, 0, 0, log(jobs))
		if err != nil {
			t.Fatal(err)
		}
		for j, at := range simulate(t, task, 0).Outcome.Start {
			if at != want[j]*engine.Second {
				t.Errorf("by %s job %d starts at %v s, want %d s", expression, j+1, at.Seconds(), want[j])
			}
		}
	}
}

// The digest of a schedule by fair-share is the same natively and as WebAssembly.
func TestFairShareIsGolden(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	var jobs []string
	submit := 0
	for range 400 {
		submit += r.IntN(600)
		run := 1 + r.IntN(4000)
		jobs = append(jobs, logged(submit, run, 1+r.IntN(8), run+r.IntN(4000), 1+r.IntN(12), 1+r.IntN(3)))
	}
	for policy, want := range map[string]string{
		`{"kind": "priority", "priority": "-userUsed", "who": "whoeverFits", "halfLife": 1.3}`:                                           "8ab29d6a30c5c014",
		`{"kind": "priority-backfill", "priority": "wait - userUsed/3 - groupUsed/7 - userRunning", "reservations": 2, "halfLife": 0.7}`: "3d5c07c32bf096fc",
	} {
		plan, err := compile(Catalogs(), `{"kind": "cluster", "processors": 16}`, `{"kind": "swf", "file": "log.swf"}`, "", policy)
		if err != nil {
			t.Fatal(err)
		}
		task, err := experiment.Prepare(plan, 0, 0, log(jobs))
		if err != nil {
			t.Fatal(err)
		}
		if got := digest(t, simulate(t, task, 0)); got != want {
			t.Errorf("%s: digest %q, want %q", policy, got, want)
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

// Looks change nothing: while decisions are recorded the policy looks at more jobs, more often, and the schedule is the same to the last
// digit of what was taken.
func TestLooksDoNotChangeUse(t *testing.T) {
	for seed := range uint64(reference.Trials(200)) {
		r := rand.New(rand.NewPCG(seed, 4))
		var jobs []string
		submit := 0
		for range 60 {
			submit += r.IntN(40)
			run := []int{20, 20, 70, 110}[r.IntN(4)] // so that users have often taken the same
			jobs = append(jobs, fmt.Sprintf(`{"submit": %d, "run": %d, "request": 110, "processors": %d, "user": %d}`, submit, run, 1+r.IntN(2), 1+r.IntN(4)))
		}
		task := prepare(t, `{"kind": "cluster", "processors": 4}`, `{"kind": "jobs", "jobs": [`+strings.Join(jobs, ", ")+`]}`, "",
			fmt.Sprintf(`{"kind": "priority-backfill", "priority": "-userUsed", "halfLife": %v, "reservations": 2}`, []float64{0, 0.01}[seed%2]))
		var got [2][]engine.Time
		for i, record := range []bool{false, true} {
			o, err := engine.Simulate(task.Workload, engine.NewCluster(4, 1), task.Plan.Policies[0].New(), engine.Options{RecordAll: record})
			if err != nil {
				t.Fatal(err)
			}
			got[i] = o.Start
		}
		if !slices.Equal(got[0], got[1]) {
			t.Fatalf("seed %d: starts %v, while decisions are recorded %v", seed, got[0], got[1])
		}
	}
}

// What is known of a user and of a group is what counting and integrating over the schedule gives.
func TestUsageEqualsTheSchedule(t *testing.T) {
	looks := 0
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 3))
		var jobs []string
		submit := 0
		for range 40 {
			submit += 1 + r.IntN(300) // so that the job is known by it
			jobs = append(jobs, logged(submit, 1+r.IntN(2000), 1+r.IntN(4), 1+r.IntN(3000), 1+r.IntN(3), 1+r.IntN(2)))
		}
		halfLife := []float64{0, 0.1, 2}[r.IntN(3)]
		var list seen
		plan, err := compile(policies.CatalogsWith(policies.Compilers{Expression: func(string) (priority.Expression, error) { return &list, nil }}), `{"kind": "cluster", "processors": 4}`,
			`{"kind": "swf", "file": "log.swf"}`, "", fmt.Sprintf(`{"kind": %q, "priority": "userUsed + groupUsed", "halfLife": %v}`, []string{"priority", "priority-backfill"}[r.IntN(2)], halfLife))
		if err != nil {
			t.Fatal(err)
		}
		task, err := experiment.Prepare(plan, 0, 0, log(jobs))
		if err != nil {
			t.Fatal(err)
		}
		o := simulate(t, task, 0).Outcome
		w := o.Workload
		for _, v := range list.all {
			now := v.Submit + v.Wait
			look := func(column []int32, number float64) (of [3]float64) {
				for j := range w.Jobs {
					if float64(column[j]) != number {
						continue
					}
					submit, start, end := w.Jobs[j].Submit.Seconds()/3600, o.Start[j].Seconds()/3600, o.End[j].Seconds()/3600
					const nearly = 1e-9 // hours
					switch {
					case submit > now+nearly:
					case start >= now-nearly:
						of[0]++
					default:
						if end > now+nearly {
							of[1]++
						}
						size := float64(w.Jobs[j].Processors)
						if end = min(end, now); halfLife == 0 {
							of[2] += size * (end - start)
							continue
						}
						of[2] += size * halfLife / math.Ln2 * (math.Exp2((end-now)/halfLife) - math.Exp2((start-now)/halfLife))
					}
				}
				return of
			}
			looks++
			for _, c := range []struct {
				whose     string
				got, want [3]float64
			}{
				{"user", [3]float64{v.UserWaiting, v.UserRunning, v.UserUsed}, look(w.User, v.User)},
				{"group", [3]float64{v.GroupWaiting, v.GroupRunning, v.GroupUsed}, look(w.Group, v.Group)},
			} {
				if c.got[0] != c.want[0] || c.got[1] != c.want[1] || math.Abs(c.got[2]-c.want[2]) > 1e-9*max(1, c.want[2]) {
					t.Fatalf("seed %d, half-life %v: at %v h the %s of %+v has %v waiting, running and used; want %v", seed, halfLife, now, c.whose, v, c.got, c.want)
				}
			}
		}
	}
	if looks < 1000 {
		t.Errorf("only %d looks", looks)
	}
}

// The weights of Maui run as they are offered. On one processor job 1 of user 1 holds it until 10 h, which leaves
// 24 / ln 2 (1 - 2^(-10/24)) = 8.7 processor-hours of use. Job 2 of user 1 has then waited 540 min, job 3 of user 2 535 min, and both request
// an hour: 540 + 10 + 1 - 8.7 = 542.3 is less than 535 + 9.9 + 1 = 545.9, so that job 3 goes first.
func TestMauiWeights(t *testing.T) {
	at := slices.IndexFunc(policies.Catalog, func(k scenario.PolicyKind) bool { return k.Kind == "priority-backfill" })
	presets := policies.Catalog[at].Presets
	maui := presets[slices.IndexFunc(presets, func(p param.Preset) bool { return p.Name == "Maui weights" })]
	const jobs = `{"submit": 0, "run": 36000, "user": 1}, {"submit": 3600, "run": 3600, "user": 1}, {"submit": 3900, "run": 3600, "user": 2}`
	policy := fmt.Sprintf(`{"kind": "priority-backfill", "priority": %s, "halfLife": %s}`, maui.Fields["priority"], maui.Fields["halfLife"])
	if got, want := starts(t, 1, jobs, policy), []float64{0, 39600, 36000}; !slices.Equal(got, want) {
		t.Errorf("starts %v, want %v", got, want)
	}
}

// An expression that names users, groups or queues needs a workload that has some.
func TestUsersOfNobody(t *testing.T) {
	const of = "a workload that says "
	for expression, want := range map[string]string{
		"-userUsed": of + "whose the jobs are", "user": of + "whose the jobs are", "wait / (1 + userRunning)": of + "whose the jobs are",
		"-groupUsed": of + "of which group the jobs are", "group": of + "of which group the jobs are", "queue": of + "in which queue the jobs were",
		"groupWaiting - userWaiting": of + "whose the jobs are and " + of + "of which group the jobs are",
	} {
		plan, err := compile(Catalogs(), cluster, lublin, "", fmt.Sprintf(`{"kind": "priority", "priority": %q}`, expression))
		if err == nil {
			_, err = experiment.Prepare(plan, 0, 0, nil)
		}
		if err == nil || err.Error() != `/policies/0: "priority": needs `+want {
			t.Errorf("%s: %v", expression, err)
		}
	}
}
