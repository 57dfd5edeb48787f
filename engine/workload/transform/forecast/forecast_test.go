package forecast

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"backfill/engine"
	"backfill/engine/workload"
	"backfill/engine/workload/workloadtest"
)

const s = engine.Second

// At 50 s job 1 has ended, after half its request, job 2 has run for 40 s of 200, job 3 waits, and job 4 has not come.
//
// Job 2 runs like the one that ran longer: for half its request, 100 s. Job 3 is drawn from both: half its request is 30 s; if job 2 is drawn,
// which has run for a fifth and runs still, one is drawn again from those that ran longer, and only job 1 did.
func smallLog() *engine.Workload {
	return &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 0, Run: 10 * s, Estimate: 20 * s, Processors: 4},
			{Submit: 5 * s, Run: 190 * s, Estimate: 200 * s, Processors: 8},
			{Submit: 20 * s, Run: 59 * s, Estimate: 60 * s, Processors: 8},
			{Submit: 60 * s, Run: 1 * s, Estimate: 1 * s, Processors: 1},
		},
		Number:   []int64{11, 12, 13, 14},
		User:     []int32{1, 1, 2, 3},
		Wait:     []engine.Time{0, 5 * s, 180 * s, 0},
		Recorded: []engine.Time{10 * s, 190 * s, 59 * s, 0},
		Machine:  16,
	}
}

func TestForecast(t *testing.T) {
	want := &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 0, Run: 10 * s, Estimate: 20 * s, Processors: 4},
			{Submit: 5 * s, Run: 100 * s, Estimate: 200 * s, Processors: 8},
			{Submit: 20 * s, Run: 30 * s, Estimate: 60 * s, Processors: 8},
			{Submit: 50 * s, Run: 70 * s, Estimate: 70 * s, Processors: 2},
		},
		Number:   []int64{11, 12, 13, 14},
		User:     []int32{1, 1, 2, 5},
		Wait:     []engine.Time{0, 5 * s, -1, -1},
		Recorded: []engine.Time{10 * s, 100 * s, 30 * s, -1},
		Machine:  16,
		Until:    50 * s, LogEnd: 50 * s,
	}
	for replication := range 20 {
		out, notes, err := workloadtest.Apply(t, Transform, `{"at": 50, "job": [{"request": 70, "processors": 2, "user": 5}]}`, smallLog(), workload.Inputs{Seed: 1, Replication: replication})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, out); diff != "" {
			t.Fatal(diff)
		}
		if diff := cmp.Diff([]string{
			"the log counts up to 50 s: of 3 jobs that had come, 1 had ended, 1 ran and 1 waited; how long these run is drawn from the 2 that had started",
			"the job asked about has the number 14 and comes at 50 s",
		}, notes); diff != "" {
			t.Fatal(diff)
		}
	}
}

