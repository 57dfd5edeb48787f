package scenario_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"backfill/engine"
	"backfill/engine/machine/farm"
	"backfill/engine/scenario"
)

// onFarm is a scenario of a farm and its jobs, with parameters of each such as ", \"jobs\": 9".
func onFarm(machine, workload, more string) string {
	return `{"version": 1, "machine": {"kind": "farm"` + machine + `}, "workload": {"kind": "farm"` + workload + `}, "policies": [{"kind": "fcfs"}]` + more + `}`
}

// drawnAt are the farm and the jobs of a replication.
func drawnAt(t *testing.T, p *scenario.Plan, point, replication int) (*farm.Machine, *engine.Workload) {
	t.Helper()
	w, _, err := p.Points[point].Workload(replication, nil)
	if err != nil {
		t.Fatal(err)
	}
	machine := p.Points[point].Machine().(*farm.Machine)
	machine.Draw(w.Seed)
	return machine, w
}

// What is drawn of 20 replications, 3000 computers and 30,000 jobs, is in its range, and its
// frequencies are within four standard errors of what was asked for; of licences that jobs
// need a little less, since those with many are drawn anew more often.
//
// By equation 15 a job occupies its processors for e b / MIPS. In the mean that is
// 4.5 * 1750 * 400 * ln 3 / 400 = 8651 processor seconds, or 12.8 a second for each second
// between arrivals on the 675 processors of a farm; 2.85 with a linear speed-up. A farm's
// processors have a standard deviation of 4.2 %, the product of a job's three factors one of
// 77 % and the reciprocal of a speed one of 32 %: together 1.2 % for all replications.
func TestDrawnFarm(t *testing.T) {
	const replications = 20
	for _, c := range []struct {
		workload string
		load     float64
	}{{"", 12.8}, {`, "speedUp": true`, 2.85}} {
		p := mustCompile(t, onFarm("", c.workload, ""))
		var suits, suspends, computers, load, needs, checkpoints, deadlines, last, jobs float64
		for r := range replications {
			machine, w := drawnAt(t, p, 0, r)
			slowness := 0.0
			for _, m := range machine.Computers() {
				if m.Processors < 1 || m.Processors > 8 || m.Speed < 200 || m.Speed > 600 || m.Power < 100 || m.Power > 300 {
					t.Fatalf("a computer %+v", m)
				}
				suits += float64(m.Licences.Count())
				if m.Suspends {
					suspends++
				}
				slowness += 1 / float64(m.Speed)
			}
			n := float64(len(machine.Computers()))
			computers += n
			for _, copies := range machine.Copies() {
				if copies < 83 || copies > 98 { // 82.5 and 97.5, rounded
					t.Fatalf("%d copies", copies)
				}
			}
			work := 0.0
			for i, job := range w.Jobs {
				longest, shortest := 3000*engine.Second, 500*engine.Second
				if c.workload != "" {
					longest, shortest = longest/engine.Time(job.Processors)+1, shortest/engine.Time(job.Processors)
				}
				if job.Run < shortest || job.Run > longest || job.Estimate != job.Run || job.Processors < 1 || job.Processors > 8 ||
					w.Benchmark[i] < 200 || w.Benchmark[i] > 600 || !machine.Runs(job.Processors, w.Licences[i]) {
					t.Fatalf("a job %+v", job)
				}
				work += float64(job.Processors) * job.Run.Seconds() * float64(w.Benchmark[i])
				needs += float64(w.Licences[i].Count())
				if w.Checkpoints[i] {
					checkpoints++
				}
				if w.Deadline[i] >= 0 {
					deadlines++
					if margin := float64(w.Deadline[i]-job.Submit)/float64(job.Run) - 1; margin < 0.2499 || margin > 1.5001 {
						t.Fatalf("a margin of %v", margin)
					}
				}
			}
			jobs += float64(len(w.Jobs))
			last += w.Jobs[len(w.Jobs)-1].Submit.Seconds()
			load += work * slowness / n / float64(len(w.Jobs)) / float64(machine.Processors()) / replications
		}
		for _, share := range []struct {
			of                   string
			got, want, tolerance float64
		}{
			{"licences of a computer", suits / computers / 20, 0.9, 4 * math.Sqrt(0.9*0.1/60000)},
			{"computers that suspend", suspends / computers, 0.5, 4 * math.Sqrt(0.25/3000)},
			{"licences of a job", needs / jobs, 3.98, 0.05},
			{"checkpoints", checkpoints / jobs, 0.02, 4 * math.Sqrt(0.02*0.98/30000)},
			{"deadlines", deadlines / jobs, 0.7, 4 * math.Sqrt(0.7*0.3/30000)},
			{"time between arrivals", last / jobs, 4, 4 * 4 / math.Sqrt(30000)},
			{"load at one job a second", load, c.load, 0.05 * c.load},
		} {
			if computers != 3000 || jobs != 30000 || math.Abs(share.got-share.want) > share.tolerance {
				t.Errorf("%s%s: %v, want %v ± %v", share.of, c.workload, share.got, share.want, share.tolerance)
			}
		}
	}
}

