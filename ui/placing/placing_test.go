package placing

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"backfill/assets/gallery"
	"backfill/engine"
	"backfill/engine/byhand"
	"backfill/engine/scenario"
	"backfill/policies"
	"backfill/ui/explain"
	"backfill/ui/timeline"
)

// allKinds are those that the program knows.
var allKinds = policies.Catalogs()

// plan compiles a scenario.
func plan(t *testing.T, text string) *scenario.Plan {
	t.Helper()
	s, err := scenario.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := scenario.Compile(s, policies.Catalogs())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// hand is the textbook case of the gallery with moves and a rule.
func hand(t *testing.T, moves, rule string) *Hand {
	t.Helper()
	text, err := gallery.Files.ReadFile("textbook.json")
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	fields["policies"] = append(fields["policies"].([]any), map[string]any{"kind": "by-hand", "label": "Mine", "moves": moves, "rule": rule})
	if text, err = json.Marshal(fields); err != nil {
		t.Fatal(err)
	}
	h, err := Follow(plan(t, string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func (h *Hand) rule(t *testing.T) *Rule {
	t.Helper()
	r, err := h.Rule(policies.Catalogs(), timeline.Clock{})
	if err != nil || r == nil {
		t.Fatal(r, err)
	}
	return r
}

func lines(told []explain.Sentence) string {
	var list []string
	for _, s := range told {
		list = append(list, s.String())
	}
	return strings.Join(list, "\n")
}

// Jobs 1 (4 processors) and 2 (3) come at 0 and are placed; 1 of 8 is free. At 60 s jobs 3 (6) and 4 (5) come: they do not fit. By the requests
// job 1 ends at 300 s, which makes 5 free, and job 2 at 600 s. Job 5 (1) comes at 120 s and fits. Job 1 really ends at 240 s.
func TestTurns(t *testing.T) {
	n := func(h *Hand) explain.Narrator { return explain.Narrator{Outcome: h.Outcome, Present: true} }
	h := hand(t, "", "")
	if turn := h.Turn(h.Begin()); h.Begin() != 0 || turn.Free != 8 || !slices.Equal(turn.Waiting, []int32{0, 1}) || !slices.Equal(turn.Came, []int32{0, 1}) || turn.Next != 60*engine.Second {
		t.Errorf("it begins with %+v", turn)
	}
	h = hand(t, "0:1,2", "")
	turn := h.Turn(60 * engine.Second)
	if turn.Free != 1 || !slices.Equal(turn.Waiting, []int32{2, 3}) || len(turn.Running) != 2 || turn.Running[0].End != 300*engine.Second || turn.Next != 120*engine.Second {
		t.Errorf("at 1 min: %+v", turn)
	}
	for j, want := range map[int32]string{
		2: "Job 3 does not fit: it needs 6 processors, 1 is free. By the requested times enough will be free at 10 min.",
		3: "Job 4 does not fit: it needs 5 processors, 1 is free. By the requested times enough will be free at 5 min.",
	} {
		if got := h.Why(&turn, j, n(h)).String(); h.Fits(&turn, j) || got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if turn = h.Turn(120 * engine.Second); !h.Fits(&turn, 4) || turn.Next != 240*engine.Second {
		t.Errorf("at 2 min: %+v", turn)
	}
	if got := h.With(turn.At, 4).String(); got != "0:1,2; 120:5" {
		t.Errorf("job 5 placed: %s", got)
	}
	if turn = h.Turn(240 * engine.Second); turn.Free != 5 || !slices.Equal(turn.Ended, []int32{0}) || h.Before(turn.At) != 120*engine.Second || h.Before(60*engine.Second) != 0 {
		t.Errorf("at 4 min: %+v; before it %d", turn, h.Before(turn.At))
	}
	if h.Complete() || h.Placed() != 2 || h.Jobs() != 12 {
		t.Errorf("complete: %v, %d of %d", h.Complete(), h.Placed(), h.Jobs())
	}
	last := h.Outcome.Workload.Jobs[11].Submit // job 12 comes last, at 16 min
	if h.After(last) != engine.Never {
		t.Errorf("after the last event comes %d", h.After(last))
	}
}

// EASY starts job 5 at 2 min past job 3, to which the shadow time 10 min is promised, when job 5 ends. Whoever leaves it, or starts at 4 min job
// 4, which fits into the 5 free processors of 8 and would delay job 3 (6), departs there.
func TestTheFirstDepartureIsExplained(t *testing.T) {
	for _, c := range []struct{ moves, rule, want string }{
		{"0:1,2", "EASY", "The first difference is at 2 min: EASY starts job 5, and you do not.\n" +
			"Job 5 is backfilled at 2 min: by its requested time it ends by 10 min, when job 3 is due (shadow time)."},
		{"0:1,2; 240:4", "EASY", "The first difference is at 2 min: EASY starts job 5, and you do not.\n" +
			"Job 5 is backfilled at 2 min: by its requested time it ends by 10 min, when job 3 is due (shadow time)."},
		{"0:1; 60:2", "EASY", "The first difference is at 0: EASY starts job 2, and you do not.\nJob 2 starts at 0; nobody who had arrived earlier was waiting."},
		{"0:1,2; 120:5", "fcfs", "The first difference is at 2 min: you start job 5, and First come, first served does not.\n" +
			"Job 5 fits but waits behind job 3: this policy starts nobody past a waiting job."},
	} {
		h := hand(t, c.moves, c.rule)
		d := h.Departure(h.rule(t), engine.Never)
		if d == nil || lines(d.Told) != c.want {
			t.Errorf("%s: %v, want\n%s", c.moves, d, c.want)
		}
	}
	h := hand(t, "0:1,2", "easy")
	if d := h.Departure(h.rule(t), 120*engine.Second); d != nil {
		t.Errorf("before 2 min it departs already: %+v", d)
	}
	whole := byhand.Of(h.rule(t).Outcome).String()
	if h = hand(t, whole, "easy"); !h.Complete() || lines(h.Verdict(h.rule(t))) != "Your schedule is that of EASY backfilling: all 12 jobs start when they start there." {
		t.Errorf("EASY's own schedule %s: %s", whole, lines(h.Verdict(h.rule(t))))
	}
}

// Of random jobs, a schedule that is EASY's up to an instant, and without one of the starts there, departs with that job; and one that has one
// start more, of a job that fits, with that one.
func TestOneSwappedStartIsTheFirstDeparture(t *testing.T) {
	missing, added := 0, 0
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		var jobs []string
		submit := 0
		for range 5 + r.IntN(25) {
			submit += r.IntN(20)
			run := 1 + r.IntN(60)
			jobs = append(jobs, fmt.Sprintf(`{"submit": %d, "run": %d, "request": %d, "processors": %d}`, submit, run, run+r.IntN(40), 1+r.IntN(8)))
		}
		with := func(m byhand.Moves) *Hand {
			h, err := Follow(plan(t, fmt.Sprintf(`{"version": 1, "machine": {"kind": "cluster", "processors": 8}, "workload": {"kind": "jobs", "jobs": [%s]}, "policies": [{"kind": "by-hand", "moves": %q, "rule": "easy"}]}`,
				strings.Join(jobs, ","), m)))
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, m, err)
			}
			return h
		}
		rule := with(nil).rule(t)
		all := byhand.Of(rule.Outcome)
		at := all[r.IntN(len(all))].At
		upTo := slices.IndexFunc(all, func(m byhand.Move) bool { return m.At >= at })
		here := upTo
		for here < len(all) && all[here].At == at {
			here++
		}
		left := upTo + r.IntN(here-upTo)
		h := with(slices.Delete(slices.Clone(all[:here]), left, left+1))
		d := h.Departure(rule, engine.Never)
		if d == nil || d.At != at || len(d.Missing) != 1 || h.Outcome.Workload.JobNumber(d.Missing[0]) != all[left].Job || d.Added != nil || len(d.Told) != 2 {
			t.Errorf("seed %d: without %v: %+v", seed, all[left], d)
		}
		missing++
		h = with(all[:here])
		turn := h.Turn(at)
		for _, j := range turn.Waiting {
			if !h.Fits(&turn, j) {
				continue
			}
			d := with(h.With(at, j)).Departure(rule, engine.Never)
			if d == nil || d.At != at || !slices.Equal(d.Added, []int32{j}) || d.Missing != nil || len(d.Told) != 2 {
				t.Errorf("seed %d: with job %d at %d: %+v", seed, j, at, d)
			}
			added++
		}
	}
	if missing < 300 || added < 10 {
		t.Errorf("%d starts were left, %d added", missing, added)
	}
}

func TestWhatCannotBePlaced(t *testing.T) {
	const jobs = `"workload": {"kind": "jobs", "jobs": [{"run": 5}]}`
	for text, want := range map[string]string{
		`"machine": {"kind": "cluster", "processors": 4}, ` + jobs:                                                                                     "",
		`"machine": {"kind": "cluster", "processors": 4}, "workload": {"kind": "lublin", "processors": 4}`:                                             "Only jobs of a typed list, up to 40 of them, can be placed by hand. The workload of this experiment is of another kind.",
		`"machine": {"kind": "hosts", "hosts": [{"processors": 4, "memory": 1}]}, ` + jobs:                                                             "Jobs can be placed by hand only on a machine that is one pool of processors, such as a cluster: on this one it matters where in it a job runs.",
		`"machine": {"kind": "cluster", "processors": 4}, "sweep": [{"path": "/machine/processors", "values": [4, 5]}], ` + jobs:                       "A schedule by hand is one of a single workload. Take the sweep or the replications away first.",
		`"machine": {"kind": "cluster", "processors": 4}, "workload": {"kind": "jobs", "jobs": [` + strings.Repeat(`{"run": 5},`, 40) + `{"run": 5}]}`: "Up to 40 jobs can be placed by hand. This workload has 41.",
	} {
		if got := WhyNot(plan(t, `{"version": 1, `+text+`, "policies": [{"kind": "fcfs"}]}`)); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	const elastic = `"machine": {"kind": "cluster", "processors": 4}, "workload": {"kind": "jobs", "jobs": [{"run": 5}], "commands": [{"at": 1, "job": 1, "amount": 2}]}`
	for policies, ok := range map[string]bool{
		`{"kind": "by-hand", "rule": "easy"}`:                                                                true,
		`{"kind": "by-hand", "rule": "E"}, {"kind": "easy", "label": "E", "elastic": true}`:                  false,
		`{"kind": "by-hand", "rule": "easy", "elastic": true}`:                                               false,
		`{"kind": "by-hand", "rule": "E", "elastic": true}, {"kind": "easy", "label": "E", "elastic": true}`: true,
	} {
		h, err := Follow(plan(t, `{"version": 1, `+elastic+`, "policies": [`+policies+`]}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Rule(allKinds, timeline.Clock{}); (err == nil) != ok {
			t.Errorf("%s: %v", policies, err)
		}
	}
	for rule, want := range map[string]string{
		"EASY ": `/policies/0/rule: "EASY ": the label of another policy or the kind of one is accepted: "F", "fcfs", "easy", `,
		"Mine":  `/policies/0/rule: "Mine": the label of another`,
	} {
		s, err := scenario.Read([]byte(`{"version": 1, "machine": {"kind": "cluster", "processors": 4}, ` + jobs + `, "policies": [{"kind": "by-hand", "label": "Mine", "rule": "` + rule + `"}, {"kind": "fcfs", "label": "F"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err = scenario.Compile(s, policies.Catalogs()); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("rule %q: %v, want %s", rule, err, want)
		}
	}
}