// Job 13, asked about when it came: job 12 had run for 10 s, and runs for half its request as above. The job itself runs as long as it may.
// Asked about at 50 s, one like it is another job, and job 13 still waits. After its end, 200 + 59 s, the log is followed until then.
func TestLike(t *testing.T) {
	ask := func(fields string) *engine.Workload {
		t.Helper()
		out, _, err := workloadtest.Apply(t, Transform, fields, smallLog(), workload.Inputs{})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	out := ask(`{"like": 13}`)
	want := smallLog()
	want.Jobs, want.Number, want.User, want.Until, want.LogEnd = want.Jobs[:3], want.Number[:3], want.User[:3], 20*s, 20*s
	want.Jobs[1].Run, want.Jobs[2].Run, want.Wait, want.Recorded = 100*s, 60*s, []engine.Time{0, 5 * s, -1}, []engine.Time{10 * s, 100 * s, 60 * s}
	if diff := cmp.Diff(want, out); diff != "" {
		t.Error(diff)
	}
	out = ask(`{"like": 13, "at": 50}`)
	if got := fmt.Sprint(out.Number, out.User, out.Jobs[3], out.Wait); got != "[11 12 13 14] [1 1 2 2] {50000 60000 60000 8} [0 5000 -1 -1]" {
		t.Error(got)
	}
	out = ask(`{"like": 13, "at": 1000}`)
	if got := fmt.Sprint(out.Number, out.Until, out.Jobs[4].Submit, out.Wait); got != "[11 12 13 14 15] 259000 1000000 [0 5000 180000 0 -1]" {
		t.Error(got)
	}
}

// Job 3 of user 1, of two jobs of one instant, comes behind the second job and before the fourth, which is not known of. Of an array of six tasks of which one runs at once, task 0
// has run, task 1 runs and the turn of task 2 comes at 80 s; all wait in sight from 10 s on. So do tasks 3 and 4, of which the log says no more.
func TestKnown(t *testing.T) {
	w := &engine.Workload{
		Jobs: []engine.Job{
			{Submit: 10 * s, Run: 20 * s, Estimate: 40 * s, Processors: 1},
			{Submit: 30 * s, Run: 50 * s, Estimate: 40 * s, Processors: 1},
			{Submit: 60 * s, Run: s, Estimate: s, Processors: 2},
			{Submit: 60 * s, Run: s, Estimate: s, Processors: 2},
			{Submit: 60 * s, Run: s, Estimate: s, Processors: 2},
			{Submit: 80 * s, Run: 7 * s, Estimate: 40 * s, Processors: 1},
			{Submit: 87 * s, Run: 40 * s, Estimate: 40 * s, Processors: 1},
		},
		Array: []int32{1, 1, -1, -1, -1, 1, 1}, Task: []int32{0, 1, -1, -1, -1, 2, 3}, Entered: []engine.Time{-1, 10 * s, -1, -1, -1, 10 * s, 10 * s},
		Demand: []int32{0, 0, -1, -1, -1, 0, 0}, Demands: []engine.Demand{{MostTasks: 1}},
		Wait: []engine.Time{0, 0, 5 * s, 9 * s, 0, 0, -1},
	}
	out, _, err := workloadtest.Apply(t, Transform, `{"like": 4}`, w, workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(out.Number, out.Array, out.Task, out.Wait); got != "[1 2 6 7 3 4] [1 1 1 1 -1 -1] [0 1 2 3 -1 -1] [0 0 -1 -1 -1 -1]" {
		t.Error(got)
	}
	if got := fmt.Sprint(out.Jobs[2].Submit, out.Jobs[3].Submit, out.Until); got != "10000 10000 60000" {
		t.Error(got)
	}
}

// Components of one job are asked about together, and depend on what they depended on. Jobs that ended long before are left out, but not job 2,
// which job 5 waits for.
func TestHistory(t *testing.T) {
	w := workloadtest.ManyJobs(6)
	w.Wait = make([]engine.Time, 6)
	w.Leader = []int32{-1, -1, -1, 3, 3, -1}
	w.Jobs[4].Submit = w.Jobs[3].Submit
	w.Dependencies = []engine.Dependency{{Job: 4, On: 1}, {Job: 5, On: 0}}
	out, notes, err := workloadtest.Apply(t, Transform, `{"like": 5, "history": 0}`, w, workload.Inputs{})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(out.Number, out.Leader, out.Dependencies); got != "[2 3 4 5] [-1 -1 2 2] [{3 0 false false 0}]" {
		t.Error(got, notes)
	}
}

// Of 20 jobs of user 1 that asked for 100 s and ran for 5, 10, ..., 100 s, 13 ran longer than 35 s, for 70 s in the mean. A job of the same user and limit that
// has run for 35 s is drawn from these and from one that runs and has done so for 100 s, longer than all: it runs for a second more. One that asked for 200 s
// and has run for 70 s runs twice as long as they did. One of user 2, of whom there are too few, is drawn from these 14 and the 9 of user 2 that ran for 100 s,
// which are in the same partition. The one that has outlived all runs for a second more.
func TestRemaining(t *testing.T) {
	w := &engine.Workload{}
	add := func(user int32, run, limit, wait engine.Time) {
		w.Jobs = append(w.Jobs, engine.Job{Submit: engine.Time(len(w.Jobs)), Run: run * s, Estimate: limit * s, Processors: 1})
		w.User, w.Partition, w.Wait = append(w.User, user), append(w.Partition, 0), append(w.Wait, wait)
	}
	for i := range engine.Time(20) {
		add(1, 5*(i+1), 100, 0)
	}
	for range 9 {
		add(2, 100, 100, 0)
	}
	const now = 1000 * s
	for _, open := range []struct {
		user       int32
		ran, limit engine.Time
	}{{1, 35, 100}, {1, 70, 200}, {2, 35, 100}, {1, 100, 100}} {
		add(open.user, 500, open.limit, now-open.ran*s-engine.Time(len(w.Jobs)))
	}
	n := len(w.Jobs)
	w.LogEnd = now
	p, err := NewLog(w).Until(Question{At: now, Like: engine.NoJob, History: engine.Never})
	if err != nil {
		t.Fatal(err)
	}
	var means [4]workloadtest.Sample
	for replication := range 3000 {
		out, _ := p.Draw(7, replication)
		for k := range means {
			run := out.Jobs[n-4+k].Run
			means[k].Add(run.Seconds())
		}
	}
	means[0].Near(t, "of the same user and limit", (13*70+101)/14., 0)
	means[1].Near(t, "of the same user", (13*140+201)/14., 0)
	means[2].Near(t, "of the same partition", (13*70+9*100+101)/23., 0)
	if means[3].Mean() != 101 {
		t.Errorf("who has outlived all runs for %v s", means[3].Mean())
	}
}

// randomLog is a log of about five days, or of five weeks, with all that may be known of jobs.
func randomLog(r *rand.Rand, gap engine.Time) *engine.Workload {
	w := &engine.Workload{Demands: []engine.Demand{{Nodes: 1}, {MostTasks: 2}}, NodeLists: [][]int32{{1}, {2}}, Calendar: &engine.Calendar{UnixStart: 1_711_000_000}}
	at := engine.Time(0)
	for j := range int32(500) {
		at += engine.Time(r.Int64N(int64(gap)))
		if j%7 == 1 {
			at = w.Jobs[j-1].Submit
		}
		w.Jobs = append(w.Jobs, engine.Job{Submit: at, Run: engine.Time(1+r.IntN(7200)) * s, Estimate: engine.Time(1+r.IntN(4)) * engine.Hour, Processors: 1})
		w.User, w.Group, w.Partition = append(w.User, int32(r.IntN(4))-1), append(w.Group, int32(r.IntN(2))), append(w.Partition, int32(r.IntN(2)))
		w.Wait = append(w.Wait, engine.Time(r.IntN(5)*r.IntN(2000))*s)
		leader, array, demand := engine.NoJob, int32(-1), int32(r.IntN(3))-1
		if j%7 == 1 && j%2 == 0 {
			w.Leader[j-1], leader = j-1, j-1
		}
		entered := engine.Time(-1)
		if j%5 == 2 {
			array, entered = 1000+j/50, max(0, at-engine.Time(r.IntN(3))*engine.Hour)
		}
		w.Leader, w.Array, w.Task, w.Entered, w.Demand = append(w.Leader, leader), append(w.Array, array), append(w.Task, j), append(w.Entered, entered), append(w.Demand, demand)
		if j > 3 && r.IntN(5) == 0 {
			w.Dependencies = append(w.Dependencies, engine.Dependency{Job: j, On: j - 3})
		}
		w.Commands = append(w.Commands, engine.Command{At: at + engine.Time(j), Job: j})
		w.Started = append(w.Started, engine.RecordedStart{Nodes: 1 + j%2, By: engine.BackfillScheduler})
	}
	return w
}

// forget is a log with the same past as w at an instant, and with another future.
func forget(r *rand.Rand, w *engine.Workload, now engine.Time) *engine.Workload {
	other := workloadtest.CopyOf(w)
	l := NewLog(w)
	for j := range w.Jobs {
		job, start := &other.Jobs[j], l.start(int32(j))
		if start > now {
			other.Started[j] = engine.RecordedStart{By: engine.MainScheduler}
		}
		if l.came(int32(j)) > now { // nothing is known of it
			job.Run, job.Processors, job.Estimate = engine.Time(1+r.IntN(99))*s, 3, engine.Hour
			other.User[j], other.Demand[j], other.Wait[j] = 9, -1, 0
			continue
		}
		switch {
		case start > now && r.IntN(2) == 0:
			other.Wait[j] = -1
		case start > now:
			other.Wait[j] += engine.Time(1+r.IntN(9999)) * s
			job.Run = engine.Time(1+r.IntN(9999)) * s
		case start+job.Run > now:
			job.Run = now - start + engine.Time(1+r.IntN(9999))*s
		}
	}
	for i := range other.Commands {
		if other.Commands[i].At > now {
			other.Commands[i].Amount = 5
		}
	}
	other.Dependencies = slices.DeleteFunc(other.Dependencies, func(d engine.Dependency) bool { return l.came(d.Job) > now })
	return other
}

// Two logs with the same past and other futures have the same drawings. No job that runs is drawn shorter than it has run, jobs that ended are as they were,
// and numbers are told apart.
func TestNothingLeaks(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for round := range 60 {
		gap := 30 * engine.Minute
		if round%2 == 1 {
			gap = 200 * engine.Minute
		}
		w := randomLog(r, gap)
		like := int32(200 + r.IntN(250))
		q := Question{At: w.Jobs[like].Submit + engine.Time(r.IntN(3))*s, Like: engine.NoJob, Redrawn: round%3 > 0, Span: 3 * engine.Day, Block: engine.Day, History: engine.Never}
		if round%4 == 0 {
			q.At, q.Like = engine.Never, like
		}
		if round%7 == 0 {
			q.Block = 5 * engine.Hour
		}
		if round%5 == 0 {
			q.History = 5 * engine.Hour
		}
		l := NewLog(w)
		p, err := l.Until(q)
		if err != nil {
			t.Fatal(err)
		}
		other, err := NewLog(forget(r, w, p.now)).Until(q)
		if err != nil {
			t.Fatal(err)
		}
		for replication := range 3 {
			out, asked := p.Draw(1, replication)
			again, askedAgain := other.Draw(1, replication)
			if diff := cmp.Diff(out, again); diff != "" || asked != askedAgain {
				t.Fatalf("round %d: the future leaks, %d and %d: %s", round, asked, askedAgain, diff)
			}
			begin, askedFirst, whole := p.DrawFor(1, replication, 20*engine.Hour)
			if n := len(begin.Jobs); askedFirst != asked || !whole && n == len(out.Jobs) || !slices.Equal(begin.Jobs, out.Jobs[:n]) || n < len(out.Jobs) && out.Jobs[n].Submit < p.at+20*engine.Hour {
				t.Fatal("the begin of a drawing is another one")
			}
			for _, d := range out.Dependencies {
				if out.Wait[d.Job] >= 0 {
					t.Fatal("a job that has started still waits for another one")
				}
			}
			numbers := slices.Clone(out.Number)
			slices.Sort(numbers)
			if len(slices.Compact(numbers)) != len(out.Jobs) || !slices.IsSortedFunc(out.Jobs, bySubmit) {
				t.Fatal("numbers or order")
			}
			for j := range out.Jobs {
				row := slices.IndexFunc(p.came, func(k int32) bool { return w.JobNumber(k) == out.Number[j] })
				if row < 0 || out.Number[j] > highest(p.kept) {
					continue
				}
				of, job := p.came[row], out.Jobs[j]
				switch start := l.start(of); {
				case start <= p.now && start+w.Jobs[of].Run <= p.now:
					if job.Run != w.Jobs[of].Run || out.Wait[j] != w.Wait[of] {
						t.Fatal("a job that had ended was changed")
					}
				case start <= p.now:
					if job.Run <= p.now-start || out.Wait[j] != w.Wait[of] {
						t.Fatalf("a job has run for %v and is to run for %v", p.now-start, job.Run)
					}
				case out.Wait[j] != -1:
					t.Fatal("the wait of a job that waits is known")
				}
			}
		}
	}
}

// From Monday 9:00 on jobs come hour by hour as on a day of the same weekday of one of the two weeks before, each day for itself.
func TestLater(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	w := &engine.Workload{Wait: []engine.Time{}}
	const hours = 2 * 7 * 24
	var counts [hours]int
	for h := range counts {
		counts[h] = r.IntN(4)
		if h == 0 {
			counts[h] = 1
		}
		for i := range counts[h] {
			w.Jobs = append(w.Jobs, engine.Job{Submit: engine.Time(h)*engine.Hour + engine.Time(i)*engine.Minute, Run: s, Estimate: s, Processors: int32(h + 1)})
			w.Wait = append(w.Wait, 0)
		}
	}
	w.LogEnd = hours * engine.Hour
	p, err := NewLog(w).Until(Question{At: w.LogEnd, Like: engine.NoJob, Redrawn: true, Span: 10*engine.Day + 5*engine.Hour, Block: engine.Day, History: engine.Never})
	if err != nil {
		t.Fatal(err)
	}
	var weeks [2]int
	for replication := range 200 {
		out, _ := p.Draw(1, replication)
		var came [11 * 24]int
		first := map[int]int{} // hour of the past from which a day comes
		for j := len(w.Jobs); j < len(out.Jobs); j++ {
			h, of := int(out.Jobs[j].Submit/engine.Hour)-hours, int(out.Jobs[j].Processors)-1
			came[h]++
			if h >= 10*24+5 {
				t.Fatal("a job comes too late")
			}
			if day, known := first[h/24]; known && day != of-h%24 || of%(7*24) != h%(7*24) || out.Jobs[j].Submit%engine.Hour != engine.Time(came[h]-1)*engine.Minute {
				t.Fatalf("hour %d from hour %d", h, of)
			}
			first[h/24] = of - h%24
		}
		for h := range 10*24 + 5 {
			if day, known := first[h/24]; known && came[h] != counts[day+h%24] {
				t.Fatalf("in hour %d come %d jobs instead of %d", h, came[h], counts[day+h%24])
			}
		}
		weeks[first[0]/(7*24)]++
		if len(first) != 11 {
			t.Fatal("days without jobs")
		}
	}
	if weeks[0] < 60 || weeks[1] < 60 { // 100 ± 7 expected
		t.Errorf("the weeks come %v times", weeks)
	}
}

// On Monday 2024-04-01, 9:00 in Stockholm, the clocks had been put forward the day before. What came on Friday at 8:00 comes again next Friday at 8:00: 167 hours later.
// The log begins on Sunday the 24th, so that there is one week, for whose last days there is one source.
func TestClocks(t *testing.T) {
	load := engine.LoadZone
	defer func() { engine.LoadZone = load }()
	place, err := time.LoadLocation("Europe/Stockholm")
	if err != nil {
		t.Skip("no zone database")
	}
	engine.LoadZone = func(string) (func(int64) int, error) {
		return func(unix int64) int { _, east := time.Unix(unix, 0).In(place).Zone(); return east }, nil
	}
	begin := time.Date(2024, 3, 24, 0, 0, 0, 0, place)
	at := func(d, h int) engine.Time {
		return engine.Time(time.Date(2024, 3, d, h, 0, 0, 0, place).Unix()-begin.Unix()) * s
	}
	w := &engine.Workload{Calendar: &engine.Calendar{UnixStart: begin.Unix(), Zone: "Europe/Stockholm"}, Wait: make([]engine.Time, 2), LogEnd: at(32, 9)}
	for _, submit := range []engine.Time{0, at(29, 8)} {
		w.Jobs = append(w.Jobs, engine.Job{Submit: submit, Run: s, Estimate: s, Processors: 1})
	}
	p, err := NewLog(w).Until(Question{At: at(32, 9), Like: engine.NoJob, Redrawn: true, Span: 7 * engine.Day, Block: engine.Day, History: engine.Never})
	if err != nil {
		t.Fatal(err)
	}
	out, _ := p.Draw(1, 1)
	if len(out.Jobs) != 3 || out.Jobs[2].Submit-at(29, 8) != 167*engine.Hour {
		t.Errorf("%+v", out.Jobs)
	}
}

func TestErrors(t *testing.T) {
	for fields, want := range map[string]string{
		`{"later": "redrawn"}`:                  `/later: "redrawn": the log begins only 259 s before; blocks of up to that length are accepted, of 86400 s only with as much past`,
		`{"like": 99}`:                          `/like: 99: no job has this number; the number of a job of the log is accepted`,
		`{"like": 11, "job": [{"request": 1}]}`: `/like: 11: stands beside job, which says what is asked for; one of the two is accepted`,
		`{"at": 31622660}`:                      `/at: 31622660 s: the log ends at 259 s; an instant up to 366 days after that is accepted`,
		`{"job": [{"request": 1, "mostNodes": 1, "nodes": 2}]}`: `/job/0/mostNodes: 1: at least as many as nodes, 2, are accepted`,
	} {
		_, _, err := workloadtest.Apply(t, Transform, fields, smallLog(), workload.Inputs{})
		if err == nil || err.Error() != want {
			t.Errorf("%s: %v", fields, err)
		}
	}
	w := smallLog()
	w.Wait = nil
	if _, _, err := workloadtest.Apply(t, Transform, `{}`, w, workload.Inputs{}); err == nil || !strings.Contains(err.Error(), "recorded waits") {
		t.Error(err)
	}
}

// Of a log of 100 s, 40 s come again in blocks of 60 s, or of 30 s, in which the seconds are those of one of the three blocks before.
func TestShortLog(t *testing.T) {
	w := workloadtest.ManyJobs(100)
	w.Wait, w.LogEnd = make([]engine.Time, 100), 100*s
	for j := range w.Jobs {
		w.Jobs[j].Processors = int32(j)
	}
	for _, c := range []struct {
		block  engine.Time
		blocks [][]engine.Time
	}{{60 * s, [][]engine.Time{{60 * s}}}, {30 * s, [][]engine.Time{{30 * s, 60 * s, 90 * s}, {60 * s, 90 * s, 120 * s}}}} {
		p, err := NewLog(w).Until(Question{At: 100 * s, Like: engine.NoJob, Redrawn: true, Span: 40 * s, Block: c.block, History: engine.Never})
		if err != nil {
			t.Fatal(err)
		}
		for i, b := range p.blocks {
			if !slices.Equal(b.back, c.blocks[i]) {
				t.Errorf("block %d of %v: %v", i, c.block, b.back)
			}
		}
		for replication := range 20 {
			out, _ := p.Draw(1, replication)
			if len(out.Jobs) != 140 {
				t.Fatalf("%d jobs", len(out.Jobs))
			}
			for j := 100; j < 140; j++ {
				back := engine.Time(j)*s - engine.Time(out.Jobs[j].Processors)*s
				if !slices.Contains(p.blocks[(j-100)*int(s)/int(c.block)].back, back) || out.Jobs[j].Submit != engine.Time(j)*s {
					t.Fatalf("job %d comes from %v before", j, back)
				}
			}
		}
	}
}

// Of ten jobs five ran for 10 s and five for 30 s. The run times of two that wait are drawn from these with the urn: that of the second is the same as that of the
// first with probability 6/11. Without the urn it would be 1/2.
func TestUrn(t *testing.T) {
	w := workloadtest.ManyJobs(12)
	w.Wait, w.User, w.LogEnd = slices.Repeat([]engine.Time{0}, 12), make([]int32, 12), 1000*s
	w.Wait[10], w.Wait[11] = -1, -1
	for j := range w.Jobs {
		w.Jobs[j].Run, w.Jobs[j].Estimate = 10*s+engine.Time(j%2)*20*s, 60*s
	}
	p, err := NewLog(w).Until(Question{At: engine.Never, Like: engine.NoJob, History: engine.Never})
	if err != nil {
		t.Fatal(err)
	}
	const n = 20_000
	same := 0
	for replication := range n {
		out, _ := p.Draw(3, replication)
		if out.Jobs[10].Run == out.Jobs[11].Run {
			same++
		}
	}
	if got := float64(same) / n; got < 6./11-0.015 || got > 6./11+0.015 { // four standard errors
		t.Errorf("the same in %v of the drawings", got)
	}
}