// A change of one attribute leaves the others as they were, of jobs and of computers; another
// replication has others.
func TestDrawnFarmsHaveCommonRandomNumbers(t *testing.T) {
	p := mustCompile(t, onFarm("", "", `, "sweep": [{"path": "/workload/meanGap", "values": [1, 12]}, {"path": "/machine/speedMax", "values": [600, 900]}]`))
	machine, w := drawnAt(t, p, 0, 0)
	for point := range p.Points {
		other, v := drawnAt(t, p, point, 0)
		if w.Seed != v.Seed || !reflect.DeepEqual(w.Licences, v.Licences) || !reflect.DeepEqual(w.Benchmark, v.Benchmark) || !reflect.DeepEqual(w.Checkpoints, v.Checkpoints) ||
			!reflect.DeepEqual(machine.Copies(), other.Copies()) || machine.Processors() != other.Processors() {
			t.Errorf("point %d has other jobs or another farm", point)
		}
		for i := range w.Jobs {
			a, b := w.Jobs[i], v.Jobs[i]
			if point%2 == 0 && point > 0 && a.Submit == b.Submit || a.Run != b.Run || a.Processors != b.Processors || w.Deadline[i]-a.Submit != v.Deadline[i]-b.Submit && w.Deadline[i] >= 0 {
				t.Fatalf("point %d has the job %+v, not %+v", point, b, a)
			}
		}
	}
	if other, v := drawnAt(t, p, 0, 1); reflect.DeepEqual(v.Jobs, w.Jobs) || reflect.DeepEqual(machine.Computers(), other.Computers()) {
		t.Error("replications do not differ")
	}
	// Points 0 and 1 differ in the machine, for which jobs are drawn.
	if p.SameWorkload(0, 1) || p.SameSource(0, 0, 1, 0) || p.SameWorkload(0, 2) || !p.SameWorkload(0, 0) {
		t.Error("points share jobs that may differ, or none")
	}
	typed := mustCompile(t, `{"version": 1, "machine": {"kind": "farm"}, "workload": {"kind": "jobs", "jobs": [{"run": 1}]}, "policies": [{"kind": "fcfs"}], "replications": 2}`)
	if typed.SameSource(0, 0, 0, 1) {
		t.Error("jobs that were checked on one farm are taken on another")
	}
}

// With d = 50 a job with run time e has its deadline 1.5 e, e + 50 s or 0.5 e after its
// submission; with a linear speed-up e is a c-th of what it was.
func TestDeadlinesOfFarms(t *testing.T) {
	const fifty = `, "deadlineShare": 1, "deadlineMin": 50, "deadlineMax": 50, "deadlines": `
	_, plain := drawnAt(t, mustCompile(t, onFarm("", "", "")), 0, 0)
	for deadlines, after := range map[string]func(e float64) float64{
		`"margin"`:   func(e float64) float64 { return 1.5 * e },
		`"absolute"`: func(e float64) float64 { return e + 50 },
		`"share"`:    func(e float64) float64 { return 0.5 * e },
	} {
		for _, speedUp := range []string{"", `, "speedUp": true`} {
			_, w := drawnAt(t, mustCompile(t, onFarm("", fifty+deadlines+speedUp, "")), 0, 0)
			for i, job := range w.Jobs {
				e := plain.Jobs[i].Run.Seconds()
				if speedUp != "" {
					e /= float64(job.Processors)
				}
				if math.Abs(job.Run.Seconds()-e) > 0.002 || math.Abs((w.Deadline[i]-job.Submit).Seconds()-after(e)) > 0.002 {
					t.Fatalf("%s%s: job %+v with the deadline %v", deadlines, speedUp, job, w.Deadline[i])
				}
			}
		}
	}
}

// A computer of which no licence is said can use all, one with an empty list none; a job with an empty
// list needs none.
func TestComputersWithoutLicences(t *testing.T) {
	p := mustCompile(t, `{"version": 1, "machine": {"kind": "farm", "licences": [2, 1], "machines": [{"processors": 1, "speed": 300}, {"processors": 1, "speed": 200, "licences": []}]},
		"workload": {"kind": "jobs", "jobs": [{"run": 1, "licences": []}, {"run": 1, "licences": [2]}]}, "policies": [{"kind": "fcfs"}]}`)
	machine, w := drawnAt(t, p, 0, 0)
	if c := machine.Computers(); c[0].Licences != 0b11 || c[1].Licences != 0 || w.Needs(0) != 0 || w.Needs(1) != 0b10 {
		t.Errorf("%+v; jobs need %b and %b", c, w.Needs(0), w.Needs(1))
	}
}

