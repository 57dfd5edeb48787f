package ui

import (
	"slices"
	"strings"
	"testing"
	"time"

	"backfill/engine/experiment"
	"backfill/ui/result"
)

// What the page, the worker's start or a busy computer takes does not count.
func TestAutomaticRunsGoByTheSimulationsTime(t *testing.T) {
	p, b := firstVisit(t)
	for _, c := range []struct {
		seconds float64
		quick   bool
	}{{0.05, true}, {0.15, false}, {0.01, true}} {
		p.Run()
		r := b.simulate(b.asked[len(b.asked)-1])
		for _, run := range r.Runs {
			run.Seconds = c.seconds
		}
		p.Received(p.RunNumber, r)
		p.Finished(p.RunNumber, 5)
		if p.Quick != c.quick {
			t.Errorf("three runs of %v s: quick is %v", c.seconds, p.Quick)
		}
	}
}

// What is left is told of the policy that is being simulated; nothing is known of how long others take. 3 of 12 jobs in an hour leave 9
// jobs and 3 h.
func TestTimeLeft(t *testing.T) {
	p, b := firstVisit(t)
	p.Run()
	r := b.simulate(b.asked[len(b.asked)-1])
	runs := r.Runs
	r.Runs = make([]*result.Run, len(runs))
	p.Received(p.RunNumber, r)
	for i, want := range []string{"about 3 h left under FCFS, then 2 more policies", "about 3 h left under EASY, then Conservative", "about 3 h left"} {
		p.Progressed(p.RunNumber, i, 3, 12)
		p.PolicyBegan = p.PolicyBegan.Add(-time.Hour)
		if got := p.timeLeft(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		p.RunCame(p.RunNumber, i, runs[i])
	}
}

func TestRefusedJobsAreSaid(t *testing.T) {
	p, b := firstVisit(t)
	if p.Answers.Refusals() != "" {
		t.Errorf("nobody is refused, but %q", p.Answers.Refusals())
	}
	p.Edit("/machine/processors", "4")
	b.pass()
	b.answer()
	if want := "3 of 12 jobs are refused: wider than the machine."; !strings.HasSuffix(p.Answers.Sentence(), want) {
		t.Errorf("the answer is %q, want at its end %q", p.Answers.Sentence(), want)
	}
	if list := (p.Answers).Warnings(); len(list) > 0 || !experiment.TellsRefusals(strings.Join(p.CellRuns()[0].Warnings, " ")) {
		t.Errorf("warnings beside the answer are %q, in the result %q", list, p.CellRuns()[0].Warnings)
	}
	var titles []string
	for _, row := range (p.Answers).Rows() {
		titles = append(titles, row.About.Name)
	}
	if !slices.Contains(titles, "refused") || slices.Contains(titles, "unfinished") {
		t.Errorf("the rows are %v", titles)
	}
	// Job 1 has too much memory, job 2 is too wide.
	open(p, `{"version": 1, "machine": {"kind": "hosts", "hosts": [{"processors": 16, "memory": 4}]}, "policies": [{"kind": "priority-backfill"}],
 "workload": {"kind": "jobs", "jobs": [{"submit": 0, "run": 9, "processors": 1, "memory": 6}, {"submit": 0, "run": 9, "processors": 32, "memory": 1}, {"submit": 0, "run": 9, "processors": 2, "memory": 1}]}}`)
	b.pass()
	b.answer()
	if want := "2 of 3 jobs are refused: 1 asking for more memory than any host wide enough has and 1 wider than any host."; !strings.HasSuffix(p.Answers.Sentence(), want) {
		t.Errorf("the answer is %q, want at its end %q", p.Answers.Sentence(), want)
	}
	p.Pin(0)
	if want := "Refused: asking for more memory than any host"; !strings.HasPrefix(p.Inspector.Fates()[0].Summary.String(), want) {
		t.Errorf("the inspector says %q", p.Inspector.Fates()[0].Summary)
	}
	p.Undo()

	// Clusters of 8, 4 and 4: in the order of the jobs too wide in all, for one component, a
	// component of 9, four components, and two of more than 4.
	open(p, `{"version": 1, "machine": {"kind": "multicluster", "clusters": [8, 4, 4]}, "policies": [{"kind": "fcfs"}],
 "workload": {"kind": "jobs", "jobs": [{"run": 9, "processors": 17}, {"run": 9, "processors": 9}, {"run": 9, "processors": 10, "components": [9, 1]},
 {"run": 9, "processors": 4, "components": [1, 1, 1, 1]}, {"run": 9, "processors": 12, "components": [6, 6]}, {"run": 9, "processors": 16, "components": [8, 4, 4]}]}}`)
	b.pass()
	b.answer()
	if want := "5 of 6 jobs are refused: 1 wider than the machine, 1 wider than any cluster, 1 with a component wider than any cluster, " +
		"1 with more components than clusters and 1 with components for which too few clusters are wide enough."; !strings.HasSuffix(p.Answers.Sentence(), want) {
		t.Errorf("the answer is %q, want at its end %q", p.Answers.Sentence(), want)
	}
	p.Undo()

	// Nodes of 4 processors and 3 GB: three processes of a job of 4 GB would fit, two on each.
	open(p, `{"version": 1, "machine": {"kind": "nodes", "processors": 8, "perNode": 4, "memory": 3}, "policies": [{"kind": "fcfs"}],
 "workload": {"kind": "jobs", "jobs": [{"run": 9, "processors": 5, "memory": 6.5}, {"run": 9, "processors": 4, "memory": 5.2}]}}`)
	b.pass()
	b.answer()
	if want := "1 of 2 jobs is refused: asking for more memory than nodes have for its processes."; !strings.HasSuffix(p.Answers.Sentence(), want) {
		t.Errorf("the answer is %q, want at its end %q", p.Answers.Sentence(), want)
	}
	p.Undo()
	p.Edit("/machine/processors", "1")
	b.pass()
	b.answer()
	if want := "9 of 12"; !strings.Contains(p.Answers.Sentence(), want) {
		t.Errorf("the answer is %q", p.Answers.Sentence())
	}
}
