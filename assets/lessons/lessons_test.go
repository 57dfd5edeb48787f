package lessons

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"backfill/assets/lessons/figures"
	"backfill/assets/lessons/pointer"
	"backfill/engine/scenario"
	"backfill/policies/scripting"
	"backfill/ui/placing"
)

// read reads the lessons once: that simulates the numbers in their texts.
var read = sync.OnceValues(All)

func all(t *testing.T) []*Lesson {
	t.Helper()
	lessons, err := read()
	if err != nil {
		t.Fatal(err)
	}
	return lessons
}

func TestEveryFileIsOffered(t *testing.T) {
	files, err := fs.Glob(Files, "*.md")
	if err != nil {
		t.Fatal(err)
	}
	named := slices.Clone(Names)
	for i := range named {
		named[i] += ".md"
	}
	slices.Sort(named)
	if !slices.Equal(named, files) {
		t.Errorf("named are %v, there are %v", named, files)
	}
}

// Every question has one right answer, which the simulation knows, and wrong ones; goals are not met at first and can be
// reached by one slider; whatever is told has its numbers; what the texts say of the experiments is so. All that is so with every seed that Check tries.
func TestEveryQuestionIsAnsweredBySimulation(t *testing.T) {
	for _, l := range all(t) {
		if n := len(l.Questions); n < 4 || n > 8 {
			t.Errorf("%s has %d questions", l.Name, n)
		}
		if len(l.checks) == 0 {
			t.Errorf("%s checks nothing", l.Name)
		}
		for _, m := range l.mistakes() {
			t.Error(m)
		}
		for _, q := range l.Questions {
			if q.Kind != "beat" {
				continue
			}
			for _, e := range q.Beginnings() { // a contest does not hand out its answer
				r, err := q.With(e.Source)
				if err != nil {
					t.Fatal(err)
				}
				if q.Beats(r) {
					t.Errorf("%s: %s is beaten by %s, from which the reader may begin", l.Name, q.ID, e.File)
				}
			}
			r, err := q.With(scripting.Examples[2].Source)
			if err != nil {
				t.Fatal(err)
			}
			if !q.Beats(r) {
				t.Errorf("%s: %s is not beaten by the patient script", l.Name, q.ID)
			}
		}
		if len(l.Drawn) == 0 {
			continue
		}
		source, err := Files.ReadFile(l.Name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range Check(l.Name, source) {
			t.Error(m)
		}
	}
}

// Under Slurm the seed draws when its loops tick. No answer, number in a text or check depends on that by more than a minute, nor does
// a goal.
func TestNothingDependsOnWhenSlurmTicks(t *testing.T) {
	for _, l := range all(t) {
		for _, lab := range l.experiments() {
			if !slices.ContainsFunc(lab.plan.Scenario.Policies, func(p scenario.Policy) bool { return p.Kind == "slurm" }) {
				continue
			}
			was, err := lab.Results()
			if err != nil {
				t.Fatal(err)
			}
			for seed := 2; seed <= 6; seed++ {
				text, err := pointer.With(lab.text, "/seed", seed)
				if err != nil {
					t.Fatal(err)
				}
				r, err := figures.Simulate(text)
				if err != nil {
					t.Fatal(err)
				}
				var phrases []*figures.Phrase
				for _, q := range l.Questions {
					if q.lab != lab {
						continue
					}
					if q.Kind == "goal" {
						for _, a := range lab.Allow {
							pointer, values := lab.values(a)
							for _, v := range values {
								if meets(t, q, lab.text, pointer, v) != meets(t, q, text, pointer, v) {
									t.Errorf("%s: with the seed %d %s is met or not by another value than %v", l.Name, seed, q.ID, v)
								}
							}
						}
						continue
					}
					right, err := q.Right(was)
					if err != nil {
						t.Fatal(err)
					}
					other, err := q.Right(r)
					if err != nil || q.Kind != "number" && !reflect.DeepEqual(right, other) {
						t.Errorf("%s: with the seed %d %s is %v, not %v, %v", l.Name, seed, q.ID, other, right, err)
					}
					for _, f := range q.parsed.Figures {
						phrases = append(phrases, f.Phrase)
					}
				}
				for _, f := range l.figures {
					if f.lab == lab {
						phrases = append(phrases, f.phrase)
					}
				}
				for _, p := range phrases {
					a, _ := was.Evaluate(p)
					b, _ := r.Evaluate(p)
					bound := 1.0 // minutes, hours
					if p.Unit == figures.Seconds {
						bound = 60
					}
					if math.Abs(a.Number-b.Number) > bound || !slices.Equal(a.Jobs, b.Jobs) {
						t.Errorf("%s: with the seed %d a number of %s is %v, not %v", l.Name, seed, lab.ID, b, a)
					}
				}
				for _, c := range l.checks {
					if holds, _ := r.Holds(c.when); c.lab == lab && !holds {
						t.Errorf("%s: with the seed %d a check of %s fails", l.Name, seed, lab.ID)
					}
				}
			}
		}
	}
}

// experiments are those of the labs and of the exercises.
func (l *Lesson) experiments() []*Lab {
	all := slices.Clone(l.Labs)
	for _, e := range l.Exercises {
		if e.own != nil {
			all = append(all, e.own)
		}
	}
	return all
}

// meets says whether a goal is met with a value of a slider.
func meets(t *testing.T, q *Question, text []byte, path string, value float64) bool {
	t.Helper()
	changed, err := pointer.With(text, path, value)
	if err != nil {
		t.Fatal(err)
	}
	r, err := figures.Simulate(changed)
	if err != nil {
		t.Fatal(err)
	}
	holds, known := r.Holds(q.parsed.Goal)
	if !known {
		t.Errorf("%s: with %s = %v the results do not tell", q.ID, path, value)
	}
	return holds
}

// A lab that answers a question is not shown before, nor is another one that shows what it does, nor a number in the text that says
// who is ahead; and each lesson ends with something to try and a note for teachers.
func TestLessonsGiveNothingAway(t *testing.T) {
	for _, l := range all(t) {
		for _, q := range l.Questions {
			// What one may write about the numbers of question 5 of reading-a-result is asked below the table that has them.
			if q.Kind == "goal" || q.Kind == "beat" || q.ID == "longest-say" {
				continue
			}
			for _, lab := range l.Labs {
				if lab.shows(t, q.asked(t)) && !slices.Contains(slices.Concat(strings.Fields(lab.After), lab.gates), q.ID) {
					t.Errorf("%s: the lab %s shows the answer of %s", l.Name, lab.ID, q.ID)
				}
			}
			for _, f := range l.figures {
				if q.Kind == "policy" && f.lab == q.lab && some(f.phrase, func(p *figures.Phrase) bool { return p.Is == "difference" && p.Which == q.parsed.Answer.Which }) &&
					!slices.Contains(f.gates, q.ID) {
					t.Errorf("%s: a number in the text shows the answer of %s", l.Name, q.ID)
				}
			}
		}
		for _, want := range []string{`href="./#s=1.`, `<details class="teacher">`, "Try it yourself"} {
			if !strings.Contains(l.Body, want) {
				t.Errorf("%s has no %s", l.Name, want)
			}
		}
	}
}

// shows says whether a lab simulates all that another one does: the same jobs on the same machine, as often, under its policies.
func (l *Lab) shows(t *testing.T, other *Lab) bool {
	t.Helper()
	type experiment struct {
		Machine, Workload, Kill any
		Seed, Replications      any
		Policies                []any
	}
	var mine, its experiment
	for _, each := range []struct {
		text []byte
		into *experiment
	}{{l.text, &mine}, {other.text, &its}} {
		if err := json.Unmarshal(each.text, each.into); err != nil {
			t.Fatal(err)
		}
	}
	// unlabelled says whether b is a with its usual label.
	unlabelled := func(a, b any) bool {
		named := maps.Clone(a.(map[string]any))
		delete(named, "label")
		return reflect.DeepEqual(named, b)
	}
	policies := mine.Policies
	mine.Policies = slices.DeleteFunc(slices.Clone(policies), func(p any) bool {
		return !slices.ContainsFunc(its.Policies, func(of any) bool { return reflect.DeepEqual(p, of) || unlabelled(p, of) })
	})
	for i, p := range mine.Policies {
		if k := slices.IndexFunc(its.Policies, func(of any) bool { return unlabelled(p, of) }); k >= 0 {
			mine.Policies[i] = its.Policies[k]
		}
	}
	return reflect.DeepEqual(mine, its)
}

// asked is the lab that shows the answer: that of the question or, where the reader places the jobs, the same with the rule in place of the reader.
func (q *Question) asked(t *testing.T) *Lab {
	if q.Kind != "placement" {
		return q.lab
	}
	text, err := pointer.With(q.lab.text, "/policies", []any{map[string]any{"kind": q.lab.plan.Policies[placing.In(q.lab.plan)].Rule}})
	if err != nil {
		t.Fatal(err)
	}
	return &Lab{text: text}
}

// some says whether a phrase or one of those in it is so.
func some(of *figures.Phrase, is func(*figures.Phrase) bool) bool {
	found := false
	of.Each(func(p *figures.Phrase) { found = found || is(p) })
	return found
}

// told is the number that results tell of a phrase.
func told(t *testing.T, r *figures.Results, phrase string) float64 {
	t.Helper()
	p, err := figures.ParsePhrase(phrase)
	if err != nil {
		t.Fatal(err)
	}
	v, known := r.Evaluate(p)
	if !known {
		t.Fatalf("%s is not known", phrase)
	}
	return v.Number
}

// What no phrase can say, the texts say in numbers that are typed.
func TestTypedNumbersAreRight(t *testing.T) {
	labs := map[string]*Lab{}
	for _, l := range all(t) {
		for _, lab := range l.experiments() {
			labs[l.Name+" "+lab.ID] = lab
		}
	}
	value := func(name, path string, at float64, phrase string) float64 {
		t.Helper()
		text, err := pointer.With(labs[name].text, path, at)
		if err != nil {
			t.Fatal(err)
		}
		r, err := figures.Simulate(text)
		if err != nil {
			t.Fatal(err)
		}
		return told(t, r, phrase)
	}

	// The busy week: 441 of the 500 jobs wait longer under FCFS than under EASY, 59 as long, none less.
	r, err := labs["why-backfilling week"].Results()
	if err != nil {
		t.Fatal(err)
	}
	fcfs, easy := r.JobsOf("FCFS"), r.JobsOf("EASY")
	var counts [3]int // less, as long, longer
	for i := range fcfs {
		counts[cmp.Compare(*fcfs[i].Wait, *easy[i].Wait)+1]++
	}
	if want := [3]int{0, 59, 441}; counts != want {
		t.Errorf("in the busy week jobs wait less, as long, longer under FCFS: %v, want %v", counts, want)
	}

	// Each of the first three skips makes job 1 wait longer and the mean wait shorter; a fourth makes neither shorter.
	const skip, mean, first = "packing-and-lookahead skip", "meanWait of Delayed-LOS", "wait of job 1 under Delayed-LOS"
	for n := range 4 {
		before, after := float64(n), float64(n+1)
		longer := value(skip, "/policies/1/maxSkip", after, first) > value(skip, "/policies/1/maxSkip", before, first)
		shorter := value(skip, "/policies/1/maxSkip", after, mean) < value(skip, "/policies/1/maxSkip", before, mean)
		if !longer || shorter != (n < 3) {
			t.Errorf("skip %d: job 1 waits longer: %v, the mean wait is shorter: %v", n+1, longer, shorter)
		}
	}

	// With 4,000 jobs instead of 500 the mean wait under LOS is about 13 days.
	if days := value("packing-and-lookahead many", "/workload/jobs", 4000, "meanWait of LOS") / 86400; days < 12.5 || days >= 13.5 {
		t.Errorf("with 4,000 jobs they wait %v days", days)
	}

	// With four times as many jobs the mean response time more than doubles under FCFS and hardly changes under FPFS.
	const threshold = "splitting-over-clusters threshold"
	for policy, grows := range map[string]bool{"FCFS": true, "FPFS": false} {
		if factor := value(threshold, "/workload/jobs", 12000, "meanResponse of "+policy) / value(threshold, "/workload/jobs", 3000, "meanResponse of "+policy); grows != (factor > 2) || !grows && factor > 1.25 {
			t.Errorf("with four times as many jobs the mean response time under %s is %v times as long", policy, factor)
		}
	}

	// Split jobs that take 20 % longer: the best threshold is higher than without that, and from 11 to 14 the means differ by less than 1 s.
	const slower, response = "splitting-over-clusters slower", "meanResponse of FPFS"
	if value(slower, "/workload/threshold", 13, response) >= value(slower, "/workload/threshold", 5, response) ||
		value(threshold, "/workload/threshold", 13, response) <= value(threshold, "/workload/threshold", 5, response) {
		t.Error("the threshold 13 is not better than 5 just where split jobs take longer")
	}
	var best []float64
	for at := 11.0; at <= 14; at++ {
		best = append(best, value(slower, "/workload/threshold", at, response))
	}
	if slices.Max(best)-slices.Min(best) >= 1 {
		t.Errorf("from 11 to 14 the means are %v s", best)
	}

	// Up to a load of about 0.3 jobs wait as little under FCFS as under EASY at 0.9.
	const week = "why-backfilling week"
	full := value(week, "/workload/load", 0.9, "meanWait of EASY")
	if value(week, "/workload/load", 0.25, "meanWait of FCFS") >= full || value(week, "/workload/load", 0.35, "meanWait of FCFS") <= full {
		t.Error("FCFS does as well as EASY at 0.9 at another load than about 0.3")
	}

	// In the queue of a cluster job 3 starts early with a request of up to 1 3/4 h, and not with two; job 6 with up to 56 GB; job 4 goes
	// first when job 1 ran for two hours, and not for three.
	const ahead = "start of job 5 under 'Half-life 7 days' - start of job 4 under 'Half-life 7 days'"
	for _, each := range []struct {
		lab, pointer, phrase string
		good, bad            float64
	}{
		{"limit", "/workload/jobs/2/request", "20 min - start of job 3 under Slurm", 6300, 7200},
		{"memory", "/workload/jobs/5/nodeMemory", "20 min - start of job 6 under Slurm", 56, 60},
		{"usage", "/workload/jobs/0/run", ahead, 7200, 10800},
	} {
		name := "your-job-in-the-queue " + each.lab
		if value(name, each.pointer, each.good, each.phrase) <= 0 || value(name, each.pointer, each.bad, each.phrase) >= 0 {
			t.Errorf("%s is not good with %v and bad with %v", each.pointer, each.good, each.bad)
		}
	}

	// Where job 3 asks for more than the 50 minutes of the exercise, job 4 has to wait.
	if late := value("how-estimates-matter margin", "/workload/jobs/2/request", 3060, "start of job 4 under EASY - 15 min"); late <= 0 {
		t.Errorf("when job 3 asks for 51 minutes job 4 starts %v s later", late)
	}

	// With the seed 2 jobs wait about 2 hours, and with nine of the twelve seeds the schedulers differ by less than half an hour.
	const one = "reading-a-result one"
	if hours := value(one, "/seed", 2, "meanWait of EASY") / 3600; hours < 1.75 || hours > 2.25 {
		t.Errorf("with the seed 2 jobs wait %v h", hours)
	}
	small := 0
	for seed := 1.0; seed <= 12; seed++ {
		if math.Abs(value(one, "/seed", seed, "meanWait of Conservative - meanWait of EASY")) < 1800 {
			small++
		}
	}
	if small != 9 {
		t.Errorf("with %d of twelve seeds the schedulers differ by less than half an hour, want 9", small)
	}

	// 120 replications, three times as many, make the interval half as wide.
	const width = "high difference meanWait of Conservative - low difference meanWait of Conservative"
	if three, forty := value("reading-a-result width", "/replications", 120, width), value("reading-a-result width", "/replications", 40, width); three > forty/2 {
		t.Errorf("with 120 replications the interval is %v s wide, with 40 %v s", three, forty)
	}
}