func TestFarmRefusals(t *testing.T) {
	row := func(fields string) string {
		return `, "licences": [2, 0], "machines": [{"processors": 2, "speed": 100` + fields + `}]`
	}
	for _, c := range []struct{ machine, workload, want string }{
		{`, "processorsMin": 9`, "", "/machine/processorsMax: 8: a number of at least processorsMin, 9, is accepted"},
		{`, "ratioMin": 0.7`, "", "/machine/ratioMax: 0.65: a number of at least ratioMin, 0.7, is accepted"},
		{`, "speedMin": 700, "speedMax": 650`, "", "/machine/speedMax: 650: a number of at least speedMin, 700, is accepted"},
		{`, "powerMax": 50`, "", "/machine/powerMax: 50: a number of at least powerMin, 100, is accepted"},
		{`, "licenceKinds": 65`, "", "/machine/licenceKinds: 65: a whole number from 0 to 64 is accepted"},
		{`, "machines": []`, "", "/machine/machines: []: a list of 1 to 1000 rows with the keys processors, speed, licences, suspend, power, count is accepted"},
		{row(`, "licences": [1, 3]`), "", "/machine/machines/0/licences/1: 3: the farm has 2 licences; a number from 1 to 2 is accepted"},
		{row(`, "licences": [2, 2]`), "", "/machine/machines/0/licences/1: 2: listed before; each licence is accepted once"},
		{`, "machines": [{"processors": 1, "speed": 1, "licences": [1]}]`, "", "/machine/machines/0/licences/0: 1: the farm has no licences; a list of their copies beside the machines is accepted with it"},
		{`, "machines": [{"processors": 1, "speed": 1, "count": 600}, {"processors": 1, "speed": 1, "count": 401}]`, "",
			"/machine/machines/1/count: 401: too many; up to 1000 computers in all are accepted"},
		{"", `, "estimateMax": 400`, "/workload/estimateMax: 400: a number of at least estimateMin, 500, is accepted"},
		{"", `, "processorsMin": 9, "processorsMax": 9`, "/workload/processorsMin: 9: no computer of the farm has as many; at most 8 is accepted"},
		// The second licence has no copy.
		{row(""), `, "processorsMax": 2, "licenceNeed": 1`, "/workload/licenceNeed: 1: of 1000 jobs drawn one after another none could run on any computer of the farm; " +
			"a smaller number, or computers that are wider or may use more licences, are accepted"},
	} {
		p, err := compile(onFarm(c.machine, c.workload, ""))
		if err == nil {
			_, _, err = p.Workload(0, nil)
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%s%s:\n%v, want\n%s", c.machine, c.workload, err, c.want)
		}
	}
}

// Beside a table of machines nothing is drawn: what says how may stand there, is named as idle, and cannot be swept.
func TestDrawingBesideATable(t *testing.T) {
	const table = `, "machines": [{"processors": 2, "speed": 100}]`
	for _, c := range []struct {
		machine string
		idle    []string
		beside  string
	}{{`, "computers": 9, "speedMax": 300`, nil, ""}, {table + `, "speedMax": 300, "benchmark": 100, "computers": 9`, []string{"computers", "speedMax"}, "machines"}, {table, nil, ""}} {
		p, err := compile(onFarm(c.machine, "", ""))
		if err != nil {
			t.Fatal(err)
		}
		if names, beside := p.Idle(); !slices.Equal(names, c.idle) || beside != c.beside {
			t.Errorf("%s: %v are idle beside %q", c.machine, names, beside)
		}
		swept := slices.ContainsFunc(p.Sweepable(), func(s scenario.Sweepable) bool { return s.Path == "/machine/computers" })
		_, err = compile(onFarm(c.machine, "", `, "sweep": [{"path": "/machine/computers", "values": [5, 6]}]`))
		if drawn := !strings.Contains(c.machine, "machines"); swept != drawn || drawn != (err == nil) {
			t.Errorf("%s: offered for a sweep: %v; swept: %v", c.machine, swept, err)
		}
		const want = `/sweep/0/path: "/machine/computers": counts for nothing beside /machine/machines; a parameter that counts is accepted`
		if err != nil && err.Error() != want {
			t.Errorf("%v, want\n%s", err, want)
		}
	}
}

// A job wider than any computer that can be drawn is refused at once; one that some draws can run is not.
func TestJobsTooWideForAnyDraw(t *testing.T) {
	for processors, want := range map[int]string{8: "", 9: "/workload/jobs/0/processors: 9: wider than any computer that is drawn for the farm; at most 8 is accepted"} {
		p := mustCompile(t, fmt.Sprintf(`{"version": 1, "machine": {"kind": "farm", "computers": 1}, "workload": {"kind": "jobs", "jobs": [{"run": 1, "processors": %d}]}, "policies": [{"kind": "fcfs"}]}`, processors))
		_, _, err := p.Workload(0, nil)
		if got := fmt.Sprint(err); err == nil && want != "" || err != nil && got != want {
			t.Errorf("%d processors: %v, want %q", processors, err, want)
		}
	}
}
